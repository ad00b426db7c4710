"""Round scores of deals that are played with a call and without it, kept deal by deal.

From the same pairs the call can be judged at any score of the game.
"""

from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import NamedTuple

import numpy as np

from tichu_sim.bots.forced import calls_great_grand
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.game.view import GREAT_GRAND
from tichu_sim.jit import Array
from tichu_sim.sim.blocks import compile_kernel, play_block
from tichu_sim.studies.batches import Batches, ranges
from tichu_sim.studies.call_pairs import CallPairs, ahead, scores_of
from tichu_sim.studies.categories import N_CATEGORIES
from tichu_sim.studies.grand_tichu import (
    MOST_HAND_DEALS,
    batch_deals,
    category_holdings,
    compile_pairs,
)
from tichu_sim.studies.stats import Interval, mean_interval, wilson

SCORE_DEALS = 5_000
"""Deals of each category where nobody says how many."""
GREAT_GRAND_TIMES = 20
"""So many times as many deals are played for Great Grand, whose points spread wider."""
MOST_SCORE_DEALS = 100_000
"""Every deal is kept until the end."""


class ScorePairs(NamedTuple):
    """Deals in which seat 0 had the decision.

    Attributes
    ----------
    called, silent : int64 array (n, 2)
        Round scores of us (the team of seat 0) and them with the call and without it, in points.
    made : bool array (n,)
        Whether the call was made.
    """

    called: Array
    silent: Array
    made: Array

    def chance(self) -> Interval:
        """Return how often the call is made."""
        return wilson(int(np.count_nonzero(self.made)), len(self.made))

    def points(self) -> Interval:
        """Return the points a round that the call gains."""
        return mean_interval(ahead(self.called) - ahead(self.silent))


def _joined(parts: list[ScorePairs]) -> ScorePairs:
    return ScorePairs(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _check(deals: int) -> None:
    if not 1 <= deals <= MOST_SCORE_DEALS:
        raise InputError(
            f"{deals} deals of each category: for scores there should be 1 to {MOST_SCORE_DEALS}"
        )


def play_category_scores(
    pairs: CallPairs,
    deals: int = SCORE_DEALS,
    workers: int = 1,
    on_start: Callable[[], None] = lambda: None,
    on_deals: Callable[[int], None] = lambda deals: None,
) -> list[ScorePairs]:
    """Play hands of each of the 80 categories with Grand Tichu and without it.

    Parameters
    ----------
    pairs : CallPairs
    deals : int
        Of each category; they are those of `grand_tichu.study_categories`.
    workers : int
        Number of threads; the result is the same with any.
    on_start : callable
        Called when everything is compiled and play begins.
    on_deals : callable
        Called in the calling thread with the number of deals just done.

    Returns
    -------
    list of ScorePairs
        In the order of the categories.

    Raises
    ------
    InputError
        For a number of deals that is none or too many, and as `blocks.play_block`.
    """
    _check(deals)
    compile_pairs(pairs)
    on_start()
    size = batch_deals(pairs)
    tasks = [(number, part) for number in range(N_CATEGORIES) for part in ranges(0, deals, size)]

    def play(task: tuple[int, tuple[int, int]], stop: Event) -> ScorePairs:
        category, part = task
        first, last = (category * MOST_HAND_DEALS + deal for deal in part)
        held = category_holdings(category, first, last, pairs.seed)
        rows = pairs.play(held, first, last, stop)
        kept = rows.asked
        return ScorePairs(rows.called[kept], rows.silent[kept], rows.first_called[kept])

    found: list[list[ScorePairs]] = [[] for _ in range(N_CATEGORIES)]
    with Batches(workers) as batches:
        for (category, part), played in zip(tasks, batches.play(play, tasks), strict=True):
            found[category].append(played)
            on_deals(part[1] - part[0])
    return [_joined(parts) for parts in found]


def play_great_grand(
    pairs: CallPairs,
    deals: int,
    workers: int = 1,
    on_start: Callable[[], None] = lambda: None,
    on_deals: Callable[[int], None] = lambda deals: None,
) -> ScorePairs:
    """Play deals with a Great Grand of seat 0, before it has seen a card, and without it.

    Without it the seat calls what the bot does later. Rules without Great Grand are given it; the
    other seats call it as the bot does, which for the built-in ones is never unless told to.
    Parameters not named here, and errors, are those of `play_category_scores`.

    Parameters
    ----------
    deals : int

    Examples
    --------
    >>> from tichu_sim.bots.registry import parse_bot
    >>> from tichu_sim.studies.call_pairs import call_pairs
    >>> pairs = call_pairs(make_rules(), parse_bot("greedy"), seed=0)
    >>> found = play_great_grand(pairs, deals=1000)
    >>> found.points().high < -100, found.chance().value < 0.4
    (True, True)
    """
    if deals < 1:
        raise InputError(f"{deals} deals: there should be 1 or more")
    rules = make_rules(pairs.rules.preset, {**pairs.rules.changed, "great_grand": True})
    here = replace(pairs, rules=rules)
    called, silent = (here.run_of(calls_great_grand(pairs.bot, calls)) for calls in (True, False))
    for run in (called, silent):
        compile_kernel(run)
    on_start()

    def play(batch: tuple[int, int], stop: Event) -> ScorePairs:
        one, other = (play_block(run, *batch, False, stop) for run in (called, silent))
        kept = one.seats["call"][:, 0] == GREAT_GRAND
        made = one.seats["place"][:, 0] == 1
        return ScorePairs(scores_of(one)[kept], scores_of(other)[kept], made[kept])

    tasks, parts = list(ranges(0, deals, batch_deals(pairs))), []
    with Batches(workers) as batches:
        for (first, last), played in zip(tasks, batches.play(play, tasks), strict=True):
            parts.append(played)
            on_deals(last - first)
    return _joined(parts)
