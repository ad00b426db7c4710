"""A play in its compact form: what is played, without the suits.

A pattern is one word of the fields below. All card sets of one pattern are alike for the rules:
they beat the same combinations, and either all of them or none contain a natural card of a wished
rank. `ways` counts them, `pattern_play` builds the k-th.

==========  ======  ==========================================================
field       bits    content
==========  ======  ==========================================================
kind        0-3     see `combos`
length      4-8     number of cards
level       9-16    see `combos`
Phoenix     17-20   rank it stands for; 1 for the lone Phoenix; 0 if not in it
pair        21-24   rank of a full house's pair, else 0
second      25-28   rank that a second Phoenix stands for (two packs), else 0
==========  ======  ==========================================================
"""

import numpy as np

from tichu_sim.bits import count, select
from tichu_sim.game.cards import ACE, DOG, DRAGON, MAHJONG, NONE, PHOENIX
from tichu_sim.game.combos import (
    DOG_LEAD,
    DRAGON_LEVEL,
    FULLHOUSE,
    PAIR,
    PAIRSEQ,
    QUAD,
    SFLUSH,
    SINGLE,
    STRAIGHT,
    TRIPLE,
    make_play,
)
from tichu_sim.game.ranks import rank_cards
from tichu_sim.jit import Mask, Record, jit, jit_small, u64

LONE_PHOENIX = 1

MOST_PATTERNS = 1024
"""More than any hand of up to twenty cards has."""
PATTERNS = np.dtype(
    [
        ("highest", np.int64),
        ("at", np.int64, (MOST_PATTERNS,)),
        ("ways", np.int64, (MOST_PATTERNS,)),
    ]
)
"""Room for patterns (``at``) and the card sets of each (``ways``, written by `count_plays`).

``highest`` is the highest rank of the pack, beyond which no straight goes.

A record and no array, so that compiled code hands it on as a bare pointer.
"""


@jit_small
def make_pattern(kind: int, length: int, level: int, phoenix: int, pair: int) -> int:
    """Return the pattern of these five fields, with no second Phoenix."""
    return kind | length << 4 | level << 9 | phoenix << 17 | pair << 21


@jit_small
def pattern_kind(pattern: int) -> int:
    """Return the kind of a pattern."""
    return pattern & 15


@jit_small
def pattern_length(pattern: int) -> int:
    """Return the number of cards of a pattern."""
    return pattern >> 4 & 31


@jit_small
def pattern_level(pattern: int) -> int:
    """Return the level of a pattern, twice its rank."""
    return pattern >> 9 & 255


@jit_small
def pattern_phoenix(pattern: int) -> int:
    """Return the rank the Phoenix stands for, `LONE_PHOENIX`, or 0."""
    return pattern >> 17 & 15


@jit_small
def pattern_pair(pattern: int) -> int:
    """Return the rank of a full house's pair, 0 for other kinds."""
    return pattern >> 21 & 15


@jit_small
def pattern_second(pattern: int) -> int:
    """Return the rank the second Phoenix of a two-pack play stands for, 0 for none."""
    return pattern >> 25 & 15


@jit_small
def with_second(pattern: int, second: int) -> int:
    """Return a pattern of one Phoenix with a second one that stands for `second` (0: none)."""
    return pattern | second << 25


@jit_small
def bottom_rank(pattern: int) -> int:
    """Return the lowest rank of a pattern that is no full house."""
    kind, length, top = pattern_kind(pattern), pattern_length(pattern), pattern_level(pattern) >> 1
    if kind == STRAIGHT or kind == SFLUSH:
        return top - length + 1
    if kind == PAIRSEQ:
        return top - length // 2 + 1
    return top


@jit_small
def has_rank(pattern: int, rank: int) -> bool:
    """Tell whether a pattern's card sets contain a natural card of a rank (2..14) (R7.10)."""
    kind, top = pattern_kind(pattern), pattern_level(pattern) >> 1
    phoenix, second = pattern_phoenix(pattern), pattern_second(pattern)
    whole_pair = rank == phoenix and rank == second
    if kind == FULLHOUSE:
        return rank == top or (rank == pattern_pair(pattern) and not whole_pair)
    if kind == STRAIGHT and (rank == phoenix or rank == second):
        return False
    if kind == DOG_LEAD or phoenix == LONE_PHOENIX or (kind == PAIRSEQ and whole_pair):
        return False
    return bottom_rank(pattern) <= rank <= top


@jit_small
def subsets(n: int, k: int) -> int:
    """Return the number of k-subsets of n <= 4 cards of one rank (0 <= k <= 4)."""
    if k == 1:
        return n
    if k == 2:
        return n * (n - 1) // 2
    if k == 3:
        return (n - 2 if n > 2 else 0) if n < 4 else 4
    return 1 if k == 0 or n == 4 else 0


@jit_small
def subset(cards: Mask, k: int, index: int) -> Mask:
    """Return the index-th k-subset of the cards of one rank."""
    if k == 1:
        return select(cards, index)
    n = count(cards)
    if k == n:
        return cards
    if k == 3:
        return cards ^ select(cards, index)
    if k == 0:
        return NONE
    first = 0
    while index >= n - 1 - first:
        index -= n - 1 - first
        first += 1
    return select(cards, first) | select(cards, first + 1 + index)


@jit_small
def _needed(pattern: int, rank: int) -> int:
    # How many natural cards of one rank each card set of the pattern takes.
    kind = pattern_kind(pattern)
    if kind == STRAIGHT or kind == SINGLE:
        most = 1
    elif kind == PAIRSEQ:
        most = 2
    elif kind == FULLHOUSE:
        most = 3 if rank == pattern_level(pattern) >> 1 else 2
    else:
        most = pattern_length(pattern)
    return most - (1 if pattern_phoenix(pattern) == rank else 0)


@jit_small
def rank_in_hand(hand: Mask, rank: int) -> Mask:
    """Return the natural cards of a rank in a hand; rank 1 is the Mah Jong alone."""
    return hand & (MAHJONG if rank == 1 else rank_cards(rank))


@jit_small
def _suited(hand: Mask, bottom: int, top: int) -> Mask:
    # The suits (bits 0..3) that the hand holds without a gap from bottom to top.
    suits = u64(0xF)
    for rank in range(bottom, top + 1):
        suits &= hand >> (4 * (rank - 1))
    return suits


@jit_small
def ways(hand: Mask, pattern: int) -> int:
    """Return how many card sets of a hand have this pattern.

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> from tichu_sim.game.combos import PAIR
    >>> ways(parse_cards("8j 8s 8p"), make_pattern(PAIR, 2, 16, 0, 0))
    3
    """
    kind, level = pattern_kind(pattern), pattern_level(pattern)
    top = level >> 1
    if kind == SINGLE:
        special = level == DRAGON_LEVEL or pattern_phoenix(pattern) == LONE_PHOENIX
        return 1 if special else count(rank_in_hand(hand, top))
    if kind == PAIR or kind == TRIPLE:
        return subsets(count(rank_in_hand(hand, top)), _needed(pattern, top))
    if kind == QUAD or kind == DOG_LEAD:
        return 1
    if kind == FULLHOUSE:
        pair = pattern_pair(pattern)
        triples = subsets(count(rank_in_hand(hand, top)), _needed(pattern, top))
        return triples * subsets(count(rank_in_hand(hand, pair)), _needed(pattern, pair))
    bottom = bottom_rank(pattern)
    if kind == SFLUSH:
        return count(_suited(hand, bottom, top))
    product = 1
    for rank in range(bottom, top + 1):
        product *= subsets(count(rank_in_hand(hand, rank)), _needed(pattern, rank))
    if kind == STRAIGHT and pattern_phoenix(pattern) == 0 and bottom > 1:
        product -= count(_suited(hand, bottom, top))
    return product


@jit_small
def _index_of_suited(hand: Mask, bottom: int, top: int, suit: Mask) -> int:
    # Place of the wholly suited straight in the order in which `_cards` counts them.
    index, unit = 0, 1
    for rank in range(bottom, top + 1):
        cards = hand >> (4 * (rank - 1)) & u64(0xF)
        index += unit * count(cards & (suit - u64(1)))
        unit *= count(cards)
    return index


@jit_small
def _skip_suited(hand: Mask, bottom: int, top: int, index: int) -> int:
    # The index-th straight that is not in one suit, as an index among all (R4.9).
    suits = _suited(hand, bottom, top)
    last = -1
    for _ in range(count(suits)):
        # The smallest index of a suited straight that has not been skipped yet.
        smallest = -1
        rest = suits
        while rest:
            suit = select(rest, 0)
            rest ^= suit
            at = _index_of_suited(hand, bottom, top, suit)
            if at > last and (smallest < 0 or at < smallest):
                smallest = at
        if smallest > index:
            break
        index += 1
        last = smallest
    return index


@jit_small
def _cards(hand: Mask, pattern: int, index: int) -> Mask:
    kind, level = pattern_kind(pattern), pattern_level(pattern)
    top = level >> 1
    if kind == DOG_LEAD:
        return DOG
    if level == DRAGON_LEVEL:
        return DRAGON
    if pattern_phoenix(pattern) == LONE_PHOENIX:
        return NONE
    if kind == FULLHOUSE:
        pair = pattern_pair(pattern)
        cards = rank_in_hand(hand, top)
        needed = _needed(pattern, top)
        n = subsets(count(cards), needed)
        pairs = subset(rank_in_hand(hand, pair), _needed(pattern, pair), index // n)
        return subset(cards, needed, index % n) | pairs
    bottom = bottom_rank(pattern)
    if kind == SFLUSH:
        suit = select(_suited(hand, bottom, top), index)
        cards = NONE
        for rank in range(bottom, top + 1):
            cards |= suit << (4 * (rank - 1))
        return cards
    if kind == STRAIGHT and pattern_phoenix(pattern) == 0 and bottom > 1:
        index = _skip_suited(hand, bottom, top, index)
    chosen = NONE
    for rank in range(bottom, top + 1):
        cards = rank_in_hand(hand, rank)
        needed = _needed(pattern, rank)
        n = subsets(count(cards), needed)
        chosen |= subset(cards, needed, index % n)
        index //= n
    return chosen


@jit
def pattern_play(hand: Mask, pattern: int, index: int) -> int:
    """Return the index-th play (0-based, below `ways`) of a pattern from a hand.

    Examples
    --------
    >>> from tichu_sim.game.cards import cards_text, parse_cards
    >>> from tichu_sim.game.combos import PAIR, play_cards
    >>> eights = parse_cards("8j 8s 8p")
    >>> pair = make_pattern(PAIR, 2, 16, 0, 0)
    >>> [cards_text(play_cards(pattern_play(eights, pair, k))) for k in range(3)]
    ['8j 8s', '8j 8p', '8s 8p']
    """
    phoenix = pattern_phoenix(pattern)
    cards = _cards(hand, pattern, index)
    if phoenix == 0:
        return make_play(cards, 0)
    return make_play(cards | PHOENIX, 0 if phoenix == LONE_PHOENIX else phoenix)


@jit_small
def write_pattern(
    out: Record, n: int, kind: int, length: int, level: int, phoenix: int, pair: int
) -> int:
    """Write a pattern of these fields at place n of `PATTERNS`; returns the place after it."""
    out.at[n] = make_pattern(kind, length, level, phoenix, pair)
    return n + 1


@jit
def count_plays(hand: Mask, patterns: Record, n: int) -> int:
    """Return the number of plays (card sets with a reading) of the first n patterns."""
    total = 0
    for i in range(n):
        here = ways(hand, patterns.at[i])
        patterns.ways[i] = here
        total += here
    return total


@jit
def nth_play(hand: Mask, patterns: Record, k: int) -> int:
    """Return the k-th play (0-based) of patterns that `count_plays` has counted."""
    i = 0
    while k >= patterns.ways[i]:
        k -= patterns.ways[i]
        i += 1
    return pattern_play(hand, patterns.at[i], k)


def new_patterns(highest: int = ACE) -> Record:
    """Return room for the patterns of one position, with the highest rank of the pack."""
    patterns = np.zeros(1, PATTERNS)[0]
    patterns["highest"] = highest
    return patterns


def list_plays(hand: Mask, patterns: Record, n: int) -> list[int]:
    """Return every play of the first n patterns, card set by card set."""
    return [
        int(pattern_play(hand, patterns["at"][i], k))
        for i in range(n)
        for k in range(ways(hand, patterns["at"][i]))
    ]
