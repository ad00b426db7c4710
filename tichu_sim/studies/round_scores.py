"""What a round brings the two teams: the distribution that a game is put together from."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from tichu_sim.errors import InputError

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

STEP = 5
"""All card points and calls are multiples of it (R1.4, R11)."""
MOST_POINTS = 1000
"""No round score is further from 0; the rules come to 600 and -825."""


@dataclass(frozen=True, eq=False)
class RoundScores:
    """Pairs of round scores and how often they were seen; `round_scores` makes and checks it.

    Attributes
    ----------
    us, them : ndarray of int64, shape (pairs,)
        Round scores of the two teams, in points; every pair once.
    weight : ndarray of float64, shape (pairs,)
        Number of rounds that ended so.
    symmetric : bool
        Whether every round counts half for each team, as if seats had been drawn.
    """

    us: Ints
    them: Ints
    weight: Floats
    symmetric: bool

    @property
    def rounds(self) -> float:
        """Number of rounds."""
        return float(self.weight.sum())

    def table(self) -> tuple[Ints, Floats]:
        """Return the distribution.

        Returns
        -------
        pairs : ndarray of int64, shape (pairs, 2)
            Scores of us and them. Where the distribution is symmetric, a pair may be there twice.
        chance : ndarray of float64, shape (pairs,)
            They add up to 1.
        """
        pairs, chance = np.column_stack([self.us, self.them]), self.weight / self.rounds
        if self.symmetric:
            return np.concatenate([pairs, pairs[:, ::-1]]), np.concatenate([chance, chance]) / 2
        return pairs, chance


def round_scores(
    us: npt.ArrayLike,
    them: npt.ArrayLike,
    weights: npt.ArrayLike | None = None,
    *,
    symmetric: bool = False,
) -> RoundScores:
    """Return the distribution of round scores.

    Parameters
    ----------
    us, them : array_like, shape (n,)
        Round scores in points, multiples of 5: of n rounds, or of n kinds of rounds.
    weights : array_like, shape (n,), optional
        How many rounds ended so; one each where it is left out.
    symmetric : bool
        Count every round half for each team. For sides that play alike this is twice the data.

    Raises
    ------
    InputError
        For no rounds, scores that are no multiple of 5 or beyond 1000, weights that are negative or
        all 0, or lengths that differ.

    Examples
    --------
    >>> found = round_scores([200, 40, 200], [0, 60, 0])
    >>> found.us, found.them, found.weight
    (array([ 40, 200]), array([60,  0]), array([1., 2.]))
    """
    frame = {"us": np.atleast_1d(checked_points(us)), "them": np.atleast_1d(checked_points(them))}
    n = len(frame["us"])
    weight = np.ones(n) if weights is None else np.asarray(weights, dtype=np.float64)
    if len(frame["them"]) != n or weight.shape != (n,):
        lengths = f"{n}, {len(frame['them'])} and {weight.size}"
        raise InputError(f"round scores and weights of lengths {lengths}: they should be the same")
    if not (np.isfinite(weight).all() and (weight >= 0).all() and weight.sum() > 0):
        raise InputError("weights of rounds: they should be 0 or more, and not all 0")
    for name, points in frame.items():
        if (far := np.abs(points) > MOST_POINTS).any():
            raise InputError(
                f"round score {points[far][0]} ({name}): it should be from {-MOST_POINTS} to"
                f" {MOST_POINTS}"
            )
    sums = pd.DataFrame(frame).assign(weight=weight).groupby(["us", "them"], as_index=False).sum()
    sums = sums[sums["weight"] > 0]
    ours, theirs, seen = (sums[name].to_numpy() for name in ("us", "them", "weight"))
    return RoundScores(ours, theirs, seen, symmetric)


def checked_points(points: npt.ArrayLike) -> Ints:
    """Return points as whole numbers.

    Raises
    ------
    InputError
        If one is no multiple of 5.
    """
    given = np.asarray(points)
    if not np.issubdtype(given.dtype, np.number):
        raise InputError(f"points are numbers, not {given.dtype}")
    if (wrong := given % STEP != 0).any():
        raise InputError(f"{given[wrong][0]} points: they should be a multiple of {STEP}")
    return given.astype(np.int64)
