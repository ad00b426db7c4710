"""Intervals agree with scipy, and hold the truth as often as they say."""

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from scipy.stats import binomtest, norm, sem, ttest_1samp, ttest_rel

from tichu_sim.errors import InputError
from tichu_sim.studies.stats import (
    NO_MOMENTS,
    Z95,
    Interval,
    mean_interval,
    moments,
    paired_difference,
    share_by_group,
    share_of_each,
    share_of_sums,
    wilson,
)

Floats = npt.NDArray[np.float64]

EXPERIMENTS = 4000
"""So many that a share of 95 % is within 0.014 of it by four standard deviations."""

POINTS = np.arange(-300, 301, 5)
_TILT = (POINTS + 301) ** 0.6
POINT_CHANCES = _TILT / _TILT.sum()
CALLS = np.array([-200, -100, 0, 100, 200])
CALL_CHANCES = np.array([0.14, 0.17, 0.24, 0.27, 0.18])
MEAN = float(POINTS @ POINT_CHANCES + CALLS @ CALL_CHANCES)


def scores(rng: np.random.Generator, *shape: int) -> Floats:
    """Differences of scores: points in steps of 5, and calls, skewed and with the mean `MEAN`."""
    points = rng.choice(POINTS, shape, p=POINT_CHANCES)
    return points + rng.choice(CALLS, shape, p=CALL_CHANCES).astype(np.float64)


def coverage(intervals: Iterable[Interval], truth: float) -> float:
    return float(np.mean([found.low <= truth <= found.high for found in intervals]))


def holds(share: float) -> bool:
    return 0.936 <= share <= 0.964


@pytest.mark.parametrize(
    ("successes", "trials"), [(0, 1), (1, 1), (0, 40), (40, 40), (3, 7), (60, 100), (5, 100_000)]
)
def test_wilson_is_that_of_scipy(successes: int, trials: int) -> None:
    theirs = binomtest(successes, trials).proportion_ci(method="wilson")
    expected = (successes / trials, theirs.low, theirs.high)
    assert wilson(successes, trials) == pytest.approx(expected, rel=1e-12, abs=1e-15)


def test_quantile() -> None:
    assert norm.ppf(0.975) == Z95


@pytest.mark.parametrize("n", [2, 30, 5000])
def test_mean_is_that_of_scipy(n: int) -> None:
    sample = scores(np.random.default_rng(n), n)
    theirs = ttest_1samp(sample, 0).confidence_interval()
    expected = (sample.mean(), theirs.low, theirs.high)
    assert mean_interval(sample) == pytest.approx(expected, rel=1e-12)


def test_groups_of_one_size_are_a_mean_of_shares() -> None:
    rng = np.random.default_rng(1)
    hits = rng.random((70, 6)) < rng.random((70, 1))
    theirs = norm.interval(0.95, hits.mean(), sem(hits.mean(axis=1)))
    groups = np.arange(70).repeat(6)
    # Neither the order of the trials nor the names of the groups say anything.
    shuffled = rng.permutation(420)
    found = share_by_group(hits.ravel()[shuffled], 1000 - 7 * groups[shuffled])
    assert found == pytest.approx((hits.mean(), *theirs), rel=1e-12)


def test_groups_of_any_size_are_a_ratio_of_sums() -> None:
    rng = np.random.default_rng(2)
    sizes = rng.integers(1, 12, 60)
    groups = np.arange(60).repeat(sizes)
    hits = rng.random(len(groups)) < rng.random(60).repeat(sizes)
    found = share_by_group(hits, groups)
    # The share without one group, for each: what the jackknife asks for.
    left = np.array([hits[groups != group].mean() for group in range(60)])
    spread = math.sqrt(59 / 60 * np.square(left - left.mean()).sum())
    assert found.value == hits.mean()
    assert (found.high - found.low) / 2 == pytest.approx(Z95 * spread, rel=0.02)


def test_series_of_pandas_are_taken() -> None:
    hits, groups = pd.Series([True, False, True], index=[5, 6, 9]), pd.Series([2, 2, 7])
    assert share_by_group(hits, groups) == share_by_group([1, 0, 1], ["a", "a", "b"])
    assert share_of_each(hits.astype("boolean"), groups) == wilson(2, 3)


def test_paired_difference_is_a_mean_over_deals() -> None:
    rng = np.random.default_rng(3)
    luck = scores(rng, 400) - MEAN
    both = np.column_stack([luck, -luck]) + scores(rng, 400, 2) / 3
    found = paired_difference(both)
    # A's own points at both seatings against B's.
    theirs = ttest_rel(both.mean(axis=1), np.zeros(400)).confidence_interval()
    assert found.difference == pytest.approx((both.mean(), theirs.low, theirs.high), rel=1e-12)
    first, second = both.T
    saved = -2 * np.cov(first, second)[0, 1] / (first.var(ddof=1) + second.var(ddof=1))
    assert found.variance_saved == pytest.approx(saved, rel=1e-12)
    assert 0.8 < found.variance_saved < 1
    # Seats that are not swapped: luck counts twice.
    assert paired_difference(both * [1, -1]).variance_saved == pytest.approx(-saved, rel=1e-12)


def test_saved_variance_is_that_against_other_cards() -> None:
    rng = np.random.default_rng(4)
    luck = scores(rng, 200_000) - MEAN
    both = np.column_stack([luck, -luck]) + scores(rng, 200_000, 2)
    saved = paired_difference(both).variance_saved
    # The second rounds of other deals.
    apart = (both[:, 0] + np.roll(both[:, 1], 1)) / 2
    assert saved == pytest.approx(1 - both.mean(axis=1).var() / apart.var(), abs=0.01)
    assert saved == pytest.approx(0.5, abs=0.01)
    assert paired_difference(scores(rng, 200_000, 2)).variance_saved == pytest.approx(0, abs=0.01)


def test_nothing_seen() -> None:
    nothings = wilson(0, 0), share_of_each([], []), share_by_group([], []), share_of_sums([], [])
    for nothing in (*nothings, share_of_sums([0, 0], [0, 0])):
        assert math.isnan(nothing.value)
        assert nothing[1:] == (0, 1)
    for differences in (mean_interval([]), paired_difference(np.zeros((0, 2))).difference):
        assert math.isnan(differences.value)
        assert differences[1:] == (-math.inf, math.inf)


def test_one_group_says_nothing_about_the_spread() -> None:
    assert share_by_group([True, False, True, True], [3, 3, 3, 3]) == (0.75, 0, 1)
    assert share_of_sums([3], [4]) == (0.75, 0, 1)
    assert share_of_sums([0, 4], [0, 4]) == (1, 0, 1)


def test_sums_of_independent_trials_have_the_interval_of_wilson() -> None:
    hits = np.random.default_rng(9).random(500) < 0.3
    found, theirs = share_of_sums(hits, np.ones(500)), wilson(int(hits.sum()), 500)
    assert found == pytest.approx(theirs, rel=1e-3)
    assert share_of_sums([2] * 30, [2] * 30) == wilson(60, 60)
    assert share_of_sums([0] * 30, [2] * 30) == wilson(0, 60)


def test_sums_and_trials_of_groups_agree() -> None:
    rng = np.random.default_rng(10)
    sizes = rng.integers(1, 12, 3000)
    groups = np.arange(3000).repeat(sizes)
    hits = rng.random(len(groups)) < rng.random(3000).repeat(sizes)
    found = share_of_sums(np.bincount(groups, weights=hits), sizes)
    assert found == pytest.approx(share_by_group(hits, groups), rel=1e-3)


def test_one_deal_says_nothing_about_the_spread() -> None:
    found = paired_difference([[100, 40]])
    assert found.difference == (70, -math.inf, math.inf)
    assert math.isnan(found.variance_saved)


def test_deals_that_are_all_equal() -> None:
    assert mean_interval([35] * 9) == (35, 35, 35)
    found = paired_difference([[100, -100]] * 9)
    assert found.difference == (0, 0, 0)
    assert math.isnan(found.variance_saved)
    mirrored = paired_difference([[100, -100], [20, -20], [-45, 45]])
    assert (mirrored.difference, mirrored.variance_saved) == ((0, 0, 0), 1)
    assert share_by_group([True] * 4, [1, 1, 2, 2]) == (1, 1, 1)


@pytest.mark.parametrize(("successes", "trials"), [(4, 3), (-1, 3), (0, -1)])
def test_impossible_counts(successes: int, trials: int) -> None:
    with pytest.raises(InputError, match=f"{successes} successes of {trials} trials"):
        wilson(successes, trials)


@pytest.mark.parametrize("shape", [(6,), (2, 3), (3, 2, 2)])
def test_impossible_differences(shape: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match=r"it should be \(deals, 2\)"):
        paired_difference(np.ones(shape))


@pytest.mark.parametrize(("trials", "chance"), [(1000, 0.5), (1000, 0.03), (200, 0.8)])
def test_shares_hold_the_truth(trials: int, chance: float) -> None:
    counts = np.random.default_rng(5).binomial(trials, chance, EXPERIMENTS)
    assert holds(coverage((wilson(int(count), trials) for count in counts), chance))


def test_shares_by_group_hold_the_truth() -> None:
    # Groups share their luck, which the plain interval does not see.
    rng = np.random.default_rng(6)
    sizes = rng.integers(1, 12, 300)
    groups = np.arange(300).repeat(sizes)
    luck = rng.choice([0.1, 0.7], (EXPERIMENTS // 2, 300)).repeat(sizes, axis=1)
    experiments = rng.random(luck.shape) < luck
    assert holds(coverage((share_by_group(hits, groups) for hits in experiments), 0.4))
    assert coverage((share_of_each(hits, groups) for hits in experiments), 0.4) < 0.85


@pytest.mark.parametrize(
    ("groups", "chances"), [(300, (0.1, 0.7)), (300, (0.0, 0.04)), (60, (0.95, 0.99))]
)
def test_shares_of_sums_hold_the_truth(groups: int, chances: tuple[float, float]) -> None:
    rng = np.random.default_rng(11)
    sizes = rng.integers(1, 5, groups)
    luck = rng.choice(chances, (EXPERIMENTS, groups))
    found = [share_of_sums(rng.binomial(sizes, chance), sizes) for chance in luck]
    assert holds(coverage(found, sum(chances) / 2))


@pytest.mark.parametrize("balance", [-1, 0, 1])
def test_shares_of_pairs_hold_the_truth(balance: int) -> None:
    # Two games on the same cards: where one is won, the other one is lost, or won too, or neither.
    rng = np.random.default_rng(12)
    first = rng.random((EXPERIMENTS // 2, 200)) < 0.8
    second = rng.random(first.shape) < 0.8 + balance * np.where(first, 0.05, -0.2)
    found = [share_of_sums(hits, np.full(200, 2)) for hits in first + second.astype(int)]
    assert holds(coverage(found, 0.8))


@pytest.mark.parametrize(("deals", "experiments"), [(1000, 1000), (30, EXPERIMENTS)])
def test_means_hold_the_truth(deals: int, experiments: int) -> None:
    samples = scores(np.random.default_rng(7), experiments, deals)
    assert 200 < samples.std() < 220
    assert holds(coverage((mean_interval(sample) for sample in samples), MEAN))


@pytest.mark.parametrize(("deals", "experiments"), [(1000, 1000), (30, EXPERIMENTS)])
def test_paired_differences_hold_the_truth(deals: int, experiments: int) -> None:
    rng = np.random.default_rng(8)
    luck = scores(rng, experiments, deals, 1) * [1, -1]
    own = scores(rng, experiments, deals, 2) * 0.6
    samples = luck + own
    found = [paired_difference(sample) for sample in samples]
    assert holds(coverage((pair.difference for pair in found), 0.6 * MEAN))
    # Where the rounds counted one by one, the interval would be far too wide.
    assert coverage((mean_interval(sample.ravel()) for sample in samples), 0.6 * MEAN) > 0.99


# --- moments ---


@pytest.mark.parametrize("n", [2, 3, 50, 2000])
def test_moments_have_the_interval_of_the_values(n: int) -> None:
    values = scores(np.random.default_rng(n), n)
    for given in (values, values.astype(np.int16), values / 7):
        cut = n // 3
        found = moments(given[cut:]).plus(NO_MOMENTS).plus(moments(given[:cut]))
        assert found.mean() == pytest.approx(mean_interval(given), rel=1e-9)


def test_moments_of_whole_numbers_are_exact() -> None:
    """Also where sums are far beyond what a float holds, and the spread is tiny beside the mean."""
    values = np.full(1000, 2**19)
    values[0] += 1
    found = moments(values)
    for _ in range(20):
        found = found.plus(found)
    value, low, _ = found.mean()
    assert found.total == (1000 * 2**19 + 1) << 20
    assert value - low == pytest.approx(Z95 * values.std() / math.sqrt(found.n), rel=1e-4)


def test_moments_of_one_value_and_of_none() -> None:
    assert moments([7]).mean() == Interval(7.0, -math.inf, math.inf)
    assert math.isnan(NO_MOMENTS.mean().value)
    assert moments([4, 4, 4]).mean() == Interval(4.0, 4.0, 4.0)
