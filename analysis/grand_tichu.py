"""A page on Grand Tichu from what `tichu-sim grand-tichu` has found.

`python analysis/grand_tichu.py FOLDER` reads what there is of `table.json` (of
``grand-tichu --table --json``), `policies.json` (``--policies --json``) and `atlas.parquet`
(``--atlas``; the one that comes with the program for want of another), and writes
`FOLDER/grand_tichu.html`, one file that needs no other.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from page import bars, page, picture, table
from script import percent, run_with

from tichu_sim.errors import InputError
from tichu_sim.studies.atlas_file import read_atlas
from tichu_sim.studies.categories import N_HOLDINGS, category_number, category_text
from tichu_sim.studies.people import people, well_called
from tichu_sim.studies.rank_classes import text_of_class
from tichu_sim.studies.shipped import shipped_file

PAGE = "grand_tichu.html"
_ATLAS = "grand_tichu_atlas.parquet"
_SPECIALS = ("dragon", "phoenix", "dog", "mahjong")
_EXAMPLES = 12


def categories_of(answer: dict[str, Any]) -> pd.DataFrame:
    """Return the categories of `table.json` beside what people did, a row each.

    Returns
    -------
    pandas.DataFrame
        By number of the category: those of `people.people`, and ``p``, ``p_low``, ``p_high``,
        ``value``, ``value_low``, ``value_high`` of the simulation.
    """
    rows = {}
    for found in answer["categories"]:
        number = category_number(found["aces"], **{name: found[name] for name in _SPECIALS})
        (p_low, p_high), (low, high) = found["p_first"]["ci95"], found["call_value"]["ci95"]
        rows[number] = {
            "p": found["p_first"]["estimate"],
            "p_low": p_low,
            "p_high": p_high,
            "value": found["call_value"]["estimate"],
            "value_low": low,
            "value_high": high,
        }
    return people().join(pd.DataFrame.from_dict(rows, orient="index"), how="inner")


def hand(number: int) -> str:
    """Return a category in words.

    Examples
    --------
    >>> hand(0), hand(44)
    ('none of them', '2 aces, Dragon, Phoenix')
    """
    return category_text(number) if number else "none of them"


def _who(found: pd.DataFrame) -> str:
    calls = found[found["value_low"] > 0]
    open_ones = found[(found["value_low"] <= 0) & (found["value_high"] >= 0)]
    share, unsure = calls["share"].sum(), open_ones["share"].sum()
    return (
        "<p>Eight cards are sorted by their aces and by whether they hold the Dragon, the Phoenix, "
        f"the Dog and the Mah Jong. Of the 80 kinds of hands, {len(calls)} gain by the call on the "
        f"average, with an interval clear of zero; they are {percent(share)} of all hands. For "
        f"{len(open_ones)} kinds ({percent(unsure)} of all hands) the figures cannot say. Within a "
        "kind hands differ, which the last section is about.</p>"
    )


def _gains(found: pd.DataFrame) -> str:
    often = found[found["share"] > 0.0005].sort_values("value", ascending=False)
    shown = pd.concat([often.head(16), often[often.index.isin([0, 1, 2, 4, 8, 16, 32])]])
    shown = shown[~shown.index.duplicated()].sort_values("value", ascending=False)
    names = [hand(int(number)) for number in shown.index]
    return bars(names, shown, "what the call gains, points a round (95 %)")


def _beside_people(found: pd.DataFrame) -> str:
    kept = found[well_called(found)]
    gap = 100 * (kept["p"] - kept["chance_strong"])
    weights = kept["calls_strong"]
    rms = float(np.sqrt((weights * gap**2).sum() / weights.sum()))
    ranks = float(np.corrcoef(kept["p"].rank(), kept["chance_strong"].rank())[0, 1])
    far = gap.abs().sort_values(ascending=False).index[:3]
    told = "; ".join(f"{hand(int(n))} {gap[n]:+.1f}" for n in far)
    return (
        f"<p>In {len(kept)} kinds strong players called at least half of their hands, 300 or more. "
        f"There the simulated chance is {rms:.1f} points of percentage off theirs (root mean "
        f"square, by their calls), and the rank correlation is {ranks:.3f}. Farthest off: {told}."
        "</p><p>In all other kinds those who call hold better hands than the kind has on the "
        "average, so people's share of made calls is higher than the chance of a hand of the kind; "
        "the simulation calls with all of them.</p>"
    )


def _scatter(found: pd.DataFrame) -> str:
    kept = found[well_called(found)]

    def draw(axes: Any) -> None:
        size = 8 + kept["calls_strong"] / 120
        axes.plot([0.4, 0.9], [0.4, 0.9], color="#999999", linewidth=1)
        axes.scatter(kept["chance_strong"], kept["p"], s=size, color="#0b6e99", alpha=0.6)
        axes.set_xlabel("made by strong players")
        axes.set_ylabel("chance in the simulation")
        axes.set_xlim(0.5, 0.9)
        axes.set_ylim(0.5, 0.9)

    return picture(draw, 5.0, 4.4)


def _all_rows(found: pd.DataFrame) -> str:
    rows = [
        [
            hand(int(number)),
            f"{100 * row['share']:.3f}",
            f"{100 * row['p']:.1f}",
            f"{100 * row['p_low']:.1f} to {100 * row['p_high']:.1f}",
            _known(100 * row["chance_strong"], ".1f"),
            _known(100 * row["chance_all"], ".1f"),
            f"{100 * row['called_strong']:.1f}",
            f"{row['value']:+.1f}",
            f"{row['value_low']:+.1f} to {row['value_high']:+.1f}",
            _known(row["call_value_strong"], "+.1f"),
            _known(row["call_value_all"], "+.1f"),
        ]
        for number, (_, row) in zip(found.index.tolist(), found.iterrows(), strict=True)
    ]
    head = [
        "hand",
        "of deals, %",
        "chance, %",
        "95 %",
        "strong made",
        "all made",
        "strong call",
        "call gains",
        "95 %",
        "study, strong",
        "study, all",
    ]
    return table(head, rows)


def _known(value: float, form: str) -> str:
    return "" if np.isnan(value) else format(value, form)


def _policies(folder: Path) -> str:
    path = folder / "policies.json"
    if not path.is_file():
        return ""
    rows = [
        [
            found["rule"],
            f"{100 * found['called']['estimate']:.2f}",
            _known(100 * (found["made"]["estimate"] or np.nan), ".1f"),
            f"{found['gain']['estimate']:+.2f}",
            "{:+.2f} to {:+.2f}".format(*found["gain"]["ci95"]),
        ]
        for found in _read(path)["policies"]
    ]
    return (
        "<h2>How good is a rule</h2><p>One player follows the rule, the other three play as the "
        "bot does. Gains are points a round over never calling.</p>"
        + table(["rule", "called, %", "made, %", "gain", "95 %"], rows)
    )


def _atlas(folder: Path) -> str:
    own = folder / "atlas.parquet"
    rows = read_atlas(own if own.is_file() else shipped_file(_ATLAS)).to_pandas()
    weights = rows["multiplicity"] / N_HOLDINGS
    gains = rows["call_value_smooth"] > 0
    sure = (rows["call_value_smooth"].abs() > 1.96 * rows["call_value_smooth_se"]) @ weights
    near = rows[rows["multiplicity"] > 500].sort_values("call_value_smooth", key=np.abs)
    shown = [
        [
            text_of_class(int(row["class"])),
            f"{100 * row['p_first_smooth']:.1f}",
            f"{row['call_value_smooth']:+.1f}",
            f"{row['call_value_smooth_se']:.1f}",
        ]
        for _, row in near.head(_EXAMPLES).iterrows()
    ]
    return (
        "<h2>All hands</h2>"
        f"<p>Up to suits there are {len(rows):,} hands. Played with all of them, in "
        f"{rows['rounds'].sum():,} rounds, the call gains with {percent(gains @ weights)} of all "
        f"hands that are dealt. For {percent(sure)} of them the sign of the gain is sure "
        "(95 %). Some of the closest:</p>"
        + table(["hand", "chance, %", "call gains", "standard error"], shown)
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except ValueError:
        raise InputError(f"{path} is no JSON of `tichu-sim grand-tichu`") from None
    if not isinstance(found, dict):
        raise InputError(f"{path} is no JSON of `tichu-sim grand-tichu`")
    return found


def grand_tichu(folder: Path) -> Path:
    """Write the page, and return where it is.

    Raises
    ------
    InputError
        Where `table.json` is not there, or anything is not what it should be.
    """
    answer = _read(folder / "table.json")
    found = categories_of(answer)
    body = (
        f"<p>Four players of the kind <code>{answer['bot']}</code> play every deal twice with the "
        "same cards: once the first player calls Grand Tichu with his eight cards, once he is "
        f"silent. {answer['rounds']:,} deals for each kind of hand, seed {answer['seed']}. Beside "
        "them stand figures of people: 21 million rounds of all players, 0.4 million of strong "
        "ones, counted by the study tichu_essentials in logs of BrettspielWelt.</p>"
        "<h2>Who should call</h2>"
        + _who(found)
        + _gains(found)
        + _policies(folder)
        + "<h2>Beside people</h2>"
        + _beside_people(found)
        + _scatter(found)
        + "<h2>How sure</h2><p>Intervals of 95 % say how far a figure may be off because only so "
        "many deals were played. They say nothing of how well the bot plays: where people play "
        "otherwise, their figures are others.</p>"
        + _atlas(folder)
        + "<h2>All kinds of hands</h2>"
        + _all_rows(found)
    )
    path = folder / PAGE
    path.write_text(page("Grand Tichu: who should call", body), encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(
        run_with("grand_tichu.py", "FOLDER", __doc__, lambda folder: grand_tichu(Path(folder)))
    )
