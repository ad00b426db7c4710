"""Seat 0 holds what it is given, and all deals with that are equally likely."""

from math import comb
from threading import Event

import numpy as np
import pytest
from samples.rounds import play, records
from scipy.stats import chi2

from tichu_sim.bots.registry import parse_bots
from tichu_sim.errors import InputError
from tichu_sim.game.cards import ACE, N_CARDS, PACK, parse_cards
from tichu_sim.game.ranks import rank_cards
from tichu_sim.game.referee import find_fault
from tichu_sim.game.rules import make_rules
from tichu_sim.jit import Array, u64
from tichu_sim.sim.blocks import play_block
from tichu_sim.sim.holdings import Holdings, make_holdings
from tichu_sim.sim.run import Run, make_run
from tichu_sim.studies.holdings import parse_holding

LEAST = 1e-4
"""Smaller chances, on either side, are not put down to chance."""
ROUNDS = 12_000


def held_run(holdings: Holdings | None, rounds: int, bots: str = "greedy", seed: int = 5) -> Run:
    return make_run(make_rules(), parse_bots(bots, 4), seed, rounds, holdings=holdings)


def of_text(text: str) -> Holdings:
    held = parse_holding(text)
    return make_holdings([held.fixed], [held.counts])


def seats_of(run: Run, first: int = 0) -> Array:
    return play_block(run, first, run.units, logging=False, stop=Event()).seats


def by_card(masks: Array) -> Array:
    """How often each card is in a mask."""
    bits = u64(1) << np.arange(N_CARDS, dtype=np.uint64)
    return np.asarray((masks[:, None] & bits != 0).sum(axis=0))


def assert_by_chance(statistic: float, freedom: int) -> None:
    chance = chi2.sf(statistic, freedom)
    assert LEAST < chance < 1 - LEAST, f"chi-square {statistic:.1f} on {freedom}: {chance:.2g}"


def test_every_other_card_comes_everywhere() -> None:
    """Each of the 48 equally often among the first and the last cards of each seat."""
    cards = parse_cards("As Kj Kt Dr Ph 9j 7p 2s")
    rows = seats_of(held_run(of_text("As Kj Kt Dr Ph 9j 7p 2s"), ROUNDS))
    assert (rows["first"][:, 0] == cards).all()
    assert (np.bitwise_or.reduce(rows["dealt"], axis=1) == PACK).all()
    places = [rows["dealt"][:, 0] ^ rows["first"][:, 0]]
    for seat in (1, 2, 3):
        places += [rows["first"][:, seat], rows["dealt"][:, seat] ^ rows["first"][:, seat]]
    others = [card for card in range(N_CARDS) if not int(cards) >> card & 1]
    where = np.column_stack([by_card(place)[others] for place in places])
    sizes = np.array([6, 8, 6, 8, 6, 8, 6])
    assert (where.sum(axis=0) == ROUNDS * sizes).all()
    expected = ROUNDS * sizes / 48
    # Cards of one deal depend on each other, hence the scale (see tests/game/test_deal.py).
    statistic = ((where - expected) ** 2 / expected).sum() * 47 / 48
    assert_by_chance(float(statistic), 47 * 6)


def test_cards_come_together_as_often_as_they_should() -> None:
    """Three aces are left: how many of them each seat is dealt."""
    rows = seats_of(held_run(of_text("As Kj Kt Dr Ph 9j 7p 2s"), ROUNDS))
    for seat, n in ((0, 6), (1, 14), (2, 14), (3, 14)):
        aces = np.bitwise_count(rows["dealt"][:, seat] & rank_cards(ACE)) - (seat == 0)
        found = np.bincount(aces, minlength=4)
        expected = ROUNDS * np.array([comb(3, k) * comb(45, n - k) for k in range(4)])
        expected = expected / comb(48, n)
        assert_by_chance(float(((found - expected) ** 2 / expected).sum()), 3)


def test_open_suits_are_drawn_anew_in_each_deal() -> None:
    held = parse_holding("As A K Dr Ph 9 7 2")
    rows = seats_of(held_run(of_text("As A K Dr Ph 9 7 2"), ROUNDS))
    first = rows["first"][:, 0]
    assert (first == held.draw(ROUNDS, seed=5)).all()
    found = np.unique(first, return_counts=True)[1]
    assert len(found) == held.multiplicity == 3 * 4**4
    expected = ROUNDS / held.multiplicity
    assert_by_chance(float(((found - expected) ** 2 / expected).sum()), held.multiplicity - 1)


def test_a_holding_for_each_round() -> None:
    """Also where the kernel is called for a part of them, in several calls."""
    rng = np.random.default_rng(3)
    masks = [sum(1 << int(card) for card in rng.permutation(N_CARDS)[:8]) for _ in range(3000)]
    holdings = make_holdings(masks, np.zeros(3000, np.uint64), first=40)
    rows = seats_of(held_run(holdings, 3040), first=100)
    assert rows["first"][:, 0].tolist() == masks[60:]
    with pytest.raises(InputError, match=r"^units 0 to 1023: there are holdings for 40 to 3039$"):
        seats_of(held_run(holdings, 3040))


def test_a_round_with_what_it_would_have_had_is_no_other_round() -> None:
    """Only the cards of the others differ, and without a holding nothing does."""
    plain = seats_of(held_run(None, 50))
    again = seats_of(held_run(make_holdings(plain["first"][:, 0], [0] * 50), 50))
    assert (again["first"][:, 0] == plain["first"][:, 0]).all()
    assert (again["dealt"][:, 1] != plain["dealt"][:, 1]).all()


@pytest.mark.parametrize("bots", ["greedy", "random"])
def test_the_referee_passes_such_rounds(bots: str) -> None:
    run = held_run(of_text("A A K Dr Ph 9 7 2"), 40, bots)
    found = records(run, play(run))
    assert [find_fault(record.written()) for record in found] == [None] * 40


@pytest.mark.parametrize(
    ("fixed", "counts"),
    [
        ([0x7F], [0]),
        ([0x1FF], [0]),
        ([0xF], [5 << 52]),
        ([0xF0F], [1 << 8]),
        ([0xF], [(3 << 52) + 1]),
        ([1 << 56 | 0x7F], [0]),
        ([], []),
    ],
)
def test_what_is_no_holding(fixed: list[int], counts: list[int]) -> None:
    with pytest.raises(InputError, match=r"^holding 0: it should be eight cards of the pack$"):
        make_holdings(np.array(fixed, np.uint64), np.array(counts, np.uint64))


def test_other_games_have_other_cards() -> None:
    rules = make_rules("t52")
    with pytest.raises(InputError, match="first eight cards can be given in the game of four"):
        make_run(rules, parse_bots("greedy", 4), 0, 1, holdings=make_holdings([0xFF], [0]))
