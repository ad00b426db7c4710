"""Ctrl-C: the process ends, also where compiled code does not come back.

Python notices Ctrl-C between two of its own steps, and the program then waits for its threads. An
endless loop in a user's compiled bot never lets it get there. So another thread hears of the signal
too, and ends the process after a short grace. What is written has its name only once it is whole,
so nothing is left half-written.
"""

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Thread

INTERRUPTED = 130
"""The exit code."""
GRACE = 2.0
"""Seconds that the process has to end by itself."""
_FLUSH = 0.5


class _Farewell:
    # What is said at the end, by whichever thread comes to it first.
    def __init__(self) -> None:
        self.lines, self._lock, self._said = ["stopped"], Lock(), False

    def begin(self) -> None:
        self._said = False

    def say(self) -> None:
        with self._lock:
            if not self._said:
                print(f"tichu-sim: {self.lines[-1]}", file=sys.stderr, flush=True)
            self._said = True


_farewell = _Farewell()


@contextmanager
def farewell(line: str) -> Iterator[None]:
    """While something is done, have this said if it is interrupted."""
    _farewell.lines.append(line)
    try:
        yield
    except KeyboardInterrupt:
        _farewell.say()
        raise
    finally:
        _farewell.lines.pop()


def begin() -> None:
    """Begin a command, for which nothing has been said yet."""
    _farewell.begin()


def say_farewell() -> None:
    """Tell in a line that the work was stopped, once a command."""
    _farewell.say()


def watch() -> None:
    """Have the process end `GRACE` seconds after Ctrl-C, whatever it is doing by then."""
    heard, signals = socket.socketpair()
    signals.setblocking(False)
    signal.set_wakeup_fd(signals.fileno(), warn_on_full_buffer=False)
    # The thread keeps both ends open.
    Thread(target=_listen, args=(heard, signals), daemon=True).start()


def _listen(heard: socket.socket, signals: socket.socket) -> None:
    while signal.SIGINT not in heard.recv(64):
        pass
    time.sleep(GRACE)
    _leave()


def _leave() -> None:
    if sys.stderr.isatty():
        # A progress bar hides the cursor.
        sys.stderr.write("\r\x1b[K\x1b[?25h")
    say_farewell()
    # Whole records that are still on their way; whoever reads them may be stuck.
    flush = Thread(target=sys.stdout.flush, daemon=True)
    flush.start()
    flush.join(_FLUSH)
    os._exit(INTERRUPTED)
