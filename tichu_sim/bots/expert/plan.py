"""How a hand splits into few and safe plays, and what that is worth.

The *burden* of a hand is about how often its holder has to get rid of a play that wins no trick
before he is out: a low single weighs about 1, a sure winner less than nothing, since it pays for
another play. The burden of a hand is that of its best split.
"""

from tichu_sim.bits import (
    LOW,
    count,
    lowest,
    lowest_in_nibbles,
    nibble_counts,
    nibbles_with,
    whole_nibbles,
)
from tichu_sim.bots.expert.outlook import ranks_with
from tichu_sim.bots.expert.parameters import (
    BOMB_COST,
    CLASS_FAIR,
    CLASS_GOOD,
    CLASS_MID,
    CLASS_PAIR,
    CLASS_PAIR_FAIR,
    CLASS_TRIPLE,
    DOG_COST,
    DRAGON_COST,
    FAIR_PAIR,
    FAIR_SINGLE,
    FAIR_TRIPLE,
    FULL_HOUSE,
    GOOD_PAIR,
    GOOD_SINGLE,
    LOW_PAIR,
    LOW_SINGLE,
    LOW_TRIPLE,
    MAHJONG_COST,
    MID_SINGLE,
    PHOENIX_COST,
    RUN_PAIR,
    STRAIGHT_COST,
    STRAIGHT_RANK,
    TOP_PAIR,
    TOP_SINGLE,
    TOP_TRIPLE,
    Values,
)
from tichu_sim.bots.greedy import run_from
from tichu_sim.game.cards import ACE, DOG, DRAGON, MAHJONG, NONE, NORMAL, PHOENIX
from tichu_sim.game.combos import SHORTEST_STRAIGHT
from tichu_sim.jit import Mask, Record, jit, jit_small, u64

Classes = tuple[Mask, Mask, Mask, Mask, Mask, Mask, Mask, Mask, Mask]
"""Ranks of a class: singles fair, middling, good, top; pairs fair, good, top; threes fair, top."""

Split = tuple[float, int, int, int]
"""What `split` returns."""

SUITED = -1
"""Field `gap` of a split whose straight is a bomb."""

_LEAST_SHARE = 0.2
_NEVER = 1e9
_TWO_STRAIGHTS = 2 * SHORTEST_STRAIGHT


@jit_small
def _at_or_above(cards: Mask, most: int) -> Mask:
    # The ranks above which there are at most so many of some normal cards, found by halving.
    if most < 0:
        return NONE
    lowest_rank = 0
    for step in (8, 4, 2, 1):
        above = count(cards >> u64(4 * (lowest_rank + step)))
        lowest_rank += step if above > most else 0
    return LOW & ~((u64(1) << u64(4 * lowest_rank)) - u64(1))


@jit_small
def classes(own: Record, unseen: Mask, share: float) -> Classes:
    """Sort the ranks by how many unseen plays of the same kind are above them.

    Parameters
    ----------
    own : Record
    unseen : Mask
    share : float
        Share of the unseen cards that opponents hold; theirs are what counts for single cards.
    """
    p: Values = own.params
    normal = unseen & NORMAL
    specials = count(unseen & (DRAGON | PHOENIX))
    scale = 1.0 / max(_LEAST_SHARE, share)
    pairs, triples = ranks_with(unseen, 2), ranks_with(unseen, 3)
    return (
        _at_or_above(normal, int(p[CLASS_FAIR] * scale) - specials),
        _at_or_above(normal, int(p[CLASS_MID] * scale) - specials),
        _at_or_above(normal, int(p[CLASS_GOOD] * scale) - specials),
        _at_or_above(normal, -specials),
        _at_or_above(pairs, int(p[CLASS_PAIR_FAIR])),
        _at_or_above(pairs, int(p[CLASS_PAIR])),
        _at_or_above(pairs, 0),
        _at_or_above(triples, int(p[CLASS_TRIPLE])),
        _at_or_above(triples, 0),
    )


@jit_small
def groups(own: Record, o: Classes, counts: Mask) -> float:
    """Return the burden of cards by rank, without straights."""
    p: Values = own.params
    ones, twos = nibbles_with(counts, 1), nibbles_with(counts, 2)
    threes, fours = nibbles_with(counts, 3), nibbles_with(counts, 4)
    single, pair, triple = ones ^ twos, twos ^ threes, threes ^ fours
    fair1, mid1, good1, top1, fair2, good2, top2, fair3, top3 = o
    # Sums of their own for each kind, since additions that wait for each other take longest here.
    low = p[LOW_SINGLE] * count(single) - p[FAIR_SINGLE] * count(single & fair1)
    high = p[MID_SINGLE] * count(single & mid1) + p[GOOD_SINGLE] * count(single & good1)
    alone = low - high - p[TOP_SINGLE] * count(single & top1)
    pairs = count(pair)
    if pairs == 0 and threes == NONE:
        return alone
    runs = count(pair & pair >> 4)
    low = p[LOW_PAIR] * pairs - p[FAIR_PAIR] * count(pair & fair2)
    high = p[GOOD_PAIR] * count(pair & good2) + p[TOP_PAIR] * count(pair & top2)
    paired = low - high - p[RUN_PAIR] * runs
    if threes == NONE:
        return alone + paired
    triples = count(triple)
    low = p[LOW_TRIPLE] * triples - p[FAIR_TRIPLE] * count(triple & fair3)
    high = p[TOP_TRIPLE] * count(triple & top3) + p[FULL_HOUSE] * min(triples, pairs - runs)
    return alone + paired + (low - high) + p[BOMB_COST] * count(fours)


@jit_small
def straight_cost(own: Record, top: int) -> float:
    """Return the burden of a straight up to a rank."""
    p: Values = own.params
    return p[STRAIGHT_COST] - p[STRAIGHT_RANK] * (top - SHORTEST_STRAIGHT)


@jit_small
def _starts_of_five(marks: Mask) -> Mask:
    # Where five marked ranks in a row begin; also where five cards of a suit do.
    pairs = marks & marks >> 4
    return pairs & pairs >> 8 & marks >> 16


@jit_small
def window(start: int, ranks: int) -> Mask:
    """Mark so many ranks from bit `start` on."""
    return LOW & (((u64(1) << u64(4 * ranks)) - u64(1)) << u64(start))


@jit_small
def _second_straight(own: Record, o: Classes, counts: Mask, alone: float) -> float:
    # The burden if one more straight is taken out; a large number without one. A Mah Jong that
    # is in neither costs `alone` more.
    marks = nibbles_with(counts, 1)
    starts = _starts_of_five(marks)
    if starts == NONE:
        return _NEVER
    start = lowest(starts)
    ranks = run_from(marks, start)
    rest = groups(own, o, counts - window(start, ranks)) + (alone if start > 0 else 0.0)
    return rest + straight_cost(own, (start >> 2) + ranks)


@jit
def _with_straight(
    own: Record, o: Classes, counts: Mask, alone: float, twice: bool
) -> tuple[float, int, int]:
    # The best burden with a straight: burden, start, length.
    marks = nibbles_with(counts, 1)
    starts, several = _starts_of_five(marks), nibbles_with(counts, 2)
    # A straight always gains from a next card that stands alone and wins little.
    gains = marks & ~several & ~o[2]
    best, at, ranks = _NEVER, 0, 0
    while starts:
        start = lowest(starts)
        starts &= starts - u64(1)
        longest = run_from(marks, start)
        # A straight gains nothing from an end where there are two of a rank.
        if longest > SHORTEST_STRAIGHT and several >> u64(start) & u64(1):
            continue
        if gains << u64(4) >> u64(start) & u64(1):
            continue
        for length in range(SHORTEST_STRAIGHT, longest + 1):
            top = u64(start + 4 * (length - 1))
            if length > SHORTEST_STRAIGHT and several >> top & u64(1):
                continue
            if gains >> u64(4) >> top & u64(1):
                continue
            rest = counts - window(start, length)
            left_out = alone if start > 0 else 0.0
            found = groups(own, o, rest) + left_out
            if twice:
                found = min(found, _second_straight(own, o, rest, left_out))
            found += straight_cost(own, (start >> 2) + length)
            if found < best:
                best, at, ranks = found, start, length
    return best, at, ranks


@jit
def _with_phoenix(
    own: Record, o: Classes, counts: Mask, alone: float
) -> tuple[float, int, int, int]:
    # The best burden with a straight that has a gap for the Phoenix: burden, start, length, rank.
    marks = nibbles_with(counts, 1)
    whole = _starts_of_five(marks)
    best, start, length, gap = _NEVER, 0, 0, 0
    for rank in range(2, ACE + 1):
        here = u64(1) << u64(4 * (rank - 1))
        if marks & here or _starts_of_five(marks | here) & ~whole == NONE:
            continue
        found, at, ranks = _with_straight(own, o, counts + here, alone, False)
        if found < best and window(at, ranks) & here:
            best, start, length, gap = found, at, ranks, rank
    return best, start, length, gap


@jit
def split(own: Record, o: Classes, hand: Mask) -> tuple[float, int, int, int]:
    """Return the burden of a hand, and the straight in its best split.

    Returns
    -------
    burden : float
        In tempi.
    start, length : int
        The bit at which the straight begins and its number of cards, 0 for no straight.
    gap : int
        The rank that the Phoenix fills in it, 0 for none; `SUITED` if it is a bomb.
    """
    p: Values = own.params
    counts = nibble_counts(hand & (NORMAL | MAHJONG))
    # The Mah Jong alone counts as a low single in the groups.
    alone = p[MAHJONG_COST] - p[LOW_SINGLE] if hand & MAHJONG else 0.0
    best, start, length, gap = groups(own, o, counts) + alone, 0, 0, 0
    if _starts_of_five(nibbles_with(counts, 1)):
        found, at, ranks = _with_straight(own, o, counts, alone, count(hand) >= _TWO_STRAIGHTS)
        if found < best:
            best, start, length = found, at, ranks
        suited = _starts_of_five(hand & NORMAL)
        if suited:
            at = lowest(suited)
            found = groups(own, o, counts - window(at & ~3, SHORTEST_STRAIGHT)) + alone
            if found + p[BOMB_COST] < best:
                best, start, length, gap = found + p[BOMB_COST], at, SHORTEST_STRAIGHT, SUITED
    if hand & PHOENIX:
        best += p[PHOENIX_COST]
        found, at, ranks, rank = _with_phoenix(own, o, counts, alone)
        if found < best:
            best, start, length, gap = found, at, ranks, rank
    if hand & DRAGON:
        best += p[DRAGON_COST]
    if hand & DOG:
        best += p[DOG_COST]
    return best, start, length, gap


@jit_small
def straight_cards(hand: Mask, start: int, length: int, gap: int) -> Mask:
    """Return the cards of the straight that `split` has found, without the Phoenix."""
    if gap == SUITED:
        cards = NONE
        for place in range(length):
            cards |= u64(1) << u64(start + 4 * place)
        return cards
    within = hand & (NORMAL | MAHJONG) & whole_nibbles(window(start, length))
    return lowest_in_nibbles(within)


@jit_small
def burden_and_spare(own: Record, o: Classes, hand: Mask) -> tuple[float, Mask]:
    """Return the burden of a hand, and its cards that are in no straight of the best split."""
    burden, start, length, gap = split(own, o, hand)
    if length == 0:
        return burden, hand
    cards = straight_cards(hand, start, length, gap)
    return burden, hand & ~(cards | PHOENIX if gap > 0 else cards)


@jit_small
def eased_by(own: Record, o: Classes, burden: float, spare: Mask, card: Mask) -> float:
    """Return the burden that goes with a card.

    What stands alone takes its own along, and the rest of the split stands; every other card splits
    the hand anew.

    Parameters
    ----------
    own : Record
    o : tuple
        As from `classes`.
    burden : float
    spare : Mask
        As from `burden_and_spare`.
    card : Mask
    """
    p: Values = own.params
    if card & spare & NORMAL and own.hand & u64(0xF) << u64(lowest(card) & ~3) == card:
        return groups(own, o, nibble_counts(card))
    if card & spare == NONE or card & NORMAL:
        return burden - split(own, o, own.hand ^ card)[0]
    if card == DRAGON:
        return p[DRAGON_COST]
    if card == PHOENIX:
        return p[PHOENIX_COST]
    return p[DOG_COST] if card == DOG else p[MAHJONG_COST]
