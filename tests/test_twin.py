"""The engine held against the slow twin in every game: the same faults, moves, calls and counts."""

import json
import random
from typing import Any

import pytest
from reference.faulty import damaged
from reference.position import Position as SlowPosition
from reference.replay import check
from reference.replay import replay as slow_replay
from reference.rounds import random_record
from samples.arranged import copied
from samples.family import FAMILY, moves_of

from tichu_sim.game.events import FaultError, event_text, parse_event
from tichu_sim.game.perft import perft
from tichu_sim.game.position import Position
from tichu_sim.game.record import read_record
from tichu_sim.game.referee import find_fault, replay

CALLS = ("greatgrand", "grand", "tichu")
MOST_SEQUENCES = 2000
STOPS = (None, "telling", "random")


def compare_calls(fast: Position, slow: SlowPosition) -> None:
    """Compare the announcements that are accepted, and those that are still asked for."""
    for seat in range(slow.game.seats):
        accepted = []
        for call in CALLS:
            try:
                copied(fast).carry_out(parse_event(f"{seat} {call}", fast.rules))
            except FaultError:
                continue
            accepted.append(call)
        expected = slow.may_call(seat)
        assert sorted(accepted) == sorted(expected)
        # A call of an earlier window is taken too, as long as nothing later is written.
        asked = "tichu" if slow.complete else "grand"
        assert fast.may_call(seat) == [call for call in expected if call == asked]


def compare_position(record: dict[str, Any]) -> None:
    """Compare what may be done at the end of a record, and how it may go on."""
    fast, slow = replay(read_record(record)), slow_replay(record)
    assert moves_of(fast) == slow.moves()
    compare_calls(fast, slow)
    for depth in range(4):
        count = perft(fast, depth)
        if count > MOST_SEQUENCES:
            break
        assert count == slow.perft(depth)


def compare_texts(record: dict[str, Any]) -> None:
    """Read and write a record; the twin's events are written as the engine writes them."""
    found = read_record(record)
    again = json.loads(found.line())
    assert read_record(again) == found
    texts = [event_text(parse_event(text, found.rules), found.rules) for text in record["events"]]
    assert texts == record["events"]


def compare_faults(rng: random.Random, record: dict[str, Any]) -> None:
    """Compare the verdicts on a record with one thing changed."""
    other = json.loads(json.dumps(damaged(rng, record)))
    slow, fast = check(other), find_fault(other)
    if slow is None or fast is None:
        assert slow is None
        assert fast is None
    elif fast.text or slow.index is not None:
        assert fast.event == slow.index, (fast.line(), slow)


def compare(name: str, seed: int) -> None:
    """Compare everything about one random record of a game."""
    rng = random.Random(f"{name} {seed}")
    record = random_record(rng, FAMILY[name], STOPS[seed % len(STOPS)])
    assert find_fault(record) is None
    compare_texts(record)
    compare_position(record)
    if "result" in record:
        assert replay(read_record(record)).result().written() == record["result"]
    for _ in range(6):
        compare_faults(rng, record)


@pytest.mark.parametrize("name", FAMILY)
def test_a_record_of_every_game(name: str) -> None:
    compare(name, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILY)
def test_records_of_every_game(name: str) -> None:
    for seed in range(2, 14):
        compare(name, seed)
