"""The classes of eight cards up to suits: all of them, each once, counted exactly."""

from collections import Counter
from math import comb

import numpy as np
import pytest
from scipy.stats import chisquare

from tichu_sim.errors import InputError
from tichu_sim.game.cards import cards_text, parse_cards
from tichu_sim.studies.categories import N_HOLDINGS, categories, category_number, category_of
from tichu_sim.studies.holding_masks import class_of, draw_holdings
from tichu_sim.studies.holdings import parse_holding
from tichu_sim.studies.rank_classes import (
    COUNT_NAMES,
    N_CLASSES,
    category_of_class,
    classes_of_category,
    counts_of,
    draw_classes,
    multiplicity,
    number_of_counts,
    text_of_class,
)

EVERY = np.arange(N_CLASSES)
COUNTS = counts_of(EVERY)
WAYS = multiplicity(EVERY)


def test_every_class_is_there_once() -> None:
    # The number of ways to choose so many cards up to suits, as a coefficient of a polynomial.
    ways = np.array([1])
    for _ in range(13):
        ways = np.convolve(ways, np.ones(5, np.int64))
    for _ in range(4):
        ways = np.convolve(ways, [1, 1])
    assert ways[8] == N_CLASSES == len(np.unique(COUNTS, axis=0))
    assert (COUNTS.sum(axis=1) == 8).all()
    assert (COUNTS >= 0).all()
    assert (COUNTS <= [1] * 4 + [4] * 13).all()


def test_the_order() -> None:
    # Category by category, and then by the number of kings, queens and so on.
    by_name = dict(zip(COUNT_NAMES, COUNTS.astype(np.int64).T, strict=True))
    keys = ["A", "Dr", "Ph", "Dg", "Mj", *"KQJT98765432"]
    place = np.zeros(N_CLASSES, np.int64)
    for key in keys:
        place = place * 5 + by_name[key]
    assert (np.diff(place) > 0).all()


def test_numbers_and_counts_are_inverse() -> None:
    assert (number_of_counts(COUNTS) == EVERY).all()


def test_compiled_numbers_agree_with_the_plain_ones() -> None:
    # A holding of every class.
    masks = draw_holdings(EVERY, seed=3)
    assert (class_of(masks) == EVERY).all()
    places = np.arange(56, dtype=np.uint64)
    some = masks[::97]
    cards = (some[:, None] >> places & np.uint64(1)).astype(np.int64)
    counts = np.column_stack([cards[:, :4], cards[:, 4:].reshape(len(some), 13, 4).sum(axis=2)])
    assert (number_of_counts(counts) == EVERY[::97]).all()


def test_multiplicities_add_up_to_all_holdings() -> None:
    plain = [np.prod([comb(4, n) for n in row[4:]]) for row in COUNTS[::1009]]
    assert WAYS[::1009].tolist() == plain
    assert WAYS.sum() == N_HOLDINGS
    sums = np.bincount(category_of_class(EVERY), weights=WAYS)
    assert sums.tolist() == categories()["deals"].tolist()


@pytest.mark.parametrize("category", range(80))
def test_the_classes_of_a_category(category: int) -> None:
    numbers = classes_of_category(category)
    ends = [numbers.start, numbers.stop - 1]
    assert category_of_class(ends).tolist() == [category] * 2
    assert (category_of(draw_holdings(ends)) == category).all()


def test_text() -> None:
    for number in range(0, N_CLASSES, 9973):
        text = text_of_class(number)
        assert parse_holding(text).rank_class == number
        assert parse_holding(text).multiplicity == WAYS[number]
        assert parse_holding(text).text == text


def test_every_holding_of_a_class_is_equally_likely() -> None:
    number = parse_holding("A A A K K K K Dr").rank_class
    found = Counter(draw_holdings([number] * 2000).tolist())
    assert len(found) == 4
    assert chisquare(list(found.values())).pvalue > 0.001


def test_a_class_is_drawn_with_its_share() -> None:
    # Three free cards beside four aces and the Dragon: the shares of their patterns are known.
    category = category_number(4, dragon=True)
    numbers = draw_classes(category, np.random.default_rng(8).random(30_000))
    assert (category_of_class(numbers) == category).all()
    highest = Counter(counts_of(numbers)[:, 4:16].max(axis=1).tolist())
    ways = [comb(12, 3) * 4**3, 12 * 6 * 11 * 4, 12 * 4]
    expected = np.array(ways) / comb(48, 3) * 30_000
    assert chisquare([highest[1], highest[2], highest[3]], expected).pvalue > 0.001


def test_the_ends_of_a_draw() -> None:
    for category in (0, 36, 79):
        numbers = classes_of_category(category)
        assert draw_classes(category, [0.0, 1 - 2**-53]).tolist() == [numbers[0], numbers[-1]]


def test_what_is_refused() -> None:
    with pytest.raises(InputError, match=r"^class 453765: they are numbered 0 to 453764$"):
        counts_of([0, N_CLASSES])
    with pytest.raises(InputError, match=r"^class -1: "):
        multiplicity(-1)
    with pytest.raises(InputError, match=r"^category 80: they are numbered 0 to 79$"):
        draw_classes(80, [0.5])
    with pytest.raises(InputError, match=r"^mask 0x3 at 1: a holding is 8 cards$"):
        class_of([parse_cards("2j 3j 4j 5j 6j 7j 8j 9j"), 3])
    with pytest.raises(InputError, match=r"^mask 0xff00000000000000 at 0: "):
        class_of([0xFF << 56])
    with pytest.raises(InputError, match=r"^counts have the shape \(1, 2\): it should be"):
        number_of_counts([[4, 4]])
    with pytest.raises(InputError, match=r"^counts in row 0: .* are not 8 cards$"):
        number_of_counts([[2, 0, 0, 0, 4, 2, *[0] * 11]])


def test_a_draw_of_suits_repeats_itself() -> None:
    one, other = draw_holdings([5, 6, 7], seed=1), draw_holdings([5, 6, 7], seed=1)
    assert [cards_text(mask) for mask in one] == [cards_text(mask) for mask in other]
