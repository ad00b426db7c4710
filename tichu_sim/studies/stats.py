"""Intervals of 95 % for shares, means and paired differences."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tichu_sim.errors import InputError

Z95 = 1.959963984540054
"""Quantile of the normal distribution for intervals of 95 %."""


class Interval(NamedTuple):
    """An estimate with its interval of 95 %.

    Where nothing was seen the value is nan, and the interval is all that it could be.

    Attributes
    ----------
    value, low, high : float
        In the unit of what is estimated; a share lies between 0 and 1.
    """

    value: float
    low: float
    high: float


class PairedDifference(NamedTuple):
    """How much one bot is ahead of another that played the same cards.

    Attributes
    ----------
    difference : Interval
        Points per round.
    variance_saved : float
        Share of the variance that the swapped seats took away: at 0.6 a mean of two rounds of
        independent cards would need 2.5 times as many deals. Below 0 where they add to it, nan
        where there is no variance.
    """

    difference: Interval
    variance_saved: float


class Moments(NamedTuple):
    """Number, sum and sum of squares of some values, to be added up part by part.

    Of whole numbers everything is exact, so parts can be added in any order.

    Attributes
    ----------
    n : int
    total, squares : int or float

    Examples
    --------
    >>> parts = moments([10, 20]).plus(moments([30]))
    >>> parts, [round(number, 2) for number in parts.mean()]
    (Moments(n=3, total=60, squares=1400), [20.0, -4.84, 44.84])
    """

    n: int = 0
    total: float = 0
    squares: float = 0

    def plus(self, other: "Moments") -> "Moments":
        """Return those of the values of both."""
        return Moments(self.n + other.n, self.total + other.total, self.squares + other.squares)

    def mean(self) -> Interval:
        """Return the mean with its interval, the same as `mean_interval` of all values."""
        if self.n == 0:
            return Interval(math.nan, -math.inf, math.inf)
        value = self.total / self.n
        if self.n == 1:
            return Interval(value, -math.inf, math.inf)
        # Not from a difference of rounded numbers: both products are exact for whole ones.
        spread = max(0, self.n * self.squares - self.total * self.total)
        half = _t95(self.n) * math.sqrt(spread / (self.n - 1)) / self.n
        return Interval(value, value - half, value + half)


NO_MOMENTS = Moments()
"""Those of no values."""


def moments(values: npt.ArrayLike) -> Moments:
    """Return the moments of some values, exactly if they are whole numbers below 2**20 in size.

    Parameters
    ----------
    values : array_like, shape (n,)
    """
    given = np.asarray(values)
    if given.dtype.kind in "iub":
        given = given.astype(np.int64)
    return Moments(len(given), given.sum().item(), np.square(given).sum().item())


def _t95(n: int) -> float:
    # Takes a while to import.
    from scipy.special import stdtrit  # noqa: PLC0415

    return float(stdtrit(n - 1, 0.975))


def wilson(successes: int, trials: int) -> Interval:
    """Return a share with the interval of Wilson (1927), which is also good near 0 and 1.

    Parameters
    ----------
    successes, trials : int
        The trials do not depend on each other. Of none, the interval is 0 to 1.

    Raises
    ------
    InputError
        For more successes than trials, or fewer than none.

    Examples
    --------
    >>> [round(number, 3) for number in wilson(60, 100)]
    [0.6, 0.502, 0.691]
    """
    if not 0 <= successes <= trials:
        raise InputError(f"{successes} successes of {trials} trials: there are 0 to {trials}")
    if trials == 0:
        return Interval(math.nan, 0.0, 1.0)
    return _wilson(successes / trials, trials)


def _wilson(share: float, trials: float) -> Interval:
    spread = Z95**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def share_of_each(hits: npt.ArrayLike, groups: npt.ArrayLike) -> Interval:
    """Return how often something happened in trials that do not depend on each other.

    Parameters
    ----------
    hits : array_like of bool, shape (trials,)
    groups : array_like, shape (trials,)
        Not looked at: the call is that of `share_by_group`, so that either can be handed on.

    Examples
    --------
    >>> [round(number, 3) for number in share_of_each([True, True, False, True], [0, 0, 1, 1])]
    [0.75, 0.301, 0.954]
    """
    happened = np.asarray(hits, dtype=bool)
    return wilson(int(happened.sum()), len(happened))


def share_by_group(hits: npt.ArrayLike, groups: npt.ArrayLike) -> Interval:
    """Return how often something happened in trials that depend on each other within groups.

    The variance is that of a ratio of two sums over groups (Cochran 1977), and the interval a
    normal one, so groups should be independent and not fewer than about fifty. It has no width
    where all groups are alike; a single group says nothing, and its interval is 0 to 1.

    Parameters
    ----------
    hits : array_like of bool, shape (trials,)
    groups : array_like, shape (trials,)
        To which group each trial belongs: numbers in any order. Of no trials, the interval is 0 to
        1.

    Examples
    --------
    >>> groups = [0, 0, 1, 1, 2, 2, 3, 3]
    >>> hits = [True, True, False, False] * 2
    >>> [round(number, 3) for number in share_by_group(hits, groups)]
    [0.5, 0.0, 1.0]
    >>> share_by_group([True, True, False, True], [0, 0, 0, 0])
    Interval(value=0.75, low=0.0, high=1.0)
    """
    happened = np.asarray(hits, dtype=bool)
    if not len(happened):
        return Interval(math.nan, 0.0, 1.0)
    _, group = np.unique(np.asarray(groups), return_inverse=True)
    sums = np.asarray(np.bincount(group, weights=happened), dtype=np.float64)
    value, variance = _ratio(sums, np.bincount(group))
    half = Z95 * math.sqrt(variance)
    return Interval(value, max(0.0, value - half), min(1.0, value + half))


def _ratio(hits: npt.NDArray[np.float64], trials: npt.NDArray[np.int64]) -> tuple[float, float]:
    # A ratio of sums over groups and its variance, which is not known from one group.
    n, total = len(trials), int(trials.sum())
    value = float(hits.sum()) / total
    if n < 2:
        return value, math.inf
    # How far each group is off what its trials would have if all were alike.
    off = hits - value * trials
    return value, n / (n - 1) * float(np.square(off).sum()) / total**2


def share_of_sums(hits: npt.ArrayLike, trials: npt.ArrayLike) -> Interval:
    """Return how often something happened, from the hits and trials of each group.

    Trials depend on each other within a group. The interval is Wilson's for the number of
    independent trials that would have the same variance (Kish 1965; Dean and Pagano 2015), so it is
    good near 0 and 1 too. Where everything or nothing was a hit, groups show no variance, and every
    trial counts as independent.

    Parameters
    ----------
    hits, trials : array_like, shape (groups,)
        A draw may be half a hit. Groups without trials say nothing; without any trial the interval
        is 0 to 1, and likewise for a single group.

    Examples
    --------
    >>> [round(number, 3) for number in share_of_sums([2, 1, 1, 2, 0, 1], [2, 2, 2, 2, 2, 2])]
    [0.583, 0.303, 0.819]
    >>> share_of_sums([1, 1, 1], [2, 2, 2])
    Interval(value=0.5, low=0.5, high=0.5)
    """
    hit, tried = np.asarray(hits, dtype=np.float64), np.asarray(trials, dtype=np.int64)
    hit, tried = hit[tried > 0], tried[tried > 0]
    if not len(tried):
        return Interval(math.nan, 0.0, 1.0)
    value, variance = _ratio(hit, tried)
    if len(tried) < 2:
        return Interval(value, 0.0, 1.0)
    if value in (0.0, 1.0):
        return _wilson(value, int(tried.sum()))
    # Pairs that balance each other exactly know the share exactly.
    return _wilson(value, value * (1 - value) / variance) if variance else Interval(*[value] * 3)


def mean_interval(values: npt.ArrayLike) -> Interval:
    """Return the mean of independent values with its interval (Student 1908).

    Parameters
    ----------
    values : array_like, shape (n,)
        One value says nothing about the spread, so its interval is without bounds; of equal values,
        two or more, it has no width.

    Examples
    --------
    >>> [round(number, 2) for number in mean_interval([10.0, 20.0, 30.0])]
    [20.0, -4.84, 44.84]
    >>> mean_interval([5.0])
    Interval(value=5.0, low=-inf, high=inf)
    """
    given = np.asarray(values, dtype=np.float64)
    n = len(given)
    value = float(given.mean()) if n else math.nan
    if n < 2:
        return Interval(value, -math.inf, math.inf)
    half = _t95(n) * float(given.std(ddof=1)) / math.sqrt(n)
    return Interval(value, value - half, value + half)


def paired_difference(differences: npt.ArrayLike) -> PairedDifference:
    """Return how much bot A is ahead of bot B over deals that are played twice.

    Luck of the cards helps A at one seating and B at the other, and mostly falls out of the mean of
    the two (antithetic variates, Hammersley and Morton 1956). The two rounds of a deal depend on
    each other, so the deal is what the interval counts.

    Parameters
    ----------
    differences : array_like, shape (deals, 2)
        A's score minus B's, in points, with A in team 0 and with A in team 1.

    Raises
    ------
    InputError
        If it has another shape.

    Examples
    --------
    >>> found = paired_difference([[100, -80], [-60, 90], [30, -20], [-200, 210]])
    >>> [round(number, 2) for number in found.difference]
    [8.75, 1.13, 16.37]
    >>> round(found.variance_saved, 3)
    0.997
    """
    both = np.asarray(differences, dtype=np.float64)
    if both.ndim != 2 or both.shape[1] != 2:
        raise InputError(f"differences have the shape {both.shape}: it should be (deals, 2)")
    means = both.mean(axis=1)
    return PairedDifference(mean_interval(means), _variance_saved(both, means))


def _variance_saved(both: npt.NDArray[np.float64], means: npt.NDArray[np.float64]) -> float:
    # Half the sum of two independent rounds would have a quarter of the sum of their variances.
    independent = float(both.var(axis=0, ddof=1).sum()) / 4 if len(both) > 1 else 0.0
    return 1 - float(means.var(ddof=1)) / independent if independent else math.nan
