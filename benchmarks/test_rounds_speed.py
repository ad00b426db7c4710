"""Whole rounds of the kernel on one core."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.games import GAMES
from tichu_sim.game.legal import LEGAL
from tichu_sim.game.rules import make_rules
from tichu_sim.game.state import has_two_packs, slots_of
from tichu_sim.jit import u64
from tichu_sim.sim.holdings import NO_HOLDINGS
from tichu_sim.sim.kernel import play_units
from tichu_sim.sim.rows import event_row, round_row, seat_row
from tichu_sim.sim.table import new_table

Measure = Callable[..., Any]

ROUNDS = 1800
"""A multiple of the rounds of every game whose rounds go together."""
PRESETS = [next(iter(game.presets)) for game in GAMES]


def time_rounds(preset: str, bots: str, logging: bool, measure: Measure) -> None:
    rules = make_rules(preset)
    table = new_table(rules, parse_bots(bots, rules.players), logging)
    two_packs, games = has_two_packs(rules), not rules.game.own_rounds
    units = ROUNDS // rules.number("rounds") if games else ROUNDS
    rows = np.zeros(ROUNDS, round_row(rules.teams))
    seat_rows = np.zeros((ROUNDS, rules.game.chairs), seat_row(slots_of(rules), two_packs))
    log = np.zeros((ROUNDS + 1) * len(table["log"]) if logging else 0, event_row(two_packs))
    played, done, _, fault = measure(
        ROUNDS, play_units, table, u64(1), 0, units, games, rows, seat_rows, log, NO_HOLDINGS
    )
    assert (played, done, fault) == (units, ROUNDS, LEGAL)


@pytest.mark.parametrize("logging", [False, True], ids=["plain", "every event logged"])
@pytest.mark.parametrize("bots", ["random", "greedy", "greedy,random,greedy,random"])
def test_round(bots: str, logging: bool, measure: Measure) -> None:
    time_rounds("standard", bots, logging, measure)


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("preset", PRESETS[1:])
def test_round_of_another_game(preset: str, bots: str, measure: Measure) -> None:
    time_rounds(preset, bots, False, measure)
