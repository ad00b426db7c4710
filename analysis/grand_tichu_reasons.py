"""The page on Grand Tichu: why people and the simulation may differ."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from grand_tichu_answers import ScoresAnswer
from grand_tichu_dots import COLOURS, LEAST_CALLS, TOLD, Names
from grand_tichu_hands import known
from page import OPEN, items, picture
from script import percent

from tichu_sim.studies.people import GROUPS

_MOST = 0.5


def why(found: pd.DataFrame, scores: ScoresAnswer | None) -> str:
    """Return the part on why they differ."""
    return "<h3>Why they differ</h3>" + _gaps(found) + items(_reasons(found, scores), "ol")


def gap(found: pd.DataFrame, group: str) -> pd.DataFrame:
    """Return kinds called often enough by a group, with ``gap``: made less the simulated chance.

    In percentage points; ``called`` and ``calls`` are those of the group.
    """
    kept = found[found[f"calls_{group}"] >= LEAST_CALLS]
    return kept.assign(
        gap=100 * (kept[f"chance_{group}"] - kept["p"]),
        called=kept[f"called_{group}"],
        calls=kept[f"calls_{group}"],
    )


def _gaps(found: pd.DataFrame) -> str:
    def draw(axes: Any) -> None:
        drawn = []
        for group in GROUPS:
            rows = gap(found, group)
            x, size = 100 * rows["called"], 8 + 400 * rows["share"]
            colour = COLOURS[group]
            axes.scatter(x, rows["gap"], s=size, color=colour, alpha=0.6, linewidth=0)
            axes.scatter([], [], s=30, color=colour, label=TOLD[group])
            drawn.append((rows, x, rows["gap"], 0, colour))
        axes.axhline(0, color=OPEN, linewidth=1)
        axes.set_xlabel("with how many of such hands they call, %")
        axes.set_ylabel("made, less the simulated chance,\npercentage points")
        axes.legend(frameon=False, fontsize=9)
        names = Names(axes)
        for dots in drawn:
            names.add(*dots)

    return (
        f"<p>Each dot is a kind of hands with {LEAST_CALLS} calls or more: how often it is "
        "called, and how many more of the calls people make than the simulation would with all "
        "such hands. The larger, the more often it is dealt.</p>" + picture(draw, 6.8, 3.8)
    )


def _reasons(found: pd.DataFrame, scores: ScoresAnswer | None) -> Sequence[str]:
    told = [_selection(found), _observed(found), _later(found), _dog(found), _opponents(found)]
    if scores is not None:
        told.append(_totals(scores))
    return [one for one in told if one]


def _mean_gap(rows: pd.DataFrame) -> str:
    if not len(rows):
        return "unknown"
    return f"{np.average(rows['gap'], weights=rows['calls']):+.1f}"


def _correlation(rows: pd.DataFrame, what: str) -> str:
    return known(rows["called"].corr(rows[what], method="spearman"), "+.2f") or "unknown"


def _selection(found: pd.DataFrame) -> str:
    told = []
    for group in GROUPS:
        rows = gap(found, group)
        often = rows["called"] >= _MOST
        told.append(
            f"for {TOLD[group]} {_mean_gap(rows[~often])} percentage points where they call with "
            f"less than half of the hands, {_mean_gap(rows[often])} where with more (rank "
            f"correlation with how often they call: {_correlation(rows, 'gap')})"
        )
    return (
        "<b>People choose.</b> The simulation calls with every hand of a kind, people with those "
        "that look best. So where few are called, people should make more than the simulated "
        f"chance. They make, compared with it, {'; '.join(told)}. A negative correlation is what "
        "such a choice would bring; the nearer to 0, the less of the difference it explains."
    )


def _observed(found: pd.DataFrame) -> str:
    told = []
    for group in GROUPS:
        rows = found.assign(
            called=found[f"called_{group}"], apart=found[f"call_value_{group}"] - found["value"]
        )
        told.append(f"{_correlation(rows, 'apart')} for {TOLD[group]}")
    return (
        "<b>Other deals.</b> In a log every deal is played once, with the call or without. So "
        "whatever its method, which its counts do not tell, the study holds rounds with a call "
        "against other rounds without one, and those who call have the better hands. The "
        "simulation "
        "plays the same deal both ways. The study's gain less the simulated one, against how often "
        f"a kind is called, has a rank correlation of {' and '.join(told)}: negative if the study "
        "is too hopeful where few call."
    )


def _later(found: pd.DataFrame) -> str:
    if not found["tichu"].notna().all():
        return ""
    sets = {"all hands": found, "the hands of kinds that gain": found[found["value_low"] > 0]}
    told = []
    for name, rows in sets.items():
        if len(rows):
            later = rows["share"] * rows["tichu"]
            made = (later * rows["tichu_made"].fillna(0)).sum() / later.sum()
            told.append(
                f"with {percent(later.sum() / rows['share'].sum())} of {name} and makes "
                f"{percent(made)} of these calls"
            )
    return (
        "<b>What the silent hand does.</b> A call is worth what it adds to silence, and a silent "
        "hand may "
        f"still call Tichu for 100 points. In the simulation it does so {'; '.join(told)}. "
        "People who call Tichu more often or better lose less by silence, and so gain less by "
        "Grand "
        "Tichu; those who do so less gain more."
    )


def _dog(found: pd.DataFrame) -> str:
    rows = gap(found, "strong")
    return (
        "<b>How the bot plays.</b> It differs from people, and not with all cards alike: with the "
        "Dog "
        f"strong players make {_mean_gap(rows[rows['dog']])} percentage points compared with the "
        f"simulation, without it {_mean_gap(rows[~rows['dog']])}; with the Mah Jong "
        f"{_mean_gap(rows[rows['mahjong']])}, without it {_mean_gap(rows[~rows['mahjong']])}."
    )


def _opponents(found: pd.DataFrame) -> str:
    kept = found[found["calls_strong"] >= LEAST_CALLS]
    made = 100 * (kept["chance_all"] - kept["chance_strong"])
    gains = found["call_value_all"] - found["call_value_strong"]
    there = gains.notna()
    apart = np.average(gains[there], weights=found["share"][there]) if there.any() else np.nan
    more = np.average(made, weights=kept["calls_strong"]) if len(kept) else np.nan
    return (
        "<b>Who sits at the table.</b> In the simulation all four are the same bot. The rounds of "
        "strong players are counted with all four hands; among all players, partners and opponents "
        "are of every strength. With hands of the same kind, all players make "
        f"{known(more, '+.1f')} percentage points compared with strong ones, and the study sees "
        f"{known(apart, '+.1f')} points more in their calls. As all players call less often, some "
        "of "
        "this is choice, and some may be weaker opponents; the counts do not tell them apart."
    )


def _totals(scores: ScoresAnswer) -> str:
    inside = scores.grid["threshold"]
    inside = inside[(inside > 0) & (inside < 1)]
    if not len(inside):
        return ""
    return (
        "<b>The score.</b> The logs are of rounds at all scores, and people who are behind may "
        "call with "
        "less. The gains here are points at no score. How much that can matter is under <i>At "
        "which score"
        f"</i>: the chance that is enough lies between {percent(inside.min())} and "
        f"{percent(inside.max())}, or is none or any."
    )
