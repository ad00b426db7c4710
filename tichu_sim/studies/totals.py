"""Totals of a game: at which of them a round is played."""

import numpy as np
import numpy.typing as npt

from tichu_sim.errors import InputError
from tichu_sim.studies.round_scores import STEP, Ints, checked_points

LOWEST = -1000
"""The lowest total that is asked about where nobody says another."""


def steps_of(us: npt.ArrayLike, them: npt.ArrayLike) -> tuple[Ints, Ints]:
    """Return totals of us and them in steps of 5 points, in one shape.

    Raises
    ------
    InputError
        If a total is no multiple of 5.
    """
    ours, theirs = np.broadcast_arrays(checked_points(us), checked_points(them))
    return np.asarray(ours // STEP), np.asarray(theirs // STEP)


def check_totals(
    us: npt.ArrayLike,
    them: npt.ArrayLike,
    target: int = 1000,
    tie: str = "continue",
    lowest: int = LOWEST,
) -> None:
    """Raise an error unless rounds are played at some totals.

    Parameters
    ----------
    us, them : array_like of int
        In points; of shapes that fit each other.
    target, tie, lowest
        As of `equity.equity_of`.

    Raises
    ------
    InputError
        If a total is no multiple of 5 or lower than `lowest`, or the game is over.

    Examples
    --------
    >>> check_totals(1000, 1000)
    >>> check_totals(1000, 995)
    Traceback (most recent call last):
    ...
    tichu_sim.errors.InputError: score 1000:995: the game is over, at 1000 points
    """
    ours, theirs = (STEP * steps for steps in steps_of(us, them))
    low, high = np.minimum(ours, theirs), np.maximum(ours, theirs)
    over = (high >= target) & ((ours != theirs) | (tie != "continue"))
    for wrong, told in (
        (over, f"the game is over, at {target} points"),
        (low < lowest, f"totals should be {lowest} points or more"),
    ):
        if wrong.any():
            raise InputError(f"score {ours[wrong][0]}:{theirs[wrong][0]}: {told}")
