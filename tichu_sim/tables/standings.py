"""How games ended for their players: points and ranking (R13.8, R14.10, R16.3)."""

import numpy as np

from tichu_sim.game.games import GRAND_SEIGNEUR, THREECHU
from tichu_sim.game.rules import Rules
from tichu_sim.jit import Array
from tichu_sim.sim.blocks import Played

NOBODY = -1
"""Player and rank of the dummy."""

STANDING = np.dtype(
    [
        ("game", np.int64),
        ("player", np.int64),
        ("victory", np.int64),
        ("points", np.int64),
        ("rank", np.int64),
        ("as_lord", np.int64),
    ]
)
"""What `standings_of` returns; fields that a game does not have are 0."""

_MORE_THAN_POINTS = 1 << 32


def standings_of(rules: Rules, played: Played) -> Array:
    """Return how games ended.

    Parameters
    ----------
    rules : Rules
        Of a game whose players are ranked.
    played : Played
        Whole games.

    Returns
    -------
    array (games, players) of `STANDING`
        By player; the dummy of Threechu comes after the players. ``rank`` is 1 for the best and
        the same for equals; in Grand Seigneur 0 for the Great Lord, as everywhere there.
    """
    starts = np.flatnonzero(played.rounds["index"] == 0)
    ends = np.append(starts[1:], len(played.rounds))[: len(starts)] - 1
    has_dummy = rules.game.number == THREECHU
    rows = np.zeros((len(starts), rules.players + has_dummy), STANDING)
    rows["game"] = played.rounds["game"][ends][:, None]
    rows["player"] = np.arange(rows.shape[1])
    if rules.game.number == GRAND_SEIGNEUR:
        _rank_lords(played, starts, ends, rows)
        return rows
    _add_points(rules, played, ends, rows)
    ranked = rows[:, : rules.players]
    key = ranked["victory"] * _MORE_THAN_POINTS + ranked["points"]
    ranked["rank"] = 1 + (key[:, None, :] > key[:, :, None]).sum(axis=2)
    if has_dummy:
        rows["player"][:, -1] = rows["rank"][:, -1] = NOBODY
    return rows


def _add_points(rules: Rules, played: Played, ends: Array, rows: Array) -> None:
    # What the seats' players had before the last round, and what that one brought.
    rounds, seats = played.rounds[ends], played.seats[ends]
    at = np.arange(seats.shape[1])
    team = at % rules.teams
    account = seats["player"].astype(np.int64)
    if rules.game.number == THREECHU:
        account[:, 2] = rules.players
    score = rounds["cards"].astype(np.int64) + rounds["calls"]
    game = np.arange(len(rows))[:, None]
    rows["points"][game, account] = seats["total"] + score[:, team]
    rows["victory"][game, account] = seats["victory"] + rounds["victory"][:, team]


def _rank_lords(played: Played, starts: Array, ends: Array, rows: Array) -> None:
    game = np.arange(len(rows))
    last = played.seats[ends]
    rows["rank"][game[:, None], last["player"]] = last["place"] - 1
    first = played.seats["player"][np.arange(len(played.rounds)), played.rounds["first"]]
    np.add.at(rows["as_lord"], (game.repeat(ends + 1 - starts), first), 1)
