"""The page on Grand Tichu: at which score to call, and what Great Grand is worth."""

from collections.abc import Sequence
from html import escape
from typing import Any

import pandas as pd
from grand_tichu_answers import ScoresAnswer
from grand_tichu_hands import COMMON, hands, share_text, span
from page import heat_map, picture, table
from script import percent

from tichu_sim.studies.score_plot import threshold_lines
from tichu_sim.studies.stats import Interval

_ALL, _NONE = 0.0, 1.0
_NAMED = 3


def score_text(row: Any) -> str:
    """Return a score, ours first."""
    return f"{row['us']:.0f}:{row['them']:.0f}"


def part(row: Any, name: str) -> Interval:
    """Return a figure of a row with its interval."""
    return Interval(row[name], row[f"{name}_low"], row[f"{name}_high"])


def typical(grid: pd.DataFrame) -> dict[str, list[Any]]:
    """Return rows of the start (``even``), far ``behind``, far ``ahead``, and ``late`` and even.

    Examples
    --------
    >>> totals = (0, 200, 800, 900, 950)
    >>> grid = pd.DataFrame([{"us": us, "them": them} for us in totals for them in totals])
    >>> {name: [score_text(row) for row in rows] for name, rows in typical(grid).items()}
    {'even': ['0:0'], 'behind': ['0:800', '200:900'], 'ahead': ['800:0'], 'late': ['800:800']}
    """
    totals = sorted(set(grid["us"]) & set(grid["them"]))
    first, second = totals[0], totals[min(1, len(totals) - 1)]
    late, later = (totals[max(-at, -len(totals))] for at in (3, 2))
    wanted = {
        "even": [(first, first)],
        "behind": [(first, late), (second, later)],
        "ahead": [(late, first)],
        "late": [(late, late)],
    }
    by_score = {(row["us"], row["them"]): row for _, row in grid.iterrows()}
    return {
        name: [by_score[score] for score in scores if score in by_score]
        for name, scores in wanted.items()
    }


def least(row: Any) -> str:
    """Return from which chance on to call, for a sentence."""
    found = part(row, "threshold")
    if found.value == _ALL:
        return "with all kinds of hands"
    if found.value == _NONE:
        return "with no kind of hands"
    return f"from a chance of {percent(found.value)} on"


def reaching(found: pd.DataFrame, row: Any) -> pd.DataFrame:
    """Return the kinds of hands whose chance is enough at a score."""
    threshold = float(row["threshold"])
    return found[found["p"] >= threshold] if threshold < _NONE else found[:0]


def _with_which(row: Any, found: pd.DataFrame) -> str:
    enough = reaching(found, row)
    if len(enough) in (0, len(found)):
        return least(row)
    return f"{least(row)} ({percent(enough['share'].sum())} of all hands)"


def scores_in_short(scores: ScoresAnswer, found: pd.DataFrame) -> str:
    """Return at which score to call, in a few sentences."""
    rows = typical(scores.grid)
    told = [
        f"at {score_text(row)} {_with_which(row, found)}"
        for name in ("even", "behind", "ahead")
        for row in rows[name]
    ]
    told += [
        f"with the weakest hands it is worth {_gain(row, 'weakest')} percentage points at "
        f"{score_text(row)}"
        for row in rows["behind"][:1]
    ]
    return (
        "<b>At which score.</b> To win the game, call so: "
        + "; ".join(told)
        + f". By points alone the call pays from {share_text(scores.points)} on. (Chances: to go "
        "out first with the call.)"
    )


def at_scores(scores: ScoresAnswer, found: pd.DataFrame) -> str:
    """Return the section on scores."""
    points, played = scores.points.value, scores.played
    return (
        "<h2>At which score</h2>"
        "<p>What counts is to win the game. A team that is far behind gains much by a made call "
        "and loses little by a failed one; a team that is ahead has more to lose. Here is from "
        "which chance to go out first on the call raises the chance to win the game "
        f"(<code>{escape(played.bot)}</code> in all seats, {played.rounds:,} deals of each kind of "
        "hands).</p>"
        + picture(lambda axes: threshold_lines(axes, scores.grid), 7.2, 4.4)
        + "<p>The same for more scores, with intervals. Blue: call with less than by points; "
        "orange: call with more. <i>All</i>: with hands of every kind. <i>None</i>: not even with "
        "the strongest.</p>"
        + heat_map(scores.grid, _threshold, lambda row: (points - row["threshold"]) / 0.4)
        + "<h3>What that means for hands</h3>"
        + _far_behind(scores, found)
        + _typical_hands(scores, found)
        + "<p>These are the chances of kinds of hands. Within a kind hands are better and worse: "
        "even where all kinds should call, the weakest hands may do better in silence; "
        "<code>tichu-sim grand-tichu HAND --score US:THEM</code> tells it of one hand.</p>"
        "<p>In these rounds the cards are played as at the start of the game, whatever the "
        "score, and the silent hand calls Tichu later as it would there. A partner or opponent who "
        "looks at the score may change the picture near the end of the game.</p>"
        "<h3>Chance to win the game</h3><p>All of this rests on how likely a team wins from a "
        "score, in % (from rounds of the same bot; all four play alike, so that it is even "
        "at equal totals):</p>"
        + heat_map(
            scores.grid,
            lambda row: (f"{100 * row['win']:.1f}", ""),
            lambda row: 2 * (row["win"] - 0.5),
        )
    )


def _threshold(row: Any) -> tuple[str, str]:
    value, low, high = part(row, "threshold")
    told = {_ALL: "all", _NONE: "none"}.get(value, f"{100 * value:.0f} %")
    ends = [{_ALL: "all", _NONE: "none"}.get(end, f"{100 * end:.0f}") for end in (low, high)]
    return told, "" if ends[0] == ends[1] else " to ".join(ends)


def _far_behind(scores: ScoresAnswer, found: pd.DataFrame) -> str:
    rows = typical(scores.grid)
    told = [
        f"At {score_text(row)} a team should call {_with_which(row, found)}."
        for row in rows["even"]
    ]
    told += [
        f"Far behind, at {score_text(row)}, it should call {_with_which(row, found)}: its chance "
        f"to win the game is {percent(row['win'])} there, and with the weakest kinds, which "
        "go "
        f"out first in only {percent(scores.weakest.value)}, the call changes that by "
        f"{_gain(row, 'weakest')} percentage points."
        for row in rows["behind"]
    ]
    told += [
        f"Far ahead, at {score_text(row)}, it should call {_with_which(row, found)}."
        for row in rows["ahead"]
    ]
    return f"<p>{' '.join(told)}</p>"


def _gain(row: Any, name: str) -> str:
    value, low, high = part(row, name)
    return f"{100 * value:+.1f} ({span(100 * low, 100 * high)})"


def _typical_hands(scores: ScoresAnswer, found: pd.DataFrame) -> str:
    rows = [row for rows in typical(scores.grid).values() for row in rows]
    head = [
        "score",
        "chance to win, %",
        "call",
        "of all hands, %",
        "such as (the weakest common ones)",
    ]
    return table(head, [_typical_row(row, found) for row in rows], (head[2], head[4]))


def _typical_row(row: Any, found: pd.DataFrame) -> Sequence[str]:
    enough = reaching(found, row)
    common = enough[enough["share"] >= COMMON].sort_values("p").head(_NAMED)
    named = common if len(common) else enough.sort_values("share", ascending=False).head(_NAMED)
    return [
        score_text(row),
        f"{100 * row['win']:.1f}",
        least(row).removeprefix("from a chance of ").replace(" on", " and more"),
        f"{100 * enough['share'].sum():.1f}",
        "; ".join(hands(named)),
    ]


def great_grand_in_short(scores: ScoresAnswer) -> str:
    """Return what Great Grand is worth, in two sentences."""
    value, low, high = scores.great_grand_points
    pays = scores.grid[scores.grid["great_grand_low"] > 0]
    told = (
        f"<b>Great Grand</b> (400 points, before any card is seen) is made in "
        f"{share_text(scores.great_grand)} of the deals, and gains {value:+.1f} points a round "
        f"({span(low, high)})."
    )
    if len(pays):
        best = pays.sort_values("great_grand").iloc[-1]
        told += (
            f" For the game it pays at {len(pays)} of {len(scores.grid)} scores; most at "
            f"{score_text(best)}, where it adds {_gain(best, 'great_grand')} percentage points to "
            f"a chance to win of {percent(best['win'])}."
        )
    return told


def great_grand(scores: ScoresAnswer) -> str:
    """Return the section on Great Grand."""
    grid = scores.grid
    most = max(grid["great_grand"].abs().max(), 1e-9)
    pays, level = grid[grid["great_grand_low"] > 0], grid[grid["us"] == grid["them"]]
    ahead = pays[pays["us"] >= pays["them"]]
    value, low, high = scores.great_grand_points
    told = f"It pays for sure at {len(pays)} of these {len(grid)} scores"
    if len(pays):
        told += f", at {_listed(ahead) if len(ahead) else 'none'} of them without being behind"
    if len(level):
        low_end, high_end = 100 * level["great_grand"].min(), 100 * level["great_grand"].max()
        told += f"; at equal scores it gains from {low_end:+.1f} to {high_end:+.1f}"
    return (
        "<h2>Great Grand</h2><p>Some play with a bet of 400 points before any card is seen. It is "
        f"made in {share_text(scores.great_grand)} of {scores.great_grand_rounds:,} deals. On the "
        f"average it gains {value:+.1f} points a round ({span(low, high)}), against going on "
        "without it, when the hand may still call Grand Tichu or Tichu. What it gains for the "
        "game, "
        "in percentage points of the chance to win:</p>"
        + heat_map(grid, _grand_cell, lambda row: row["great_grand"] / most)
        + f"<p>Blue: it pays; * an interval with 0 in it. {told}.</p>"
    )


def _listed(rows: pd.DataFrame) -> str:
    return ", ".join(score_text(row) for _, row in rows.iterrows())


def _grand_cell(row: Any) -> tuple[str, str]:
    value, low, high = part(row, "great_grand")
    doubt = "*" if low <= 0 <= high else ""
    return f"{doubt}{100 * value:+.1f}", span(100 * low, 100 * high)
