"""Ratings of bots from all pairs of them, on the scale of Elo."""

import math
from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tichu_sim.errors import InputError
from tichu_sim.studies.stats import Z95, Interval

Floats = npt.NDArray[np.float64]

POINTS_A_LOGIT = 400 / math.log(10)
"""Rating points for which the odds of a win are e times as high."""

_PRIOR = 0.5
"""Wins, and losses, that every pair has before the first deal."""


class Ratings(NamedTuple):
    """Ratings of bots and how well they are known.

    Attributes
    ----------
    values : ndarray of float64, shape (bots,)
        In points of Elo; they sum to 0.
    covariance : ndarray of float64, shape (bots, bots)
        In points squared; its rows sum to 0.
    """

    values: Floats
    covariance: Floats

    def interval(self, bot: int) -> Interval:
        """Return the rating of a bot, from the mean of all, with its interval of 95 %.

        Examples
        --------
        >>> found = Ratings(np.array([30.0, -30.0]), np.array([[25.0, -25.0], [-25.0, 25.0]]))
        >>> [round(number, 1) for number in found.interval(0)]
        [30.0, 20.2, 39.8]
        """
        return _normal(float(self.values[bot]), float(self.covariance[bot, bot]))

    def difference(self, a: int, b: int) -> Interval:
        """Return how far bot `a` is rated above bot `b`, with its interval of 95 %.

        Examples
        --------
        >>> found = Ratings(np.array([30.0, -30.0]), np.array([[25.0, -25.0], [-25.0, 25.0]]))
        >>> [round(number, 1) for number in found.difference(0, 1)]
        [60.0, 40.4, 79.6]
        """
        spread = self.covariance
        variance = float(spread[a, a] + spread[b, b] - 2 * spread[a, b])
        return _normal(float(self.values[a] - self.values[b]), variance)


def expected_score(difference: float) -> float:
    """Return the wins and half the draws that a bot has a deal, from its rating above another's.

    Elo (1978), with the logistic curve.

    Examples
    --------
    >>> [round(expected_score(points), 3) for points in (0, 100, 400)]
    [0.5, 0.64, 0.909]
    """
    # 1 / (1 + 10**(-difference / 400)), which would overflow for large ones.
    return 0.5 + 0.5 * math.tanh(difference / POINTS_A_LOGIT / 2)


def fit_ratings(results: Mapping[tuple[int, int], npt.ArrayLike]) -> Ratings:
    """Return the ratings that make results likeliest (Zermelo 1929, Bradley and Terry 1952).

    A draw counts as half a win and half a loss. Every pair is given half a win and half a loss more
    than it has (Haldane 1956, Anscombe 1956). Without them a bot that wins or loses everything
    would have no finite rating; with them its interval is wide, and its far end says more about
    this addition than about the bot. Of a hundred deals, the addition takes a hundredth off a
    pair's distance from an even score.

    The same deals serve all pairs, and draws vary less than wins and losses. The covariance
    therefore comes from the spread between deals (the sandwich of Huber 1967, by clusters as in
    Liang and Zeger 1986), and stays right where bots do not fit the model: a rating is then a mean
    over the opponents that there were.

    Parameters
    ----------
    results : mapping of (int, int) to array_like, shape (deals,)
        For each pair (a, b) of the bots 0, 1, ... the results of a on the same deals: 1 for a win
        of both rounds together, 0.5 for a draw, 0 for a loss.

    Raises
    ------
    InputError
        If a pair is missing, is there twice or is no pair, if there are no deals or not the same
        number for all pairs, or if a result is not between 0 and 1.

    Examples
    --------
    >>> found = fit_ratings({(0, 1): [1, 1, 0, 1], (0, 2): [1, 1, 1, 0.5], (1, 2): [1, 0, 0.5, 1]})
    >>> found.values.round(1).tolist()
    [128.7, -25.9, -102.7]
    >>> [round(number) for number in found.difference(0, 2)]
    [231, 6, 457]
    """
    pairs, scores = _checked(results)
    # A row a pair: 1 for its first bot and -1 for its second.
    design = np.zeros((len(pairs), max(max(pair) for pair in pairs) + 1))
    rows = np.arange(len(pairs))
    design[rows, pairs[:, 0]], design[rows, pairs[:, 1]] = 1, -1
    logits = _maximum(design, scores)
    return Ratings(logits * POINTS_A_LOGIT, _sandwich(design, scores, logits) * POINTS_A_LOGIT**2)


def _checked(
    results: Mapping[tuple[int, int], npt.ArrayLike],
) -> tuple[npt.NDArray[np.int64], Floats]:
    # The pairs, shape (pairs, 2), and the results, shape (pairs, deals).
    pairs = list(results)
    bots = max((max(pair) for pair in pairs), default=-1) + 1
    if sorted(tuple(sorted(pair)) for pair in pairs) != list(combinations(range(bots), 2)):
        raise InputError(f"ratings of {bots} bots need every pair of them once, not {pairs}")
    arrays = [np.asarray(of_pair, dtype=np.float64) for of_pair in results.values()]
    if not arrays:
        raise InputError("no results: ratings need two bots or more")
    deals = {array.shape for array in arrays}
    if len(deals) > 1 or len(arrays[0].shape) != 1 or not arrays[0].size:
        raise InputError(f"results of the shapes {sorted(deals)}: all should have the same deals")
    scores = np.stack(arrays)
    if not ((scores >= 0) & (scores <= 1)).all():
        raise InputError("a result is 1 for a win, 0.5 for a draw or 0 for a loss")
    return np.array(pairs), scores


def _expected(design: Floats, logits: Floats) -> Floats:
    return np.asarray(0.5 + 0.5 * np.tanh(design @ logits / 2))


def _information_inverse(design: Floats, expected: Floats, deals: int) -> Floats:
    # Ratings are known up to a common number. A multiple of the matrix of ones makes theirs sum to
    # zero: the size of the other entries keeps the matrix well conditioned.
    weights = (deals + 2 * _PRIOR) * expected * (1 - expected)
    information = design.T @ (weights[:, None] * design)
    return np.asarray(np.linalg.inv(information + np.trace(information) / len(information) ** 2))


def _maximum(design: Floats, scores: Floats) -> Floats:
    # Newton's method from 0. The step is shortened as Bach (2010) does for logistic models, which
    # makes it safe from any start and leaves it whole near the maximum.
    deals = scores.shape[1]
    won = scores.sum(axis=1) + _PRIOR
    logits = np.zeros(design.shape[1])
    for _ in range(200):
        expected = _expected(design, logits)
        gradient = design.T @ (won - (deals + 2 * _PRIOR) * expected)
        step = _information_inverse(design, expected, deals) @ gradient
        longest = float(np.ptp(step))
        logits += step * (math.log1p(longest) / longest if longest else 1)
        # The error after a step is about its square.
        if longest < 1e-8:
            break
    return np.asarray(logits - logits.mean())


def _sandwich(design: Floats, scores: Floats, logits: Floats) -> Floats:
    deals = scores.shape[1]
    expected = _expected(design, logits)
    inverse = _information_inverse(design, expected, deals)
    by_deal = (scores - expected[:, None]).T @ design
    # What was added counts as deals of its own: a bot that won everything shows no other spread.
    added = _PRIOR * (expected**2 + (1 - expected) ** 2)
    spread = by_deal.T @ by_deal + design.T @ (added[:, None] * design)
    covariance = inverse @ spread @ inverse
    return np.asarray((covariance + covariance.T) / 2)


def _normal(value: float, variance: float) -> Interval:
    half = Z95 * math.sqrt(max(0.0, variance))
    return Interval(value, value - half, value + half)
