"""The value of the call: pairs of the same cards, exact sums, intervals, precision, categories."""

import math
from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from samples.rounds import records
from scipy import stats

from tichu_sim.bots.forced import calls_grand
from tichu_sim.bots.registry import parse_bot
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.sim.blocks import play_block
from tichu_sim.sim.run import make_run
from tichu_sim.studies.advice import CALL, OPEN, SILENT
from tichu_sim.studies.call_pairs import CallPairs, PairRows, call_pairs
from tichu_sim.studies.call_tally import CallTally, tally
from tichu_sim.studies.categories import category_number, category_of
from tichu_sim.studies.grand_tichu import (
    category_holdings,
    half_width,
    holdings_of,
    study_categories,
    study_hand,
)
from tichu_sim.studies.holding_masks import class_of, draw_holdings
from tichu_sim.studies.holdings import parse_holding
from tichu_sim.studies.rank_classes import multiplicity
from tichu_sim.studies.stats import moments, wilson

HAND = parse_holding("A A K Dr Ph 9 7 2")
WEAK = parse_holding("2 3 5 6 8 9 J Q")


def pairs_of(bot: str = "greedy", seed: int = 0, **options: object) -> CallPairs:
    return call_pairs(make_rules("standard", options), parse_bot(bot), seed)


def rows_of(pairs: CallPairs, first: int, last: int) -> PairRows:
    return pairs.play(holdings_of(HAND), first, last, Event())


def test_the_pairs_are_those_of_the_records() -> None:
    """Scores, places and calls, read from the written rounds."""
    pairs, held, n = pairs_of(seed=4), holdings_of(HAND), 60
    found = rows_of(pairs, 0, n)
    both = [records(replace(pairs.run(calls, held), units=n)) for calls in (True, False)]
    for at, (called, silent) in enumerate(zip(*both, strict=True)):
        assert called.deal == silent.deal
        assert "0 grand" in called.events
        assert "0 grand" not in silent.events
        assert called.result is not None
        assert silent.result is not None
        assert found.called[at].tolist() == list(called.result.score)
        assert found.silent[at].tolist() == list(silent.result.score)
        assert found.first_called[at] == (called.result.finish[0] == 0)
        assert found.first_silent[at] == (silent.result.finish[0] == 0)
        assert found.tichu[at] == ("0 tichu" in silent.events)


def test_what_the_sums_say() -> None:
    """Means and intervals as SciPy has them from the values themselves."""
    rows, found = rows_of(pairs_of(), 0, 3000), tally(rows_of(pairs_of(), 0, 3000))
    gains = (rows.called[:, 0] - rows.called[:, 1]) - (rows.silent[:, 0] - rows.silent[:, 1])
    for ours, values in (
        (found.call_value(), gains),
        (found.value_bomb.mean(), gains[rows.bomb]),
        (found.value_no_bomb.mean(), gains[~rows.bomb]),
        (found.called.mean(), rows.called[:, 0] - rows.called[:, 1]),
        (found.silent.mean(), rows.silent[:, 0] - rows.silent[:, 1]),
    ):
        paired = stats.ttest_1samp(values, 0).confidence_interval(0.95)
        assert ours == pytest.approx((values.mean(), paired.low, paired.high), rel=1e-9)
    assert found.p_first() == wilson(int(rows.first_called.sum()), 3000)
    made = stats.binomtest(int(rows.tichu_made.sum()), int(rows.tichu.sum()))
    interval = made.proportion_ci(0.95, method="wilson")
    assert found.tichu_kept()[1:] == pytest.approx((interval.low, interval.high))
    assert 0 < found.bombed().value < 1


def test_a_call_is_made_by_going_out_first() -> None:
    """Where no score differs but by the call, it is worth 200 points or costs them."""
    rows = rows_of(pairs_of(), 0, 500)
    alike = (rows.first_called == rows.first_silent) & ~rows.tichu
    assert set(rows.differences[alike & rows.first_called].tolist()) >= {200}
    assert set(rows.differences[alike & ~rows.first_called].tolist()) >= {-200}


def test_workers_and_batches_do_not_matter() -> None:
    one = study_hand(pairs_of(), HAND, 3000, workers=1)
    assert one == study_hand(pairs_of(), HAND, 3000, workers=2)
    parts = [tally(rows_of(pairs_of(), *part)) for part in ((0, 7), (7, 2000), (2000, 3000))]
    assert one == parts[0].plus(parts[2]).plus(parts[1])
    assert one != study_hand(pairs_of(seed=1), HAND, 3000)


def test_intervals_hold_the_truth() -> None:
    """400 samples of 500 deals, against all of them together."""
    tallies = [tally(rows_of(pairs_of(seed=8), at, at + 500)) for at in range(0, 200_000, 500)]
    whole = CallTally()
    for part in tallies:
        whole = whole.plus(part)
    for name in ("call_value", "p_first"):
        truth = getattr(whole, name)().value
        inside = [low <= truth <= high for _, low, high in (getattr(t, name)() for t in tallies)]
        assert 0.92 <= np.mean(inside) <= 0.98


def test_precision() -> None:
    found = [
        study_hand(pairs_of(), HAND, 1_000_000, precision=1.5, workers=workers)
        for workers in (1, 2)
    ]
    assert found[0] == found[1]
    assert 1.3 < half_width(found[0]) <= 1.5
    capped = study_hand(pairs_of(), HAND, 5000, precision=0.01)
    assert capped.deals == 5000


def test_advice() -> None:
    assert study_hand(pairs_of(), HAND, 1000).advice() == CALL
    assert study_hand(pairs_of(), WEAK, 1000).advice() == SILENT
    assert CallTally().advice() == OPEN
    assert CallTally(value=moments([100, 100, 90]), win=moments([-0.1, -0.2])).advice() == OPEN
    assert CallTally(value=moments([100, 100, 90]), win=moments([-0.1] * 9)).advice() == SILENT


def test_one_call_a_team() -> None:
    """Deals in which the partner has had the call do not count."""
    found = study_hand(pairs_of("random", calls_per_team="one"), HAND, 2000)
    assert 0 < found.asked < found.deals == 2000
    assert found.asked == found.called.n == found.silent.n
    assert study_hand(pairs_of("random"), HAND, 500).asked == 500


@pytest.mark.parametrize("precision", [1e-160, 1e-300, 5e-324])
def test_a_precision_out_of_reach(precision: float) -> None:
    """The most deals are played."""
    assert study_hand(pairs_of(), HAND, 4000, precision).deals == 4000


@pytest.mark.parametrize("precision", [0, -1, math.nan, math.inf])
def test_no_precision(precision: float) -> None:
    with pytest.raises(InputError, match=r"^precision .*: it should be finite and above 0$"):
        study_hand(pairs_of(), HAND, 10, precision)


@pytest.mark.parametrize("deals", [0, -1, 1 << 33])
def test_no_number_of_deals(deals: int) -> None:
    for study in (lambda: study_hand(pairs_of(), HAND, deals), lambda: table(deals)):
        with pytest.raises(InputError, match="deals: there should be 1 to 4294967296"):
            study()


def table(deals: int) -> list[CallTally]:
    return study_categories(pairs_of(), deals, [36])


# --- categories ---


def test_holdings_of_a_category() -> None:
    """All of it, each class as often as it is dealt."""
    number = category_number(3, phoenix=True, dragon=True, mahjong=True)
    held = category_holdings(number, 1000, 9000, seed=2)
    assert held.of_units(1000, 9000).shape == (8000, 2)
    part = category_holdings(number, 1500, 1600, seed=2)
    assert (part.of_units(1500, 1600) == held.of_units(1500, 1600)).all()
    run = pairs_of(seed=2).run(True, held)
    first = play_block(run, 1000, 9000, False, Event()).seats["first"][:, 0]
    assert (category_of(first) == number).all()
    classes, seen = np.unique(class_of(first), return_counts=True)
    weight = multiplicity(classes)
    assert len(classes) == 66 + 12
    expected = 8000 * weight / weight.sum()
    assert 1e-4 < stats.chisquare(seen, expected).pvalue < 1 - 1e-4
    assert (category_of(draw_holdings(classes)) == number).all()


def test_a_category_is_what_deals_of_it_come_to() -> None:
    """Against rounds in which all cards are drawn, those of the category picked out."""
    pairs, n = pairs_of(seed=6), 20_000
    run = make_run(pairs.rules, (calls_grand(pairs.bot, True), *(pairs.bot,) * 3), 77, n)
    seats = play_block(run, 0, n, False, Event()).seats
    picked = seats["place"][category_of(seats["first"][:, 0]) == 0, 0] == 1
    (found,) = study_categories(pairs, 10_000, [0])
    hits = [[int(picked.sum()), found.first_called]]
    hits.append([int((~picked).sum()), found.deals - found.first_called])
    assert stats.chi2_contingency(hits).pvalue > 1e-3


def test_categories_with_any_number_of_workers() -> None:
    one = study_categories(pairs_of(), 1500, [12, 0], workers=1)
    assert one == study_categories(pairs_of(), 1500, [12, 0], workers=2)
    assert [found.deals for found in one] == [1500, 1500]
    assert one[0].call_value().value > one[1].call_value().value
    assert one[1:] == study_categories(pairs_of(), 1500, [0])
