"""A page on Grand Tichu from what `tichu-sim grand-tichu` has found.

`python analysis/grand_tichu.py FOLDER` reads `table.json` (of ``grand-tichu --table --json``) and
what there is of `policies.json` (``--policies --json``), `scores.json` (``--scores --json``) and
`atlas.parquet` (``--atlas``; the one that comes with the program for want of another), and writes
`FOLDER/grand_tichu.html`, one file that needs no other.
"""

import sys
from html import escape
from pathlib import Path

import grand_tichu_hands as of_hands
import grand_tichu_people as of_people
import grand_tichu_scores as of_scores
import pandas as pd
from grand_tichu_answers import (
    PoliciesAnswer,
    ScoresAnswer,
    TableAnswer,
    read_policies,
    read_scores,
    read_table,
)
from page import items, page, table
from script import percent, run_with

from tichu_sim.errors import InputError
from tichu_sim.studies.calling_rules import OWN
from tichu_sim.studies.shipped import shipped_file

PAGE = "grand_tichu.html"
_ATLAS = "grand_tichu_atlas.parquet"
_NOT_BY_HEART = ("never", "always", "strong players", OWN, "the atlas")
"""Rules that need more than a glance at the hand, or no hand."""


def _played(answer: TableAnswer) -> str:
    bot, rounds, seed = answer.played
    return (
        "<h2>What was played</h2>"
        f"<p>Four players, all of them the bot <code>{escape(bot)}</code>, play every deal twice "
        "with "
        "the same cards: once the first player calls Grand Tichu with his eight cards, once he is "
        f"silent. What the call gains is the difference, in points a round (own team less the "
        f"opponents): {rounds:,} deals for each of {len(answer.found)} kinds of hands, seed "
        f"{seed}. "
        "A silent player may call Tichu later.</p>"
        "<p><b>How sure.</b> Each figure is followed by an interval of 95 %: as only so many deals "
        "were played, the figure is a little off, and in 95 of 100 such intervals the true one is "
        "inside. That says nothing of how well the bot plays: for people, who play otherwise, "
        "the figures are others. Hence the section on people.</p>"
    )


def rules_of_thumb(answer: PoliciesAnswer) -> str:
    """Return the section on calling rules."""
    rows = [
        [
            str(row["rule"]),
            f"{100 * row['called']:.2f}",
            of_hands.known(100 * row["made"], ".1f"),
            f"{row['gain']:+.2f}",
            of_hands.span(row["gain_low"], row["gain_high"], "+.2f"),
        ]
        for _, row in answer.rules.iterrows()
    ]
    return (
        "<h2>Rules of thumb</h2><p>One player follows the rule, the other three play as the bot "
        f"<code>{escape(answer.played.bot)}</code> does ({answer.played.rounds:,} deals). The gain "
        "is in points a round over never calling, all deals counted. <i>strong players</i>: the "
        "kinds with which they call at least half of the time; <i>the atlas</i>: every single "
        "hand looked up.</p>" + table(["rule", "called, %", "made, %", "gain", "95 %"], rows)
    )


def rules_in_short(rules: pd.DataFrame) -> str:
    """Return the best rule of thumb, in two sentences; nothing where there is none."""
    simple = rules[~rules["rule"].isin(_NOT_BY_HEART)]
    if not len(simple):
        return ""
    best, any_best = (ranked.sort_values("gain").iloc[-1] for ranked in (simple, rules))
    told = (
        f"<b>Rule of thumb.</b> Best of those that need no table: <i>{escape(best['rule'])}</i>. "
        "It "
        f"calls with {percent(best['called'])} of all hands and gains {best['gain']:+.2f} points a "
        f"round ({of_hands.span(best['gain_low'], best['gain_high'], '+.2f')}) over never calling."
    )
    if any_best["rule"] != best["rule"]:
        low, high = any_best["gain_low"], any_best["gain_high"]
        told += (
            f" The highest figure is that of <i>{escape(any_best['rule'])}</i>, "
            f"{any_best['gain']:+.2f} ({of_hands.span(low, high, '+.2f')})"
        )
        told += ", whose interval overlaps with that." if low <= best["gain_high"] else "."
    return told


def _in_short(
    found: pd.DataFrame, policies: PoliciesAnswer | None, scores: ScoresAnswer | None
) -> str:
    told = [of_hands.who_in_short(found)]
    if policies is not None:
        told.append(rules_in_short(policies.rules))
    if scores is not None:
        told.append(of_scores.scores_in_short(scores, found))
        told.append(of_scores.great_grand_in_short(scores))
    told.append(of_people.people_in_short(found))
    return (
        "<p>Grand Tichu is a bet of 200 points, called after the first eight cards, to go out "
        "first.</p><h2>In short</h2>" + items([one for one in told if one])
    )


def grand_tichu(folder: Path) -> Path:
    """Write the page, and return where it is.

    Raises
    ------
    InputError
        Where `table.json` is not there, or anything is not what it should be.
    """
    answer = read_table(folder / "table.json")
    policies = read_policies(folder / "policies.json")
    scores = read_scores(folder / "scores.json")
    found = answer.found
    for name, other in (("policies", policies), ("scores", scores)):
        if other is not None and other.played.bot != answer.played.bot:
            raise InputError(
                f"{folder / f'{name}.json'} is of {other.played.bot}, {folder / 'table.json'} of "
                f"{answer.played.bot}: both should be of one bot"
            )
    parts = [
        _in_short(found, policies, scores),
        _played(answer),
        of_hands.who(found),
        rules_of_thumb(policies) if policies else "",
        of_scores.at_scores(scores, found) if scores else "",
        of_scores.great_grand(scores) if scores else "",
        of_people.players(found, scores),
        of_hands.all_hands(folder / "atlas.parquet", shipped_file(_ATLAS)),
        of_hands.all_kinds(found),
    ]
    path = folder / PAGE
    path.write_text(page("Grand Tichu: who should call", "\n".join(parts)), encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(
        run_with("grand_tichu.py", "FOLDER", __doc__, lambda folder: grand_tichu(Path(folder)))
    )
