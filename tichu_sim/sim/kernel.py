"""The kernel: plays whole rounds between bots and writes one row a round, a seat, an event.

Nothing is allocated per round. A round is a function of (seed, unit, index) and of who plays; unit
is the number of the round, or of the game, and index the round's place in its game.
"""

from functools import cache

import numpy as np

from tichu_sim.game.cards import N_CARDS
from tichu_sim.game.legal import LEGAL
from tichu_sim.game.match import CONTINUE, game_end
from tichu_sim.game.patterns import PATTERNS
from tichu_sim.game.rules import RULES
from tichu_sim.game.score import score_calls, score_cards
from tichu_sim.game.view import own_dtype, public_dtype
from tichu_sim.jit import Array, Record, jit, jit_once
from tichu_sim.sim.opening import open_round
from tichu_sim.sim.playing import play_out
from tichu_sim.sim.rows import EVENT_ROW

MOST_EVENTS = 512
"""More events than any round has."""
MOST_ROUNDS = 1000
"""A game that has not ended by then is given up."""

ENDLESS_GAME = 100
"""Fault of a game that has not ended after `MOST_ROUNDS`; lower faults are those of `legal`."""


@cache
def table_dtype(seats: int, teams: int) -> np.dtype[np.void]:
    """Return the dtype of everything that a round is played with.

    One record, so that compiled functions hand on a pointer and nothing else.

    Returns
    -------
    dtype
        ================  ==================================================================
        field             content
        ================  ==================================================================
        rules             `rules.RULES`
        public            `view.public_dtype`
        own (seats)       `view.own_dtype`
        bots (seats)      bot of each seat, numbers as in `bots.ask`
        scratch           `patterns.PATTERNS`
        pack              card numbers, see `deal`
        logging           whether events are logged
        logged            number of events logged in this round
        log               those events, `rows.EVENT_ROW`
        ================  ==================================================================
    """
    return np.dtype(
        [
            ("public", public_dtype(seats, teams)),
            ("own", own_dtype(seats), (seats,)),
            ("rules", RULES),
            ("bots", np.int64, (seats,)),
            ("logging", np.int64),
            ("logged", np.int64),
            ("pack", np.uint8, (N_CARDS,)),
            ("scratch", PATTERNS),
            ("log", EVENT_ROW, (MOST_EVENTS,)),
        ],
        align=True,
    )


@jit_once
def _write_rows(table: Record, row: Record, seat_rows: Array) -> None:
    public, own, rules = table.public, table.own, table.rules
    seats = own.shape[0]
    score_cards(public, own, rules.double_victory, row.cards)
    score_calls(public, row.calls)
    for team in range(public.total.shape[0]):
        row.total[team] = public.total[team]
    row.plays = public.plays
    row.tricks = public.tricks
    row.bombs = public.bombs
    row.dealer = public.dealer
    row.over = public.over
    last_places = public.out
    for seat in range(seats):
        if public.place[seat] == 1:
            row.first = seat
        if public.place[seat] == 0:
            last_places += 1
            seat_rows[seat].place = last_places
        else:
            seat_rows[seat].place = public.place[seat]
        seat_rows[seat].points = public.pile[seat]
        seat_rows[seat].call = public.call[seat]
        seat_rows[seat].bombs_held = own[seat].bombs_held
        seat_rows[seat].bombs_thrown = own[seat].bombs_thrown


@jit_once
def _write_hands(table: Record, row: Record, seat_rows: Array) -> None:
    # What is known before the first lead.
    row.leader = table.public.leader
    for seat in range(table.own.shape[0]):
        own, seat_row = table.own[seat], seat_rows[seat]
        seat_row.first = own.first
        seat_row.dealt = own.dealt
        seat_row.hand = own.hand
        for k in range(own.given.shape[0]):
            seat_row.given[k] = own.given[k]
            seat_row.received[k] = own.received[k]


@jit_once
def play_round(
    table: Record, seed: int, unit: int, index: int, dealer: int, row: Record, seat_rows: Array
) -> int:
    """Play one round and write its rows.

    Parameters
    ----------
    table : Record
        Of `table_dtype`.
    seed, unit, index : int
        Address of the round, see `rng.stream`.
    dealer : int
        Seat asked first for calls; negative: drawn from the round's own stream.
    row : Record
        Of `rows.round_row`, overwritten.
    seat_rows : array (seats,) of `rows.seat_row`
        Overwritten.

    Returns
    -------
    int
        `legal.LEGAL`, or the fault of the bot on turn; the state then stands before its answer.
    """
    table.logged = 0
    open_round(table, seed, unit, index, dealer)
    _write_hands(table, row, seat_rows)
    fault = play_out(table)
    row.game = unit
    row.index = index
    row.events = table.logged
    _write_rows(table, row, seat_rows)
    return fault


@jit
def play_units(
    table: Record,
    seed: int,
    first: int,
    last: int,
    whole_games: bool,
    rows: Array,
    seat_rows: Array,
    log: Array,
) -> tuple[int, int, int, int]:
    """Play the units first .. last - 1: rounds that stand alone, or games from 0:0 to their end.

    Parameters
    ----------
    table : Record
        Of `table_dtype`.
    seed, first, last : int
    whole_games : bool
    rows : array of `rows.round_row`
    seat_rows : array (len(rows), seats) of `rows.seat_row`
    log : array of `rows.EVENT_ROW`
        Used where the table logs.

    Returns
    -------
    units : int
        Number of units played; fewer than asked for where the next one did not fit.
    done : int
        Number of rounds written.
    logged : int
        Number of events written to the log.
    fault : int
        `legal.LEGAL`, `ENDLESS_GAME`, or the fault of a bot.
    """
    public = table.public
    done, logged = 0, 0
    for unit in range(first, last):
        for team in range(public.total.shape[0]):
            public.total[team] = 0
        dealer, index, here, goes_on = -1, 0, logged, True
        while goes_on:
            full = table.logging and here + MOST_EVENTS > log.shape[0]
            if full or done + index == rows.shape[0]:
                return unit - first, done, logged, LEGAL
            row = rows[done + index]
            fault = play_round(table, seed, unit, index, dealer, row, seat_rows[done + index])
            if fault != LEGAL:
                return unit - first, done, logged, fault
            for i in range(table.logged):
                log[here + i] = table.log[i]
            here += table.logged
            index += 1
            for team in range(public.total.shape[0]):
                public.total[team] += row.cards[team] + row.calls[team]
            dealer = row.first
            goes_on = whole_games and game_end(table.rules, public.total, index) == CONTINUE
            if goes_on and index == MOST_ROUNDS:
                return unit - first, done, logged, ENDLESS_GAME
        done += index
        logged = here
    return last - first, done, logged, LEGAL
