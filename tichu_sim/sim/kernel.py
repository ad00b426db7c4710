"""The kernel: plays whole rounds between bots and writes one row a round, a seat, an event.

Nothing is allocated per round. A round is a function of (seed, unit, index) and of who plays; unit
is the number of the round, or of the game, and index the round's place in its game.
"""

from functools import cache
from typing import Any

import numpy as np

from tichu_sim.bots.questions import QUESTIONS
from tichu_sim.game.cards import NONE
from tichu_sim.game.games import GRAND_SEIGNEUR, STANDARD, T52
from tichu_sim.game.legal import LEGAL
from tichu_sim.game.match import CONTINUE, game_end
from tichu_sim.game.patterns import PATTERNS
from tichu_sim.game.rules import MOST_ROUNDS, Rules
from tichu_sim.game.score import score_calls, score_cards
from tichu_sim.game.settings import MOST_CARDS, has_own_values, rules_dtype
from tichu_sim.game.state import has_two_packs, slots_of
from tichu_sim.game.two_pack_patterns import TWO_PACK_PATTERNS
from tichu_sim.game.view import MOST_MORE, MOST_PARAMETERS, NO_SEAT, own_dtype, public_dtype
from tichu_sim.jit import Array, Record, jit, jit_once, jit_small, variant
from tichu_sim.sim.court import write_hands_two
from tichu_sim.sim.moving import (
    clear_special_accounts,
    keep_special_accounts,
    seat_moving_players,
)
from tichu_sim.sim.opening import open_round
from tichu_sim.sim.playing import play_out
from tichu_sim.sim.rows import event_row
from tichu_sim.sim.special import STACK_CARDS

MOST_EVENTS = 512
"""More events than any round of one pack has."""
_MOST_TWO_PACK_EVENTS = 1536
"""More than 109 plays with twelve passes after each, and as many pushes as players."""
_FAULT_FIELDS = ("fault", "fault_seat", "fault_question", "fault_answer")
_PLAIN_GAMES = (STANDARD, T52)
"""Games without steps or seats of their own."""

ENDLESS_GAME = 100
"""Fault of a game that has not ended after `MOST_ROUNDS`; lower faults are those of `legal`."""


@cache
def table_dtype(rules: Rules) -> np.dtype[np.void]:
    """Return the dtype of everything that a round of a game is played with.

    One record, so that compiled functions hand on a pointer and nothing else. Games that the
    compiler makes other code for have other fields.

    Returns
    -------
    dtype
        ====================  ==============================================================
        field                 content
        ====================  ==============================================================
        rules                 `settings.rules_dtype`
        public                `view.public_dtype`
        own (chairs)          `view.own_dtype`
        asks (chairs, ...)    addresses of the answers of each seat's bot, see `bots.questions`
        fault, fault_seat,    the first illegal answer of the round, see `asking`
        fault_question,
        fault_answer
        fault_given (slots)   the cards that were to be given, where that was the answer
        fixed, open_suits     what seat 0 holds before the window, see `holdings`; 0 where all
                              cards are drawn
        first_out             who went out first in the round before, else `NO_SEAT`
        scratch               `patterns.PATTERNS`; `two_pack_patterns.TWO_PACK_PATTERNS`
        pack                  card numbers, see `deal`
        logging               whether events are logged
        logged                number of events logged in this round
        log                   those events, `rows.event_row`
        ====================  ==============================================================

        And in games with steps of their own (`special`, `moving`):

        ====================  ==============================================================
        special               marks them for the compiler
        player_asks           the same of each player (chairs, QUESTIONS)
        player_params         parameters of his bot (chairs, MOST_PARAMETERS)
        player_more           the others of his bot (chairs, MOST_MORE)
        player_at (chairs)    who sits where
        totals, victory       points and victory points of each player in the game so far
        ranks (chairs)        ranks[r]: player of rank r in Grand Seigneur
        stacks                the cards that the stacks give, see `special`
        ====================  ==============================================================
    """
    chairs, two_packs, slots = rules.game.chairs, has_two_packs(rules), slots_of(rules)
    given = ("fault_given", "fault_given_2") if two_packs else ("fault_given",)
    more: list[Any] = []
    if rules.game.number not in _PLAIN_GAMES:
        more = [
            ("special", np.int64),
            ("player_asks", np.int64, (chairs, len(QUESTIONS))),
            ("player_params", np.float64, (chairs, MOST_PARAMETERS)),
            ("player_more", np.float64, (chairs, MOST_MORE)),
            ("player_at", np.int64, (chairs,)),
            ("totals", np.int64, (chairs,)),
            ("victory", np.int64, (chairs,)),
            ("ranks", np.int64, (chairs,)),
            ("stacks", np.uint64, (STACK_CARDS,)),
        ]
    return np.dtype(
        [
            # First of all: a record that only goes on where another one ends would count as one of
            # its kind, and get its code.
            *more,
            ("public", public_dtype(chairs, two_packs)),
            ("own", own_dtype(chairs, two_packs, slots), (chairs,)),
            ("rules", rules_dtype(has_own_values(rules))),
            ("asks", np.int64, (chairs, len(QUESTIONS))),
            *((name, np.int64) for name in _FAULT_FIELDS),
            *((name, np.uint64, (slots,)) for name in given),
            ("fixed", np.uint64),
            ("open_suits", np.uint64),
            ("first_out", np.int64),
            ("logging", np.int64),
            ("logged", np.int64),
            ("pack", np.uint8, (MOST_CARDS,)),
            ("scratch", TWO_PACK_PATTERNS if two_packs else PATTERNS),
            ("log", event_row(two_packs), (_MOST_TWO_PACK_EVENTS if two_packs else MOST_EVENTS,)),
        ],
        align=True,
    )


@jit_once
def _write_rows(table: Record, row: Record, seat_rows: Array) -> None:
    public, own, rules = table.public, table.own, table.rules
    if rules.game != GRAND_SEIGNEUR:
        score_cards(rules, public, own, row.cards)
        score_calls(rules, public, row.calls)
    for team in range(row.total.shape[0]):
        row.total[team] = public.total[team]
    row.plays = public.plays
    row.tricks = public.tricks
    row.bombs = public.bombs
    row.dealer = public.dealer
    row.over = public.over
    last_places = public.out
    for seat in range(own.shape[0]):
        if public.place[seat] == 1:
            row.first = seat
        if public.place[seat] == 0:
            last_places += 1
            seat_rows[seat].place = last_places
        else:
            seat_rows[seat].place = public.place[seat]
        seat_rows[seat].points = public.pile[seat]
        seat_rows[seat].call = public.call[seat]
        seat_rows[seat].player = own[seat].player
        seat_rows[seat].total = public.total[seat]
        seat_rows[seat].victory = public.victory[seat]
        seat_rows[seat].bombs_held = own[seat].bombs_held
        seat_rows[seat].bombs_thrown = own[seat].bombs_thrown


@jit_small
def write_second_words(own: Record, seat_row: Record) -> None:
    """Write what a hand of one pack does not have: nothing."""


variant(write_second_words, write_hands_two, "hand_2")


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
        write_second_words(own, seat_row)


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
    seat_rows : array (chairs,) of `rows.seat_row`
        Overwritten.

    Returns
    -------
    int
        `legal.LEGAL`, or the fault of a bot's answer: the round then ends where it was asked.
    """
    table.logged = 0
    table.fault = LEGAL
    open_round(table, seed, unit, index, dealer)
    _write_hands(table, row, seat_rows)
    if table.fault == LEGAL:
        play_out(table)
    row.game = unit
    row.index = index
    row.events = table.logged
    _write_rows(table, row, seat_rows)
    return int(table.fault)


@jit_small
def clear_accounts(table: Record) -> None:
    """Set what each player has to nothing, where it is kept apart from the seats."""


variant(clear_accounts, clear_special_accounts, "special")


@jit_small
def _give_holding(table: Record, holdings: Array, place: int) -> None:
    table.fixed, table.open_suits = NONE, NONE
    if holdings.shape[0]:
        row = holdings[min(place, holdings.shape[0] - 1)]
        table.fixed, table.open_suits = row[0], row[1]


@jit_small
def _begin_game(table: Record) -> None:
    for seat in range(table.own.shape[0]):
        table.public.total[seat] = 0
        table.public.victory[seat] = 0
    clear_accounts(table)
    table.first_out = NO_SEAT


@jit_small
def seat_players(table: Record, seed: int, unit: int, index: int) -> int:
    """Seat the players for a round, where they move; returns the dealer (R2.1).

    That is who went out first in the round before; negative where he is to be drawn.
    """
    return int(table.first_out)


@jit_small
def keep_accounts(table: Record, row: Record) -> None:
    """Keep what each player has, apart from the seats: nothing where players do not move."""
    table.first_out = row.first


variant(seat_players, seat_moving_players, "special")
variant(keep_accounts, keep_special_accounts, "special")


@jit_small
def _credit(table: Record, row: Record) -> None:
    # The points of a round, to the seats.
    public, rules = table.public, table.rules
    teams = row.cards.shape[0]
    for seat in range(table.own.shape[0]):
        score = row.cards[seat % teams] + row.calls[seat % teams]
        if rules.game == T52:
            score -= row.cards[(seat + 1) % teams] + row.calls[(seat + 1) % teams]
        public.total[seat] += score


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
    holdings: Array,
) -> tuple[int, int, int, int]:
    """Play the units first .. last - 1: rounds that stand alone, or games from 0:0 to their end.

    Parameters
    ----------
    table : Record
        Of `table_dtype`.
    seed, first, last : int
    whole_games : bool
    rows : array of `rows.round_row`
    seat_rows : array (len(rows), chairs) of `rows.seat_row`
    log : array of `rows.event_row`
        Used where the table logs.
    holdings : uint64 array (n, 2)
        What seat 0 holds before the window in each unit, see `holdings.Holdings`; none where all
        cards are drawn. The last row serves for all units that follow.

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
        _give_holding(table, holdings, unit - first)
        _begin_game(table)
        index, here, goes_on = 0, logged, True
        while goes_on:
            full = table.logging and here + table.log.shape[0] > log.shape[0]
            if full or done + index == rows.shape[0]:
                return unit - first, done, logged, LEGAL
            row, seats_here = rows[done + index], seat_rows[done + index]
            dealer = seat_players(table, seed, unit, index)
            fault = play_round(table, seed, unit, index, dealer, row, seats_here)
            if fault != LEGAL:
                return unit - first, done, logged, fault
            for i in range(table.logged):
                log[here + i] = table.log[i]
            here += table.logged
            index += 1
            _credit(table, row)
            keep_accounts(table, row)
            goes_on = whole_games and game_end(table.rules, public.total, index) == CONTINUE
            if goes_on and index == MOST_ROUNDS:
                return unit - first, done, logged, ENDLESS_GAME
        done += index
        logged = here
    return last - first, done, logged, LEGAL
