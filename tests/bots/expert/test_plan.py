"""How `expert` splits a hand, against a slow twin that tries whatever the split is said to try."""

import random
from collections.abc import Iterator

import pytest
from reference.cards import rank_number

from tichu_sim.bots.expert import parameters as p
from tichu_sim.bots.expert.plan import SUITED, classes, split, straight_cards
from tichu_sim.bots.registry import parse_bot
from tichu_sim.game.cards import PACK, cards_text, parse_cards
from tichu_sim.game.rules import make_rules
from tichu_sim.game.state import new_state
from tichu_sim.jit import Record, u64

HANDS = 1500
RANKS = range(1, 15)
Counts = dict[int, int]
Values = dict[str, float]


@pytest.fixture(scope="module")
def own() -> Record:
    record: Record = new_state(make_rules())[1][0]
    parse_bot("expert").sit_down(record)
    return record


@pytest.fixture(scope="module")
def values() -> Values:
    return {parameter.name: parameter.default for parameter in p.PARAMETERS}


def hands(seed: int) -> Iterator[tuple[list[str], list[str]]]:
    """A hand and the cards that are unseen, of any size; some hands are full of straights."""
    rng = random.Random(seed)
    pack = cards_text(PACK).split()
    suited = [card for card in pack if card[-1] == "j"] + ["Ph", "Mj"]
    for _ in range(HANDS):
        rng.shuffle(pack)
        hand = pack[: rng.randint(1, 14)]
        if rng.random() < 0.3:
            hand = list({*hand[:6], *rng.sample(suited, 8)})
        others = [card for card in pack if card not in hand]
        yield hand, others[: rng.randint(0, len(others))]


def ranks_of(cards: list[str]) -> list[int]:
    return [rank_number(card[0]) for card in cards if card not in ("Mj", "Dg", "Ph", "Dr")]


def unseen_sets(unseen: list[str], size: int) -> list[int]:
    """The ranks of which so many unseen cards are left, the Phoenix among them."""
    ranks = ranks_of(unseen)
    needed = size - ("Ph" in unseen)
    return [rank for rank in range(2, 15) if ranks.count(rank) >= needed]


def slow_classes(values: Values, unseen: list[str], share: float) -> dict[str, set[int]]:
    """The ranks above which there is so little: of cards, of pairs, of threes."""
    specials = sum(card in ("Dr", "Ph") for card in unseen)
    scale = 1 / max(0.2, share)
    cards, pairs, threes = ranks_of(unseen), unseen_sets(unseen, 2), unseen_sets(unseen, 3)

    def within(those: list[int], most: int) -> set[int]:
        return {rank for rank in RANKS if sum(other > rank for other in those) <= most}

    return {
        "fair_single": within(cards, int(values["class_fair"] * scale) - specials),
        "mid_single": within(cards, int(values["class_mid"] * scale) - specials),
        "good_single": within(cards, int(values["class_good"] * scale) - specials),
        "top_single": within(cards, -specials),
        "fair_pair": within(pairs, int(values["class_pair_fair"])),
        "good_pair": within(pairs, int(values["class_pair"])),
        "top_pair": within(pairs, 0),
        "fair_triple": within(threes, int(values["class_triple"])),
        "top_triple": within(threes, 0),
    }


@pytest.mark.parametrize("share", [1.0, 2 / 3, 0.1])
def test_classes(own: Record, values: Values, share: float) -> None:
    names = list(slow_classes(values, [], share))
    for _, unseen in hands(1):
        found = classes(own, parse_cards(" ".join(unseen)), share)
        expected = slow_classes(values, unseen, share)
        for name, marks in zip(names, found, strict=True):
            ranks = {rank for rank in range(2, 15) if int(marks) >> 4 * (rank - 1) & 1}
            assert ranks == expected[name] - {1}, (name, unseen)


def without(counts: Counts, ranks: range) -> Counts:
    return {rank: n - (rank in ranks) for rank, n in counts.items()}


def slow_groups(values: Values, sets: dict[str, set[int]], counts: Counts) -> float:
    """The burden of what is no straight: each rank a single card, a pair, three or a bomb."""
    kinds = ("single", "pair", "triple")
    held = {kind: [r for r in RANKS if counts[r] == n + 1] for n, kind in enumerate(kinds)}
    found = values["bomb_cost"] * sum(counts[rank] == 4 for rank in RANKS)
    for kind, ranks in held.items():
        found += values[f"low_{kind}"] * len(ranks)
        for level in ("fair", "mid", "good", "top"):
            name = f"{level}_{kind}"
            if name in sets:
                found -= values[name] * sum(rank in sets[name] for rank in ranks)
    runs = sum(rank - 1 in held["pair"] for rank in held["pair"])
    found -= values["run_pair"] * runs
    return found - values["full_house"] * min(len(held["triple"]), len(held["pair"]) - runs)


def straights(counts: Counts, good: set[int]) -> Iterator[range]:
    """Straights that gain from both of their ends, or are as short as they can be.

    They go on to any next card that stands alone and is not good.
    """

    def belongs(rank: int) -> bool:
        return counts.get(rank) == 1 and rank not in good

    for low in RANKS:
        for high in range(low + 4, 15):
            ranks = range(low, high + 1)
            if all(counts[rank] for rank in ranks):
                longer = high < 14 and counts[high + 1] > 0
                spare_low = counts[low] > 1 and (len(ranks) > 5 or longer)
                longest = not belongs(low - 1) and not belongs(high + 1)
                if longest and not spare_low and not (counts[high] > 1 and len(ranks) > 5):
                    yield ranks


def slow_burden(values: Values, sets: dict[str, set[int]], hand: list[str]) -> float:
    """The least burden over no straight, one, two, one with the Phoenix, and a suited five."""
    ranks = ranks_of(hand)
    counts = {rank: ranks.count(rank) for rank in RANKS} | {1: int("Mj" in hand)}

    def groups(counts: Counts) -> float:
        alone = values["mahjong"] - values["low_single"] if counts[1] else 0.0
        return slow_groups(values, sets, counts) + alone

    def cost(straight: range) -> float:
        return values["straight"] - values["straight_rank"] * (straight[-1] - 5)

    good = sets["good_single"]
    options = [groups(counts)]
    for straight in straights(counts, good):
        rest = without(counts, straight)
        options.append(groups(rest) + cost(straight))
        lows = [low for low in RANKS[:10] if all(rest[r] for r in range(low, low + 5))]
        if len(hand) >= 10 and lows:
            high = next((r for r in range(lows[0], 15) if not rest[r]), 15)
            second = range(lows[0], high)
            options.append(groups(without(rest, second)) + cost(straight) + cost(second))
    suits = [[card for card in hand if card[-1] == suit and card != "Mj"] for suit in "jspt"]
    held = [{*ranks_of(cards)} for cards in suits]
    fives = [low for ranks in held for low in range(2, 11) if {*range(low, low + 5)} <= ranks]
    if fives:
        lowest = min(fives)
        options.append(groups(without(counts, range(lowest, lowest + 5))) + values["bomb_cost"])
    others = values["dragon"] * ("Dr" in hand) + values["dog"] * ("Dg" in hand)
    if "Ph" not in hand:
        return min(options) + others
    best = min(options) + values["phoenix"]
    for gap in range(2, 15):
        if counts[gap] == 0:
            with_it = counts | {gap: 1}
            tried = [
                (groups(without(with_it, straight)) + cost(straight), straight)
                for straight in straights(with_it, good)
            ]
            if tried and gap in min(tried, key=lambda one: one[0])[1]:
                best = min(best, min(tried, key=lambda one: one[0])[0])
    return best + others


def test_the_burden_is_that_of_the_best_split(own: Record, values: Values) -> None:
    for hand, unseen in hands(2):
        sets = slow_classes(values, unseen, 2 / 3)
        o = classes(own, parse_cards(" ".join(unseen)), 2 / 3)
        burden = split(own, o, parse_cards(" ".join(hand)))[0]
        assert burden == pytest.approx(slow_burden(values, sets, hand)), (hand, unseen)


@pytest.mark.parametrize(
    ("hand", "straight", "gap"),
    [
        ("2j 3s 4p 5t 6j Kj Ks", "2j 3s 4p 5t 6j", 0),
        ("Mj 2j 3s 4p 5t 9j", "Mj 2j 3s 4p 5t", 0),
        ("2j 3s 5t 6j 9j Ph", "2j 3s 5t 6j", 4),
        ("2j 3s 4p 9j 9s Kt", "", 0),
        ("3s 4s 5s 6s 7s 9j 9s", "3s 4s 5s 6s 7s", SUITED),
    ],
)
def test_straights(own: Record, hand: str, straight: str, gap: int) -> None:
    """The straight of the split, its gap for the Phoenix, and the bomb."""
    cards = parse_cards(hand)
    o = classes(own, u64(PACK) & ~cards, 2 / 3)
    _, start, length, filled = split(own, o, cards)
    assert (filled, length) == (gap, len(straight.split()) + (gap > 0))
    if length:
        assert cards_text(straight_cards(cards, start, length, filled)) == straight
