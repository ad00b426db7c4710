"""What `round` and `legal` do with a seat's cards, for hands of two packs (R16).

A seat's answer is a word as in the other games, and ``play_2`` of its own record, see `two_packs`.
"""

from tichu_sim.game.cards import NONE
from tichu_sim.game.combos import play_cards
from tichu_sim.game.two_pack_moves import must_fulfil_two
from tichu_sim.game.two_packs import count_two, read_two
from tichu_sim.game.view import binding_wish
from tichu_sim.jit import Mask, Record, jit_small


@jit_small
def less(cards: Mask, cards_2: Mask, taken: Mask, taken_2: Mask) -> tuple[Mask, Mask]:
    """Return cards without some of them that they hold.

    Examples
    --------
    >>> from tichu_sim.game.two_packs import parse_two_cards, two_cards_text
    >>> hand = parse_two_cards("8j 8j 9s 9s Dr")
    >>> two_cards_text(*less(*hand, *parse_two_cards("8j 9s 9s")))
    '8j Dr'
    """
    second = cards_2 & taken
    return cards ^ (taken & ~second) ^ taken_2, cards_2 ^ second


@jit_small
def more(cards: Mask, cards_2: Mask, added: Mask, added_2: Mask) -> tuple[Mask, Mask]:
    """Return cards with some more; none of them is then there three times.

    Examples
    --------
    >>> from tichu_sim.game.two_packs import parse_two_cards, two_cards_text
    >>> two_cards_text(*more(*parse_two_cards("8j Dr"), *parse_two_cards("8j 9s 9s")))
    '8j 8j 9s 9s Dr'
    """
    return cards | added, cards_2 | (cards & added) | added_2


@jit_small
def holds_two(mine: Record, play: int) -> bool:
    """Tell whether a seat holds the cards of a play."""
    cards, twice = play_cards(play), play_cards(mine.play_2)
    return bool((cards & ~mine.hand) | (twice & ~mine.hand_2) | (twice & ~cards) == NONE)


@jit_small
def read_play_two(mine: Record, play: int, top_level: int) -> tuple[int, int, int]:
    """Return (kind, length, level) of a seat's play, see `two_packs.read_two`."""
    return read_two(play, mine.play_2, top_level)


@jit_small
def take_cards_two(public: Record, mine: Record, play: int) -> int:
    """Take the cards of a play out of a hand and show them; returns how many they are."""
    cards, twice, seat = play_cards(play), play_cards(mine.play_2), mine.seat
    mine.hand, mine.hand_2 = less(mine.hand, mine.hand_2, cards, twice)
    public.played[seat], public.played_2[seat] = more(
        public.played[seat], public.played_2[seat], cards, twice
    )
    public.top_cards_2 = twice
    return count_two(cards, twice)


@jit_small
def clear_second_words(public: Record) -> None:
    """Clear the second words of what lies on the table, and in a new round of what was played."""
    public.top_cards_2 = NONE
    if public.plays == 0:
        for seat in range(public.size.shape[0]):
            public.played_2[seat] = NONE


@jit_small
def is_bound_two(public: Record, mine: Record, scratch: Record) -> bool:
    """Tell whether a wish binds the seat on turn and some play of its hand fulfils it (R7.6)."""
    return must_fulfil_two(
        mine.hand,
        mine.hand_2,
        public.top_kind,
        public.top_length,
        public.top_level,
        binding_wish(public, mine),
        scratch,
    )
