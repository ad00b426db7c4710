"""Intervals of 95 % for what runs came to."""

import math
from typing import NamedTuple

import numpy as np
import pandas as pd

Z95 = 1.959964
"""Quantile of the normal distribution for intervals of 95 %."""


class Interval(NamedTuple):
    """An estimate with its interval."""

    value: float
    low: float
    high: float


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % interval of a chance (Wilson 1927), also good near 0 and 1.

    Examples
    --------
    >>> [round(bound, 3) for bound in wilson(60, 100)]
    [0.502, 0.691]
    """
    share, spread = successes / trials, Z95**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return middle - half, middle + half


def share_of_each(hits: "pd.Series[bool]", groups: "pd.Series[int]") -> Interval:
    """Return how often something happened in trials that do not depend on each other.

    Examples
    --------
    >>> hits = pd.Series([True, True, False, True])
    >>> [round(number, 3) for number in share_of_each(hits, pd.Series([0, 0, 1, 1]))]
    [0.75, 0.301, 0.954]
    """
    return Interval(float(hits.mean()), *wilson(int(hits.sum()), len(groups)))


def share_by_group(hits: "pd.Series[bool]", groups: "pd.Series[int]") -> Interval:
    """Return how often something happened in trials that depend on each other within groups.

    The interval comes from the spread between the groups, which are many and independent.

    Examples
    --------
    >>> groups = pd.Series([0, 0, 1, 1, 2, 2, 3, 3])
    >>> hits = pd.Series([True, True, False, False] * 2)
    >>> [round(number, 3) for number in share_by_group(hits, groups)]
    [0.5, 0.0, 1.0]
    """
    value = float(hits.mean())
    # How far each group is off what its trials would have if all were alike.
    off = (hits - value).groupby(groups).sum().to_numpy()
    n = len(off)
    half = Z95 * math.sqrt(n / max(1, n - 1) * float(np.square(off).sum())) / len(hits)
    return Interval(value, max(0.0, value - half), min(1.0, value + half))


def percent(number: float) -> str:
    """Return a share as text."""
    return f"{100 * number:.1f} %"


def percents(found: Interval) -> str:
    """Return a share and its interval as text.

    Examples
    --------
    >>> percents(Interval(0.5, 0.402, 0.598))
    '50.0 %, 95 %: 40.2 to 59.8'
    """
    return f"{percent(found.value)}, 95 %: {100 * found.low:.1f} to {100 * found.high:.1f}"
