"""At which score to call Grand Tichu: the least chance to make it that is enough.

Hands are sorted into groups by their chance to go out first with the call. In each group the call
gains or costs some chance to win the game, which depends on the score. The threshold of a score is
the chance at which that gain becomes positive, read between the groups.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from tichu_sim.studies.categories import categories
from tichu_sim.studies.equity import Equity, decision_value
from tichu_sim.studies.round_scores import STEP
from tichu_sim.studies.score_pairs import ScorePairs
from tichu_sim.studies.stats import Interval

Floats = npt.NDArray[np.float64]

GROUP_WIDTH = 0.05
"""Width of the groups, in chance to go out first."""
_TOTALS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95)
"""Totals of the grid, in parts of the target."""


class StrengthGroup(NamedTuple):
    """Hands of about the same chance to make the call.

    Attributes
    ----------
    categories : tuple of int
        Numbers of the categories in it.
    weights : ndarray of float64
        Share of each of them in the group; they add up to 1.
    share : float
        Of all hands that are dealt.
    chance : Interval
        To go out first with the call.
    points : Interval
        Points a round that the call gains.
    """

    categories: tuple[int, ...]
    weights: Floats
    share: float
    chance: Interval
    points: Interval


class ScoreRow(NamedTuple):
    """What calls are worth at a score.

    Attributes
    ----------
    us, them : int
        Totals before the round, in points.
    win : float
        Chance to win the game.
    threshold : Interval
        The least chance to go out first with which Grand Tichu raises it: 0 where it does with the
        hands of all groups, 1 where it does with none.
    gains : tuple of Interval
        For each group the chance to win that the call gains.
    great_grand : Interval
        The chance to win that a Great Grand gains.
    """

    us: int
    them: int
    win: float
    threshold: Interval
    gains: tuple[Interval, ...]
    great_grand: Interval


def score_grid(target: int) -> list[tuple[int, int]]:
    """Return scores from the start of the game to shortly before its end, of us and them.

    Examples
    --------
    >>> score_grid(1000)[:3], len(score_grid(1000))
    ([(0, 0), (0, 200), (0, 400)], 49)
    """
    totals = sorted({int(part * target) // STEP * STEP for part in _TOTALS})
    return [(us, them) for us in totals for them in totals]


def strength_groups(found: Sequence[ScorePairs]) -> list[StrengthGroup]:
    """Sort the categories into groups by their chance, weak ones first.

    Parameters
    ----------
    found : sequence of ScorePairs
        Of all 80 categories in their order; one without any deal is left out.
    """
    share = categories()["share"].to_numpy()
    seen = [number for number, pairs in enumerate(found) if len(pairs.made)]
    steps: dict[int, list[int]] = {}
    for number in seen:
        step = int(found[number].made.mean() / GROUP_WIDTH + 1e-9)
        steps.setdefault(step, []).append(number)
    groups = []
    for _, members in sorted(steps.items()):
        total = float(share[members].sum())
        weights = share[members] / total
        chance = weighted_mean([found[number].chance() for number in members], weights)
        points = weighted_mean([found[number].points() for number in members], weights)
        groups.append(StrengthGroup(tuple(members), weights, total, chance, points))
    return groups


def weighted_mean(parts: Sequence[Interval], weights: npt.ArrayLike) -> Interval:
    """Return the mean of independent estimates with its interval (stratified sampling).

    Parameters
    ----------
    parts : sequence of Interval
    weights : array_like, shape (parts,)
        They add up to 1.

    Examples
    --------
    >>> weighted_mean([Interval(10, 4, 16), Interval(20, 12, 28)], [0.5, 0.5])
    Interval(value=15.0, low=10.0, high=20.0)
    """
    value, low, high = np.asarray(parts, dtype=np.float64).T
    weight = np.asarray(weights, dtype=np.float64)
    mean = float(weight @ value)
    below, above = (
        float(np.sqrt(np.square(weight * side).sum())) for side in (value - low, high - value)
    )
    return Interval(mean, mean - below, mean + above)


def threshold_of(chances: Sequence[float], gains: Sequence[Interval]) -> Interval:
    """Return the chance at which gains become positive, linear between the groups.

    Gains are first made to rise with the chance (isotonic regression). The interval holds all
    chances at which an interval of the gains has 0 in it.

    Parameters
    ----------
    chances : sequence of float
        Of the groups, ascending.
    gains : sequence of Interval
        Of the same groups.

    Returns
    -------
    Interval
        0 where all groups gain, 1 where none does.

    Examples
    --------
    >>> gains = [Interval(value, value - 1, value + 1) for value in (-30, -10, 10)]
    >>> [round(part, 4) for part in threshold_of([0.4, 0.5, 0.6], gains)]
    [0.55, 0.545, 0.555]
    """
    # Takes a while to import.
    from scipy.optimize import isotonic_regression  # noqa: PLC0415

    bands = np.asarray(gains, dtype=np.float64)
    width = np.maximum(bands[:, 2] - bands[:, 1], 1e-9)
    # A single deal says nothing of its spread.
    weights = np.where(np.isfinite(width), 1 / width**2, 1e-12)

    def crossing(values: Floats) -> float:
        finite = np.nan_to_num(values, posinf=1e9, neginf=-1e9)
        rising = isotonic_regression(finite, weights=weights).x
        return _first_above(np.asarray(chances, dtype=np.float64), np.asarray(rising))

    value, low, high = bands.T
    return Interval(crossing(value), crossing(high), crossing(low))


def _first_above(chances: Floats, gains: Floats) -> float:
    at = int(np.searchsorted(gains, 0.0, side="right"))
    if at in (0, len(gains)):
        return 0.0 if at == 0 else 1.0
    before, after = gains[at - 1], gains[at]
    return float(chances[at - 1] - before / (after - before) * (chances[at] - chances[at - 1]))


def score_rows(
    equity: Equity,
    found: Sequence[ScorePairs],
    groups: Sequence[StrengthGroup],
    great_grand: ScorePairs,
    scores: Iterable[tuple[int, int]],
) -> list[ScoreRow]:
    """Return what calls are worth at each of some scores.

    Parameters
    ----------
    equity : Equity
        Of the rounds after this one; it is taken as exact.
    found : sequence of ScorePairs
        Of all categories.
    groups : sequence of StrengthGroup
        Of `strength_groups`.
    great_grand : ScorePairs
    scores : iterable of (int, int)
        Totals of us and them, in points.

    Raises
    ------
    InputError
        For a score that no round is played at, see `Equity.chance`.
    """
    chances = [group.chance.value for group in groups]
    rows = []
    for us, them in scores:
        gains = tuple(
            weighted_mean(
                [_win_gain(equity, found[number], us, them) for number in group.categories],
                group.weights,
            )
            for group in groups
        )
        rows.append(
            ScoreRow(
                us,
                them,
                float(equity.chance(us, them)),
                threshold_of(chances, gains),
                gains,
                _win_gain(equity, great_grand, us, them),
            )
        )
    return rows


def _win_gain(equity: Equity, pairs: ScorePairs, us: int, them: int) -> Interval:
    return decision_value(equity, pairs.called, pairs.silent, us, them)


def points_threshold(groups: Sequence[StrengthGroup]) -> Interval:
    """Return the least chance to go out first with which the call gains points on the average."""
    return threshold_of([group.chance.value for group in groups], [g.points for g in groups])


def score_frame(rows: Sequence[ScoreRow]) -> pd.DataFrame:
    """Return the rows as a table.

    Returns
    -------
    DataFrame
        ``us them win``, and ``threshold`` and ``great_grand``, each with ``_low`` and ``_high``.
    """
    found = []
    for row in rows:
        parts = {"threshold": row.threshold, "great_grand": row.great_grand}
        intervals = {
            f"{name}{end}": number
            for name, part in parts.items()
            for end, number in zip(("", "_low", "_high"), part, strict=True)
        }
        found.append({"us": row.us, "them": row.them, "win": row.win, **intervals})
    return pd.DataFrame(found)
