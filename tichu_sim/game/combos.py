"""What a set of cards is, and what beats what (R4, R5, R9, R10).

A *play* is one word: the cards in bits 0..55, and in bits 56..59 the rank that the Phoenix stands
for in a combination (0 without Phoenix and for the lone Phoenix). A pass is 0.

A combination is (kind, length, level). The level compares combinations of one kind and length. It
is twice the rank, so that the lone Phoenix, half a point above a rank, has a whole one too (R9.1).
"""

from tichu_sim.bits import count, highest, lowest, nibble_counts, nibbles_with
from tichu_sim.game.cards import ACE, DOG, DRAGON, MAHJONG, NONE, NORMAL, PACK, PHOENIX
from tichu_sim.jit import Mask, i64, jit_small, u64

NO_COMBO = 0
SINGLE = 1
PAIR = 2
TRIPLE = 3
PAIRSEQ = 4
FULLHOUSE = 5
STRAIGHT = 6
QUAD = 7
SFLUSH = 8
DOG_LEAD = 9
KIND_NAMES = (
    "none",
    "single",
    "pair",
    "triple",
    "pairseq",
    "fullhouse",
    "straight",
    "quad",
    "sflush",
    "dog",
)

DRAGON_LEVEL = 40
LED_PHOENIX_LEVEL = 3
SHORTEST_STRAIGHT = 5

PASS = u64(0)
_READING_PLACE = 56


@jit_small
def make_play(cards: Mask, phoenix: int) -> int:
    """Return the play of these cards with the Phoenix as rank `phoenix` (0: none, or alone)."""
    return cards | u64(phoenix) << _READING_PLACE


@jit_small
def play_cards(play: int) -> Mask:
    """Return the cards of a play."""
    return play & PACK


@jit_small
def play_phoenix(play: int) -> int:
    """Return the rank the Phoenix stands for in a play, 0 for none."""
    return i64(play >> _READING_PLACE)


@jit_small
def is_bomb(kind: int) -> bool:
    """Tell whether a kind is one of the two bombs (R5.1)."""
    return kind == QUAD or kind == SFLUSH


@jit_small
def phoenix_level(top_level: int) -> int:
    """Return the level of a lone Phoenix on a single of `top_level`, 0 for a lead (R9.1)."""
    return LED_PHOENIX_LEVEL if top_level == 0 else top_level + 1


@jit_small
def _single(card: Mask, top_level: int) -> tuple[int, int, int]:
    if card == DOG:
        return DOG_LEAD, 1, 0
    if card == DRAGON:
        return SINGLE, 1, DRAGON_LEVEL
    if card == PHOENIX:
        return SINGLE, 1, phoenix_level(top_level)
    return SINGLE, 1, 2 * ((lowest(card) >> 2) + 1)


@jit_small
def _same_rank(n: int, rank: int, with_phoenix: bool) -> tuple[int, int, int]:
    if n == 2:
        return PAIR, 2, 2 * rank
    if n == 3:
        return TRIPLE, 3, 2 * rank
    if n == 4 and not with_phoenix:
        return QUAD, 4, 2 * rank
    return NO_COMBO, 0, 0


@jit_small
def _in_one_suit(cards: Mask) -> bool:
    suits = NONE
    while cards:
        suits |= cards & u64(0xF)
        cards >>= 4
    return count(suits) == 1


@jit_small
def combo(play: int, top_level: int) -> tuple[int, int, int]:
    """Return (kind, length, level) of a play, (0, 0, 0) for no combination.

    Parameters
    ----------
    play : int
        Cards and the Phoenix's reading, see `make_play`.
    top_level : int
        Level of the single on the table, 0 for a lead; only the lone Phoenix depends on it.

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> combo(parse_cards("8j 8s 8p 9j 9s"), 0) == (FULLHOUSE, 5, 16)
    True
    """
    cards = play & PACK
    n = count(cards)
    if n == 1 and play == cards:
        return _single(cards, top_level)
    phoenix = play_phoenix(play)
    if n < 2 or cards & (DOG | DRAGON) or (cards & PHOENIX != 0) != (phoenix != 0):
        return NO_COMBO, 0, 0
    if phoenix == 1 or phoenix > ACE:
        return NO_COMBO, 0, 0
    natural = cards & (NORMAL | MAHJONG)
    counts = nibble_counts(natural)
    if cards & PHOENIX:
        counts += u64(1) << (4 * (phoenix - 1))
    present = nibbles_with(counts, 1)
    # Four of a rank and the Phoenix leave the range of `nibbles_with`, but are nothing anyway.
    distinct = count(present)
    bottom = (lowest(present) >> 2) + 1
    top = (highest(present) >> 2) + 1
    if distinct == 1:
        return _same_rank(n, top, natural != cards)
    twice = nibbles_with(counts, 2)
    if top - bottom == distinct - 1:
        if n == distinct and n >= SHORTEST_STRAIGHT:
            if natural == cards and bottom > 1 and _in_one_suit(cards):
                return SFLUSH, n, 2 * top
            return STRAIGHT, n, 2 * top
        if n == 2 * distinct and twice == present and counts == twice << 1:
            return PAIRSEQ, n, 2 * top
    if n == 5 and distinct == 2 and twice == present:
        return FULLHOUSE, 5, 2 * ((lowest(nibbles_with(counts, 3)) >> 2) + 1)
    return NO_COMBO, 0, 0


@jit_small
def beats(
    kind: int, length: int, level: int, top_kind: int, top_length: int, top_level: int
) -> bool:
    """Tell whether a combination may be played on the top one (R4.3, R5.2, R5.3).

    An empty table (`top_kind` 0) takes any combination, and only that takes the Dog (R8.1);
    nothing can be played on the Dog (R8.2).
    """
    if kind == NO_COMBO:
        return False
    if top_kind == NO_COMBO:
        return True
    if top_kind == DOG_LEAD:
        return False
    if is_bomb(kind):
        if not is_bomb(top_kind):
            return True
        return length > top_length or (length == top_length and level > top_level)
    if kind == SINGLE and level > DRAGON_LEVEL and level & 1:  # a Phoenix; even: a second Dragon
        return False
    return kind == top_kind and length == top_length and level > top_level
