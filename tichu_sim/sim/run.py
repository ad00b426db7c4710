"""A run: what is played, and how it is cut into shards.

Everything here is a function of what the user asked for. How many workers there are, how fast they
are and how often the run was cut has no place in it, so the same run gives the same files.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from tichu_sim.bots.registry import Bot
from tichu_sim.errors import InputError
from tichu_sim.game.games import TWO_TEA
from tichu_sim.game.rules import MOST_ROUNDS, Rules
from tichu_sim.jit import Array, source_hash
from tichu_sim.sim.holdings import NO_HOLDINGS, Holdings, check_holdings_game
from tichu_sim.version import __version__

SCHEMA_VERSION = 1
"""Version of run.json and of the tables' columns."""

TABLES = ("rounds", "seats", "plays")
"""The tables of every game, coarse to fine."""
DEFAULT_TABLES = ("rounds", "seats")
STANDINGS = "standings"
"""A row a game and player, where the players of a game are ranked."""
ALL_TABLES = (STANDINGS, *TABLES)
EVENT_TABLE = "plays"

_SEEDS = 1 << 64
_MOST_UNITS = 1 << 50
_BLOCKS = 15
# The tables of a shard wait in memory until they are written: rows of single events fill it sooner.
_SHARD_ROUNDS = _BLOCKS * 8192
_SHARD_ROUNDS_WITH_EVENTS = _BLOCKS * 1024
_USUAL_SEATS = 4
_POINTS_A_ROUND = 100
_POINTS_A_ROUND_OF_TWO = 30


class Shard(NamedTuple):
    """A part of a run: one file a table.

    Attributes
    ----------
    number : int
    first, last : int
        The units first .. last - 1.
    """

    number: int
    first: int
    last: int


@dataclass(frozen=True)
class Run:
    """What is to be played and written; `make_run` checks it.

    Attributes
    ----------
    rules : Rules
    bots : tuple of Bot
        One a player.
    seed : int
        0 to 2**64 - 1.
    units : int
        How many rounds that stand alone, or games.
    whole_games : bool
        Whether the units are games, played to their end.
    detail : tuple of str
        The tables that are written, in the order of `ALL_TABLES`.
    holdings : Holdings, optional
        What seat 0 holds before the Grand Tichu window; all cards are drawn without it. Such a run
        is not written.
    """

    rules: Rules
    bots: tuple[Bot, ...]
    seed: int
    units: int
    whole_games: bool = False
    detail: tuple[str, ...] = DEFAULT_TABLES
    holdings: Holdings | None = None

    def holdings_of(self, first: int, last: int) -> Array:
        """Return what seat 0 holds in the units first .. last - 1, as the kernel takes it."""
        return NO_HOLDINGS if self.holdings is None else self.holdings.of_units(first, last)

    @property
    def logs_events(self) -> bool:
        """Whether single events are written."""
        return EVENT_TABLE in self.detail

    @property
    def rounds_a_unit(self) -> int:
        """About how many rounds a unit has."""
        if not self.whole_games:
            return 1
        # Where tricks count nothing, only who wins gets points (R18.6).
        of_two = self.rules.game.number == TWO_TEA
        points = _POINTS_A_ROUND_OF_TWO if of_two else _POINTS_A_ROUND
        rounds = self.rules.number("rounds") or self.rules.number("target") // points
        return max(1, min(rounds, MOST_ROUNDS))

    @property
    def shard_units(self) -> int:
        """How many units a shard has; the last one may have fewer."""
        rounds = _SHARD_ROUNDS_WITH_EVENTS if self.logs_events else _SHARD_ROUNDS
        # More seats have more rows.
        rounds = rounds * _USUAL_SEATS // max(_USUAL_SEATS, self.rules.seats)
        return max(1, rounds // self.rounds_a_unit)

    def shards(self) -> Iterator[Shard]:
        """Yield the shards in order."""
        size = self.shard_units
        for number, first in enumerate(range(0, self.units, size)):
            yield Shard(number, first, min(first + size, self.units))

    def blocks(self, shard: Shard) -> Iterator[tuple[int, int]]:
        """Yield the ranges of units, first .. last - 1, that a shard is played in."""
        size = max(1, self.shard_units // _BLOCKS)
        for first in range(shard.first, shard.last, size):
            yield first, min(first + size, shard.last)

    def round_number(self, game: Any, index: Any) -> Any:
        """Return the number of a round, unique in its run; arrays are fine.

        Parameters
        ----------
        game : int
            Number of the game, or of the round that stands alone.
        index : int
            Number of the round within its game, from 0 and below `rules.MOST_ROUNDS`.
        """
        return game * MOST_ROUNDS + index if self.whole_games else game

    def description(self) -> dict[str, Any]:
        """Return the run as run.json tells it; two runs with the same one have the same rows."""
        return {
            "schema": SCHEMA_VERSION,
            "code": f"{__version__}+{source_hash()}",
            "rules": self.rules.written(),
            "bots": [_bot_description(bot) for bot in self.bots],
            "seed": self.seed,
            "unit": "game" if self.whole_games else "round",
            "units": self.units,
            "detail": list(self.detail),
            "shard_units": self.shard_units,
        }


def tables_of(rules: Rules) -> tuple[str, ...]:
    """Return the tables that a run under these rules can write, coarse to fine.

    Examples
    --------
    >>> from tichu_sim.game.rules import make_rules
    >>> tables_of(make_rules("tientsin")), tables_of(make_rules("threechu"))
    (('rounds', 'seats', 'plays'), ('standings', 'rounds', 'seats', 'plays'))
    """
    return TABLES if rules.game.own_rounds else ALL_TABLES


def default_tables(rules: Rules) -> tuple[str, ...]:
    """Return the tables that are written where nobody names any."""
    return DEFAULT_TABLES if rules.game.own_rounds else (STANDINGS, *DEFAULT_TABLES)


def _bot_description(bot: Bot) -> dict[str, Any]:
    names = (parameter.name for parameter in bot.kind.parameters)
    description = {"name": bot.name, "parameters": dict(zip(names, bot.values, strict=True))}
    return description | {"code": bot.kind.code} if bot.kind.code else description


def make_run(
    rules: Rules,
    bots: tuple[Bot, ...],
    seed: int,
    units: int,
    whole_games: bool = False,
    detail: Collection[str] | None = None,
    holdings: Holdings | None = None,
) -> Run:
    """Return a checked run.

    Parameters
    ----------
    rules, bots, seed, whole_games
        As for `Run`.
    units : int
        How many rounds, or games. Where rounds cannot be played alone, that many rounds become the
        fewest whole games that have them.
    detail : collection of str, optional
        The tables, in any order; by default those of `default_tables`.
    holdings : Holdings, optional

    Raises
    ------
    InputError
        For a number out of range, a table that the rules do not have, or none at all, a user's bot
        that does not compile, and holdings in another game than that of four players.

    Examples
    --------
    >>> from tichu_sim.bots.registry import parse_bots
    >>> from tichu_sim.game.rules import make_rules
    >>> run = make_run(make_rules(), parse_bots("greedy", 4), seed=0, units=200_000)
    >>> list(run.shards())
    [Shard(number=0, first=0, last=122880), Shard(number=1, first=122880, last=200000)]
    >>> run = make_run(make_rules("threechu"), parse_bots("greedy", 3), seed=0, units=100)
    >>> run.whole_games, run.units, run.detail
    (True, 12, ('standings', 'rounds', 'seats'))
    """
    if not 1 <= units <= _MOST_UNITS:
        kind = "games" if whole_games else "rounds"
        raise InputError(f"{units} {kind} cannot be played: 1 or more, and at most {_MOST_UNITS}")
    if not 0 <= seed < _SEEDS:
        raise InputError(f"seed {seed} is outside 0..{_SEEDS - 1}")
    if len(bots) != rules.players:
        raise InputError(f"{len(bots)} bots for {rules.players} players")
    for own in {bot.kind for bot in bots if bot.kind.code}:
        # What a user has written may not compile, or not play this game.
        own.entries(rules)
    if not (whole_games or rules.game.own_rounds):
        units, whole_games = -(-units // rules.number("rounds")), True
    if holdings is not None:
        check_holdings_game(rules)
    return Run(rules, bots, seed, units, whole_games, _checked_tables(rules, detail), holdings)


def _checked_tables(rules: Rules, detail: Collection[str] | None) -> tuple[str, ...]:
    if detail is None:
        return default_tables(rules)
    known = tables_of(rules)
    for table in detail:
        if table not in known:
            raise InputError(f"no such table: {table!r} (there are {', '.join(known)})")
    if not detail:
        raise InputError(f"no table to write: name one or more of {', '.join(known)}")
    return tuple(table for table in known if table in detail)
