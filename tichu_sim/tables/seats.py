"""The columns of the table `seats`: a seat's round, and what it gave away and got."""

from collections.abc import Callable

import numpy as np
import pyarrow as pa

from tichu_sim.game.games import GRAND_SEIGNEUR, THREECHU, TOURNAMENT, TWO_TEA
from tichu_sim.game.rules import Rules
from tichu_sim.game.seating import rank_of_seat
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import STACKS, has_two_packs, receivers_of
from tichu_sim.game.view import CALL_NAMES, NO_CALL
from tichu_sim.jit import Array
from tichu_sim.sim.run import Run
from tichu_sim.tables.block import Block, bot_names
from tichu_sim.tables.columns import DELTA, PLAIN, Column

_TINY, _SMALL, _WHOLE, _LONG = pa.int8(), pa.int16(), pa.int32(), pa.int64()
_MASK, _FLAG = pa.uint64(), pa.bool_()

Values = Callable[[Block], Array]


def _seats(name: str) -> Values:
    return lambda block: block.played.seats[name]


def _who_columns(run: Run) -> list[Column]:
    rules, names = run.rules, bot_names(run)
    seats = np.arange(rules.seats)
    columns = [
        Column("round", _LONG, "as in `rounds`", lambda block: block.by_seat(block.round), DELTA),
        Column(
            "game",
            _LONG,
            "as in `rounds`",
            lambda block: block.by_seat(block.played.rounds["game"]),
            DELTA,
        ),
        Column("seat", _TINY, "seat in order of play", lambda block: block.by_round(seats)),
        Column("player", _TINY, "who sits there", _seats("player")),
    ]
    if rules.has_points:
        teams = seats % rules.teams
        columns.append(Column("team", _TINY, "team", lambda block: block.by_round(teams)))
    columns.append(
        Column(
            "bot",
            _TINY,
            "the player's bot",
            lambda block: block.bot[block.played.seats["player"]],
            names=names,
        )
    )
    return columns


def _before_columns(rules: Rules) -> list[Column]:
    # What the game had brought the player before the round, where it is not his team's.
    if rules.game.number == GRAND_SEIGNEUR:
        settings = settings_of(rules)
        ranks = np.array([rank_of_seat(settings, seat) for seat in range(rules.seats)])
        return [
            Column(
                "rank",
                _TINY,
                "rank before the round, 0: Great Lord; null in the first round of a game",
                lambda block: block.by_round(ranks),
                known=lambda block: block.by_seat(block.played.rounds["index"] > 0),
            )
        ]
    if rules.game.own_rounds:
        return []
    what = "points of the player before the round"
    if rules.game.number == THREECHU:
        what += "; on seat 2 those of the dummy"
    columns = [Column("total", _WHOLE, what, _seats("total"))]
    if rules.game.number == TOURNAMENT:
        what = "victory points of the player before the round"
        columns.append(Column("victory", _SMALL, what, _seats("victory")))
    return columns


def _hand_columns(rules: Rules) -> list[Column]:
    first = f"first {rules.game.first_cards} cards"
    after = "hand after the exchange"
    if not has_two_packs(rules):
        return [
            Column("first8", _MASK, first, _seats("first"), PLAIN),
            Column("dealt", _MASK, "dealt hand", _seats("dealt"), PLAIN),
            Column("hand", _MASK, after, _seats("hand"), PLAIN),
        ]
    twice = "those of its cards that are there twice"
    return [
        Column("dealt", _MASK, "dealt hand", _seats("dealt"), PLAIN),
        Column("dealt_2", _MASK, twice, _seats("dealt_2"), PLAIN),
        Column("hand", _MASK, after, _seats("hand"), PLAIN),
        Column("hand_2", _MASK, twice, _seats("hand_2"), PLAIN),
    ]


def _exchange_columns(rules: Rules) -> list[Column]:
    def column(name: str, k: int, what: str) -> Column:
        return Column(f"{name}_{k}", _MASK, what, lambda block: block.played.seats[name][:, :, k])

    n = rules.seats
    places = sorted({k for seat in range(n) for k in receivers_of(rules, seat)})
    given = {k: f"card given to seat + {k}" for k in places}
    received = {n - k: f"card received from seat + {n - k}" for k in reversed(places)}
    if rules.game.number == TWO_TEA:
        for place, side in zip(STACKS, ("right", "left"), strict=True):
            given[place] = f"card put beneath the stack on the {side}"
            received[place] = f"card taken from the stack on the {side}"
    return [
        *(column("given", k, what) for k, what in given.items()),
        *(column("received", k, what) for k, what in received.items()),
    ]


def _joined(name: str) -> Values:
    # One seat at most is passed cards to.
    return lambda block: np.bitwise_or.reduce(block.played.seats[name], axis=2)


def _other(name: str) -> Values:
    def seat(block: Block) -> Array:
        passed = block.played.seats[name] != 0
        seats, chairs = np.arange(passed.shape[1]), passed.shape[2]
        other = (seats + passed.argmax(axis=2)) % chairs
        return np.where(passed.any(axis=2), other, -1)

    return seat


def _push_columns() -> list[Column]:
    def masks(name: str, what: str, field: str) -> list[Column]:
        twice = "those of them that are there twice"
        return [
            Column(name, _MASK, what, _joined(field)),
            Column(f"{name}_2", _MASK, twice, _joined(f"{field}_2")),
        ]

    return [
        *masks("pushed", "cards pushed up or returned", "given"),
        Column("pushed_to", _TINY, "seat that they went to, else -1", _other("given")),
        *masks("got", "cards got for them", "received"),
        Column("got_from", _TINY, "seat that these came from, else -1", _other("received")),
    ]


def _call_columns() -> list[Column]:
    return [
        Column("call", _TINY, "announcement", _seats("call"), names=CALL_NAMES),
        Column(
            "made",
            _FLAG,
            "whether the announcement was kept; null without one",
            lambda block: block.played.seats["place"] == 1,
            known=lambda block: block.played.seats["call"] != NO_CALL,
        ),
    ]


def seat_columns(run: Run) -> list[Column]:
    """Return the columns of the table `seats` of a run."""
    rules = run.rules
    columns = [
        *_who_columns(run),
        *_before_columns(rules),
        *_hand_columns(rules),
        *(_exchange_columns(rules) if rules.has_points else _push_columns()),
        *(_call_columns() if rules.has_points else ()),
        Column("place", _TINY, "order of going out, from 1", _seats("place")),
    ]
    if rules.has_points:
        columns.append(
            Column("card_points", _SMALL, "points of the tricks taken", _seats("points"))
        )
    return [
        *columns,
        Column("bombs_held", _TINY, "1 if the hand held a bomb", _seats("bombs_held")),
        Column("bombs_thrown", _TINY, "bombs played", _seats("bombs_thrown")),
    ]
