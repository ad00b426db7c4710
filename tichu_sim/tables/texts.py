"""Many masks as text at once, with the tokens of any game."""

from collections.abc import Iterable, Sequence
from functools import cache

from tichu_sim.game.cards import N_CARDS, Tokens

_NIBBLE = 4
_LOW = (1 << _NIBBLE) - 1
_CHUNK = 3 * _NIBBLE
_REST = (1 << _CHUNK) - 1
_ACES = N_CARDS - _NIBBLE

_Table = list[str]
_Places = Sequence[tuple[int, str]]


def _sets(places: _Places, bits: int) -> _Table:
    # The text of every word of some bits: a token with a space behind it for each bit.
    return [
        "".join(f"{token} " for bit, token in places if word >> bit & 1)
        for word in range(1 << bits)
    ]


def _doubled_sets(places: _Places) -> _Table:
    # The same for two nibbles: the cards, and above them those that are there twice.
    return [
        "".join(
            f"{token} " * ((word >> bit & 1) + (word >> bit + _NIBBLE & 1)) for bit, token in places
        )
        for word in range(1 << 2 * _NIBBLE)
    ]


def _ends(tokens: Tokens) -> tuple[_Places, _Places]:
    # Of the nibble of specials, Mah Jong and Dog come first, Dragon and Phoenix last.
    mahjong, dog, phoenix, dragon = tokens[:_NIBBLE]
    return ((0, mahjong), (1, dog)), ((3, dragon), (2, phoenix))


@cache
def _tables(tokens: Tokens) -> tuple[_Table, ...]:
    # Three ranks are looked up at once.
    first, last = _ends(tokens)
    chunks = (tokens[at : at + _CHUNK] for at in range(_NIBBLE, N_CARDS, _CHUNK))
    middle = (_sets(list(enumerate(chunk)), len(chunk)) for chunk in chunks)
    return _sets(first, _NIBBLE), *middle, _sets(last, _NIBBLE)


@cache
def _doubled_tables(tokens: Tokens) -> tuple[list[tuple[int, _Table]], _Table]:
    # A rank is looked up at a time, with its shift; and the end of the specials.
    first, last = _ends(tokens)
    shifts = range(_NIBBLE, N_CARDS, _NIBBLE)
    ranks = [
        (shift, _doubled_sets(list(enumerate(tokens[shift : shift + _NIBBLE])))) for shift in shifts
    ]
    return [(0, _doubled_sets(first)), *ranks], _doubled_sets(last)


def texts(masks: Iterable[int], tokens: Tokens) -> list[str]:
    """Return the cards of each mask as `game.cards.cards_text` writes them.

    Parameters
    ----------
    masks : iterable of int
    tokens : tuple of str
        Card tokens by bit.

    Examples
    --------
    >>> from tichu_sim.game.cards import TOKENS
    >>> texts([0b110110, 0], TOKENS)
    ['Dg 2j 2s Ph', '']
    """
    first, a, b, c, d, aces, last = _tables(tokens)
    return [
        (
            first[mask & _LOW]
            + a[mask >> 4 & _REST]
            + b[mask >> 16 & _REST]
            + c[mask >> 28 & _REST]
            + d[mask >> 40 & _REST]
            + aces[mask >> _ACES & _LOW]
            + last[mask & _LOW]
        ).rstrip()
        for mask in masks
    ]


def doubled_texts(words: Iterable[tuple[int, int]], tokens: Tokens) -> list[str]:
    """Return the cards of two packs; those that are there twice have their token twice.

    Parameters
    ----------
    words : iterable of (int, int)
        Mask of the cards, and of those among them that are there twice.
    tokens : tuple of str

    Examples
    --------
    >>> from tichu_sim.game.cards import TOKENS
    >>> doubled_texts([(0b110101, 0b100100), (0, 0)], TOKENS)
    ['Mj 2j 2s 2s Ph Ph', '']
    """
    tables, last = _doubled_tables(tokens)
    found = []
    for cards, twice in words:
        text = "".join(
            table[cards >> shift & _LOW | (twice >> shift & _LOW) << _NIBBLE]
            for shift, table in tables
        )
        found.append((text + last[cards & _LOW | (twice & _LOW) << _NIBBLE]).rstrip())
    return found
