"""What a set of cards is (R4, R5.1), what beats what (R4.3, R5.2, R5.3), brute force."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from .cards import ACE, DOG, DRAGON, DRAGON_RANK, MAH_JONG, PHOENIX, in_order, number


class Combo(NamedTuple):
    """A combination as it lies on the table."""

    kind: str
    n: int
    rank: float


class Reading(NamedTuple):
    """One thing that a set of cards can be, and the rank its Phoenix then stands for."""

    kind: str
    n: int
    rank: float
    phoenix: int | None

    @property
    def combo(self) -> Combo:
        """The reading without the Phoenix's place."""
        return Combo(self.kind, self.n, self.rank)


Entry = tuple[frozenset[str], Reading]

BOMBS = ("quad", "sflush")


def pattern(ranks: Sequence[int]) -> tuple[str, int] | None:
    """Name the combination of two or more natural ranks, suits unseen, with its rank (R4.1).

    A straight may begin with the Mah Jong's 1; nothing else may contain it (no card equals it).
    """
    ranks = sorted(ranks)
    size = len(ranks)
    low, top = ranks[0], ranks[-1]
    kinds = sorted(set(ranks))
    in_a_row = kinds == list(range(low, top + 1))
    if len(kinds) == 1 and size in (2, 3, 4):
        return {2: "pair", 3: "triple", 4: "quad"}[size], top
    if size == 5 and len(kinds) == 2:
        for rank in kinds:
            if ranks.count(rank) == 3:
                return "fullhouse", rank
    if size >= 5 and len(kinds) == size and in_a_row:
        return "straight", top
    if size >= 4 and in_a_row and all(ranks.count(rank) == 2 for rank in kinds):
        return "pairseq", top
    return None


@cache
def patterns(naturals: tuple[int, ...], phoenix: bool) -> tuple[tuple[str, int, int | None], ...]:
    """All (kind, rank, Phoenix's rank) of some natural ranks, with or without the Phoenix.

    The Phoenix is tried as every rank from 2 to the ace (R4.5); it is never in a bomb (R5.1).
    """
    if not phoenix:
        plain = pattern(naturals)
        return () if plain is None else ((*plain, None),)
    found = []
    for stands_for in range(2, ACE + 1):
        named = pattern((*naturals, stands_for))
        if named is not None and named[0] != "quad":
            found.append((*named, stands_for))
    return tuple(found)


def lone_phoenix(top: Combo | None) -> float:
    """What a single Phoenix counts (R9.1): half a point above a single, 1.5 as a lead."""
    if top is not None and top.kind == "single" and top.rank <= ACE:
        return top.rank + 0.5
    return 1.5


def full_readings(cards: Iterable[str], top: Combo | None = None) -> list[Reading]:
    """Everything that these cards can be; `top` matters for a lone Phoenix only."""
    cards = in_order(cards)
    if len(cards) == 1:
        if cards == [DOG]:
            return [Reading("dog", 1, 0, None)]
        if cards == [DRAGON]:
            return [Reading("single", 1, DRAGON_RANK, None)]
        if cards == [PHOENIX]:
            return [Reading("single", 1, lone_phoenix(top), None)]
        return [Reading("single", 1, number(cards[0]), None)]
    if not cards or DOG in cards or DRAGON in cards or len(set(cards)) < len(cards):
        return []  # R4.8; one pack has every card once
    naturals = [card for card in cards if card != PHOENIX]
    with_phoenix = PHOENIX in cards
    found = []
    for kind, rank, stands_for in patterns(tuple(map(number, naturals)), with_phoenix):
        suited = not with_phoenix and MAH_JONG not in cards and len({c[1] for c in cards}) == 1
        name = "sflush" if kind == "straight" and suited else kind  # R4.9: always a bomb
        found.append(Reading(name, len(cards), rank, stands_for))
    return found


def readings(cards: Sequence[str]) -> set[tuple[str, int, float]]:
    """All (kind, n, rank) of these cards; empty: no combination. A lone Phoenix is led: 1.5."""
    return {(kind, n, rank) for kind, n, rank, _ in full_readings(cards)}


def is_bomb(combo: tuple[str, int, float]) -> bool:
    """Whether this combination is a bomb (R5.1)."""
    return combo[0] in BOMBS


def beats(top: tuple[str, int, float], combo: tuple[str, int, float]) -> bool:
    """Whether `combo` may be played on `top` (R4.3, R5.2, R5.3, R8.1)."""
    if top[0] == "dog" or combo[0] == "dog":
        return False
    if is_bomb(combo):
        return not is_bomb(top) or combo[1:] > top[1:]  # more cards, then the higher rank
    return combo[:2] == top[:2] and combo[2] > top[2]


def cards_beat(top: tuple[str, int, float], cards: Sequence[str]) -> bool:
    """Whether some reading of these cards beats the top."""
    return any(beats(top, r.combo) for r in full_readings(cards, Combo(*top)))


def every_subset(hand: Iterable[str]) -> list[Entry]:
    """All combinations in a hand: every subset is looked at. The measure of `combos_of`."""
    cards = in_order(hand)
    found: list[Entry] = []
    for size in range(1, len(cards) + 1):
        for subset in combinations(cards, size):
            found.extend((frozenset(subset), reading) for reading in full_readings(subset))
    return found


def combos_of(hand: Iterable[str]) -> list[Entry]:
    """All combinations in a hand, as `every_subset`, but no time for what cannot be one.

    Six or more cards are a straight (all ranks differ) or a pair sequence (half as many ranks as
    cards); the Phoenix counts as a rank of its own here.
    """
    cards = in_order(hand)
    found = [(frozenset([card]), reading) for card in cards for reading in full_readings([card])]
    usable = [card for card in cards if card not in (DOG, DRAGON)]
    ranks = [0 if card == PHOENIX else number(card) for card in usable]
    for size in range(2, len(usable) + 1):
        pairs = zip(combinations(usable, size), combinations(ranks, size), strict=True)
        for subset, shape in pairs:
            different = len(set(shape))
            if size <= 5 or different == size or different <= size // 2 + 1:
                phoenix = shape[-1] == 0
                if patterns(shape[:-1] if phoenix else shape, phoenix):
                    found.extend((frozenset(subset), r) for r in full_readings(subset))
    return found
