"""A round of Grand Seigneur up to the first lead: seats, deal, push and return (R16.5 to R16.10).

Nobody calls. What logs and rows need of a second pack is here too.
"""

from tichu_sim.bots.questions import GIVE_BACK
from tichu_sim.bots.questions import PUSH as PUSH_CARDS
from tichu_sim.game.bombs import has_bomb
from tichu_sim.game.cards import NONE
from tichu_sim.game.combos import play_cards, play_phoenix
from tichu_sim.game.round import begin_play, begin_round
from tichu_sim.game.seating import rank_of_seat
from tichu_sim.game.seigneur import (
    deal_packs,
    exchange_pushes,
    is_superior,
    push_size,
    pushes_to,
)
from tichu_sim.jit import Record, jit, jit_small
from tichu_sim.rng import DEAL, below, stream
from tichu_sim.sim.asking import ask_push
from tichu_sim.sim.events import log_event
from tichu_sim.sim.rows import PUSH, RETURN


@jit_small
def _clear(table: Record, seed: int, unit: int, index: int) -> None:
    for seat in range(table.own.shape[0]):
        own = table.own[seat]
        own.random = stream(seed, unit, index, 1 + seat)
        own.hand, own.hand_2 = NONE, NONE
        own.dealt, own.dealt_2 = NONE, NONE
        own.first = NONE
        own.other = NONE
        own.play_2 = NONE
        own.holds_bomb = 0
        own.bombs_held = 0
        own.bombs_thrown = 0
        for k in range(own.given.shape[0]):
            own.given[k], own.given_2[k] = NONE, NONE
            own.received[k], own.received_2[k] = NONE, NONE


@jit
def _choose_pushes(table: Record) -> None:
    # R16.7 to R16.9: nobody has seen what he gets, so all choose before any card moves.
    rules = table.rules
    for seat in range(rules.seats):
        own, target = table.own[seat], pushes_to(rules, seat)
        if target == seat:
            continue
        n = push_size(rules, rank_of_seat(rules, seat))
        k = (target - seat) % own.given.shape[0]
        superior = is_superior(rules, seat)
        ask_push(table, seat, GIVE_BACK if superior else PUSH_CARDS, n, k)
        if table.logging:
            row = log_event(table, seat, RETURN if superior else PUSH, own.given[k])
            row.cards_2 = own.given_2[k]
            row.target = target


@jit
def open_court_round(table: Record, seed: int, unit: int, index: int, dealer: int) -> None:
    """Deal and, from the second round on, push; parameters as for `opening.open_round`."""
    public, rules = table.public, table.rules
    counter = stream(seed, unit, index, DEAL)
    drawn, counter = below(counter, rules.players)
    begin_round(rules, public, drawn if dealer < 0 else dealer)
    _clear(table, seed, unit, index)
    deal_packs(rules, table.own, table.pack, public.dealer, counter)
    for seat in range(rules.seats):
        own = table.own[seat]
        own.holds_bomb = has_bomb(own.hand)
        own.bombs_held = own.holds_bomb
    if index > 0:
        _choose_pushes(table)
        exchange_pushes(rules, table.own)
    begin_play(rules, public, table.own)


@jit_small
def log_play_two(table: Record, seat: int, event: int, play: int) -> Record:
    """Log a play or bomb of two packs."""
    second = table.own[seat].play_2
    row = log_event(table, seat, event, play_cards(play))
    row.phoenix = play_phoenix(play)
    row.cards_2 = play_cards(second)
    row.phoenix_2 = play_phoenix(second)
    return row


@jit_small
def write_hands_two(own: Record, seat_row: Record) -> None:
    """Write the cards that a seat is dealt, gives, gets and begins with twice."""
    seat_row.dealt_2 = own.dealt_2
    seat_row.hand_2 = own.hand_2
    for k in range(own.given_2.shape[0]):
        seat_row.given_2[k] = own.given_2[k]
        seat_row.received_2[k] = own.received_2[k]
