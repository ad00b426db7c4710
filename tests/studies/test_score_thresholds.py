"""At which score to call: known truths, played pairs, and groups of hands."""

import numpy as np
import pytest

from tichu_sim.bots.registry import parse_bot
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.jit import Array
from tichu_sim.studies.call_pairs import CallPairs, call_pairs
from tichu_sim.studies.categories import N_CATEGORIES, categories
from tichu_sim.studies.equity import equity_of
from tichu_sim.studies.grand_tichu import study_categories
from tichu_sim.studies.round_scores import round_scores
from tichu_sim.studies.score_pairs import (
    MOST_SCORE_DEALS,
    ScorePairs,
    play_category_scores,
    play_great_grand,
)
from tichu_sim.studies.score_thresholds import (
    points_threshold,
    score_frame,
    score_grid,
    score_rows,
    strength_groups,
    threshold_of,
    weighted_mean,
)
from tichu_sim.studies.stats import Interval

COIN = equity_of(round_scores([100, 0], [0, 100]), target=1000)


def pairs_of(**options: object) -> CallPairs:
    return call_pairs(make_rules("standard", options), parse_bot("greedy"), 0)


def bets(made: Array) -> ScorePairs:
    """A round of 50 : 50, and 200 points more or less for a call."""
    silent = np.full((len(made), 2), 50)
    called = silent.copy()
    called[:, 0] += np.where(made, 200, -200)
    return ScorePairs(called, silent, made)


def category_bets(deals: int) -> list[ScorePairs]:
    """Category n makes its call in n of 80 deals."""
    at = np.arange(deals)
    return [bets(at % N_CATEGORIES < number) for number in range(N_CATEGORIES)]


def test_the_threshold_of_points_is_a_half() -> None:
    groups = strength_groups(category_bets(800))
    assert len(groups) == 20
    assert points_threshold(groups).value == pytest.approx(0.5, abs=1e-9)
    assert points_threshold(groups).low < 0.5 < points_threshold(groups).high


def test_the_threshold_at_a_score() -> None:
    """A bet pays where p (e+ - e) > (1 - p) (e - e-)."""
    found = category_bets(800)
    groups = strength_groups(found)
    scores = [(0, 0), (300, 900), (900, 300), (700, 700), (0, 900)]
    for row in score_rows(COIN, found, groups, bets(np.ones(9, bool)), scores):
        after = [float(COIN.after(row.us + 50 + bet, row.them + 50)) for bet in (200, 0, -200)]
        exact = (after[1] - after[2]) / (after[0] - after[2])
        assert row.threshold.value == pytest.approx(exact, abs=1e-6)
        assert row.win == COIN.chance(row.us, row.them)
        assert row.great_grand.value == pytest.approx(after[0] - after[1])
        for group, gain in zip(groups, row.gains, strict=True):
            p = group.chance.value
            told = p * after[0] + (1 - p) * after[2] - after[1]
            assert gain.value == pytest.approx(told, abs=1e-9)


def test_groups() -> None:
    found = category_bets(80)
    groups = strength_groups(found)
    assert sorted(number for group in groups for number in group.categories) == list(range(80))
    assert sum(group.share for group in groups) == pytest.approx(1)
    assert groups[1].categories == (4, 5, 6, 7)
    share = categories()["share"].to_numpy()[4:8]
    told = (share * [4, 5, 6, 7]).sum() / share.sum() / 80
    assert groups[1].chance.value == pytest.approx(told)
    nothing = ScorePairs(np.zeros((0, 2), int), np.zeros((0, 2), int), np.zeros(0, bool))
    some = [*found[:79], nothing]
    assert 79 not in {number for group in strength_groups(some) for number in group.categories}


def test_weighted_means_are_those_of_strata() -> None:
    """1,000 samples of two strata against the interval that each of them gives."""
    rng, inside = np.random.default_rng(4), 0
    for _ in range(1000):
        parts = []
        for mean, spread, n in ((10, 5, 200), (40, 30, 50)):
            values = rng.normal(mean, spread, n)
            half = 1.96 * values.std(ddof=1) / np.sqrt(n)
            parts.append(Interval(values.mean(), values.mean() - half, values.mean() + half))
        _, low, high = weighted_mean(parts, [0.9, 0.1])
        inside += low <= 13 <= high
    assert 0.93 <= inside / 1000 <= 0.97


def around(*values: float) -> list[Interval]:
    return [Interval(value, value - 5, value + 5) for value in values]


@pytest.mark.parametrize(
    ("gains", "told"),
    [
        ((10, 20, 30), (0, 0, 0)),
        ((-30, -20, -10), (1, 1, 1)),
        ((-10, 10, 30), (0.45, 0.425, 0.475)),
        ((-10, -2, 8), (0.52, 0.4625, 0.57)),
        ((-2, 8, 30), (0.42, 0, 0.47)),
        ((-20, -10, 3), (0.5 + 1 / 13, 0.5 + 0.5 / 13, 1)),
        # Two groups in the wrong order count as one.
        ((-4, 8, 0), (0.45, 0, 1)),
    ],
)
def test_where_gains_become_positive(
    gains: tuple[float, ...], told: tuple[float, float, float]
) -> None:
    found = threshold_of([0.4, 0.5, 0.6], around(*gains))
    assert found == pytest.approx(told)


def test_grid() -> None:
    assert score_grid(500)[-1] == (475, 475)
    assert score_grid(5) == [(0, 0)]
    assert all(us % 5 == 0 and us < 333 for us, _ in score_grid(333))


# --- played ---


def test_the_deals_are_those_of_the_categories() -> None:
    pairs = pairs_of()
    found = play_category_scores(pairs, 300, workers=2)
    for one, other in zip(found, study_categories(pairs, 300), strict=True):
        assert one.points() == pytest.approx(other.call_value())
        assert one.chance() == other.p_first()
    again = play_category_scores(pairs, 300, workers=1)
    assert all((one.called == two.called).all() for one, two in zip(found, again, strict=True))


def test_great_grand() -> None:
    found = play_great_grand(pairs_of(), 3000, workers=2)
    assert found.chance().value == pytest.approx(0.25, abs=0.05)
    assert found.points().high < -100
    again = play_great_grand(pairs_of(great_grand=True), 3000)
    assert (found.called == again.called).all()
    assert (found.silent == again.silent).all()
    # All that a failed call costs, and nobody else has called it.
    lost = (found.called - found.silent)[~found.made, 0]
    assert np.median(lost) == -400


def test_far_behind() -> None:
    """Who is far behind calls with less, and far ahead with more; and Great Grand is for them."""
    pairs = pairs_of()
    found, great_grand = play_category_scores(pairs, 300), play_great_grand(pairs, 6000)
    equity = equity_of(round_scores(*great_grand.silent.T, symmetric=True))
    groups = strength_groups(found)
    rows = score_rows(equity, found, groups, great_grand, [(0, 900), (0, 0), (800, 200)])
    behind, even, ahead = rows
    assert behind.threshold.high < even.threshold.value < ahead.threshold.value
    assert even.great_grand.high < 0
    frame = score_frame(rows)
    assert frame["threshold_low"].tolist() == [row.threshold.low for row in rows]
    assert frame.columns.tolist()[:4] == ["us", "them", "win", "threshold"]


@pytest.mark.parametrize("deals", [0, MOST_SCORE_DEALS + 1])
def test_no_number_of_deals(deals: int) -> None:
    with pytest.raises(InputError, match="for scores there should be 1 to 100000"):
        play_category_scores(pairs_of(), deals)
    if not deals:
        with pytest.raises(InputError, match="0 deals: there should be 1 or more"):
            play_great_grand(pairs_of(), deals)
