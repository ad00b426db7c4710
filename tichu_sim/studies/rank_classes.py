"""The rank classes: every holding of eight cards up to suits, numbered.

A class is how many cards of each of the 13 ranks a holding has, and which of the four special
cards. There are 453,765 of them. They are numbered category by category (`categories`), and within
a category in ascending order of the counts of K, Q, J and so on down to 2, kings first. So the
classes of a category have consecutive numbers, and what is known of each class fits into one array.

A number is found rank by rank (combinatorial number system, Knuth, The Art of Computer Programming
4A, 7.2.1.3): add how many ways there are to go on with fewer cards of the rank.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tichu_sim.errors import InputError
from tichu_sim.game.cards import ACE, RANKS, TOKENS, open_text
from tichu_sim.studies.categories import FIRST_CARDS, N_CATEGORIES

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

N_CLASSES = 453_765
COUNT_NAMES = (*TOKENS[:4], *RANKS)
"""What the columns of counts are: the four special cards by their bits, then the ranks from 2."""
OTHER_RANKS = 12
"""All ranks but the ace."""

_SPECIALS = 4
_SUIT_WAYS = np.array([1, 4, 6, 4, 1])
_COLUMNS = len(COUNT_NAMES)


class Numbering(NamedTuple):
    """The tables that a class's number is read from; compiled code gets them as arguments.

    Attributes
    ----------
    starts : int64 array (81,)
        Number of the first class of each category, and `N_CLASSES`.
    fewer : int64 array (12, 9, 6)
        (rank - 2, cards left, n): ways to place so many cards on this rank and those below it with
        fewer than n of this rank. The last entry, for n = 5, counts all ways.
    """

    starts: Ints
    fewer: Ints


@cache
def numbering() -> Numbering:
    """Return the tables of the numbers, made on first use."""
    fewer = np.zeros((OTHER_RANKS, FIRST_CARDS + 1, 6), np.int64)
    below = np.zeros(FIRST_CARDS + 1, np.int64)
    below[0] = 1
    for rank in range(OTHER_RANKS):
        for left in range(FIRST_CARDS + 1):
            ways = [below[left - n] if n <= left else 0 for n in range(5)]
            fewer[rank, left, 1:] = np.cumsum(ways)
        below = fewer[rank, :, 5].copy()
    sizes = below[_cards_left(np.arange(N_CATEGORIES))]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    for table in (starts, fewer):
        table.flags.writeable = False
    return Numbering(starts, fewer)


def _cards_left(category: Ints) -> Ints:
    # Cards that are neither aces nor special.
    specials = np.bitwise_count((category & 15).astype(np.uint64)).astype(np.int64)
    return FIRST_CARDS - (category >> _SPECIALS) - specials


def counts_of(numbers: npt.ArrayLike) -> npt.NDArray[np.int8]:
    """Return the cards of every class.

    Parameters
    ----------
    numbers : array_like of int, shape (n,)

    Returns
    -------
    ndarray of int8, shape (n, 17)
        Columns as in `COUNT_NAMES`.

    Raises
    ------
    InputError
        For a number that is none of the 453,765.

    Examples
    --------
    >>> dict(zip(COUNT_NAMES, counts_of([437032])[0].tolist()))["A"]
    2
    >>> counts_of(range(N_CLASSES)).sum(axis=1).max()
    np.int64(8)
    """
    numbers = _checked(numbers)
    starts, fewer = numbering()
    category = category_of_class(numbers)
    counts = np.zeros((len(numbers), _COLUMNS), np.int8)
    counts[:, :_SPECIALS] = category[:, None] >> np.arange(_SPECIALS) & 1
    counts[:, -1] = category >> _SPECIALS
    left, rest = _cards_left(category), numbers - starts[category]
    for rank in range(OTHER_RANKS - 1, -1, -1):
        ways = fewer[rank, left]
        held = (rest[:, None] >= ways[:, 1:5]).sum(axis=1)
        rest = rest - np.take_along_axis(ways, held[:, None], axis=1)[:, 0]
        left = left - held
        counts[:, _SPECIALS + rank] = held
    return counts


def number_of_counts(counts: npt.ArrayLike) -> Ints:
    """Return the class of every row of counts, the inverse of `counts_of`.

    Parameters
    ----------
    counts : array_like of int, shape (n, 17)
        Columns as in `COUNT_NAMES`.

    Raises
    ------
    InputError
        If a row has not eight cards, or more of a kind than the pack.
    """
    held = np.asarray(counts, dtype=np.int64)
    most = np.repeat([1, 4], [_SPECIALS, _COLUMNS - _SPECIALS])
    if held.ndim != 2 or held.shape[1] != _COLUMNS:
        raise InputError(f"counts have the shape {held.shape}: it should be (n, {_COLUMNS})")
    wrong = ((held < 0) | (held > most)).any(axis=1) | (held.sum(axis=1) != FIRST_CARDS)
    if wrong.any():
        at = int(np.argmax(wrong))
        raise InputError(f"counts in row {at}: {held[at].tolist()} are not {FIRST_CARDS} cards")
    category = 16 * held[:, -1] + (held[:, :_SPECIALS] << np.arange(_SPECIALS)).sum(axis=1)
    starts, fewer = numbering()
    number, left = starts[category], _cards_left(category)
    for rank in range(OTHER_RANKS - 1, -1, -1):
        here = held[:, _SPECIALS + rank]
        number = number + fewer[rank, left, here]
        left = left - here
    return np.asarray(number)


def multiplicity(numbers: npt.ArrayLike) -> Ints:
    """Return how many holdings every class has: the ways to give suits to its cards.

    Examples
    --------
    >>> int(multiplicity(range(N_CLASSES)).sum())
    1420494075
    """
    return np.asarray(_SUIT_WAYS[counts_of(numbers)[:, _SPECIALS:]].prod(axis=1))


def category_of_class(numbers: npt.ArrayLike) -> Ints:
    """Return the category of every class."""
    after = np.searchsorted(numbering().starts, _checked(numbers), side="right")
    return np.asarray(after - 1, dtype=np.int64)


def classes_of_category(category: int) -> range:
    """Return the numbers of the classes of a category.

    Raises
    ------
    InputError
        For a number that is none of the 80.

    Examples
    --------
    >>> [text_of_class(number) for number in classes_of_category(79)]
    ['Mj Dg A A A A Dr Ph']
    """
    if not 0 <= category < N_CATEGORIES:
        raise InputError(f"category {category}: they are numbered 0 to {N_CATEGORIES - 1}")
    starts = numbering().starts
    return range(int(starts[category]), int(starts[category + 1]))


def words_of_classes(numbers: npt.ArrayLike) -> tuple[Words, Words]:
    """Return the cards of every class as `open_suits.draw_suits` takes them.

    Returns
    -------
    fixed : ndarray of uint64, shape (n,)
        Masks of the special cards.
    counts : ndarray of uint64, shape (n,)
        Counts words of the others.
    """
    held = counts_of(numbers).astype(np.uint64)
    bits = np.arange(_SPECIALS, dtype=np.uint64)
    places = np.uint64(4) * np.arange(1, ACE, dtype=np.uint64)
    fixed = np.bitwise_or.reduce(held[:, :_SPECIALS] << bits, axis=1)
    return fixed, np.bitwise_or.reduce(held[:, _SPECIALS:] << places, axis=1)


def text_of_class(number: int) -> str:
    """Return the cards of a class, ascending as in a round record, without suits.

    Examples
    --------
    >>> text_of_class(0), text_of_class(N_CLASSES - 1)
    ('2 2 2 2 3 3 3 3', 'Mj Dg A A A A Dr Ph')
    """
    fixed, counts = words_of_classes([number])
    return open_text(fixed[0], counts[0])


def draw_classes(category: int, uniform: npt.ArrayLike) -> Ints:
    """Draw classes of a category, each with its share of the category's holdings.

    Parameters
    ----------
    category : int
    uniform : array_like of float, shape (n,)
        Numbers drawn from [0, 1).

    Returns
    -------
    ndarray of int64, shape (n,)
        With suits from `draw_holdings` every holding of the category is equally likely.

    Examples
    --------
    >>> [text_of_class(number) for number in draw_classes(36, [0.1, 0.9])]
    ['2 7 7 8 9 A A Ph', '4 6 T Q K A A Ph']
    """
    numbers = classes_of_category(category)
    ends = _ends()[numbers.start : numbers.stop]
    before = ends[0] - multiplicity([numbers.start])[0]
    at = np.asarray(uniform, dtype=np.float64) * (ends[-1] - before)
    place = np.searchsorted(ends - before, at.astype(np.int64), side="right")
    return np.asarray(numbers.start + place, dtype=np.int64)


@cache
def _ends() -> Ints:
    # Holdings of each class and of all before it.
    return np.cumsum(multiplicity(np.arange(N_CLASSES)))


def _checked(numbers: npt.ArrayLike) -> Ints:
    given = np.atleast_1d(np.asarray(numbers, dtype=np.int64))
    wrong = (given < 0) | (given >= N_CLASSES)
    if wrong.any():
        raise InputError(f"class {given[wrong][0]}: they are numbered 0 to {N_CLASSES - 1}")
    return given
