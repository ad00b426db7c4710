"""What a seat can know of the cards that it does not see: which are left, and what beats what.

Everything is counted from the view: the own hand, whatever lies open, the cards played so far and
the sizes of the hands.
"""

from tichu_sim.bits import count, nibble_counts, nibbles_with
from tichu_sim.bots.expert.parameters import PASSED, RESPOND, Values
from tichu_sim.game.cards import DRAGON, NORMAL, PHOENIX, ranks_above
from tichu_sim.game.combos import (
    DRAGON_LEVEL,
    FULLHOUSE,
    PAIR,
    PAIRSEQ,
    SINGLE,
    STRAIGHT,
    TRIPLE,
    is_bomb,
)
from tichu_sim.game.view import NO_CALL
from tichu_sim.jit import Mask, Record, jit_small

_BOMB_WINS = 0.97
_MORE_THAN_A_HAND = 99

# How often an opponent holds one of the plays that beat a combination, against a single card.
_AS_PAIR = 0.5
_AS_TRIPLE = 0.2
_AS_PAIR_RUN = 0.1
_AS_STRAIGHT = 0.25


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
def partner_has_called(public: Record, own: Record) -> bool:
    """Tell whether a partner has made an announcement."""
    seats = public.call.shape[0]
    for k in range(2, seats, 2):
        if public.call[(own.seat + k) % seats] != NO_CALL:
            return True
    return False


@jit_small
def supports(public: Record, own: Record) -> bool:
    """Tell whether a partner has called and may still be the first who is out."""
    if public.out > 0 or public.call[own.seat] != NO_CALL:
        return False
    return partner_has_called(public, own)


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


@jit_small
def share_in_trick(public: Record, own: Record, share: float) -> float:
    """Return the share that counts in a trick: who has passed is less likely to play again."""
    p: Values = own.params
    passes: int = public.passes
    others: int = max(1, public.active - 1)
    return share * (1.0 - p[PASSED] * passes / others)


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
def beaten_by(unseen: Mask, kind: int, length: int, level: int) -> float:
    """Return about how many plays of the unseen cards beat a combination, bombs left out.

    A play of more cards counts less, since they have to be in one hand.
    """
    if kind == SINGLE:
        if level >= DRAGON_LEVEL:
            return 0.0
        return 1.0 * count(unseen & (ranks_above(level >> 1) | DRAGON | PHOENIX))
    if kind == PAIR:
        return _AS_PAIR * count(ranks_with(unseen, 2) & ranks_above(level >> 1))
    if kind == TRIPLE or kind == FULLHOUSE:
        return _AS_TRIPLE * count(ranks_with(unseen, 3) & ranks_above(level >> 1))
    if kind == PAIRSEQ:
        return _AS_PAIR_RUN * _runs_above(ranks_with(unseen, 2), length >> 1, level)
    if kind == STRAIGHT:
        return _AS_STRAIGHT * _runs_above(ranks_with(unseen, 1), length, level)
    return 0.0


@jit_small
def chance_to_win(
    own: Record, unseen: Mask, share: float, kind: int, length: int, level: int
) -> float:
    """Estimate the chance that no opponent beats a combination.

    Parameters
    ----------
    own : Record
    unseen : Mask
    share : float
        Share of the unseen cards that opponents hold.
    kind, length, level : int
        See `combos`.
    """
    if is_bomb(kind):
        return _BOMB_WINS
    return fading(own.params[RESPOND] * share * beaten_by(unseen, kind, length, level))


@jit_small
def smallest_opponent(public: Record, own: Record) -> int:
    """Return the number of cards in the smallest hand of an opponent who is not out."""
    least: int = _MORE_THAN_A_HAND
    for seat in range(public.size.shape[0]):
        if is_opponent(own, seat) and public.size[seat] > 0:
            least = min(least, public.size[seat])
    return least
