"""The chance to win the game from any pair of totals, from the distribution of round scores.

Rounds are taken as independent of each other and of the totals, so a game is a Markov chain on the
pairs of totals, which are multiples of 5. The chance of a pair is the mean of the chances one round
later,

    e(us, them) = sum over round scores (a, b) of p(a, b) e(us + a, them + b),

with 1 and 0 where a team has won. It is found by value iteration: so many times as a game has
rounds, the chances are averaged over the next round, for all pairs at once by Fourier transform.
What is not decided after the last step, or has fallen off the grid, is kept as a bound.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tichu_sim.errors import InputError
from tichu_sim.game.rules import MOST_ROUNDS
from tichu_sim.studies.round_scores import STEP, Floats, Ints, RoundScores, checked_points
from tichu_sim.studies.stats import Z95, Interval, mean_interval
from tichu_sim.studies.totals import LOWEST, check_totals, steps_of

Values = npt.NDArray[np.complex128]
Flags = npt.NDArray[np.bool_]

MOST_TARGET = 5000
_BELOW = 500
"""So far below the lowest total games are followed, in points; hardly any fall through."""
_FINE = 1e-11
"""Where steps change less, or so little is left in play, the iteration ends."""


@dataclass(frozen=True)
class _Grid:
    """The pairs of totals, in steps of 5 points; row and column 0 stand for `base`.

    Totals from `floor` up to below `target` are in play, and ties from `target` to `cap` where they
    are played on. Around them is a margin that one round can reach.
    """

    floor: int
    target: int
    cap: int
    base: int
    size: int
    plays_on: bool

    @property
    def totals(self) -> Ints:
        return np.arange(self.base, self.base + self.size)

    def in_play(self) -> Flags:
        us, them = self.totals[:, None], self.totals[None, :]
        low, high = np.minimum(us, them), np.maximum(us, them)
        tied = (us == them) & (us >= self.target) & (us <= self.cap)
        return np.asarray((low >= self.floor) & ((high < self.target) | (tied & self.plays_on)))

    def places(self, us: Ints, them: Ints) -> tuple[Ints, Ints]:
        # What is off the grid is worth what its edge is.
        edge = self.size - 1
        return np.clip(us - self.base, 0, edge), np.clip(them - self.base, 0, edge)


def _grid_of(pairs: Ints, target: int, plays_on: bool, lowest: int) -> _Grid:
    # A tie above the cap does not come down again unless by a round that is a tie too.
    apart = pairs[pairs[:, 0] != pairs[:, 1]]
    drop = max(0, -int(apart.max(axis=1).min())) if len(apart) else 0
    goal = math.ceil(target / STEP)
    cap = goal + drop if plays_on else goal
    floor = (lowest - _BELOW) // STEP
    base = floor + min(-1, int(pairs.min()))
    size = cap + max(1, int(pairs.max())) - base + 1
    return _Grid(floor, goal, cap, base, size, plays_on)


class _Step:
    """One round: values are averaged over it, or chances of totals move on by it."""

    def __init__(self, pairs: Ints, chance: Floats, size: int) -> None:
        # Takes a while to import.
        from scipy import fft  # noqa: PLC0415

        self._fft = fft
        # The margin of the grid keeps what goes around the edge away from all that is in play.
        self._shape = (fft.next_fast_len(size),) * 2
        self._size = size
        kernel = np.zeros(self._shape)
        np.add.at(kernel, (pairs[:, 0], pairs[:, 1]), chance)
        self._forward = fft.fft2(kernel)
        self._back = self._forward.conj()

    def mean_after(self, values: Values) -> Values:
        return self._times(values, self._back)

    def moved(self, chances: Floats) -> Floats:
        return np.asarray(self._times(chances, self._forward).real)

    def sums_after(self, visits: Floats, values: Floats, pairs: Ints) -> Floats:
        # For every pair of scores the sum over totals of visits times the value it leads to.
        spectrum = self._fft.fft2(values, self._shape)
        spectrum *= self._fft.fft2(visits, self._shape).conj()
        return np.asarray(self._fft.ifft2(spectrum).real[pairs[:, 0], pairs[:, 1]])

    def _times(self, values: Values | Floats, kernel: Values) -> Values:
        product = self._fft.ifft2(self._fft.fft2(values, self._shape) * kernel)
        return np.asarray(product[: self._size, : self._size])


@dataclass(frozen=True, eq=False)
class Equity:
    """The chance to win the game from every pair of totals; `equity_of` makes it.

    Attributes
    ----------
    scores : RoundScores
    target : int
        Points that end the game (R12.1).
    lowest : int
        Lowest total that can be asked for.
    """

    scores: RoundScores
    target: int
    lowest: int
    _grid: _Grid
    _step: _Step
    # Real part: chance to win less chance to lose. Imaginary part: chance that neither is known.
    _values: Values

    def chance(self, us: npt.ArrayLike, them: npt.ArrayLike) -> Floats:
        """Return the chance to win the game, a draw counting half.

        Parameters
        ----------
        us, them : array_like of int
            Totals before a round, in points; of shapes that fit each other.

        Returns
        -------
        ndarray of float64
            Of their shape; within `bound` for the given distribution, and within `interval` for the
            one that its rounds are a sample of.

        Raises
        ------
        InputError
            If a total is no multiple of 5 or lower than `lowest`, or the game is over.
        """
        return np.asarray((1 + self._in_play(us, them).real) / 2)

    def bound(self, us: npt.ArrayLike, them: npt.ArrayLike) -> Floats:
        """Return how far `chance` can be off by the edge of the grid and the end of the iteration.

        It is half the chance of a game that is followed to neither end. Parameters and errors are
        those of `chance`.
        """
        return np.asarray(self._in_play(us, them).imag / 2)

    def after(self, us: npt.ArrayLike, them: npt.ArrayLike) -> Floats:
        """Return the chance at totals after a round, which may be the end of the game.

        Parameters
        ----------
        us, them : array_like of int
            Totals in points. Whoever has won has the chance 1; 500 points below `lowest`, where
            nothing is known, it is 0.5.

        Raises
        ------
        InputError
            If a total is no multiple of 5.
        """
        return np.asarray((1 + self._at(*steps_of(us, them)).real) / 2)

    def standard_error(self, us: int, them: int) -> float:
        """Return the standard error of `chance` that comes from the number of rounds.

        By the delta method: how much the chance would change with the share of a pair of scores is
        the sum of its effects over all totals, times how often a game from here comes by them.
        Rounds are taken as independent; a distribution that is known exactly has no such error.

        Parameters
        ----------
        us, them : int
            Totals in points. It takes about as long as `equity_of`.

        Raises
        ------
        InputError
            As for `chance`.
        """
        self._in_play(us, them)
        grid, values = self._grid, self._values.real
        start = np.zeros((grid.size, grid.size))
        start[grid.places(*steps_of(us, them))] = 1
        visits = self._visits(start)
        pairs = np.column_stack([self.scores.us, self.scores.them]) // STEP
        effect = self._step.sums_after(visits, values, pairs)
        if self.scores.symmetric:
            effect = (effect + self._step.sums_after(visits, values, pairs[:, ::-1])) / 2
        share = self.scores.weight / self.scores.rounds
        variance = float(share @ np.square(effect - share @ effect)) / self.scores.rounds
        # Values are differences of two chances.
        return math.sqrt(variance) / 2

    def interval(self, us: int, them: int) -> Interval:
        """Return the chance with its interval of 95 %, `bound` and `standard_error` in it.

        Parameters and errors are those of `standard_error`.
        """
        value, bound = float(self.chance(us, them)), float(self.bound(us, them))
        half = bound + Z95 * self.standard_error(us, them)
        return Interval(value, max(0.0, value - half), min(1.0, value + half))

    def _visits(self, chances: Floats) -> Floats:
        # How often a game comes by each pair of totals, the first one included.
        in_play, visits = self._grid.in_play(), np.zeros_like(chances)
        for _ in range(MOST_ROUNDS):
            visits += chances
            chances = np.where(in_play, self._step.moved(chances), 0.0)
            if chances.sum() < _FINE:
                break
        return visits

    def _in_play(self, us: npt.ArrayLike, them: npt.ArrayLike) -> Values:
        tie = "continue" if self._grid.plays_on else "draw"
        check_totals(us, them, self.target, tie, self.lowest)
        return self._at(*steps_of(us, them))

    def _at(self, ours: Ints, theirs: Ints) -> Values:
        decided = (np.maximum(ours, theirs) >= self._grid.target) & (ours != theirs)
        values = self._values[self._grid.places(ours, theirs)]
        return np.where(decided, np.sign(ours - theirs), values)


def equity_of(
    scores: RoundScores, target: int = 1000, tie: str = "continue", lowest: int = LOWEST
) -> Equity:
    """Compute the chance to win the game from every pair of totals.

    Parameters
    ----------
    scores : RoundScores
        Of one round.
    target : int
        The game ends when a team has so many points, and the higher total wins (R12.1).
    tie : str
        Equal totals at the target: ``continue`` to play on until they differ and one is at the
        target (R12.2), ``draw`` for a draw (A21).
    lowest : int
        Lowest total that can be asked for, in points. Games that fall another 500 below it count
        half, which is part of `Equity.bound`.

    Raises
    ------
    InputError
        If `target`, `tie` or `lowest` is none of those that are possible, or no round brings a team
        any points.

    Examples
    --------
    Both teams toss a coin for 100 points, and 200 are wanted:

    >>> from tichu_sim.studies.round_scores import round_scores
    >>> found = equity_of(round_scores([100, 0], [0, 100]), target=200)
    >>> found.chance([0, 100, 100], [0, 0, 100]).round(6)
    array([0.5 , 0.75, 0.5 ])
    """
    if not 1 <= target <= MOST_TARGET:
        raise InputError(f"target {target}: it should be from 1 to {MOST_TARGET}")
    if tie not in ("continue", "draw"):
        raise InputError(f"tie {tie!r}: it should be continue or draw")
    if not -MOST_TARGET <= lowest <= 0 or lowest % STEP:
        raise InputError(
            f"lowest total {lowest}: it should be a multiple of {STEP} from {-MOST_TARGET} to 0"
        )
    points, chance = scores.table()
    if points.max() <= 0:
        raise InputError("no round brings a team any points: a game would never end")
    pairs = points // STEP
    grid = _grid_of(pairs, target, tie == "continue", lowest)
    step = _Step(pairs, chance, grid.size)
    values = _iterate(step, _first_values(grid, pairs, chance), grid.in_play())
    return Equity(scores, target, lowest, grid, step, values)


def _first_values(grid: _Grid, pairs: Ints, chance: Floats) -> Values:
    # Before the first step, only the ends of games are known.
    us, them = np.broadcast_arrays(grid.totals[:, None], grid.totals[None, :])
    values = np.full(us.shape, 1j)
    reached = np.maximum(us, them) >= grid.target
    values[reached] = np.sign(us - them)[reached]
    if grid.plays_on:
        tied = reached & (us == them)
        values[tied] = np.where(us[tied] <= grid.cap, 1j, _far_tie(pairs, chance))
    return values


def _far_tie(pairs: Ints, chance: Floats) -> complex:
    # The next round that is no tie decides, and until then a tie may come down, with unknown end.
    ahead = np.sign(pairs[:, 0] - pairs[:, 1])
    apart = float(chance @ np.abs(ahead))
    falls = float(chance @ ((ahead == 0) & (pairs[:, 0] < 0)))
    if apart == 0:
        return 1j
    return complex(float(chance @ ahead) / apart, falls / (falls + apart))


def _iterate(step: _Step, values: Values, in_play: Flags) -> Values:
    # No game has more rounds than MOST_ROUNDS.
    for _ in range(MOST_ROUNDS):
        new = step.mean_after(values)[in_play]
        change = np.abs(new - values[in_play]).max()
        values[in_play] = new
        if change < _FINE:
            break
    values.flags.writeable = False
    return values


def decision_value(
    equity: Equity, first: npt.ArrayLike, second: npt.ArrayLike, us: int, them: int
) -> Interval:
    """Return how much one decision gains over another in chance to win the game.

    Parameters
    ----------
    equity : Equity
        Of rounds as they are played otherwise; it is taken as exact.
    first, second : array_like, shape (n, 2)
        Round scores of us and them, in points, after the one decision and the other: row by row the
        same deal, which takes most of the luck out of the difference.
    us, them : int
        Totals in points before the round.

    Returns
    -------
    Interval
        Chance with the first decision minus that with the second, from -1 to 1.

    Raises
    ------
    InputError
        As for `Equity.chance`, and if scores are no pairs of multiples of 5.

    Examples
    --------
    A sure 100 points are enough at 900, and a risk is not worth it:

    >>> from tichu_sim.studies.round_scores import round_scores
    >>> found = equity_of(round_scores([100, 0], [0, 100]))
    >>> safe, bold = [[100, 0]] * 4, [[200, 0], [-200, 100], [200, 0], [-200, 100]]
    >>> round(decision_value(found, safe, bold, 900, 800).value, 4)
    0.4375
    """
    equity.chance(us, them)
    ours, theirs = _pairs_of(first), _pairs_of(second)
    if len(ours) != len(theirs):
        raise InputError(
            f"{len(ours)} and {len(theirs)} rounds of two decisions: they should be the same deals"
        )
    one, other = (equity.after(us + pair[:, 0], them + pair[:, 1]) for pair in (ours, theirs))
    return mean_interval(one - other)


def _pairs_of(scores: npt.ArrayLike) -> Ints:
    pairs = checked_points(scores)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise InputError(f"round scores have the shape {pairs.shape}: it should be (deals, 2)")
    return pairs
