"""Dealing and random numbers."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tichu_sim.game.cards import N_CARDS
from tichu_sim.game.deal import deal
from tichu_sim.game.rules import Rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.view import own_dtype
from tichu_sim.jit import Array, Record, jit, u64
from tichu_sim.rng import DEAL, below, stream

Measure = Callable[..., Any]

TIMES = 100_000


@jit
def _deal_often(n: int, rules: Record, own: Array, pack: Array) -> int:
    total = u64(0)
    for number in range(n):
        deal(rules, own, pack, 0, stream(u64(1), number, 0, DEAL))
        total += own[0].hand
    return total


@jit
def _draw_often(n: int, counter: int) -> int:
    total = 0
    for _ in range(n):
        number, counter = below(counter, N_CARDS)
        total += number
    return total


def test_deal(measure: Measure) -> None:
    """Four hands of fourteen, the first eight known apart."""
    rules, own, pack = settings_of(Rules()), np.zeros(4, own_dtype(4)), np.zeros(N_CARDS, np.uint8)
    assert measure(TIMES, _deal_often, TIMES, rules, own, pack) > 0


def test_below(measure: Measure) -> None:
    """Whole numbers below 56."""
    assert measure(TIMES, _draw_often, TIMES, u64(7)) > 0
