"""Many rounds of every game: legal throughout, cards conserved, points and places complete."""

from collections.abc import Iterator

import numpy as np
import pytest
from samples.judge import (
    CARDS_LOST,
    FAIR,
    ILLEGAL,
    NOT_FINISHED,
    OTHER_END,
    OTHER_PILE,
    OTHER_PLACE,
    OTHER_SCORE,
    judge,
)

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.cards import N_CARDS
from tichu_sim.game.deal import hand_size
from tichu_sim.game.games import T52, TIENTSIN, TWO_TEA
from tichu_sim.game.rules import Rules, make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import has_two_packs
from tichu_sim.game.view import CALL_VALUES, DOUBLE_VICTORY, LAST_PLAYER, NO_CALL
from tichu_sim.jit import Array, u64
from tichu_sim.sim.blocks import Played, play_rounds
from tichu_sim.sim.rows import EVENT_NAMES, PLAY
from tichu_sim.sim.run import make_run

LIVELY = "random:bomb=0.5:wish=1:tichu=0.1:grand=0.15:great_grand=0.15"
TABLES = (("greedy",), (LIVELY,), ("greedy", LIVELY))
"""The bots of a table, taken in turn by its players."""

GAMES: dict[str, Rules] = {
    "standard": make_rules("great_grand"),
    "tournament": make_rules("goettingen", {"grand_tichu": True}),
    "threechu": make_rules("threechu"),
    "tientsin": make_rules("tientsin"),
    "grand_seigneur": make_rules("grand_seigneur"),
    "t52": make_rules("t52"),
    "two_tea": make_rules("two_tea"),
    "two_wuerzburg": make_rules("two_wuerzburg"),
}
OTHERS: dict[str, Rules] = {
    "five": make_rules("grand_seigneur", {"players": 5, "direction": "cw"}),
    "seven": make_rules("grand_seigneur", {"players": 7}),
    "twelve": make_rules("grand_seigneur", {"players": 12, "gs_push": "scaled"}),
    "threechu, two cards": make_rules("threechu", {"threechu_push": "opponents_only"}),
    "plain aces": make_rules("t52", {"t52_roles": "none", "self_overtake": True}),
    "other aces": make_rules("t52", {"t52_roles": "CHDS", "wish_bomb_escape": "off"}),
    "tea, own trick": make_rules("two_tea", {"self_overtake": True}),
    "tientsin, own trick": make_rules("tientsin", {"self_overtake": True, "great_grand": True}),
}


def played(rules: Rules, rounds: int, seed: int) -> Iterator[Played]:
    """Play about so many rounds, a third of them with each of the `TABLES`."""
    for number, names in enumerate(TABLES):
        bots = ",".join(names[player % len(names)] for player in range(rules.players))
        chosen = parse_bots(bots, rules.players)
        yield from play_rounds(make_run(rules, chosen, seed + number, rounds // len(TABLES)))


def how_often(seats: Array, name: str, two_packs: bool) -> Array:
    """How often each card is in some hands: (rounds, cards)."""
    bits = u64(1) << np.arange(N_CARDS, dtype=np.uint64)
    words = [seats[name], seats[f"{name}_2"]] if two_packs else [seats[name]]
    found: Array = sum((word[:, :, None] & bits != 0).sum(axis=1) for word in words)
    return found


def check_cards(rules: Rules, found: Played) -> None:
    """R1.1, R2.2, R15.2, R16.1, R16.6, R17.1, R18.1: the pack is dealt, in hands of their sizes."""
    settings, seats = settings_of(rules), found.seats
    pack = np.bincount(settings["pack"][: settings["n_cards"]] % N_CARDS, minlength=N_CARDS)
    for name in ("dealt", "hand"):
        there = how_often(seats, name, has_two_packs(rules))
        if rules.game.number == TWO_TEA:
            assert (there <= pack).all()
        else:
            assert (there == pack).all()
    held = sum(np.bitwise_count(seats[name]) for name in hand_words(rules))
    sizes = [
        [hand_size(settings, seat, dealer) for seat in range(rules.seats)]
        for dealer in range(rules.seats)
    ]
    assert (held == np.array(sizes)[found.rounds["dealer"]]).all()


def hand_words(rules: Rules) -> list[str]:
    return ["hand", "hand_2"] if has_two_packs(rules) else ["hand"]


def check_points(rules: Rules, found: Played) -> None:
    """R11.4 to R11.6, R15.8, R17.8, R17.9, R18.6: what the pack and the announcements are worth."""
    rounds, seats, game = found.rounds, found.seats, rules.game.number
    cards, double = rounds["cards"].astype(int), rounds["over"] == DOUBLE_VICTORY
    rows, first = np.arange(len(rounds)), rounds["first"].astype(int)
    team = np.arange(rules.seats) % rules.teams
    if game == TWO_TEA:
        called = seats["call"][rows, first] != NO_CALL
        assert (cards[rows, first] == np.where(called, 0, 50)).all()
        assert (cards[rows, 1 - first] == 0).all()
    else:
        assert (cards[~double].sum(axis=1) == 100).all()
        assert cards[~double].min() >= -25
        whole = {TIENTSIN: 300, T52: 200}.get(game, rules.number("double_victory"))
        assert (cards[double].sum(axis=1) == whole).all()
        assert (cards[double, first[double] % 2] == whole).all()
    value = np.array(CALL_VALUES)[seats["call"]]
    won = seats["place"] == 1
    calls = np.zeros_like(cards)
    for seat in range(rules.seats):
        to = team[seat]
        calls[:, to] += np.where(won[:, seat], value[:, seat], 0)
        if game == T52:
            calls[:, 1 - to] += np.where(won[:, seat], 0, value[:, seat])
        else:
            calls[:, to] -= np.where(won[:, seat], 0, value[:, seat])
    assert (calls == rounds["calls"]).all()


def check(rules: Rules, rounds: int, seed: int) -> set[str]:
    """Check everything about many rounds; returns what happens in them."""
    done, seen = 0, set[str]()
    for found in played(rules, rounds, seed):
        assert judge(rules, found) == (len(found.rounds), FAIR)
        check_cards(rules, found)
        places = np.sort(found.seats["place"], axis=1)
        assert (places == np.arange(1, rules.seats + 1)).all()
        assert set(found.rounds["over"].tolist()) <= {LAST_PLAYER, DOUBLE_VICTORY}
        if rules.has_points:
            check_points(rules, found)
        done += len(found.rounds)
        seen |= {EVENT_NAMES[event] for event in np.unique(found.events["event"]).tolist()}
        seen |= {"whole team"} if (found.rounds["over"] == DOUBLE_VICTORY).any() else set()
    assert done >= rounds // len(TABLES) * len(TABLES)
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_rounds_are_legal_and_whole(name: str) -> None:
    usual = {"play", "pass", "bomb"}
    of_teams = {"call", "give", "gift", "whole team"}
    game = {
        "grand_seigneur": {"push", "return"},
        "two_tea": {"call", "give", "stack"},
        "two_wuerzburg": {*of_teams, "first"},
    }
    assert check(GAMES[name], 1200, 31) == usual | game.get(name, of_teams)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_100_000_rounds_are_legal_and_whole(name: str) -> None:
    check(GAMES[name], 100_000, 32)


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_rounds_with_other_options_are_legal_and_whole(name: str) -> None:
    check(OTHERS[name], 3000, 33)


@pytest.mark.parametrize("name", ["standard", "tientsin", "grand_seigneur", "two_tea"])
def test_what_is_wrong_is_noticed(name: str) -> None:
    rules = GAMES[name]
    found = next(played(rules, 60, 34))
    number = 7
    begin = int(found.rounds["events"][:number].sum())
    end = begin + int(found.rounds["events"][number])

    def verdict(
        part: int, field: str, place: int | tuple[int, int], change: int
    ) -> tuple[int, int]:
        rows = [rows.copy() for rows in found]
        rows[part][field][place] += change
        return judge(rules, Played(*rows))

    rounds, seats, events = 0, 1, 2
    last = int(np.flatnonzero(found.events["event"][:end] == PLAY)[-1])
    assert verdict(events, "seat", last, 1 if found.events["seat"][last] == 0 else -1) == (
        number,
        ILLEGAL,
    )
    assert verdict(rounds, "over", number, 1) == (number, OTHER_END)
    assert verdict(seats, "place", (number, 0), 1) == (number, OTHER_PLACE)
    assert verdict(seats, "points", (number, 1), 5) == (number, OTHER_PILE)
    assert verdict(seats, "hand", (number, 1), 1 << 20) == (number, CARDS_LOST)
    if rules.has_points:
        assert verdict(rounds, "cards", (number, 1), 5) == (number, OTHER_SCORE)
        assert verdict(rounds, "calls", (number, 0), 100) == (number, OTHER_SCORE)
    one = Played(
        found.rounds[number : number + 1].copy(),
        found.seats[number : number + 1],
        found.events[begin:end],
    )
    assert judge(rules, one) == (1, FAIR)
    one.rounds["events"] -= end - last
    assert judge(rules, one) == (0, NOT_FINISHED)
