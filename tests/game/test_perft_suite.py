"""The suite of positions in benchmarks/: the engine's counts, and the twin's where they are few."""

import json
from pathlib import Path
from typing import Any

import pytest
from reference.replay import replay as slow_replay

from tichu_sim.game.perft import perft
from tichu_sim.game.record import read_record
from tichu_sim.game.referee import replay

SUITE: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "benchmarks" / "positions.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
every_position = pytest.mark.parametrize("line", SUITE, ids=lambda line: str(line["what"]))


def test_the_suite() -> None:
    """Thirty positions, all different, each counted to depth 4, verified at least to depth 2."""
    assert len(SUITE) >= 30
    assert len({line["what"] for line in SUITE}) == len(SUITE)
    assert len({json.dumps(line["record"]) for line in SUITE}) == len(SUITE)
    for line in SUITE:
        assert len(line["nodes"]) == 4
        assert 2 <= line["verified"] <= 4
    assert sum(line["verified"] == 4 for line in SUITE) > 20
    assert max(line["nodes"][3] for line in SUITE) > 50_000


@every_position
def test_counts_of_the_engine(line: dict[str, Any]) -> None:
    position = replay(read_record(line["record"]))
    assert [perft(position, depth) for depth in range(1, 5)] == line["nodes"]


@every_position
def test_counts_of_the_twin(line: dict[str, Any]) -> None:
    slow = slow_replay(line["record"])
    for depth, count in enumerate(line["nodes"], start=1):
        if count > 150:
            break
        assert slow.perft(depth) == count
