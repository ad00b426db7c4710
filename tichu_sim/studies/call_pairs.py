"""Deals that are played twice with the same cards: seat 0 calls Grand Tichu, and stays silent."""

from dataclasses import dataclass, replace
from threading import Event
from typing import NamedTuple

import numpy as np

from tichu_sim.bots.forced import calls_grand
from tichu_sim.bots.registry import Bot
from tichu_sim.errors import InputError
from tichu_sim.game.rules import Rules
from tichu_sim.game.view import GRAND, TICHU
from tichu_sim.jit import Array
from tichu_sim.sim.blocks import Played, play_block
from tichu_sim.sim.holdings import Holdings, check_holdings_game
from tichu_sim.sim.run import Run, make_run

_SEATS = 4
_OPPONENTS = (1, 3)
_UNITS = 1 << 50


class PairRows(NamedTuple):
    """What each pair of rounds came to for seat 0 and its team, deal by deal.

    Attributes
    ----------
    asked : bool array (n,)
        Whether seat 0 had the decision: where a team has one call, the partner may have had it
        before. The other figures say nothing where it had not.
    called, silent : int64 array (n, 2)
        Round scores of us (the team of seat 0) and them, in points.
    first_called, first_silent : bool array (n,)
        Whether seat 0 went out first.
    tichu, tichu_made : bool array (n,)
        Whether the silent hand called Tichu later, and went out first with it.
    bomb : bool array (n,)
        Whether an opponent held a bomb after the exchange of the round with the call.
    first8 : uint64 array (n,)
        Mask of the first eight cards of seat 0.
    """

    asked: Array
    called: Array
    silent: Array
    first_called: Array
    first_silent: Array
    tichu: Array
    tichu_made: Array
    bomb: Array
    first8: Array

    @property
    def differences(self) -> Array:
        """Points that the call gains, us minus them, int64 (n,)."""
        return np.asarray(ahead(self.called) - ahead(self.silent))


def ahead(scores: Array) -> Array:
    """Return how many points we are ahead, of round scores (n, 2) of us and them."""
    return np.asarray(scores[:, 0] - scores[:, 1])


@dataclass(frozen=True)
class CallPairs:
    """How pairs of rounds are played; `call_pairs` checks it.

    Attributes
    ----------
    rules : Rules
    bot : Bot
        In all four seats.
    seed : int
        0 to 2**64 - 1.
    """

    rules: Rules
    bot: Bot
    seed: int

    def run(self, calls: bool, holdings: Holdings | None) -> Run:
        """Return the run in which seat 0 holds these cards and calls, or is silent."""
        return replace(self.run_of(calls_grand(self.bot, calls)), holdings=holdings)

    def run_of(self, seat_0: Bot) -> Run:
        """Return the run of the same deals with another bot in seat 0, all cards drawn."""
        others = (self.bot,) * (_SEATS - 1)
        return make_run(self.rules, (seat_0, *others), self.seed, _UNITS)

    def play(self, holdings: Holdings | None, first: int, last: int, stop: Event) -> PairRows:
        """Play the deals first .. last - 1 with the call and without it.

        Parameters
        ----------
        holdings : Holdings or None
            What seat 0 holds in them; without any its cards are drawn like everybody's.
        first, last : int
        stop : Event
            Once it is set, the work is dropped.

        Raises
        ------
        InputError, StoppedError
            As `blocks.play_block`.
        """
        called, silent = (
            play_block(self.run(calls, holdings), first, last, False, stop)
            for calls in (True, False)
        )
        first_silent = silent.seats["place"][:, 0] == 1
        tichu = silent.seats["call"][:, 0] == TICHU
        return PairRows(
            called.seats["call"][:, 0] == GRAND,
            scores_of(called),
            scores_of(silent),
            called.seats["place"][:, 0] == 1,
            first_silent,
            tichu,
            tichu & first_silent,
            np.asarray(called.seats["bombs_held"][:, _OPPONENTS].any(axis=1)),
            called.seats["first"][:, 0],
        )


def call_pairs(rules: Rules, bot: Bot, seed: int) -> CallPairs:
    """Return how pairs of rounds are played, checked.

    Raises
    ------
    InputError
        For rules without Grand Tichu, another game than that of four players, and a seed out of
        range.

    Examples
    --------
    >>> from tichu_sim.bots.registry import parse_bot
    >>> from tichu_sim.game.rules import make_rules
    >>> call_pairs(make_rules("standard", {"grand_tichu": False}), parse_bot("greedy"), 0)
    Traceback (most recent call last):
    ...
    tichu_sim.errors.InputError: rules standard with grand_tichu=false: nobody may call Grand Tichu
    """
    check_holdings_game(rules)
    if not rules["grand_tichu"]:
        raise InputError(
            f"rules {rules.preset} with grand_tichu=false: nobody may call Grand Tichu"
        )
    make_run(rules, (bot,) * _SEATS, seed, 1)
    return CallPairs(rules, bot, seed)


def scores_of(played: Played) -> Array:
    """Return round scores in points, int64 (n, 2)."""
    return np.asarray(played.rounds["cards"].astype(np.int64) + played.rounds["calls"])
