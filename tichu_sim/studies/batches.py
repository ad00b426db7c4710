"""Batches of work in threads, taken in in one order whichever is done first."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from types import TracebackType
from typing import Self, TypeVar

Task = TypeVar("Task")
Found = TypeVar("Found")

_AHEAD = 2
"""Batches a worker that may be played before they are asked for."""


class Batches:
    """Threads that play batches; leave it by ``with``, and what is still being played is dropped.

    Parameters
    ----------
    workers : int
        Number of threads.

    Examples
    --------
    >>> with Batches(2) as batches:
    ...     list(batches.play(lambda task, stop: task * task, range(5)))
    [0, 1, 4, 9, 16]
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = ThreadPoolExecutor(workers)
        self._stop = Event()

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        """Drop what is still being played."""
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)

    def play(self, play: Callable[[Task, Event], Found], tasks: Iterable[Task]) -> Iterator[Found]:
        """Yield what becomes of each task, in their order.

        Parameters
        ----------
        play : callable
            Gets a task, and an event that is set when its work is to be dropped.
        tasks : iterable
        """
        waiting: deque[Future[Found]] = deque()
        for task in tasks:
            waiting.append(self._pool.submit(play, task, self._stop))
            if len(waiting) >= self._workers * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def ranges(first: int, last: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield first .. last - 1 in parts of a size, the last one perhaps smaller.

    Examples
    --------
    >>> list(ranges(0, 10, 4))
    [(0, 4), (4, 8), (8, 10)]
    """
    for start in range(first, last, size):
        yield start, min(start + size, last)
