"""Runs read back."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tichu_sim.bots.registry import parse_bots
from tichu_sim.errors import InputError
from tichu_sim.game.cards import cards_text
from tichu_sim.game.rules import make_rules
from tichu_sim.jit import u64
from tichu_sim.sim import run as run_module
from tichu_sim.sim.run import make_run
from tichu_sim.tables.reader import decode, load
from tichu_sim.tables.store import store

UNITS = 700


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A run in three parts, without the plays."""
    monkeypatch.setattr(run_module, "_SHARD_ROUNDS", 300)
    store(make_run(make_rules(), parse_bots("greedy", 4), 0, UNITS), tmp_path, workers=1)
    return tmp_path


def cut(out: Path) -> None:
    told = json.loads((out / "run.json").read_text()) | {"complete": False, "rounds": None}
    (out / "run.json").write_text(json.dumps(told))
    (out / "seats" / "part-00001.parquet").unlink()


def test_load(out: Path) -> None:
    stored = load(str(out))
    assert stored.run["units"] == UNITS
    assert stored.rounds["round"].tolist() == list(range(UNITS))
    assert len(stored.seats) == 4 * UNITS
    assert stored.seats is stored.seats
    assert stored.seats["dealt"].dtype == np.uint64
    assert stored.seats["made"].dtype == pd.BooleanDtype()
    assert list(stored.seats.columns[-6:-4]) == ["call", "made"]
    assert stored.rounds["double_victory"].dtype == np.bool_


def test_a_table_that_was_not_written(out: Path) -> None:
    stored = load(out)
    assert not hasattr(stored, "plays")
    with pytest.raises(AttributeError, match="has no table plays: it was written with --detail"):
        _ = stored.plays
    with pytest.raises(AttributeError, match="tricks"):
        _ = stored.tricks


def test_some_columns(out: Path) -> None:
    stored = load(out)
    frame = stored.read("seats", ["call", "made", "seat"])
    pd.testing.assert_frame_equal(frame, stored.seats[["call", "made", "seat"]])
    with pytest.raises(InputError, match="has no column 'hands'"):
        stored.read("seats", ["hands"])
    with pytest.raises(InputError, match="has no table plays"):
        stored.read("plays")


def test_a_cut_run(out: Path) -> None:
    cut(out)
    with pytest.raises(InputError, match="is not complete: finish it with --resume"):
        load(out)
    stored = load(out, partial=True)
    assert len(stored.rounds) == UNITS
    assert len(stored.seats) == 4 * (UNITS - 300)
    for path in (out / "seats").iterdir():
        path.unlink()
    with pytest.raises(InputError, match="seats has no part yet"):
        _ = load(out, partial=True).seats


def test_no_run(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no run"):
        load(tmp_path)
    with pytest.raises(InputError, match="holds no run"):
        load(tmp_path / "nothing")


def test_a_damaged_part(out: Path) -> None:
    (out / "seats" / "part-00001.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match=r"cannot read .*part-00001\.parquet"):
        _ = load(out).seats


def test_a_part_that_is_gone(out: Path) -> None:
    parts = sorted((out / "seats").glob("part-*.parquet"))
    parts[-1].unlink()
    with pytest.raises(InputError, match="seats has"):
        load(out).read("seats")


def test_decode_writes_cards_as_everywhere() -> None:
    rng = np.random.default_rng(0)
    masks = rng.integers(0, 1 << 56, 3000, np.uint64) & rng.integers(0, 1 << 56, 3000, np.uint64)
    masks[:60] = [0, (1 << 56) - 1, *(1 << bit for bit in range(56)), 0, 12]
    frame = pd.DataFrame({"cards": masks, "seat": 1}, index=np.arange(3000) * 2)
    decoded = decode(frame)
    assert decoded["cards"].tolist() == [cards_text(u64(mask)) for mask in masks]
    assert decoded["cards"].index.equals(frame.index)
    assert decoded["seat"].tolist() == [1] * 3000
    assert frame["cards"].dtype == np.uint64


def test_decode_a_table(out: Path) -> None:
    seats = load(out).seats
    decoded = decode(seats)
    assert list(decoded.columns) == list(seats.columns)
    assert decoded["given_1"].str.len().eq(2).all()
    assert decoded["dealt"].str.count(" ").eq(13).all()
    assert decode(seats.iloc[:0]).empty
