"""The fit behind an atlas: what it knows of a hand, and what it makes of hands of one kind."""

import numpy as np
import pytest

from tichu_sim.studies.atlas_model import FitInput, features_of, fit, fit_input, fold_of, kind_of
from tichu_sim.studies.holdings import parse_holding
from tichu_sim.studies.rank_classes import N_CLASSES, category_of_class, counts_of


def kind(cards: str) -> int:
    return int(kind_of(counts_of([parse_holding(cards).rank_class]))[0])


def test_features_know_what_makes_a_hand() -> None:
    """One column a feature: equal columns would be one too many."""
    counts = counts_of(np.arange(0, N_CLASSES, 13))
    found = features_of(counts)
    assert found.shape[0] == len(counts)
    assert np.linalg.matrix_rank(found) == found.shape[1]


def test_kinds_are_the_number_of_winners_and_the_dog() -> None:
    assert kind("2 3 4 5 6 7 8 9") == 0
    assert kind("2 3 4 5 6 7 8 Dg") == 1
    assert kind("2 3 4 5 6 A A Ph") == 6
    assert kind("2 3 4 5 Dg A A Dr") == 7
    assert kind("2 3 4 A A A Dr Ph") == kind("2 3 A A A A Dr Ph") == 10


@pytest.mark.parametrize("kinds", [1, 3])
def test_the_fit_recovers_a_truth_and_its_errors(kinds: int) -> None:
    """Estimates are nearer to the truth than what was seen, and stray as far as they say."""
    rng = np.random.default_rng(5)
    features = features_of(counts_of(np.arange(0, N_CLASSES, 11)))
    of_kind = rng.integers(kinds, size=len(features))
    slopes = rng.normal(size=(kinds, features.shape[1]))
    strays = 6.0 + 3 * np.arange(kinds)
    truth = (features * slopes[of_kind]).sum(axis=1)
    truth += strays[of_kind] * rng.normal(size=len(features))
    errors = rng.uniform(5, 20, size=len(features))
    seen = truth + errors * rng.normal(size=len(features))
    found = fit(FitInput(features, fold_of(np.arange(len(features))), of_kind), seen, errors)
    for number, stray in enumerate(strays):
        assert found.spread[of_kind == number] == pytest.approx(stray, rel=0.08)
    off = (found.estimate - truth) / found.error
    assert np.mean(np.abs(off) < 1.96) == pytest.approx(0.95, abs=0.01)
    assert np.abs(found.estimate - truth).mean() < 0.75 * np.abs(seen - truth).mean()


def test_the_best_and_the_worst_hands_are_not_flattered() -> None:
    """Each winner more is worth less than the one before: no category strays from its estimates."""
    classes = np.arange(0, N_CLASSES, 3)
    counts = counts_of(classes)
    winners = counts[:, [2, 3, 16]].sum(axis=1)
    truth = 140 * np.tanh(winners / 2) - 90 - 15 * counts[:, 1] / (1 + winners)
    errors = np.full(len(classes), 20.0)
    seen = truth + errors * np.random.default_rng(2).normal(size=len(classes))
    found = fit(fit_input(classes), seen, errors)
    categories = category_of_class(classes)
    for category in np.unique(categories):
        here = categories == category
        bar = 4 * 20 / np.sqrt(here.sum()) + 1
        assert abs((found.estimate - truth)[here].mean()) < bar, category


def test_what_noise_would_hide_is_not_taken_for_nothing() -> None:
    """A spread that cannot be told from none is not called none: an error of 0 would be a claim."""
    rng = np.random.default_rng(4)
    errors = np.full(500, 10.0)
    known = FitInput(np.ones((500, 1)), fold_of(np.arange(500)), np.zeros(500, np.int64))
    found = fit(known, errors * rng.normal(size=500), errors)
    assert (found.spread > 2).all()
    assert (found.error > 1.5).all()
