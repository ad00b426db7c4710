"""The kernel: plays whole rounds between bots and writes one row a round, a seat, an event.

Nothing is allocated per round. A round is a function of (seed, unit, index) and of who plays; unit
is the number of the round, or of the game, and index the round's place in its game.
"""

from functools import cache

import numpy as np

from tichu_sim.game.games import GRAND_SEIGNEUR, T52, TOURNAMENT
from tichu_sim.game.legal import LEGAL
from tichu_sim.game.match import CONTINUE, game_end, victory_points
from tichu_sim.game.patterns import PATTERNS
from tichu_sim.game.score import score_calls, score_cards
from tichu_sim.game.seating import take_seats, wretch_seat
from tichu_sim.game.settings import BY_DEALER, BY_RANK, FIXED_SEATS, MOST_CARDS, RULES
from tichu_sim.game.two_pack_patterns import TWO_PACK_PATTERNS
from tichu_sim.game.view import MOST_PARAMETERS, NO_SEAT, own_dtype, public_dtype
from tichu_sim.jit import Array, Record, jit, jit_once, jit_small, variant
from tichu_sim.rng import SEATING, stream
from tichu_sim.sim.court import write_hands_two
from tichu_sim.sim.opening import STACK_CARDS, open_round
from tichu_sim.sim.playing import play_out
from tichu_sim.sim.rows import event_row

MOST_EVENTS = 512
"""More events than any round of one pack has."""
_MOST_TWO_PACK_EVENTS = 1536
"""More than 109 plays with twelve passes after each, and as many pushes as players."""
MOST_ROUNDS = 1000
"""A game that has not ended by then is given up."""

ENDLESS_GAME = 100
"""Fault of a game that has not ended after `MOST_ROUNDS`; lower faults are those of `legal`."""


@cache
def table_dtype(chairs: int, slots: int, two_packs: bool) -> np.dtype[np.void]:
    """Return the dtype of everything that a round is played with.

    One record, so that compiled functions hand on a pointer and nothing else.

    Parameters
    ----------
    chairs, slots, two_packs
        As for `view.own_dtype`.

    Returns
    -------
    dtype
        ====================  ==============================================================
        field                 content
        ====================  ==============================================================
        rules                 `settings.RULES`
        public                `view.public_dtype`
        own (chairs)          `view.own_dtype`
        bots (chairs)         bot of each seat, numbers as in `bots.ask`
        player_bots (chairs)  bot of each player
        player_params         its parameters (chairs, MOST_PARAMETERS)
        player_at (chairs)    who sits where
        totals, victory       points and victory points of each player in the game so far
        ranks (chairs)        ranks[r]: player of rank r in Grand Seigneur
        first_out             player who went out first in the round before, else `NO_SEAT`
        stacks                the cards that the stacks give, see `opening`
        scratch               `patterns.PATTERNS`; `two_pack_patterns.TWO_PACK_PATTERNS`
        pack                  card numbers, see `deal`
        logging               whether events are logged
        logged                number of events logged in this round
        log                   those events, `rows.event_row`
        ====================  ==============================================================
    """
    return np.dtype(
        [
            ("public", public_dtype(chairs, two_packs)),
            ("own", own_dtype(chairs, two_packs, slots), (chairs,)),
            ("rules", RULES),
            ("bots", np.int64, (chairs,)),
            ("player_bots", np.int64, (chairs,)),
            ("player_params", np.float64, (chairs, MOST_PARAMETERS)),
            ("player_at", np.int64, (chairs,)),
            ("totals", np.int64, (chairs,)),
            ("victory", np.int64, (chairs,)),
            ("ranks", np.int64, (chairs,)),
            ("first_out", np.int64),
            ("stacks", np.uint64, (STACK_CARDS,)),
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


@jit_small
def _begin_game(table: Record) -> None:
    for seat in range(table.own.shape[0]):
        table.public.total[seat] = 0
        table.public.victory[seat] = 0
        table.totals[seat] = 0
        table.victory[seat] = 0
    table.first_out = NO_SEAT


@jit_small
def _account(rules: Record, seat: int, player: int) -> int:
    # Where a seat's points are kept: those of the dummy apart from the players' (R14.9).
    return rules.players if seat == rules.dummy else player


@jit
def _move_players(table: Record, seed: int, unit: int, index: int) -> None:
    # Bots and points follow their players to other seats.
    public, rules, player_at = table.public, table.rules, table.player_at
    take_seats(rules, index, table.ranks, stream(seed, unit, 0, SEATING), player_at)
    for seat in range(rules.seats):
        player, own = player_at[seat], table.own[seat]
        own.player = player
        table.bots[seat] = table.player_bots[player]
        for k in range(own.params.shape[0]):
            own.params[k] = table.player_params[player, k]
        account = _account(rules, seat, player)
        public.total[seat] = table.totals[account]
        public.victory[seat] = table.victory[account]


@jit_small
def _seat_players(table: Record, seed: int, unit: int, index: int) -> int:
    # Seat the players for a round; returns the dealer, negative for one that is drawn (R2.1).
    rules = table.rules
    if rules.seating != FIXED_SEATS:
        _move_players(table, seed, unit, index)
    if rules.seating == BY_DEALER:
        return 0
    if rules.seating == BY_RANK and index > 0:
        return wretch_seat(rules)
    dealer = NO_SEAT
    if table.first_out != NO_SEAT:
        while dealer == NO_SEAT or table.own[dealer].player != table.first_out:
            dealer += 1
    return dealer


@jit_small
def _credit(table: Record, row: Record) -> None:
    # The points of a round to the players, and what the next round begins with.
    public, rules, own = table.public, table.rules, table.own
    if rules.game != GRAND_SEIGNEUR:
        teams = row.cards.shape[0]
        for seat in range(own.shape[0]):
            score = row.cards[seat % teams] + row.calls[seat % teams]
            if rules.game == T52:
                score -= row.cards[(seat + 1) % teams] + row.calls[(seat + 1) % teams]
            public.total[seat] += score
    table.first_out = own[row.first].player
    if rules.seating != FIXED_SEATS:
        _keep_accounts(table, row)


@jit
def _keep_accounts(table: Record, row: Record) -> None:
    public, rules = table.public, table.rules
    teams = row.cards.shape[0]
    if rules.game == TOURNAMENT:
        for team in range(teams):
            row.victory[team] = victory_points(rules, public, row.cards, row.calls, team)
    for seat in range(rules.seats):
        player = table.own[seat].player
        account = _account(rules, seat, player)
        table.totals[account] = public.total[seat]
        if rules.game == TOURNAMENT:
            table.victory[account] = public.victory[seat] + row.victory[seat % teams]
        place = public.place[seat]
        table.ranks[(place if place > 0 else rules.seats) - 1] = player


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
    seat_rows : array (len(rows), chairs) of `rows.seat_row`
    log : array of `rows.event_row`
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
        _begin_game(table)
        index, here, goes_on = 0, logged, True
        while goes_on:
            full = table.logging and here + table.log.shape[0] > log.shape[0]
            if full or done + index == rows.shape[0]:
                return unit - first, done, logged, LEGAL
            row, seats_here = rows[done + index], seat_rows[done + index]
            dealer = _seat_players(table, seed, unit, index)
            fault = play_round(table, seed, unit, index, dealer, row, seats_here)
            if fault != LEGAL:
                return unit - first, done, logged, fault
            for i in range(table.logged):
                log[here + i] = table.log[i]
            here += table.logged
            index += 1
            _credit(table, row)
            goes_on = whole_games and game_end(table.rules, public.total, index) == CONTINUE
            if goes_on and index == MOST_ROUNDS:
                return unit - first, done, logged, ENDLESS_GAME
        done += index
        logged = here
    return last - first, done, logged, LEGAL
