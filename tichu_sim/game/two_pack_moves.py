"""Every legal play of a hand of two packs, as patterns (R4, R5, R7, R16.10 to R16.13).

Bombs are those of one pack: `bombs` knows them all from the word of cards held at least once.
"""

from tichu_sim.game.bombs import fill_bombs
from tichu_sim.game.cards import ACE, DRAGON, MAHJONG, PHOENIX
from tichu_sim.game.combos import (
    DRAGON_LEVEL,
    FULLHOUSE,
    NO_COMBO,
    PAIR,
    PAIRSEQ,
    SHORTEST_STRAIGHT,
    SINGLE,
    STRAIGHT,
    TRIPLE,
    phoenix_level,
)
from tichu_sim.game.moves import keep_wished, some_have_rank
from tichu_sim.game.patterns import (
    LONE_PHOENIX,
    bottom_rank,
    make_pattern,
    pattern_kind,
    pattern_length,
    pattern_level,
    ways,
)
from tichu_sim.game.ranks import rank_cards
from tichu_sim.game.two_pack_patterns import write_pattern_two
from tichu_sim.game.two_packs import count_of, phoenixes, rank_counts
from tichu_sim.jit import Mask, Record, jit


@jit
def _singles(hand: Mask, counts: Mask, top_level: int, out: Record, n: int) -> int:
    on_dragon = top_level >= DRAGON_LEVEL
    for rank in range(1, ACE + 1):
        if count_of(counts, rank) and 2 * rank > top_level:
            n = write_pattern_two(out, n, SINGLE, 1, 2 * rank, 0, 0, 0)
    if hand & PHOENIX and not on_dragon:
        n = write_pattern_two(out, n, SINGLE, 1, phoenix_level(top_level), LONE_PHOENIX, 0, 0)
    if hand & DRAGON:
        level = top_level + 2 if on_dragon else DRAGON_LEVEL
        n = write_pattern_two(out, n, SINGLE, 1, level, 0, 0, 0)
    return n


@jit
def _equal_ranks(counts: Mask, wild: int, size: int, top_level: int, out: Record, n: int) -> int:
    # Pairs and triples, at least one card of them natural; wild: number of Phoenixes.
    kind = PAIR if size == 2 else TRIPLE
    for rank in range(max(top_level >> 1, 1) + 1, ACE + 1):
        for used in range(min(wild, size - 1) + 1):
            if count_of(counts, rank) >= size - used:
                first, second = rank if used > 0 else 0, rank if used > 1 else 0
                n = write_pattern_two(out, n, kind, size, 2 * rank, first, second, 0)
    return n


@jit
def _full_houses(counts: Mask, wild: int, top_level: int, out: Record, n: int) -> int:
    for rank in range(max(top_level >> 1, 1) + 1, ACE + 1):
        for pair in range(2, ACE + 1):
            if pair == rank:
                continue
            for in_triple in range(wild + 1):
                for in_pair in range(wild - in_triple + 1):
                    enough = count_of(counts, rank) >= 3 - in_triple
                    if not enough or count_of(counts, pair) < 2 - in_pair:
                        continue
                    used = in_triple + in_pair
                    one = 0 if used == 0 else (rank if in_triple else pair)
                    other = 0 if used < 2 else (pair if in_pair else rank)
                    higher, lower = max(one, other), min(one, other)
                    n = write_pattern_two(out, n, FULLHOUSE, 5, 2 * rank, higher, lower, pair)
    return n


@jit
def _sequence(
    pattern: int, natural: bool, wild: int, high: int, low: int, out: Record, n: int
) -> int:
    # A straight or pair sequence that lacks a card of the ranks `high` and `low` (0: none), with
    # every place of the Phoenixes. `pattern` has none; it is written if `natural` says so.
    kind, length, level = pattern_kind(pattern), pattern_length(pattern), pattern_level(pattern)
    least, top = max(bottom_rank(pattern), 2), level >> 1
    both = kind == PAIRSEQ  # whether both Phoenixes may stand for one rank
    if low:
        return write_pattern_two(out, n, kind, length, level, high, low, 0)
    if high:
        n = write_pattern_two(out, n, kind, length, level, high, 0, 0)
        for place in range(least, top + 1):
            if wild == 2 and (both or place != high):
                higher, lower = max(place, high), min(place, high)
                n = write_pattern_two(out, n, kind, length, level, higher, lower, 0)
        return n
    if natural:
        n = write_pattern_two(out, n, kind, length, level, 0, 0, 0)
    for place in range(least, top + 1):
        if wild:
            n = write_pattern_two(out, n, kind, length, level, place, 0, 0)
        for lower in range(least, place + 1):
            if wild == 2 and (both or lower != place):
                n = write_pattern_two(out, n, kind, length, level, place, lower, 0)
    return n


@jit
def _sequences(
    hand: Mask, counts: Mask, wild: int, kind: int, length: int, top_level: int, out: Record, n: int
) -> int:
    # Straights or pair sequences of so many cards (0: of any length).
    each = 2 if kind == PAIRSEQ else 1
    shortest = 4 if kind == PAIRSEQ else SHORTEST_STRAIGHT
    first = 1 if kind == STRAIGHT and hand & MAHJONG else 2
    for bottom in range(first, ACE + 1):
        lacking, high, low = 0, 0, 0
        for top in range(bottom, ACE + 1):
            for _ in range(each - count_of(counts, top)):
                lacking, high, low = lacking + 1, top, high
            if lacking > wild:
                break
            cards = each * (top - bottom + 1)
            if cards < shortest or (length and cards != length) or 2 * top <= top_level:
                continue
            pattern = make_pattern(kind, cards, 2 * top, 0, 0)
            # A straight may be there in one suit only, as a bomb (R4.9).
            natural = lacking == 0 and (kind == PAIRSEQ or ways(hand, pattern) > 0)
            n = _sequence(pattern, natural, wild, high, low, out, n)
    return n


@jit
def fill_unwished_two(
    hand: Mask, twice: Mask, top_kind: int, top_length: int, top_level: int, out: Record
) -> int:
    """Write the patterns of all plays that beat the table, whatever the wish; returns their number.

    Parameters
    ----------
    hand, twice : Mask
        The cards held at least once, and those held twice.
    top_kind, top_length, top_level : int
        The combination on the table, zeros for none.
    out : Record
        Of `TWO_PACK_PATTERNS`, overwritten.
    """
    counts, wild = rank_counts(hand, twice), phoenixes(hand, twice)
    lead = top_kind == NO_COMBO
    n = 0
    if lead or top_kind == SINGLE:
        n = _singles(hand, counts, top_level, out, n)
    if lead or top_kind == PAIR:
        n = _equal_ranks(counts, wild, 2, top_level, out, n)
    if lead or top_kind == TRIPLE:
        n = _equal_ranks(counts, wild, 3, top_level, out, n)
    if lead or top_kind == FULLHOUSE:
        n = _full_houses(counts, wild, top_level, out, n)
    if lead or top_kind == PAIRSEQ:
        n = _sequences(hand, counts, wild, PAIRSEQ, top_length, top_level, out, n)
    if lead or top_kind == STRAIGHT:
        n = _sequences(hand, counts, wild, STRAIGHT, top_length, top_level, out, n)
    return fill_bombs(hand, top_kind, top_length, top_level, out, n)


@jit
def fill_plays_two(
    hand: Mask,
    twice: Mask,
    top_kind: int,
    top_length: int,
    top_level: int,
    wish: int,
    escape: int,
    out: Record,
) -> tuple[int, bool]:
    """Write the patterns of all legal plays of the seat on turn (R6.3, R7.6 to R7.11).

    Parameters
    ----------
    hand, twice, top_kind, top_length, top_level, out
        As for `fill_unwished_two`.
    wish : int
        The wished rank, 0 for none.
    escape : int
        `moves.ESCAPE_OFF`, `moves.ESCAPE_FOLLOW` or `moves.ESCAPE_ALWAYS`.

    Returns
    -------
    n : int
        Number of patterns.
    may_pass : bool

    Examples
    --------
    >>> from tichu_sim.game.moves import ESCAPE_FOLLOW
    >>> from tichu_sim.game.two_pack_patterns import new_two_pack_patterns
    >>> from tichu_sim.game.two_packs import parse_two_cards
    >>> out = new_two_pack_patterns()
    >>> hand = parse_two_cards("8j 8j 9s Ph Ph")
    >>> fill_plays_two(*hand, PAIR, 2, 14, 0, ESCAPE_FOLLOW, out)
    (3, True)
    >>> fill_plays_two(*hand, PAIR, 2, 14, 9, ESCAPE_FOLLOW, out)
    (1, False)
    """
    n = fill_unwished_two(hand, twice, top_kind, top_length, top_level, out)
    return keep_wished(hand, top_kind == NO_COMBO, wish, escape, out, n)


@jit
def must_fulfil_two(
    hand: Mask,
    twice: Mask,
    top_kind: int,
    top_length: int,
    top_level: int,
    wish: int,
    scratch: Record,
) -> bool:
    """Tell whether some play contains a natural card of the wished rank (R7.6).

    `scratch` is a record of `TWO_PACK_PATTERNS`, overwritten.
    """
    if wish == 0 or hand & rank_cards(wish) == 0:
        return False
    if top_kind == NO_COMBO:
        return True
    n = fill_unwished_two(hand, twice, top_kind, top_length, top_level, scratch)
    return some_have_rank(scratch, n, wish)
