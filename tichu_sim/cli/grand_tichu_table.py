"""The 80 categories of hands: as one JSON object, and beside people's figures for the eye."""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pandas as pd
from rich.text import Text

from tichu_sim.cli.columns import columns
from tichu_sim.cli.figures import coloured, figure, number, percent, percents, points, share, span
from tichu_sim.cli.grand_tichu_sheet import setup, setup_text
from tichu_sim.studies.call_pairs import CallPairs
from tichu_sim.studies.call_tally import CallTally
from tichu_sim.studies.people import GROUPS, Agreement, agreement, people

_HELD = ("dragon", "phoenix", "dog", "mahjong")
_TOKENS = ("Dr", "Ph", "Dg", "Mj")
_RARE = 0.01
HEAD = (
    "aces",
    "",
    "of deals",
    "first with the call",
    "95 %",
    "strong made",
    "all made",
    "strong call",
    "call gains",
    "95 %",
    "strong gain",
    "all gain",
)
"""Heads of the columns; the one without a name is that of the cards."""


class TableStudy(NamedTuple):
    """How the categories were played, and what came of each, in their order."""

    pairs: CallPairs
    found: Sequence[CallTally]


def answer(study: TableStudy) -> dict[str, Any]:
    """Return the table as the command prints it with --json."""
    frame = people()
    near = agreement(study.found, frame)
    rows = zip(frame.to_dict("records"), study.found, strict=True)
    return {
        "categories": [_category(row, found) for row, found in rows],
        "rounds": study.found[0].deals,
        "people": {
            "categories": near.categories,
            "calls": near.calls,
            "rms": number(near.rms, 6),
            "rank_correlation": number(near.rank_correlation, 6),
            "value_rms": {group: number(value) for group, value in near.value_rms.items()},
        },
        **setup(study.pairs),
    }


def _category(row: dict[Any, Any], found: CallTally) -> dict[str, Any]:
    return {
        "aces": int(row["aces"]),
        **{name: bool(row[name]) for name in _HELD},
        "share": row["share"],
        "p_first": share(found.p_first()),
        "call_value": figure(found.call_value()),
        "advice": found.advice(),
        "tichu_called": share(found.tichu_called()),
        "tichu_made": share(found.tichu_kept()),
        "people": {
            group: {name: int(row[f"{name}_{group}"]) for name in ("rounds", "calls", "made")}
            | {"call_value": number(row[f"call_value_{group}"])}
            for group in GROUPS
        },
    }


def lines(study: TableStudy) -> Iterator[Text]:
    """Yield the table as lines for the eye."""
    frame = people()
    deals = study.found[0].deals
    yield Text(f"{deals:,} deals of each category, each with and without the call")
    yield Text(f"{setup_text(study.pairs)}; beside them people, strong players and all")
    records = zip(frame.to_dict("records"), study.found, strict=True)
    yield from columns(HEAD, [_row(row, found) for row, found in records], [""])
    yield Text()
    yield from _agreement_lines(agreement(study.found, frame))


def _row(row: dict[Any, Any], found: CallTally) -> list[Text]:
    held = " ".join(token for token, name in zip(_TOKENS, _HELD, strict=True) if row[name])
    value = found.call_value()
    return [
        Text(str(row["aces"])),
        Text(held),
        _dealt(row["share"]),
        *percents(found.p_first()),
        *(percent(row[f"chance_{group}"]) for group in GROUPS),
        percent(row["called_strong"]),
        coloured(points(value.value), value),
        span(value),
        *(_study_value(row, group) for group in GROUPS),
    ]


def _dealt(share: float) -> Text:
    return Text(f"1 in {1 / share:,.0f}") if share < _RARE else percent(share)


def _study_value(row: dict[Any, Any], group: str) -> Text:
    value = row[f"call_value_{group}"]
    return Text("-" if pd.isna(value) else f"{value:+.1f}")


def _agreement_lines(near: Agreement) -> Iterator[Text]:
    yield Text(
        f"Strong players called at least half of their hands, 300 or more, in {near.categories} "
        "categories. There the"
    )
    ranks = "-" if math.isnan(near.rank_correlation) else f"{near.rank_correlation:.3f}"
    yield Text(
        f"chance is {100 * near.rms:.1f} points of percentage off theirs (root mean square, by "
        f"calls); rank correlation {ranks}."
    )
    strong, everybody = (near.value_rms[group] for group in GROUPS)
    yield Text(
        f"The value of the call is {strong:.1f} points off the study's for strong players, "
        f"{everybody:.1f} off that for all."
    )
