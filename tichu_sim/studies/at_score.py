"""Decisions at a score: how likely the game is won after a round, if all go on as a bot plays."""

import re
from threading import Event

import numpy as np

from tichu_sim.errors import InputError
from tichu_sim.jit import Array
from tichu_sim.sim.blocks import play_block
from tichu_sim.sim.run import make_run
from tichu_sim.studies.batches import Batches, ranges
from tichu_sim.studies.call_pairs import CallPairs
from tichu_sim.studies.call_tally import WinChance
from tichu_sim.studies.equity import Equity, equity_of
from tichu_sim.studies.round_scores import round_scores

EQUITY_ROUNDS = 100_000
"""Rounds of four of the bot that the chance to win the game is computed from."""

_BATCH = 4096
_SEATS = 4
_SCORE = re.compile(r"(-?\d{1,6}):(-?\d{1,6})")


def parse_score(text: str) -> tuple[int, int]:
    """Return the totals of us and them.

    Raises
    ------
    InputError
        Unless it reads US:THEM, two whole numbers.

    Examples
    --------
    >>> parse_score("700:950"), parse_score("-50:0")
    ((700, 950), (-50, 0))
    """
    found = _SCORE.fullmatch(text.strip())
    if not found:
        raise InputError(f"score {text!r} should read US:THEM in points, such as 700:950")
    return int(found[1]), int(found[2])


def bot_equity(pairs: CallPairs, workers: int, rounds: int = EQUITY_ROUNDS) -> Equity:
    """Return the chance to win the game among four of the bot of some pairs.

    Parameters
    ----------
    pairs : CallPairs
    workers : int
        Number of threads; the result is the same with any.
    rounds : int
        How many rounds of them are played for it, all cards drawn.

    Raises
    ------
    InputError
        For rules with a fixed number of rounds, and as `equity_of`.
    """
    rules = pairs.rules
    if rules.number("rounds"):
        raise InputError(
            f"a game of {rules.number('rounds')} rounds: chances to win are known for games to a "
            "target alone"
        )
    run = make_run(rules, (pairs.bot,) * _SEATS, pairs.seed, rounds)

    def play(batch: tuple[int, int], stop: Event) -> Array:
        played = play_block(run, *batch, False, stop).rounds
        return np.asarray(played["cards"].astype(np.int64) + played["calls"])

    with Batches(workers) as batches:
        scores = np.concatenate(list(batches.play(play, ranges(0, rounds, _BATCH))))
    seen = round_scores(scores[:, 0], scores[:, 1], symmetric=True)
    return equity_of(seen, rules.number("target"), str(rules["tie"]))


def win_chance_at(equity: Equity, us: int, them: int) -> WinChance:
    """Return a function from round scores to the chance to win the game after the round.

    Raises
    ------
    InputError
        For a score that no round is played at, see `Equity.chance`.
    """
    equity.chance(us, them)
    return lambda scores: equity.after(us + scores[:, 0], them + scores[:, 1])
