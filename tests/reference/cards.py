"""The 56 cards as the tokens of the round records."""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "jspt"
MAH_JONG, DOG, PHOENIX, DRAGON = "Mj", "Dg", "Ph", "Dr"
SPECIALS = (MAH_JONG, DOG, PHOENIX, DRAGON)
NORMAL = tuple(rank + suit for rank in RANKS for suit in SUITS)

# The order in which cards are written inside an event: Mah Jong first, Phoenix last.
DECK = (MAH_JONG, DOG, *NORMAL, DRAGON, PHOENIX)
_PLACE = {card: place for place, card in enumerate(DECK)}

ACE = 14
DRAGON_RANK = 20


def place(card: str) -> int:
    """Sort key of a card: Mah Jong, Dog, 2..A with suits j s p t, Dragon, Phoenix."""
    return _PLACE[card]


def in_order(cards: Iterable[str]) -> list[str]:
    """Return the cards in the order in which an event writes them."""
    return sorted(cards, key=place)


def number(card: str) -> int:
    """Rank of a card that can be part of a combination (R1.2, R1.3): Mah Jong 1, 2..14."""
    if card == MAH_JONG:
        return 1
    return rank_number(card[0])


def rank_number(rank: str) -> int:
    """Turn a rank character into its number: `2` -> 2, `A` -> 14."""
    return RANKS.index(rank) + 2


def rank_letter(rank: int) -> str:
    """Turn a rank number into its character: 2 -> `2`, 14 -> `A`."""
    return RANKS[rank - 2]


def is_natural(card: str, rank: int) -> bool:
    """Whether the card is one of the four real cards of this rank (R7.10: never the Phoenix)."""
    return card not in SPECIALS and number(card) == rank


def points(card: str) -> int:
    """Card points (R1.4)."""
    special = {MAH_JONG: 0, DOG: 0, PHOENIX: -25, DRAGON: 25}
    if card in special:
        return special[card]
    return {"K": 10, "T": 10, "5": 5}.get(card[0], 0)
