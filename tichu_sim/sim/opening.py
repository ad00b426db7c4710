"""A round between bots up to the first lead: deal, calls, exchange (R2, R3).

The games of two teams. Grand Seigneur, which has neither calls nor gifts of cards, opens in
`court`; games that do more than the four-player game before the first lead have a step here.
"""

from tichu_sim.bots.ask import (
    ask_first,
    ask_give,
    ask_grand,
    ask_great_grand,
    ask_stack,
    ask_tichu,
)
from tichu_sim.game.cards import NONE
from tichu_sim.game.deal import deal_first, deal_rest, draw_cards
from tichu_sim.game.games import TWO_TEA
from tichu_sim.game.round import (
    begin_play,
    begin_round,
    exchange,
    share_hands,
    swap_hands,
    take_from_stack,
)
from tichu_sim.game.view import GRAND, GREAT_GRAND, NO_CALL, TICHU
from tichu_sim.jit import Record, jit, jit_small, variant
from tichu_sim.rng import DEAL, below, stream
from tichu_sim.sim.court import open_court_round
from tichu_sim.sim.events import log_event
from tichu_sim.sim.rows import CALL, FIRST, GIVE, STACK

STACK_CARDS = 4
"""Cards of the two stacks that somebody gets: the upper two of each (R18.4)."""


@jit_small
def _may_call(table: Record, seat: int, call: int) -> bool:
    # R2.8: one announcement a player; A02: with `calls_per_team` = one, one a team.
    public, rules = table.public, table.rules
    callers = rules.tichu_seats if call == TICHU else rules.grand_seats
    if public.call[seat] != NO_CALL or not callers >> seat & 1:
        return False
    if rules.one_call_per_team:
        for other in range(seat % 2, public.call.shape[0], 2):
            if public.call[other] != NO_CALL:
                return False
    return True


@jit
def offer_call(table: Record, seat: int, call: int) -> None:
    """Ask a seat for an announcement, if the rules leave it one (R2.7, R2.8)."""
    if not _may_call(table, seat, call):
        return
    public, own, rules = table.public, table.own[seat], table.rules
    bot = table.bots[seat]
    if call == TICHU:
        calls = ask_tichu(bot, rules, public, own)
    elif call == GRAND:
        calls = ask_grand(bot, rules, public, own)
    else:
        calls = ask_great_grand(bot, rules, public, own)
    if calls:
        if table.logging:
            row = log_event(table, seat, CALL, NONE)
            row.call = call
        public.call[seat] = call


@jit_small
def _window(table: Record, call: int) -> None:
    # Ask every seat in turn from the dealer on (R2.10).
    seats = table.own.shape[0]
    for k in range(seats):
        offer_call(table, (table.public.dealer + k) % seats, call)


@jit_small
def _clear(table: Record, seed: int, unit: int, index: int) -> None:
    # Nothing of the round before may be seen while the windows are open.
    for seat in range(table.own.shape[0]):
        own = table.own[seat]
        own.random = stream(seed, unit, index, 1 + seat)
        own.hand = NONE
        own.other = NONE
        own.first = NONE
        own.dealt = NONE
        own.holds_bomb = 0
        own.bombs_held = 0
        own.bombs_thrown = 0
        for k in range(own.given.shape[0]):
            own.given[k] = NONE
            own.received[k] = NONE


@jit
def _choose_first_hands(table: Record) -> None:
    # R18.11: each player has seen both of his hands and puts one of them first.
    public, rules = table.public, table.rules
    share_hands(rules, public, table.own, False)
    for seat in range(rules.players):
        own, second = table.own[seat], table.own[seat + rules.players]
        own.dog_to, second.dog_to = seat, seat + rules.players
        second.first = NONE
        swaps = ask_first(table.bots[seat], rules, public, own)
        if table.logging:
            log_event(table, seat, FIRST, second.hand if swaps else own.hand)
        if swaps:
            swap_hands(table.own, seat, rules.players)
    share_hands(rules, public, table.own, False)


@jit_small
def _give(table: Record) -> None:
    for seat in range(table.own.shape[0]):
        own = table.own[seat]
        if own.receivers:
            ask_give(table.bots[seat], table.rules, table.public, own)
            if table.logging:
                given = NONE
                for k in range(1, own.given.shape[0]):
                    given |= own.given[k]
                log_event(table, seat, GIVE, given)


@jit_small
def _deal_stacks(table: Record, counter: int) -> None:
    # What two seats have left of the pack, as far as it matters.
    left = table.rules.n_cards - 2 * table.rules.hand_cards
    for place in range(STACK_CARDS):
        table.stacks[place], counter = draw_cards(table.pack, left - place, 1, counter)


@jit
def _push_to_stacks(table: Record) -> None:
    # R18.4: first the stack on the right, then that on the left; a step begins for both at once.
    for step in range(2):
        place = 2 + step
        for seat in range(2):
            own = table.own[seat]
            own.given[place] = ask_stack(table.bots[seat], table.rules, table.public, own, place)
            if table.logging:
                row = log_event(table, seat, STACK, own.given[place])
                row.target = place
        take_from_stack(table.own, table.stacks, step)


@jit
def open_round(table: Record, seed: int, unit: int, index: int, dealer: int) -> None:
    """Deal, ask for calls and exchange; a negative dealer is drawn (R2.1)."""
    public, rules = table.public, table.rules
    counter = stream(seed, unit, index, DEAL)
    drawn, counter = below(counter, rules.players)
    begin_round(rules, public, drawn if dealer < 0 else dealer)
    _clear(table, seed, unit, index)
    if rules.great_grand:
        _window(table, GREAT_GRAND)
    counter = deal_first(rules, table.own, table.pack, counter)
    if rules.grand_tichu:
        _window(table, GRAND)
    counter = deal_rest(rules, table.own, table.pack, public.dealer, counter)
    _window(table, TICHU)
    shared = rules.players < rules.seats
    if rules.two_hands:
        _choose_first_hands(table)
    elif shared:
        share_hands(rules, public, table.own, False)
    _give(table)
    exchange(public, table.own)
    if rules.game == TWO_TEA:
        _deal_stacks(table, counter)
        _push_to_stacks(table)
    if shared:
        share_hands(rules, public, table.own, True)
    _window(table, TICHU)
    begin_play(rules, public, table.own)


variant(open_round, open_court_round, "hand_2")
