"""The engine held against the slow twin: the same faults, moves and counts in random records."""

import json
import random
from typing import Any

import pytest
from reference.faulty import damaged
from reference.replay import check
from reference.replay import replay as slow_replay
from reference.rounds import random_record

from tichu_sim.game.events import BOMB, play_text
from tichu_sim.game.perft import perft
from tichu_sim.game.record import read_record
from tichu_sim.game.referee import find_fault, replay

RULES: list[Any] = [
    "standard",
    "great_grand",
    "wikipedia",
    {"preset": "standard", "calls_per_team": "one"},
    {"preset": "standard", "wish_bomb_escape": "off"},
    {"preset": "standard", "wish_bomb_escape": "follow_and_lead"},
    {"preset": "standard", "dragon_last_kept": True, "grand_tichu": False},
]


def sample(seed: int, stop: str | None) -> tuple[random.Random, dict[str, Any]]:
    rng = random.Random(seed)
    return rng, random_record(rng, RULES[seed % len(RULES)], stop)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(28))
def test_the_same_faults(seed: int) -> None:
    rng, record = sample(seed, None if seed % 3 else "random")
    assert find_fault(record) is None
    for _ in range(6):
        other = json.loads(json.dumps(damaged(rng, record)))
        slow, fast = check(other), find_fault(other)
        if slow is None or fast is None:
            assert slow is None
            assert fast is None
        elif fast.text or slow.index is not None:
            assert fast.event == slow.index, (fast.line(), slow)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 142))
def test_the_same_moves(seed: int) -> None:
    record = sample(seed, "telling" if seed % 3 else "random")[1]
    position, slow = replay(read_record(record)), slow_replay(record)
    choices = position.choices()
    assert {
        "seat": choices.seat,
        "plays": sorted(play_text(play) for play in choices.plays),
        "pass": choices.may_pass,
        "bombs": {
            str(seat): sorted(play_text(bomb, BOMB) for bomb in bombs)
            for seat, bombs in choices.bombs.items()
        },
        "gifts": choices.gifts,
    } == slow.moves()
    for depth in range(4):
        count = perft(position, depth)
        if count > 3000:
            break
        assert count == slow.perft(depth)
