"""What a set of cards is (R4, R5.1), what beats what (R4.3, R5.2, R5.3), brute force."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from .cards import ACE, DRAGON_RANK, ONE_PACK, Pack, bag, face, is_bag

# What the Phoenix stands for: a rank, with two Phoenixes two ranks, the higher one first.
Stands = int | tuple[int, int] | None


class Combo(NamedTuple):
    """A combination as it lies on the table."""

    kind: str
    n: int
    rank: float


class Reading(NamedTuple):
    """One thing that a set of cards can be, and what its Phoenix then stands for."""

    kind: str
    n: int
    rank: float
    phoenix: Stands

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
def patterns(
    naturals: tuple[int, ...], phoenixes: int, highest: int = ACE
) -> tuple[tuple[str, int, Stands], ...]:
    """All (kind, rank, what the Phoenixes stand for) of some natural ranks and some Phoenixes.

    A Phoenix is tried as every rank from 2 to the highest (R4.5); it is never in a bomb (R5.1).
    """
    found = []
    for ranks in combinations_with_replacement(range(highest, 1, -1), phoenixes):
        named = pattern((*naturals, *ranks))
        if named is not None and not (ranks and named[0] == "quad"):
            found.append((*named, stands_for(ranks)))
    return tuple(found)


def stands_for(ranks: Sequence[int]) -> Stands:
    """Write down what the Phoenixes of a play stand for."""
    if not ranks:
        return None
    return ranks[0] if len(ranks) == 1 else (max(ranks), min(ranks))


def height(rank: float, phoenix: Stands) -> tuple[float, ...]:
    """Order the readings of the same cards: by rank, then by what the Phoenixes stand for."""
    if phoenix is None:
        return (rank,)
    return (rank, phoenix) if isinstance(phoenix, int) else (rank, *phoenix)


def lone_phoenix(top: Combo | None, pack: Pack = ONE_PACK) -> float:
    """What a single Phoenix counts (R9.1): half a point above a single, 1.5 as a lead.

    A second Phoenix counts half a point more than the first (R16.13).
    """
    highest = ACE if pack.copies == 1 else ACE + 0.5
    if top is not None and top.kind == "single" and top.rank <= highest:
        return top.rank + 0.5
    return 1.5


def full_readings(
    cards: Iterable[str], top: Combo | None = None, pack: Pack = ONE_PACK
) -> list[Reading]:
    """Everything that these cards can be; `top` matters for a lone Phoenix only."""
    cards = pack.in_order(map(face, cards))
    if len(cards) == 1:
        if cards == [pack.dog]:
            return [Reading("dog", 1, 0, None)]
        if cards == [pack.dragon]:
            return [Reading("single", 1, DRAGON_RANK, None)]
        if cards == [pack.phoenix]:
            return [Reading("single", 1, lone_phoenix(top, pack), None)]
        return [Reading("single", 1, pack.number(cards[0]), None)]
    naturals = [card for card in cards if card != pack.phoenix]
    if not naturals or pack.dog in cards or pack.dragon in cards:
        return []  # R4.8, R16.13
    twice = len(set(cards)) < len(cards)
    if twice and any(count > pack.count(card) for card, count in Counter(cards).items()):
        return []  # there are not so many
    phoenixes = len(cards) - len(naturals)
    found = []
    ranks = tuple(map(pack.number, naturals))
    for kind, rank, stands in patterns(ranks, phoenixes, pack.highest):
        if kind == "quad" and twice:
            continue  # R16.12
        one_suit = pack.mah_jong not in cards and len({card[1] for card in cards}) == 1
        suited = kind == "straight" and phoenixes == 0 and one_suit
        found.append(Reading("sflush" if suited else kind, len(cards), rank, stands))  # R4.9
    return found


def readings(cards: Sequence[str], pack: Pack = ONE_PACK) -> set[tuple[str, int, float]]:
    """All (kind, n, rank) of these cards; empty: no combination. A lone Phoenix is led: 1.5."""
    return {(kind, n, rank) for kind, n, rank, _ in full_readings(cards, pack=pack)}


def is_bomb(combo: tuple[str, int, float]) -> bool:
    """Whether this combination is a bomb (R5.1)."""
    return combo[0] in BOMBS


def beats(
    top: tuple[str, int, float], combo: tuple[str, int, float], pack: Pack = ONE_PACK
) -> bool:
    """Whether `combo` may be played on `top` (R4.3, R5.2, R5.3, R8.1)."""
    if top[0] == "dog" or combo[0] == "dog":
        return False
    if is_bomb(combo):
        return not is_bomb(top) or combo[1:] > top[1:]  # more cards, then the higher rank
    if pack.copies == 2 and tuple(top) == tuple(combo) == ("single", 1, DRAGON_RANK):
        return True  # R16.11
    return combo[:2] == top[:2] and combo[2] > top[2]


def cards_beat(top: tuple[str, int, float], cards: Sequence[str], pack: Pack = ONE_PACK) -> bool:
    """Whether some reading of these cards beats the top."""
    return any(beats(top, r.combo, pack) for r in full_readings(cards, Combo(*top), pack))


def every_subset(hand: Iterable[str], pack: Pack = ONE_PACK) -> list[Entry]:
    """All combinations in a hand: every subset is looked at. The measure of `combos_of`."""
    cards = pack.in_order(bag(hand))
    found: list[Entry] = []
    for size in range(1, len(cards) + 1):
        for subset in combinations(cards, size):
            if is_bag(subset):
                readings_here = full_readings(subset, pack=pack)
                found.extend((frozenset(subset), reading) for reading in readings_here)
    return found


@cache
def shapes(highest: int) -> tuple[tuple[int, ...], ...]:
    """The ranks of every combination of two or more cards, suits and Phoenixes unseen (R4.1)."""
    ranks = range(2, highest + 1)
    found = [(rank,) * size for rank in ranks for size in (2, 3, 4)]
    found += [(r, r, r, other, other) for r in ranks for other in ranks if r != other]
    runs = [
        tuple(range(low, end)) for low in range(1, highest) for end in range(low + 2, highest + 2)
    ]
    found += [tuple(sorted(run * 2)) for run in runs if run[0] > 1]
    found += [run for run in runs if len(run) >= 5]
    return tuple(found)


def candidates(cards: Sequence[str], pack: Pack) -> Iterator[frozenset[str]]:
    """Sets of two or more cards that have the ranks of a combination, some more than once."""
    phoenixes = [card for card in cards if face(card) == pack.phoenix]
    held: dict[int, list[str]] = {rank: [] for rank in range(1, pack.highest + 1)}
    for card in cards:
        if face(card) not in (pack.phoenix, pack.dragon, pack.dog):
            held[pack.number(card)].append(card)
    for shape in shapes(pack.highest):
        lacking = sum(max(0, n - len(held[rank])) for rank, n in Counter(shape).items())
        for phoenix in range(lacking, min(len(phoenixes), len(shape) - 1) + 1):
            for naturals in set(combinations(shape, len(shape) - phoenix)):
                counts = Counter(naturals)
                picks = [combinations(held[rank], n) for rank, n in counts.items()]
                for picked in product(*picks):
                    chosen = [card for part in picked for card in part]
                    yield frozenset(chosen + phoenixes[:phoenix])


def combos_of(hand: Iterable[str], pack: Pack = ONE_PACK) -> list[Entry]:
    """All combinations in a hand, as `every_subset`, but no time for what cannot be one."""
    return list(_combos_of(tuple(pack.in_order(bag(hand))), pack))


@lru_cache(maxsize=200)  # a deal is replayed again and again
def _combos_of(cards: tuple[str, ...], pack: Pack) -> tuple[Entry, ...]:
    sets = [frozenset([card]) for card in cards]
    sets += list(dict.fromkeys(candidates(cards, pack)))
    found = []
    for subset in sets:
        if is_bag(subset):
            found += [(subset, reading) for reading in full_readings(subset, pack=pack)]
    return tuple(found)
