"""The program `tichu-sim`: which commands there are, and what happens when one of them fails."""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any, cast

import typer
from typer.core import TyperGroup
from typer.main import get_command

from tichu_sim.cli.leaving import INTERRUPTED, begin, say_farewell, watch
from tichu_sim.cli.usage import usage_message
from tichu_sim.errors import InputError
from tichu_sim.version import __version__

COMMANDS = {
    "simulate": "tichu_sim.cli.simulate:simulate",
    "record": "tichu_sim.cli.record:record",
    "check": "tichu_sim.cli.check:check",
    "moves": "tichu_sim.cli.moves:moves",
    "perft": "tichu_sim.cli.perft:perft",
    "decide": "tichu_sim.cli.decide:decide",
    "show": "tichu_sim.cli.show:show",
    "compare": "tichu_sim.cli.compare:compare",
    "grand-tichu": "tichu_sim.cli.grand_tichu:grand_tichu",
    "bench": "tichu_sim.cli.bench:bench",
    "bots": "tichu_sim.cli.bots:bots",
    "rules": "tichu_sim.cli.rules:rules",
}
"""Command -> module and function. A module is imported when its command is used or listed."""

WRONG_INPUT = 2

# What the parser raises for wrong usage; Typer has no public name for it.
_UsageError = cast(type[Exception], typer.BadParameter.__bases__[0])


class _Commands(TyperGroup):
    """The commands of `COMMANDS`, each made when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module, function = COMMANDS[cmd_name].split(":")
        command: Callable[..., None] = getattr(import_module(module), function)
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(cmd_name)(command)
        return get_command(app)

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader has gone (`| head`). What is still buffered must not fail at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        return result


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"tichu-sim {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Simulate and analyse the card game Tichu."""


def _one_line(message: str) -> str:
    return " ".join(message.split())


def _fail(message: str, position: str = "") -> int:
    print(f"tichu-sim: {_one_line(message)}", file=sys.stderr)
    if position:
        # A record, for other commands to read.
        print(position, file=sys.stderr)
    return WRONG_INPUT


def run(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code.

    0: done; 1: the answer is no; 2: wrong input; 130: stopped by Ctrl-C.

    Parameters
    ----------
    arguments : list of str, optional
        Without the program's name; those of the process by default.
    """
    begin()
    try:
        code = app(arguments, prog_name="tichu-sim", standalone_mode=False)
    except _UsageError as error:
        return _fail(usage_message(error))
    except InputError as error:
        return _fail(str(error.args[0]), getattr(error, "position", ""))
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        return _fail(f"{named}{error.strerror or error}")
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    if code == INTERRUPTED:
        # Typer has a code for Ctrl-C, and nothing to say.
        say_farewell()
    return code if isinstance(code, int) else 0


def _open_closed_streams() -> None:
    # Closed by the caller (`>&-`), a stream is None, and the next file to be opened takes its
    # number. Lowest first, so that each gets its own.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def main() -> None:
    """Run the program."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # No name of a file or player may fail on a terminal that does not know its letters.
            stream.reconfigure(errors="backslashreplace")
    watch()
    sys.exit(run())
