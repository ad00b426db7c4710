"""What a holding's chance and the value of its call come to by its features, fitted to an atlas.

One class has few deals; its neighbours have more. A weighted least squares fit over features of the
hand says what hands of its kind come to, and how far single classes stray from that beyond the
noise of their deals. The estimate of a class lies between both, nearer to whichever is the surer
(empirical Bayes, Efron and Morris 1975). A class is never fitted with its own deals: its prediction
comes from the other nine tenths of the classes.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tichu_sim.game.cards import ACE
from tichu_sim.studies.rank_classes import Ints

Floats = npt.NDArray[np.float64]

FOLDS = 10
_BLOCK = 1 << 16
_SPECIALS = 4
_RIDGE = 1e-6
_LOW_RANKS = slice(0, 7)
_FIVE = 5

MAIN = ("mahjong", "dog", "phoenix", "dragon", "T", "J", "Q", "K", "A")
"""Counts that also enter in products of two."""


def features_of(counts: npt.NDArray[np.int8]) -> Floats:
    """Return what the fit knows of holdings.

    Parameters
    ----------
    counts : ndarray of int8, shape (n, 17)
        As from `rank_classes.counts_of`.

    Returns
    -------
    ndarray of float64, shape (n, k)
        A constant; the counts of the special cards and of ten to ace, and the products of two of
        them; the numbers of pairs, threes and fours, and how high they are; low cards that stand
        alone; how near a straight is.

    Examples
    --------
    >>> from tichu_sim.studies.rank_classes import counts_of
    >>> features_of(counts_of([0, 437032])).shape
    (2, 63)
    """
    ranks = counts[:, _SPECIALS:].astype(np.float64)
    specials = counts[:, :_SPECIALS].astype(np.float64)
    height = np.arange(2, ACE + 1) / ACE
    main = np.column_stack([specials, ranks[:, -5:]])
    columns = [np.ones(len(counts)), *main.T]
    columns += [
        main[:, i] * main[:, j]
        for i in range(len(MAIN))
        for j in range(i, len(MAIN))
        if i != j or i >= _SPECIALS
    ]
    for size in (2, 3, 4):
        held = ranks == size
        columns += [held.sum(axis=1), held @ height]
    alone = ranks == 1
    columns += [
        alone[:, _LOW_RANKS].sum(axis=1),
        alone[:, _LOW_RANKS] @ height[_LOW_RANKS],
        ranks @ height,
    ]
    columns += _straights(ranks > 0, specials)
    return np.column_stack(columns).astype(np.float64)


def _straights(held: npt.NDArray[np.bool_], specials: Floats) -> list[Floats]:
    # Most ranks within five in a row, the Mah Jong as a one; and the same beside the Phoenix.
    with_one = np.column_stack([specials[:, 0] > 0, held]).astype(np.float64)
    sums = np.cumsum(np.pad(with_one, ((0, 0), (1, 0))), axis=1)
    most = (sums[:, _FIVE:] - sums[:, :-_FIVE]).max(axis=1)
    return [most, most * most, most * specials[:, 2]]


def fold_of(classes: Ints) -> Ints:
    """Return which tenth a class is in: neighbours are in different ones."""
    mixed = (classes.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E37_79B9_7F4A_7C15)
    return ((mixed >> np.uint64(40)) % np.uint64(FOLDS)).astype(np.int64)


class Fit(NamedTuple):
    """What a fit says of every class.

    Attributes
    ----------
    predicted : ndarray of float64, shape (n,)
        From the deals of the other tenths.
    spread : float
        Standard deviation of the true values around it.
    estimate, error : ndarray of float64, shape (n,)
        The estimate that borrows from the neighbours, and its standard error.
    """

    predicted: Floats
    spread: float
    estimate: Floats
    error: Floats


def fit(features: Floats, values: Floats, errors: Floats, folds: Ints) -> Fit:
    """Fit values by features and draw each towards its prediction.

    Parameters
    ----------
    features : ndarray of float64, shape (n, k)
    values, errors : ndarray of float64, shape (n,)
        What was seen, with its standard error.
    folds : ndarray of int64, shape (n,)
        As from `fold_of`.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> features = np.column_stack([np.ones(5000), rng.normal(size=5000)])
    >>> truth = features @ [1.0, 2.0] + rng.normal(size=5000)
    >>> errors = np.full(5000, 2.0)
    >>> found = fit(features, truth + 2 * rng.normal(size=5000), errors, fold_of(np.arange(5000)))
    >>> round(found.spread, 1), round(float(np.std(found.estimate - truth)), 1)
    (0.9, 0.9)
    """
    spread = float(np.std(values))
    for _ in range(3):
        predicted = _predicted(features, values, 1 / (errors**2 + spread**2), folds)
        spread = _spread_beyond(values - predicted, errors)
    own, kind = 1 / errors**2, 1 / max(spread, 1e-12) ** 2
    estimate = (own * values + kind * predicted) / (own + kind)
    return Fit(predicted, spread, estimate, 1 / np.sqrt(own + kind))


def _predicted(features: Floats, values: Floats, weights: Floats, folds: Ints) -> Floats:
    k = features.shape[1]
    squares, products = np.zeros((FOLDS, k, k)), np.zeros((FOLDS, k))
    for fold in range(FOLDS):
        here = folds == fold
        weighted = features[here] * weights[here, None]
        squares[fold], products[fold] = weighted.T @ features[here], weighted.T @ values[here]
    predicted = np.empty(len(values))
    for fold in range(FOLDS):
        square = squares.sum(axis=0) - squares[fold]
        ridge = _RIDGE * np.diag(np.diag(square) + _RIDGE)
        slope = np.linalg.solve(square + ridge, products.sum(axis=0) - products[fold])
        predicted[folds == fold] = features[folds == fold] @ slope
    return predicted


def _spread_beyond(residuals: Floats, errors: Floats) -> float:
    # Method of moments, each class with the weight that suits noise alone.
    weights = 1 / errors**4
    variance = (weights * (residuals**2 - errors**2)).sum() / weights.sum()
    return float(np.sqrt(max(0.0, variance)))
