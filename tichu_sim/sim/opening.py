"""A round between bots up to the first lead: deal, calls, exchange (R2, R3)."""

from tichu_sim.bots.ask import ask_give, ask_grand, ask_great_grand, ask_tichu
from tichu_sim.game.cards import NONE
from tichu_sim.game.deal import deal_first, deal_rest
from tichu_sim.game.round import begin_play, begin_round, exchange
from tichu_sim.game.view import GRAND, GREAT_GRAND, NO_CALL, TICHU
from tichu_sim.jit import Record, jit, jit_once, jit_small
from tichu_sim.rng import DEAL, below, stream
from tichu_sim.sim.events import log_event
from tichu_sim.sim.rows import CALL, GIVE


@jit_small
def _may_call(table: Record, seat: int) -> bool:
    # R2.8: one announcement a player; A02: with `calls_per_team` = one, one a team.
    public = table.public
    if public.call[seat] != NO_CALL:
        return False
    if table.rules.one_call_per_team:
        for other in range(seat % 2, public.call.shape[0], 2):
            if public.call[other] != NO_CALL:
                return False
    return True


@jit
def offer_call(table: Record, seat: int, call: int) -> None:
    """Ask a seat for an announcement, if the rules leave it one (R2.7, R2.8)."""
    if not _may_call(table, seat):
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


@jit_once
def open_round(table: Record, seed: int, unit: int, index: int, dealer: int) -> None:
    """Deal, ask for calls and exchange; a negative dealer is drawn (R2.1)."""
    public, rules = table.public, table.rules
    seats = table.own.shape[0]
    counter = stream(seed, unit, index, DEAL)
    drawn, counter = below(counter, seats)
    begin_round(public, drawn if dealer < 0 else dealer)
    for seat in range(seats):
        own = table.own[seat]
        own.random = stream(seed, unit, index, 1 + seat)
        # Nothing of the round before may be seen while the windows are open.
        own.hand = NONE
        own.first = NONE
        own.dealt = NONE
        own.holds_bomb = 0
        own.bombs_held = 0
        own.bombs_thrown = 0
        for k in range(seats):
            own.given[k] = NONE
            own.received[k] = NONE
    if rules.great_grand:
        _window(table, GREAT_GRAND)
    counter = deal_first(table.own, table.pack, counter)
    if rules.grand_tichu:
        _window(table, GRAND)
    deal_rest(table.own, table.pack, counter)
    _window(table, TICHU)
    for seat in range(seats):
        own = table.own[seat]
        ask_give(table.bots[seat], rules, public, own)
        if table.logging:
            given = NONE
            for k in range(1, seats):
                given |= own.given[k]
            log_event(table, seat, GIVE, given)
    exchange(public, table.own)
    _window(table, TICHU)
    begin_play(public, table.own)
