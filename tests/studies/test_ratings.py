"""Ratings are the likeliest ones, and their intervals hold the truth."""

import math
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import minimize
from scipy.special import expit, log_expit

from tichu_sim.errors import InputError
from tichu_sim.studies.ratings import POINTS_A_LOGIT, Ratings, expected_score, fit_ratings

Floats = npt.NDArray[np.float64]
Results = dict[tuple[int, int], Floats]

EXPERIMENTS = 3000
"""So many that a share of 95 % is within 0.014 of it by 3.5 standard deviations."""


def play(rng: np.random.Generator, logits: Floats, deals: int, margin: float = 0) -> Results:
    """Results of deals in which each bot has its own luck, against whomever it plays.

    Differences of this luck are logistic, as Bradley and Terry have it; those below the margin
    are draws.
    """
    strength = logits + rng.gumbel(size=(deals, len(logits)))
    return {
        (a, b): (1 + np.sign(ahead) * (np.abs(ahead) > margin)) / 2
        for a, b in combinations(range(len(logits)), 2)
        for ahead in [strength[:, a] - strength[:, b]]
    }


def likeliest(pairs: list[tuple[int, int]], won: Floats, lost: Floats) -> Floats:
    """Ratings that maximise the likelihood of wins and losses of the pairs."""
    a, b = np.array(pairs).T

    def against(rest: Floats) -> float:
        logits = np.append(0, rest)
        ahead = logits[a] - logits[b]
        return -float(won @ log_expit(ahead) + lost @ log_expit(-ahead)) / float(won.sum())

    logits = np.append(0, minimize(against, np.zeros(b.max()), tol=1e-12).x)
    return np.asarray((logits - logits.mean()) * POINTS_A_LOGIT)


def covered(fits: list[Ratings], truth: Floats) -> Floats:
    """How often the difference of each bot to bot 0 is in its interval."""
    held = [
        [
            found.low <= truth[0] - truth[bot] <= found.high
            for bot in range(1, len(truth))
            for found in [fit.difference(0, bot)]
        ]
        for fit in fits
    ]
    return np.asarray(np.mean(held, axis=0))


def test_expected_score() -> None:
    for difference in (-400, -35.5, 0, 120):
        assert expected_score(difference) == pytest.approx(1 / (1 + 10 ** (-difference / 400)))
        assert expected_score(difference) == pytest.approx(expit(difference / POINTS_A_LOGIT))
    assert (expected_score(1e9), expected_score(-1e9)) == (1, 0)


@pytest.mark.parametrize("margin", [0, 0.7])
def test_likelihood_is_at_its_maximum(margin: float) -> None:
    results = play(np.random.default_rng(1), np.array([0, 0.4, -0.3, 1.5, 0.1]), 60, margin)
    found = fit_ratings(results)
    won = np.array([array.sum() for array in results.values()]) + 0.5
    theirs = likeliest(list(results), won, 61 - won)
    assert found.values == pytest.approx(theirs, abs=0.01)
    assert found.values.sum() == pytest.approx(0, abs=1e-9)
    assert found.covariance.sum(axis=0) == pytest.approx(np.zeros(5), abs=1e-9)


@pytest.mark.parametrize(("wins", "losses"), [(7, 3), (50, 0), (0, 1), (999_999, 1), (10**6, 0)])
def test_two_bots_have_a_closed_form(wins: int, losses: int) -> None:
    found = fit_ratings({(0, 1): np.repeat([1.0, 0.0], [wins, losses])}).difference(0, 1)
    # Log odds with a half added to each count, and their variance (Anscombe 1956).
    expected = math.log((wins + 0.5) / (losses + 0.5)) * POINTS_A_LOGIT
    half = 1.959964 * math.sqrt(1 / (wins + 0.5) + 1 / (losses + 0.5)) * POINTS_A_LOGIT
    assert found == pytest.approx((expected, expected - half, expected + half), rel=1e-6)


def test_draws_alone() -> None:
    found = fit_ratings({(0, 1): [0.5] * 99}).difference(0, 1)
    # Nothing varies but what was added.
    half = 1.959964 * 0.02 * POINTS_A_LOGIT
    assert found == pytest.approx((0, -half, half), abs=1e-4)


def test_who_wins_everything_has_a_rating_that_is_little_known() -> None:
    deals = np.ones(300)
    rng = np.random.default_rng(2)
    even = rng.integers(0, 2, 300)
    found = fit_ratings({(0, 1): deals, (0, 2): deals, (1, 2): even})
    first, other = found.interval(0), found.difference(1, 2)
    assert np.isfinite([*first, *other]).all()
    assert first.high - first.low > 4 * (other.high - other.low)
    # As likely to win all 600 as a bot of which that is not astonishing.
    assert expected_score(found.difference(0, 1).low) ** 600 < 0.05
    assert expected_score(found.difference(0, 1).value) ** 600 > 0.3


def test_order_and_names_of_pairs_say_nothing() -> None:
    results = play(np.random.default_rng(3), np.array([0.0, 1, 2]), 40)
    turned = {(2, 1): 1 - results[1, 2], (0, 2): results[0, 2], (1, 0): 1 - results[0, 1]}
    found, other = fit_ratings(results), fit_ratings(turned)
    assert found.values == pytest.approx(other.values)
    assert found.covariance == pytest.approx(other.covariance)


def test_known_ratings_come_back() -> None:
    truth = np.array([-300.0, -120, -100, 0, 20, 200, 300])
    found = fit_ratings(play(np.random.default_rng(4), truth / POINTS_A_LOGIT, 40_000))
    assert found.values.argsort().tolist() == list(range(7))
    assert found.values == pytest.approx(truth, abs=8)


@pytest.mark.parametrize("deals", [40, 400])
def test_differences_hold_the_truth(deals: int) -> None:
    logits = np.array([0.3, 0.0, -0.4, 1.2])
    rng = np.random.default_rng(deals)
    fits = [fit_ratings(play(rng, logits, deals)) for _ in range(EXPERIMENTS)]
    held = covered(fits, logits * POINTS_A_LOGIT)
    assert (held >= 0.936).all()
    assert (held <= 0.964).all()


def test_draws_and_deals_in_common_count() -> None:
    # With draws the model is not quite true: what is estimated are the ratings that fit endless
    # deals best. Draws at a margin make wins and losses of half a logistic curve to each side.
    logits, margin = np.array([0.3, 0.0, -0.9]), 1.2
    pairs = list(combinations(range(3), 2))
    ahead = np.array([logits[a] - logits[b] for a, b in pairs])
    score = (expit(ahead - margin) + expit(ahead + margin)) / 2
    truth = likeliest(pairs, score, 1 - score)
    rng = np.random.default_rng(6)
    samples = [play(rng, logits, 200, margin) for _ in range(EXPERIMENTS // 2)]
    held = covered([fit_ratings(sample) for sample in samples], truth)
    assert (held >= 0.936).all()
    assert (held <= 0.964).all()
    # The same results as if each pair had played deals of its own.
    apart = [{pair: rng.permutation(of) for pair, of in sample.items()} for sample in samples[::2]]
    assert (covered([fit_ratings(sample) for sample in apart], truth) < 0.936).any()


@pytest.mark.parametrize(
    ("results", "told"),
    [
        ({}, "two bots or more"),
        ({(0, 0): [1]}, "every pair of them once"),
        ({(0, 1): [1], (1, 2): [1]}, "3 bots need every pair"),
        ({(0, 1): [1], (1, 0): [0]}, "every pair of them once"),
        ({(1, 2): [1]}, "every pair of them once"),
        ({(0, 1): []}, "same deals"),
        ({(0, 1): [[1, 0]]}, "same deals"),
        ({(0, 1): [1], (0, 2): [1], (1, 2): [1, 0]}, "same deals"),
        ({(0, 1): [1, 2]}, "1 for a win, 0.5 for a draw or 0 for a loss"),
        ({(0, 1): [-1, 0]}, "1 for a win"),
        ({(0, 1): [math.nan]}, "1 for a win"),
    ],
)
def test_wrong_results(results: dict[tuple[int, int], list[float]], told: str) -> None:
    with pytest.raises(InputError, match=told):
        fit_ratings(results)
