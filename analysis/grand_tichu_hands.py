"""The page on Grand Tichu: which hands gain by the call."""

from html import escape
from pathlib import Path

import numpy as np
import pandas as pd
from page import bars, table
from script import percent

from tichu_sim.errors import InputError
from tichu_sim.studies.atlas_file import read_atlas
from tichu_sim.studies.categories import N_HOLDINGS, category_text
from tichu_sim.studies.rank_classes import N_CLASSES, text_of_class
from tichu_sim.studies.stats import Z95, Interval

COMMON = 0.005
"""Share of all hands from which on a kind is common enough to be named."""
_CHARTED = 0.0005
_SINGLE = (0, 1, 2, 4, 8, 16, 32)
_NAMED, _BEST = 4, 16
_EXAMPLES, _LEAST_HANDS = 12, 500
_SHIPPED = "of four <code>expert</code> by the standard rules"


def hand(number: int) -> str:
    """Return a kind of hands in words.

    Examples
    --------
    >>> hand(0), hand(4), hand(44)
    ('none of them', 'Phoenix', '2 aces + Dragon + Phoenix')
    """
    if not number:
        return "none of them"
    # In a row of them, commas would not tell where one ends.
    return category_text(number).removeprefix("0 aces, ").replace(", ", " + ")


def hands(found: pd.DataFrame) -> list[str]:
    """Return the kinds of hands in words, in their order."""
    return [hand(int(number)) for number in found.index]


def known(value: float, form: str) -> str:
    """Return a number as text, nothing for none, and no -0.0.

    Examples
    --------
    >>> known(0.5, "+.1f"), known(np.nan, ".1f"), known(-0.01, "+.1f")
    ('+0.5', '', '+0.0')
    """
    if np.isnan(value):
        return ""
    told = format(value, form)
    return format(0.0, form) if float(told) == 0 else told


def span(low: float, high: float, form: str = "+.1f") -> str:
    """Return an interval as text, and nothing where an end is not known."""
    return "" if np.isnan(low + high) else f"{known(low, form)} to {known(high, form)}"


def share_text(found: Interval) -> str:
    """Return a share with its interval as text.

    Examples
    --------
    >>> share_text(Interval(0.5, 0.402, 0.598))
    '50.0 % (40.2 to 59.8)'
    """
    return f"{percent(found.value)} ({span(100 * found.low, 100 * found.high, '.1f')})"


def who(found: pd.DataFrame) -> str:
    """Return the section on who should call."""
    gain, unsure = found[found["value_low"] > 0], found[_unsure(found)]
    return (
        "<h2>Who should call</h2>"
        "<p>Hands of eight cards are sorted by their aces and by whether they hold the Dragon, the "
        f"Phoenix, the Dog and the Mah Jong. Of these {len(found)} kinds of hands {len(gain)} gain "
        f"by the call for sure: {percent(gain['share'].sum())} of all hands that are dealt. For "
        f"{len(unsure)} kinds ({percent(unsure['share'].sum())}) so many deals cannot say. "
        "The others lose. Within a kind hands differ: kings, pairs and low cards count too.</p>"
        + _gains(found)
        + "<p>A dot is what the call gains in points a round, the bar its interval; grey where 0 "
        "is in it. Shown are the best of the kinds that are not very rare, the common ones on "
        "either side, and the simplest. All are in the <a href='#kinds'>table at the end</a>.</p>"
    )


def _unsure(found: pd.DataFrame) -> pd.Series:
    return ~((found["value_low"] > 0) | (found["value_high"] < 0))


def who_in_short(found: pd.DataFrame) -> str:
    """Return who should call, in two sentences."""
    gain = found[found["value_low"] > 0]
    good, bad = _common_sides(found)
    told = f"{percent(gain['share'].sum())} of all hands are of kinds that gain by the call"
    if len(good):
        told += f"; the most frequent are: {_valued(good)}"
    if len(bad):
        told += f". Of the common kinds that lose by it, these come nearest to it: {_valued(bad)}"
    return f"<b>Who should call.</b> {told}. (In brackets: points a round that the call gains.)"


def _common_sides(found: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    # Of the common kinds: those that gain, the most frequent first, and the losing ones nearest to
    # it.
    common = found[found["share"] >= COMMON]
    good = common[common["value_low"] > 0].sort_values("share", ascending=False)
    bad = common[common["value_high"] < 0].sort_values("value", ascending=False)
    return good.head(_NAMED), bad.head(_NAMED)


def _valued(few: pd.DataFrame) -> str:
    pairs = zip(hands(few), few["value"], strict=True)
    return "; ".join(f"{name} ({value:+.1f})" for name, value in pairs)


def _gains(found: pd.DataFrame) -> str:
    often = found[found["share"] > _CHARTED].sort_values("value", ascending=False)
    shown = pd.concat([often.head(_BEST), often[often.index.isin(_SINGLE)], *_common_sides(found)])
    shown = shown[~shown.index.duplicated()].sort_values("value", ascending=False)
    return bars(hands(shown), shown, "what the call gains, points a round (95 %)")


def all_kinds(found: pd.DataFrame) -> str:
    """Return the table of all kinds of hands."""
    rows = [
        [
            name,
            f"{100 * row['share']:.3f}",
            known(100 * row["p"], ".1f"),
            span(100 * row["p_low"], 100 * row["p_high"], ".1f"),
            known(100 * row["chance_strong"], ".1f"),
            known(100 * row["chance_all"], ".1f"),
            known(100 * row["called_strong"], ".1f"),
            known(100 * row["called_all"], ".1f"),
            known(row["value"], "+.1f"),
            span(row["value_low"], row["value_high"]),
            known(row["call_value_strong"], "+.1f"),
            known(row["call_value_all"], "+.1f"),
        ]
        for name, (_, row) in zip(hands(found), found.iterrows(), strict=True)
    ]
    head = [
        "hand",
        "of all hands, %",
        "chance, %",
        "95 %",
        "strong made, %",
        "all made, %",
        "strong call, %",
        "all call, %",
        "call gains",
        "95 %",
        "study, strong",
        "study, all",
    ]
    return (
        '<h2 id="kinds">All kinds of hands</h2><p>Chance: to go out first with the call, in the '
        "simulation. Made: share of their calls that people made. Call: with how many of such "
        "hands they called. Gains in points a round; the study has none where its data is too "
        "thin.</p>" + table(head, rows)
    )


def all_hands(own: Path, shipped: Path) -> str:
    """Return the section on all hands, of the user's atlas if there is one.

    Raises
    ------
    InputError
        For a file that is no atlas of all hands.
    """
    path = own if own.exists() else shipped
    rows = read_atlas(path).to_pandas()
    if not np.array_equal(rows["class"], np.arange(N_CLASSES)) or not np.isfinite(rows).all(None):
        raise InputError(f"{path} is no atlas of all {N_CLASSES:,} hands, each with its figures")
    whose = f"by <code>{escape(own.name)}</code>" if path == own else _SHIPPED
    weights = rows["multiplicity"] / N_HOLDINGS
    gains = rows["call_value_smooth"] > 0
    sure = (rows["call_value_smooth"].abs() > Z95 * rows["call_value_smooth_se"]) @ weights
    near = rows[rows["multiplicity"] > _LEAST_HANDS].sort_values("call_value_smooth", key=np.abs)
    shown = [
        [
            text_of_class(int(row["class"])),
            f"{100 * row['p_first_smooth']:.1f}",
            known(row["call_value_smooth"], "+.1f"),
            f"{Z95 * row['call_value_smooth_se']:.1f}",
        ]
        for _, row in near.head(_EXAMPLES).iterrows()
    ]
    return (
        "<h2>Single hands</h2>"
        f"<p>Apart from suits there are {len(rows):,} hands of eight cards. Played with each of "
        f"them, {rows['rounds'].sum():,} rounds in all {whose}, the call gains with "
        f"{percent(gains @ weights)} "
        f"of the hands that are dealt; for {percent(sure)} of the hands it is sure on which side "
        "they are. Some of the closest:</p>"
        + table(["hand", "chance, %", "call gains", "give or take (95 %)"], shown)
        + "<p><code>tichu-sim grand-tichu HAND --quick</code> tells it of any hand.</p>"
    )
