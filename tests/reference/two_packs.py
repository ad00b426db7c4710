"""Hands of two packs (R16.1, R16.10 to R16.13), brute force: cards may come twice.

Everything is counted out from the rules on multisets of tokens; nothing is shared with `combos`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from typing import NamedTuple

from .cards import ACE, DRAGON, DRAGON_RANK, MAH_JONG, NORMAL, PHOENIX, RANKS

Table = tuple[str, int, float]
BOMBS = ("quad", "sflush")

ORDER = {card: place for place, card in enumerate((MAH_JONG, *NORMAL, DRAGON, PHOENIX))}
"""The cards as they are written."""
NUMBER = {MAH_JONG: 1} | {card: RANKS.index(card[0]) + 2 for card in NORMAL}
"""The ranks of the natural cards, that of the Mah Jong 1."""


class Play(NamedTuple):
    """Cards with one of the things they can be."""

    cards: tuple[str, ...]
    kind: str
    n: int
    rank: float
    phoenixes: tuple[int, ...]
    """The ranks the Phoenixes stand for, the highest first; empty if one is alone."""

    @property
    def table(self) -> Table:
        """The play as it lies on the table."""
        return self.kind, self.n, self.rank


def shape(counts: Counter[int]) -> tuple[str, int] | None:
    """Name two or more cards by how many there are of each rank; four or more equal: nothing."""
    ranks, sizes = sorted(counts), sorted(counts.values())
    top = ranks[-1]
    gaps = any(after - before != 1 for before, after in pairwise(ranks))
    if sizes == [2]:
        return "pair", top
    if sizes == [3]:
        return "triple", top
    if sizes == [2, 3]:
        return "fullhouse", next(rank for rank in ranks if counts[rank] == 3)
    if len(sizes) >= 2 and set(sizes) == {2} and not gaps:
        return "pairseq", top
    if len(sizes) >= 5 and set(sizes) == {1} and not gaps:
        return "straight", top
    return None


@cache
def shapes(naturals: tuple[int, ...], n: int) -> tuple[tuple[str, int, tuple[int, ...]], ...]:
    """All (kind, rank, Phoenixes' ranks) of some natural ranks and n Phoenixes (R4.5, R16.13)."""
    found = []
    for phoenixes in combinations_with_replacement(range(ACE, 1, -1), n):
        named = shape(Counter(naturals) + Counter(phoenixes))
        if named:
            found.append((*named, phoenixes))
    return tuple(found)


def single(card: str, table: Table | None) -> float | None:
    """What one card counts (R9.1, R16.11, R16.13), None for a Phoenix on a Dragon."""
    on = table[2] if table and table[0] == "single" else None
    dragon_lies = on is not None and on >= DRAGON_RANK
    if card == PHOENIX:
        return None if dragon_lies else (1.5 if on is None else on + 0.5)
    if card == DRAGON:
        return on + 1 if on is not None and dragon_lies else DRAGON_RANK
    return NUMBER[card]


def readings(cards: Iterable[str], table: Table | None = None) -> list[Play]:
    """Everything that the cards can be; `table` matters for a lone Phoenix or Dragon only."""
    cards = tuple(sorted(cards, key=ORDER.__getitem__))
    if len(cards) == 1:
        rank = single(cards[0], table)
        return [] if rank is None else [Play(cards, "single", 1, rank, ())]
    naturals = [card for card in cards if card != PHOENIX]
    n = len(cards) - len(naturals)
    if not naturals or DRAGON in naturals:  # R16.13, R4.8
        return []
    suits = [card[1] for card in naturals if card != MAH_JONG]
    if len(cards) == 4 and n == 0 and len({NUMBER[card] for card in cards}) == 1:
        quad = len(set(suits)) == 4  # R16.12
        return [Play(cards, "quad", 4, NUMBER[cards[0]], ())] if quad else []
    found = []
    for kind, rank, phoenixes in shapes(tuple(NUMBER[card] for card in naturals), n):
        suited = n == 0 and MAH_JONG not in cards and len(set(suits)) == 1
        name = "sflush" if kind == "straight" and suited else kind  # R4.9, R5.1
        found.append(Play(cards, name, len(cards), rank, phoenixes))
    return found


def beats(table: Table, play: Table) -> bool:
    """Whether one combination beats another (R4.3, R5.2, R5.3)."""
    if play[0] in BOMBS:
        return table[0] not in BOMBS or play[1:] > table[1:]
    return play[:2] == table[:2] and play[2] > table[2]


def choices_of(hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every choice of one or more cards, one of them for all that differ in identical cards."""
    held = Counter(sorted(hand, key=ORDER.__getitem__))
    for taken in product(*(range(n + 1) for n in held.values())):
        cards = [card for card, n in zip(held, taken, strict=True) for _ in range(n)]
        if cards:
            yield tuple(cards)


def plays_of(hand: Sequence[str]) -> list[Play]:
    """All plays that a hand can lead."""
    return [play for cards in choices_of(hand) for play in readings(cards)]


def playable(leads: Iterable[Play], table: Table | None) -> set[Play]:
    """Return what of a hand's plays beats the table, the wish aside."""
    if table is None:
        return set(leads)
    found = set()
    for lead in leads:
        again = readings(lead.cards, table) if lead.n == 1 else [lead]
        found |= {play for play in again if beats(table, play.table)}
    return found


def fulfils(play: Play, wish: int) -> bool:
    """Whether a real card of the wished rank is in a play (R7.10); 0 is no wish."""
    return wish > 1 and any(NUMBER.get(card) == wish for card in play.cards)


def after_wish(plays: set[Play], leading: bool, wish: int, escape: str) -> tuple[set[Play], bool]:
    """Narrow the plays by the wish (R7.6 to R7.11); also say whether passing is legal."""
    duty = {play for play in plays if fulfils(play, wish)}
    if not duty:
        return plays, not leading
    if escape == "follow_and_lead" or (escape == "follow" and not leading):
        duty |= {play for play in plays if play.kind in BOMBS}
    return duty, False
