"""A block of played rounds, with what the columns of the tables need beside its rows."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tichu_sim.jit import Array
from tichu_sim.sim.blocks import Played
from tichu_sim.sim.run import Run
from tichu_sim.tables.standings import standings_of

TIE = -1
"""Column `winner` of a round in which the teams scored the same."""


def bot_names(run: Run) -> tuple[str, ...]:
    """Return the names of a run's bots, each once."""
    return tuple(dict.fromkeys(bot.name for bot in run.bots))


@dataclass(frozen=True)
class Block:
    """Rounds that were played, with what the columns need beside."""

    run: Run
    played: Played

    @cached_property
    def round(self) -> Array:
        """Number of each round."""
        rounds = self.played.rounds
        return np.asarray(self.run.round_number(rounds["game"], rounds["index"].astype(np.int64)))

    @cached_property
    def score(self) -> Array:
        """Points of each round (n, teams)."""
        rounds = self.played.rounds
        return np.asarray(rounds["cards"] + rounds["calls"])

    @cached_property
    def winner(self) -> Array:
        """Team with the highest score of each round, or `TIE`."""
        score = self.score
        best = score.max(axis=1, keepdims=True)
        return np.where((score == best).sum(axis=1) > 1, TIE, score.argmax(axis=1))

    @cached_property
    def bot(self) -> Array:
        """Place in `bot_names` of the bot of each player."""
        names = bot_names(self.run)
        return np.array([names.index(bot.name) for bot in self.run.bots])

    @cached_property
    def standings(self) -> Array:
        """Standing of each player at the end of each game, see `standings.standings_of`."""
        return standings_of(self.run.rules, self.played)

    def by_seat(self, values: Array) -> Array:
        """Repeat a value of each round for its seats."""
        return values.repeat(self.run.rules.seats)

    def by_round(self, values: Array) -> Array:
        """Repeat a value of each seat for all rounds."""
        return np.tile(values, len(self.played.rounds))

    def by_event(self, values: Array) -> Array:
        """Repeat a value of each round for its events."""
        return values.repeat(self.played.rounds["events"])

    @cached_property
    def ply(self) -> Array:
        """Number of each event within its round."""
        events = self.played.rounds["events"]
        return np.arange(events.sum()) - self.by_event(events.cumsum() - events)
