"""A block: a range of a run's rounds or games, played in one thread."""

from collections.abc import Iterator
from threading import Event
from typing import NamedTuple

import numpy as np

from tichu_sim.errors import InputError
from tichu_sim.game.legal import LEGAL
from tichu_sim.game.rules import MOST_ROUNDS
from tichu_sim.game.state import has_two_packs, slots_of
from tichu_sim.jit import Array, u64
from tichu_sim.sim.kernel import ENDLESS_GAME, play_units
from tichu_sim.sim.refused import answer_error
from tichu_sim.sim.rows import event_row, round_row, seat_row
from tichu_sim.sim.run import Run
from tichu_sim.sim.table import new_table

# The kernel does not notice that the user has pressed Ctrl-C, so it is called for short whiles.
_ROUNDS_A_CALL = 1024
_SLOW_ROUNDS_A_CALL = 16
# Room for one call, and for the longest game there may be.
_ROOM = 4 * _ROUNDS_A_CALL
_LOGS = MOST_ROUNDS + 1


class StoppedError(Exception):
    """The work was stopped from outside before it was done."""


class Played(NamedTuple):
    """What a block came to.

    Attributes
    ----------
    rounds : array (n,) of `rows.round_row`
    seats : array (n, seats) of `rows.seat_row`
    events : array of `rows.event_row`
        Of all rounds in order, each with ``rounds["events"]`` of them; empty without a log.
    """

    rounds: Array
    seats: Array
    events: Array


def compile_kernel(run: Run) -> None:
    """Play nothing, so that whatever has to be compiled or loaded is."""
    play_block(run, 0, 0, logging=False, stop=Event())


def play_block(run: Run, first: int, last: int, logging: bool, stop: Event) -> Played:
    """Play the units first .. last - 1 of a run.

    Parameters
    ----------
    run : Run
    first, last : int
    logging : bool
        Whether the events are wanted.
    stop : Event
        Once it is set, the work is dropped.

    Returns
    -------
    Played
        A function of the run, `first` and `last` alone; the arrays are read-only.

    Raises
    ------
    InputError
        For a game without end and for a bot's illegal answer.
    StoppedError
    """
    return _joined(run, list(_calls(run, first, last, logging, stop)))


def play_rounds(run: Run) -> Iterator[Played]:
    """Play a run with all its events, a few rounds after another, for those who look on."""
    for call in _calls(run, 0, run.units, logging=True, stop=Event()):
        yield _joined(run, [call])


# NumPy copies structured arrays field by field; as bytes they move ten times faster.
_Call = tuple[bytes, bytes, bytes]


def _seat_row(run: Run) -> np.dtype[np.void]:
    return seat_row(slots_of(run.rules), has_two_packs(run.rules))


def _joined(run: Run, calls: list[_Call]) -> Played:
    rounds, seats, events = (b"".join(parts) for parts in zip(*calls, strict=True))
    return Played(
        np.frombuffer(rounds, round_row(run.rules.teams)),
        np.frombuffer(seats, _seat_row(run)).reshape(-1, run.rules.seats),
        np.frombuffer(events, event_row(has_two_packs(run.rules))),
    )


def _calls(run: Run, first: int, last: int, logging: bool, stop: Event) -> Iterator[_Call]:
    # The rows of one call of the kernel after another; at least one call.
    table = new_table(run.rules, run.bots, logging)
    rounds = np.zeros(_ROOM, round_row(run.rules.teams))
    seats = np.zeros((_ROOM, run.rules.game.chairs), _seat_row(run))
    log_room = _LOGS * len(table["log"]) if logging else 0
    events = np.zeros(log_room, event_row(has_two_packs(run.rules)))
    # A plain number would be another type to the compiler according to its size.
    slow = any(bot.kind.slow for bot in run.bots)
    at_once = _SLOW_ROUNDS_A_CALL if slow else _ROUNDS_A_CALL
    seed, step = u64(run.seed), max(1, at_once // run.rounds_a_unit)
    while True:
        if stop.is_set():
            raise StoppedError
        end = min(first + step, last)
        units, done, logged, fault = play_units(
            table,
            seed,
            first,
            end,
            run.whole_games,
            rounds,
            seats,
            events,
            run.holdings_of(first, end),
        )
        first += units
        if fault != LEGAL:
            raise _fault_error(run, first, fault)
        yield (
            rounds[:done].tobytes(),
            seats[:done, : run.rules.seats].tobytes(),
            events[:logged].tobytes(),
        )
        if first >= last:
            return


def _fault_error(run: Run, unit: int, fault: int) -> InputError:
    if fault == ENDLESS_GAME:
        return InputError(
            f"game {unit} has not ended after {MOST_ROUNDS} rounds: set a lower target, "
            "or a number of rounds"
        )
    return answer_error(run, unit)
