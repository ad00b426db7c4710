"""Many holdings of eight cards as masks: their rank classes, and suits drawn for them."""

import numpy as np
import numpy.typing as npt

from tichu_sim.bits import count, nibble_counts
from tichu_sim.errors import InputError
from tichu_sim.game.cards import PACK
from tichu_sim.game.open_suits import fill_suits
from tichu_sim.jit import Array, Mask, jit, jit_small
from tichu_sim.studies.categories import FIRST_CARDS
from tichu_sim.studies.rank_classes import OTHER_RANKS, Ints, Words, numbering, words_of_classes


@jit_small
def class_number(cards: Mask, starts: Array, fewer: Array) -> int:
    """Return the class of a holding, for compiled code; it must have eight cards.

    Parameters
    ----------
    cards : Mask
    starts, fewer : Array
        Of `numbering`.
    """
    counts = nibble_counts(cards)
    aces = (counts >> 52) & 15
    specials = cards & 15
    number: int = starts[16 * aces + specials]
    left = FIRST_CARDS - aces - count(specials)
    for rank in range(OTHER_RANKS - 1, -1, -1):
        held = (counts >> (4 * (rank + 1))) & 15
        number += fewer[rank, left, held]
        left -= held
    return number


@jit
def _fill_numbers(cards: Array, starts: Array, fewer: Array, numbers: Array) -> None:
    for at in range(len(cards)):
        numbers[at] = class_number(cards[at], starts, fewer)


def class_of(masks: npt.ArrayLike) -> Ints:
    """Return the class of every holding.

    Parameters
    ----------
    masks : array_like of uint64, shape (n,)

    Raises
    ------
    InputError
        If a mask does not have eight cards of the pack.

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> from tichu_sim.studies.rank_classes import text_of_class
    >>> hands = ["Aj As Kt Dr Ph 9j 7p 2s", "Aj At Ks Dr Ph 9j 7t 2s"]
    >>> class_of([parse_cards(hand) for hand in hands])
    array([437032, 437032])
    >>> text_of_class(437032)
    '2 7 9 K A A Dr Ph'
    """
    cards = np.atleast_1d(np.asarray(masks, dtype=np.uint64))
    wrong = (np.bitwise_count(cards) != FIRST_CARDS) | (cards > PACK)
    if wrong.any():
        at = int(np.argmax(wrong))
        raise InputError(f"mask {int(cards[at]):#x} at {at}: a holding is {FIRST_CARDS} cards")
    numbers = np.empty(len(cards), np.int64)
    _fill_numbers(cards, *numbering(), numbers)
    return numbers


def draw_holdings(numbers: npt.ArrayLike, seed: int = 0) -> Words:
    """Draw a holding from every class, all of the class equally likely.

    Parameters
    ----------
    numbers : array_like of int, shape (n,)
        A class may be there many times.
    seed : int
        The same one gives the same holdings.

    Returns
    -------
    ndarray of uint64, shape (n,)
        Masks.

    Examples
    --------
    >>> from tichu_sim.game.cards import cards_text
    >>> [cards_text(mask) for mask in draw_holdings([437032, 437032])]
    ['2j 7t 9p Kt Aj As Dr Ph', '2p 7p 9s Kj Ap At Dr Ph']
    """
    return with_suits(*words_of_classes(numbers), seed)


def with_suits(fixed: Words, counts: Words, seed: int) -> Words:
    """Return masks in which open suits are drawn, each from a random stream of its own.

    Parameters
    ----------
    fixed, counts : ndarray of uint64, shape (n,)
        As in `open_suits.draw_suits`.
    seed : int
    """
    cards = np.empty_like(fixed)
    fill_suits(fixed, counts, seed, cards)
    return cards
