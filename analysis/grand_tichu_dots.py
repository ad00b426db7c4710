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


def diagonal(axes: Any, x: Any, y: Any) -> None:
    """Draw the line on which both are equal, and leave room for names beside it."""
    axes.margins(x=0.28)
    ends = [np.nanmin([x.min(), y.min()]), np.nanmax([x.max(), y.max()])]
    axes.plot(ends, ends, color=OPEN, linewidth=1, zorder=1)


class Names:
    """Names of kinds of hands in a plot that has all else: its dots, legend and labels of axes.

    None is over another, over a dot, the legend or the edge, and no kind has two.
    """

    def __init__(self, axes: Any) -> None:
        axes.figure.draw_without_rendering()
        self._axes = axes
        self._dots = np.vstack(
            [axes.transData.transform(dots.get_offsets()) for dots in axes.collections]
        )
        legend = axes.get_legend()
        self._boxes: list[Any] = [legend.get_window_extent()] if legend else []
        self._named: set[int] = set()

    def add(self, found: pd.DataFrame, x: Any, y: Any, base: Any, colour: str) -> None:
        """Name the most frequent kind, and the common ones that are farthest from a line.

        Parameters
        ----------
        found : pandas.DataFrame
            Kinds of hands.
        x, y : pandas.Series
            Where their dots are.
        base : pandas.Series or float
            The line's height there.
        colour : str
            Of the names.
        """
        away = (y - base)[found["share"] >= _CHARTED].dropna()
        most = found["share"][away.index].nlargest(1).index
        far = away.abs().sort_values(ascending=False).index
        left = _LABELS
        for number in dict.fromkeys([*most, *far]):
            if left and number not in self._named:
                text = hands(found.loc[[number]])[0]
                if self._place(text, (x[number], y[number]), away[number] > 0, colour):
                    left -= 1
                    self._named.add(number)

    def _place(self, text: str, dot: tuple[float, float], above: bool, colour: str) -> bool:
        # On the side of the dot that is away from a rising line, else on the other; or nowhere.
        sides = ("right", "left") if above else ("left", "right")
        for side in sides:
            for height in (3, -9) if above else (-9, 3):
                name = self._axes.annotate(
                    text,
                    dot,
                    (7 if side == "left" else -7, height),
                    textcoords="offset points",
                    ha=side,
                    fontsize=8,
                    color=colour,
                )
                if self._free(name.get_window_extent()):
                    self._boxes.append(name.get_window_extent())
                    return True
                name.remove()
        return False

    def _free(self, box: Any) -> bool:
        edge = self._axes.get_window_extent()
        inside = edge.contains(box.x0, box.y0) and edge.contains(box.x1, box.y1)
        over_dot = ((self._dots > box.min) & (self._dots < box.max)).all(axis=1).any()
        return bool(inside and not over_dot and not any(box.overlaps(one) for one in self._boxes))
