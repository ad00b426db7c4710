"""The call at a score of the game."""

from threading import Event

import numpy as np
import pytest

from tichu_sim.bots.registry import parse_bot
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.studies.at_score import bot_equity, parse_score, win_chance_at
from tichu_sim.studies.call_pairs import CallPairs, call_pairs
from tichu_sim.studies.grand_tichu import holdings_of, study_hand
from tichu_sim.studies.holdings import parse_holding

HAND = parse_holding("A A K Dr Ph 9 7 2")


def pairs_of(**options: object) -> CallPairs:
    return call_pairs(make_rules("standard", options), parse_bot("greedy"), 3)


def test_the_gain_in_chance_to_win() -> None:
    pairs = pairs_of()
    equity = bot_equity(pairs, workers=1, rounds=4000)
    win = win_chance_at(equity, 700, 950)
    found = study_hand(pairs, HAND, 1500, win_chance=win, workers=2)
    rows = pairs.play(holdings_of(HAND), 0, 1500, Event())
    us, them = rows.called.T
    gains = equity.after(700 + us, 950 + them)
    us, them = rows.silent.T
    gains = gains - equity.after(700 + us, 950 + them)
    gain = found.win_value()
    assert gain is not None
    half = 1.96 * gains.std(ddof=1) / np.sqrt(1500)
    assert gain == pytest.approx((gains.mean(), gains.mean() - half, gains.mean() + half), rel=1e-2)
    assert gain == study_hand(pairs, HAND, 1500, win_chance=win).win_value()


def test_the_equity_is_the_same_with_any_number_of_workers() -> None:
    one, two = (bot_equity(pairs_of(), workers, rounds=5000) for workers in (1, 2))
    assert one.chance(100, 500) == two.chance(100, 500)
    assert one.chance(0, 0) == pytest.approx(0.5)


@pytest.mark.parametrize("text", ["", "7", "700-950", "a:b", "700:950:1", "1.5:0", "0:99999999"])
def test_no_score(text: str) -> None:
    with pytest.raises(InputError, match="should read US:THEM in points"):
        parse_score(text, make_rules())


@pytest.mark.parametrize(("us", "them"), [(1000, 0), (5, 1200), (3, 0)])
def test_a_score_that_no_round_is_played_at(us: int, them: int) -> None:
    equity = bot_equity(pairs_of(), 1, rounds=500)
    with pytest.raises(InputError, match=r"the game is over|multiple of 5"):
        win_chance_at(equity, us, them)
    with pytest.raises(InputError, match=r"the game is over|multiple of 5"):
        parse_score(f"{us}:{them}", make_rules())


@pytest.mark.parametrize(
    ("options", "score", "told"),
    [
        ({}, "1005:1000", "the game is over, at 1000 points"),
        ({"target": 500}, "0:500", "the game is over, at 500 points"),
        ({"tie": "draw"}, "1000:1000", "the game is over, at 1000 points"),
        ({}, "-1005:0", "totals should be -1000 points or more"),
        ({"rounds": 4}, "0:0", "a game of 4 rounds"),
    ],
)
def test_a_score_is_refused_before_any_round_is_played(
    options: dict[str, object], score: str, told: str
) -> None:
    with pytest.raises(InputError, match=told):
        parse_score(score, make_rules("standard", options))


def test_equal_totals_at_the_target_are_played_on() -> None:
    assert parse_score("1000:1000", make_rules()) == (1000, 1000)


def test_a_fixed_number_of_rounds() -> None:
    with pytest.raises(InputError, match="a game of 4 rounds"):
        bot_equity(pairs_of(rounds=4), 1)
