"""The deals of a comparison as Parquet: a row a pair of sides and deal."""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from tichu_sim.bots.registry import Bot
from tichu_sim.game.rules import Rules
from tichu_sim.game.view import CALL_NAMES
from tichu_sim.jit import Array, source_hash
from tichu_sim.studies.compare import Comparison, differences_of
from tichu_sim.studies.outcomes import calls_of
from tichu_sim.studies.sides import SEATINGS
from tichu_sim.tables.columns import DELTA, PLAIN, Column, arrow_table
from tichu_sim.tables.writer import metadata_of, write_part
from tichu_sim.version import __version__

_SIDES = "ab"


class PairRows(NamedTuple):
    """The rows of one pair.

    Attributes
    ----------
    sides : tuple of int
        Places of sides a and b among all.
    rows : array of `outcomes.OUTCOME`
    """

    sides: tuple[int, int]
    rows: Array


def _of(field: str, *place: int) -> Callable[[PairRows], Array]:
    index: Any = (slice(None), *place)
    return lambda block: np.asarray(block.rows[field][index])


def _who_columns(unit: str, names: tuple[str, ...]) -> list[Column]:
    def who(side: int) -> Callable[[PairRows], Array]:
        return lambda block: np.full(len(block.rows), block.sides[side])

    number = Column(
        unit,
        pa.int64(),
        f"number of the {unit}, as `simulate` counts",
        lambda block: np.arange(len(block.rows)),
        DELTA,
    )
    return [
        number,
        *(
            Column(letter, pa.int16(), f"side {letter}", who(side), names=names)
            for side, letter in enumerate(_SIDES)
        ),
    ]


def _score_columns() -> list[Column]:
    real = pa.float64()
    scores = [
        Column(
            f"score_{letter}_{seating}",
            real,
            f"points a round of side {letter} at seating {seating}",
            _of("score", seating, side),
        )
        for seating in range(SEATINGS)
        for side, letter in enumerate(_SIDES)
    ]
    what = "mean of a's points minus b's at both seatings"
    return [
        *scores,
        Column("diff", real, what, lambda block: differences_of(block.rows).mean(axis=1), PLAIN),
    ]


def _count_columns(rules: Rules) -> list[Column]:
    count = pa.int16()
    columns = []
    for side, letter in enumerate(_SIDES):
        for kind in calls_of(rules):
            name = CALL_NAMES[kind]
            columns += [
                Column(f"{name}_{letter}", count, "announcements", _of("calls", side, kind)),
                Column(f"{name}_made_{letter}", count, "of them made", _of("made", side, kind)),
            ]
    for side, letter in enumerate(_SIDES):
        what = "hands in a team with a double victory"
        columns.append(Column(f"double_{letter}", count, what, _of("doubles", side)))
    return columns


def pair_columns(rules: Rules, names: tuple[str, ...]) -> list[Column]:
    """Return the columns of the table.

    Parameters
    ----------
    rules : Rules
    names : tuple of str
        Of all sides.
    """
    unit = "deal" if rules.game.own_rounds else "game"
    return [*_who_columns(unit, names), *_score_columns(), *_count_columns(rules)]


def write_pairs(path: Path, comparison: Comparison) -> None:
    """Write the deals of a comparison; the file is there when it is complete, and not before.

    The bytes are a function of what was compared.

    Raises
    ------
    OSError
    """
    pairing = comparison.pairs[0].pairing
    names = tuple(side.name for side in comparison.sides)
    columns = pair_columns(pairing.rules, names)
    blocks = [
        arrow_table(
            columns,
            PairRows(
                (names.index(pair.pairing.a.name), names.index(pair.pairing.b.name)), pair.rows
            ),
        )
        for pair in comparison.pairs
    ]
    described: dict[str, Any] = {
        "code": f"{__version__}+{source_hash()}",
        "rules": pairing.rules.written(),
        "sides": [_described(side.bots) for side in comparison.sides],
        "seed": pairing.seed,
    }
    write_part(path, columns, blocks, metadata_of(described), Event())


def _described(bots: Sequence[Bot]) -> list[dict[str, Any]]:
    return [
        {
            "name": bot.name,
            "parameters": {
                parameter.name: value
                for parameter, value in zip(bot.kind.parameters, bot.values, strict=True)
            },
        }
        for bot in bots
    ]
