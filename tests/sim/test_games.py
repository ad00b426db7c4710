"""Dealers, totals and ends of games (R2.1, R12)."""

from collections.abc import Iterator
from threading import Event

import numpy as np
import pytest
from reference.scoring import game_end as slow_game_end
from samples.rounds import a_run
from scipy.stats import chisquare

from tichu_sim.errors import InputError
from tichu_sim.game.match import CONTINUE, DRAW, game_end
from tichu_sim.game.rules import make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.view import DOUBLE_VICTORY
from tichu_sim.jit import Array
from tichu_sim.sim.blocks import Played, play_block

LEAST = 1e-4
"""Smaller chances are not put down to chance."""


def play(units: int, seed: int = 0, bots: str = "greedy", **options: object) -> Played:
    """Games."""
    run = a_run(bots, units, seed, options=options, whole_games=True)
    return play_block(run, 0, units, logging=False, stop=Event())


def games(rows: Array) -> Iterator[Array]:
    """The rounds of each game."""
    begins = np.flatnonzero(rows["index"] == 0)
    yield from np.split(rows, begins[1:])


def scores(rows: Array) -> Array:
    points: Array = rows["cards"].astype(int) + rows["calls"]
    return points


def slow_end(totals: list[int], finished: int, target: int, rounds: int, tie: str) -> int | str:
    """The twin's answer, and the draw that it does not know (A21)."""
    found = slow_game_end(totals, finished, target, rounds or None)
    tied = not rounds and totals[0] == totals[1] >= target
    return "draw" if tied and tie == "draw" else found


SETTINGS: list[dict[str, object]] = [
    {},
    {"target": 1},
    {"target": 50},
    {"target": 50, "tie": "draw"},
    {"target": 300, "tie": "draw", "double_victory": 100},
    {"target": 2500},
    {"rounds": 1},
    {"rounds": 4},
    {"rounds": 15, "target": 100},
]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize("bots", ["greedy", "random"])
def test_games_run_to_their_end(options: dict[str, object], bots: str) -> None:
    """R2.1, R12.1 to R12.3: totals, the end after each round, and who deals the next one."""
    rules = make_rules("standard", options)
    target, rounds, tie = rules.number("target"), rules.number("rounds"), str(rules["tie"])
    units = 400
    found = list(games(play(units, 21, bots, **options).rounds))
    assert [int(game["game"][0]) for game in found] == list(range(units))
    for game in found:
        assert game["index"].tolist() == list(range(len(game)))
        before = np.vstack([[0, 0], scores(game).cumsum(axis=0)])
        assert (game["total"] == before[:-1]).all()
        assert (game["dealer"][1:] == game["first"][:-1]).all()
        ends = [
            slow_end(total, n, target, rounds, tie)
            for n, total in enumerate(before[1:].tolist(), start=1)
        ]
        assert ends[:-1] == ["continue"] * (len(ends) - 1)
        assert ends[-1] != "continue"
    if rounds:
        assert {len(game) for game in found} == {rounds}


def test_ties_at_the_target() -> None:
    """R12.2, A21: the same games, longer where a tie is played off."""
    both = [list(games(play(3000, 22, target=50, tie=tie).rounds)) for tie in ("continue", "draw")]
    played_off = 0
    for longer, shorter in zip(*both, strict=True):
        ends = scores(shorter).sum(axis=0)
        if ends[0] == ends[1]:
            played_off += 1
            assert len(longer) > len(shorter)
        else:
            assert len(longer) == len(shorter)
        for name in ("total", "cards", "calls", "dealer"):
            assert (longer[name][: len(shorter)] == shorter[name]).all()
    assert played_off > 20


@pytest.mark.parametrize("tie", ["continue", "draw"])
@pytest.mark.parametrize("rounds", [0, 3])
@pytest.mark.parametrize("target", [1, 500, 1000])
def test_every_end(target: int, rounds: int, tie: str) -> None:
    """R12.1 to R12.3: all totals around the target, before and after the last round."""
    rules = settings_of(make_rules("standard", {"target": target, "rounds": rounds, "tie": tie}))
    near = [-target, -5, 0, *(target + k for k in (-5, 0, 5)), 2 * target]
    told = {"continue": CONTINUE, "draw": DRAW, 0: 0, 1: 1}
    for one in near:
        for other in near:
            for finished in (1, 2, 3):
                expected = told[slow_end([one, other], finished, target, rounds, tie)]
                assert game_end(rules, np.array([one, other]), finished) == expected


def test_the_first_dealer_of_a_game_is_drawn() -> None:
    """R2.1."""
    rows = play(20_000, 23, target=1).rounds
    first = rows["dealer"][rows["index"] == 0]
    assert chisquare(np.bincount(first, minlength=4)).pvalue > LEAST


def test_dealers_of_rounds_that_stand_alone() -> None:
    """R2.1: drawn anew in each, whoever went out first before."""
    run = a_run("greedy", 60_000, 24)
    rows = play_block(run, 0, run.units, logging=False, stop=Event()).rounds
    assert (rows["total"] == 0).all()
    assert (rows["index"] == 0).all()
    dealers = rows["dealer"].astype(int)
    assert chisquare(np.bincount(dealers, minlength=4)).pvalue > LEAST
    pairs = np.bincount(4 * rows["first"][:-1].astype(int) + dealers[1:], minlength=16)
    assert chisquare(pairs.reshape(4, 4), axis=1).pvalue.min() > LEAST


@pytest.mark.parametrize("bots", ["greedy", "random"])
def test_points_of_rounds(bots: str) -> None:
    """R1.4, R11.4, R11.5: card points sum to 100, or to a double victory's 200 on one side."""
    run = a_run(bots, 30_000, 25)
    played = play_block(run, 0, run.units, logging=False, stop=Event())
    cards, double = played.rounds["cards"].astype(int), played.rounds["over"] == DOUBLE_VICTORY
    assert double.sum() > 300
    assert (cards[~double].sum(axis=1) == 100).all()
    assert cards[~double].min() >= -25
    assert cards[~double].max() <= 125
    assert (np.sort(cards[double], axis=1) == [0, 200]).all()
    winners = played.rounds["first"][double] % 2
    assert (cards[double, winners] == 200).all()
    assert (np.sort(played.seats["place"], axis=1) == [1, 2, 3, 4]).all()


def test_a_game_without_end_is_given_up() -> None:
    with pytest.raises(InputError, match="game 0 has not ended after 1000 rounds"):
        play(1, 0, "random", target=10**9)
