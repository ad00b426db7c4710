"""Who is asked when: announcements (R2.3 to R2.10) and bombs out of turn (R5.5 to R5.9)."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from reference.position import Position as SlowPosition
from samples.rounds import a_run, play, records

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.cards import cards_text, parse_cards
from tichu_sim.game.combos import combo
from tichu_sim.game.record import RoundRecord
from tichu_sim.game.round import begin_round
from tichu_sim.game.rules import make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.view import CALL_NAMES, GRAND, GREAT_GRAND, TICHU, TRICK_WAITS
from tichu_sim.jit import Array, Record
from tichu_sim.sim.playing import offer_bomb
from tichu_sim.sim.rows import BOMB, CALL, GIVE, PASS_TURN, PLAY
from tichu_sim.sim.table import new_table

SEATS = range(4)


def round_logs(
    bots: str, units: int, seed: int, preset: str = "standard", **options: object
) -> Iterator[tuple[int, Array]]:
    """Dealer and event log of each round."""
    played = play(a_run(bots, units, seed, preset, options))
    ends = played.rounds["events"].cumsum()
    for row, end in zip(played.rounds, ends, strict=True):
        yield int(row["dealer"]), played.events[end - row["events"] : end]


def calls_of(log: Array) -> list[tuple[int, int]]:
    calls = log[log["event"] == CALL]
    return list(zip(calls["call"].tolist(), calls["seat"].tolist(), strict=True))


def callers(call: int) -> str:
    """Bots that make one sort of call whenever they are asked, and no other."""
    rates = {"tichu": call == TICHU, "grand": call == GRAND, "great_grand": call == GREAT_GRAND}
    return ":".join(["random", *(f"{name}={rate:d}" for name, rate in rates.items())])


@pytest.mark.parametrize("call", [TICHU, GRAND, GREAT_GRAND])
def test_everybody_is_asked_from_the_dealer_on(call: int) -> None:
    """R2.10, R2.7: all four call, in seat order from the dealer, before the exchange."""
    dealers = set()
    for dealer, log in round_logs(callers(call), 40, 5, "great_grand"):
        assert calls_of(log) == [(call, (dealer + k) % 4) for k in SEATS]
        assert log["event"][:8].tolist() == [CALL] * 4 + [GIVE] * 4
        dealers.add(dealer)
    assert dealers == set(SEATS)


@pytest.mark.parametrize("call", [TICHU, GRAND, GREAT_GRAND])
def test_one_call_a_team(call: int) -> None:
    """A02: with `calls_per_team` = one the dealer and the next seat call, their partners cannot."""
    for dealer, log in round_logs(callers(call), 40, 6, "great_grand", calls_per_team="one"):
        assert calls_of(log) == [(call, dealer), (call, (dealer + 1) % 4)]


@pytest.mark.parametrize(
    ("preset", "call", "seats", "who"),
    [
        ("threechu", GRAND, 4, {1, 3}),  # R14.3
        ("threechu", TICHU, 4, {0, 1, 2, 3}),  # R14.7
        ("tientsin", GRAND, 6, {0, 1, 2, 3, 4, 5}),
        ("tientsin", TICHU, 6, {0, 1, 2, 3, 4, 5}),
        ("t52", GRAND, 4, {0, 1, 2, 3}),
        ("two_tea", GRAND, 2, {0, 1}),
        ("two_tea", TICHU, 2, {0, 1}),
        ("two_wuerzburg", GRAND, 4, {0, 1}),  # R18.13
        ("two_wuerzburg", TICHU, 4, {0, 1}),
        ("bsw_tournament", TICHU, 4, {0, 1, 2, 3}),
        ("bsw_tournament", GRAND, 4, set()),  # R13.3
        ("grand_seigneur", TICHU, 6, set()),  # R16.2
    ],
)
def test_who_is_asked_in_other_games(preset: str, call: int, seats: int, who: set[int]) -> None:
    """R2.10 there: from the dealer on, once each."""
    for dealer, log in round_logs(callers(call), 20, 13, preset):
        order = [(dealer + k) % seats for k in range(seats)]
        assert calls_of(log) == [(call, seat) for seat in order if seat in who]


def test_a_later_seat_sees_the_earlier_calls() -> None:
    """R2.10: greedy is willing to call with any hand, but not where its partner has called."""
    for dealer, log in round_logs("greedy:tichu=-9:grand=99", 40, 7):
        assert calls_of(log) == [(TICHU, dealer), (TICHU, (dealer + 1) % 4)]


def test_one_call_a_player() -> None:
    """R2.8, R2.2: who has called is not asked again; windows come in order."""
    rates = "random:tichu=0.3:grand=0.4:great_grand=0.4"
    seen: Counter[str] = Counter()
    for _, log in round_logs(rates, 300, 8, "great_grand"):
        calls = calls_of(log)
        assert len({seat for _, seat in calls}) == len(calls)
        values = [call for call, _ in calls]
        assert values == sorted(values, reverse=True)
        seen.update(CALL_NAMES[call] for call in values)
    assert min(seen[name] for name in ("tichu", "grand", "greatgrand")) > 100


@pytest.mark.parametrize(
    ("preset", "options", "names"),
    [
        ("standard", {}, {"tichu", "grand"}),
        ("standard", {"grand_tichu": False}, {"tichu"}),
        ("great_grand", {"grand_tichu": False}, {"tichu", "greatgrand"}),
        ("wikipedia", {}, {"tichu", "grand", "greatgrand"}),
    ],
)
def test_calls_that_the_rules_have(
    preset: str, options: dict[str, object], names: set[str]
) -> None:
    """R2.3, R2.4."""
    rates = "random:tichu=0.1:grand=0.1:great_grand=0.1"
    logs = round_logs(rates, 200, 9, preset, **options)
    assert {CALL_NAMES[call] for _, log in logs for call, _ in calls_of(log)} == names


def test_windows_of_tichu() -> None:
    """R2.5: before the exchange, after it, and before each own turn or bomb up to a play."""
    when: Counter[str] = Counter()
    for _, log in round_logs("random:tichu=0.04:bomb=1", 12_000, 10):
        events, seats = log["event"].tolist(), log["seat"].tolist()
        for place in np.flatnonzero((log["event"] == CALL) & (log["call"] == TICHU)).tolist():
            before = [
                event
                for event, seat in zip(events[:place], seats, strict=False)
                if seat == seats[place] and event in (PLAY, BOMB)
            ]
            assert not before
            if GIVE not in events[:place]:
                when["before the exchange"] += 1
            elif PLAY not in events[:place]:
                when["after the exchange"] += 1
            else:
                assert seats[place + 1] == seats[place]
                passed = PASS_TURN in [
                    event
                    for event, seat in zip(events[:place], seats, strict=False)
                    if seat == seats[place]
                ]
                name = {PLAY: "play", PASS_TURN: "pass", BOMB: "bomb"}[events[place + 1]]
                when[f"{name} after a pass" if passed else name] += 1
    assert when["before the exchange"] > 500
    assert when["after the exchange"] > 500
    assert when["play"] > 200
    assert when["pass"] > 200
    assert when["play after a pass"] > 200
    assert when["bomb"] > 0


# --- bombs out of turn ---


def who_is_polled(slow: SlowPosition, escape: str) -> list[int]:
    """The seats in the order in which they may bomb now (R5.8)."""
    if slow.top is None or slow.ended is not None:
        return []
    order = [(slow.owner + k) % 4 for k in (1, 2, 3, 4)]
    if escape == "off" and not slow.waiting:  # A17: no offer just before the own turn
        order.remove(slow.turn)
    return [seat for seat in order if slow.bombs(seat)]


def check_polling(record: RoundRecord, escape: str) -> Counter[str]:
    """All bots throw whatever they can: the first in order that holds one is the next to play."""
    seen: Counter[str] = Counter()
    slow = SlowPosition(record.written())
    for event in map(str, record.events):
        polled = who_is_polled(slow, escape) if slow.playing else []
        if polled:
            seat, verb, *_ = event.split()
            assert int(seat) == polled[0], (event, polled)
            assert verb == ("play" if int(seat) == slow.turn and not slow.waiting else "bomb")
            seen["thrown"] += 1
            seen["several could"] += len(polled) > 1
            seen["own trick"] += polled[0] == slow.owner
            seen["waiting trick"] += slow.waiting
            seen["on turn"] += polled[0] == slow.turn and not slow.waiting
            seen["Dragon"] += slow.top is not None and slow.top.rank == 20
        slow.apply(event)
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("escape", ["follow", "off"])
def test_the_first_bomb_in_order_of_play_is_thrown(escape: str) -> None:
    """R5.5, R5.8, A10: in rounds in which several seats hold bombs."""
    run = a_run("random:bomb=1:tichu=0:grand=0", 6000, 11, options={"wish_bomb_escape": escape})
    played = play(run)
    several = np.flatnonzero(played.seats["bombs_held"].sum(axis=1) >= 2)
    found = records(run, played)
    seen: Counter[str] = Counter()
    for number in several[:60].tolist():
        seen += check_polling(found[number], escape)
    assert seen["thrown"] > 50, seen
    assert seen["several could"] > 10, seen
    if escape == "follow":
        assert seen["on turn"] > 10, seen


BOMBS = ("2j 2s 2p 2t", "4j 4s 4p 4t", "6j 6s 6p 6t", "8j 9j Tj Jj Qj")


def table_with(
    hands: list[str], owner: int, top: str, waiting: bool = False, escape: str = "follow"
) -> Record:
    """A trick in progress; every seat throws what it can."""
    rules = make_rules("standard", {"wish_bomb_escape": escape})
    table = new_table(rules, parse_bots("random:bomb=1:tichu=0", 4), logging=True)
    public = table["public"]
    begin_round(settings_of(rules), public, 0)
    public["owner"] = owner
    public["turn"] = owner if waiting else (owner + 1) % 4
    public["waiting"] = TRICK_WAITS if waiting else 0
    cards = parse_cards(top)
    public["top_cards"] = cards
    public["top_kind"], public["top_length"], public["top_level"] = combo(cards, 0)
    for seat, hand in enumerate(hands):
        table["own"][seat]["hand"] = parse_cards(hand)
        table["own"][seat]["holds_bomb"] = len(hand.split()) > 2
        public["size"][seat] = len(hand.split())
    return table


def thrown_in_turn(table: Record) -> list[tuple[int, str, int]]:
    """Offer bombs until nobody throws one; returns (seat, cards, out of turn) of each."""
    for _ in range(9):
        thrown = offer_bomb(table)
        assert table["fault"] == 0
        if not thrown:
            break
    log = table["log"][: table["logged"]]
    return [(int(row["seat"]), cards_text(row["cards"]), int(row["out_of_turn"])) for row in log]


def hands_of(*strengths: int) -> list[str]:
    """One hand a seat: a bomb of that strength (0 to 3) and two more cards, -1 for no bomb."""
    rest = ["Aj 3j", "As 3s", "Ap 3p", "At 3t"]
    return [
        rest[seat] if strength < 0 else f"{BOMBS[strength]} {rest[seat]}"
        for seat, strength in enumerate(strengths)
    ]


@pytest.mark.parametrize(
    ("strengths", "owner", "order"),
    [
        # The first after the owner throws, and polling restarts after him.
        ((3, 0, 1, 2), 0, [1, 2, 3, 0]),
        ((0, 1, 2, 3), 0, [1, 2, 3]),
        ((0, 1, 2, 3), 3, [0, 1, 2, 3]),
        ((3, 2, 1, 0), 0, [1, 0]),
        ((2, 3, 0, 1), 1, [2, 3, 0, 1]),
        ((-1, -1, 0, 1), 2, [3]),
        ((-1, -1, 1, 0), 2, [3, 2]),
        ((1, -1, -1, 0), 3, [0]),
        ((-1, -1, 0, -1), 2, [2]),
        ((-1, -1, -1, -1), 2, []),
    ],
)
@pytest.mark.parametrize("waiting", [False, True])
def test_order_of_bombs(
    strengths: tuple[int, ...], owner: int, order: list[int], waiting: bool
) -> None:
    """R5.8, R5.3, R5.7: from the seat after the owner on, the owner last; each bomb asks anew."""
    table = table_with(hands_of(*strengths), owner, "Kj", waiting)
    thrown = thrown_in_turn(table)
    assert [seat for seat, _, _ in thrown] == order
    on_turn = [] if waiting else [(owner + 1) % 4]
    for seat, cards, out_of_turn in thrown:
        assert cards == BOMBS[strengths[seat]]
        assert out_of_turn == (seat not in on_turn)
        on_turn = [(seat + 1) % 4]
    if order:
        assert table["public"]["owner"] == order[-1]
        assert table["public"]["turn"] == (order[-1] + 1) % 4
        assert table["public"]["waiting"] == 0


def test_without_the_escape_the_seat_on_turn_is_not_asked() -> None:
    """A17: `off` differs from `follow` in that the offer before the own turn is not made."""
    table = table_with(hands_of(-1, 1, 0, -1), 0, "Kj", escape="off")
    assert thrown_in_turn(table) == [(2, BOMBS[0], 1), (1, BOMBS[1], 1)]
    table = table_with(hands_of(-1, 1, -1, -1), 0, "Kj", escape="off")
    assert thrown_in_turn(table) == []
    # While a won trick waits, nobody is on turn.
    table = table_with(hands_of(-1, 1, -1, -1), 0, "Kj", waiting=True, escape="off")
    assert thrown_in_turn(table) == [(1, BOMBS[1], 1)]


def test_a_bomb_on_the_dragon() -> None:
    """R5.2, R10.3."""
    table = table_with(hands_of(0, -1, -1, -1), 0, "Dr", waiting=True)
    assert thrown_in_turn(table) == [(0, BOMBS[0], 1)]
