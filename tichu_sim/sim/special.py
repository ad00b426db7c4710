"""The steps of a round that the four-player game does not have, where teams play.

Tables of the games that have some carry the field ``special`` (`kernel.table_dtype`), and the
compiler then takes these functions for the hooks in `opening` and `playing`.
"""

from tichu_sim.bots.questions import FIRST as FIRST_HAND
from tichu_sim.game.cards import NONE
from tichu_sim.game.combos import DOG_LEAD
from tichu_sim.game.deal import draw_cards
from tichu_sim.game.games import TWO_TEA
from tichu_sim.game.round import share_hands, swap_hands, take_from_stack
from tichu_sim.game.view import NO_SEAT
from tichu_sim.jit import Record, jit
from tichu_sim.sim.asking import ask_dog, ask_stack, ask_yes_or_no
from tichu_sim.sim.events import log_event
from tichu_sim.sim.rows import FIRST, STACK

STACK_CARDS = 4
"""Cards of the two stacks that somebody gets: the upper two of each (R18.4)."""


@jit
def _choose_first_hands(table: Record) -> None:
    # R18.11: each player has seen both of his hands and puts one of them first.
    public, rules = table.public, table.rules
    share_hands(rules, public, table.own, False)
    for seat in range(rules.players):
        own, second = table.own[seat], table.own[seat + rules.players]
        own.dog_to, second.dog_to = seat, seat + rules.players
        second.first = NONE
        swaps = ask_yes_or_no(table, seat, FIRST_HAND)
        if table.logging:
            log_event(table, seat, FIRST, second.hand if swaps else own.hand)
        if swaps:
            swap_hands(table.own, seat, rules.players)
    share_hands(rules, public, table.own, False)


@jit
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
            own.given[place] = ask_stack(table, seat, place)
            if table.logging:
                row = log_event(table, seat, STACK, own.given[place])
                row.target = place
        take_from_stack(table.own, table.stacks, step)


@jit
def prepare_special_exchange(table: Record) -> None:
    """Let players see their other hand, and choose the one that is played first (R14.4, R18.11)."""
    if table.rules.two_hands:
        _choose_first_hands(table)
    else:
        share_hands(table.rules, table.public, table.own, False)


@jit
def finish_special_exchange(table: Record, counter: int) -> None:
    """Push cards to the stacks (R18.4), or lay the dummy open (R14.6)."""
    if table.rules.game == TWO_TEA:
        _deal_stacks(table, counter)
        _push_to_stacks(table)
    share_hands(table.rules, table.public, table.own, True)


@jit
def aim_special_dog(table: Record, seat: int, kind: int) -> int:
    """Ask who gets the lead with the Dog (R15.5); returns him, `NO_SEAT` where nobody is asked."""
    public, own, seats = table.public, table.own[seat], table.own.shape[0]
    if kind != DOG_LEAD or not table.rules.dog_chosen:
        return NO_SEAT
    own.dog_to = NO_SEAT
    for k in range(2, seats, 2):
        if public.size[(seat + k) % seats] > 0:
            own.dog_to = ask_dog(table, seat)
            break
    return int(own.dog_to)


@jit
def show_special_hands(table: Record) -> None:
    """Show the hands that others than their own seat may see, after each play."""
    share_hands(table.rules, table.public, table.own, True)
