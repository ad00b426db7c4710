"""Columns: what they are called, what they mean, and how NumPy values become Arrow ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa

from tichu_sim.jit import Array

PLAIN = "PLAIN"
DICTIONARY = "DICTIONARY"
DELTA = "DELTA_BINARY_PACKED"
"""Encodings in the file: for random masks, for few different values, for numbers that climb."""

B = TypeVar("B")


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Attributes
    ----------
    name : str
    type : pyarrow.DataType
        Of numbers or flags; `names` makes a column of texts from one of small numbers.
    what : str
        One line for the reader of the table.
    values : callable
        Block -> array of the values; for a column of texts, of their codes.
    encoding : str
        `PLAIN`, `DICTIONARY` or `DELTA`.
    names : tuple of str
        Texts by code, or empty.
    known : callable or None
        Block -> bool array, False where the value is missing; None where none ever is.
    """

    name: str
    type: Any
    what: str
    values: Callable[[Any], Array]
    encoding: str = DICTIONARY
    names: tuple[str, ...] = ()
    known: Callable[[Any], Array] | None = None

    @property
    def field(self) -> Any:
        """The column in an Arrow schema."""
        kind = pa.dictionary(self.type, pa.string()) if self.names else self.type
        return pa.field(self.name, kind, nullable=self.known is not None)

    def arrow(self, block: object) -> Any:
        """Return the values of a block as an Arrow array."""
        values = np.asarray(self.values(block)).reshape(-1)
        valid = None if self.known is None else _bits(self.known(block).reshape(-1))
        if self.type == pa.bool_():
            return pa.Array.from_buffers(self.type, len(values), [valid, _bits(values)])
        values = np.ascontiguousarray(values, self.type.to_pandas_dtype())
        array = pa.Array.from_buffers(self.type, len(values), [valid, pa.py_buffer(values)])
        if self.names:
            return pa.DictionaryArray.from_arrays(array, _texts(self.names))
        return array


# `pa.array` would do, but imports pandas to see whether the values are of its kind.
def _texts(names: Sequence[str]) -> Any:
    encoded = [name.encode() for name in names]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.string(), len(names), buffers)


def _bits(flags: Array) -> Any:
    return pa.py_buffer(np.packbits(flags, bitorder="little"))


def schema_of(columns: Sequence[Column]) -> Any:
    """Return the Arrow schema of a table."""
    return pa.schema([column.field for column in columns])


def arrow_table(columns: Sequence[Column], block: object) -> Any:
    """Return the rows of a block as an Arrow table."""
    arrays = [column.arrow(block) for column in columns]
    return pa.Table.from_arrays(arrays, schema=schema_of(columns))
