"""What a deal that is played at both seatings comes to for each side."""

from threading import Event

import numpy as np

from tichu_sim.game.rules import Rules
from tichu_sim.game.view import CALL_NAMES, DOUBLE_VICTORY, GRAND, GREAT_GRAND, TICHU
from tichu_sim.jit import Array
from tichu_sim.sim.blocks import Played, play_block
from tichu_sim.studies.sides import SEATINGS, Pairing
from tichu_sim.tables.standings import standings_of

_SIDES = 2
_CALLS = len(CALL_NAMES)

OUTCOME = np.dtype(
    [
        ("score", np.float64, (SEATINGS, _SIDES)),
        ("first", np.float64, (SEATINGS,)),
        ("hands", np.int16, (_SIDES,)),
        ("calls", np.int16, (_SIDES, _CALLS)),
        ("made", np.int16, (_SIDES, _CALLS)),
        ("doubles", np.int16, (_SIDES,)),
    ]
)
"""A row a deal, or a game where rounds belong to games.

=====================  =============================================================================
field                  content
=====================  =============================================================================
score (seating, side)  points a round; where players move, the mean of the side's players
first (seating)        games only: share of side a in winning, 1, 0.5 for a draw, 0
hands (side)           hands that the side has played, both seatings together
calls, made            announcements of each kind and those that were made, by their numbers in
(side, call)           `game.view`; both seatings together
doubles (side)         hands in a team with a double victory, both seatings together
=====================  =============================================================================
"""


def calls_of(rules: Rules) -> tuple[int, ...]:
    """Return the announcements that a game has, by their numbers in `game.view`.

    Examples
    --------
    >>> from tichu_sim.game.rules import make_rules
    >>> [[CALL_NAMES[call] for call in calls_of(make_rules(name))] for name in ("bga", "atp")]
    [['tichu', 'grand'], ['tichu']]
    """
    calls = [TICHU]
    calls += [GRAND] * bool(rules["grand_tichu"])
    calls += [GREAT_GRAND] * bool(rules["great_grand"])
    return tuple(calls)


def play_deals(pairing: Pairing, first: int, last: int, stop: Event) -> Array:
    """Play the deals, or games, first .. last - 1 at both seatings.

    Parameters
    ----------
    pairing : Pairing
    first, last : int
    stop : Event
        Once it is set, the work is dropped.

    Returns
    -------
    array (last - first,) of `OUTCOME`

    Raises
    ------
    InputError, StoppedError
        As `blocks.play_block`.
    """
    rows = np.zeros(last - first, OUTCOME)
    for seating in range(SEATINGS):
        played = play_block(pairing.run(seating, last), first, last, False, stop)
        if pairing.rules.game.own_rounds:
            teams = np.arange(_SIDES) ^ seating
            rows["score"][:, seating] = _scores(played)[:, teams]
        else:
            _add_standings(pairing, seating, played, rows)
        _add_hands(pairing, seating, played, rows)
    return rows


def play_games(pairing: Pairing, first: int, last: int, stop: Event) -> Array:
    """Play whole games, first .. last - 1, of a game in which teams stay together.

    Parameters are those of `play_deals`.

    Returns
    -------
    ndarray of float64, shape (last - first, SEATINGS)
        1 where side a has won, 0.5 for a draw, 0 where side b has won.
    """
    results = np.zeros((last - first, SEATINGS))
    for seating in range(SEATINGS):
        run = pairing.run(seating, last, whole_games=True)
        played = play_block(run, first, last, False, stop)
        scores = _scores(played)
        # Also where only the difference is kept (R17.10).
        ahead = _by_unit(played, scores[:, 0] - scores[:, 1])
        results[:, seating] = (1 + np.sign(ahead if seating == 0 else -ahead)) / 2
    return results


def _scores(played: Played) -> Array:
    # Of the teams of each round, cards and calls.
    return np.asarray(played.rounds["cards"].astype(np.int64) + played.rounds["calls"])


def _by_unit(played: Played, values: Array) -> Array:
    # Sums over the rounds of each game; rounds that stand alone as they are.
    starts = np.flatnonzero(played.rounds["index"] == 0)
    if len(starts) == len(values):
        return values
    return np.asarray(np.add.reduceat(values, starts))


def _add_standings(pairing: Pairing, seating: int, played: Played, rows: Array) -> None:
    # Every player has points of his own; those who share the first rank share the game.
    rules, sides = pairing.rules, pairing.sides_of_players(seating)
    standings = standings_of(rules, played)[:, : rules.players]
    points = standings["points"] / rules.number("rounds")
    for side in range(_SIDES):
        rows["score"][:, seating, side] = points[:, sides == side].mean(axis=1)
    best = standings["rank"] == 1
    rows["first"][:, seating] = best[:, sides == 0].sum(axis=1) / best.sum(axis=1)


def _add_hands(pairing: Pairing, seating: int, played: Played, rows: Array) -> None:
    rules, rounds, seats = pairing.rules, played.rounds, played.seats
    side_at = pairing.sides_of_players(seating).astype(np.int8)[seats["player"]]
    call, first = np.ascontiguousarray(seats["call"]), seats["place"] == 1
    team = np.arange(rules.seats) % rules.teams
    doubled = (rounds["over"] == DOUBLE_VICTORY)[:, None]
    doubled = doubled & (team == (rounds["first"] % rules.teams)[:, None])
    for side in range(_SIDES):
        mine = side_at == side

        def count(hits: Array, mine: Array = mine) -> Array:
            return _by_unit(played, (hits & mine).sum(axis=1))

        rows["hands"][:, side] += count(mine)
        rows["doubles"][:, side] += count(doubled)
        for kind in calls_of(rules):
            called = call == kind
            rows["calls"][:, side, kind] += count(called)
            rows["made"][:, side, kind] += count(called & first)
