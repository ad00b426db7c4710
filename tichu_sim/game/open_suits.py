"""Cards whose suits are open: how many there are of each rank, and suits drawn for them.

A *counts word* is laid out like a mask: nibble r - 1 is the number of cards of rank r.
"""

from tichu_sim.bits import count, select
from tichu_sim.game.cards import ACE
from tichu_sim.game.ranks import rank_cards
from tichu_sim.jit import Array, Mask, jit
from tichu_sim.rng import HOLDING, below, stream


@jit
def draw_suits(fixed: Mask, counts: Mask, counter: int) -> tuple[Mask, int]:
    """Draw suits for the cards that have none; all sets of cards that fit are equally likely.

    Parameters
    ----------
    fixed : Mask
        Cards that are known. No open card becomes one of them.
    counts : Mask
        Counts word of the cards whose suit is open.
    counter : int
        Random stream.

    Returns
    -------
    cards : Mask
        With the fixed ones.
    counter : int

    Examples
    --------
    >>> from tichu_sim.game.cards import cards_text, parse_cards
    >>> from tichu_sim.jit import u64
    >>> fixed = parse_cards("Aj Ap At Dr")
    >>> cards_text(draw_suits(fixed, u64(1 << 52), u64(7))[0])
    'Aj As Ap At Dr'
    """
    cards = fixed
    for rank in range(2, ACE + 1):
        wanted = (counts >> (4 * (rank - 1))) & 15
        free = rank_cards(rank) & ~fixed
        while wanted > 0:
            k, counter = below(counter, count(free))
            card = select(free, k)
            cards |= card
            free ^= card
            wanted -= 1
    return cards, counter


@jit
def fill_suits(fixed: Array, counts: Array, seed: int, cards: Array) -> None:
    """Draw suits for many sets of cards, each from a random stream of its own.

    Parameters
    ----------
    fixed, counts : uint64 array (n,)
        As in `draw_suits`.
    seed : int
        The place in the arrays is the unit that the stream is named after.
    cards : uint64 array (n,)
        Overwritten with the masks.
    """
    for at in range(len(cards)):
        cards[at], _ = draw_suits(fixed[at], counts[at], stream(seed, at, 0, HOLDING))
