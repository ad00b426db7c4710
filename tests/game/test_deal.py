"""Every deal is equally likely (R2.2): counted frequencies against exact odds, with a fixed seed.

Cards of one deal depend on one another, so the usual statistic is first scaled. Over all deals the
counts are sums of independent vectors that are alike for every order of the cards; such a vector
has the same variance in each direction it can point to, and that is all a chi-square needs.
"""

from functools import cache
from math import comb

import numpy as np
import pytest
from scipy.stats import chi2

from tichu_sim.bits import count, lowest
from tichu_sim.game.cards import ACE, MAHJONG, N_CARDS, PACK
from tichu_sim.game.deal import deal
from tichu_sim.game.ranks import rank_cards
from tichu_sim.game.rules import Rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.view import own_dtype
from tichu_sim.jit import Array, Mask, Record, jit, u64
from tichu_sim.rng import DEAL, below, stream

SEATS = 4
FIRST_CARDS, HAND_CARDS = 8, 14
DEALS = 400_000
SEED = 20_240_301

LEAST = 1e-4
"""Smaller chances, on either side, are not put down to chance."""


@jit
def _count_cards(cards: Mask, slot: int, where: Array) -> None:
    while cards:
        where[lowest(cards), slot] += 1
        cards &= cards - u64(1)


@jit
def _count_pairs(cards: Mask, pairs: Array) -> None:
    while cards:
        low = lowest(cards)
        cards &= cards - u64(1)
        others = cards
        while others:
            pairs[low, lowest(others)] += 1
            others &= others - u64(1)


@jit
def _deal_and_count(
    rules: Record,
    seed: int,
    deals: int,
    own: Array,
    pack: Array,
    where: Array,
    pairs: Array,
    aces: Array,
    dealers: Array,
) -> int:
    wrong = 0
    for number in range(deals):
        # As a round that stands alone begins: the dealer is drawn first.
        dealer, counter = below(stream(seed, number, 0, DEAL), SEATS)
        deal(rules, own, pack, dealer, counter)
        seen = u64(0)
        for seat in range(SEATS):
            first, dealt = own[seat].first, own[seat].dealt
            wrong += count(first) != FIRST_CARDS or count(dealt) != HAND_CARDS
            wrong += first & ~dealt != 0 or own[seat].hand != dealt
            seen |= dealt
            _count_cards(first, 2 * seat, where)
            _count_cards(dealt ^ first, 2 * seat + 1, where)
            _count_pairs(dealt, pairs)
            aces[seat, 0, count(first & rank_cards(ACE))] += 1
            aces[seat, 1, count(dealt & rank_cards(ACE))] += 1
            if dealt & MAHJONG:
                dealers[dealer, seat] += 1
        wrong += seen != PACK
    return wrong


class Counts:
    """What was counted in `DEALS` deals.

    `where` (cards, 2 * seats): in which seat's first eight or last six cards each card came;
    `pairs` (cards, cards): how often two cards came in one hand; `aces` (seats, 2, 5): hands by
    their number of aces, among eight and among all; `dealers` (seats, seats): dealer, and who got
    the Mah Jong; `wrong`: deals that are none.
    """

    def __init__(self) -> None:
        self.where = np.zeros((N_CARDS, 2 * SEATS), np.int64)
        self.pairs = np.zeros((N_CARDS, N_CARDS), np.int64)
        self.aces = np.zeros((SEATS, 2, 5), np.int64)
        self.dealers = np.zeros((SEATS, SEATS), np.int64)
        own, pack = np.zeros(SEATS, own_dtype(SEATS)), np.zeros(N_CARDS, np.uint8)
        rules = settings_of(Rules())
        self.wrong = _deal_and_count(
            rules, u64(SEED), DEALS, own, pack, self.where, self.pairs, self.aces, self.dealers
        )


@cache
def counts() -> Counts:
    return Counts()


def distance(observed: Array, expected: Array | float) -> float:
    """Pearson's statistic."""
    return float(((observed - expected) ** 2 / expected).sum())


def assert_by_chance(statistic: float, freedom: int) -> None:
    chance = chi2.sf(statistic, freedom)
    assert LEAST < chance < 1 - LEAST, f"chi-square {statistic:.1f} on {freedom}: {chance:.2g}"


def assert_evenly_placed(where: Array, sizes: Array) -> None:
    """Each card in each slot, the slots of given sizes: all orders of the pack equally likely."""
    n = int(sizes.sum())
    statistic = distance(where, where[0].sum() * sizes / n)
    assert_by_chance(statistic * (n - 1) / n, (n - 1) * (len(sizes) - 1))


def test_every_deal_is_one() -> None:
    assert counts().wrong == 0
    assert (counts().where.sum(axis=1) == DEALS).all()


def test_every_card_comes_to_every_seat() -> None:
    seats = counts().where.reshape(N_CARDS, SEATS, 2).sum(axis=2)
    assert_evenly_placed(seats, np.full(SEATS, HAND_CARDS))


def test_every_card_comes_early_and_late() -> None:
    halves = counts().where.reshape(N_CARDS, SEATS, 2).sum(axis=1)
    assert_evenly_placed(halves, SEATS * np.array([FIRST_CARDS, HAND_CARDS - FIRST_CARDS]))


def test_every_card_comes_early_and_late_to_every_seat() -> None:
    sizes = np.tile([FIRST_CARDS, HAND_CARDS - FIRST_CARDS], SEATS)
    assert_evenly_placed(counts().where, sizes)


def test_every_pair_of_cards_comes_together() -> None:
    # Of the 1540 pairs' counts, the sums over the pairs of one card are fixed: 13 others a hand.
    n_pairs = comb(N_CARDS, 2)
    pairs = counts().pairs[np.triu_indices(N_CARDS, 1)]
    together = (HAND_CARDS - 1) / (N_CARDS - 1)
    statistic = distance(pairs, DEALS * together) / (1 - together)
    assert_by_chance(statistic * (n_pairs - N_CARDS) / n_pairs, n_pairs - N_CARDS)


def test_number_of_aces() -> None:
    for size, row in ((FIRST_CARDS, 0), (HAND_CARDS, 1)):
        ways = [comb(4, k) * comb(N_CARDS - 4, size - k) for k in range(5)]
        expected = DEALS * np.array(ways) / comb(N_CARDS, size)
        for seat in range(SEATS):
            assert_by_chance(distance(counts().aces[seat, row], expected), 4)


def test_the_dealer_is_drawn_apart_from_the_cards() -> None:
    """R2.1: any seat deals, and the Mah Jong comes to any seat whoever deals."""
    assert_by_chance(distance(counts().dealers, DEALS / SEATS**2), SEATS**2 - 1)


def test_an_uneven_deal_is_noticed() -> None:
    where = counts().where.copy()
    for card in range(8):
        where[card, 0] += DEALS // 500
        where[card, 2] -= DEALS // 500
        where[card + 8, 0] -= DEALS // 500
        where[card + 8, 2] += DEALS // 500
    sizes = np.tile([FIRST_CARDS, HAND_CARDS - FIRST_CARDS], SEATS)
    with pytest.raises(AssertionError, match="chi-square"):
        assert_evenly_placed(where, sizes)
