"""A run stored: played, and its tables written to a folder."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import pyarrow as pa

from tichu_sim.errors import InputError
from tichu_sim.sim.blocks import Played
from tichu_sim.sim.folder import (
    RUN_FILE,
    check_empty,
    is_finished,
    locked,
    part_path,
    read_description,
    remove_unfinished,
    write_description,
)
from tichu_sim.sim.pipeline import produce
from tichu_sim.sim.run import EVENT_TABLE, Run, Shard
from tichu_sim.tables.block import Block
from tichu_sim.tables.columns import arrow_table
from tichu_sim.tables.schema import columns_of
from tichu_sim.tables.writer import metadata_in, metadata_of, write_part

_ROUNDS = "rounds"


@dataclass(frozen=True)
class Stored:
    """What came of storing a run.

    Attributes
    ----------
    rounds : int
        Rounds of the whole run.
    played : int
        Those of them that were played now, and not found from an earlier start.
    """

    rounds: int
    played: int


@dataclass(frozen=True)
class _Encoded:
    # A block: its rows by table, and how many rounds they tell of.
    rounds: int
    rows: dict[str, Any]


class _Folder:
    """The folder as a sink of the pipeline: one part file for each table and shard."""

    def __init__(self, run: Run, out: Path) -> None:
        self._run = run
        self._out = out
        self._columns = columns_of(run)
        self._metadata = metadata_of(run.description())
        # A list, since threads append to it without a lock.
        self._finished: list[int] = []
        self.found = 0

    def missing(self, shard: Shard) -> list[str]:
        """Return the tables whose part file is not there yet."""
        tables = self._run.detail
        return [t for t in tables if not part_path(self._out, t, shard.number).exists()]

    def unfinished(self, on_units: Callable[[int], None]) -> Iterator[Shard]:
        """Yield the shards that have to be played, and count the others as found."""
        for shard in self._run.shards():
            if self.missing(shard):
                yield shard
            else:
                self.found += self.rounds_of(shard)
                on_units(shard.last - shard.first)

    def rounds_of(self, shard: Shard) -> int:
        """Return the number of rounds in a shard that is there, after a look at all its files."""
        rounds = 0
        for table in self._run.detail:
            path = part_path(self._out, table, shard.number)
            try:
                rounds = int(metadata_in(path)[_ROUNDS])
            except (pa.ArrowInvalid, KeyError):
                raise InputError(f"{path} is damaged: remove it and --resume the run") from None
        return rounds

    @property
    def played(self) -> int:
        """Number of rounds in the shards that were finished now."""
        return sum(self._finished)

    def wants_events(self, shard: Shard) -> bool:
        return EVENT_TABLE in self.missing(shard)

    def encode(self, shard: Shard, played: Played) -> _Encoded:
        block = Block(self._run, played)
        tables = self.missing(shard)
        rows = {table: arrow_table(self._columns[table], block) for table in tables}
        return _Encoded(len(played.rounds), rows)

    def finish(self, shard: Shard, parts: list[_Encoded], stop: Event) -> None:
        rounds = sum(part.rounds for part in parts)
        metadata = self._metadata | metadata_of({_ROUNDS: rounds})
        for table in list(parts[0].rows):
            path = part_path(self._out, table, shard.number)
            blocks = [part.rows.pop(table) for part in parts]
            write_part(path, self._columns[table], blocks, metadata, stop)
        self._finished.append(rounds)


def store(
    run: Run,
    out: Path,
    workers: int,
    resume: bool = False,
    on_start: Callable[[], None] = lambda: None,
    on_units: Callable[[int], None] = lambda units: None,
) -> Stored:
    """Play a run and write its tables under a folder, or finish it there.

    The files are a function of the run alone: the number of workers and interruptions do not show.

    Parameters
    ----------
    run : Run
    out : Path
        Made if it is not there; without `resume` it must be empty.
    workers : int
        Number of threads.
    resume : bool
        Keep what is complete of this same run, and play the rest; a finished run is left as it is.
    on_start : callable
        Called once the folder is known to be right for the run, before anything is written.
    on_units : callable
        Called with the number of units that are done since the last call.

    Raises
    ------
    InputError
        If the folder is in use, holds something else, or cannot be written.
    """
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is no folder: name a new one, or an empty one")
    try:
        with locked(out):
            if _is_done(out, run, resume):
                return Stored(read_description(out)["rounds"], 0)
            on_start()
            return _play(run, out, workers, on_units)
    except OSError as error:
        # Arrow wraps the system's words into its own.
        reason = os.strerror(error.errno) if error.errno else str(error)
        message = f"cannot write under {out}: {reason}"
        if (out / RUN_FILE).exists():
            message += "; what is complete there is kept, and --resume goes on with it"
        raise InputError(message) from None


def _is_done(out: Path, run: Run, resume: bool) -> bool:
    if not resume:
        check_empty(out)
        return False
    if not is_finished(out, run.description()):
        return False
    # A file may have been lost or spoiled since.
    folder = _Folder(run, out)
    whole = True
    for shard in run.shards():
        if folder.missing(shard):
            whole = False
        else:
            folder.rounds_of(shard)
    if not whole and read_description(out)["code"] != run.description()["code"]:
        raise InputError(
            f"{out} lacks some of its files, and another version wrote it: repeat the run elsewhere"
        )
    return whole


def _play(run: Run, out: Path, workers: int, on_units: Callable[[int], None]) -> Stored:
    description = run.description()
    remove_unfinished(out)
    write_description(out, description, complete=False, rounds=None)
    for table in run.detail:
        (out / table).mkdir(exist_ok=True)
    folder = _Folder(run, out)
    produce(run, folder.unfinished(on_units), folder, workers, on_units)
    rounds = folder.found + folder.played
    write_description(out, description, complete=True, rounds=rounds)
    return Stored(rounds, folder.played)
