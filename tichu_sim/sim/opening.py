"""A round between bots up to the first lead: deal, calls, exchange (R2, R3).

The games of two teams. Grand Seigneur, which has neither calls nor gifts of cards, opens in
`court`; games that do more than the four-player game before the first lead have a step here.
"""

from tichu_sim.bots import questions
from tichu_sim.game.cards import NONE
from tichu_sim.game.deal import deal_first, deal_first_around, deal_rest
from tichu_sim.game.open_suits import draw_suits
from tichu_sim.game.round import (
    begin_play,
    begin_round,
    exchange,
)
from tichu_sim.game.view import GRAND, GREAT_GRAND, NO_CALL, TICHU
from tichu_sim.jit import Record, jit, jit_small, variant
from tichu_sim.rng import DEAL, HOLDING, below, stream
from tichu_sim.sim.asking import ask_give, ask_yes_or_no
from tichu_sim.sim.court import open_court_round
from tichu_sim.sim.events import log_event
from tichu_sim.sim.rows import CALL, GIVE
from tichu_sim.sim.special import finish_special_exchange, prepare_special_exchange


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
    question = questions.TICHU
    if call == GRAND:
        question = questions.GRAND
    elif call == GREAT_GRAND:
        question = questions.GREAT_GRAND
    if ask_yes_or_no(table, seat, question):
        if table.logging:
            row = log_event(table, seat, CALL, NONE)
            row.call = call
        table.public.call[seat] = call


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


@jit_small
def _give(table: Record) -> None:
    for seat in range(table.own.shape[0]):
        own = table.own[seat]
        if own.receivers:
            ask_give(table, seat)
            if table.logging:
                given = NONE
                for k in range(1, own.given.shape[0]):
                    given |= own.given[k]
                log_event(table, seat, GIVE, given)


@jit_small
def prepare_exchange(table: Record) -> None:
    """Do what comes between the window of Tichu and the exchange: nothing in most games."""


@jit_small
def finish_exchange(table: Record, counter: int) -> None:
    """Do what follows the exchange of cards among the seats: nothing in most games."""


variant(prepare_exchange, prepare_special_exchange, "special")
variant(finish_exchange, finish_special_exchange, "special")


@jit
def _deal_around_holding(table: Record, seed: int, unit: int, index: int, counter: int) -> int:
    suits = stream(seed, unit, index, HOLDING)
    cards, suits = draw_suits(table.fixed, table.open_suits, suits)
    return int(deal_first_around(table.rules, table.own, table.pack, cards, counter))


@jit_small
def _deal_first(table: Record, seed: int, unit: int, index: int, counter: int) -> int:
    if table.fixed | table.open_suits != NONE:
        return _deal_around_holding(table, seed, unit, index, counter)
    return int(deal_first(table.rules, table.own, table.pack, counter))


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
    counter = _deal_first(table, seed, unit, index, counter)
    if rules.grand_tichu:
        _window(table, GRAND)
    counter = deal_rest(rules, table.own, table.pack, public.dealer, counter)
    _window(table, TICHU)
    prepare_exchange(table)
    _give(table)
    exchange(public, table.own)
    finish_exchange(table, counter)
    _window(table, TICHU)
    begin_play(rules, public, table.own)


variant(open_round, open_court_round, "hand_2")
