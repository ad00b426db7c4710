"""What `tichu-sim grand-tichu --json` has found, read for the page on it."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pandas as pd

from tichu_sim.errors import InputError
from tichu_sim.studies.categories import N_CATEGORIES, category_number
from tichu_sim.studies.people import people
from tichu_sim.studies.stats import Interval

_SPECIALS = ("dragon", "phoenix", "dog", "mahjong")
_T = TypeVar("_T")


class Played(NamedTuple):
    """How rounds were played: the bot in all seats, deals (of a kind of hands), and the seed."""

    bot: str
    rounds: int
    seed: int


class TableAnswer(NamedTuple):
    """What ``--table`` has found: the categories beside people, see `categories_of`."""

    played: Played
    found: pd.DataFrame


class PoliciesAnswer(NamedTuple):
    """What ``--policies`` has found.

    Attributes
    ----------
    played : Played
    rules : pandas.DataFrame
        ``rule``, ``called``, ``made``, ``gain``, ``gain_low``, ``gain_high``, in their order.
    """

    played: Played
    rules: pd.DataFrame


class ScoresAnswer(NamedTuple):
    """What ``--scores`` has found.

    Attributes
    ----------
    played : Played
    grid : pandas.DataFrame
        ``us``, ``them``, ``win``, ``weakest`` (what the group of the weakest hands gains),
        ``threshold`` and ``great_grand``, the last three with ``_low`` and ``_high``.
    weakest : Interval
        The chance of the weakest group.
    points : Interval
        From which chance on the call gains points.
    great_grand_rounds : int
    great_grand, great_grand_points : Interval
        How often it is made, and the points a round that it gains.
    """

    played: Played
    grid: pd.DataFrame
    weakest: Interval
    points: Interval
    great_grand_rounds: int
    great_grand: Interval
    great_grand_points: Interval


def read_table(path: Path) -> TableAnswer:
    """Read `table.json`.

    Raises
    ------
    InputError
        For a file that cannot be read or is another, as for the other functions.
    """
    return _read(
        path, "--table", lambda answer: TableAnswer(_played(answer), categories_of(answer))
    )


def read_policies(path: Path) -> PoliciesAnswer | None:
    """Read `policies.json`; None where there is none."""
    return _read(path, "--policies", _policies) if path.exists() else None


def read_scores(path: Path) -> ScoresAnswer | None:
    """Read `scores.json`; None where there is none."""
    return _read(path, "--scores", _scores) if path.exists() else None


def interval_of(found: dict[str, Any]) -> Interval:
    """Return a figure of an answer; nan stands for what is not known.

    Examples
    --------
    >>> interval_of({"estimate": 0.5, "ci95": [None, 1]})
    Interval(value=0.5, low=nan, high=1.0)
    """
    low, high = found["ci95"]
    return Interval(
        *(math.nan if part is None else float(part) for part in (found["estimate"], low, high))
    )


def _columns(name: str, found: dict[str, Any]) -> dict[str, float]:
    return dict(zip((name, f"{name}_low", f"{name}_high"), interval_of(found), strict=True))


def categories_of(answer: dict[str, Any]) -> pd.DataFrame:
    """Return the categories of `table.json` beside what people did, a row each.

    Returns
    -------
    pandas.DataFrame
        By number of the category: the columns of `people.people`; ``p`` and ``value`` of the
        simulation, each with ``_low`` and ``_high``; ``tichu`` and ``tichu_made``, how often the
        silent hand calls later and how many of those are made, nan where the file is without.
    """
    rows = {}
    for found in answer["categories"]:
        number = category_number(found["aces"], **{name: found[name] for name in _SPECIALS})
        later, kept = (
            found.get(name, {}).get("estimate") for name in ("tichu_called", "tichu_made")
        )
        rows[number] = {
            **_columns("p", found["p_first"]),
            **_columns("value", found["call_value"]),
            "tichu": later,
            "tichu_made": kept,
        }
    columns = pd.DataFrame.from_dict(rows, orient="index", dtype="float64")
    if len(columns) != N_CATEGORIES:
        raise ValueError(f"{len(columns)} categories")
    return people().join(columns, how="inner")


def _policies(answer: dict[str, Any]) -> PoliciesAnswer:
    rows = [
        {
            "rule": str(found["rule"]),
            "called": interval_of(found["called"]).value,
            "made": interval_of(found["made"]).value,
            **_columns("gain", found["gain"]),
        }
        for found in answer["policies"]
    ]
    return PoliciesAnswer(_played(answer), pd.DataFrame(rows))


def _scores(answer: dict[str, Any]) -> ScoresAnswer:
    rows = [
        {
            "us": int(found["us"]),
            "them": int(found["them"]),
            "win": float(found["win"]),
            **_columns("threshold", found["threshold"]),
            **_columns("weakest", found["gains"][0]),
            **_columns("great_grand", found["great_grand"]),
        }
        for found in answer["scores"]
    ]
    grand = answer["great_grand"]
    return ScoresAnswer(
        _played(answer),
        pd.DataFrame(rows).sort_values(["us", "them"], ignore_index=True),
        interval_of(answer["groups"][0]["p_first"]),
        interval_of(answer["points_threshold"]),
        int(grand["rounds"]),
        interval_of(grand["p_first"]),
        interval_of(grand["call_value"]),
    )


def _played(answer: dict[str, Any]) -> Played:
    return Played(str(answer["bot"]), int(answer["rounds"]), int(answer["seed"]))


def _read(path: Path, mode: str, take: Callable[[dict[str, Any]], _T]) -> _T:
    try:
        return take(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, AttributeError):
        raise InputError(f"{path} is no JSON of `tichu-sim grand-tichu {mode}`") from None
