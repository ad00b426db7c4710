"""The distribution of round scores: pairs counted once, and what no round can bring refused."""

import math
import re
from typing import Any

import numpy as np
import pytest

from tichu_sim.errors import InputError
from tichu_sim.studies.round_scores import round_scores


def test_pairs_are_counted() -> None:
    found = round_scores([200, 40, 200, -25], [0, 60, 0, 125], [1, 2, 0.5, 0])
    assert (found.us.tolist(), found.them.tolist()) == ([40, 200], [60, 0])
    assert (found.weight.tolist(), found.rounds) == ([2, 1.5], 3.5)
    pairs, chance = found.table()
    assert pairs.tolist() == [[40, 60], [200, 0]]
    assert chance == pytest.approx([2 / 3.5, 1.5 / 3.5])


def test_a_symmetric_table_has_both_sides() -> None:
    pairs, chance = round_scores([200, 50], [0, 50], symmetric=True).table()
    assert pairs.tolist() == [[50, 50], [200, 0], [50, 50], [0, 200]]
    assert chance.tolist() == [0.25] * 4


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (([], []), "weights of rounds: they should be 0 or more, and not all 0"),
        (([5], [0], [0]), "weights of rounds: they should be 0 or more, and not all 0"),
        (([5, 5], [0, 0], [2, -1]), "weights of rounds: they should be"),
        (([5], [0], [math.nan]), "weights of rounds: they should be"),
        (([5, 0], [0]), "round scores and weights of lengths 2, 1 and 2: they should be the same"),
        (([5], [0], [1, 1]), "round scores and weights of lengths 1, 1 and 2: they should be"),
        (([51], [49]), "51 points: they should be a multiple of 5"),
        (([5], [2.5]), "2.5 points: they should be a multiple of 5"),
        (([5], [math.nan]), "nan points: they should be a multiple of 5"),
        ((["5"], [0]), "points are numbers, not "),
        (([0], [-1005]), "round score -1005 (them): it should be from -1000 to 1000"),
    ],
)
def test_what_is_refused(arguments: Any, told: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(told)}"):
        round_scores(*arguments)


def test_whole_numbers_of_any_type() -> None:
    found = round_scores(np.array([40.0]), np.array([60], np.int16))
    assert (found.us.tolist(), found.them.tolist()) == ([40], [60])
    assert found.us.dtype == found.them.dtype == np.int64
