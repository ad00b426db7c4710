"""The bomb detector against exact numbers of hands (R5.1)."""

from concurrent.futures import ThreadPoolExecutor
from math import comb, sqrt

import numpy as np

from tichu_sim.game.bombs import fill_bombs, has_bomb
from tichu_sim.game.cards import N_CARDS
from tichu_sim.game.combos import NO_COMBO, QUAD
from tichu_sim.game.deal import deal
from tichu_sim.game.patterns import PATTERNS, pattern_kind
from tichu_sim.game.rules import Rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.view import own_dtype
from tichu_sim.jit import Array, Record, i64, jit, u64
from tichu_sim.rng import DEAL, stream

HANDS_8 = 1_420_494_075
WITH_BOMB_8 = 4_229_667

HANDS_14 = 5_804_731_963_800
WITH_14 = {
    "some bomb": 294_663_199_638,
    "four of a kind": 204_703_407_480,
    "straight flush": 92_272_299_834,
    "both kinds": 2_312_507_676,
}
SOME, QUADS, FLUSHES, BOTH = range(4)
SEED = 14


@jit
def count_eight_card_hands() -> tuple[int, int]:
    """Return the number of all eight-card hands, and of those with a bomb."""
    hands, found = 0, 0
    for a in range(7, N_CARDS):
        one = u64(1) << u64(a)
        for b in range(6, a):
            two = one | u64(1) << u64(b)
            for c in range(5, b):
                three = two | u64(1) << u64(c)
                for d in range(4, c):
                    four = three | u64(1) << u64(d)
                    for e in range(3, d):
                        five = four | u64(1) << u64(e)
                        for f in range(2, e):
                            six = five | u64(1) << u64(f)
                            for g in range(1, f):
                                seven = six | u64(1) << u64(g)
                                for h in range(g):
                                    found += has_bomb(seven | u64(1) << u64(h))
                                hands += g
    return hands, found


@jit
def count_dealt_hands(
    rules: Record,
    seed: int,
    first: int,
    last: int,
    own: Array,
    pack: Array,
    scratch: Record,
    sums: Array,
) -> int:
    """Deal and add up how many hands hold bombs; returns how often the two detectors disagree.

    `sums` (4, 2): over all deals, the number of hands of each sort, and the square of that number.
    """
    wrong = 0
    for number in range(first, last):
        deal(rules, own, pack, 0, stream(seed, number, 0, DEAL))
        some, quads, flushes, both = 0, 0, 0, 0
        for seat in range(own.shape[0]):
            hand = own[seat].hand
            n = fill_bombs(hand, NO_COMBO, 0, 0, scratch, 0)
            wrong += has_bomb(hand) != (n > 0)
            quad, flush = 0, 0
            for i in range(n):
                if pattern_kind(scratch.at[i]) == QUAD:
                    quad = 1
                else:
                    flush = 1
            some += i64(has_bomb(hand))
            quads += quad
            flushes += flush
            both += quad * flush
        for sort, hands in enumerate((some, quads, flushes, both)):
            sums[sort, 0] += hands
            sums[sort, 1] += hands * hands
    return wrong


def test_all_hands_of_eight_cards() -> None:
    assert count_eight_card_hands() == (HANDS_8, WITH_BOMB_8)
    assert comb(N_CARDS, 8) == HANDS_8


def test_the_exact_numbers_of_fourteen_cards_fit_together() -> None:
    assert comb(N_CARDS, 14) == HANDS_14
    some, quads, flushes, both = WITH_14.values()
    assert some == quads + flushes - both


def test_hands_of_fourteen_cards_in_a_sample() -> None:
    deals, workers = 5_000_000, 2
    sums = np.zeros((workers, len(WITH_14), 2), np.int64)

    def work(worker: int) -> int:
        first, last = (deals * k // workers for k in (worker, worker + 1))
        own = np.zeros(4, own_dtype(4))
        pack = np.zeros(N_CARDS, np.uint8)
        scratch = np.zeros(1, PATTERNS)[0]
        rules = settings_of(Rules())
        return count_dealt_hands(rules, u64(SEED), first, last, own, pack, scratch, sums[worker])

    with ThreadPoolExecutor(workers) as pool:
        assert sum(pool.map(work, range(workers))) == 0
    # The four hands of a deal depend on one another; deals do not. The error is that of deals.
    for (name, exact), (hands, squares) in zip(
        WITH_14.items(), sums.sum(axis=0).tolist(), strict=True
    ):
        mean = hands / deals
        error = sqrt((squares / deals - mean * mean) / deals)
        off = (mean - 4 * exact / HANDS_14) / error
        assert abs(off) < 4, f"{name}: {off:.1f} standard errors from the exact share"
