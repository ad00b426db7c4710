"""Which of some bots is better: every pair on the same deals, the seats swapped."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from threading import Event
from typing import NamedTuple

import numpy as np

from tichu_sim.game.rules import Rules
from tichu_sim.jit import Array
from tichu_sim.sim.blocks import compile_kernel
from tichu_sim.studies.outcomes import OUTCOME, play_deals, play_games
from tichu_sim.studies.ratings import Ratings, fit_ratings
from tichu_sim.studies.sequential import Sprt
from tichu_sim.studies.sides import SEATINGS, Pairing, Side
from tichu_sim.studies.stats import Interval, PairedDifference, paired_difference, share_of_sums

BATCH_ROUNDS = 1024
"""Rounds of a batch at each seating. Sequential tests look at whole batches."""
_BATCHES_AHEAD = 2

OnRounds = Callable[[int], None]


class Figures(NamedTuple):
    """How a side of a pair has called and won.

    Attributes
    ----------
    calls : dict of int to int
        Number of announcements by kind, as in `outcomes.calls_of`.
    called : dict of int to Interval
        By kind, the share of the side's hands with which it was made.
    made : dict of int to Interval
        By kind, the share of announcements that were kept.
    doubles : Interval
        Share of the side's rounds that were a double victory.
    """

    calls: dict[int, int]
    called: dict[int, Interval]
    made: dict[int, Interval]
    doubles: Interval


@dataclass(frozen=True)
class PairResult:
    """What a pair of sides came to.

    Attributes
    ----------
    pairing : Pairing
    rows : array (units,) of `outcomes.OUTCOME`
        Deal by deal, or game by game where rounds belong to games.
    games : ndarray of float64, shape (games, 2)
        Share of side a in winning each whole game, at both seatings.
    test : Sprt or None
        The sequential test, after all of `rows`.
    """

    pairing: Pairing
    rows: Array
    games: Array
    test: Sprt | None = None

    @property
    def differences(self) -> Array:
        """A's score minus B's, in points a round, shape (units, 2): at both seatings."""
        return differences_of(self.rows)

    @property
    def deals(self) -> int:
        """Number of deals that were played at both seatings."""
        rules = self.pairing.rules
        return len(self.rows) * (1 if rules.game.own_rounds else rules.number("rounds"))

    def paired(self) -> PairedDifference:
        """Return how many points a round side a is ahead."""
        return paired_difference(self.differences)

    def games_won(self) -> Interval:
        """Return the share of whole games that side a has won, half of the draws among them."""
        return share_of_sums(self.games.sum(axis=1), np.full(len(self.games), SEATINGS))

    def figures(self, side: int, kinds: Sequence[int]) -> Figures:
        """Return how a side has called and won.

        Parameters
        ----------
        side : int
            0 for side a, 1 for side b.
        kinds : sequence of int
            Announcements, as in `outcomes.calls_of`.
        """
        hands = self.rows["hands"][:, side]
        calls, made = self.rows["calls"][:, side], self.rows["made"][:, side]
        return Figures(
            {kind: int(calls[:, kind].sum()) for kind in kinds},
            {kind: share_of_sums(calls[:, kind], hands) for kind in kinds},
            {kind: share_of_sums(made[:, kind], calls[:, kind]) for kind in kinds},
            share_of_sums(self.rows["doubles"][:, side], hands),
        )


@dataclass(frozen=True)
class Comparison:
    """Some sides, all pairs of them on the same deals.

    Attributes
    ----------
    sides : tuple of Side
    pairs : tuple of PairResult
        In the order of `itertools.combinations`.
    """

    sides: tuple[Side, ...]
    pairs: tuple[PairResult, ...]

    def ratings(self) -> Ratings:
        """Return the ratings of the sides, in their order, from the deals that all pairs have."""
        places = combinations(range(len(self.sides)), 2)
        common = min(len(pair.rows) for pair in self.pairs)
        return fit_ratings(
            {
                place: (1 + np.sign(pair.differences[:common].sum(axis=1))) / 2
                for place, pair in zip(places, self.pairs, strict=True)
            }
        )


def differences_of(rows: Array) -> Array:
    """Return side a's score minus side b's of rows of `outcomes.OUTCOME`, shape (n, 2)."""
    return np.asarray(rows["score"][:, :, 0] - rows["score"][:, :, 1])


def pairings_of(rules: Rules, sides: Sequence[Side], seed: int) -> tuple[Pairing, ...]:
    """Return every pair of sides.

    Examples
    --------
    >>> from tichu_sim.game.rules import make_rules
    >>> from tichu_sim.studies.sides import parse_sides
    >>> sides = parse_sides(["greedy", "random", "greedy:tichu=3"], make_rules())
    >>> [(pairing.a.name, pairing.b.name) for pairing in pairings_of(make_rules(), sides, 0)]
    [('greedy', 'random'), ('greedy', 'greedy:tichu=3'), ('random', 'greedy:tichu=3')]
    """
    return tuple(Pairing(rules, a, b, seed) for a, b in combinations(sides, 2))


def units_of(rules: Rules, deals: int) -> int:
    """Return how many rounds, or the fewest whole games, have so many deals.

    Examples
    --------
    >>> from tichu_sim.game.rules import make_rules
    >>> units_of(make_rules(), 100), units_of(make_rules("threechu"), 100)
    (100, 12)
    """
    return deals if rules.game.own_rounds else -(-deals // rules.number("rounds"))


def rounds_of(pairings: Sequence[Pairing], units: int, games: int) -> int:
    """Return about how many rounds `compare` plays, if no test ends before."""
    a_unit, a_game = (_rounds_a_unit(pairings[0], whole) for whole in (False, True))
    return len(pairings) * SEATINGS * (units * a_unit + games * a_game)


def _rounds_a_unit(pairing: Pairing, whole_games: bool) -> int:
    return pairing.run(0, 1, whole_games).rounds_a_unit


def compare(
    rules: Rules,
    sides: Sequence[Side],
    seed: int,
    units: int,
    games: int = 0,
    workers: int = 1,
    new_test: Callable[[], Sprt] | None = None,
    on_start: Callable[[], None] = lambda: None,
    on_rounds: OnRounds = lambda rounds: None,
) -> Comparison:
    """Play every pair of sides on the same deals, each deal at both seatings.

    The result is a function of all arguments but `workers`.

    Parameters
    ----------
    rules : Rules
    sides : sequence of Side
    seed : int
    units : int
        Deals of each pair; games where rounds belong to games, see `units_of`.
    games : int
        Whole games of each pair besides, where rounds stand alone; they are played first.
    workers : int
        Number of threads.
    new_test : callable, optional
        Makes a sequential test for each pair, which ends the play of its deals.
    on_start : callable
        Called when everything is compiled and play begins.
    on_rounds : callable
        Called in the calling thread with about the number of rounds that are done with; `rounds_of`
        says how many that will be.

    Raises
    ------
    InputError
        As `blocks.play_block`.
    """
    pairings = pairings_of(rules, sides, seed)
    for pairing in pairings:
        for seating in range(SEATINGS):
            compile_kernel(pairing.run(seating, 1))
    on_start()
    tests = [new_test() if new_test else None for _ in pairings]
    stop = Event()
    pool = ThreadPoolExecutor(workers)
    try:
        won = _play(pool, stop, workers, pairings, games, True, [None] * len(pairings), on_rounds)
        rows = _play(pool, stop, workers, pairings, units, False, tests, on_rounds)
    finally:
        # Batches beyond the end of a test are still being played.
        stop.set()
        pool.shutdown(cancel_futures=True)
    return Comparison(
        tuple(sides),
        tuple(map(PairResult, pairings, rows, _games_of(rules, won, rows), tests)),
    )


def _games_of(rules: Rules, won: list[Array], rows: list[Array]) -> list[Array]:
    return won if rules.game.own_rounds else [of_pair["first"] for of_pair in rows]


_Batch = tuple[int, int, int]


def _play(
    pool: ThreadPoolExecutor,
    stop: Event,
    workers: int,
    pairings: Sequence[Pairing],
    units: int,
    games: bool,
    tests: Sequence[Sprt | None],
    on_rounds: OnRounds,
) -> list[Array]:
    # The rows of each pair, taken in in one order, whichever thread is done first.
    play = play_games if games else play_deals
    rounds = _rounds_a_unit(pairings[0], games)
    size = max(1, BATCH_ROUNDS // rounds)
    none = np.zeros((0, SEATINGS)) if games else np.zeros(0, OUTCOME)
    found = [[none] for _ in pairings]
    batches = _batches(units, size, tests)
    playing: deque[tuple[_Batch, Future[Array]]] = deque()
    while True:
        while len(playing) < workers * _BATCHES_AHEAD and (batch := next(batches, None)):
            pair, first, last = batch
            playing.append((batch, pool.submit(play, pairings[pair], first, last, stop)))
        if not playing:
            return [np.concatenate(parts) for parts in found]
        (pair, first, last), future = playing.popleft()
        test = tests[pair]
        if test is None or test.decision is None:
            rows = future.result()
            found[pair].append(rows)
            if test is not None:
                test.update(differences_of(rows).mean(axis=1))
        on_rounds((last - first) * rounds * SEATINGS)


def _batches(units: int, size: int, tests: Sequence[Sprt | None]) -> Iterator[_Batch]:
    # Pairs whose test has ended are left out from then on.
    for first in range(0, units, size):
        last = min(first + size, units)
        for pair, test in enumerate(tests):
            if test is None or test.decision is None:
                yield pair, first, last
