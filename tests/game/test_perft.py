"""Counted event sequences against the examples, and against a count without short cuts."""

import json
from pathlib import Path
from typing import Any

import pytest
from samples.arranged import copied

from tichu_sim.errors import InputError
from tichu_sim.game.cards import parse_cards
from tichu_sim.game.dealt import Deal
from tichu_sim.game.events import GIFT, PASS_TURN, Event
from tichu_sim.game.opening import PLAYING
from tichu_sim.game.perft import LONGEST_ROUND, perft
from tichu_sim.game.position import Position
from tichu_sim.game.record import read_record
from tichu_sim.game.referee import replay
from tichu_sim.game.rules import Rules

DATA = Path(__file__).parents[1] / "reference_data"
EXAMPLES: list[dict[str, Any]] = [
    json.loads(line)
    for name in ("perft.jsonl", "positions.jsonl")
    for line in (DATA / name).read_text().splitlines()
]
RECORDS = [example["record"] for example in EXAMPLES]


def at(record: dict[str, Any]) -> Position:
    return replay(read_record(record))


def events_of(position: Position) -> list[Event]:
    choices = position.choices()
    if choices.seat is None:
        return []
    seat = choices.seat
    passes = [Event(seat, PASS_TURN)] if choices.may_pass else []
    gifts = (Event(seat, GIFT, target=target) for target in choices.gifts)
    return [*choices.plays, *passes, *gifts]


def slow_perft(position: Position, depth: int) -> int:
    events = events_of(position) if depth else []
    if depth < 2:
        return len(events) if depth else 1
    count = 0
    for event in events:
        after = copied(position)
        after.carry_out(event)
        count += slow_perft(after, depth - 1)
    return count


@pytest.mark.parametrize("example", [example for example in EXAMPLES if "nodes" in example])
def test_example(example: dict[str, Any]) -> None:
    position = at(example["record"])
    counts = [perft(position, depth + 1) for depth in range(len(example["nodes"]))]
    assert counts == example["nodes"]


@pytest.mark.parametrize("record", RECORDS)
def test_no_short_cut_changes_the_count(record: dict[str, Any]) -> None:
    position = at(record)
    for depth in range(7):
        count = perft(position, depth)
        if count > 800:
            break
        assert count == slow_perft(position, depth)


def test_the_position_stays_as_it_is() -> None:
    position = at(RECORDS[0])
    before = position.public.copy(), position.own.copy()
    perft(position, 4)
    assert (position.public == before[0]).all()
    assert (position.own == before[1]).all()


def test_depths() -> None:
    position = at(RECORDS[0])
    assert perft(position, 0) == 1
    assert perft(position, LONGEST_ROUND + 1) == 0
    with pytest.raises(InputError, match="depth -1"):
        perft(position, -1)


def test_before_the_first_play_there_is_nothing_to_count() -> None:
    record = {**RECORDS[0], "events": []}
    assert [perft(at(record), depth) for depth in (0, 1, 2)] == [1, 0, 0]


@pytest.mark.parametrize(
    "hands",
    [
        ["Aj", "Dr 2j", "Kj Ks", "Ph 3j"],
        ["Dr", "9j", "8j", "7j"],
        ["Dg 4j", "5j 5s", "6j", "7j Dr"],
        ["", "Dr 2j 2s", "Kj Ks Ph", "Dg 3j"],
    ],
)
def test_to_the_end_of_a_round(hands: list[str]) -> None:
    masks = tuple(int(parse_cards(hand)) for hand in hands)
    position = Position(Rules(), Deal(masks, masks))
    position.stage["phase"] = PLAYING
    position.public["size"] = [mask.bit_count() for mask in masks]
    position.public["place"] = [mask == 0 for mask in masks]
    position.public["out"] = sum(mask == 0 for mask in masks)
    position.public["active"] = sum(mask > 0 for mask in masks)
    position.public["turn"] = 3
    counts = [perft(position, depth) for depth in range(30)]
    assert counts[-1] == 0
    depth = 0
    while counts[depth] and counts[depth] < 150:
        assert slow_perft(position, depth) == counts[depth]
        depth += 1
