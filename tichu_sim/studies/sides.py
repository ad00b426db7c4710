"""Sides that are compared, and the two seatings at which they play the same cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tichu_sim.bots.registry import Bot, parse_bot
from tichu_sim.errors import InputError
from tichu_sim.game.games import THREECHU
from tichu_sim.game.rules import Rules
from tichu_sim.game.seating import take_seats
from tichu_sim.game.settings import settings_of
from tichu_sim.jit import Array, u64
from tichu_sim.sim.run import Run, make_run

SEATINGS = 2
"""Side a first, then side b first."""
_PARTNERS = "+"


class Side(NamedTuple):
    """A bot, or partners of different kinds.

    Attributes
    ----------
    name : str
        As the user writes it.
    bots : tuple of Bot
        One for each player of a side, in the order of their seats.
    """

    name: str
    bots: tuple[Bot, ...]


def partners_of(rules: Rules) -> int:
    """Return how many players a side can have.

    In Threechu one plays against two, and each side is the one at one of the seatings.

    Raises
    ------
    InputError
        For a game without points.

    Examples
    --------
    >>> from tichu_sim.game.rules import make_rules
    >>> [partners_of(make_rules(name)) for name in ("standard", "tientsin", "two_tea", "threechu")]
    [2, 3, 1, 2]
    """
    if not rules.has_points:
        raise InputError(
            f"rules {rules.preset} have neither teams nor points: sides can be compared in all "
            "other games"
        )
    return (rules.players + 1) // 2


def parse_sides(names: Sequence[str], rules: Rules) -> tuple[Side, ...]:
    """Return the sides that texts name.

    Parameters
    ----------
    names : sequence of str
        Each a bot as `parse_bot` reads it, or partners joined by ``+``.
    rules : Rules

    Raises
    ------
    InputError
        For fewer than two sides, one that is named twice, another number of partners than the game
        has, and as `parse_bot`.

    Examples
    --------
    >>> from tichu_sim.game.rules import make_rules
    >>> sides = parse_sides(["greedy", "greedy:tichu=3+random"], make_rules())
    >>> [[bot.name for bot in side.bots] for side in sides]
    [['greedy', 'greedy'], ['greedy:tichu=3', 'random']]
    """
    partners = partners_of(rules)
    if len(names) < 2:
        raise InputError(f"{' '.join(names) or 'nothing'} has no opponent: name two sides or more")
    sides = tuple(_parse_side(name.strip(), rules, partners) for name in names)
    for place, side in enumerate(sides):
        if side.name in [other.name for other in sides[:place]]:
            raise InputError(f"side {side.name} is named twice: each is compared with all others")
    return sides


def _parse_side(name: str, rules: Rules, partners: int) -> Side:
    bots = tuple(parse_bot(part.strip()) for part in name.split(_PARTNERS))
    if len(bots) == 1:
        return Side(name, bots * partners)
    if rules.game.number == THREECHU:
        raise InputError(
            f"side {name}: in {rules.preset} one plays against two, so a side is one bot"
        )
    if len(bots) != partners:
        how = f"or {partners} joined by +" if partners > 1 else "a side is one player"
        raise InputError(
            f"side {name} has {len(bots)} bots for {partners} players: give one name, {how}"
        )
    return Side(name, bots)


@dataclass(frozen=True)
class Pairing:
    """Two sides that play the same cards at both seatings.

    Attributes
    ----------
    rules : Rules
    a, b : Side
    seed : int
    """

    rules: Rules
    a: Side
    b: Side
    seed: int

    def sides_of_players(self, seating: int) -> Array:
        """Return for each player whose he is, 0 for side a and 1 for side b.

        Teams that stay together are the sides: at the first seating side a has team 0. Where
        players move, the sides have every other player; in Threechu the first player is alone.
        At the second seating the sides have changed their places.

        Parameters
        ----------
        seating : int
            0 or 1.

        Returns
        -------
        ndarray of int, shape (players,)
        """
        rules = self.rules
        if rules.game.number == THREECHU:
            sides = np.minimum(np.arange(rules.players), 1)
        else:
            sides = np.arange(rules.players) % 2
            players = _players_at(rules)
            sides[players] = np.arange(len(players)) % 2
        return np.asarray(sides ^ seating)

    def bots(self, seating: int) -> tuple[Bot, ...]:
        """Return the bot of each player at a seating; partners sit in the order of their names."""
        sides = self.sides_of_players(seating)
        left = [list(self.a.bots), list(self.b.bots)]
        seated = {
            int(player): left[sides[player]].pop(0)
            for player in dict.fromkeys(_players_at(self.rules).tolist())
        }
        return tuple(seated[player] for player in range(self.rules.players))

    def run(self, seating: int, units: int, whole_games: bool = False) -> Run:
        """Return what is played at a seating: rounds that stand alone, or games.

        Parameters
        ----------
        seating, units : int
        whole_games : bool
            Where rounds belong to games, units are games in any case.

        Raises
        ------
        InputError
            As `make_run`.
        """
        games = whole_games or not self.rules.game.own_rounds
        return make_run(self.rules, self.bots(seating), self.seed, units, games)


def _players_at(rules: Rules) -> Array:
    # The player at each seat; where players move, as if each had one.
    players = np.arange(rules.seats if rules.game.own_rounds else rules.players)
    if rules.game.own_rounds:
        take_seats(settings_of(rules), 0, players, u64(0), players)
    return players
