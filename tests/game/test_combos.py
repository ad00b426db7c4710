"""What cards are and what beats what, held against the slow twin (R4, R5.1 to R5.3, R9, R10.1)."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from reference.combos import Combo, full_readings, lone_phoenix
from reference.combos import beats as slow_beats
from samples.hands import Hand, small_hands
from samples.twin import all_tops, fast_top, mask

from tichu_sim.game.cards import parse_cards
from tichu_sim.game.combos import (
    DOG_LEAD,
    KIND_NAMES,
    NO_COMBO,
    beats,
    combo,
    make_play,
    phoenix_level,
)
from tichu_sim.jit import u64

READINGS = (*range(18), 64, 255)
"""More than the ranks that the Phoenix can stand for (R4.5): a bot may answer with anything."""


def fast_readings(cards: tuple[str, ...]) -> set[tuple[str, int, float, int]]:
    word = mask(cards)
    found = ((phoenix, combo(u64(make_play(word, phoenix)), 0)) for phoenix in READINGS)
    return {
        (KIND_NAMES[kind], length, level / 2, phoenix)
        for phoenix, (kind, length, level) in found
        if kind != NO_COMBO
    }


def slow_readings(cards: tuple[str, ...]) -> set[tuple[str, int, float, int]]:
    found = set()
    for kind, n, rank, phoenix in full_readings(cards):
        assert not isinstance(phoenix, tuple)
        found.add((kind, n, rank, phoenix or 0))
    return found


@settings(derandomize=True, deadline=None, max_examples=60)
@given(small_hands(9))
def test_every_subset_of_a_hand_is_what_the_twin_says(hand: Hand) -> None:
    """R4.1 to R4.12, R5.1: every reading of the Phoenix, and nothing else, is a combination."""
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            assert fast_readings(cards) == slow_readings(cards), cards


@pytest.mark.parametrize(
    "cards",
    [
        "2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj",
        "Mj 2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj",
        "2j 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj Ph",
        "Mj 2s 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Ph",
        "Mj 2s 3j 4j 5j 6j 7j 8j 9j Tj Jj Qj Kj Aj Ph",
        "2j 2s 3j 3s 4j 4s 5j 5s 6j 6s 7j 7s 8j 8s",
        "2j 2s 3j 3s 4j 4s 5j 5s 6j 6s 7j 7s 8j Ph",
        "2j 2s 3j 3s 4j 4s 5j 5s 6j 6s 7j 7s 8j 8s 8p",
        "2j 2s 2p 2t 3j 3s 3p 3t",
        "Aj As Ap At Ph",
        "Aj As Ap Ph",
        "2j 2s 2p 2t Ph",
        "Mj 2j Ph",
        "Tj Jj Qj Kj Aj Dg",
        "Tj Js Qj Kj Dr",
        "Jj Qj Kj Aj Ph",
        "2j 3j 4j 5j Ph",
        "Mj 2j 3j 4j 5j",
        "Mj 3j 4j 5j Ph",
        "Mj Dg Ph Dr",
    ],
)
def test_long_and_strange_sets(cards: str) -> None:
    """R4.2, R4.5, R4.6, R4.8 to R4.12, R5.1."""
    split = tuple(cards.split())
    assert fast_readings(split) == slow_readings(split)


def test_no_cards_are_no_combination() -> None:
    assert combo(u64(0), 0) == (NO_COMBO, 0, 0)


def test_the_lone_phoenix_is_half_a_point_above() -> None:
    """R9.1."""
    for top in [None, *all_tops()]:
        if top is None or (top[0] == "single" and top[2] <= 14):
            _, _, level = fast_top(top)
            rank = lone_phoenix(None if top is None else Combo(*top))
            assert phoenix_level(level) == 2 * rank
            assert combo(u64(parse_cards("Ph")), level) == (KIND_NAMES.index("single"), 1, 2 * rank)


def test_everything_against_everything() -> None:
    """R4.3, R4.4, R5.2, R5.3, R9.2, R10.1, R8.1, R8.2: all pairs of combinations there are."""
    tops = all_tops()
    assert len(tops) == 238
    for top, other in product(tops, tops):
        assert beats(*fast_top(other), *fast_top(top)) == slow_beats(top, other), (top, other)
    dog = (DOG_LEAD, 1, 0)
    for top in tops:
        assert beats(*fast_top(top), 0, 0, 0)
        assert not beats(*fast_top(top), *dog)
        assert not beats(*dog, *fast_top(top))
        assert not beats(0, 0, 0, *fast_top(top))
    assert beats(*dog, 0, 0, 0)
    assert not beats(0, 0, 0, 0, 0, 0)


def test_the_phoenix_cannot_be_played_on_the_dragon() -> None:
    """R9.1."""
    _, _, dragon = fast_top(("single", 1, 20))
    phoenix = combo(u64(parse_cards("Ph")), dragon)
    assert not beats(*phoenix, *fast_top(("single", 1, 20)))
