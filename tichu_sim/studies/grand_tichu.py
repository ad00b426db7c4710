"""Eight cards: the chance to go out first with Grand Tichu, and what the call is worth.

Every deal is played twice with the same cards and random streams, once with the call of seat 0 and
once without. All sums are of whole numbers, so the figures do not depend on the number of workers.
"""

import math
from collections.abc import Callable, Iterable
from threading import Event

import numpy as np

from tichu_sim.errors import InputError
from tichu_sim.jit import u64
from tichu_sim.rng import HOLDING_CLASS, fill_uniform
from tichu_sim.sim.blocks import compile_kernel
from tichu_sim.sim.holdings import Holdings, make_holdings
from tichu_sim.studies.batches import Batches, ranges
from tichu_sim.studies.call_pairs import CallPairs
from tichu_sim.studies.call_tally import CallTally, WinChance, tally
from tichu_sim.studies.categories import N_CATEGORIES
from tichu_sim.studies.holdings import Holding
from tichu_sim.studies.rank_classes import draw_classes, words_of_classes

HAND_DEALS = 20_000
"""Deals of a hand where nobody says how many."""
MOST_DEALS = 20_000_000
"""The most that are played for a precision where nobody says how many."""
MOST_HAND_DEALS = 1 << 32
CATEGORY_DEALS = 5_000

_BATCH, _SLOW_BATCH = 1024, 32
_FIRST_LOOK = 4 * _BATCH
_MARGIN = 1.02
_FASTEST = 4

OnDeals = Callable[[int], None]


def batch_deals(pairs: CallPairs) -> int:
    """Return how many deals are played at once; whatever it is, sums are the same."""
    return _SLOW_BATCH if pairs.bot.kind.slow else _BATCH


def compile_pairs(pairs: CallPairs) -> None:
    """Play nothing, so that whatever has to be compiled or loaded is."""
    held = make_holdings([0xFF], [0])
    for calls in (True, False):
        compile_kernel(pairs.run(calls, held))


def holdings_of(holding: Holding) -> Holdings:
    """Return a hand as what seat 0 holds in every deal, open suits drawn anew."""
    return make_holdings([holding.fixed], [holding.counts])


def study_hand(
    pairs: CallPairs,
    holding: Holding,
    deals: int = HAND_DEALS,
    precision: float | None = None,
    win_chance: WinChance | None = None,
    workers: int = 1,
    on_start: Callable[[], None] = lambda: None,
    on_deals: OnDeals = lambda deals: None,
) -> CallTally:
    """Play a hand with the call and without it.

    The result is a function of all arguments but `workers`.

    Parameters
    ----------
    pairs : CallPairs
    holding : Holding
    deals : int
        How many deals, each played twice; with a precision the most that are played.
    precision : float, optional
        Play until the interval of the call's value reaches no further than so many points to either
        side. How many deals that takes is judged by their spread alone, not by their mean, so the
        interval stays what it says.
    win_chance : callable, optional
        See `call_tally.tally`.
    workers : int
        Number of threads.
    on_start : callable
        Called when everything is compiled and play begins.
    on_deals : callable
        Called in the calling thread with the number of deals just done.

    Raises
    ------
    InputError
        For a number of deals or a precision that is none, and as `blocks.play_block`.

    Examples
    --------
    >>> from tichu_sim.bots.registry import parse_bot
    >>> from tichu_sim.game.rules import make_rules
    >>> from tichu_sim.studies.call_pairs import call_pairs
    >>> from tichu_sim.studies.holdings import parse_holding
    >>> pairs = call_pairs(make_rules(), parse_bot("greedy"), seed=0)
    >>> found = study_hand(pairs, parse_holding("A A K Dr Ph 9 7 2"), deals=2000)
    >>> found.deals, found.advice()
    (2000, 'call')
    """
    if not 1 <= deals <= MOST_HAND_DEALS:
        raise InputError(f"{deals} deals: there should be 1 to {MOST_HAND_DEALS}")
    check_precision(precision)
    compile_pairs(pairs)
    on_start()
    held, found = holdings_of(holding), CallTally()

    def play(batch: tuple[int, int], stop: Event) -> CallTally:
        return tally(pairs.play(held, *batch, stop), win_chance)

    with Batches(workers) as batches:
        goal = deals if precision is None else min(deals, _FIRST_LOOK)
        while found.deals < goal:
            for part in batches.play(play, ranges(found.deals, goal, batch_deals(pairs))):
                found = found.plus(part)
                on_deals(part.deals)
            if precision is not None:
                goal = min(deals, _next_look(found, precision))
    return found


def check_precision(precision: float | None) -> None:
    """Raise an error unless a precision is none, or a number of points above 0."""
    if precision is not None and not (math.isfinite(precision) and precision > 0):
        raise InputError(f"precision {precision:g}: it should be finite and above 0")


def _next_look(found: CallTally, precision: float) -> int:
    # How many deals are enough if those to come are as those that were.
    half = half_width(found)
    if half <= precision:
        return found.deals
    # Bounded before it is squared, which would be too large for a precision near nothing.
    ratio = min(half / precision, _FASTEST)
    wanted = found.deals * min(_FASTEST, _MARGIN * ratio**2)
    return max(found.deals + _BATCH, math.ceil(wanted / _BATCH) * _BATCH)


def half_width(found: CallTally) -> float:
    """Return how far the interval of the call's value reaches to either side, in points."""
    value, low, _ = found.call_value()
    return value - low if math.isfinite(value) else math.inf


def study_categories(
    pairs: CallPairs,
    deals: int = CATEGORY_DEALS,
    categories: Iterable[int] = range(N_CATEGORIES),
    workers: int = 1,
    on_start: Callable[[], None] = lambda: None,
    on_deals: OnDeals = lambda deals: None,
) -> list[CallTally]:
    """Play hands of categories with the call and without it, another hand in every deal.

    All holdings of a category are equally likely. Parameters not named here, and errors, are those
    of `study_hand`.

    Parameters
    ----------
    deals : int
        Deals of each category.
    categories : iterable of int
        Their numbers.

    Returns
    -------
    list of CallTally
        In the order of the categories.
    """
    if not 1 <= deals <= MOST_HAND_DEALS:
        raise InputError(f"{deals} deals: there should be 1 to {MOST_HAND_DEALS}")
    compile_pairs(pairs)
    on_start()
    wanted = list(categories)
    found = [CallTally()] * len(wanted)

    def play(task: tuple[int, tuple[int, int]], stop: Event) -> tuple[int, CallTally]:
        at, part = task
        first, last = (wanted[at] * MOST_HAND_DEALS + deal for deal in part)
        held = category_holdings(wanted[at], first, last, pairs.seed)
        return at, tally(pairs.play(held, first, last, stop))

    parts = (
        (at, part) for at in range(len(wanted)) for part in ranges(0, deals, batch_deals(pairs))
    )
    with Batches(workers) as batches:
        for at, part in batches.play(play, parts):
            found[at] = found[at].plus(part)
            on_deals(part.deals)
    return found


def category_holdings(category: int, first: int, last: int, seed: int) -> Holdings:
    """Return a holding of a category for each of the units first .. last - 1, drawn at random."""
    uniform = np.empty(last - first)
    fill_uniform(u64(seed), first, HOLDING_CLASS, uniform)
    return make_holdings(*words_of_classes(draw_classes(category, uniform)), first)
