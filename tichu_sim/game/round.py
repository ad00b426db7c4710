"""One round as a state machine: exchange, play, pass, wish, trick, gift (R3, R5 to R8, R10, R11).

Every function changes the state by one event that is already known to be legal (`legal` tells).
The state is a public record and the seats' own records, see `view`.
"""

from tichu_sim.bits import count
from tichu_sim.game.bombs import has_bomb
from tichu_sim.game.cards import DRAGON, NONE
from tichu_sim.game.combos import DOG_LEAD, NO_COMBO, combo, is_bomb, play_cards
from tichu_sim.game.deal import hand_size
from tichu_sim.game.points import count_points
from tichu_sim.game.ranks import rank_cards
from tichu_sim.game.two_pack_hand import clear_second_words, read_play_two, take_cards_two
from tichu_sim.game.view import (
    DOUBLE_VICTORY,
    LAST_PLAYER,
    NO_CALL,
    NO_SEAT,
    NOTHING_WAITS,
    RUNNING,
    TRICK_WAITS,
)
from tichu_sim.jit import Array, Mask, Record, jit_small, variant


@jit_small
def _sits(rules: Record, seat: int) -> bool:
    # Whether a seat takes part from the start: not an empty one, not a second hand (R18.15).
    return bool(seat < (rules.players if rules.two_hands else rules.seats))


@jit_small
def begin_round(rules: Record, public: Record, dealer: int) -> None:
    """Clear the public record for a new round; the totals of the game stay."""
    for seat in range(public.size.shape[0]):
        public.played[seat] = NONE
        public.pile[seat] = 0
        public.size[seat] = hand_size(rules, seat, dealer) if _sits(rules, seat) else 0
        public.call[seat] = NO_CALL
        public.place[seat] = 0
    public.active = rules.players if rules.two_hands else rules.seats
    public.shown = NONE
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
def _clear_second(public: Record) -> None:
    # Only hands of two packs have second words.
    pass


variant(_clear_second, clear_second_words, "top_cards_2")


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
    _clear_second(public)


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
def take_from_stack(own: Array, stacks: Array, step: int) -> None:
    """Carry out one step of the pushes to the stacks, for both seats at once (R18.4).

    Parameters
    ----------
    own : array (2,) of `view.own_dtype`
        ``given[2 + step]`` is what goes beneath the stack on the right (step 0) or the left (1).
    stacks : uint64 array (4,)
        First and second card of the stack on seat 0's right, then of that on his left.
    step : int
    """
    place = 2 + step
    for seat in range(2):
        # What is on seat 0's right is on seat 1's left.
        mine, stack = own[seat], (seat + step) % 2
        mine.received[place] = stacks[2 * stack + step]
        mine.hand ^= mine.given[place] | mine.received[place]
        mine.holds_bomb = has_bomb(mine.hand)
        mine.bombs_held = mine.holds_bomb


@jit_small
def swap_hands(own: Array, seat: int, players: int) -> None:
    """Put a player's second hand first (R18.11)."""
    mine, second = own[seat], own[seat + players]
    mine.hand, second.hand = second.hand, mine.hand


@jit_small
def share_hands(rules: Record, public: Record, own: Array, opened: bool) -> None:
    """Show the hands that others than their own seat may see.

    That is a player's other hand (R14.4, R18.11) and, once `opened`, the dummy's (R14.6).
    """
    if rules.dummy != NO_SEAT:
        dealer = (rules.dummy + 2) % own.shape[0]
        own[dealer].other = own[rules.dummy].hand
        own[rules.dummy].other = own[dealer].hand
        public.shown = own[rules.dummy].hand if opened else NONE
    if rules.two_hands:
        for seat in range(own.shape[0]):
            own[seat].other = own[(seat + rules.players) % own.shape[0]].hand


@jit_small
def first_leader(rules: Record, public: Record, own: Array) -> int:
    """Return the seat that leads first (R6.1, R18.3, R18.14), `NO_SEAT` if nobody has the card."""
    seats = own.shape[0]
    if rules.first_lead == NONE:
        return int((public.dealer + 1) % seats)
    for seat in range(seats):
        if own[seat].hand & rules.first_lead:
            return int(seat % rules.players) if rules.two_hands else seat
    return NO_SEAT


@jit_small
def begin_play(rules: Record, public: Record, own: Array) -> None:
    """Give the first lead, mostly to the holder of the Mah Jong (R6.1).

    Not before all have decided about a call: until he leads, only he knows who it is.
    """
    public.turn = first_leader(rules, public, own)
    public.leader = public.turn


@jit_small
def _go_out(rules: Record, public: Record, mine: Record) -> None:
    # A seat has played its last card (R6.8); ends the round where R11.1 or R15.8 says so.
    seat, seats = mine.seat, public.size.shape[0]
    public.out += 1
    public.place[seat] = public.out
    if rules.two_hands and seat < rules.players:
        # The player takes up his second hand at once (R18.15); a Dog keeps the lead with him.
        mine.dog_to = seat + rules.players
        public.size[mine.dog_to] = rules.hand_cards
    else:
        public.active -= 1
    if rules.team_size > 1 and public.out == rules.team_size:
        public.over = DOUBLE_VICTORY
        for other in range(seats):
            if (other - seat) % 2 == 0 and public.place[other] == 0:
                public.over = RUNNING
    if public.over == RUNNING and public.out == rules.seats - 1:
        public.over = LAST_PLAYER


@jit_small
def _pass_lead(public: Record, mine: Record) -> None:
    # The Dog hands the lead on, mostly to the partner, or to the next after him (R8.2, R8.3).
    to = mine.dog_to
    if to == NO_SEAT:
        public.turn = next_active(public, mine.seat)
    else:
        public.turn = to if public.size[to] > 0 else next_active(public, to)
    public.leader = public.turn


@jit_small
def read_play(mine: Record, play: int, top_level: int) -> tuple[int, int, int]:
    """Return (kind, length, level) of a seat's play, see `combos.combo`."""
    return combo(play, top_level)


variant(read_play, read_play_two, "hand_2")


@jit_small
def take_cards(public: Record, mine: Record, play: int) -> int:
    """Take the cards of a play out of a hand and show them; returns how many they are."""
    cards = play_cards(play)
    mine.hand ^= cards
    public.played[mine.seat] |= cards
    return count(cards)


variant(take_cards, take_cards_two, "hand_2")


@jit_small
def apply_play(
    rules: Record, public: Record, mine: Record, play: int, kind: int, length: int, level: int
) -> None:
    """Put a play on the table, in turn or as a bomb out of turn (R5.7, R6, R7.5).

    Parameters
    ----------
    rules, public : Record
    mine : Record
        Own record of the seat that plays.
    play : int
    kind, length, level : int
        The play as `combos.combo` reads it.
    """
    cards = play_cards(play)
    seat = mine.seat
    public.size[seat] -= take_cards(public, mine, play)
    public.plays += 1
    if mine.holds_bomb:
        mine.holds_bomb = has_bomb(mine.hand)
    if public.wish and cards & rank_cards(public.wish):
        public.wish = 0
    if public.size[seat] == 0:
        _go_out(rules, public, mine)
    if kind == DOG_LEAD:
        # With 52 cards it may be an ace that counts (R17.2).
        public.pile[seat] += count_points(rules, cards)
        if public.over == RUNNING:
            _pass_lead(public, mine)
        return
    if is_bomb(kind):
        mine.bombs_thrown += 1
        public.bombs += 1
    public.owner = seat
    public.top_cards = cards
    public.top_kind = kind
    public.top_length = length
    public.top_level = level
    public.points += count_points(rules, cards)
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
def _awake_hand(rules: Record, public: Record, seat: int) -> int:
    # Which of two hands is played now, of the player of a seat (R18.15).
    seats = public.size.shape[0]
    seat %= seats
    return seat if public.size[seat] > 0 else int((seat + rules.players) % seats)


@jit_small
def apply_pass(rules: Record, public: Record) -> None:
    """Let the seat on turn pass; after the last needed pass the trick waits (R6.5).

    While it waits, ``turn`` is the seat that will lead next (R6.6).
    """
    public.passes += 1
    public.turn = next_active(public, public.turn)
    needed = public.active
    if public.size[public.owner] > 0 and not rules.self_overtake:
        needed -= 1
    if public.passes == needed:
        public.waiting = TRICK_WAITS
        if public.size[public.owner] > 0:
            public.turn = public.owner
        elif rules.two_hands:
            public.turn = _awake_hand(rules, public, public.owner + 1)


@jit_small
def dragon_waits(rules: Record, public: Record) -> bool:
    """Tell whether the waiting trick was won by the Dragon and has to be given (R10.2, R10.5)."""
    if public.waiting != TRICK_WAITS or public.top_cards != DRAGON or not rules.dragon_given:
        return False
    return bool(public.over == RUNNING or rules.dragon_last_kept == 0)


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
    while public.place[seat] != 0:
        seat += 1
    return seat, own[seat].hand
