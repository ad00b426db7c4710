"""The cards of a game as the tokens of the round records."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

RANKS = "23456789TJQKA"
SUITS = "jspt"
MAH_JONG, DOG, PHOENIX, DRAGON = "Mj", "Dg", "Ph", "Dr"
SPECIALS = (MAH_JONG, DOG, PHOENIX, DRAGON)
NORMAL = tuple(rank + suit for rank in RANKS for suit in SUITS)

ACE = 14
DRAGON_RANK = 20


@dataclass(frozen=True)
class Pack:
    """Which tokens there are and which of them are the special cards ("" where one is missing).

    `highest` is the highest natural rank; `copies`: how often a card is there (the Mah Jong once).
    """

    suits: str = SUITS
    mah_jong: str = MAH_JONG
    dog: str = DOG
    phoenix: str = PHOENIX
    dragon: str = DRAGON
    highest: int = ACE
    copies: int = 1

    @cached_property
    def naturals(self) -> tuple[str, ...]:
        """The cards that have a rank and a suit, ascending."""
        ranks = RANKS[: self.highest - 1]
        return tuple(rank + suit for rank in ranks for suit in self.suits)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Each token once, as an event writes them: Mah Jong first, Phoenix last."""
        every = (self.mah_jong, self.dog, *self.naturals, self.dragon, self.phoenix)
        return tuple(card for card in every if card)

    @cached_property
    def whole(self) -> tuple[str, ...]:
        """All cards of the game."""
        return tuple(card for card in self.order for _ in range(self.count(card)))

    def count(self, card: str) -> int:
        """How often a token is in the game (R16.1)."""
        if card not in self.order:
            return 0
        return 1 if card == self.mah_jong else self.copies

    def is_natural(self, card: str, rank: int) -> bool:
        """Whether the card is a real card of this rank (R7.10: never the Phoenix)."""
        return card[:2] in self.naturals and rank_number(card[0]) == rank

    def number(self, card: str) -> int:
        """Rank of a card that can be part of a combination (R1.2, R1.3): Mah Jong 1, 2..14."""
        return 1 if card == self.mah_jong else rank_number(card[0])

    def in_order(self, cards: Iterable[str]) -> list[str]:
        """Return the cards in the order in which an event writes them."""
        return sorted(cards, key=self._places.__getitem__)

    @cached_property
    def _places(self) -> dict[str, int]:
        """Where each card stands, the second of two equal ones (8j', see below) included."""
        seconds = [card + mark for card in self.order for mark in ("", "'")]
        return {card: place for place, card in enumerate(seconds)}


ONE_PACK = Pack()
TWO_PACKS = Pack(dog="", copies=2)  # R16.1
DECK = ONE_PACK.order


def in_order(cards: Iterable[str], pack: Pack = ONE_PACK) -> list[str]:
    """Return the cards in the order in which an event writes them."""
    return pack.in_order(cards)


def number(card: str) -> int:
    """Rank of a card of the usual pack: Mah Jong 1, 2..14."""
    return ONE_PACK.number(card)


def rank_number(rank: str) -> int:
    """Turn a rank character into its number: `2` -> 2, `A` -> 14."""
    return RANKS.index(rank) + 2


def rank_letter(rank: int) -> str:
    """Turn a rank number into its character: 2 -> `2`, 14 -> `A`."""
    return RANKS[rank - 2]


def is_natural(card: str, rank: int) -> bool:
    """Whether the card is one of the four real cards of this rank in the usual pack."""
    return ONE_PACK.is_natural(card, rank)


def points(card: str) -> int:
    """Card points (R1.4)."""
    special = {MAH_JONG: 0, DOG: 0, PHOENIX: -25, DRAGON: 25}
    if card in special:
        return special[card]
    return {"K": 10, "T": 10, "5": 5}.get(card[0], 0)


def points52(card: str) -> int:
    """Card points with 52 cards, whatever the aces do in the game (R17.2)."""
    special = {"As": 25, "Ad": -25}
    if card in special:
        return special[card]
    return {"Q": 10, "T": 10, "5": 5}.get(card[0], 0)


# With two packs a hand may hold a card twice. So that a bag of cards can be a set, the second of
# two equal cards is called 8j' inside the twin; there is no 8j' without an 8j.


def face(card: str) -> str:
    """Return the token of a card: 8j' is an 8j."""
    return card[:2]


def bag(cards: Iterable[str]) -> frozenset[str]:
    """Turn cards, some of them perhaps twice, into a set."""
    counts = Counter(map(face, cards))
    return frozenset(card + "'" * copy for card, n in counts.items() for copy in range(n))


def is_bag(cards: Iterable[str]) -> bool:
    """Whether each second card comes with its first."""
    cards = frozenset(cards)
    return all(face(card) in cards for card in cards)


def without(hand: Iterable[str], cards: Iterable[str]) -> frozenset[str]:
    """Return what is left of a hand."""
    return bag((Counter(map(face, hand)) - Counter(map(face, cards))).elements())


def together(*bags: Iterable[str]) -> frozenset[str]:
    """Put bags into one."""
    return bag(card for cards in bags for card in cards)
