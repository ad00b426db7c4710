"""The sequential test errs as rarely as it says, and ends soon where that is possible."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import norm

from tichu_sim.errors import InputError
from tichu_sim.studies import sequential
from tichu_sim.studies.sequential import MIN_DEALS, Sprt, parse_sprt

Floats = npt.NDArray[np.float64]

VALUES = np.arange(-400, 402.5, 2.5)
_TILT = (1 - (VALUES / 402) ** 2) ** 3 * np.exp(VALUES / 300)
CHANCES = _TILT / _TILT.sum()
MEAN = float(VALUES @ CHANCES)


class Ended(NamedTuple):
    """What came of many tests: the share that decided for `high`, and the mean of their deals."""

    high: float
    deals: float


def run_tests(
    truth: float,
    high: float = 20,
    alpha: float = 0.05,
    beta: float = 0.05,
    values: Floats = VALUES - MEAN,
    chances: Floats = CHANCES,
) -> Ended:
    """Run 1,000 tests of the means 0 and `high`; the values have the mean `truth`."""
    rng = np.random.default_rng(9)
    tests = [Sprt(0, high, alpha, beta) for _ in range(1000)]
    running = tests
    while running:
        for test, batch in zip(
            running, rng.choice(values, (len(running), 25), p=chances) + truth, strict=True
        ):
            test.update(batch)
        running = [test for test in running if test.decision is None]
    high_ones = [test.decision == "high" for test in tests]
    return Ended(float(np.mean(high_ones)), float(np.mean([test.n for test in tests])))


def at_most(share: float, chance: float) -> bool:
    """Whether a share of 1,000 is not above a chance by more than 2.5 standard deviations."""
    return share <= chance + 2.5 * math.sqrt(chance * (1 - chance) / 1000)


def likelihood(sample: Floats, mean: float) -> float:
    """The logarithm of the highest one that a normal distribution with a mean can give."""
    best = minimize_scalar(
        lambda log: -norm.logpdf(sample, mean, math.exp(log)).sum(), bounds=(3, 6)
    )
    return -float(best.fun)


def test_ratio_is_that_of_the_best_normal_distributions() -> None:
    sample = np.random.default_rng(1).choice(VALUES, 300, p=CHANCES)
    low, high = MEAN - 20, MEAN
    test = Sprt(low, high)
    test.update(sample)
    best = likelihood(sample, high) - likelihood(sample, low)
    assert test.llr == pytest.approx(best, rel=1e-7)
    # Nearly Wald's own test, whose variance is known.
    known = norm.logpdf(sample, high, sample.std()) - norm.logpdf(sample, low, sample.std())
    assert test.llr == pytest.approx(known.sum(), rel=0.05)


def test_batches_make_no_difference_to_what_is_kept() -> None:
    # Far from zero, where sums of squares would lose all digits.
    sample = np.random.default_rng(2).choice(VALUES, 999, p=CHANCES) + 1e9
    test = Sprt(0, 1)
    for batch in np.split(sample, [1, 2, 2, 40, 41, 700]):
        test.update(batch)
    assert test.n == 999
    assert test.mean == pytest.approx(sample.mean(), rel=1e-15)
    assert test.m2 == pytest.approx(sample.var() * 999, rel=1e-9)


def test_bounds() -> None:
    assert Sprt(0, 1, 0.01, 0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


def test_a_decision_waits_and_stays() -> None:
    test = Sprt(0, 10)
    for _ in range(MIN_DEALS - 1):
        test.update([9.0] if test.n % 2 else [13.0])
    assert test.llr > 100
    assert test.decision is None
    test.update([11.0])
    assert test.decision == "high"
    test.update([-500.0] * 1000)
    assert test.llr < test.bounds[0]
    assert test.decision == "high"


@pytest.mark.parametrize("value", [0.0, 0.1, 10.0, 3 / 7])
def test_equal_deals_decide_nothing(value: float) -> None:
    test = Sprt(0, 10)
    assert test.llr == 0
    for length in (0, 1, 7, 3 * MIN_DEALS):
        test.update([value] * length)
        assert (test.llr, test.decision) == (0, None)


def test_errors_are_as_rare_as_they_should_be() -> None:
    low, high = run_tests(0), run_tests(20)
    # Bounds are overshot, so errors are rarer than 5 %, but not by a factor of ten.
    assert low.high > 0.005
    assert 1 - high.high > 0.005
    assert at_most(low.high, 0.05)
    assert at_most(1 - high.high, 0.05)


def test_two_chances_of_errors() -> None:
    low, high = run_tests(0, 15, 0.02, 0.2), run_tests(15, 15, 0.02, 0.2)
    assert at_most(low.high, 0.02)
    assert at_most(1 - high.high, 0.2)
    # The one error is the more common one.
    assert 1 - high.high > 0.1


def test_a_clear_case_ends_soon() -> None:
    halfway, at_high, far = (run_tests(truth, 14) for truth in (7, 14, 80))
    assert halfway.deals > 1.3 * at_high.deals > 1.3 * 2 * far.deals
    assert 0.4 < halfway.high < 0.6
    assert far.high == 1
    assert far.deals < 1.05 * MIN_DEALS


def test_fewer_deals_than_a_fixed_number() -> None:
    # So many deals are needed to tell the two means with both errors at 5 %.
    variance = float(np.square(VALUES - MEAN) @ CHANCES)
    fixed = variance * (2 * norm.ppf(0.95) / 10) ** 2
    assert run_tests(0, 10).deals < 0.65 * fixed


def test_the_least_deals_are_for_rare_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    # Most deals lose a little, a few win much; the mean is `high`.
    values, chances = np.array([0, -5, 375.0]), np.array([0.48, 0.5, 0.02])
    after_some = run_tests(0, 5, values=values, chances=chances)
    monkeypatch.setattr(sequential, "MIN_DEALS", 2)
    at_once = run_tests(0, 5, values=values, chances=chances)
    assert at_once.high < 0.4
    assert after_some.high > 0.8


def test_text() -> None:
    test = parse_sprt(" -2.5, 1e1", beta=0.1)
    assert (test.low, test.high, test.alpha, test.beta) == (-2.5, 10, 0.05, 0.1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("5", "'5' should read LOW,HIGH"),
        ("", "should read LOW,HIGH"),
        ("0,5,9", "should read LOW,HIGH"),
        ("0;5", "should read LOW,HIGH"),
        ("0,five", "should read LOW,HIGH"),
        ("5,0", "means 5 and 0: the first should be the lower one"),
        ("5,5", "the first should be the lower one"),
        ("nan,5", "both should be finite"),
        ("0,inf", "both should be finite"),
        ("0,1e155", "both should be within 1,000,000 points"),
    ],
)
def test_wrong_texts(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse_sprt(text)


@pytest.mark.parametrize("chance", [0, 0.5, -0.1, 1, math.nan])
def test_wrong_chances(chance: float) -> None:
    for name in ("alpha", "beta"):
        with pytest.raises(InputError, match=f"{name}=.* should lie between 0 and 0.5"):
            Sprt(0, 5, **{name: chance})
