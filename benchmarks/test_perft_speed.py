"""Counting event sequences from the positions of the suite."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tichu_sim.game.perft import perft
from tichu_sim.game.position import Position
from tichu_sim.game.record import read_record
from tichu_sim.game.referee import replay

Measure = Callable[..., Any]

SUITE = [
    json.loads(line)
    for line in (Path(__file__).parent / "positions.jsonl").read_text().splitlines()
]


def _count(positions: list[Position], depth: int) -> int:
    return sum(perft(position, depth) for position in positions)


@pytest.mark.parametrize(("depth", "nodes"), [(4, None), (7, 2_987_242)])
def test_perft(depth: int, nodes: int | None, measure: Measure) -> None:
    """All positions to one depth; the rate is that of counted sequences."""
    positions = [replay(read_record(line["record"])) for line in SUITE]
    nodes = nodes or sum(line["nodes"][depth - 1] for line in SUITE)
    assert measure(nodes, _count, positions, depth) == nodes


def test_replay(measure: Measure) -> None:
    """All positions set up from their records; the rate is that of events."""
    records = [read_record(line["record"]) for line in SUITE]
    events = sum(len(record.events) for record in records)
    found = measure(events, lambda: [replay(record) for record in records])
    assert len(found) == len(records)
