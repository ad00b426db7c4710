"""A picture of a comparison: mean differences of all pairs, and ratings, with their intervals."""

import math
from pathlib import Path
from typing import TYPE_CHECKING

from tichu_sim.studies.compare import Comparison
from tichu_sim.studies.plot import INK, figure_in
from tichu_sim.studies.stats import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_AHEAD, _EVEN, _LINE = "#0b6e99", "#777777", "#cccccc"
_ROW, _MARGIN, _WIDTH = 0.42, 1.15, 7.0
_LONGEST_NAME = 28


def draw(path: Path, kind: str, comparison: Comparison, title: str) -> None:
    """Draw a comparison.

    Parameters
    ----------
    path : Path
        Overwritten.
    kind : str
        ``png`` or ``svg``.
    comparison : Comparison
    title : str
    """
    pairs = [
        (
            f"{_short(pair.pairing.a.name)} \N{MINUS SIGN} {_short(pair.pairing.b.name)}",
            pair.paired().difference,
        )
        for pair in comparison.pairs
    ]
    found = comparison.ratings()
    ratings = [
        (_short(side.name), found.interval(place)) for place, side in enumerate(comparison.sides)
    ]
    ratings.sort(key=lambda rated: -rated[1].value)
    heights = [len(rows) * _ROW + _MARGIN for rows in (pairs, ratings)]
    with figure_in(path, kind, _WIDTH, sum(heights) + 0.4) as figure:
        upper, lower = figure.subplots(2, 1, height_ratios=heights)
        figure.suptitle(title, fontsize=10.5, color=INK, x=0.01, ha="left")
        _rows(upper, pairs, "first minus second, points a round (95 %)")
        _rows(lower, ratings, "rating, points of Elo (95 %)")


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 3]}..."


def _rows(axes: "Axes", rows: list[tuple[str, Interval]], label: str) -> None:
    for place, (_, (value, low, high)) in enumerate(rows):
        clear = low > 0 or high < 0
        colour = _AHEAD if clear else _EVEN
        # One deal has an interval without bounds.
        if math.isfinite(low):
            axes.plot([low, high], [place, place], color=colour, linewidth=2)
            axes.plot([low, high], [place, place], "|", color=colour, markersize=8)
        axes.plot([value], [place], "o", color=colour, markersize=6)
        axes.annotate(
            f"{value:+.1f}".replace("-", "\N{MINUS SIGN}"),
            (value, place),
            (0, 7),
            textcoords="offset points",
            ha="center",
            fontsize=9,
            color=INK,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
            zorder=1.5,
        )
    axes.axvline(0, color=_EVEN, linewidth=1, zorder=0)
    axes.grid(axis="x", color=_LINE, linewidth=0.6, alpha=0.6)
    axes.set_axisbelow(True)
    axes.set_yticks(range(len(rows)), [name for name, _ in rows])
    # Room above the first row for its number.
    axes.set_ylim(len(rows) - 0.5, -0.8)
    axes.margins(x=0.08)
    axes.set_xlabel(label)
    axes.tick_params(axis="y", length=0)
    for edge in ("top", "right", "left"):
        axes.spines[edge].set_visible(False)
