"""The folder that a run is written to: whose it is, what it holds, and files that are whole.

A file gets its final name only when it is complete and on the disk, so a run can be cut at any
moment. Until then it has a name that begins with a dot, which readers of Parquet folders pass over.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from textwrap import shorten
from typing import Any

from tichu_sim.errors import InputError

RUN_FILE = "run.json"
_UNFINISHED = ".unfinished"
_LONGEST = 60
# What becomes known with the end of the run.
_OUTCOME = ("complete", "rounds")


def part_path(out: Path, table: str, shard: int) -> Path:
    """Return where the rows of a shard stand.

    Examples
    --------
    >>> part_path(Path("out"), "seats", 3).as_posix()
    'out/seats/part-00003.parquet'
    """
    return out / table / f"part-{shard:05d}.parquet"


def parts_of(out: Path, table: str) -> list[Path]:
    """Return the part files of a table in the order of their shards."""
    return sorted((out / table).glob("part-*.parquet"), key=lambda path: (len(path.name), path))


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield the name to write a file under; it gets its own if the block ends without an error."""
    unfinished = path.with_name(f".{path.name}{_UNFINISHED}")
    try:
        yield unfinished
        _sync(unfinished)
        os.replace(unfinished, path)
        _sync(path.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_description(
    out: Path, description: Mapping[str, Any], complete: bool, rounds: int | None
) -> None:
    """Write run.json."""
    found = {**description, "complete": complete, "rounds": rounds}
    with whole_file(out / RUN_FILE) as path:
        path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def read_description(out: Path) -> dict[str, Any]:
    """Return what run.json tells: `Run.description`, ``complete`` and ``rounds``.

    Raises
    ------
    InputError
        If there is none, or it cannot be read.
    """
    path = out / RUN_FILE
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{out} holds no run: there is no {RUN_FILE} in it") from None
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except ValueError:
        found = None
    if not isinstance(found, dict) or "complete" not in found:
        raise InputError(f"{path} does not describe a run: choose another OUT")
    return found


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Keep other writers off a folder, which is made if it is not there.

    The lock belongs to the process and ends with it, however it ends.

    Raises
    ------
    InputError
        If another process writes to it.
    OSError
        If it cannot be made or opened.
    """
    out.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(out, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _lock(out, descriptor)
        yield
    finally:
        os.close(descriptor)


def _lock(out: Path, descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(
            f"{out} is being written by another process: wait for it, or choose another OUT"
        ) from None


def check_empty(out: Path) -> None:
    """Raise InputError if a folder holds anything."""
    found = next(out.iterdir(), None)
    if found is not None:
        raise InputError(
            f"{out} is not empty (it holds {found.name}): "
            "choose another OUT, or finish the run in it with --resume"
        )


def is_finished(out: Path, description: Mapping[str, Any]) -> bool:
    """Tell whether a folder holds this run complete; False where it may be gone on with.

    Raises
    ------
    InputError
        If it holds anything else.
    """
    if all(path.name == f".{RUN_FILE}{_UNFINISHED}" for path in out.iterdir()):
        return False
    found = read_description(out)
    for key, value in description.items():
        # A finished run stays what it is when the program moves on.
        if found.get(key) != value and not (key == "code" and found["complete"]):
            raise InputError(
                f"{out} holds another run: {_difference(key, found.get(key), value)}; "
                "repeat its own command, or choose another OUT"
            )
    return bool(found["complete"])


def _difference(name: str, there: Any, here: Any) -> str:
    # The innermost value that differs, so that a bot with one other parameter is told by that.
    if isinstance(there, dict) and isinstance(here, dict):
        pairs = [(f"{name} {key}", there.get(key), here.get(key)) for key in {**there, **here}]
    elif isinstance(there, list) and isinstance(here, list) and len(there) == len(here):
        pairs = [(f"{name} {at}", *both) for at, both in enumerate(zip(there, here, strict=True))]
    else:
        told = [shorten(json.dumps(value), _LONGEST, placeholder=" ...") for value in (there, here)]
        return f"{name} is {told[0]} there and {told[1]} here"
    return next(_difference(*pair) for pair in pairs if pair[1] != pair[2])


def remove_unfinished(out: Path) -> None:
    """Remove what a run that was cut has left behind."""
    for pattern in (f".{RUN_FILE}{_UNFINISHED}", f"*/.part-*{_UNFINISHED}"):
        for path in out.glob(pattern):
            path.unlink()
