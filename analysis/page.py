"""One self-contained HTML page: its frame, lists, tables and pictures."""

import io
import math
import re
from collections.abc import Callable, Collection, Sequence
from html import escape
from typing import Any

import pandas as pd

from tichu_sim.studies.plot import figure_in

CLEAR, OPEN = "#2a8fbd", "#8a8a8a"
"""Of what is known to be above or below zero, and of what is not; to be read on white and black."""
OTHER = "#d9822b"
# Stands for the colour of the text, which is another in the dark.
_INK = "#010203"
_SETTINGS = {
    **dict.fromkeys(("figure.facecolor", "axes.facecolor"), "none"),
    **dict.fromkeys(
        ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), _INK
    ),
}
_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2.4rem; }
h3 { font-size: 1.05rem; margin-top: 1.6rem; }
p, ul, ol { max-width: 46rem; } li { margin: .4rem 0; } ul, ol { padding-left: 1.3rem; }
.wide { overflow-x: auto; margin: .8rem 0; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; text-align: right; white-space: nowrap; }
th { border-bottom: 1px solid #999; font-weight: 600; vertical-align: bottom; white-space: normal; }
td.words { white-space: normal; min-width: 8rem; }
th:first-child, td:first-child, .words { text-align: left; }
tr:nth-child(even) td { background: rgba(127, 127, 127, .09); }
td small { display: block; opacity: .75; }
svg { max-width: 100%; min-width: 30rem; height: auto; }
"""


def page(title: str, body: str) -> str:
    """Return a whole page."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><h1>{escape(title)}</h1>\n{_kept_together(body)}\n</body></html>\n"
    )


def _kept_together(body: str) -> str:
    # No line ends between a number and its sign.
    return re.sub(r"(?<=\d) %", "\N{NO-BREAK SPACE}%", body)


def items(texts: Sequence[str], tag: str = "ul") -> str:
    """Return a list of texts, each as HTML."""
    return f"<{tag}>" + "\n".join(f"<li>{text}</li>" for text in texts) + f"</{tag}>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], words: Collection[str] = ()) -> str:
    """Return a table.

    Parameters
    ----------
    head : sequence of str
    rows : sequence of sequence of str
    words : collection of str
        Heads of the columns of words besides the first; the others are of numbers.

    Examples
    --------
    >>> table(["hand"], [["A <K>"]]).count("A &lt;K&gt;")
    1
    """
    kinds = [_kind(name, words) for name in head]
    lines = [
        "".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in zip(kinds, row, strict=True))
        for row in rows
    ]
    return _table(head, lines, words)


def _kind(name: str, words: Collection[str]) -> str:
    return ' class="words"' if name in words else ""


def _table(head: Sequence[str], lines: Sequence[str], words: Collection[str] = ()) -> str:
    names = "".join(f"<th{_kind(name, words)}>{escape(name)}</th>" for name in head)
    lines = [names, *lines]
    whole = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="wide"><table>{whole}</table></div>'


def heat_map(
    rows: pd.DataFrame,
    cell: Callable[[Any], tuple[str, str]],
    warmth: Callable[[Any], float],
) -> str:
    """Return a table of scores, us down and them across, coloured by what is in it.

    Parameters
    ----------
    rows : pandas.DataFrame
        Columns ``us``, ``them`` and what the functions look at.
    cell : callable
        From a row to what is written and what stands below it in small.
    warmth : callable
        From a row to -1 (orange) to 1 (blue).

    Examples
    --------
    >>> rows = pd.DataFrame({"us": [0], "them": [200], "win": [0.25]})
    >>> told = heat_map(rows, lambda row: (f"{row['win']:.0%}", ""), lambda row: -0.5)
    >>> "they 200" in told, "25%" in told
    (True, True)
    """
    theirs = list(dict.fromkeys(rows["them"]))
    lines = []
    for us, here in rows.groupby("us", sort=False):
        cells = [f"<td>{us}</td>"]
        for _, row in here.set_index("them", drop=False).reindex(theirs).iterrows():
            if math.isnan(row["us"]):
                cells.append("<td></td>")
                continue
            (told, small), warm = cell(row), max(-1.0, min(1.0, warmth(row)))
            colour = "42, 143, 189" if warm > 0 else "217, 130, 43"
            style = f"background: rgba({colour}, {0.65 * abs(warm):.2f})"
            below = f"<small>{escape(small)}</small>" if small else ""
            cells.append(f'<td style="{style}">{escape(told)}{below}</td>')
        lines.append("".join(cells))
    return _table(["we have", *(f"they {them}" for them in theirs)], lines)


def picture(draw: Callable[[Any], None], width: float, height: float) -> str:
    """Return a plot as SVG; `draw` gets the axes."""
    file = io.StringIO()
    with figure_in(file, "svg", width, height, _SETTINGS) as figure:
        axes = figure.subplots()
        draw(axes)
        axes.grid(color=OPEN, alpha=0.3, linewidth=0.6)
        axes.set_axisbelow(True)
        for edge in ("top", "right"):
            axes.spines[edge].set_visible(False)
    drawn = re.sub(r"^.*?(?=<svg)", "", file.getvalue(), flags=re.S)
    return f'<div class="wide">{drawn.replace(_INK, "currentColor")}</div>'


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
            colour = CLEAR if clear else OPEN
            axes.plot([row["value_low"], row["value_high"]], [place, place], color=colour)
            axes.plot([row["value"]], [place], "o", color=colour, markersize=5)
        axes.axvline(0, color=OPEN, linewidth=1)
        axes.set_yticks(places, names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(label)

    return picture(draw, 7.2, 0.28 * len(names) + 0.8)
