"""Record files read line by line, and answers written line by line."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from tichu_sim.cli.compiling import replay_kind, say_if_compiling
from tichu_sim.errors import InputError

RecordFile = Annotated[
    str, typer.Argument(metavar="FILE", help="Round records, one a line; - for standard input.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def file_name(path: str) -> str:
    """Return what a file is called in messages."""
    return "standard input" if path == "-" else path


def check_new_files(*paths: Path | None) -> None:
    """Make sure, before anything is played for them, that files can be written; None is no file.

    Raises
    ------
    InputError
        For one that is there already, and one in a folder that is not.
    """
    for path in paths:
        if path is None:
            continue
        if path.exists():
            raise InputError(f"{path} is there already: choose another name")
        if not path.parent.is_dir():
            raise InputError(f"{path}: there is no folder {path.parent}")


def _lines(path: str) -> Iterator[bytes]:
    with ExitStack() as stack:
        try:
            file = sys.stdin.buffer if path == "-" else stack.enter_context(open(path, "rb"))
            yield from file
        except OSError as error:
            raise InputError(f"cannot read {file_name(path)}: {error.strerror}") from None


def read_objects(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the JSON objects of a file, one a line, empty lines left out.

    Parameters
    ----------
    path : str
        ``-`` for standard input.

    Yields
    ------
    line : int
        Counted from 1.
    found : dict

    Raises
    ------
    InputError
        For a file that cannot be read and a line that holds no JSON object.
    """
    from tichu_sim.game.record import parse_line

    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            found = parse_line(line)
        except InputError as error:
            raise InputError(f"{file_name(path)}:{number}: {error}") from None
        yield number, found


def read_rounds(path: str, *functions: Callable[..., Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield every record of a file with the position at its end.

    Parameters
    ----------
    path : str
        ``-`` for standard input.
    functions : compiled functions
        What is used for it, see `compiling.say_if_compiling`.

    Yields
    ------
    where : str
        File and line.
    record : tichu_sim.game.record.RoundRecord
    position : tichu_sim.game.position.Position

    Raises
    ------
    InputError
        As `read_objects`, and for a record with a fault.
    """
    from tichu_sim.game.record import read_record
    from tichu_sim.game.referee import replay

    for number, found in read_objects(path):
        say_if_compiling(replay_kind(found), *functions)
        where = f"{file_name(path)}:{number}"
        try:
            record = read_record(found)
            position = replay(record)
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
        yield where, record, position


def read_positions(path: str, *functions: Callable[..., Any]) -> Iterator[Any]:
    """Yield the position at the end of every record of a file; all is as for `read_rounds`."""
    for _, _, position in read_rounds(path, *functions):
        yield position


def print_json(answer: dict[str, Any]) -> None:
    """Print one JSON object on one line, at once."""
    print(json.dumps(answer), flush=True)
