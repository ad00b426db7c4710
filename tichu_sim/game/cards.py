"""The hand as a mask: layout, and cards as text; nothing here is compiled.

A set of cards is one 64-bit word of fourteen nibbles. Nibble 0 holds Mah Jong, Dog, Phoenix and
Dragon (bits 0 to 3); nibble r - 1 holds the suits Jade, Sword, Pagoda, sTar of rank r (2 to 14).
"""

from collections.abc import Iterable
from functools import cache

from tichu_sim.errors import InputError
from tichu_sim.words import Mask, u64

N_CARDS = 56
ACE = 14

MAHJONG = u64(1)
DOG = u64(2)
PHOENIX = u64(4)
DRAGON = u64(8)
PACK = u64((1 << N_CARDS) - 1)
NORMAL = u64(PACK ^ u64(0xF))
NONE = u64(0)

RANKS = "23456789TJQKA"
SUITS = "jspt"
Tokens = tuple[str, ...]
TOKENS: Tokens = ("Mj", "Dg", "Ph", "Dr", *(rank + suit for rank in RANKS for suit in SUITS))
"""Card tokens by bit; other games have other ones, and "" for a card that is not in their pack."""
_SPECIALS = 4
_WRITING_ORDER = (0, 1, *range(4, N_CARDS), 3, 2)


def ace_tokens(roles: str) -> Tokens:
    """Return the tokens of the 52-card pack (R17.3).

    Parameters
    ----------
    roles : str
        Suits of the aces that are Dragon, Phoenix, Mah Jong, Dog, such as ``SDCH``; or ``none``.

    Examples
    --------
    >>> ace_tokens("SDCH")[:5], ace_tokens("none")[-1]
    (('Ac', 'Ah', 'Ad', 'As', '2s'), 'Ac')
    """
    normal = tuple(rank + suit for rank in RANKS for suit in "shdc")
    if roles == "none":
        return (*[""] * _SPECIALS, *normal)
    dragon, phoenix, mahjong, dog = (f"A{suit.lower()}" for suit in roles)
    return (mahjong, dog, phoenix, dragon, *normal[:-_SPECIALS], *[""] * _SPECIALS)


@cache
def _places(tokens: Tokens) -> dict[str, int]:
    return {token: place for place, token in enumerate(tokens) if token}


def card_of(token: str, tokens: Tokens = TOKENS) -> Mask:
    """Return the mask of a card that is known to be there."""
    return u64(1 << _places(tokens)[token])


def cards_text(cards: Mask, tokens: Tokens = TOKENS) -> str:
    """Return the tokens of a set of cards, ascending, Mah Jong first and Phoenix last.

    Parameters
    ----------
    cards : Mask
        With two packs the cards that are there twice have a second bit, from `N_CARDS` on.
    tokens : tuple of str
        Those of the game's pack by bit.

    Examples
    --------
    >>> cards_text(parse_cards("Ph Kj 2t Mj"))
    'Mj 2t Kj Ph'
    """
    word = int(cards)
    twice = word >> N_CARDS
    written = (tokens[place] for place in _WRITING_ORDER if word >> place & 1)
    if twice:
        places = (place for place in _WRITING_ORDER if word >> place & 1)
        written = (f"{tokens[p]} {tokens[p]}" if twice >> p & 1 else tokens[p] for p in places)
    return " ".join(written)


def open_text(fixed: Mask, counts: Mask) -> str:
    """Return cards as text, ascending as `cards_text` has them, a rank alone for an open suit.

    Parameters
    ----------
    fixed : Mask
        Cards that are named in full.
    counts : Mask
        Counts word (`open_suits`) of the others.

    Examples
    --------
    >>> open_text(parse_cards("Ph As"), 2 << 52 | 1 << 4)
    '2 As A A Ph'
    """
    parts = [cards_text(fixed & (MAHJONG | DOG))]
    for rank in range(2, ACE + 1):
        at = 4 * (rank - 1)
        n_open = int(counts) >> at & 15
        parts += [cards_text(int(fixed) & 15 << at), " ".join(rank_text(rank) * n_open)]
    parts.append(cards_text(fixed & (DRAGON | PHOENIX)))
    return " ".join(part for part in parts if part)


def parse_token(token: str, tokens: Tokens = TOKENS) -> Mask:
    """Return the mask of one card.

    Raises
    ------
    InputError
        For a text that names no card of the pack.
    """
    places = _places(tokens)
    if token not in places:
        suits = "".join(known[1] for known in tokens[_SPECIALS : 2 * _SPECIALS])
        specials = " ".join(known for known in tokens[:_SPECIALS] if known)
        ranks = "".join(rank for rank in RANKS if rank + suits[0] in tokens[_SPECIALS:])
        wanted = f"a rank of {ranks} and a suit of {suits}{f', or {specials}' if specials else ''}"
        raise InputError(f"no such card: {token!r} ({wanted})")
    return u64(1 << places[token])


def split_tokens(cards: str | Iterable[str]) -> list[str]:
    """Return the tokens of cards given as text, with or without spaces and commas, or as a list."""
    if not isinstance(cards, str):
        if not isinstance(cards, Iterable):
            raise InputError(f"cards are a text or a list of tokens, not {cards!r}")
        return [str(token) for token in cards]
    joined = "".join(cards.replace(",", " ").split())
    return [joined[i : i + 2] for i in range(0, len(joined), 2)]


def parse_cards(cards: str | Iterable[str], tokens: Tokens = TOKENS) -> Mask:
    """Return the mask of cards given as text or as tokens.

    Parameters
    ----------
    cards : str or iterable of str
        Tokens such as ``"8j 8s"``, with or without spaces and commas, or a list of tokens.
    tokens : tuple of str
        Those of the game's pack by bit.

    Raises
    ------
    InputError
        For an unknown token or a card that is given twice.

    Examples
    --------
    >>> cards_text(parse_cards("8j,8sPh"))
    '8j 8s Ph'
    """
    mask = NONE
    for token in split_tokens(cards):
        card = parse_token(token, tokens)
        if mask & card:
            raise InputError(f"card given twice: {token}")
        mask |= card
    return mask


def rank_text(rank: int) -> str:
    """Return the character of a rank from 2 to 14."""
    return RANKS[rank - 2]


def parse_rank(text: str, highest: int = ACE) -> int:
    """Return the rank (2..14, or up to another highest one) of its character.

    Raises
    ------
    InputError
        For a text that names no rank.
    """
    ranks = RANKS[: highest - 1]
    if len(text) != 1 or text not in ranks:
        raise InputError(f"no such rank: {text!r} (one of {ranks})")
    return RANKS.index(text) + 2
