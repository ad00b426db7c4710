"""What a seat can know of the cards that it does not see: which are left, and what beats what.

Everything is counted from the view: the own hand, whatever lies open, the cards played so far and
the sizes of the hands.
"""

from typing import NamedTuple

from tichu_sim.bits import count, nibble_counts, nibbles_with
from tichu_sim.bots.expert.parameters import (
    PASSED,
    RESPOND,
    RESPOND_FULL,
    RESPOND_PAIR,
    RESPOND_RUN,
    RESPOND_STRAIGHT,
    RESPOND_TRIPLE,
    Values,
)
from tichu_sim.game.cards import DRAGON, NORMAL, PHOENIX
from tichu_sim.game.combos import (
    DRAGON_LEVEL,
    FULLHOUSE,
    PAIR,
    PAIRSEQ,
    SINGLE,
    STRAIGHT,
    TRIPLE,
)
from tichu_sim.game.ranks import ranks_above
from tichu_sim.game.view import NO_CALL
from tichu_sim.jit import Mask, Record, jit_small

_BOMB_WINS = 0.97
_MORE_THAN_A_HAND = 99


@jit_small
def fading(x: float) -> float:
    """Return 1 at 0 and less the greater x is: nearly exp(-x), in a fraction of its time.

    Examples
    --------
    >>> [round(fading(x), 2) for x in (0.0, 0.5, 1.0, 3.0)]
    [1.0, 0.62, 0.41, 0.11]
    """
    root = 1.0 + 0.25 * x
    square = root * root
    return 1.0 / (square * square)


@jit_small
def is_opponent(own: Record, seat: int) -> bool:
    """Tell whether a seat is in another team."""
    return bool((seat - own.seat) % 2 != 0)


@jit_small
def _has_called(public: Record, seat: int, first: int) -> bool:
    # Whether of the seats first, first + 2 and so on from there one has made an announcement.
    seats = public.call.shape[0]
    for k in range(first, seats, 2):
        if public.call[(seat + k) % seats] != NO_CALL:
            return True
    return False


@jit_small
def partner_has_called(public: Record, seat: int) -> bool:
    """Tell whether a partner of a seat has made an announcement."""
    return _has_called(public, seat, 2)


@jit_small
def opponent_has_called(public: Record, seat: int) -> bool:
    """Tell whether an opponent of a seat has made an announcement."""
    return _has_called(public, seat, 1)


@jit_small
def supports(public: Record, own: Record) -> bool:
    """Tell whether a partner has called and may still be the first who is out."""
    if public.out > 0 or public.call[own.seat] != NO_CALL:
        return False
    return partner_has_called(public, own.seat)


@jit_small
def unseen_cards(rules: Record, public: Record, own: Record) -> Mask:
    """Return the cards that are in hands which the seat does not see."""
    seen = own.hand | own.other | public.shown
    for seat in range(public.played.shape[0]):
        seen |= public.played[seat]
    unseen: Mask = rules.pack_mask & ~seen
    return unseen


@jit_small
def opponents_share(public: Record, own: Record) -> float:
    """Return the share of the cards in the other hands that opponents hold."""
    theirs: int = 0
    partners: int = 0
    for seat in range(public.size.shape[0]):
        if is_opponent(own, seat):
            theirs += public.size[seat]
        elif seat != own.seat:
            partners += public.size[seat]
    return theirs / max(1, theirs + partners)


class Shares(NamedTuple):
    """How many opponents hold given unseen cards together, on average.

    Attributes
    ----------
    one, two, three, four, five : float
        By the number of these cards.
    """

    one: float
    two: float
    three: float
    four: float
    five: float


@jit_small
def shares_of(public: Record, own: Record, unseen: Mask, weight: float) -> Shares:
    """Return how likely given cards are in one opponent's hand, times a weight."""
    left = 1.0 * max(5, count(unseen))
    one, two, three, four, five = 0.0, 0.0, 0.0, 0.0, 0.0
    for seat in range(public.size.shape[0]):
        if is_opponent(own, seat):
            n = 1.0 * public.size[seat]
            found = n
            one += found
            found *= max(0.0, n - 1.0)
            two += found
            found *= max(0.0, n - 2.0)
            three += found
            found *= max(0.0, n - 3.0)
            four += found
            five += found * max(0.0, n - 4.0)
    weight /= left
    one *= weight
    weight /= left - 1.0
    two *= weight
    weight /= left - 2.0
    three *= weight
    weight /= left - 3.0
    four *= weight
    weight /= left - 4.0
    return Shares(one, two, three, four, five * weight)


@jit_small
def weight_in_trick(public: Record, own: Record) -> float:
    """Return what counts of an answer in a trick: who has passed is less likely to play again."""
    p: Values = own.params
    passes: int = public.passes
    others: int = max(1, public.active - 1)
    return 1.0 - p[PASSED] * passes / others


@jit_small
def ranks_with(unseen: Mask, size: int) -> Mask:
    """Mark the ranks of which so many unseen cards are left, the Phoenix included."""
    counts = nibble_counts(unseen & NORMAL)
    return nibbles_with(counts, size - 1 if unseen & PHOENIX and size > 1 else size)


@jit_small
def _runs_above(marks: Mask, ranks: int, level: int) -> int:
    # How many runs of so many marked ranks have a top above a level.
    starts = marks
    for place in range(1, ranks):
        starts &= marks >> (4 * place)
    return count(starts & ranks_above((level >> 1) + 1 - ranks))


@jit_small
def singles_above(unseen: Mask, level: int) -> int:
    """Count the unseen cards that beat a single card."""
    if level >= DRAGON_LEVEL:
        return 0
    return count(unseen & (ranks_above(level >> 1) | DRAGON | PHOENIX))


@jit_small
def _sets_above(unseen: Mask, level: int, triples: bool) -> int:
    # How many pairs, or threes, of unseen cards are of a rank above, those with the Phoenix too.
    counts = nibble_counts(unseen & NORMAL & ranks_above(level >> 1))
    ones, twos = count(nibbles_with(counts, 1)), count(nibbles_with(counts, 2))
    threes, fours = count(nibbles_with(counts, 3)), count(nibbles_with(counts, 4))
    pairs = twos + 2 * threes + 3 * fours
    phoenix = 1 if unseen & PHOENIX else 0
    if triples:
        return threes + 3 * fours + phoenix * pairs
    return pairs + phoenix * (ones + twos + threes + fours)


@jit_small
def chance_to_win(
    own: Record, unseen: Mask, shares: Shares, kind: int, length: int, level: int
) -> float:
    """Estimate the chance that no opponent beats a combination.

    Parameters
    ----------
    own : Record
    unseen : Mask
    shares : Shares
    kind, length, level : int
        See `combos`.
    """
    p: Values = own.params
    if kind == SINGLE:
        return fading(p[RESPOND] * shares.one * singles_above(unseen, level))
    if kind == PAIR:
        return fading(p[RESPOND_PAIR] * shares.two * _sets_above(unseen, level, False))
    if kind == TRIPLE:
        return fading(p[RESPOND_TRIPLE] * shares.three * _sets_above(unseen, level, True))
    if kind == FULLHOUSE:
        return fading(p[RESPOND_FULL] * shares.five * _sets_above(unseen, level, True))
    if kind == PAIRSEQ:
        runs = _runs_above(ranks_with(unseen, 2), length >> 1, level)
        return fading(p[RESPOND_RUN] * shares.four * runs)
    if kind == STRAIGHT:
        runs = _runs_above(ranks_with(unseen, 1), length, level)
        return fading(p[RESPOND_STRAIGHT] * shares.five * runs)
    return _BOMB_WINS


@jit_small
def smallest_opponent(public: Record, own: Record) -> int:
    """Return the number of cards in the smallest hand of an opponent who is not out."""
    least: int = _MORE_THAN_A_HAND
    for seat in range(public.size.shape[0]):
        if is_opponent(own, seat) and public.size[seat] > 0:
            least = min(least, public.size[seat])
    return least
