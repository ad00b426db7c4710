"""Threads: blocks are played side by side, and whole shards are handed on in order.

The kernel and whatever writes files release the interpreter, so threads are enough. A thread takes
a block, plays it and encodes it while its rows are still in the cache; the main thread puts the
blocks of a shard in order and gives the whole to a thread again.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Generic, Protocol, TypeVar

from tichu_sim.sim.blocks import Played, play_block
from tichu_sim.sim.run import Run, Shard

_LEAST_SHARDS_WAITING = 2
_BLOCKS_AHEAD = 2

T = TypeVar("T")


class Sink(Protocol[T]):
    """Where played rounds go; its functions are called from any thread."""

    def wants_events(self, shard: Shard) -> bool:
        """Tell whether single events of this shard are needed."""

    def encode(self, shard: Shard, played: Played) -> T:
        """Turn a block into what is kept of it."""

    def finish(self, shard: Shard, parts: list[T], stop: Event) -> None:
        """Take all blocks of a shard, in order; raise `blocks.StoppedError` once `stop` is set."""


def produce(
    run: Run,
    shards: Iterable[Shard],
    sink: Sink[T],
    workers: int,
    on_units: Callable[[int], None] = lambda units: None,
) -> None:
    """Play shards and hand them to a sink.

    Parameters
    ----------
    run : Run
    shards : iterable of Shard
        Those of the run that are wanted.
    sink : Sink
    workers : int
        Number of threads.
    on_units : callable
        Called in the calling thread with the number of units played since the last call.

    Raises
    ------
    Exception
        Whatever a thread raises, after all of them have stopped.
    """
    stop = Event()
    pool = ThreadPoolExecutor(workers)
    try:
        _Feed(run, sink, pool, workers, stop).pass_on(shards, on_units)
    except BaseException:
        stop.set()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


class _Feed(Generic[T]):
    """Keeps the threads fed, and no more than that."""

    def __init__(
        self, run: Run, sink: Sink[T], pool: ThreadPoolExecutor, workers: int, stop: Event
    ) -> None:
        self._run = run
        self._sink = sink
        self._pool = pool
        self._stop = stop
        self._ahead = workers * _BLOCKS_AHEAD
        self._most_finishing = max(workers, _LEAST_SHARDS_WAITING)
        self._finishing: deque[Future[None]] = deque()

    def pass_on(self, shards: Iterable[Shard], on_units: Callable[[int], None]) -> None:
        playing: deque[tuple[Shard, int, int, Future[T]]] = deque()
        blocks = self._blocks(shards)
        parts: list[T] = []
        while True:
            while len(playing) < self._ahead and (block := next(blocks, None)):
                playing.append((*block, self._pool.submit(self._play, *block)))
            if not playing:
                break
            shard, first, last, future = playing.popleft()
            parts.append(future.result())
            on_units(last - first)
            self._wait_for_finishing(self._most_finishing)
            if last == shard.last:
                self._finish(shard, parts)
                parts = []
        self._wait_for_finishing(0)

    def _blocks(self, shards: Iterable[Shard]) -> Iterator[tuple[Shard, int, int]]:
        for shard in shards:
            for first, last in self._run.blocks(shard):
                yield shard, first, last

    def _play(self, shard: Shard, first: int, last: int) -> T:
        logging = self._sink.wants_events(shard)
        return self._sink.encode(shard, play_block(self._run, first, last, logging, self._stop))

    def _finish(self, shard: Shard, parts: list[T]) -> None:
        # The shard that is being put together is in memory beside those that are being finished.
        self._wait_for_finishing(self._most_finishing - 1)
        self._finishing.append(self._pool.submit(self._sink.finish, shard, parts, self._stop))

    def _wait_for_finishing(self, most: int) -> None:
        # Those that are done are looked at in any case: they may have failed.
        while self._finishing and (len(self._finishing) > most or self._finishing[0].done()):
            self._finishing.popleft().result()
