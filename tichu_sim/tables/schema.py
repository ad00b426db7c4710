"""The columns of the tables, as the rules of a run make them.

Masks are uint64, a card a bit (`game.cards`); texts are dictionaries of few values.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa

from tichu_sim.game.combos import KIND_NAMES
from tichu_sim.game.games import GRAND_SEIGNEUR, T52, TIENTSIN, TOURNAMENT, TWO_TEA, TWO_WUERZBURG
from tichu_sim.game.rules import Rules
from tichu_sim.game.state import has_two_packs
from tichu_sim.game.view import CALL_NAMES, DOUBLE_VICTORY
from tichu_sim.jit import Array
from tichu_sim.sim.rows import (
    BOMB,
    CALL,
    EVENT_NAMES,
    FIRST,
    GIFT,
    GIVE,
    PASS_TURN,
    PLAY,
    PUSH,
    RETURN,
    STACK,
)
from tichu_sim.sim.run import STANDINGS, Run
from tichu_sim.tables.block import Block, bot_names
from tichu_sim.tables.columns import DELTA, PLAIN, Column
from tichu_sim.tables.seats import seat_columns
from tichu_sim.tables.standings import NOBODY

_TINY, _SMALL, _WHOLE, _LONG = pa.int8(), pa.int16(), pa.int32(), pa.int64()
_MASK, _FLAG, _HALVES = pa.uint64(), pa.bool_(), pa.float32()

_DUMMY = "dummy"
"""What stands for the dummy's bot in the standings."""


def _rounds(name: str) -> Callable[[Block], Array]:
    return lambda block: block.played.rounds[name]


def _events(name: str) -> Callable[[Block], Array]:
    return lambda block: block.played.events[name]


def _standings(name: str) -> Callable[[Block], Array]:
    return lambda block: block.standings[name]


def _team_columns(rules: Rules) -> list[Column]:
    def each(name: str, kind: Any, what: str, values: Callable[[Block], Array]) -> list[Column]:
        return [each_of(team, name, kind, what, values) for team in range(rules.teams)]

    def each_of(
        team: int, name: str, kind: Any, what: str, values: Callable[[Block], Array]
    ) -> Column:
        return Column(
            f"{name}_{team}", kind, f"{what}, team {team}", lambda block: values(block)[:, team]
        )

    cards = "card points, or those of a double victory"
    before = "points of the game before the round"
    if rules.game.number == TWO_TEA:
        cards = "50 for the winner who had not called"
    elif rules.game.number == T52:
        before = "points ahead before the round"
    columns = [
        *each("score", _SMALL, "round score: cards and calls", lambda block: block.score),
        *each("cards", _SMALL, cards, _rounds("cards")),
        *each("calls", _SMALL, "points of the announcements", _rounds("calls")),
    ]
    if rules.game.number == TOURNAMENT:
        columns += each("victory", _TINY, "victory points of each player", _rounds("victory"))
    if rules.game.own_rounds:
        columns += each("total", _WHOLE, before, _rounds("total"))
    return columns


def _point_columns(rules: Rules) -> list[Column]:
    out = "whether a team was out before the other had a player out"
    if rules.game.number == TWO_WUERZBURG:
        out = "whether a player was out before the other had a hand out"
    return [
        *_team_columns(rules),
        Column("double_victory", _FLAG, out, lambda b: b.played.rounds["over"] == DOUBLE_VICTORY),
        Column("winner", _TINY, "team with the higher round score, -1: tie", lambda b: b.winner),
    ]


def _round_columns(run: Run) -> list[Column]:
    dealer = "seat asked first for calls" if run.rules.has_points else "seat that dealt"
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
        Column("dealer", _TINY, dealer, _rounds("dealer")),
        Column("leader", _TINY, "seat that led first", _rounds("leader")),
        Column("first", _TINY, "seat that went out first", _rounds("first")),
        *(_point_columns(run.rules) if run.rules.has_points else ()),
        Column("plays", _SMALL, "plays, bombs included, passes not", _rounds("plays")),
        Column("tricks", _TINY, "tricks; the Dog makes none", _rounds("tricks")),
        Column("bombs", _TINY, "bombs thrown", _rounds("bombs")),
    ]


def events_of(rules: Rules) -> tuple[int, ...]:
    """Return the codes of the events that a game has, see `rows.EVENT_NAMES`.

    Examples
    --------
    >>> from tichu_sim.game.rules import make_rules
    >>> [EVENT_NAMES[code] for code in events_of(make_rules("grand_seigneur"))]
    ['play', 'pass', 'bomb', 'push', 'return']
    """
    game = rules.game.number
    if game == GRAND_SEIGNEUR:
        return PLAY, PASS_TURN, BOMB, PUSH, RETURN
    if game == TWO_TEA:
        return CALL, GIVE, PLAY, PASS_TURN, BOMB, STACK
    usual = (CALL, GIVE, PLAY, PASS_TURN, BOMB, GIFT)
    return (*usual, FIRST) if game == TWO_WUERZBURG else usual


def _event_column(rules: Rules) -> Column:
    events = events_of(rules)
    codes = np.zeros(len(EVENT_NAMES), np.int8)
    codes[list(events)] = range(len(events))
    names = tuple(EVENT_NAMES[event] for event in events)
    return Column("event", _TINY, "what", lambda b: codes[b.played.events["event"]], names=names)


def _target(rules: Rules) -> str:
    # What the column `to` tells.
    usual = "receiver of the Dragon's trick"
    told = {
        GRAND_SEIGNEUR: "receiver of a push or a return",
        TIENTSIN: f"{usual}, or of the lead with the Dog",
        TWO_TEA: "stack of an event `stack`: 2 on the right, 3 on the left",
    }
    return f"{told.get(rules.game.number, usual)}, else -1"


def _play_columns(run: Run) -> list[Column]:
    two_packs, points = has_two_packs(run.rules), run.rules.has_points

    def second(name: str, what: str, encoding: str) -> list[Column]:
        kind = _TINY if name == "phoenix" else _MASK
        return [Column(f"{name}_2", kind, what, _events(f"{name}_2"), encoding)] * two_packs

    def of_points(column: Column) -> list[Column]:
        return [column] * points

    rank = "comparison rank: lone Phoenix x.5, Dragon 20, 0 without a combination"
    if two_packs:
        rank = f"{rank}; a second Dragon 21"
    stands = "rank the Phoenix stands for, else 0"
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
        _event_column(run.rules),
        Column("cards", _MASK, "cards played or given", _events("cards")),
        *second("cards", "those of them that are there twice", "DICTIONARY"),
        Column("kind", _TINY, "combination", _events("kind"), names=KIND_NAMES),
        Column("length", _TINY, "cards of the combination", _events("length")),
        Column("rank", _HALVES, rank, lambda b: b.played.events["level"] / np.float32(2)),
        Column("phoenix", _TINY, stands, _events("phoenix"), PLAIN),
        *second("phoenix", "rank the second Phoenix stands for, else 0", PLAIN),
        Column("wish", _TINY, "rank wished for with this play, else 0", _events("wish"), PLAIN),
        Column("hand", _MASK, "the seat's hand before the event", _events("hand"), PLAIN),
        *second("hand", "those of its cards that are there twice", PLAIN),
        *of_points(Column("points", _SMALL, "card points on the table before", _events("points"))),
        Column(
            "out_of_turn", _FLAG, "a bomb out of turn", lambda b: b.played.events["out_of_turn"]
        ),
        Column("to", _TINY, _target(run.rules), _events("target")),
        *of_points(Column("call", _TINY, "announcement made", _events("call"), names=CALL_NAMES)),
    ]


def _standing_columns(run: Run) -> list[Column]:
    names, game = bot_names(run), run.rules.game.number
    if has_dummy := run.rules.players < run.rules.seats:
        names = (*names, _DUMMY)

    def bots(block: Block) -> Array:
        # The dummy comes last in its game, and its name last among the names.
        bot = np.append(block.bot, len(names) - 1) if has_dummy else block.bot
        return np.asarray(bot[block.standings["player"]])

    columns = [
        Column("game", _LONG, "number of the game", _standings("game"), DELTA),
        Column("player", _TINY, "who", _standings("player")),
        Column("bot", _TINY, "the player's bot", bots, names=names),
    ]
    if game == GRAND_SEIGNEUR:
        lord = "rounds that the player ended first"
        return [
            *columns,
            Column("rank", _TINY, "rank at the end, 0: Great Lord", _standings("rank")),
            Column("rounds_as_lord", _SMALL, lord, _standings("as_lord")),
        ]
    if game == TOURNAMENT:
        columns.append(Column("victory_points", _SMALL, "of all rounds", _standings("victory")))
    return [
        *columns,
        Column("points", _WHOLE, "points of all rounds", _standings("points")),
        Column(
            "rank",
            _TINY,
            "from 1 for the best, the same for equals",
            _standings("rank"),
            known=(lambda block: block.standings["rank"] != NOBODY) if has_dummy else None,
        ),
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
    makers = {
        STANDINGS: _standing_columns,
        "rounds": _round_columns,
        "seats": seat_columns,
        "plays": _play_columns,
    }
    return {table: makers[table](run) for table in run.detail}
