"""What the call of Grand Tichu is worth, from sums over pairs of rounds."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from tichu_sim.jit import Array
from tichu_sim.studies.advice import advice_on
from tichu_sim.studies.call_pairs import PairRows, ahead
from tichu_sim.studies.stats import NO_MOMENTS, Interval, Moments, moments, wilson

WinChance = Callable[[Array], Array]
"""From round scores (n, 2) of us and them to chances to win the game (n,)."""


@dataclass(frozen=True)
class CallTally:
    """Sums over pairs of rounds; tallies of parts add up to that of the whole.

    Points are the round score of the own team minus that of the opponents. All but ``deals`` and
    ``win`` counts the deals in which seat 0 had the decision (`call_pairs.PairRows.asked`).

    Attributes
    ----------
    deals : int
        Pairs that were played.
    first_called, first_silent : int
        How often the hand went out first with the call, and without it.
    tichu, tichu_made : int
        How often the silent hand called Tichu later, and made it.
    called, silent : Moments
        Points of a round with the call, and without it.
    value : Moments
        Points that the call gains in a deal.
    value_bomb, value_no_bomb : Moments
        The same where an opponent held a bomb after the exchange of the round with the call, and
        where none did.
    win : Moments
        Chance to win the game that the call gains in a deal; of nothing without a score.
    """

    deals: int = 0
    first_called: int = 0
    first_silent: int = 0
    tichu: int = 0
    tichu_made: int = 0
    called: Moments = NO_MOMENTS
    silent: Moments = NO_MOMENTS
    value: Moments = NO_MOMENTS
    value_bomb: Moments = NO_MOMENTS
    value_no_bomb: Moments = NO_MOMENTS
    win: Moments = NO_MOMENTS

    def plus(self, other: "CallTally") -> "CallTally":
        """Return the tally of both."""
        sums: dict[str, Any] = {}
        for field in fields(self):
            one, two = getattr(self, field.name), getattr(other, field.name)
            sums[field.name] = one.plus(two) if isinstance(one, Moments) else one + two
        return CallTally(**sums)

    @property
    def asked(self) -> int:
        """In how many deals seat 0 had the decision."""
        return self.value.n

    def p_first(self) -> Interval:
        """Return the chance to go out first with the call, which is to make it."""
        return wilson(self.first_called, self.asked)

    def p_first_silent(self) -> Interval:
        """Return the chance to go out first without the call."""
        return wilson(self.first_silent, self.asked)

    def tichu_called(self) -> Interval:
        """Return how often the silent hand calls Tichu later."""
        return wilson(self.tichu, self.asked)

    def tichu_kept(self) -> Interval:
        """Return how many of those are made."""
        return wilson(self.tichu_made, self.tichu)

    def call_value(self) -> Interval:
        """Return the points a round that the call gains, the mean over pairs."""
        return self.value.mean()

    def bombed(self) -> Interval:
        """Return how often an opponent holds a bomb after the exchange."""
        return wilson(self.value_bomb.n, self.asked)

    def win_value(self) -> Interval | None:
        """Return the chance to win the game that the call gains; None without a score."""
        return self.win.mean() if self.win.n else None

    def advice(self) -> str:
        """Return what to do: by the chance to win where there is a score, by points elsewhere.

        Examples
        --------
        >>> CallTally(value=moments([100, 200, 150, 120])).advice()
        'call'
        >>> CallTally(value=moments([100, -200, 150, 120])).advice()
        'too close to say'
        """
        return advice_on(self.win_value() or self.call_value())


def tally(rows: PairRows, win_chance: WinChance | None = None) -> CallTally:
    """Return the tally of some pairs.

    Parameters
    ----------
    rows : PairRows
    win_chance : callable, optional
        Where the decision is by the chance to win the game.
    """
    kept = PairRows(*(column[rows.asked] for column in rows))
    gains, bomb = kept.differences, kept.bomb
    win = NO_MOMENTS
    if win_chance is not None:
        win = moments(win_chance(kept.called) - win_chance(kept.silent))
    return CallTally(
        deals=len(rows.asked),
        first_called=_count(kept.first_called),
        first_silent=_count(kept.first_silent),
        tichu=_count(kept.tichu),
        tichu_made=_count(kept.tichu_made),
        called=moments(ahead(kept.called)),
        silent=moments(ahead(kept.silent)),
        value=moments(gains),
        value_bomb=moments(gains[bomb]),
        value_no_bomb=moments(gains[~bomb]),
        win=win,
    )


def _count(hits: Array) -> int:
    return int(np.count_nonzero(hits))
