"""Runs read back: pandas frames of the tables, and masks turned into cards."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from tichu_sim.errors import InputError
from tichu_sim.game.cards import Tokens
from tichu_sim.game.rules import Rules, make_rules
from tichu_sim.sim.folder import parts_of, read_description
from tichu_sim.sim.run import ALL_TABLES
from tichu_sim.tables.texts import doubled_texts, texts

Frame: TypeAlias = pd.DataFrame

_RULES = "rules"
_SECOND = "_2"
_NULLABLE = {pa.bool_(): pd.BooleanDtype(), pa.int8(): pd.Int8Dtype()}


class NoTableError(InputError):
    """The run was written without this table."""


class StoredRun:
    """A run in a folder; each table that it wrote is an attribute, read when it is first asked for.

    Attributes
    ----------
    out : Path
    run : dict
        What run.json tells: rules, bots, seed, units, tables (``detail``), whether complete.
    standings, rounds, seats, plays : pandas.DataFrame
        As far as they were written. Masks are uint64, texts are categories.
    """

    standings: Frame
    rounds: Frame
    seats: Frame
    plays: Frame

    def __init__(self, out: Path, run: Mapping[str, Any]) -> None:
        self.out = out
        self.run = dict(run)

    @property
    def rules(self) -> Rules:
        """The rules that it was played under."""
        return rules_named(self.run[_RULES])

    def __getattr__(self, name: str) -> Frame:
        """Read a table and keep it."""
        if name not in ALL_TABLES:
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
        frame = _frame(pa.concat_tables(_read(path, columns) for path in parts))
        frame.attrs[_RULES] = self.run[_RULES]
        return frame


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
    nullable = [f.name for f in table.schema if f.nullable and f.type in _NULLABLE]
    frame: Frame = table.drop_columns(nullable).to_pandas()
    for name in nullable:
        # Without the mapper pandas gets a column of objects or floats.
        column = table.column(name).to_pandas(types_mapper=_NULLABLE.get)
        frame.insert(table.schema.get_field_index(name), name, column)
    return frame


def decode(frame: Frame, rules: str | Mapping[str, Any] | None = None) -> Frame:
    """Return a copy of a frame with its masks as text.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns of type uint64 are masks. One with the suffix ``_2`` tells which cards are there
        twice in a game with two packs; it goes into the text of the other, these cards twice.
    rules : str or mapping, optional
        Rules as run.json names them, which say how the cards are called. A frame that was read from
        a run brings them along (``frame.attrs``); else they are the standard ones.

    Returns
    -------
    pandas.DataFrame
        With the cards as `game.cards.cards_text` writes them.

    Examples
    --------
    >>> frame = pd.DataFrame({"cards": np.array([0b110110, 0], np.uint64)})
    >>> decode(frame)["cards"].tolist()
    ['Dg 2j 2s Ph', '']
    >>> decode(frame, "t52")["cards"].tolist()
    ['Ah 2s 2h Ad', '']
    >>> decode(frame.assign(cards_2=np.array([16, 0], np.uint64)))["cards"].tolist()
    ['Dg 2j 2j 2s Ph', '']
    """
    tokens = rules_named(rules or frame.attrs.get(_RULES) or "standard").tokens
    masks = [name for name in frame.columns if frame[name].dtype == "uint64"]
    second = {name: f"{name}{_SECOND}" for name in masks if f"{name}{_SECOND}" in masks}
    decoded = {
        name: _decoded([frame[name], *([frame[second[name]]] if name in second else [])], tokens)
        for name in masks
        if name not in second.values()
    }
    return frame.drop(columns=list(second.values())).assign(**decoded)


def rules_named(written: str | Mapping[str, Any]) -> Rules:
    """Return the rules that run.json names, the other way round than `Rules.written`.

    Examples
    --------
    >>> rules_named({"preset": "t52", "target": 300})["target"]
    300
    """
    if isinstance(written, str):
        return make_rules(written)
    options = {name: value for name, value in written.items() if name != "preset"}
    return make_rules(written["preset"], options)


def _decoded(masks: Sequence["pd.Series[int]"], tokens: Tokens) -> "pd.Series[str]":
    # The text of one column of masks, or of two; each text is made once.
    codes = np.zeros(len(masks[0]), np.int64)
    for mask in masks:
        found, values = pd.factorize(mask)
        codes = codes * len(values) + found
    _, at, codes = np.unique(codes, return_index=True, return_inverse=True)
    words = [mask.to_numpy()[at].tolist() for mask in masks]
    made = (
        texts(words[0], tokens)
        if len(words) == 1
        else doubled_texts(zip(*words, strict=True), tokens)
    )
    return pd.Series(
        pd.array(made, dtype="str").take(codes), index=masks[0].index, name=masks[0].name
    )
