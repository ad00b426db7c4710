"""The hand as a mask: layout, points, and cards as text.

A set of cards is one 64-bit word of fourteen nibbles. Nibble 0 holds Mah Jong, Dog, Phoenix and
Dragon (bits 0 to 3); nibble r - 1 holds the suits Jade, Sword, Pagoda, sTar of rank r (2 to 14).
"""

from collections.abc import Iterable

from tichu_sim.bits import count
from tichu_sim.errors import InputError
from tichu_sim.jit import Mask, i64, jit_small, u64

N_CARDS = 56
ACE = 14

MAHJONG = u64(1)
DOG = u64(2)
PHOENIX = u64(4)
DRAGON = u64(8)
PACK = u64((1 << N_CARDS) - 1)
NORMAL = u64(PACK ^ u64(0xF))
NONE = u64(0)

_FIVES = u64(0xF << 4 * (5 - 1))
_TENS = u64(0xF << 4 * (10 - 1))
_KINGS = u64(0xF << 4 * (13 - 1))

RANKS = "23456789TJQKA"
SUITS = "jspt"
TOKENS = ("Mj", "Dg", "Ph", "Dr", *(rank + suit for rank in RANKS for suit in SUITS))
"""Card tokens by bit."""
_PLACE = {token: place for place, token in enumerate(TOKENS)}
_WRITING_ORDER = (0, 1, *range(4, N_CARDS), 3, 2)


@jit_small
def rank_cards(rank: int) -> Mask:
    """Return the four cards of a rank (2..14); rank 1 gives the nibble of the specials.

    Examples
    --------
    >>> cards_text(rank_cards(9))
    '9j 9s 9p 9t'
    """
    return u64(0xF) << (4 * (rank - 1))


@jit_small
def ranks_above(rank: int) -> Mask:
    """Return all normal cards whose rank exceeds `rank`, none from the ace (and the Dragon) on.

    Examples
    --------
    >>> cards_text(ranks_above(13))
    'Aj As Ap At'
    """
    return NORMAL & (PACK << (4 * min(rank, ACE)))


@jit_small
def card_points(cards: Mask) -> int:
    """Return what the cards count (R1.4): the pack is worth 100.

    Examples
    --------
    >>> card_points(parse_cards("Kj Ts 5p Ph")), card_points(PACK)
    (0, 100)
    """
    tens = count(cards & (_KINGS | _TENS))
    fives = count(cards & _FIVES)
    specials = i64(cards >> 3 & u64(1)) - i64(cards >> 2 & u64(1))
    return 10 * tens + 5 * fives + 25 * specials


def cards_text(cards: Mask) -> str:
    """Return the tokens of a set of cards, ascending, Mah Jong first and Phoenix last.

    Examples
    --------
    >>> cards_text(parse_cards("Ph Kj 2t Mj"))
    'Mj 2t Kj Ph'
    """
    word = int(cards)
    return " ".join(TOKENS[place] for place in _WRITING_ORDER if word >> place & 1)


def parse_token(token: str) -> Mask:
    """Return the mask of one card.

    Raises
    ------
    InputError
        For a text that names no card.
    """
    if token not in _PLACE:
        raise InputError(
            f"no such card: {token!r} (a rank of {RANKS} and a suit of {SUITS}, or Mj Dg Ph Dr)"
        )
    return u64(1 << _PLACE[token])


def parse_cards(cards: str | Iterable[str]) -> Mask:
    """Return the mask of cards given as text or as tokens.

    Parameters
    ----------
    cards : str or iterable of str
        Tokens such as ``"8j 8s"``, with or without spaces and commas, or a list of tokens.

    Raises
    ------
    InputError
        For an unknown token or a card that is given twice.

    Examples
    --------
    >>> cards_text(parse_cards("8j,8sPh"))
    '8j 8s Ph'
    """
    if isinstance(cards, str):
        joined = "".join(cards.replace(",", " ").split())
        cards = [joined[i : i + 2] for i in range(0, len(joined), 2)]
    mask = NONE
    for token in cards:
        card = parse_token(token)
        if mask & card:
            raise InputError(f"card given twice: {token}")
        mask |= card
    return mask


def rank_text(rank: int) -> str:
    """Return the character of a rank from 2 to 14."""
    return RANKS[rank - 2]


def parse_rank(text: str) -> int:
    """Return the rank (2..14) of its character.

    Raises
    ------
    InputError
        For a text that names no rank.
    """
    if len(text) != 1 or text not in RANKS:
        raise InputError(f"no such rank: {text!r} (one of {RANKS})")
    return RANKS.index(text) + 2
