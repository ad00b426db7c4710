"""What the kernel plays, written down and judged by the referee."""

import numpy as np
import pytest

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.record import parse_line, read_record
from tichu_sim.game.referee import find_fault
from tichu_sim.game.rules import make_rules
from tichu_sim.sim.holdings import NO_HOLDINGS
from tichu_sim.sim.kernel import MOST_EVENTS, play_units
from tichu_sim.sim.records import round_record
from tichu_sim.sim.rows import event_row, round_row, seat_row
from tichu_sim.sim.table import new_table

ROUNDS = 100


@pytest.mark.parametrize(
    ("bots", "options"),
    [
        ("greedy", {}),
        ("random", {}),
        ("random", {"great_grand": True, "wish_bomb_escape": "off", "calls_per_team": "one"}),
        (
            "random",
            {"wish_bomb_escape": "follow_and_lead", "dragon_last_kept": True, "grand_tichu": False},
        ),
    ],
)
def test_rounds_of_the_kernel_are_legal(bots: str, options: dict[str, object]) -> None:
    rules = make_rules("standard", options)
    table = new_table(rules, parse_bots(bots, rules.seats), logging=True)
    rows = np.zeros(ROUNDS, round_row(rules.teams))
    seat_rows = np.zeros((ROUNDS, rules.seats), seat_row(rules.seats))
    log = np.zeros(ROUNDS * MOST_EVENTS, event_row())
    play_units(table, 7, 0, ROUNDS, False, rows, seat_rows, log, NO_HOLDINGS)
    end = 0
    for row, seats in zip(rows, seat_rows, strict=True):
        begin, end = end, end + row["events"]
        record = round_record(rules, row, seats, log[begin:end], seed=7)
        assert find_fault(parse_line(record.line())) is None
        assert read_record(parse_line(record.line())) == record
