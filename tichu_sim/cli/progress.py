"""A progress bar on stderr with the rate and the time left."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def progress(
    total: int, unit: str, quiet: bool = False
) -> Iterator[tuple[Callable[[], None], Callable[[int], None]]]:
    """Show how far a piece of work is; nothing where nobody looks.

    Parameters
    ----------
    total : int
        0 where nobody knows it.
    unit : str
        What is counted, such as ``rounds``.
    quiet : bool
        Whether to show nothing even at a terminal.

    Yields
    ------
    start, advance : callable
        To be called when the work begins, and with the number of units just done.
    """
    if quiet or not sys.stderr.isatty():
        yield (lambda: None), (lambda units: None)
        return
    with _bar(unit) as bar:
        task = bar.add_task("", total=total or None, start=False, visible=False)
        yield (
            lambda: (bar.update(task, visible=True), bar.start_task(task))[0],
            lambda units: bar.advance(task, units),
        )


def _bar(unit: str) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, TimeRemainingColumn
    from rich.text import Text

    class Count(ProgressColumn):
        def render(self, task: Any) -> Text:
            rate = f", {task.speed:,.0f} a second" if task.speed else ""
            total = f" of {task.total:,.0f}" if task.total is not None else ""
            text = f"{task.completed:,.0f}{total} {unit}{rate}"
            return Text(text, no_wrap=True)

    columns = BarColumn(bar_width=20), Count(), TimeRemainingColumn()
    return Progress(*columns, console=Console(stderr=True))
