"""What is counted of the first eight cards: the names that a calling rule may use."""

import numpy as np
import numpy.typing as npt

from tichu_sim.game.cards import ACE, DOG, DRAGON, MAHJONG, PHOENIX, SUITS

Ints = npt.NDArray[np.int64]

TRAITS = {
    "aces": "aces",
    "kings": "kings",
    "queens": "queens",
    "jacks": "jacks",
    "tens": "tens",
    "dragon": "1 with the Dragon, else 0",
    "phoenix": "1 with the Phoenix, else 0",
    "dog": "1 with the Dog, else 0",
    "mahjong": "1 with the Mah Jong, else 0",
    "winners": "aces + dragon + phoenix",
    "pairs": "ranks held exactly twice",
    "triples": "ranks held exactly three times",
    "bombs": "ranks held four times, and suits with five in a row",
    "straight": "most ranks within five in a row, the Mah Jong as a one, the Phoenix not counted",
    "low": "cards from 2 to 7",
    "lone_low": "ranks from 2 to 7 held exactly once",
}
"""Trait -> what it counts."""

_RANKS = np.arange(2, ACE + 1)
_LOW = slice(0, 6)
_FIVE = 5
_TOP = {"aces": -1, "kings": -2, "queens": -3, "jacks": -4, "tens": -5}
_SPECIALS = {"dragon": DRAGON, "phoenix": PHOENIX, "dog": DOG, "mahjong": MAHJONG}


def traits_of(masks: npt.ArrayLike) -> dict[str, Ints]:
    """Return the traits of holdings.

    Parameters
    ----------
    masks : array_like of uint64, shape (n,)

    Returns
    -------
    dict of str to ndarray of int64, shape (n,)
        In the order of `TRAITS`.

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> found = traits_of([parse_cards("Mj 3j 4s 5t 5p Kj Aj Ph")])
    >>> {name: int(values[0]) for name, values in found.items() if values[0]}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'aces': 1, 'kings': 1, 'phoenix': 1, 'mahjong': 1, 'winners': 2, 'pairs': 1, 'straight': 4,
     'low': 4, 'lone_low': 2}
    """
    cards = np.asarray(masks, dtype=np.uint64)
    places = np.uint64(4) * (_RANKS - 1).astype(np.uint64)
    nibbles = cards[:, None] >> places & np.uint64(15)
    held = np.bitwise_count(nibbles).astype(np.int64)
    found = {name: held[:, column] for name, column in _TOP.items()}
    for name, card in _SPECIALS.items():
        found[name] = (cards & np.uint64(card) != 0).astype(np.int64)
    found["winners"] = found["aces"] + found["dragon"] + found["phoenix"]
    found["pairs"] = (held == 2).sum(axis=1)
    found["triples"] = (held == 3).sum(axis=1)
    found["bombs"] = (held == 4).sum(axis=1) + _straight_flushes(nibbles)
    found["straight"] = _most_in_five(np.column_stack([found["mahjong"], held > 0]))
    found["low"] = held[:, _LOW].sum(axis=1)
    found["lone_low"] = (held[:, _LOW] == 1).sum(axis=1)
    return found


def _straight_flushes(nibbles: npt.NDArray[np.uint64]) -> Ints:
    suits = [nibbles >> np.uint64(suit) & np.uint64(1) for suit in range(len(SUITS))]
    return np.asarray(sum((_most_in_five(suit) == _FIVE).astype(np.int64) for suit in suits))


def _most_in_five(held: npt.ArrayLike) -> Ints:
    # Of 0 and 1 for ranks in a row, the largest sum of five neighbours.
    sums = np.cumsum(np.pad(np.asarray(held, dtype=np.int64), ((0, 0), (1, 0))), axis=1)
    return np.asarray((sums[:, _FIVE:] - sums[:, :-_FIVE]).max(axis=1))
