"""Decisions at a score: how likely the game is won after a round, if all go on as a bot plays."""

import re
from collections.abc import Callable
from threading import Event

import numpy as np

from tichu_sim.errors import InputError
from tichu_sim.game.rules import Rules
from tichu_sim.jit import Array
from tichu_sim.sim.blocks import compile_kernel, play_block
from tichu_sim.sim.run import make_run
from tichu_sim.studies.batches import Batches, ranges
from tichu_sim.studies.call_pairs import CallPairs
from tichu_sim.studies.call_tally import WinChance
from tichu_sim.studies.equity import Equity, equity_of
from tichu_sim.studies.grand_tichu import batch_deals
from tichu_sim.studies.round_scores import round_scores
from tichu_sim.studies.totals import check_totals

EQUITY_ROUNDS = 100_000
"""Rounds of four of the bot that the chance to win the game is computed from."""

_SEATS = 4
_SCORE = re.compile(r"(-?\d{1,6}):(-?\d{1,6})")


def parse_score(text: str, rules: Rules) -> tuple[int, int]:
    """Return the totals of us and them.

    Raises
    ------
    InputError
        Unless it reads US:THEM, two whole numbers, and a round is played at this score.

    Examples
    --------
    >>> from tichu_sim.game.rules import make_rules
    >>> parse_score("700:950", make_rules()), parse_score("-50:0", make_rules())
    ((700, 950), (-50, 0))
    """
    found = _SCORE.fullmatch(text.strip())
    if not found:
        raise InputError(f"score {text!r} should read US:THEM in points, such as 700:950")
    us, them = int(found[1]), int(found[2])
    check_totals(us, them, *_end_of(rules))
    return us, them


def bot_equity(
    pairs: CallPairs,
    workers: int,
    rounds: int = EQUITY_ROUNDS,
    on_start: Callable[[], None] = lambda: None,
    on_rounds: Callable[[int], None] = lambda rounds: None,
) -> Equity:
    """Return the chance to win the game among four of the bot of some pairs.

    Parameters
    ----------
    pairs : CallPairs
    workers : int
        Number of threads; the result is the same with any.
    rounds : int
        How many rounds of them are played for it, all cards drawn.
    on_start, on_rounds : callable
        Called when play begins; in the calling thread with the number of rounds just done.

    Raises
    ------
    InputError
        For rules with a fixed number of rounds, and as `equity_of`.
    """
    target, tie = _end_of(pairs.rules)
    run = make_run(pairs.rules, (pairs.bot,) * _SEATS, pairs.seed, rounds)

    def play(batch: tuple[int, int], stop: Event) -> Array:
        played = play_block(run, *batch, False, stop).rounds
        return np.asarray(played["cards"].astype(np.int64) + played["calls"])

    compile_kernel(run)
    on_start()
    parts = []
    with Batches(workers) as batches:
        for part in batches.play(play, ranges(0, rounds, batch_deals(pairs))):
            parts.append(part)
            on_rounds(len(part))
    scores = np.concatenate(parts)
    seen = round_scores(scores[:, 0], scores[:, 1], symmetric=True)
    return equity_of(seen, target, tie)


def _end_of(rules: Rules) -> tuple[int, str]:
    if rules.number("rounds"):
        raise InputError(
            f"a game of {rules.number('rounds')} rounds: chances to win are known for games to a "
            "target alone"
        )
    return rules.number("target"), str(rules["tie"])


def win_chance_at(equity: Equity, us: int, them: int) -> WinChance:
    """Return a function from round scores to the chance to win the game after the round.

    Raises
    ------
    InputError
        For a score that no round is played at, see `Equity.chance`.
    """
    equity.chance(us, them)
    return lambda scores: equity.after(us + scores[:, 0], them + scores[:, 1])
