"""The page on Grand Tichu: people beside the simulation, and why they may differ."""

from typing import Any

import numpy as np
import pandas as pd
from grand_tichu_answers import ScoresAnswer
from grand_tichu_dots import COLOURS, LEAST_CALLS, TOLD, Names, diagonal
from grand_tichu_hands import hands, span
from grand_tichu_reasons import why
from page import CLEAR, picture, table
from script import percent

from tichu_sim.studies.people import GROUPS, rms, well_called

_MOST = 0.5


def players(found: pd.DataFrame, scores: ScoresAnswer | None) -> str:
    """Return the section on people."""
    return (
        "<h2>People and the simulation</h2>"
        f"<p>The study tichu_essentials counted logs of BrettspielWelt: {_rounds(found, 'all')} "
        f"rounds of all players, and {_rounds(found, 'strong')} of strong ones. "
        + " ".join(_calls(found, group) for group in GROUPS)
        + "</p><h3>Which hands people call</h3>"
        + _decided(found)
        + "<h3>How many calls are made</h3>"
        + _made(found)
        + "<h3>What the call gains</h3>"
        + _gains(found)
        + why(found, scores)
    )


def people_in_short(found: pd.DataFrame) -> str:
    """Return how people compare, in a few sentences."""
    told = []
    for group in GROUPS:
        calls, _ = rates(found, group)
        away = misfits(found, group)
        told.append(
            f"{TOLD[group].capitalize()} call with {percent(calls)} of their hands; "
            + _same_side(found, away)
        )
        for side in ("rarely", "often"):
            few = away[away["side"] == side].head(2)
            if len(few):
                told[-1] += f", too {side} with {' and '.join(hands(few))}"
    return "<b>People.</b> " + ". ".join(told) + "."


def _same_side(found: pd.DataFrame, away: pd.DataFrame) -> str:
    sure = found[(found["value_low"] > 0) | (found["value_high"] < 0)]
    return f"with {len(sure) - len(away)} of {len(sure)} kinds most do as the simulation would"


def rates(found: pd.DataFrame, group: str) -> tuple[float, float]:
    """Return with how many of their hands a group calls, and how many calls are made."""
    calls = found[f"calls_{group}"].sum()
    return calls / found[f"rounds_{group}"].sum(), found[f"made_{group}"].sum() / calls


def _rounds(found: pd.DataFrame, group: str) -> str:
    # A round counts once for each of its four hands.
    return f"{found[f'rounds_{group}'].sum() / 4:,.0f}"


def _calls(found: pd.DataFrame, group: str) -> str:
    calls, made = rates(found, group)
    return (
        f"{TOLD[group].capitalize()} call with {percent(calls)} of their hands and make "
        f"{percent(made)} of the calls."
    )


def misfits(found: pd.DataFrame, group: str) -> pd.DataFrame:
    """Return the kinds with which most of a group do otherwise than the simulation would.

    Returns
    -------
    pandas.DataFrame
        Rows of `found` whose gain is clearly positive and called with less than half of the hands
        (``side`` is ``rarely``), or clearly negative and called with more than half (``often``);
        ``cost`` is what that comes to in points in a hundred hands, all kinds counted. The dearest
        first.
    """
    called = found[f"called_{group}"]
    rarely = (found["value_low"] > 0) & (called < _MOST)
    often = (found["value_high"] < 0) & (called > _MOST)
    wrong = np.where(rarely, 1 - called, called)
    sides = found.assign(
        side=np.where(rarely, "rarely", "often"),
        called=called,
        cost=100 * found["share"] * wrong * found["value"].abs(),
    )
    return sides[rarely | often].sort_values("cost", ascending=False)


def _decided(found: pd.DataFrame) -> str:
    rows, told = [], []
    for group in GROUPS:
        away = misfits(found, group)
        cost = f"; the others cost {away['cost'].sum():.1f}" if len(away) else ""
        told.append(f"{TOLD[group].capitalize()}: {_same_side(found, away)}{cost}.")
        rows += [
            [
                name,
                TOLD[group],
                f"{100 * row['share']:.2f}",
                f"{100 * row['called']:.1f}",
                f"{row['value']:+.1f}",
                span(row["value_low"], row["value_high"]),
                f"call too {row['side']}",
                f"{row['cost']:.1f}",
            ]
            for name, (_, row) in zip(hands(away), away.iterrows(), strict=True)
        ]
    intro = (
        "<p>Kinds of hands that gain by the call for sure, in the simulation, but are called with "
        "less than half of the time, and those that lose for sure but are called with more than "
        f"half of the time. {' '.join(told)}"
    )
    if not rows:
        return f"{intro}</p>"
    head = [
        "hand",
        "who",
        "of all hands, %",
        "they call, %",
        "the call gains",
        "95 %",
        "they do",
        "costs in 100 hands",
    ]
    return (
        f"{intro} Costs are points in 100 hands of all kinds, and rather too high: within a "
        "kind people choose the better hands.</p>" + table(head, rows, ("who", "they do"))
    )


def _made(found: pd.DataFrame) -> str:
    kept = found[well_called(found)]
    if len(kept) < 2:
        return "<p>No kinds of hands are called often enough to compare.</p>"
    apart, calls = 100 * (kept["p"] - kept["chance_strong"]), kept["calls_strong"]
    ranks = kept["p"].corr(kept["chance_strong"], method="spearman")
    told = (
        f"<p>In {len(kept)} kinds strong players called at least half of their hands, 300 or more. "
        f"There the chance in the simulation is {rms(apart, calls):.1f} percentage points off the "
        "share that they made (root mean square: large differences count more; weighted by "
        f"calls). The order of the kinds agrees with a rank correlation of {ranks:.3f}, where 1 is "
        "the same order, 0 none, and -1 the reverse. The larger a dot, the more calls; on the "
        "line both "
        "agree.</p>"
    )

    def draw(axes: Any) -> None:
        x, y = 100 * kept["chance_strong"], 100 * kept["p"]
        axes.scatter(x, y, s=8 + calls / 120, color=CLEAR, alpha=0.6, linewidth=0)
        diagonal(axes, x, y)
        axes.set_xlabel("made by strong players, %")
        axes.set_ylabel("chance in the simulation, %")
        Names(axes).add(kept, x, y, x, CLEAR)

    return told + picture(draw, 6.4, 4.8)


def _gains(found: pd.DataFrame) -> str:
    told = []
    for group in GROUPS:
        apart = found[f"call_value_{group}"] - found["value"]
        mean = float(np.average(apart[apart.notna()], weights=found["share"][apart.notna()]))
        told.append(
            f"for {TOLD[group]} {rms(apart, found[f'calls_{group}']):.1f} points off the "
            f"simulation (root mean square, weighted by their calls), over all hands "
            f"{mean:+.1f} on the average"
        )
    between = found["call_value_all"] - found["call_value_strong"]
    both = between.notna()
    return (
        "<p>The study too has estimated what a call gains over silence, from its logs. It is "
        + "; ".join(told)
        + f". Between the two groups, the study itself is {rms(between, found['share']):.1f} "
        "points "
        f"apart in the {both.sum()} kinds for which it has both (weighted by how often they are "
        "dealt). Above the line the study sees a greater gain.</p>"
        + picture(_gain_dots(found), 6.4, 5.2)
    )


def _gain_dots(found: pd.DataFrame) -> Any:
    def draw(axes: Any) -> None:
        drawn = []
        for group in GROUPS:
            kept = found[found[f"calls_{group}"] >= LEAST_CALLS]
            x, y = kept["value"], kept[f"call_value_{group}"]
            size = 8 + 400 * kept["share"]
            colour = COLOURS[group]
            axes.scatter(x, y, s=size, color=colour, alpha=0.6, linewidth=0, label=TOLD[group])
            diagonal(axes, x, y)
            drawn.append((kept, x, y, x, colour))
        axes.set_xlabel("the call gains in the simulation, points a round")
        axes.set_ylabel("by the study, points a round")
        axes.legend(frameon=False, fontsize=9)
        names = Names(axes)
        for dots in drawn:
            names.add(*dots)

    return draw
