"""How fast the program is here, and a signature that shows when its behaviour changes."""

import hashlib
import time
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from tichu_sim.bots.registry import BOTS, Bot, parse_bot
from tichu_sim.game.deal import deal
from tichu_sim.game.legal import LEGAL
from tichu_sim.game.rules import Rules
from tichu_sim.game.state import has_two_packs, slots_of
from tichu_sim.jit import Array, Record, jit, u64
from tichu_sim.sim.holdings import NO_HOLDINGS
from tichu_sim.sim.kernel import play_units
from tichu_sim.sim.refused import answer_error
from tichu_sim.sim.rows import event_row, round_row, seat_row
from tichu_sim.sim.run import make_run
from tichu_sim.sim.table import new_table

_SIGNED_ROUNDS = 1000
_SLICES = 30
_SLICE_SECONDS = 0.05
_ROUNDS_A_CALL = 1024
_SLOW_ROUNDS_A_CALL = 4
_DEALS = 20_000
_OF_CHANGING_SEATS = (("victory",), ("player", "total", "victory"), ())
"""Fields of a round, a seat and an event that say something only where players change seats."""


class Rate(NamedTuple):
    """Rounds a second of one bot at a table of its own kind.

    Attributes
    ----------
    bot, rules : str
    workers : int
        Number of threads.
    rounds_per_second : float
    """

    bot: str
    rules: str
    workers: int
    rounds_per_second: float


class _Seat(NamedTuple):
    # What one thread plays at, made once.
    bots: tuple[Bot, ...]
    table: Record
    rounds: Array
    seats: Array
    log: Array


def _seat_for(rules: Rules, bots: Sequence[Bot], rounds: int, logging: bool = False) -> _Seat:
    table = new_table(rules, bots, logging)
    return _Seat(
        tuple(bots),
        table,
        np.zeros(rounds, round_row(rules.teams)),
        np.zeros((rounds, rules.game.chairs), seat_row(slots_of(rules), has_two_packs(rules))),
        np.zeros(
            (rounds + 1) * len(table["log"]) if logging else 0, event_row(has_two_packs(rules))
        ),
    )


def _play(seat: _Seat, rules: Rules, call: int) -> tuple[int, int]:
    # Fill the rows of a seat in the call of this number; returns the rounds and the events.
    units, games = len(seat.rounds), not rules.game.own_rounds
    if games:
        units //= rules.number("rounds")
    first = call * units
    done, rounds, events, fault = play_units(
        seat.table,
        u64(0),
        first,
        first + units,
        games,
        seat.rounds,
        seat.seats,
        seat.log,
        NO_HOLDINGS,
    )
    if fault != LEGAL:
        raise answer_error(make_run(rules, seat.bots, 0, first + units, games), first + done)
    return rounds, events


def _digest(digest: "hashlib._Hash", rows: Array, left_out: Collection[str]) -> None:
    # Field by field: what lies between the fields is nobody's.
    for name in rows.dtype.names or ():
        if name not in left_out:
            digest.update(np.ascontiguousarray(rows[name]).tobytes())


def signature(rules: Rules) -> str:
    """Return a hash of everything that happens in a fixed sample of rounds.

    The sample is 1,000 rounds (where rounds are parts of a game, as many whole games as that has)
    of each bot among its own kind, and as much of all bots mixed, with their default parameters. It
    is the same on every machine, and another one only where a bot, a rule, the deal or the random
    numbers behave differently.
    """
    digest = hashlib.sha256()
    names = sorted(BOTS)
    players = range(rules.players)
    tables = [[name] * rules.players for name in names]
    tables.append([names[player % len(names)] for player in players])
    left_out = _OF_CHANGING_SEATS if rules.game.own_rounds else ((), (), ())
    for at_table in tables:
        bots = [parse_bot(name) for name in at_table]
        seat = _seat_for(rules, bots, _SIGNED_ROUNDS, logging=True)
        rounds, logged = _play(seat, rules, 0)
        seats = seat.seats[:rounds, : rules.seats]
        tables_of_rows = seat.rounds[:rounds], seats, seat.log[:logged]
        for rows, fields in zip(tables_of_rows, left_out, strict=True):
            _digest(digest, rows, fields)
    return digest.hexdigest()[:16]


def round_rates(rules: Rules, bot: Bot, thread_counts: Sequence[int]) -> list[Rate]:
    """Measure rounds a second for some numbers of threads, each thread at a table of its own.

    Rows are written to memory as in a run, nothing to disk; compiling is not counted. A figure is
    that of the fastest of 30 slices of about 0.05 s. The thread counts take turns slice by slice,
    so that they meet the same moods of a shared machine and their ratio can be trusted.
    """
    most = max(thread_counts)
    rounds = _ROUNDS_A_CALL
    if bot.kind.slow:
        # A game is the least that can be played where rounds go together.
        rounds = max(_SLOW_ROUNDS_A_CALL, rules.number("rounds"))
    seats = [_seat_for(rules, [bot] * rules.players, rounds) for _ in range(most)]
    _play(seats[0], rules, 0)
    began = time.perf_counter()
    a_call, _ = _play(seats[0], rules, 0)
    calls = 1 + int(_SLICE_SECONDS / (time.perf_counter() - began))

    def slice_of_one(worker: int) -> None:
        for call in range(worker * calls, (worker + 1) * calls):
            _play(seats[worker], rules, call)

    best = dict.fromkeys(thread_counts, 0.0)
    with ThreadPoolExecutor(most) as pool:
        for _ in range(_SLICES):
            for workers in thread_counts:
                began = time.perf_counter()
                list(pool.map(slice_of_one, range(workers)))
                seconds = time.perf_counter() - began
                best[workers] = max(best[workers], workers * calls * a_call / seconds)
    return [Rate(bot.name, rules.preset, workers, rate) for workers, rate in best.items()]


@jit
def _deal_often(table: Record, n: int) -> int:
    counter = u64(0)
    for _ in range(n):
        counter = deal(table.rules, table.own, table.pack, 0, counter)
    return counter


def deal_rate(rules: Rules) -> float:
    """Measure deals a second on one thread, best of 30 slices."""
    table = new_table(rules, [parse_bot("random")] * rules.players)
    _deal_often(table, _DEALS)
    best = 0.0
    for _ in range(_SLICES):
        began = time.perf_counter()
        _deal_often(table, _DEALS)
        best = max(best, _DEALS / (time.perf_counter() - began))
    return best
