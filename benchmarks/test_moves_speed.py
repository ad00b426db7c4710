"""Legal plays, bombs, and what a set of cards is."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tichu_sim.game.bombs import has_bomb
from tichu_sim.game.combos import (
    FULLHOUSE,
    NO_COMBO,
    PAIR,
    PAIRSEQ,
    SINGLE,
    STRAIGHT,
    TRIPLE,
    combo,
)
from tichu_sim.game.moves import ESCAPE_FOLLOW, fill_plays
from tichu_sim.game.patterns import count_plays, list_plays, new_patterns, nth_play
from tichu_sim.jit import Array, Record, jit

Measure = Callable[..., Any]

TABLES = {
    "lead": (NO_COMBO, 0, 0),
    "single": (SINGLE, 1, 16),
    "pair": (PAIR, 2, 14),
    "triple": (TRIPLE, 3, 10),
    "pair sequence": (PAIRSEQ, 4, 12),
    "full house": (FULLHOUSE, 5, 8),
    "straight": (STRAIGHT, 5, 16),
}


@jit
def _fill_all(hands: Array, kind: int, length: int, level: int, wish: int, out: Record) -> int:
    total = 0
    for i in range(hands.shape[0]):
        n, _ = fill_plays(hands[i], kind, length, level, wish, ESCAPE_FOLLOW, out)
        total += n
    return total


@jit
def _draw_all(hands: Array, out: Record) -> int:
    total = 0
    for i in range(hands.shape[0]):
        n, _ = fill_plays(hands[i], 0, 0, 0, 0, ESCAPE_FOLLOW, out)
        plays = count_plays(hands[i], out, n)
        total += nth_play(hands[i], out, (7 * i) % plays) & 1
        total += plays
    return total


@jit
def _count_bombs(hands: Array) -> int:
    total = 0
    for i in range(hands.shape[0]):
        total += has_bomb(hands[i])
    return total


@jit
def _classify_all(plays: Array) -> int:
    total = 0
    for i in range(plays.shape[0]):
        kind, _, level = combo(plays[i], 0)
        total += kind + level
    return total


@pytest.mark.parametrize("name", TABLES)
def test_fill_plays(name: str, hands: Array, measure: Measure) -> None:
    """All legal plays of fourteen cards as patterns."""
    assert measure(len(hands), _fill_all, hands, *TABLES[name], 0, new_patterns()) > 0


@pytest.mark.parametrize("name", ["lead", "single", "straight"])
def test_fill_plays_under_a_wish(name: str, hands: Array, measure: Measure) -> None:
    """The same with a nine wished for."""
    assert measure(len(hands), _fill_all, hands, *TABLES[name], 9, new_patterns()) > 0


def test_draw_a_lead(hands: Array, measure: Measure) -> None:
    """Fill, count, and build one of all leads, as `random` does."""
    assert measure(len(hands), _draw_all, hands, new_patterns()) > 0


def test_has_bomb(hands: Array, measure: Measure) -> None:
    """About one hand in twenty has one."""
    assert measure(len(hands), _count_bombs, hands) > 300


def test_classify(hands: Array, measure: Measure) -> None:
    """What the plays of some hands are."""
    out, found = new_patterns(), []
    for hand in hands[:100]:
        n, _ = fill_plays(hand, 0, 0, 0, 0, ESCAPE_FOLLOW, out)
        found += list_plays(hand, out, n)
    plays = np.array(found, np.uint64)
    assert measure(len(plays), _classify_all, plays) > 0
