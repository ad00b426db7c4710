"""Part files: the rows of one shard of one table as Parquet."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tichu_sim.sim.blocks import StoppedError
from tichu_sim.sim.folder import whole_file
from tichu_sim.tables.columns import DELTA, DICTIONARY, Column, schema_of

ROW_GROUP = 122_880
"""Rows of a row group; the last one of a file may have fewer."""
_COMPRESSION_LEVEL = 1
_PREFIX = "tichu_sim."


def metadata_of(description: Mapping[str, Any]) -> dict[str, str]:
    """Return what a file tells of its run, values as JSON."""
    return {f"{_PREFIX}{key}": json.dumps(value) for key, value in description.items()}


def write_part(
    path: Path,
    columns: Sequence[Column],
    blocks: Sequence[Any],
    metadata: Mapping[str, str],
    stop: Event,
) -> None:
    """Write a part file; it is there when it is complete, and not before.

    The bytes are a function of the arguments, the cut into blocks included.

    Parameters
    ----------
    path : Path
    columns : sequence of Column
    blocks : sequence of pyarrow.Table
    metadata : mapping of str to str
    stop : Event
        Once it is set, the work is dropped.

    Raises
    ------
    OSError
    StoppedError
    """
    schema = schema_of(columns).with_metadata(dict(metadata))
    table = pa.concat_tables(blocks)
    with (
        whole_file(path) as unfinished,
        pq.ParquetWriter(
            unfinished,
            schema,
            compression="zstd",
            compression_level=_COMPRESSION_LEVEL,
            use_dictionary=[c.name for c in columns if c.encoding == DICTIONARY],
            column_encoding={c.name: DELTA for c in columns if c.encoding == DELTA},
        ) as writer,
    ):
        for start in range(0, len(table), ROW_GROUP):
            if stop.is_set():
                raise StoppedError
            writer.write_table(table.slice(start, ROW_GROUP), row_group_size=ROW_GROUP)


def metadata_in(path: Path) -> dict[str, Any]:
    """Return what `metadata_of` put into a file.

    Raises
    ------
    OSError, pyarrow.ArrowInvalid
        If the file cannot be read or is no Parquet.
    """
    found = pq.read_schema(path).metadata or {}
    pairs = ((key.decode(), value) for key, value in found.items())
    return {key[len(_PREFIX) :]: json.loads(v) for key, v in pairs if key.startswith(_PREFIX)}
