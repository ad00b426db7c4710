"""Every play that people made from 30,332 hands is among the generated ones."""

import gzip
import json
from pathlib import Path

import pytest

from tichu_sim.game.cards import parse_cards
from tichu_sim.game.combos import NO_COMBO, combo
from tichu_sim.game.moves import fill_plays
from tichu_sim.game.patterns import (
    list_plays,
    new_patterns,
    pattern_kind,
    pattern_length,
    pattern_level,
)
from tichu_sim.game.phoenix import all_readings
from tichu_sim.jit import Record, u64

HANDS = Path(__file__).parents[3] / "shared" / "data" / "human_hands.jsonl.gz"


@pytest.mark.slow
@pytest.mark.skipif(not HANDS.exists(), reason="the real hands are not here")
def test_plays_of_people_are_generated() -> None:
    patterns = new_patterns()
    missing: list[str] = []
    hands = plays = 0
    with gzip.open(HANDS, "rt") as file:
        for line in file:
            written = json.loads(line)
            hand = int(parse_cards(written["hand"]))
            hands += 1
            for text in written["plays"]:
                cards = int(parse_cards(text))
                n, _ = fill_plays(u64(hand), NO_COMBO, 0, 0, 0, 1, patterns)
                plays += 1
                if cards & ~hand or not generated(hand, cards, patterns, n):
                    missing.append(f"{text} from {written['hand']}")
                hand ^= cards
    assert missing == []
    assert hands == 30_332
    assert plays > 100_000


def _read(pattern: int) -> tuple[int, int, int]:
    return pattern_kind(pattern), pattern_length(pattern), pattern_level(pattern)


def generated(hand: int, cards: int, patterns: Record, n: int) -> bool:
    readings = all_readings(u64(cards))
    for play in readings:
        kind, length, level = combo(u64(play), 0)
        same = new_patterns()
        alike = [
            pattern for pattern in patterns["at"][:n] if _read(pattern) == (kind, length, level)
        ]
        same["at"][: len(alike)] = alike
        if play not in list_plays(u64(hand), same, len(alike)):
            return False
    return bool(readings)
