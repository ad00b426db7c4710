"""Every legal play of a hand, and every bomb, as patterns (R4, R5, R7).

`fill_plays` is complete: all plays that beat the table, reduced to those that a wish allows.
"""

from tichu_sim.bits import LOW, lowest, nibble_counts, nibbles_with
from tichu_sim.game.bombs import fill_bombs
from tichu_sim.game.cards import ACE, DOG, DRAGON, MAHJONG, NONE, NORMAL, PHOENIX
from tichu_sim.game.combos import (
    DOG_LEAD,
    DRAGON_LEVEL,
    FULLHOUSE,
    NO_COMBO,
    PAIR,
    PAIRSEQ,
    SHORTEST_STRAIGHT,
    SINGLE,
    STRAIGHT,
    TRIPLE,
    is_bomb,
    phoenix_level,
)
from tichu_sim.game.patterns import (
    LONE_PHOENIX,
    has_rank,
    make_pattern,
    pattern_kind,
    ways,
    write_pattern,
)
from tichu_sim.game.ranks import rank_cards, ranks_above
from tichu_sim.jit import Mask, Record, i64, jit, jit_small, u64

ESCAPE_OFF = 0
ESCAPE_FOLLOW = 1
ESCAPE_ALWAYS = 2
"""Option `wish_bomb_escape` (R7.8, A17): off, follow, follow_and_lead."""


@jit_small
def _singles(cards: Mask, top_level: int, out: Record, n: int) -> int:
    if cards & MAHJONG:
        n = write_pattern(out, n, SINGLE, 1, 2, 0, 0)
    if cards & DOG:
        n = write_pattern(out, n, DOG_LEAD, 1, 0, 0, 0)
    if cards & PHOENIX:
        n = write_pattern(out, n, SINGLE, 1, phoenix_level(top_level), LONE_PHOENIX, 0)
    if cards & DRAGON:
        n = write_pattern(out, n, SINGLE, 1, DRAGON_LEVEL, 0, 0)
    ranks = nibbles_with(nibble_counts(cards & NORMAL), 1)
    while ranks:
        rank = (lowest(ranks) >> 2) + 1
        ranks &= ranks - u64(1)
        n = write_pattern(out, n, SINGLE, 1, 2 * rank, 0, 0)
    return n


@jit_small
def _equal_ranks(hand: Mask, size: int, top_level: int, out: Record, n: int) -> int:
    # Pairs and triples.
    kind = PAIR if size == 2 else TRIPLE
    phoenix = hand & PHOENIX != 0
    counts = nibble_counts(hand & ranks_above(top_level >> 1))
    enough = nibbles_with(counts, size)
    ranks = nibbles_with(counts, size - 1) if phoenix else enough
    while ranks:
        bit = ranks & (~ranks + u64(1))
        ranks ^= bit
        rank = (lowest(bit) >> 2) + 1
        if enough & bit:
            n = write_pattern(out, n, kind, size, 2 * rank, 0, 0)
        if phoenix:
            n = write_pattern(out, n, kind, size, 2 * rank, rank, 0)
    return n


@jit_small
def _full_houses(hand: Mask, top_level: int, out: Record, n: int) -> int:
    phoenix = hand & PHOENIX != 0
    counts = nibble_counts(hand & NORMAL)
    ones, twos, threes = nibbles_with(counts, 1), nibbles_with(counts, 2), nibbles_with(counts, 3)
    triples = (twos if phoenix else threes) & ranks_above(top_level >> 1)
    while triples:
        bit = triples & (~triples + u64(1))
        triples ^= bit
        rank = (lowest(bit) >> 2) + 1
        pairs = (ones if phoenix else twos) & ~bit
        while pairs:
            pair_bit = pairs & (~pairs + u64(1))
            pairs ^= pair_bit
            pair = (lowest(pair_bit) >> 2) + 1
            if threes & bit and twos & pair_bit:
                n = write_pattern(out, n, FULLHOUSE, 5, 2 * rank, 0, pair)
            if phoenix and twos & pair_bit:
                n = write_pattern(out, n, FULLHOUSE, 5, 2 * rank, rank, pair)
            if phoenix and threes & bit:
                n = write_pattern(out, n, FULLHOUSE, 5, 2 * rank, pair, pair)
    return n


@jit_small
def _count_at(counts: Mask, rank: int) -> int:
    return i64(counts >> (4 * (rank - 1)) & u64(15))


@jit_small
def _pair_sequences(hand: Mask, length: int, top_level: int, out: Record, n: int) -> int:
    # length 0: any.
    phoenix = hand & PHOENIX != 0
    counts = nibble_counts(hand & NORMAL)
    ones, twos = nibbles_with(counts, 1), nibbles_with(counts, 2)
    starts = twos & twos >> 4
    if phoenix:
        starts = (twos & ones >> 4) | (ones & twos >> 4)
    while starts:
        bottom = (lowest(starts) >> 2) + 1
        starts &= starts - u64(1)
        lone = 0  # the rank that needs the Phoenix
        for top in range(bottom, ACE + 1):
            here = _count_at(counts, top)
            if here < 2:
                if here == 0 or not phoenix or lone:
                    break
                lone = top
            cards = 2 * (top - bottom + 1)
            if cards < 4 or (length and cards != length) or 2 * top <= top_level:
                continue
            if lone:
                n = write_pattern(out, n, PAIRSEQ, cards, 2 * top, lone, 0)
                continue
            n = write_pattern(out, n, PAIRSEQ, cards, 2 * top, 0, 0)
            if phoenix:
                for place in range(bottom, top + 1):
                    n = write_pattern(out, n, PAIRSEQ, cards, 2 * top, place, 0)
    return n


@jit_small
def _straight_starts(present: Mask, phoenix: bool) -> Mask:
    # Ranks from which five in a row are present, with the Phoenix one of them may be missing.
    whole = LOW & u64(0x3FF_FFFF_FFFF)  # rank 10 is the highest start
    one_missing = NONE
    for _ in range(SHORTEST_STRAIGHT):
        one_missing = (one_missing & present) | (whole & ~present)
        whole &= present
        present >>= 4
    return whole | one_missing if phoenix else whole


@jit_small
def _straights(hand: Mask, length: int, top_level: int, out: Record, n: int) -> int:
    # length 0: any.
    phoenix = hand & PHOENIX != 0
    present = nibbles_with(nibble_counts(hand & (NORMAL | MAHJONG)), 1)
    starts = _straight_starts(present, phoenix)
    while starts:
        bottom = (lowest(starts) >> 2) + 1
        starts &= starts - u64(1)
        gap = 0
        for top in range(bottom, out.highest + 1):
            if _count_at(present, top) == 0:
                if not phoenix or gap or top == 1:
                    break
                gap = top
            cards = top - bottom + 1
            if cards < SHORTEST_STRAIGHT or (length and cards != length) or 2 * top <= top_level:
                continue
            if gap:
                n = write_pattern(out, n, STRAIGHT, cards, 2 * top, gap, 0)
                continue
            if ways(hand, make_pattern(STRAIGHT, cards, 2 * top, 0, 0)) > 0:
                n = write_pattern(out, n, STRAIGHT, cards, 2 * top, 0, 0)
            if phoenix:
                for place in range(max(bottom, 2), top + 1):
                    n = write_pattern(out, n, STRAIGHT, cards, 2 * top, place, 0)
    return n


@jit
def fill_longer(
    hand: Mask, top_kind: int, top_length: int, top_level: int, out: Record, n: int
) -> int:
    """Write the patterns of all longer plays, of two or more cards; returns their end.

    Parameters are those of `bombs.fill_bombs`; all that beats the table, whatever the wish.
    """
    if top_kind == NO_COMBO:
        n = _equal_ranks(hand, 2, 0, out, n)
        n = _equal_ranks(hand, 3, 0, out, n)
        n = _full_houses(hand, 0, out, n)
        n = _pair_sequences(hand, 0, 0, out, n)
        n = _straights(hand, 0, 0, out, n)
    elif top_kind == PAIR or top_kind == TRIPLE:
        n = _equal_ranks(hand, top_length, top_level, out, n)
    elif top_kind == FULLHOUSE:
        n = _full_houses(hand, top_level, out, n)
    elif top_kind == PAIRSEQ:
        n = _pair_sequences(hand, top_length, top_level, out, n)
    elif top_kind == STRAIGHT:
        n = _straights(hand, top_length, top_level, out, n)
    return fill_bombs(hand, top_kind, top_length, top_level, out, n)


@jit_small
def single_cards(hand: Mask, top_kind: int, top_level: int) -> Mask:
    """Return the cards of a hand that may be played alone, whatever the wish.

    Examples
    --------
    >>> from tichu_sim.game.cards import cards_text, parse_cards
    >>> cards_text(single_cards(parse_cards("Dg 8j 9j Ph"), SINGLE, 17))
    '9j Ph'
    """
    if top_kind == NO_COMBO:
        return hand
    if top_kind != SINGLE or top_level >= DRAGON_LEVEL:
        return NONE
    return hand & (ranks_above(top_level >> 1) | PHOENIX | DRAGON)


@jit_small
def fill_unwished(hand: Mask, top_kind: int, top_length: int, top_level: int, out: Record) -> int:
    """Write the patterns of all plays that beat the table, whatever the wish.

    Parameters are those of `bombs.fill_bombs`.
    """
    n = _singles(single_cards(hand, top_kind, top_level), top_level, out, 0)
    return fill_longer(hand, top_kind, top_length, top_level, out, n)


@jit_small
def some_have_rank(patterns: Record, n: int, rank: int) -> bool:
    """Tell whether some of the first n patterns contain a natural card of a rank."""
    for i in range(n):
        if has_rank(patterns.at[i], rank):
            return True
    return False


@jit_small
def keep_wished(
    hand: Mask, leading: bool, wish: int, escape: int, out: Record, n: int
) -> tuple[int, bool]:
    """Reduce the n plays of a hand to those that a wish allows; parameters as for `fill_plays`.

    Returns
    -------
    n : int
        Number of patterns that are left.
    may_pass : bool
    """
    if wish == 0 or hand & rank_cards(wish) == 0 or not some_have_rank(out, n, wish):
        return n, not leading
    escapes = escape == ESCAPE_ALWAYS or (escape == ESCAPE_FOLLOW and not leading)
    kept = 0
    for i in range(n):
        if has_rank(out.at[i], wish) or (escapes and is_bomb(pattern_kind(out.at[i]))):
            out.at[kept] = out.at[i]
            kept += 1
    return kept, False


@jit
def fill_plays(
    hand: Mask,
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
    hand, top_kind, top_length, top_level, out
        As for `bombs.fill_bombs`.
    wish : int
        The wished rank, 0 for none.
    escape : int
        `ESCAPE_OFF`, `ESCAPE_FOLLOW` or `ESCAPE_ALWAYS`.

    Returns
    -------
    n : int
        Number of patterns.
    may_pass : bool

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> from tichu_sim.game.patterns import new_patterns
    >>> out = new_patterns()
    >>> hand = parse_cards("8j 9s Tp Ph")
    >>> fill_plays(hand, SINGLE, 1, 16, 0, ESCAPE_FOLLOW, out)
    (3, True)
    >>> fill_plays(hand, SINGLE, 1, 16, 10, ESCAPE_FOLLOW, out)
    (1, False)
    """
    n = fill_unwished(hand, top_kind, top_length, top_level, out)
    return keep_wished(hand, top_kind == NO_COMBO, wish, escape, out, n)


@jit
def must_fulfil(
    hand: Mask, top_kind: int, top_length: int, top_level: int, wish: int, scratch: Record
) -> bool:
    """Tell whether some play contains a natural card of the wished rank (R7.6).

    `scratch` is a record of `PATTERNS`, overwritten.
    """
    if wish == 0 or hand & rank_cards(wish) == 0:
        return False
    if top_kind == NO_COMBO:
        return True
    n = fill_unwished(hand, top_kind, top_length, top_level, scratch)
    return some_have_rank(scratch, n, wish)
