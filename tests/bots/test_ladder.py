"""Each bot beats the one before it, by so many points a round, with the interval clear of it."""

import pytest

from tichu_sim.game.rules import make_rules
from tichu_sim.studies.compare import compare
from tichu_sim.studies.sides import parse_sides

DEALS = 20_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse", "points"), [("greedy", "random", 20), ("expert", "greedy", 40)]
)
def test_each_rung_beats_the_one_below(better: str, worse: str, points: float) -> None:
    rules = make_rules()
    found = compare(rules, parse_sides([better, worse], rules), seed=11, units=DEALS)
    difference = found.pairs[0].paired().difference
    assert difference.low > points
