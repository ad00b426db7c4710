"""Figures by category beside what people did with such hands."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from tichu_sim.studies.call_tally import CallTally
from tichu_sim.studies.categories import N_HOLDINGS, read_published
from tichu_sim.studies.shipped import shipped_file

GROUPS = ("strong", "all")
"""Strong players, and all of them."""

_LEAST_CALLS = 300
_LEAST_CALLED = 0.5


class Agreement(NamedTuple):
    """How near figures by category are to those of people.

    Attributes
    ----------
    categories : int
        In how many strong players made at least 300 calls and called at least half of their hands.
        In others those who call are hand-picked, and their hands better than the category.
    calls : int
        Their calls in these.
    rms : float
        Root mean square difference of the chance to go out first to the share that they made,
        weighted by their calls; from 0 to 1.
    rank_correlation : float
        Spearman's, of the same.
    value_rms : dict of str to float
        For each group the root mean square difference of the call's value to the study's, in
        points, weighted by the group's calls, over all categories for which it has one.
    """

    categories: int
    calls: int
    rms: float
    rank_correlation: float
    value_rms: dict[str, float]


def people() -> pd.DataFrame:
    """Return what people did, by category.

    Returns
    -------
    DataFrame
        `categories.read_published`, ``share`` (of all holdings), and for each group ``called_``
        (share of its hands) and ``chance_`` (share of its calls that were made; nan without one).
    """
    frame = read_published(shipped_file("human_grand_tichu_by_category.csv"))
    frame["share"] = frame["deals"] / N_HOLDINGS
    for group in GROUPS:
        calls = frame[f"calls_{group}"]
        frame[f"called_{group}"] = calls / frame[f"rounds_{group}"]
        frame[f"chance_{group}"] = frame[f"made_{group}"] / calls.where(calls > 0)
    return frame


def well_called(frame: pd.DataFrame) -> pd.Series:
    """Return which categories of `people` say most about hands and not about who calls."""
    often = frame["called_strong"] >= _LEAST_CALLED
    return (frame["calls_strong"] >= _LEAST_CALLS) & often


def agreement(found: Sequence[CallTally], frame: pd.DataFrame) -> Agreement:
    """Return how near tallies of all categories, in their order, are to `people`."""
    chance = pd.Series([one.p_first().value for one in found], frame.index)
    value = pd.Series([one.call_value().value for one in found], frame.index)
    kept = well_called(frame)
    theirs, calls = frame.loc[kept, "chance_strong"], frame.loc[kept, "calls_strong"]
    ranks = np.corrcoef(chance[kept].rank(), theirs.rank())
    return Agreement(
        int(kept.sum()),
        int(calls.sum()),
        rms(chance[kept] - theirs, calls),
        float(ranks[0, 1]),
        {
            group: rms(value - frame[f"call_value_{group}"], frame[f"calls_{group}"])
            for group in GROUPS
        },
    )


def rms(differences: npt.ArrayLike, weights: npt.ArrayLike) -> float:
    """Return the weighted root mean square of differences, those that are not known left out.

    Examples
    --------
    >>> rms([0.0, math.nan, 2.0], [3, 5, 1])
    1.0
    """
    apart = np.asarray(differences, dtype=np.float64)
    known = ~np.isnan(apart)
    weight = np.asarray(weights, dtype=np.float64)[known]
    return math.sqrt(float(weight @ np.square(apart[known])) / float(weight.sum()))
