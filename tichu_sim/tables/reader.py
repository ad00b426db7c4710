"""Runs read back: pandas frames of the tables, and masks turned into cards."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from tichu_sim.errors import InputError
from tichu_sim.game.cards import TOKENS
from tichu_sim.sim.folder import parts_of, read_description
from tichu_sim.sim.run import TABLES

Frame: TypeAlias = pd.DataFrame

_FLAG = pa.bool_()
_NIBBLE = 4
_CHUNK = 12
_ACES = 52


class NoTableError(InputError):
    """The run was written without this table."""


class StoredRun:
    """A run in a folder; each table that it wrote is an attribute, read when it is first asked for.

    Attributes
    ----------
    out : Path
    run : dict
        What run.json tells: rules, bots, seed, units, tables (``detail``), whether complete.
    rounds, seats, plays : pandas.DataFrame
        As far as they were written. Masks are uint64, texts are categories.
    """

    rounds: Frame
    seats: Frame
    plays: Frame

    def __init__(self, out: Path, run: Mapping[str, Any]) -> None:
        self.out = out
        self.run = dict(run)

    def __getattr__(self, name: str) -> Frame:
        """Read a table and keep it."""
        if name not in TABLES:
            raise AttributeError(name)
        try:
            frame = self.read(name)
        except NoTableError as error:
            raise AttributeError(str(error)) from None
        setattr(self, name, frame)
        return frame

    def read(self, table: str, columns: Sequence[str] | None = None) -> Frame:
        """Return some columns of a table; without a choice all of them.

        Parameters
        ----------
        table : str
        columns : sequence of str, optional
            Large runs take less memory with only those that are needed.

        Raises
        ------
        InputError
            For a table or column that there is not, and a file that cannot be read.
        """
        if table not in self.run["detail"]:
            raise NoTableError(
                f"{self.out} has no table {table}: it was written with "
                f"--detail {','.join(self.run['detail'])}"
            )
        parts = parts_of(self.out, table)
        if not parts:
            raise InputError(f"{self.out / table} has no part yet")
        expected = -(-self.run["units"] // self.run["shard_units"])
        if self.run["complete"] and len(parts) != expected:
            raise InputError(
                f"{self.out / table} has {len(parts)} of its {expected} parts; "
                "the rest is missing, simulate the run anew"
            )
        return _frame(pa.concat_tables(_read(path, columns) for path in parts))


def load(out: str | Path, partial: bool = False) -> StoredRun:
    """Return a run that `tichu-sim simulate` wrote.

    Parameters
    ----------
    out : str or Path
        The run's folder.
    partial : bool
        Whether to take a run that is not complete, with the shards it has so far.

    Raises
    ------
    InputError
        If there is no run, or not a complete one.
    """
    folder = Path(out)
    run = read_description(folder)
    if not run["complete"] and not partial:
        raise InputError(
            f"the run in {folder} is not complete: finish it with --resume, or load it with "
            "partial=True"
        )
    return StoredRun(folder, run)


def _read(path: Path, columns: Sequence[str] | None) -> Any:
    try:
        # A file at a time: the folder's name would be taken for a partition.
        file = pq.ParquetFile(path)
        for name in columns or ():
            if name not in file.schema_arrow.names:
                raise InputError(f"{path} has no column {name!r}")
        return file.read(columns)
    except (OSError, pa.ArrowInvalid) as error:
        raise InputError(f"cannot read {path}: {error}") from None


def _frame(table: Any) -> Frame:
    nullable = [f.name for f in table.schema if f.nullable and f.type == _FLAG]
    frame: Frame = table.drop_columns(nullable).to_pandas()
    for name in nullable:
        # Without the mapper pandas gets a column of objects, slow and large.
        column = table.column(name).to_pandas(types_mapper={_FLAG: pd.BooleanDtype()}.get)
        frame.insert(table.schema.get_field_index(name), name, column)
    return frame


def decode(frame: Frame) -> Frame:
    """Return a copy of a frame with its masks as text.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns of type uint64 are masks.

    Returns
    -------
    pandas.DataFrame
        With the cards as `game.cards.cards_text` writes them.

    Examples
    --------
    >>> import numpy as np
    >>> decode(pd.DataFrame({"cards": np.array([0b110110, 0], np.uint64)}))["cards"].tolist()
    ['Dg 2j 2s Ph', '']
    """
    masks = [name for name in frame.columns if frame[name].dtype == "uint64"]
    return frame.assign(**{name: _texts(frame[name]) for name in masks})


def _texts(masks: "pd.Series[int]") -> "pd.Series[str]":
    codes, values = pd.factorize(masks)
    texts = pd.array([_text(value) for value in values.tolist()], dtype="str")
    return pd.Series(texts.take(codes), index=masks.index, name=masks.name)


def _chunk_texts(first: int, bits: int) -> list[str]:
    # Every set of the cards from a bit on, each token with a space behind it.
    return [
        "".join(f"{TOKENS[first + bit]} " for bit in range(bits) if chunk >> bit & 1)
        for chunk in range(1 << bits)
    ]


# Three ranks are looked up at once. Mah Jong and Dog come first, Dragon and Phoenix last.
_CHUNKS = [_chunk_texts(first, _CHUNK) for first in range(_NIBBLE, _ACES, _CHUNK)]
_ACE_TEXTS = _chunk_texts(_ACES, _NIBBLE)
_FIRST = _chunk_texts(0, 2) * 4
_LAST = ["Dr " * (chunk >> 3) + "Ph " * (chunk >> 2 & 1) for chunk in range(1 << _NIBBLE)]


def _text(mask: int) -> str:
    low, rest = mask & 15, 0xFFF
    a, b, c, d = _CHUNKS
    return (
        _FIRST[low]
        + a[mask >> 4 & rest]
        + b[mask >> 16 & rest]
        + c[mask >> 28 & rest]
        + d[mask >> 40 & rest]
        + _ACE_TEXTS[mask >> _ACES & 15]
        + _LAST[low]
    ).rstrip()
