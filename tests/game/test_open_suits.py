"""Suits that are left open: every set of cards that fits is drawn equally often."""

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from scipy.stats import chisquare

from tichu_sim.game.cards import cards_text, open_text, parse_cards
from tichu_sim.game.open_suits import fill_suits
from tichu_sim.jit import Array, u64

ACE, NINE, TWO = 1 << 52, 1 << 32, 1 << 4


def drawn(fixed: str, counts: int, n: int, seed: int = 0) -> Array:
    cards = np.empty(n, np.uint64)
    masks = np.full(n, parse_cards(fixed), np.uint64)
    fill_suits(masks, np.full(n, counts, np.uint64), seed, cards)
    return cards


def test_all_fitting_sets_are_equally_likely() -> None:
    found = Counter(cards_text(mask) for mask in drawn("As Dr", 2 * ACE + NINE, 12_000))
    fitting = {
        cards_text(parse_cards(f"As Dr A{a} A{b} 9{nine}"))
        for (a, b), nine in product(combinations("jpt", 2), "jspt")
    }
    assert set(found) == fitting
    assert chisquare(list(found.values())).pvalue > 0.001


@pytest.mark.parametrize("n", range(5))
def test_so_many_of_the_rank(n: int) -> None:
    cards = drawn("Mj", n * TWO, 50)
    assert (np.bitwise_count(cards >> u64(4)) == n).all()
    assert (cards & u64(15) == 1).all()


def test_a_draw_depends_on_seed_and_place_alone() -> None:
    assert (drawn("", ACE, 20) == drawn("", ACE, 40)[:20]).all()
    assert (drawn("", ACE, 20) != drawn("", ACE, 20, seed=1)).any()


def test_without_open_cards_the_text_is_that_of_the_cards() -> None:
    cards = parse_cards("Mj Dg 2t Ks As Dr Ph")
    assert open_text(cards, 0) == cards_text(cards)
    assert open_text(0, 0) == ""
