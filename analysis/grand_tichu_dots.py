"""The page on Grand Tichu: plots with a dot for each kind of hands."""

from typing import Any

import numpy as np
import pandas as pd
from grand_tichu_hands import hands
from page import CLEAR, OPEN, OTHER

TOLD = {"strong": "strong players", "all": "all players"}
COLOURS = {"strong": CLEAR, "all": OTHER}
LEAST_CALLS = 300
"""Calls of a group from which on its share of made ones is worth a dot."""
_LABELS = 4
_CHARTED = 0.001
"""Share of all hands from which on a kind is named in a plot."""
# Of a name in a plot, in parts of its width.
_LONG = 0.3


def diagonal(axes: Any, x: Any, y: Any) -> None:
    """Draw the line on which both are equal, and leave room for names beside it."""
    axes.margins(x=0.28)
    ends = [np.nanmin([x.min(), y.min()]), np.nanmax([x.max(), y.max()])]
    axes.plot(ends, ends, color=OPEN, linewidth=1, zorder=1)


def label(
    axes: Any, found: pd.DataFrame, x: Any, y: Any, base: Any, taken: list[tuple[float, float]]
) -> None:
    """Name the common kinds that are farthest from a line, away from it and from other names.

    Parameters
    ----------
    axes : Axes
    found : pandas.DataFrame
        Kinds of hands.
    x, y : pandas.Series
        Where their dots are.
    base : pandas.Series or float
        The line's height there: the same series as `x`, or a height.
    taken : list
        Places of names; those of the new ones are added.
    """
    axes.figure.draw_without_rendering()
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    away = (y - base)[found["share"] >= _CHARTED].dropna()
    flat, named = not isinstance(base, pd.Series), 0
    for number in away.abs().sort_values(ascending=False).index:
        place = (x[number] - left) / (right - left), (y[number] - low) / (high - low)
        before = place[0] > 0.6 if flat else away[number] > 0
        place = place[0] - before * _LONG, place[1]
        if any(abs(place[0] - a) < _LONG and abs(place[1] - b) < 0.05 for a, b in taken):
            continue
        taken.append(place)
        axes.annotate(
            hands(found.loc[[number]])[0],
            (x[number], y[number]),
            (-6 if before else 6, 3 if away[number] > 0 else -8),
            textcoords="offset points",
            ha="right" if before else "left",
            fontsize=8,
        )
        named += 1
        if named == _LABELS:
            break
