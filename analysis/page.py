"""One self-contained HTML page: its frame, tables and pictures."""

import io
import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import pandas as pd
from matplotlib import rc_context
from matplotlib.figure import Figure

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
p { max-width: 46rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; text-align: right; white-space: nowrap; }
th { border-bottom: 1px solid #999; font-weight: 600; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; }
tr:nth-child(even) td { background: rgba(127, 127, 127, .09); }
svg { background: #fff; max-width: 100%; height: auto; margin: .5rem 0; }
"""


def page(title: str, body: str) -> str:
    """Return a whole page."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><h1>{escape(title)}</h1>\n{body}\n</body></html>\n"
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table; the first column is of words, the others of numbers.

    Examples
    --------
    >>> table(["hand"], [["A <K>"]]).count("A &lt;K&gt;")
    1
    """
    lines = ["".join(f"<th>{escape(cell)}</th>" for cell in head)]
    lines += ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    whole = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="wide"><table>{whole}</table></div>'


def picture(draw: Callable[[Any], None], width: float, height: float) -> str:
    """Return a plot as SVG; `draw` gets the axes."""
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "tichu_sim", "font.size": 10}):
        figure = Figure((width, height), layout="constrained")
        axes = figure.subplots()
        draw(axes)
        axes.grid(color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
        for edge in ("top", "right"):
            axes.spines[edge].set_visible(False)
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None})
    return re.sub(r"^.*?(?=<svg)", "", file.getvalue(), flags=re.S)


def bars(names: Sequence[str], rows: pd.DataFrame, label: str) -> str:
    """Return points with their intervals, a row each.

    Parameters
    ----------
    names : sequence of str
    rows : pandas.DataFrame
        Columns ``value``, ``value_low``, ``value_high``.
    label : str
    """

    def draw(axes: Any) -> None:
        places = range(len(names))
        for place, (_, row) in zip(places, rows.iterrows(), strict=True):
            clear = row["value_low"] > 0 or row["value_high"] < 0
            colour = "#0b6e99" if clear else "#777777"
            axes.plot([row["value_low"], row["value_high"]], [place, place], color=colour)
            axes.plot([row["value"]], [place], "o", color=colour, markersize=5)
        axes.axvline(0, color="#777777", linewidth=1)
        axes.set_yticks(places, names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(label)

    return picture(draw, 7.2, 0.28 * len(names) + 0.8)
