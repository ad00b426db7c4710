"""The means of the standings, against the table itself."""

from pathlib import Path

import pytest
from samples.rounds import a_run

from tichu_sim.tables.ranking import mean_standings
from tichu_sim.tables.reader import load
from tichu_sim.tables.store import store


@pytest.mark.parametrize("preset", ["bsw_tournament", "threechu"])
def test_means_of_each_player(tmp_path: Path, preset: str) -> None:
    """R13.8, R14.10: victory points, points, and how often a player was the first."""
    run = a_run("greedy", 90, 3, preset)
    store(run, tmp_path / "run", workers=1)
    frame = load(tmp_path / "run").standings
    rows = mean_standings(tmp_path / "run")
    assert len(rows) == frame["player"].nunique()
    for row in rows:
        mine = frame[frame["player"] == row["player"]]
        assert row["games"] == len(mine) == run.units
        assert row["points"] == pytest.approx(mine["points"].mean())
        if "victory_points" in row:
            assert row["victory_points"] == pytest.approx(mine["victory_points"].mean())
        if row["player"] >= 0:
            assert row["first"] == pytest.approx((mine["rank"] == 1).mean())
    assert (rows[-1]["first"] is None) == (preset == "threechu")
