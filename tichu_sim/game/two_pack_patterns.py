"""Plays of two packs in their compact form (R16.10 to R16.13).

A pattern is a word of `patterns`, with the field `second` for a second Phoenix; the Phoenix's field
has the higher rank. A play is a choice of cards in which two identical ones may be together, and
which of two identical cards it takes makes no difference. All plays of one pattern are alike for
the rules: they beat the same, and either all of them or none have a natural card of a wished rank.
"""

import numpy as np

from tichu_sim.bits import count, select
from tichu_sim.game.cards import ACE, DRAGON, NONE, PHOENIX
from tichu_sim.game.combos import (
    DRAGON_LEVEL,
    FULLHOUSE,
    PAIRSEQ,
    QUAD,
    SFLUSH,
    SINGLE,
    STRAIGHT,
    make_play,
)
from tichu_sim.game.patterns import (
    LONE_PHOENIX,
    bottom_rank,
    make_pattern,
    pattern_kind,
    pattern_length,
    pattern_level,
    pattern_pair,
    pattern_phoenix,
    pattern_play,
    pattern_second,
    rank_in_hand,
    subset,
    subsets,
    ways,
    with_second,
)
from tichu_sim.jit import Mask, Record, jit, jit_small

MOST_TWO_PACK_PATTERNS = 4096
"""More than any hand of up to twenty-two cards has."""
TWO_PACK_PATTERNS = np.dtype(
    [
        ("at", np.int64, (MOST_TWO_PACK_PATTERNS,)),
        ("ways", np.int64, (MOST_TWO_PACK_PATTERNS,)),
    ]
)
"""Room for the patterns of a hand of two packs, see `patterns.PATTERNS`."""


@jit_small
def write_pattern_two(
    out: Record, n: int, kind: int, length: int, level: int, phoenix: int, second: int, pair: int
) -> int:
    """Write a pattern of these fields at place n of a record; returns the place after it.

    `phoenix` and `second` are the ranks of the Phoenixes, the higher one first, 0 for none.
    """
    out.at[n] = with_second(make_pattern(kind, length, level, phoenix, pair), second)
    return n + 1


@jit_small
def needed_two(pattern: int, rank: int) -> int:
    """Return how many natural cards of a rank (1..14) every play of the pattern takes.

    Examples
    --------
    >>> from tichu_sim.game.combos import TRIPLE
    >>> eights = with_second(make_pattern(TRIPLE, 3, 16, 8, 0), 8)
    >>> needed_two(eights, 8), needed_two(eights, 9)
    (1, 0)
    """
    kind, top = pattern_kind(pattern), pattern_level(pattern) >> 1
    phoenix, second = pattern_phoenix(pattern), pattern_second(pattern)
    if phoenix == LONE_PHOENIX:
        return 0
    if kind == FULLHOUSE:
        cards = 3 if rank == top else (2 if rank == pattern_pair(pattern) else 0)
    elif rank < bottom_rank(pattern) or rank > top:
        cards = 0
    elif kind == STRAIGHT or kind == SFLUSH:
        cards = 1
    else:
        cards = 2 if kind == PAIRSEQ else pattern_length(pattern)
    return cards - (1 if phoenix == rank else 0) - (1 if second == rank else 0)


@jit_small
def choices(n: int, doubles: int, k: int) -> int:
    """Return in how many ways k <= 3 cards are taken of n different ones, some of them twice.

    Parameters
    ----------
    n : int
        Number of different cards, 0..4.
    doubles : int
        How many of them are there twice.
    k : int

    Examples
    --------
    >>> choices(1, 1, 2), choices(2, 1, 2), choices(2, 2, 3)
    (1, 2, 2)
    """
    if k == 2:
        return subsets(n, 2) + doubles
    if k == 3:
        return subsets(n, 3) + doubles * (n - 1)
    return subsets(n, k)


@jit_small
def choice(cards: Mask, doubles: Mask, k: int, index: int) -> tuple[Mask, Mask]:
    """Return the index-th of the `choices`: the cards in it, and the one that is in it twice."""
    different = subsets(count(cards), k)
    if index < different:
        return subset(cards, k, index), NONE
    index -= different
    if k == 2:
        card = select(doubles, index)
        return card, card
    others = count(cards) - 1
    card = select(doubles, index // others)
    return card | select(cards ^ card, index % others), card


@jit_small
def _as_in_one_pack(pattern: int) -> bool:
    # Bombs, and straights, of which those in one suit are no plays: nothing in them is twice.
    kind = pattern_kind(pattern)
    natural = pattern_phoenix(pattern) == 0
    return kind == QUAD or kind == SFLUSH or (kind == STRAIGHT and natural)


@jit_small
def _is_special(pattern: int) -> bool:
    # Whether it is a lone Phoenix or Dragon.
    dragon = pattern_level(pattern) >= DRAGON_LEVEL
    return pattern_kind(pattern) == SINGLE and (dragon or pattern_phoenix(pattern) == LONE_PHOENIX)


@jit
def ways_two(hand: Mask, twice: Mask, pattern: int) -> int:
    """Return how many plays of a hand have this pattern.

    Examples
    --------
    >>> from tichu_sim.game.combos import PAIR
    >>> from tichu_sim.game.two_packs import parse_two_cards
    >>> ways_two(*parse_two_cards("8j 8j 8s"), make_pattern(PAIR, 2, 16, 0, 0))
    2
    """
    if _as_in_one_pack(pattern):
        return ways(hand, pattern)
    if _is_special(pattern):
        return 1
    product = 1
    full_house = pattern_kind(pattern) == FULLHOUSE
    top = ACE if full_house else pattern_level(pattern) >> 1
    for rank in range(2 if full_house else bottom_rank(pattern), top + 1):
        needed = needed_two(pattern, rank)
        if needed > 0:
            n = count(rank_in_hand(hand, rank))
            product *= choices(n, count(rank_in_hand(twice, rank)), needed)
    return product


@jit
def pattern_play_two(hand: Mask, twice: Mask, pattern: int, index: int) -> tuple[int, int]:
    """Return the index-th play (0-based, below `ways_two`) of a pattern from a hand.

    Examples
    --------
    >>> from tichu_sim.game.combos import PAIR
    >>> from tichu_sim.game.two_packs import parse_two_cards, two_cards_text
    >>> eights = parse_two_cards("8j 8s 8s")
    >>> pair = make_pattern(PAIR, 2, 16, 0, 0)
    >>> [two_cards_text(*pattern_play_two(*eights, pair, k)) for k in range(2)]
    ['8j 8s', '8s 8s']
    """
    if _as_in_one_pack(pattern):
        return pattern_play(hand, pattern, index), NONE
    phoenix, second = pattern_phoenix(pattern), pattern_second(pattern)
    if _is_special(pattern):
        return (PHOENIX if phoenix else DRAGON), NONE
    cards = PHOENIX if phoenix else NONE
    both = PHOENIX if second else NONE
    for rank in range(1, ACE + 1):
        needed = needed_two(pattern, rank)
        if needed > 0:
            held, doubles = rank_in_hand(hand, rank), rank_in_hand(twice, rank)
            n = choices(count(held), count(doubles), needed)
            some, again = choice(held, doubles, needed, index % n)
            index //= n
            cards |= some
            both |= again
    return make_play(cards, phoenix), make_play(both, second)


@jit
def count_plays_two(hand: Mask, twice: Mask, patterns: Record, n: int) -> int:
    """Return the number of plays of the first n patterns, and note that of each."""
    total = 0
    for i in range(n):
        here = ways_two(hand, twice, patterns.at[i])
        patterns.ways[i] = here
        total += here
    return total


@jit
def nth_play_two(hand: Mask, twice: Mask, patterns: Record, k: int) -> tuple[int, int]:
    """Return the k-th play (0-based) of patterns that `count_plays_two` has counted."""
    i = 0
    while k >= patterns.ways[i]:
        k -= patterns.ways[i]
        i += 1
    return pattern_play_two(hand, twice, patterns.at[i], k)


def new_two_pack_patterns() -> Record:
    """Return room for the patterns of one position."""
    return np.zeros(1, TWO_PACK_PATTERNS)[0]


def list_plays_two(hand: Mask, twice: Mask, patterns: Record, n: int) -> list[tuple[int, int]]:
    """Return every play (play, second) of the first n patterns, pattern by pattern."""
    found = []
    for pattern in patterns["at"][:n]:
        for k in range(ways_two(hand, twice, pattern)):
            play, second = pattern_play_two(hand, twice, pattern, k)
            found.append((int(play), int(second)))
    return found
