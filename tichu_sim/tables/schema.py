"""The columns of the tables `rounds`, `seats` and `plays`, for any number of seats and teams.

Masks are uint64, a card a bit (`game.cards`); texts are dictionaries of few values.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from tichu_sim.game.combos import KIND_NAMES
from tichu_sim.game.view import CALL_NAMES, DOUBLE_VICTORY, NO_CALL
from tichu_sim.jit import Array
from tichu_sim.sim.blocks import Played
from tichu_sim.sim.rows import EVENT_NAMES
from tichu_sim.sim.run import Run
from tichu_sim.tables.columns import DELTA, PLAIN, Column

_TINY, _SMALL, _WHOLE, _LONG = pa.int8(), pa.int16(), pa.int32(), pa.int64()
_MASK, _FLAG, _HALVES = pa.uint64(), pa.bool_(), pa.float32()

TIE = -1
"""Column `winner` of a round in which the teams scored the same."""


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


def _rounds(name: str) -> Callable[[Block], Array]:
    return lambda block: block.played.rounds[name]


def _seats(name: str) -> Callable[[Block], Array]:
    return lambda block: block.played.seats[name]


def _events(name: str) -> Callable[[Block], Array]:
    return lambda block: block.played.events[name]


def _team_columns(run: Run) -> list[Column]:
    def each(name: str, kind: Any, what: str, values: Callable[[Block], Array]) -> list[Column]:
        return [each_of(team, name, kind, what, values) for team in range(run.rules.teams)]

    def each_of(
        team: int, name: str, kind: Any, what: str, values: Callable[[Block], Array]
    ) -> Column:
        return Column(
            f"{name}_{team}", kind, f"{what}, team {team}", lambda block: values(block)[:, team]
        )

    return [
        *each("score", _SMALL, "round score: cards and calls", lambda block: block.score),
        *each("cards", _SMALL, "card points, or those of a double victory", _rounds("cards")),
        *each("calls", _SMALL, "points of the announcements", _rounds("calls")),
        *each("total", _WHOLE, "points of the game before the round", _rounds("total")),
    ]


def _round_columns(run: Run) -> list[Column]:
    return [
        Column(
            "round",
            _LONG,
            "number of the round in its run; in games 1000 * game + index",
            lambda b: b.round,
            DELTA,
        ),
        Column("game", _LONG, "number of the game; of the round alone", _rounds("game"), DELTA),
        Column("index", _SMALL, "number of the round in its game", _rounds("index")),
        Column("dealer", _TINY, "seat asked first for calls", _rounds("dealer")),
        Column("leader", _TINY, "seat that led first", _rounds("leader")),
        Column("first", _TINY, "seat that went out first", _rounds("first")),
        *_team_columns(run),
        Column(
            "double_victory",
            _FLAG,
            "whether a team was out before the other had a player out",
            lambda block: block.played.rounds["over"] == DOUBLE_VICTORY,
        ),
        Column("winner", _TINY, "team with the higher round score, -1: tie", lambda b: b.winner),
        Column("plays", _SMALL, "plays, bombs included, passes not", _rounds("plays")),
        Column("tricks", _TINY, "tricks; the Dog makes none", _rounds("tricks")),
        Column("bombs", _TINY, "bombs thrown", _rounds("bombs")),
    ]


def _exchange_columns(run: Run) -> list[Column]:
    def column(name: str, k: int, what: str) -> Column:
        return Column(f"{name}_{k}", _MASK, what, lambda block: block.played.seats[name][:, :, k])

    others = range(1, run.rules.seats)
    return [
        *(column("given", k, f"card given to seat + {k}") for k in others),
        *(column("received", k, f"card received from seat + {k}") for k in others),
    ]


def _seat_columns(run: Run) -> list[Column]:
    seats = np.arange(run.rules.seats)
    names = tuple(dict.fromkeys(bot.name for bot in run.bots))
    bots = np.array([names.index(bot.name) for bot in run.bots])
    return [
        Column("round", _LONG, "as in `rounds`", lambda block: block.by_seat(block.round), DELTA),
        Column(
            "game",
            _LONG,
            "as in `rounds`",
            lambda block: block.by_seat(block.played.rounds["game"]),
            DELTA,
        ),
        Column("seat", _TINY, "seat in order of play", lambda block: block.by_round(seats)),
        Column("player", _TINY, "who sits there", lambda block: block.by_round(seats)),
        Column("team", _TINY, "team", lambda block: block.by_round(seats % run.rules.teams)),
        Column("bot", _TINY, "its bot", lambda block: block.by_round(bots), names=names),
        Column("first8", _MASK, "first eight cards", _seats("first"), PLAIN),
        Column("dealt", _MASK, "dealt hand", _seats("dealt"), PLAIN),
        Column("hand", _MASK, "hand after the exchange", _seats("hand"), PLAIN),
        *_exchange_columns(run),
        Column("call", _TINY, "announcement", _seats("call"), names=CALL_NAMES),
        Column(
            "made",
            _FLAG,
            "whether the announcement was kept; null without one",
            lambda block: block.played.seats["place"] == 1,
            known=lambda block: block.played.seats["call"] != NO_CALL,
        ),
        Column("place", _TINY, "order of going out, from 1", _seats("place")),
        Column("card_points", _SMALL, "points of the tricks taken", _seats("points")),
        Column("bombs_held", _TINY, "1 if the hand held a bomb", _seats("bombs_held")),
        Column("bombs_thrown", _TINY, "bombs played", _seats("bombs_thrown")),
    ]


def _play_columns(_: Run) -> list[Column]:
    return [
        Column("round", _LONG, "as in `rounds`", lambda block: block.by_event(block.round), DELTA),
        Column(
            "game",
            _LONG,
            "as in `rounds`",
            lambda block: block.by_event(block.played.rounds["game"]),
            DELTA,
        ),
        Column("ply", _SMALL, "number of the event in the round", lambda block: block.ply, PLAIN),
        Column("seat", _TINY, "who", _events("seat")),
        Column("event", _TINY, "what", _events("event"), names=EVENT_NAMES),
        Column("cards", _MASK, "cards played or given", _events("cards")),
        Column("kind", _TINY, "combination", _events("kind"), names=KIND_NAMES),
        Column("length", _TINY, "cards of the combination", _events("length")),
        Column(
            "rank",
            _HALVES,
            "comparison rank: lone Phoenix x.5, Dragon 20, 0 without a combination",
            lambda block: block.played.events["level"] / np.float32(2),
        ),
        Column("phoenix", _TINY, "rank the Phoenix stands for, else 0", _events("phoenix"), PLAIN),
        Column("wish", _TINY, "rank wished for with this play, else 0", _events("wish"), PLAIN),
        Column("hand", _MASK, "the seat's hand before the event", _events("hand"), PLAIN),
        Column("points", _SMALL, "card points on the table before", _events("points")),
        Column(
            "out_of_turn", _FLAG, "a bomb out of turn", lambda b: b.played.events["out_of_turn"]
        ),
        Column("to", _TINY, "receiver of the Dragon's trick, else -1", _events("target")),
        Column("call", _TINY, "announcement made", _events("call"), names=CALL_NAMES),
    ]


def columns_of(run: Run) -> dict[str, list[Column]]:
    """Return the columns of every table that a run writes.

    Examples
    --------
    >>> from tichu_sim.bots.registry import parse_bots
    >>> from tichu_sim.game.rules import make_rules
    >>> from tichu_sim.sim.run import make_run
    >>> run = make_run(make_rules(), parse_bots("greedy", 4), seed=0, units=1)
    >>> [column.name for column in columns_of(run)["rounds"]][:8]
    ['round', 'game', 'index', 'dealer', 'leader', 'first', 'score_0', 'score_1']
    """
    makers = {"rounds": _round_columns, "seats": _seat_columns, "plays": _play_columns}
    return {table: makers[table](run) for table in run.detail}
