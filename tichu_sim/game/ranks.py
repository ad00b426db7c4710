"""The cards of a rank and above it, for compiled code."""

from tichu_sim.game.cards import ACE, NORMAL, PACK
from tichu_sim.jit import Mask, jit_small, u64


@jit_small
def rank_cards(rank: int) -> Mask:
    """Return the four cards of a rank (2..14); rank 1 gives the nibble of the specials.

    Examples
    --------
    >>> from tichu_sim.game.cards import cards_text
    >>> cards_text(rank_cards(9))
    '9j 9s 9p 9t'
    """
    return u64(0xF) << (4 * (rank - 1))


@jit_small
def ranks_above(rank: int) -> Mask:
    """Return all normal cards whose rank exceeds `rank`, none from the ace (and the Dragon) on.

    Examples
    --------
    >>> from tichu_sim.game.cards import cards_text
    >>> cards_text(ranks_above(13))
    'Aj As Ap At'
    """
    return NORMAL & (PACK << (4 * min(rank, ACE)))
