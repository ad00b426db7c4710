"""One round as a state machine: exchange, play, pass, wish, trick, gift (R3, R5 to R8, R10, R11).

Every function changes the state by one event that is already known to be legal (`legal` tells).
The state is a public record and the seats' own records, see `view`.
"""

from tichu_sim.bits import count
from tichu_sim.game.bombs import has_bomb
from tichu_sim.game.cards import DRAGON, MAHJONG, NONE, card_points, rank_cards
from tichu_sim.game.combos import DOG_LEAD, NO_COMBO, is_bomb, play_cards
from tichu_sim.game.deal import HAND_CARDS
from tichu_sim.game.view import (
    DOUBLE_VICTORY,
    LAST_PLAYER,
    NO_CALL,
    NO_SEAT,
    NOTHING_WAITS,
    RUNNING,
    TRICK_WAITS,
)
from tichu_sim.jit import Array, Mask, Record, jit_small


@jit_small
def begin_round(public: Record, dealer: int) -> None:
    """Clear the public record for a new round; the totals of the game stay."""
    for seat in range(public.size.shape[0]):
        public.played[seat] = NONE
        public.pile[seat] = 0
        public.size[seat] = HAND_CARDS
        public.call[seat] = NO_CALL
        public.place[seat] = 0
    public.dealer = dealer
    public.turn = NO_SEAT
    public.leader = NO_SEAT
    public.wish = 0
    public.out = 0
    public.over = RUNNING
    public.plays = 0
    public.tricks = 0
    public.bombs = 0
    _clear_table(public)


@jit_small
def _clear_table(public: Record) -> None:
    public.owner = NO_SEAT
    public.top_cards = NONE
    public.top_kind = NO_COMBO
    public.top_length = 0
    public.top_level = 0
    public.points = 0
    public.passes = 0
    public.waiting = NOTHING_WAITS


@jit_small
def next_active(public: Record, seat: int) -> int:
    """Return the next seat in order of play that still holds cards."""
    seats = public.size.shape[0]
    while True:
        seat = seat + 1 if seat + 1 < seats else 0
        if public.size[seat] > 0:
            return seat


@jit_small
def exchange(public: Record, own: Array) -> None:
    """Carry out the exchange chosen in every seat's ``given`` (R3).

    All choices are taken out before any card arrives, so no received card is passed on (R3.2).
    """
    seats = own.shape[0]
    for seat in range(seats):
        for k in range(1, seats):
            own[seat].hand ^= own[seat].given[k]
    for seat in range(seats):
        mine = own[seat]
        mine.given[0] = NONE
        mine.received[0] = NONE
        for k in range(1, seats):
            giver = seat + k if seat + k < seats else seat + k - seats
            card = own[giver].given[seats - k]
            mine.received[k] = card
            mine.hand |= card
        mine.holds_bomb = has_bomb(mine.hand)
        mine.bombs_held = mine.holds_bomb


@jit_small
def mahjong_holder(own: Array) -> int:
    """Return the seat that holds the Mah Jong, `NO_SEAT` if nobody does."""
    for seat in range(own.shape[0]):
        if own[seat].hand & MAHJONG:
            return seat
    return NO_SEAT


@jit_small
def begin_play(public: Record, own: Array) -> None:
    """Give the first lead to the holder of the Mah Jong (R6.1).

    Not before all have decided about a call: until he leads, only he knows who it is.
    """
    public.turn = mahjong_holder(own)
    public.leader = public.turn


@jit_small
def _go_out(public: Record, seat: int) -> None:
    # A seat has played its last card (R6.8); ends the round where R11.1 says so.
    public.out += 1
    public.place[seat] = public.out
    seats = public.size.shape[0]
    if public.out == seats - 1:
        public.over = LAST_PLAYER
    elif 2 * public.out == seats:
        public.over = DOUBLE_VICTORY
        for other in range(seats):
            if (other - seat) % 2 == 0 and public.size[other] > 0:
                public.over = RUNNING


@jit_small
def _pass_lead(public: Record, seat: int) -> None:
    # The Dog hands the lead to the partner, or to the next after him (R8.2, R8.3).
    seats = public.size.shape[0]
    partner = (seat + seats // 2) % seats
    public.turn = partner if public.size[partner] > 0 else next_active(public, partner)
    public.leader = public.turn


@jit_small
def apply_play(public: Record, mine: Record, play: int, kind: int, length: int, level: int) -> None:
    """Put a play on the table, in turn or as a bomb out of turn (R5.7, R6, R7.5).

    Parameters
    ----------
    public : Record
    mine : Record
        Own record of the seat that plays.
    play : int
    kind, length, level : int
        The play as `combos.combo` reads it.
    """
    cards = play_cards(play)
    seat = mine.seat
    mine.hand ^= cards
    public.played[seat] |= cards
    public.size[seat] -= count(cards)
    public.plays += 1
    if mine.holds_bomb:
        mine.holds_bomb = has_bomb(mine.hand)
    if public.wish and cards & rank_cards(public.wish):
        public.wish = 0
    if public.size[seat] == 0:
        _go_out(public, seat)
    if kind == DOG_LEAD:
        if public.over == RUNNING:
            _pass_lead(public, seat)
        return
    if is_bomb(kind):
        mine.bombs_thrown += 1
        public.bombs += 1
    public.owner = seat
    public.top_cards = cards
    public.top_kind = kind
    public.top_length = length
    public.top_level = level
    public.points += card_points(cards)
    public.passes = 0
    public.waiting = NOTHING_WAITS
    if public.over == RUNNING:
        public.turn = next_active(public, seat)
    elif public.over == LAST_PLAYER:
        public.waiting = TRICK_WAITS


@jit_small
def apply_wish(public: Record, rank: int) -> None:
    """Set the wish named with the Mah Jong (R7.1); 0 names none (R7.2)."""
    public.wish = rank


@jit_small
def apply_pass(public: Record) -> None:
    """Let the seat on turn pass; after the last needed pass the trick waits (R6.5).

    While it waits, ``turn`` is the seat that will lead next (R6.6).
    """
    public.passes += 1
    public.turn = next_active(public, public.turn)
    others = public.size.shape[0] - public.out
    if public.size[public.owner] > 0:
        others -= 1
    if public.passes == others:
        public.waiting = TRICK_WAITS
        if public.size[public.owner] > 0:
            public.turn = public.owner


@jit_small
def dragon_waits(public: Record, dragon_last_kept: int) -> bool:
    """Tell whether the waiting trick was won by the Dragon and has to be given (R10.2, R10.5)."""
    if public.waiting != TRICK_WAITS or public.top_cards != DRAGON:
        return False
    return public.over == RUNNING or dragon_last_kept == 0


@jit_small
def collect(public: Record, receiver: int) -> None:
    """Put the waiting trick on the receiver's pile: its owner's (R6.6), or the Dragon's gift."""
    public.pile[receiver] += public.points
    public.tricks += 1
    _clear_table(public)
    public.leader = public.turn


@jit_small
def last_hand(public: Record, own: Array) -> tuple[int, Mask]:
    """Return the last seat with cards and its hand; (`NO_SEAT`, 0) where several hold some."""
    if public.over != LAST_PLAYER:
        return NO_SEAT, NONE
    seat = 0
    while public.size[seat] == 0:
        seat += 1
    return seat, own[seat].hand
