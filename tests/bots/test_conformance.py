"""What every bot must pass: legal answers to every question, always the same, without peeking."""

from collections import Counter
from functools import cache

import numpy as np
import pytest
from samples.rounds import a_run, play, records

from tichu_sim.bots.registry import BOTS
from tichu_sim.game.cards import MAHJONG
from tichu_sim.game.games import GAMES, STANDARD, Game
from tichu_sim.game.referee import find_fault
from tichu_sim.game.rules import make_rules
from tichu_sim.game.view import CALL_NAMES
from tichu_sim.jit import Array, u64
from tichu_sim.sim.blocks import Played
from tichu_sim.sim.rows import CALL, EVENT_NAMES, FIRST, GIFT, PUSH, RETURN, STACK

ROUNDS = 20_000
SEATS = 4

# With Great Grand in the rules every question there is can come up.
PRESET = "great_grand"

NEVER = {"greedy": {"greatgrand"}, "expert": {"greatgrand"}}
"""What a bot does not do unless its parameters say so."""

every_bot = pytest.mark.parametrize("name", BOTS)


@cache
def played_by(name: str) -> Played:
    return play(a_run(name, ROUNDS, seed=77, preset=PRESET))


@every_bot
def test_twenty_thousand_rounds_without_an_illegal_play(name: str) -> None:
    """The kernel stops at an illegal play, pass or bomb."""
    assert len(played_by(name).rounds) == ROUNDS


@every_bot
def test_everything_is_asked_and_answered(name: str) -> None:
    """Calls, exchange, plays, passes, bombs out of turn, wishes and gifts all occur."""
    events = played_by(name).events
    found = Counter(EVENT_NAMES[code] for code in events["event"].tolist())
    found.update(CALL_NAMES[call] for call in events["call"][events["event"] == CALL].tolist())
    found["wish"] = int((events["wish"] > 0).sum())
    found["out of turn"] = int(events["out_of_turn"].sum())
    elsewhere = {EVENT_NAMES[code] for code in (STACK, FIRST, PUSH, RETURN)}
    wanted = {*EVENT_NAMES, *CALL_NAMES, "wish", "out of turn"} - {"none", *elsewhere}
    missing = {what for what in wanted if found[what] == 0}
    assert missing == NEVER.get(name, set())
    assert found["give"] == SEATS * ROUNDS


def is_one_card(words: Array) -> Array:
    single: Array = (words != 0) & (words & (words - u64(1)) == 0)
    return single


@every_bot
def test_legal_exchanges_wishes_and_gifts(name: str) -> None:
    """R3.1, R7.1, R10.2: what the kernel takes from a bot without a question."""
    seats, events = played_by(name).seats, played_by(name).events
    given, received = seats["given"][:, :, 1:], seats["received"][:, :, 1:]
    assert is_one_card(given).all()
    assert is_one_card(received).all()
    passed_on = np.bitwise_or.reduce(given, axis=2)
    assert (np.bitwise_count(passed_on) == SEATS - 1).all()
    assert (passed_on & ~seats["dealt"] == 0).all()
    got = np.bitwise_or.reduce(received, axis=2)
    assert (seats["hand"] == (seats["dealt"] & ~passed_on | got)).all()
    wishes = events["wish"]
    assert np.isin(wishes, [0, *range(2, 15)]).all()
    assert (events["cards"][wishes > 0] & MAHJONG != 0).all()
    gifts = events[events["event"] == GIFT]
    assert ((gifts["target"] - gifts["seat"]) % 2 == 1).all()
    assert ((gifts["target"] >= 0) & (gifts["target"] < SEATS)).all()


@every_bot
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_referee_agrees(name: str, game: Game) -> None:
    """In every game the answers are legal, those too that the kernel takes without a look."""
    preset = PRESET if game.number == STANDARD else next(iter(game.presets))
    players = make_rules(preset).players
    bots = ",".join([name, "random", name, "greedy", name, "random"][:players])
    for record in records(a_run(bots, 100, seed=78, preset=preset)):
        assert find_fault(record.written()) is None


def different(one: Array, other: Array) -> set[str]:
    """The fields in which two arrays differ."""
    names = one.dtype.names or ()
    return {name for name in names if (one[name] != other[name]).any()}


@every_bot
def test_a_seed_always_gives_the_same_rounds(name: str) -> None:
    """In another order, at another table, with other rounds before."""
    run = a_run(name, 400, seed=77, preset=PRESET)
    again = play(run)
    assert not different(again.rounds, played_by(name).rounds[:400])
    assert not different(again.seats, played_by(name).seats[:400])
    assert not different(again.events, played_by(name).events[: len(again.events)])
    other = play(a_run(name, 400, seed=78, preset=PRESET))
    assert not (other.seats["dealt"] == again.seats["dealt"]).any(axis=1).all()
