"""A picture of the thresholds: from which chance on to call, against the own total."""

from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from tichu_sim.studies.plot import INK, figure_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS = ("#2a8fbd", "#d9822b", "#4c9f50", "#c9504b", "#8e6bbf", "#8a8a8a", "#b59a1f")
_WIDTH, _HEIGHT = 7.2, 4.4
# Room below the lowest chance and above the highest, for scores at which all hands call or none.
_BEYOND = 6.0
_STEP = 10


def draw_thresholds(path: Path, kind: str, frame: pd.DataFrame, title: str) -> None:
    """Draw the thresholds of scores.

    Parameters
    ----------
    path : Path
        Overwritten.
    kind : str
        ``png`` or ``svg``.
    frame : DataFrame
        Of `score_thresholds.score_frame`.
    title : str
    """
    with figure_in(path, kind, _WIDTH, _HEIGHT) as figure:
        figure.suptitle(title, fontsize=10.5, color=INK, x=0.01, ha="left")
        threshold_lines(figure.subplots(), frame)


def threshold_lines(axes: "Axes", frame: pd.DataFrame) -> None:
    """Draw a line for every other total of the opponents, with intervals.

    Scores at which even the weakest group of hands should call are drawn at the lower edge, those
    at which none should at the upper one.

    Parameters
    ----------
    axes : Axes
    frame : DataFrame
        Of `score_thresholds.score_frame`.
    """
    edges = ["threshold", "threshold_low", "threshold_high"]
    inside = frame["threshold"].between(0, 1, inclusive="neither")
    known = 100 * frame.loc[inside, "threshold"]
    low, high = (known.min(), known.max()) if len(known) else (40.0, 60.0)
    low, high = low - _BEYOND, high + _BEYOND
    theirs = sorted(frame["them"].unique())[::2]
    for place, them in enumerate(theirs):
        rows = frame[frame["them"] == them].sort_values("us")
        # Side by side where lines share an edge or a bar.
        shift = 4 * (place - (len(theirs) - 1) / 2)
        value, below, above = ((100 * rows[edge]).clip(low, high) for edge in edges)
        colour = _COLOURS[place % len(_COLOURS)]
        axes.errorbar(
            rows["us"] + shift,
            value,
            [value - below, above - value],
            color=colour,
            marker="o",
            markersize=5,
            linewidth=1.6,
            elinewidth=1.2,
            label=f"they have {them}",
        )
    ticks = [tick for tick in range(0, 101, _STEP) if low + 2 < tick < high - 2]
    axes.set_yticks([low, *ticks, high], ["all groups", *map(str, ticks), "none"])
    axes.set_ylim(low - 2, high + 2)
    axes.set_xticks(sorted(frame["us"].unique()))
    axes.set_xlabel("our total before the round")
    axes.set_ylabel("call from this chance to go out first on, % (bars: 95 %)")
    axes.legend(frameon=False, fontsize=9)
    for edge in ("top", "right"):
        axes.spines[edge].set_visible(False)
