"""What a holding's chance and the value of its call come to by its features, fitted to an atlas.

One class has few deals; its neighbours have more. A weighted least squares fit over features of the
hand says what hands of its kind come to, and how far single classes stray from that beyond the
noise of their deals. The estimate of a class lies between both, nearer to whichever is the surer
(empirical Bayes, Efron and Morris 1975). A class is never fitted with its own deals: its prediction
comes from the other nine tenths of the classes. Each kind of hand has a fit of its own: a second
ace is worth much beside one, and little beside three and the Dragon.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tichu_sim.game.cards import ACE
from tichu_sim.studies.rank_classes import Ints, counts_of

Floats = npt.NDArray[np.float64]

FOLDS = 10
_SPECIALS = 4
_RIDGE = 1e-6
_LOW_RANKS, _HIGH_RANKS = slice(0, 7), slice(8, 13)
_DOG, _WINNERS = 1, [2, 3, -1]
_MOST_WINNERS = 5


def features_of(counts: npt.NDArray[np.int8]) -> Floats:
    """Return what the fit knows of holdings.

    Parameters
    ----------
    counts : ndarray of int8, shape (n, 17)
        As from `rank_classes.counts_of`.

    Returns
    -------
    ndarray of float64, shape (n, k)
        A constant; the counts of the special cards, of ten to ace, of pairs, threes, fours and low
        cards that stand alone, by how much a run of ranks is longer than three, and the products of
        two of all these; how high pairs, threes, fours and lone low cards are; three of a rank from
        ten to ace; how near a pair sequence and a straight are.

    Examples
    --------
    >>> from tichu_sim.studies.rank_classes import counts_of
    >>> features_of(counts_of([0, 437032])).shape
    (2, 138)
    """
    ranks, specials = counts[:, _SPECIALS:], counts[:, :_SPECIALS]
    with_one = np.column_stack([specials[:, 0], ranks > 0]).astype(np.int64)
    run = _longest_run(with_one)
    lone = (ranks == 1)[:, _LOW_RANKS]
    held = [ranks == size for size in (2, 3, 4)]
    main = np.column_stack(
        [specials, ranks[:, _HIGH_RANKS], *(part.sum(axis=1) for part in (*held, lone)), run - 3]
    ).clip(min=0)
    height = np.arange(2, ACE + 1) / ACE
    double = ranks >= 2
    columns = [np.ones(len(counts)), *main.T, *_products(main)]
    columns += [*(part @ height for part in (*held, ranks)), lone @ height[_LOW_RANKS]]
    columns += [
        *(ranks[:, _HIGH_RANKS] >= 3).T,
        (double[:, 1:] & double[:, :-1]).sum(axis=1),
        (double[:, 2:] & double[:, 1:-1] & double[:, :-2]).any(axis=1),
        *(run >= length for length in (2, 3, 4, 5, 6)),
    ]
    five, seven = (_most_within(with_one, width) for width in (5, 7))
    columns += [five, five * five, five * specials[:, 2], seven, seven * seven]
    return np.column_stack(columns).astype(np.float64)


def _products(main: Ints) -> Iterator[Ints]:
    # Of two different columns, and of each with itself where it is more than 0 or 1.
    for one in range(main.shape[1]):
        for other in range(one + (one < _SPECIALS), main.shape[1]):
            yield main[:, one] * main[:, other]


def _longest_run(held: Ints) -> Ints:
    # Most ranks in a row without a gap.
    run = longest = np.zeros(len(held), np.int64)
    for rank in held.T:
        run = (run + 1) * rank
        longest = np.maximum(longest, run)
    return longest


def _most_within(held: Ints, width: int) -> Ints:
    # Most ranks within so many in a row.
    sums = np.cumsum(np.pad(held, ((0, 0), (1, 0))), axis=1)
    return np.asarray((sums[:, width:] - sums[:, :-width]).max(axis=1))


def winners_of(counts: npt.NDArray[np.int8]) -> Ints:
    """Return how many of aces, Dragon and Phoenix each holding has."""
    return np.asarray(counts[:, _WINNERS].sum(axis=1, dtype=np.int64))


def kind_of(counts: npt.NDArray[np.int8]) -> Ints:
    """Return the kind of holdings, each of which is fitted alone.

    Parameters
    ----------
    counts : ndarray of int8, shape (n, 17)

    Returns
    -------
    ndarray of int64, shape (n,)
        Twice the number of aces, Dragon and Phoenix (five and six alike), and one more with the
        Dog.
    """
    return np.asarray(2 * winners_of(counts).clip(max=_MOST_WINNERS) + counts[:, _DOG])


def fold_of(classes: Ints) -> Ints:
    """Return which tenth a class is in: neighbours are in different ones."""
    mixed = (classes.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E37_79B9_7F4A_7C15)
    return ((mixed >> np.uint64(40)) % np.uint64(FOLDS)).astype(np.int64)


class FitInput(NamedTuple):
    """What a fit knows of every class before any deal of it.

    Attributes
    ----------
    features : ndarray of float64, shape (n, k)
    folds, kinds : ndarray of int64, shape (n,)
        As from `fold_of` and `kind_of`.
    """

    features: Floats
    folds: Ints
    kinds: Ints


def fit_input(classes: Ints) -> FitInput:
    """Return what the fit knows of rank classes."""
    counts = counts_of(classes)
    return FitInput(features_of(counts), fold_of(classes), kind_of(counts))


class Fit(NamedTuple):
    """What a fit says of every class.

    Attributes
    ----------
    predicted : ndarray of float64, shape (n,)
        From the deals of the other tenths.
    spread : ndarray of float64, shape (n,)
        Standard deviation of the true values around it, one for each kind.
    estimate, error : ndarray of float64, shape (n,)
        The estimate that borrows from the neighbours, and its standard error.
    """

    predicted: Floats
    spread: Floats
    estimate: Floats
    error: Floats


def fit(known: FitInput, values: Floats, errors: Floats) -> Fit:
    """Fit values by features within each kind and draw each towards its prediction.

    Parameters
    ----------
    known : FitInput
    values, errors : ndarray of float64, shape (n,)
        What was seen, with its standard error.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> features = np.column_stack([np.ones(5000), rng.normal(size=5000)])
    >>> truth = features @ [1.0, 2.0] + rng.normal(size=5000)
    >>> seen, errors = truth + 2 * rng.normal(size=5000), np.full(5000, 2.0)
    >>> known = FitInput(features, fold_of(np.arange(5000)), np.zeros(5000, np.int64))
    >>> found = fit(known, seen, errors)
    >>> round(float(found.spread[0]), 1), round(float(np.std(found.estimate - truth)), 1)
    (0.9, 0.9)
    """
    predicted, spread = np.empty(len(values)), np.empty(len(values))
    for kind in np.unique(known.kinds):
        here = known.kinds == kind
        predicted[here], spread[here] = _fit_kind(
            known.features[here], values[here], errors[here], known.folds[here]
        )
    own, neighbours = 1 / errors**2, 1 / spread**2
    estimate = (own * values + neighbours * predicted) / (own + neighbours)
    return Fit(predicted, spread, estimate, 1 / np.sqrt(own + neighbours))


def _fit_kind(
    features: Floats, values: Floats, errors: Floats, folds: Ints
) -> tuple[Floats, float]:
    spread = float(np.std(values))
    for _ in range(3):
        predicted = _predicted(features, values, 1 / (errors**2 + spread**2), folds)
        spread = _spread_beyond(values - predicted, errors)
    return predicted, spread


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
    # Method of moments, each class with the weight that suits noise alone. What the noise would
    # hide is not taken for nothing: the variance is at least its own standard error.
    weights = 1 / errors**4
    variance = (weights * (residuals**2 - errors**2)).sum() / weights.sum()
    return float(np.sqrt(max(variance, np.sqrt(2 / weights.sum()))))
