"""Figures beside those of people."""

import numpy as np
import pytest
from scipy import stats

from tichu_sim.errors import InputError
from tichu_sim.studies.call_tally import CallTally
from tichu_sim.studies.categories import N_CATEGORIES
from tichu_sim.studies.people import agreement, people, well_called
from tichu_sim.studies.shipped import shipped_file
from tichu_sim.studies.stats import Moments


def tallies(chances: list[float], values: list[float]) -> list[CallTally]:
    return [
        CallTally(1000, first_called=round(1000 * chance), value=Moments(1000, 1000 * value, 0))
        for chance, value in zip(chances, values, strict=True)
    ]


def test_how_near_figures_are() -> None:
    frame = people()
    kept = well_called(frame)
    assert kept.sum() == 23
    rng = np.random.default_rng(1)
    chances = frame["chance_strong"].fillna(0.5) + rng.normal(0, 0.03, N_CATEGORIES).clip(-0.1, 0.1)
    values = frame["call_value_all"].fillna(7) + 10
    found = agreement(tallies(chances.clip(0, 1).tolist(), values.tolist()), frame)
    assert found.categories == 23
    assert found.calls == frame.loc[kept, "calls_strong"].sum()
    shown = np.round(chances.clip(0, 1), 3)[kept]
    theirs = (frame["made_strong"] / frame["calls_strong"])[kept]
    weights = frame.loc[kept, "calls_strong"]
    assert found.rms == pytest.approx(np.sqrt(np.average((shown - theirs) ** 2, weights=weights)))
    assert found.rank_correlation == pytest.approx(stats.spearmanr(shown, theirs).statistic)
    assert found.value_rms["all"] == pytest.approx(10)


def test_shares_are_exact() -> None:
    assert people()["share"].sum() == pytest.approx(1, abs=1e-12)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(InputError, match=r"^data/none\.csv, which comes with the program, is not"):
        shipped_file("none.csv")
