"""The first eight cards of a hand, as a user names them: suits may be left open."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import comb, prod

import numpy as np

from tichu_sim.errors import InputError
from tichu_sim.game.cards import (
    ACE,
    DOG,
    DRAGON,
    MAHJONG,
    NONE,
    PHOENIX,
    RANKS,
    SUITS,
    open_text,
    parse_token,
)
from tichu_sim.studies.categories import FIRST_CARDS
from tichu_sim.studies.rank_classes import Words, category_of_class, number_of_counts
from tichu_sim.words import Mask, u64

_TOKEN = re.compile(rf"Mj|Dg|Ph|Dr|[{RANKS}][{SUITS}]?")
_LONGEST_QUOTE = 12
_EXAMPLE = "A A K Dr Ph 9 7 2"


@dataclass(frozen=True)
class Holding:
    """Eight cards, some of them perhaps without a suit; `parse_holding` checks them.

    Attributes
    ----------
    fixed : Mask
        The cards that are named in full, special cards included.
    counts : Mask
        Counts word (`open_suits`) of the cards named by rank alone.

    Examples
    --------
    >>> found = parse_holding("As A K Dr Ph 9 7 2")
    >>> found.text, found.category, found.multiplicity
    ('2 7 9 K As A Dr Ph', 44, 768)
    """

    fixed: Mask
    counts: Mask

    @property
    def open_counts(self) -> tuple[int, ...]:
        """How many cards of open suit there are of each rank, from 2 to the ace."""
        word = int(self.counts)
        return tuple(word >> 4 * (rank - 1) & 15 for rank in range(2, ACE + 1))

    @property
    def _fixed_counts(self) -> tuple[int, ...]:
        # Likewise of the cards that are named in full.
        word = int(self.fixed)
        return tuple((word >> 4 * (rank - 1) & 15).bit_count() for rank in range(2, ACE + 1))

    @property
    def text(self) -> str:
        """The cards, ascending as in a round record; `parse_holding` reads it back."""
        return open_text(self.fixed, self.counts)

    @property
    def category(self) -> int:
        """The number of its category (`categories`)."""
        return int(category_of_class(self.rank_class)[0])

    @property
    def rank_class(self) -> int:
        """The number of its rank class (`rank_classes`)."""
        specials = [bool(self.fixed & card) for card in (MAHJONG, DOG, PHOENIX, DRAGON)]
        ranks = [known + n for known, n in zip(self._fixed_counts, self.open_counts, strict=True)]
        return int(number_of_counts([[*specials, *ranks]])[0])

    @property
    def multiplicity(self) -> int:
        """For how many holdings with all suits it stands."""
        return prod(
            comb(4 - known, n)
            for known, n in zip(self._fixed_counts, self.open_counts, strict=True)
        )

    @property
    def suited_run(self) -> int:
        """Most named cards of one suit within five ranks in a row; five of them are a bomb.

        Examples
        --------
        >>> parse_holding("4s 5s 6s 8s 9j 9 A Dr").suited_run
        4
        """
        return max(
            sum(int(self.fixed) >> 4 * (rank - 1) + suit & 1 for rank in range(low, low + 5))
            for suit in range(len(SUITS))
            for low in range(2, ACE - 3)
        )

    def draw(self, n: int, seed: int = 0) -> Words:
        """Draw holdings that it stands for, all of them equally likely.

        Compiled code draws with `open_suits.draw_suits` from ``fixed`` and ``counts``.

        Parameters
        ----------
        n : int
        seed : int
            The same one gives the same holdings.

        Returns
        -------
        ndarray of uint64, shape (n,)
            Masks.

        Examples
        --------
        >>> from tichu_sim.game.cards import cards_text
        >>> [cards_text(mask) for mask in parse_holding("As A K Dr Ph 9 7 2").draw(2)]
        ['2j 7t 9p Kt Aj As Dr Ph', '2p 7p 9s Kj As At Dr Ph']
        """
        # Compiled code takes longer to import than all that is asked of a single hand.
        from tichu_sim.studies.holding_masks import with_suits  # noqa: PLC0415

        fixed, counts = (np.full(n, word, np.uint64) for word in (self.fixed, self.counts))
        return with_suits(fixed, counts, seed)


def parse_holding(cards: str | Iterable[str]) -> Holding:
    """Read the first eight cards of a hand.

    Parameters
    ----------
    cards : str or iterable of str
        Tokens such as ``As``, ``Dr`` with or without spaces and commas, or a list of tokens. A rank
        alone is a card of that rank of any suit, but no card that is named in full.

    Raises
    ------
    InputError
        For an unknown token, a card that is given twice, more than four cards of a rank, or any
        number of cards but eight.

    Examples
    --------
    >>> parse_holding("AAKDrPh972") == parse_holding("2, 7, 9, K, A, A, Dr, Ph")
    True
    >>> parse_holding("A A A A As K Q J")
    Traceback (most recent call last):
    ...
    tichu_sim.errors.InputError: 5 cards of rank A: the pack has 4
    """
    fixed, counts = NONE, 0
    tokens = _split(cards)
    for token in tokens:
        if token in RANKS:
            counts += 1 << 4 * (RANKS.index(token) + 1)
            continue
        card = parse_token(token)
        if fixed & card:
            raise InputError(f"card given twice: {token}")
        fixed |= card
    _check_ranks(tokens)
    if len(tokens) != FIRST_CARDS:
        given = f"{len(tokens)} card{'' if len(tokens) == 1 else 's'}" if tokens else "no cards"
        raise InputError(f"{given}: a hand has {FIRST_CARDS} here, such as {_EXAMPLE!r}")
    return Holding(u64(fixed), u64(counts))


def _check_ranks(tokens: list[str]) -> None:
    for rank in RANKS:
        n = sum(token[0] == rank for token in tokens)
        if n > len(SUITS):
            raise InputError(f"{n} cards of rank {rank}: the pack has {len(SUITS)}")


def _split(cards: str | Iterable[str]) -> list[str]:
    # Only a text has cards that stand together; a list has one to an entry.
    if isinstance(cards, str):
        words = cards.replace(",", " ").split()
        return [token for word in words for token in _tokens_of(word)]
    if not isinstance(cards, Iterable):
        raise InputError(f"cards are a text or a list of tokens, not {cards!r}")
    tokens = [str(token) for token in cards]
    for token in tokens:
        if not _TOKEN.fullmatch(token):
            raise _unknown(token)
    return tokens


def _tokens_of(word: str) -> list[str]:
    tokens, at = [], 0
    while at < len(word):
        found = _TOKEN.match(word, at)
        if not found:
            raise _unknown(word[at:])
        tokens.append(found[0])
        at = found.end()
    return tokens


def _unknown(text: str) -> InputError:
    shown = text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}..."
    return InputError(
        f"no such card: {shown!r} (a rank of {RANKS}, with a suit of {SUITS} or without, or"
        " Mj Dg Ph Dr)"
    )
