"""A run: what is played, and how it is cut into shards.

Everything here is a function of what the user asked for. How many workers there are, how fast they
are and how often the run was cut has no place in it, so the same run gives the same files.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from tichu_sim.bots.registry import Bot
from tichu_sim.errors import InputError
from tichu_sim.game.rules import Rules
from tichu_sim.jit import source_hash
from tichu_sim.sim.kernel import MOST_ROUNDS
from tichu_sim.version import __version__

SCHEMA_VERSION = 1
"""Version of run.json and of the tables' columns."""

TABLES = ("rounds", "seats", "plays")
"""The tables there are, coarse to fine."""
DEFAULT_TABLES = ("rounds", "seats")
EVENT_TABLE = "plays"

_SEEDS = 1 << 64
_MOST_UNITS = 1 << 50
_BLOCKS = 15
# The tables of a shard wait in memory until they are written: rows of single events fill it sooner.
_SHARD_ROUNDS = _BLOCKS * 8192
_SHARD_ROUNDS_WITH_EVENTS = _BLOCKS * 1024
_POINTS_A_ROUND = 100


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
        One a seat.
    seed : int
        0 to 2**64 - 1.
    units : int
        How many rounds that stand alone, or games.
    whole_games : bool
        Whether the units are games, played to their end.
    detail : tuple of str
        The tables that are written, in the order of `TABLES`.
    """

    rules: Rules
    bots: tuple[Bot, ...]
    seed: int
    units: int
    whole_games: bool = False
    detail: tuple[str, ...] = DEFAULT_TABLES

    @property
    def logs_events(self) -> bool:
        """Whether single events are written."""
        return EVENT_TABLE in self.detail

    @property
    def rounds_a_unit(self) -> int:
        """About how many rounds a unit has."""
        if not self.whole_games:
            return 1
        rounds = self.rules.number("rounds") or self.rules.number("target") // _POINTS_A_ROUND
        return max(1, min(rounds, MOST_ROUNDS))

    @property
    def shard_units(self) -> int:
        """How many units a shard has; the last one may have fewer."""
        rounds = _SHARD_ROUNDS_WITH_EVENTS if self.logs_events else _SHARD_ROUNDS
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
            Number of the round within its game, from 0 and below `kernel.MOST_ROUNDS`.
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


def _bot_description(bot: Bot) -> dict[str, Any]:
    names = (parameter.name for parameter in bot.kind.parameters)
    return {"name": bot.name, "parameters": dict(zip(names, bot.values, strict=True))}


def make_run(
    rules: Rules,
    bots: tuple[Bot, ...],
    seed: int,
    units: int,
    whole_games: bool = False,
    detail: Collection[str] = DEFAULT_TABLES,
) -> Run:
    """Return a checked run; the parameters are those of `Run`.

    Raises
    ------
    InputError
        For a number out of range, an unknown table or none at all.

    Examples
    --------
    >>> from tichu_sim.bots.registry import parse_bots
    >>> from tichu_sim.game.rules import make_rules
    >>> run = make_run(make_rules(), parse_bots("greedy", 4), seed=0, units=200_000)
    >>> list(run.shards())
    [Shard(number=0, first=0, last=122880), Shard(number=1, first=122880, last=200000)]
    """
    if not 1 <= units <= _MOST_UNITS:
        kind = "games" if whole_games else "rounds"
        raise InputError(f"{units} {kind} cannot be played: 1 or more, and at most {_MOST_UNITS}")
    if not 0 <= seed < _SEEDS:
        raise InputError(f"seed {seed} is outside 0..{_SEEDS - 1}")
    for table in detail:
        if table not in TABLES:
            raise InputError(f"no such table: {table!r} (there are {', '.join(TABLES)})")
    if not detail:
        raise InputError(f"no table to write: name one or more of {', '.join(TABLES)}")
    if len(bots) != rules.seats:
        raise InputError(f"{len(bots)} bots for {rules.seats} seats")
    tables = tuple(table for table in TABLES if table in detail)
    return Run(rules, bots, seed, units, whole_games, tables)
