"""How good calling rules are, from one sample of deals that are played with the call and without.

Seat 0 gets its cards like everybody. A rule gains what the call gains in the deals in which it
calls, and nothing in the others. All rules are judged by the same deals, so differences between
them are known better than the gains. Only seat 0 follows the rule; the other three go on as the bot
plays.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event

import numpy as np

from tichu_sim.bots.forced import calls_great_grand
from tichu_sim.errors import InputError
from tichu_sim.game.view import GRAND
from tichu_sim.jit import Array
from tichu_sim.sim.blocks import compile_kernel, play_block
from tichu_sim.studies.batches import Batches, ranges
from tichu_sim.studies.call_pairs import CallPairs, PairRows
from tichu_sim.studies.calling_rules import CallingRule, Dealt
from tichu_sim.studies.grand_tichu import batch_deals
from tichu_sim.studies.stats import Interval, Moments, wilson

POLICY_DEALS = 100_000
"""Deals where nobody says how many."""
MOST_POLICY_DEALS = 1 << 32


@dataclass(frozen=True, eq=False)
class PolicyTally:
    """Sums over deals for each of some rules; tallies of parts add up to that of the whole.

    Attributes
    ----------
    deals : int
    called, made : int64 array (rules,)
        In how many a rule called, and went out first with the call.
    totals : int64 array (rules,)
        Points that a rule gained over never calling, all deals together.
    products : int64 array (rules, rules)
        Sums over deals of the product of the gains of two rules.
    """

    deals: int
    called: Array
    made: Array
    totals: Array
    products: Array

    def plus(self, other: "PolicyTally") -> "PolicyTally":
        """Return the tally of both."""
        return PolicyTally(
            self.deals + other.deals,
            self.called + other.called,
            self.made + other.made,
            self.totals + other.totals,
            self.products + other.products,
        )

    def call_rate(self, rule: int) -> Interval:
        """Return in what share of all deals a rule calls."""
        return wilson(int(self.called[rule]), self.deals)

    def success(self, rule: int) -> Interval:
        """Return how many of its calls are made."""
        return wilson(int(self.made[rule]), int(self.called[rule]))

    def gain(self, rule: int) -> Interval:
        """Return the points a round, over all deals, that a rule gains over never calling."""
        return Moments(self.deals, int(self.totals[rule]), int(self.products[rule, rule])).mean()

    def difference(self, rule: int, other: int) -> Interval:
        """Return the points a round that a rule gains over another, deal by deal."""
        products = self.products[[rule, other]][:, [rule, other]]
        squares = products[0, 0] + products[1, 1] - 2 * products[0, 1]
        total = self.totals[rule] - self.totals[other]
        return Moments(self.deals, int(total), int(squares)).mean()


def no_policies(rules: int) -> PolicyTally:
    """Return the tally of no deals."""
    sums = np.zeros(rules, np.int64)
    return PolicyTally(0, sums, sums, sums, np.zeros((rules, rules), np.int64))


def tally_policies(rows: PairRows, calls: Array) -> PolicyTally:
    """Return the tally of some pairs.

    Parameters
    ----------
    rows : PairRows
    calls : bool array (rules, n)
        In which of the deals each rule calls. Where seat 0 did not have the decision, nobody does.

    Examples
    --------
    >>> flags, scores = np.array([True, True]), np.array([[200, 0], [-200, 100]])
    >>> rows = PairRows(flags, scores, scores * 0, *[np.array([True, False])] * 5, scores[:, 0])
    >>> found = tally_policies(rows, np.array([[True, True], [True, False]]))
    >>> [found.gain(rule).value for rule in (0, 1)], found.success(0).value
    ([-50.0, 100.0], 0.5)
    """
    asked = calls & rows.asked
    gains = np.where(asked, rows.differences, 0)
    return PolicyTally(
        len(rows.asked),
        asked.sum(axis=1),
        (asked & rows.first_called).sum(axis=1),
        gains.sum(axis=1),
        gains @ gains.T,
    )


def study_policies(
    pairs: CallPairs,
    rules: Sequence[CallingRule],
    deals: int = POLICY_DEALS,
    workers: int = 1,
    on_start: Callable[[], None] = lambda: None,
    on_deals: Callable[[int], None] = lambda deals: None,
) -> PolicyTally:
    """Play deals with the call and without it, and judge rules by them.

    Each deal is played a third time with the bot left to decide. Its call is all that is taken from
    there, so a bot that draws lots for it is judged by the same two rounds as the others.

    Parameters
    ----------
    pairs : CallPairs
    rules : sequence of CallingRule
    deals : int
    workers : int
        Number of threads; the result is the same with any.
    on_start : callable
        Called when everything is compiled and play begins.
    on_deals : callable
        Called in the calling thread with the number of deals just done.

    Raises
    ------
    InputError
        For a number of deals that is none, and as `blocks.play_block`.

    Examples
    --------
    >>> from tichu_sim.bots.registry import parse_bot
    >>> from tichu_sim.game.rules import make_rules
    >>> from tichu_sim.studies.call_pairs import call_pairs
    >>> from tichu_sim.studies.calling_rules import expression_rule
    >>> pairs = call_pairs(make_rules(), parse_bot("greedy"), seed=0)
    >>> found = study_policies(pairs, [expression_rule("winners >= 3")], deals=2000)
    >>> 0.02 < found.call_rate(0).value < 0.06
    True
    """
    if not 1 <= deals <= MOST_POLICY_DEALS:
        raise InputError(f"{deals} deals: there should be 1 to {MOST_POLICY_DEALS}")
    free = pairs.run_of(calls_great_grand(pairs.bot, False))
    for run in (free, pairs.run(True, None), pairs.run(False, None)):
        compile_kernel(run)
    on_start()

    def play(batch: tuple[int, int], stop: Event) -> PolicyTally:
        rows = pairs.play(None, *batch, stop)
        own = play_block(free, *batch, False, stop).seats["call"][:, 0] == GRAND
        dealt = Dealt(rows.first8, own)
        return tally_policies(rows, np.array([rule.calls(dealt) for rule in rules]))

    found = no_policies(len(rules))
    with Batches(workers) as batches:
        for part in batches.play(play, ranges(0, deals, batch_deals(pairs))):
            found = found.plus(part)
            on_deals(part.deals)
    return found
