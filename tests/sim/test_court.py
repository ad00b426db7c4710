"""Grand Seigneur in the kernel: deal, push, play, places and seats (R16)."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from reference import seigneur
from reference.cards import face
from scipy.stats import chisquare

from tichu_sim.bots.questions import BOMB as BOMB_QUESTION
from tichu_sim.bots.questions import GIVE_BACK
from tichu_sim.bots.questions import PLAY as PLAY_QUESTION
from tichu_sim.bots.questions import PUSH as PUSH_QUESTION
from tichu_sim.bots.registry import parse_bot, parse_bots
from tichu_sim.game.combos import NO_COMBO, PAIR, SINGLE, beats, make_play, play_cards
from tichu_sim.game.rules import make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import new_state
from tichu_sim.game.two_pack_moves import fill_plays_two
from tichu_sim.game.two_pack_patterns import list_plays_two, new_two_pack_patterns
from tichu_sim.game.two_packs import parse_two_cards, read_two, two_cards_text
from tichu_sim.game.view import LAST_PLAYER
from tichu_sim.jit import Array, Record, u64
from tichu_sim.sim.holdings import NO_HOLDINGS
from tichu_sim.sim.kernel import play_units
from tichu_sim.sim.rows import (
    BOMB,
    PASS_TURN,
    PLAY,
    PUSH,
    RETURN,
    event_row,
    round_row,
    seat_row,
)
from tichu_sim.sim.table import new_table

GAMES = 8
ROUNDS = 10
MIXED = "mixed"
LEAST = 1e-5
"""Smaller chances are not put down to chance."""

TABLES = [
    *((n, bots, "cap3", "ccw") for n in (5, 6, 7, 8, 12) for bots in ("random", "greedy")),
    (7, MIXED, "scaled", "cw"),
    (12, "random", "scaled", "ccw"),
    (12, MIXED, "cap3", "cw"),
    (8, "greedy", "scaled", "ccw"),
    (5, MIXED, "scaled", "cw"),
    (6, MIXED, "scaled", "cw"),
]


class Played(NamedTuple):
    """Games of one table, the seats cut to those that there are."""

    players: int
    push: str
    direction: str
    rounds: Array
    seats: Array
    events: Array

    def each(self) -> Iterator[tuple[Record, Array, Array]]:
        """Round, seats and events of every round."""
        ends = self.rounds["events"].cumsum()
        for row, seats, end in zip(self.rounds, self.seats, ends, strict=True):
            yield row, seats, self.events[end - row["events"] : end]


def bots_of(kind: str, players: int) -> str:
    names = ("greedy", "random:bomb=0.6:wish=1")
    return ",".join(names[k % 2] for k in range(players)) if kind == MIXED else kind


@cache
def games(
    players: int,
    kind: str = MIXED,
    push: str = "cap3",
    direction: str = "ccw",
    first: int = 0,
    last: int = GAMES,
    logging: bool = True,
) -> Played:
    options = {"players": players, "gs_push": push, "direction": direction, "rounds": ROUNDS}
    rules = make_rules("grand_seigneur", options)
    table = new_table(rules, parse_bots(bots_of(kind, players), players), logging)
    rounds = np.zeros(GAMES * ROUNDS, round_row(12))
    seats = np.zeros((GAMES * ROUNDS, 12), seat_row(12, True))
    log = np.zeros(GAMES * ROUNDS * 800 if logging else 0, event_row(True))
    units, done, logged, fault = play_units(
        table, u64(17), first, last, True, rounds, seats, log, NO_HOLDINGS
    )
    assert (units, done, fault) == (last - first, (last - first) * ROUNDS, 0)
    assert not seats[:done, players:]["hand"].any()
    return Played(players, push, direction, rounds[:done], seats[:done, :players], log[:logged])


def cards(row: Record, name: str, place: int | None = None) -> Counter[str]:
    """The cards of a field and its second word."""
    words = row[name], row[name + "_2"]
    hand, twice = words if place is None else (word[place] for word in words)
    return Counter(two_cards_text(u64(hand), u64(twice)).split())


@pytest.fixture(params=TABLES, ids=lambda table: "-".join(map(str, table)))
def played(request: pytest.FixtureRequest) -> Played:
    return games(*request.param)


@pytest.mark.slow
def test_cards_and_places(played: Played) -> None:
    """R16.1, R16.2, R16.6, R16.10, R16.15: the whole pack, one place a seat, and no points."""
    n = played.players
    pack = Counter(map(face, seigneur.deck(n)))
    sizes = {sum(pack.values()) // n + more for more in (0, 1)}
    for row, seats, _ in played.each():
        for name in ("dealt", "hand"):
            hands = [cards(seat, name) for seat in seats]
            assert sum(hands, Counter()) == pack
            assert {hand.total() for hand in hands} <= sizes
            longer = [(k - row["dealer"]) % n for k in range(n) if hands[k].total() == max(sizes)]
            assert sorted(longer) == list(range(pack.total() % n))
        assert sorted(seats["place"]) == list(range(1, n + 1))
        assert row["over"] == LAST_PLAYER
        assert seats["place"][row["first"]] == 1
        assert cards(seats[row["leader"]], "hand")["Mj"] == 1
    assert not played.rounds["cards"].any()
    assert not played.rounds["calls"].any()
    assert not played.seats["call"].any()


@pytest.mark.slow
def test_seats_follow_places(played: Played) -> None:
    """R16.4 to R16.6, R16.15: drawn seats first, then by rank; the Wretch deals."""
    n, before = played.players, None
    first_seats = set()
    for row, seats, _ in played.each():
        if row["index"] == 0:
            assert sorted(seats["player"]) == list(range(n))
            first_seats.add(tuple(seats["player"].tolist()))
        else:
            assert seats["player"].tolist() == before
            assert row["dealer"] == seigneur.wretch(n, played.direction)
        finish = [int(seats["player"][seat]) for seat in np.argsort(seats["place"])]
        before = seigneur.next_seats(finish, played.direction)
    assert len(first_seats) > GAMES // 2


@pytest.mark.slow
def test_pushes(played: Played) -> None:
    """R16.7 to R16.9: so many best cards upwards, as many back, none of those received."""
    n = played.players
    exchanges = seigneur.pushes(n, played.push, played.direction)
    for row, seats, events in played.each():
        pushes = events[np.isin(events["event"], (PUSH, RETURN))]
        expected = {}
        for giver, receiver, size in exchanges if row["index"] else ():
            for seat, target, event in ((giver, receiver, PUSH), (receiver, giver, RETURN)):
                given = cards(seats[seat], "given", (target - seat) % 12)
                assert given.total() == size
                assert given <= cards(seats[seat], "dealt")
                assert given == cards(seats[target], "received", (seat - target) % 12)
                expected[seat] = (target, event, given)
            given_up = list(expected[giver][2].elements())
            assert seigneur.are_best(list(cards(seats[giver], "dealt").elements()), given_up)
        assert {
            int(event["seat"]): (event["target"], event["event"], cards(event, "cards"))
            for event in pushes
        } == expected
        for seat in range(n):
            given = sum((cards(seats[seat], "given", k) for k in range(12)), Counter())
            received = sum((cards(seats[seat], "received", k) for k in range(12)), Counter())
            assert given == (expected[seat][2] if seat in expected else Counter())
            assert cards(seats[seat], "hand") == cards(seats[seat], "dealt") - given + received


@pytest.mark.slow
def test_the_log_replays(played: Played) -> None:
    """Each play comes from the hand, is what it is said to be, and the hands run out in order."""
    for _, seats, events in played.each():
        hands = [cards(seat, "hand") for seat in seats]
        words = [(seat["hand"], seat["hand_2"]) for seat in seats]
        out: list[int] = []
        opening = np.isin(events["event"], (PUSH, RETURN))
        assert not np.diff(opening.astype(int)).clip(0).any()
        for event in events[opening]:
            assert cards(event, "hand") == cards(seats[event["seat"]], "dealt")
        top, owner, passes = (NO_COMBO, 0, 0), 0, 0
        for event in events[~opening]:
            seat = int(event["seat"])
            assert (event["hand"], event["hand_2"]) == words[seat]
            if event["event"] == PASS_TURN:
                assert event["cards"] == event["cards_2"] == 0
                passes += 1
                if passes == sum(map(bool, hands)) - bool(hands[owner]):
                    top = (NO_COMBO, 0, 0)
                continue
            assert event["event"] in (PLAY, BOMB)
            play = make_play(u64(event["cards"]), int(event["phoenix"]))
            second = make_play(u64(event["cards_2"]), int(event["phoenix_2"]))
            combination = read_two(u64(play), u64(second), top[2])
            assert combination == (event["kind"], event["length"], event["level"])
            assert beats(*combination, *top)
            assert cards(event, "cards") <= hands[seat]
            hands[seat] -= cards(event, "cards")
            words[seat] = parse_two_cards(hands[seat].elements())
            top, owner, passes = combination, seat, 0
            if not hands[seat]:
                out.append(seat)
        left = [seat for seat in range(len(seats)) if hands[seat]]
        assert len(left) == 1
        assert [*out, *left] == np.argsort(seats["place"]).tolist()


def test_identical_cards_and_bombs_are_played() -> None:
    """R16.10 to R16.13: what only two packs have is seen in play."""
    events = np.concatenate([games(n, bots).events for n, bots, *_ in TABLES])
    plays = events[np.isin(events["event"], (PLAY, BOMB))]
    assert (plays["cards_2"] > 0).sum() > 1000
    assert (plays["phoenix_2"] > 0).sum() > 10
    assert (plays["event"] == BOMB).sum() > 10
    second_dragons = (plays["kind"] == SINGLE) & (plays["level"] == 42)
    assert second_dragons.sum() > 3


@pytest.mark.parametrize("players", [5, 8])
def test_a_game_depends_on_its_number_alone(players: int) -> None:
    """The rounds of a game are the same alone, among others, and without a log."""
    whole = games(players)
    some = games(players, first=4, last=7)
    silent = games(players, logging=False)
    where = slice(4 * ROUNDS, 7 * ROUNDS)
    assert (some.rounds == whole.rounds[where]).all()
    assert (some.seats == whole.seats[where]).all()
    for name in ("plays", "tricks", "first", "leader"):
        assert (silent.rounds[name] == whole.rounds[name]).all()
    assert (silent.seats == whole.seats).all()


def test_the_deal_does_not_depend_on_the_bots() -> None:
    one, other = games(6, "random"), games(6, "greedy")
    for name in ("dealt", "dealt_2"):
        assert (one.seats[name] == other.seats[name]).all()


def a_seat(hand: str, players: int = 7, kind: str = "random") -> tuple[Record, Record, Record]:
    """Rules, an empty table and seat 0 with a hand."""
    rules = make_rules("grand_seigneur", {"players": players})
    public, own = new_state(rules)
    own[0]["hand"], own[0]["hand_2"] = parse_two_cards(hand)
    own[0]["params"] = parse_bots(kind, players)[0].params()
    own[0]["random"] = 12345
    public[0]["owner"] = 3
    public[0]["size"][:players] = 9
    return settings_of(rules), public[0], own[0]


def ask(name: str, question: int, *view: Record, numbers: tuple[int, ...] = ()) -> int:
    """What a bot answers."""
    return parse_bot(name).answer(question, make_rules("grand_seigneur"), view, numbers)


def answer(own: Record, play: int) -> str:
    """The cards of an answer, none for a pass."""
    words = (u64(play), u64(own["play_2"])) if play else (u64(0), u64(0))
    return two_cards_text(*(u64(play_cards(word)) for word in words))


@pytest.mark.parametrize(
    ("hand", "top"),
    [
        ("Mj 8j 8j 8s 9p 9p Ph Dr", (NO_COMBO, 0, 0)),
        ("2j 2j 2s 3j 3j Ph Ph", (NO_COMBO, 0, 0)),
        ("8j 8s 8s 9j 9j Tp Ph Ph Dr", (PAIR, 2, 14)),
        ("8j 8j 9s Ph Ph Dr Dr", (SINGLE, 1, 12)),
        ("8j 8s 8p 8t 8t Dr Ph", (SINGLE, 1, 40)),
    ],
)
def test_random_draws_evenly(hand: str, top: tuple[int, int, int]) -> None:
    rules, public, own = a_seat(hand)
    public["top_kind"], public["top_length"], public["top_level"] = top
    scratch = new_two_pack_patterns()
    words = own["hand"], own["hand_2"]
    n, may_pass = fill_plays_two(*words, *top, 0, rules["wish_bomb_escape"], scratch)
    legal = list_plays_two(*words, scratch, n)
    found = Counter[tuple[int, int]]()
    for _ in range(60 * (len(legal) + may_pass)):
        play = ask("random", PLAY_QUESTION, rules, public, own, scratch)
        found[play, int(own["play_2"]) if play else 0] += 1
    expected = [*legal, *([(0, 0)] if may_pass else [])]
    assert set(found) <= set(expected)
    assert len(legal) > 1
    assert chisquare([found[play] for play in expected]).pvalue > LEAST


@pytest.mark.parametrize(
    ("hand", "top", "expected"),
    [
        # Everything at once, with one or two Phoenixes.
        ("8j 8j 8s Ph Ph", (NO_COMBO, 0, 0), "8j 8j 8s Ph Ph"),
        ("8j 9s Ph", (PAIR, 2, 10), ""),
        ("8j Ph", (PAIR, 2, 10), "8j Ph"),
        # The longest with the lowest card, of identical ones first; no bomb is broken up.
        ("4j 4j 5s 5p 6t 6t 9j Ks Dr", (NO_COMBO, 0, 0), "4j 4j 5s 5p 6t 6t"),
        ("4j 4s 4p 4t 4t 7s 9j", (NO_COMBO, 0, 0), "4t"),
        ("Mj 2s 3j 4j 5j 7j 7j", (NO_COMBO, 0, 0), "Mj 2s 3j 4j 5j"),
        # The cheapest that beats; what wins is kept.
        ("8j 8s 9j Ks As Dr", (SINGLE, 1, 12), "9j"),
        ("8j 8s Ks Ks Ph Dr", (SINGLE, 1, 22), "Ks"),
        ("8j 8s Ks Ks Ph Dr", (SINGLE, 1, 24), "Ph"),
        ("2j 3s Ph Dr Dr", (SINGLE, 1, 40), "Dr"),
        ("2j 3s 4j Ph Ph", (SINGLE, 1, 40), ""),
        ("9j Dr", (SINGLE, 1, 10), "Dr"),
        ("9j 9j Ts Ts Tp 3s 4j", (PAIR, 2, 16), "9j 9j"),
    ],
)
def test_what_greedy_plays(hand: str, top: tuple[int, int, int], expected: str) -> None:
    rules, public, own = a_seat(hand, kind="greedy")
    public["top_kind"], public["top_length"], public["top_level"] = top
    own["holds_bomb"] = "4j 4s 4p 4t" in hand
    play = ask("greedy", PLAY_QUESTION, rules, public, own, new_two_pack_patterns())
    assert answer(own, play) == expected


@pytest.mark.parametrize(
    ("hand", "owner_has", "expected"),
    [
        ("4j 4s 4p 4t 9j 9s Ks", 9, ""),
        ("4j 4s 4p 4t 9j 9s Ks", 2, "4j 4s 4p 4t"),
        ("4j 4s 4p 4t 4t", 9, "4j 4s 4p 4t"),
    ],
)
def test_when_greedy_bombs(hand: str, owner_has: int, expected: str) -> None:
    rules, public, own = a_seat(hand, kind="greedy")
    public["top_kind"], public["top_length"], public["top_level"] = SINGLE, 1, 28
    public["size"][3] = owner_has
    own["play_2"] = own["hand_2"]
    play = ask("greedy", BOMB_QUESTION, rules, public, own, new_two_pack_patterns())
    assert answer(own, play) == expected


@pytest.mark.parametrize(
    ("hand", "n", "pushed", "returned"),
    [
        # Of equal ranks the one that is there twice, then one that is in no bomb.
        ("2j 4s 9p Kj Ks Kp Kt Kt", 1, "Kt", "2j"),
        ("2j 2s 4p 9j Tj Jj Qj Kj Kt", 1, "Kt", "4p"),
        ("2j 3s 4p 5j 6j 8s Aj Dr Dr", 3, "Aj Dr Dr", "2j 3s 8s"),
        ("2j 2s 2p 2t Mj Ph Dr Dr", 3, "Dr Dr Ph", "2j 2s 2p"),
    ],
)
def test_what_greedy_pushes(hand: str, n: int, pushed: str, returned: str) -> None:
    for asked, expected in ((PUSH_QUESTION, pushed), (GIVE_BACK, returned)):
        rules, public, own = a_seat(hand, kind="greedy")
        ask("greedy", asked, rules, public, own, numbers=(n, 5))
        assert cards(own, "given", 5) == Counter(expected.split())


def test_random_pushes_evenly() -> None:
    """R16.8, R16.9: among equal ranks, and whatever it likes back."""
    pushed, returned = Counter[str](), Counter[str]()
    rules, public, own = a_seat("2j 2j 9s 9p Kj Ks Kp Dr")
    for asked, n, found in ((PUSH_QUESTION, 2, pushed), (GIVE_BACK, 1, returned)):
        for _ in range(3000):
            own["given"], own["given_2"] = 0, 0
            ask("random", asked, rules, public, own, numbers=(n, 5))
            found[" ".join(sorted(cards(own, "given", 5).elements()))] += 1
    assert set(pushed) == {"Dr Kj", "Dr Kp", "Dr Ks"}
    assert chisquare(list(pushed.values())).pvalue > LEAST
    shares = {"2j": 2, "9s": 1, "9p": 1, "Kj": 1, "Ks": 1, "Kp": 1, "Dr": 1}
    assert set(returned) == set(shares)
    expected = [3000 * share / 8 for share in shares.values()]
    assert chisquare([returned[card] for card in shares], expected).pvalue > LEAST
