"""An atlas that was written, asked for single hands."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tichu_sim.errors import InputError
from tichu_sim.studies.holdings import Holding
from tichu_sim.studies.stats import Z95, Interval

COLUMNS = {
    "class": "number of the rank class, see `rank_classes`",
    "multiplicity": "how many holdings of eight cards are in it",
    "rounds": "how many were played, half of them with the call",
    "p_first": "share of its rounds with the call that it went out first in",
    "p_first_se": "standard error of that",
    "p_first_smooth": "the same, borrowing from hands of its kind",
    "p_first_smooth_se": "standard error of that",
    "call_value": "points a round that the call gains in its deals",
    "call_value_se": "standard error of that",
    "call_value_smooth": "the same, borrowing from hands of its kind",
    "call_value_smooth_se": "standard error of that",
}
"""Columns of an atlas."""


class QuickAnswer(NamedTuple):
    """What an atlas says of a hand; suits are not looked at.

    Attributes
    ----------
    rank_class, multiplicity, rounds : int
    p_first, call_value : Interval
        The estimates that borrow from hands of its kind.
    p_first_alone, call_value_alone : Interval
        From the deals of its class alone.
    """

    rank_class: int
    multiplicity: int
    rounds: int
    p_first: Interval
    call_value: Interval
    p_first_alone: Interval
    call_value_alone: Interval


def read_atlas(path: Path, columns: tuple[str, ...] = tuple(COLUMNS)) -> pa.Table:
    """Return the rows of an atlas.

    Raises
    ------
    InputError
        If it is not there, or no atlas.
    """
    no_atlas = f"{path} is no atlas of `grand-tichu --atlas`"
    try:
        found = pq.ParquetFile(path).read(columns=list(columns))
    except FileNotFoundError:
        raise InputError(f"no such atlas: {path}") from None
    except (OSError, pa.ArrowException) as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"{no_atlas}: {reason}") from None
    if missing := [name for name in columns if name not in found.column_names]:
        raise InputError(f"{no_atlas}: no {', '.join(missing)}")
    for name in columns:
        kind = found.schema.field(name).type
        if not (pa.types.is_integer(kind) or pa.types.is_floating(kind)) or found[name].null_count:
            raise InputError(f"{no_atlas}: {name} is not of numbers alone")
    return found


def quick_answer(path: Path, holding: Holding) -> QuickAnswer:
    """Return what an atlas says of a hand.

    Raises
    ------
    InputError
        As `read_atlas`, and where the class of the hand is not in it.
    """
    found = read_atlas(path)
    # By NumPy: a search by pyarrow imports pandas, which takes longer than all the rest.
    classes = np.from_dlpack(found["class"].combine_chunks())
    (places,) = np.nonzero(classes == holding.rank_class)
    if not len(places):
        raise InputError(f"{path} has no class {holding.rank_class}, which {holding.text} is in")
    row = found.slice(int(places[0]), 1).to_pylist()[0]

    def interval(name: str) -> Interval:
        value, half = row[name], Z95 * row[f"{name}_se"]
        return Interval(value, value - half, value + half)

    def chance(name: str) -> Interval:
        value, low, high = interval(name)
        return Interval(value, max(0.0, low), min(1.0, high))

    return QuickAnswer(
        row["class"],
        row["multiplicity"],
        row["rounds"],
        chance("p_first_smooth"),
        interval("call_value_smooth"),
        chance("p_first"),
        interval("call_value"),
    )
