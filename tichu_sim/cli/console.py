"""Lines for the eye, on stdout."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


def sheet_console() -> "Console":
    """Return a console that shows lines in colour at a terminal, each as long as it is."""
    from rich.console import Console

    class Sheet(Console):
        def on_broken_pipe(self) -> None:
            # Rich would leave with 1. That the reader has gone (`| head`) is no error.
            raise BrokenPipeError

    return Sheet(highlight=False, soft_wrap=True)


def print_lines(lines: Iterable["Text"]) -> None:
    """Print lines on a `sheet_console`."""
    console = sheet_console()
    for line in lines:
        console.print(line)
