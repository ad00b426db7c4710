"""The chance to win the game (R12.1, R12.2, A21) against closed forms, twins and whole games."""

import math
import re
from collections.abc import Callable
from functools import cache
from threading import Event
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from samples.rounds import a_run
from scipy.stats import nbinom

from tichu_sim.errors import InputError
from tichu_sim.game.match import CONTINUE, DRAW, game_end
from tichu_sim.game.rules import make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.sim.blocks import Played, play_block
from tichu_sim.studies.equity import Equity, decision_value, equity_of
from tichu_sim.studies.round_scores import RoundScores, round_scores
from tichu_sim.studies.stats import share_by_group

COIN = round_scores([100, 0], [0, 100], [0.6, 0.4])
LIVELY = round_scores(
    [40, 60, 50, 200, 0, 300, -160, -60, -50],
    [60, 40, 50, 0, 200, -100, 160, -40, -50],
    [5, 5, 3, 2, 3, 1, 1, 2, 2],
)
"""With ties that climb, and rounds that bring both teams down, tied and not."""
SIX = 6.0
"""Standard errors that a simulated share may be off."""


@cache
def coin_game() -> Equity:
    return equity_of(COIN)


# --- known truths ---


@pytest.mark.parametrize(("us", "them"), [(0, 0), (300, 700), (900, 0), (-400, 100), (900, 900)])
def test_a_coin_game_has_a_closed_form(us: int, them: int) -> None:
    # We need m heads before n tails: fewer than n tails before the m-th head.
    m, n = (1000 - us) // 100, (1000 - them) // 100
    assert coin_game().chance(us, them) == pytest.approx(nbinom.cdf(n - 1, m, 0.6), abs=1e-9)


def test_a_target_between_two_totals_is_the_higher_one() -> None:
    totals = np.arange(0, 1000, 100)
    one, other = equity_of(COIN, target=901), equity_of(COIN, target=1000)
    assert one.chance(totals, 300) == pytest.approx(other.chance(totals, 300), abs=1e-12)


def test_equal_teams_at_equal_totals() -> None:
    found = equity_of(round_scores(LIVELY.us, LIVELY.them, LIVELY.weight, symmetric=True))
    totals = np.arange(-1000, 1000, 5)
    assert found.chance(totals, totals) == pytest.approx(0.5, abs=1e-9)
    every = found.chance(totals[:, None], totals)
    assert every + every.T == pytest.approx(1, abs=1e-9)


def test_more_points_are_better() -> None:
    # Where a lead cannot turn a tie into an earlier end, which may help those who are behind.
    scores = round_scores([40, 200, 0, 100, -100], [60, 0, 200, 0, 100], [4, 1, 1, 2, 2])
    totals = np.arange(-500, 1000, 5)
    found = equity_of(scores)
    every = found.chance(totals[:, None], totals)
    slack = 2 * found.bound(totals[:, None], totals).max()
    assert slack < 1e-4
    assert np.diff(every, axis=0).min() > -slack
    assert np.diff(every, axis=1).max() < slack


@pytest.mark.parametrize(("tie", "expected"), [("continue", 0.6), ("draw", 0.5 * 0.5 + 0.5 * 0.6)])
def test_ties_at_the_target(tie: str, expected: float) -> None:
    # A round is tied half of the time, and we win three of five that are not.
    found = equity_of(round_scores([50, 100, 0], [50, 0, 100], [5, 3, 2]), tie=tie)
    assert found.chance(950, 950) == pytest.approx(expected, abs=1e-9)
    if tie == "continue":
        assert found.chance([1000, 1005, 7000], [1000, 1005, 7000]) == pytest.approx(0.6, abs=1e-9)
    assert found.after([1000, 1000, 990], [1000, 1005, 1200]).tolist() == pytest.approx(
        [0.6 if tie == "continue" else 0.5, 0, 0], abs=1e-9
    )


# --- twins ---


def recursive(scores: RoundScores, target: int) -> Callable[[int, int], float]:
    """The chance by its definition, where every round brings some points and takes none."""
    pairs, chance = scores.table()
    rows = [(int(a), int(b), float(p)) for (a, b), p in zip(pairs, chance, strict=True)]
    assert min(min(a, b) for a, b, _ in rows) >= 0
    ahead = sum(p for a, b, p in rows if a > b) / sum(p for a, b, p in rows if a != b)

    @cache
    def of(us: int, them: int) -> float:
        if max(us, them) >= target:
            return ahead if us == them else float(us > them)
        return sum(p * of(us + a, them + b) for a, b, p in rows)

    return of


def test_the_definition() -> None:
    scores = round_scores([40, 60, 50, 200, 0, 5], [60, 40, 50, 0, 200, 95], [3, 4, 2, 1, 1, 1])
    found, twin = equity_of(scores, target=500), recursive(scores, 500)
    for us in range(0, 500, 35):
        for them in range(0, 500, 45):
            assert found.chance(us, them) == pytest.approx(twin(us, them), abs=1e-9)


def played_out(scores: RoundScores, us: int, them: int, tie: str, games: int) -> float:
    """Share of games won, a draw counting half, as the rules of the package end them."""
    rules = settings_of(make_rules("standard", {"tie": tie, "target": 400}))
    pairs, chance = scores.table()
    rng = np.random.default_rng(12)
    share = 0.0
    for _ in range(games):
        totals, end, rounds = np.array([us, them]), CONTINUE, 0
        while end == CONTINUE:
            totals += pairs[rng.choice(len(pairs), p=chance)]
            rounds += 1
            end = game_end(rules, totals, rounds)
        share += 0.5 if end == DRAW else end == 0
    return share / games


@pytest.mark.parametrize("tie", ["continue", "draw"])
@pytest.mark.parametrize(("us", "them"), [(350, 350), (100, 250), (395, -200)])
def test_games_played_out(tie: str, us: int, them: int) -> None:
    found = float(equity_of(LIVELY, target=400, tie=tie).chance(us, them))
    games = 3000
    error = math.sqrt(found * (1 - found) / games)
    assert abs(played_out(LIVELY, us, them, tie, games) - found) < SIX * error


def test_a_lower_grid_changes_less_than_the_bound() -> None:
    # Points are often lost, so that the edge is met.
    scores = round_scores([100, 0, -60], [0, 100, -80])
    near, far = equity_of(scores, 300, lowest=-100), equity_of(scores, 300, lowest=-600)
    totals = np.arange(-100, 300, 5)
    off = np.abs(near.chance(totals[:, None], totals) - far.chance(totals[:, None], totals))
    bound = near.bound(totals[:, None], totals)
    assert (off <= bound + 1e-9).all()
    assert bound.max() > 1e-4
    assert far.bound(0, 0) < near.bound(0, 0) / 2


def test_games_that_do_not_end_count_half() -> None:
    found = equity_of(round_scores([100, -100], [0, -100], [1, 9]), target=300)
    assert found.bound(0, 0) > 0.49
    assert found.chance(0, 0) == pytest.approx(0.5, abs=0.01)


# --- error of the sample ---


@pytest.mark.slow
@pytest.mark.parametrize("symmetric", [False, True])
def test_the_standard_error_is_that_of_new_samples(symmetric: bool) -> None:
    pairs, chance = LIVELY.table()
    rng = np.random.default_rng(5)
    rounds, samples = 1000, 60
    found = np.zeros(samples)
    for at in range(samples):
        seen = rng.multinomial(rounds, chance)
        scores = round_scores(pairs[:, 0], pairs[:, 1], seen, symmetric=symmetric)
        found[at] = equity_of(scores, target=300, lowest=0).chance(100, 0)
    sample = round_scores(pairs[:, 0], pairs[:, 1], chance * rounds, symmetric=symmetric)
    error = equity_of(sample, target=300, lowest=0).standard_error(100, 0)
    # A standard deviation of 60 numbers is itself known to 9 %.
    assert found.std(ddof=1) == pytest.approx(error, rel=0.3)


def test_the_interval() -> None:
    pairs, chance = LIVELY.table()
    small = equity_of(round_scores(pairs[:, 0], pairs[:, 1], chance * 100), 300)
    large = equity_of(round_scores(pairs[:, 0], pairs[:, 1], chance * 10_000), 300)
    one, other = small.interval(100, 50), large.interval(100, 50)
    assert one.value == pytest.approx(other.value)
    assert one.high - one.low == pytest.approx(10 * (other.high - other.low), rel=1e-3)
    assert small.interval(295, -1000).high == 1


# --- decisions ---


def test_the_value_of_a_decision() -> None:
    found = coin_game()
    rng = np.random.default_rng(3)
    first, second = rng.choice([-100, 0, 100, 200], (2, 40, 2))
    value = decision_value(found, first, second, 600, 700)
    plain = [
        float(found.after(600 + a, 700 + b) - found.after(600 + c, 700 + d))
        for (a, b), (c, d) in zip(first.tolist(), second.tolist(), strict=True)
    ]
    assert value.value == pytest.approx(np.mean(plain))
    half = 2.023 * np.std(plain, ddof=1) / math.sqrt(40)
    assert value.high - value.value == pytest.approx(half, rel=1e-3)
    back = decision_value(found, second, first, 600, 700)
    assert (back.value, back.high) == pytest.approx((-value.value, -value.low))


def test_a_decision_at_the_end_of_the_game() -> None:
    # Whoever is at the target has won, and the higher total where both are.
    found = coin_game()
    assert decision_value(found, [[100, 300]], [[400, 200]], 900, 900).value == pytest.approx(-1)
    assert decision_value(found, [[100, 0]], [[400, 200]], 900, 700).value == pytest.approx(0)


# --- what is refused ---


@pytest.mark.parametrize(
    ("us", "them", "told"),
    [
        (1000, 0, "score 1000:0: the game is over, at 1000 points"),
        (40, 1200, "score 40:1200: the game is over, at 1000 points"),
        (42, 0, "42 points: they should be a multiple of 5"),
        (0, -1005, "score 0:-1005: totals should be -1000 points or more"),
        ([0, 995, 1005], [5, 0, 1000], "score 1005:1000: the game is over"),
    ],
)
def test_scores_that_are_refused(us: Any, them: Any, told: str) -> None:
    found = coin_game()
    for ask in (found.chance, found.bound):
        with pytest.raises(InputError, match=f"^{re.escape(told)}"):
            ask(us, them)
    if isinstance(us, int):
        for asked in (found.interval, found.standard_error):
            with pytest.raises(InputError, match=f"^{re.escape(told)}"):
                asked(us, them)
        with pytest.raises(InputError, match=f"^{re.escape(told)}"):
            decision_value(found, [[0, 100]], [[100, 0]], us, them)


def test_a_tie_at_the_target_is_over_where_it_is_a_draw() -> None:
    assert coin_game().chance(1000, 1000) == pytest.approx(0.6)
    with pytest.raises(InputError, match=r"^score 1000:1000: the game is over"):
        equity_of(COIN, tie="draw").chance(1000, 1000)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"target": 0}, "target 0: it should be from 1 to 5000"),
        ({"target": 5005}, "target 5005: it should be from 1 to 5000"),
        ({"tie": "end"}, "tie 'end': it should be continue or draw"),
        ({"lowest": 5}, "lowest total 5: it should be a multiple of 5 from -5000 to 0"),
        ({"lowest": -12}, "lowest total -12: it should be a multiple of 5"),
    ],
)
def test_games_that_are_refused(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=f"^{re.escape(told)}"):
        equity_of(COIN, **arguments)


def test_rounds_that_are_refused() -> None:
    with pytest.raises(InputError, match=r"^no round brings a team any points: "):
        equity_of(round_scores([0, -100], [0, 0]))
    found = coin_game()
    with pytest.raises(InputError, match=r"^1 and 2 rounds of two decisions: "):
        decision_value(found, [[0, 0]], [[0, 0], [5, 5]], 0, 0)
    with pytest.raises(InputError, match=r"^round scores have the shape \(2,\): it should be"):
        decision_value(found, [0, 0], [0, 0], 0, 0)


# --- whole games ---


def rounds_of(units: int, seed: int, whole_games: bool) -> Played:
    run = a_run("greedy", units, seed, whole_games=whole_games)
    return play_block(run, 0, units, logging=False, stop=Event())


def scores_of(played: Played) -> npt.NDArray[np.int64]:
    rounds = played.rounds
    return np.asarray(rounds["cards"].astype(np.int64) + rounds["calls"])


@pytest.fixture(scope="module")
def greedy() -> Equity:
    """Of rounds that have nothing to do with the games that it is held against."""
    scores = scores_of(rounds_of(200_000, 77, False))
    return equity_of(round_scores(scores[:, 0], scores[:, 1], symmetric=True))


@pytest.mark.slow
def test_the_share_of_games_that_bots_win(greedy: Equity) -> None:
    # Four bots that do not look at the totals.
    played = rounds_of(20_000, 78, True)
    scores, game = scores_of(played), played.rounds["game"]
    starts = np.flatnonzero(played.rounds["index"] == 0)
    before = np.cumsum(scores, axis=0) - scores
    lengths = np.diff(np.append(starts, len(scores)))
    totals = before - before[starts].repeat(lengths, axis=0)
    ends = np.add.reduceat(scores, starts)
    won = (ends[:, 0] > ends[:, 1]).repeat(lengths)
    chance = greedy.chance(totals[:, 0], totals[:, 1])
    tenth = np.minimum((chance * 10).astype(int), 9)
    for part in range(10):
        here = tenth == part
        found = share_by_group(won[here], game[here])
        # Ten intervals of 95 %, so twice as wide.
        assert abs(found.value - chance[here].mean()) < found.high - found.low
        assert here.sum() > 5000


@pytest.mark.slow
def test_what_totals_of_a_real_game_are_worth(greedy: Equity) -> None:
    totals = np.arange(-1000, 1000, 5)
    assert greedy.bound(totals[:, None], totals).max() < 1e-5
    assert greedy.interval(0, 0) == pytest.approx((0.5, 0.5, 0.5), abs=1e-6)
    ahead = greedy.interval(500, 300)
    assert ahead.low < ahead.value < ahead.high < ahead.low + 0.01
    assert greedy.chance(900, 0) > 0.98
