"""What the standings of a run come to: means of each player over its games."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from tichu_sim.sim.folder import parts_of
from tichu_sim.tables.standings import NOBODY

_TABLE = "standings"
_MEANS = ("victory_points", "points", "rounds_as_lord")


def mean_standings(out: Path) -> list[dict[str, Any]]:
    """Return one row a player, the best share of first ranks first.

    Parameters
    ----------
    out : Path
        Folder of a run that wrote the table `standings`.

    Returns
    -------
    list of dict
        ``player bot games``, the means of whatever the game counts (``victory_points``, ``points``,
        ``rounds_as_lord``), and ``first``: the share of games that the player ended with the best
        rank, alone or shared. The dummy of Threechu has no rank and comes last.
    """
    table = pa.concat_tables(pq.ParquetFile(part).read() for part in parts_of(out, _TABLE))
    best = pc.min(table["rank"])
    table = table.append_column("first", pc.cast(pc.equal(table["rank"], best), pa.float64()))
    means = [name for name in (*_MEANS, "first") if name in table.column_names]
    # Texts are dictionaries, of another one in each part.
    table = table.set_column(
        table.column_names.index("bot"), "bot", pc.cast(table["bot"], pa.string())
    )
    grouped = table.group_by(["player", "bot"]).aggregate(
        [("game", "count"), *((name, "mean") for name in means)]
    )
    rows = [
        {
            "player": row["player"],
            "bot": row["bot"],
            "games": row["game_count"],
            **{name: row[f"{name}_mean"] for name in means},
        }
        for row in grouped.to_pylist()
    ]
    return sorted(rows, key=lambda row: (row["player"] == NOBODY, -(row["first"] or 0)))
