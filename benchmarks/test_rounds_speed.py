"""Whole rounds of the kernel on one core."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.legal import LEGAL
from tichu_sim.game.rules import make_rules
from tichu_sim.jit import u64
from tichu_sim.sim.kernel import MOST_EVENTS, play_units
from tichu_sim.sim.rows import EVENT_ROW, round_row, seat_row
from tichu_sim.sim.table import new_table

Measure = Callable[..., Any]

ROUNDS = 2000


@pytest.mark.parametrize("logging", [False, True], ids=["plain", "every event logged"])
@pytest.mark.parametrize("bots", ["random", "greedy", "greedy,random,greedy,random"])
def test_round(bots: str, logging: bool, measure: Measure) -> None:
    rules = make_rules()
    table = new_table(rules, parse_bots(bots, rules.seats), logging)
    rows = np.zeros(ROUNDS, round_row(rules.teams))
    seat_rows = np.zeros((ROUNDS, rules.seats), seat_row(rules.seats))
    log = np.zeros(ROUNDS * MOST_EVENTS if logging else 0, EVENT_ROW)
    units, done, _, fault = measure(
        ROUNDS, play_units, table, u64(1), 0, ROUNDS, False, rows, seat_rows, log
    )
    assert (units, done, fault) == (ROUNDS, ROUNDS, LEGAL)
