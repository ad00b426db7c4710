"""The rows of a run: what must hold in every one of them."""

from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tichu_sim import __version__
from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.cards import PACK
from tichu_sim.game.points import card_points
from tichu_sim.game.rules import make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.jit import Array, u64
from tichu_sim.sim.blocks import play_block
from tichu_sim.sim.run import TABLES, Run, make_run
from tichu_sim.tables.block import Block
from tichu_sim.tables.columns import arrow_table
from tichu_sim.tables.reader import Frame, StoredRun, load
from tichu_sim.tables.schema import columns_of
from tichu_sim.tables.store import store
from tichu_sim.tables.writer import ROW_GROUP, metadata_in

ROUNDS = 3000
SEATS = range(4)
CALL_VALUES = {"none": 0, "tichu": 100, "grand": 200, "greatgrand": 400}


@pytest.fixture(scope="module", params=["greedy", "random", "games"])
def stored(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> StoredRun:
    """A run with all tables; `games` mixes the bots."""
    games = request.param == "games"
    bots = "greedy,random,greedy:tichu=3,random" if games else request.param
    rules = make_rules("great_grand")
    run = make_run(rules, parse_bots(bots, 4), 5, ROUNDS // 6 if games else ROUNDS, games, TABLES)
    out = tmp_path_factory.mktemp("run")
    store(run, out, workers=2)
    return load(out)


def by_seat(stored: StoredRun, name: str) -> Array:
    """Return a column of `seats` with a row a round."""
    column: Array = stored.seats[name].to_numpy()
    return column.reshape(-1, 4)


def bits(masks: "pd.Series[Any]") -> "pd.Series[Any]":
    counts: pd.Series[Any] = pd.Series(np.bitwise_count(masks.to_numpy()), index=masks.index)
    return counts


def test_every_round_has_its_rows(stored: StoredRun) -> None:
    rounds = stored.rounds
    assert rounds["round"].is_unique
    assert rounds["round"].is_monotonic_increasing
    assert len(rounds) == stored.run["rounds"]
    assert stored.seats["round"].tolist() == rounds["round"].repeat(4).tolist()
    assert stored.seats["game"].tolist() == rounds["game"].repeat(4).tolist()
    assert stored.seats["seat"].tolist() == list(SEATS) * len(rounds)
    assert (stored.seats["player"] == stored.seats["seat"]).all()
    assert (stored.seats["team"] == stored.seats["seat"] % 2).all()
    assert (by_seat(stored, "bot") == [bot["name"] for bot in stored.run["bots"]]).all()
    if stored.run["unit"] == "round":
        assert rounds["round"].tolist() == rounds["game"].tolist() == list(range(ROUNDS))
        assert set(rounds["dealer"]) == set(SEATS)
    else:
        assert (rounds["round"] == rounds["game"] * 1000 + rounds["index"]).all()


def test_scores(stored: StoredRun) -> None:
    rounds = stored.rounds
    cards = rounds[["cards_0", "cards_1"]]
    double = rounds["double_victory"]
    assert 0 < double.sum() < len(rounds)
    assert (cards[~double].sum(axis=1) == 100).all()
    assert (cards[double].max(axis=1) == 200).all()
    assert (cards[double].min(axis=1) == 0).all()
    for team in (0, 1):
        assert (rounds[f"score_{team}"] == rounds[f"cards_{team}"] + rounds[f"calls_{team}"]).all()
        value = stored.seats["call"].astype(str).map(CALL_VALUES)
        value = value.where(stored.seats["made"].fillna(False).astype(bool), -value)
        mine = value.where(stored.seats["team"] == team, 0)
        assert (mine.to_numpy().reshape(-1, 4).sum(axis=1) == rounds[f"calls_{team}"]).all()
    difference = rounds["score_0"] - rounds["score_1"]
    winner = np.select([difference > 0, difference < 0], [0, 1], -1)
    assert (rounds["winner"] == winner).all()


def test_totals(stored: StoredRun) -> None:
    rounds = stored.rounds
    for team in (0, 1):
        score = rounds[f"score_{team}"].astype(np.int32)
        before = score.groupby(rounds["game"]).cumsum() - score
        assert (rounds[f"total_{team}"] == before).all()


def test_hands(stored: StoredRun) -> None:
    seats = stored.seats
    assert (bits(seats["first8"]) == 8).all()
    assert (bits(seats["dealt"]) == 14).all()
    assert (bits(seats["hand"]) == 14).all()
    assert (seats["first8"] & ~seats["dealt"] == 0).all()
    for name in ("dealt", "hand"):
        assert (np.bitwise_or.reduce(by_seat(stored, name), axis=1) == PACK).all()


def test_exchange(stored: StoredRun) -> None:
    seats = stored.seats
    given, received = (
        [by_seat(stored, f"{name}_{k}") for k in (1, 2, 3)] for name in ("given", "received")
    )
    for k in (1, 2, 3):
        assert (np.bitwise_count(given[k - 1]) == 1).all()
        for seat in SEATS:
            giver = (seat + k) % 4
            assert (received[k - 1][:, seat] == given[4 - k - 1][:, giver]).all()
    out, into = np.bitwise_or.reduce(given), np.bitwise_or.reduce(received)
    dealt = by_seat(stored, "dealt")
    assert (out & ~dealt == 0).all()
    assert ((dealt & ~out | into) == by_seat(stored, "hand")).all()
    assert seats["received_1"].dtype == np.uint64


def test_places_and_calls(stored: StoredRun) -> None:
    places = by_seat(stored, "place")
    assert (np.sort(places, axis=1) == [1, 2, 3, 4]).all()
    assert (places.argmin(axis=1) == stored.rounds["first"]).all()
    called = stored.seats["call"] != "none"
    assert 0 < called.sum() < len(called)
    assert (stored.seats["made"].isna() == ~called).all()
    made = stored.seats["made"][called].astype(bool)
    assert (made == (stored.seats["place"][called] == 1)).all()
    mahjong = by_seat(stored, "hand") & u64(1) != 0
    assert (mahjong.argmax(axis=1) == stored.rounds["leader"]).all()


def test_points_of_the_tricks(stored: StoredRun) -> None:
    # Whoever is not out keeps his hand, so the piles hold the rest.
    plays = stored.plays
    played = plays["cards"].where(plays["event"].isin(["play", "bomb"]), 0).astype(np.uint64)
    cards = played.groupby(plays["round"]).sum()
    rules = settings_of(make_rules())
    points = [card_points(rules, u64(mask)) for mask in cards.tolist()]
    ended = ~stored.rounds["double_victory"].to_numpy()
    piles = by_seat(stored, "card_points").sum(axis=1)
    assert (piles[ended] == np.array(points)[ended]).all()


def test_counts_agree_with_the_events(stored: StoredRun) -> None:
    plays, rounds = stored.plays, stored.rounds.set_index("round")
    thrown = plays["kind"].isin(["quad", "sflush"])
    counted = plays["event"].isin(["play", "bomb"]).groupby(plays["round"]).sum()
    assert (counted == rounds["plays"]).all()
    assert (thrown.groupby(plays["round"]).sum() == rounds["bombs"]).all()
    by_player = thrown.groupby([plays["round"], plays["seat"]]).sum()
    assert by_player.sum() == stored.seats["bombs_thrown"].sum()
    assert stored.seats["bombs_thrown"].sum() == rounds["bombs"].sum()
    calls = plays[plays["event"] == "call"].groupby(["round", "seat"])["call"].first()
    told = stored.seats[stored.seats["call"] != "none"].set_index(["round", "seat"])["call"]
    assert calls.astype(str).to_dict() == told.astype(str).to_dict()


def test_events(stored: StoredRun) -> None:
    plays = stored.plays
    start = plays["round"].diff() != 0
    assert (plays["ply"][start] == 0).all()
    assert (plays["ply"].diff()[~start] == 1).all()
    on_table = plays["event"].isin(["play", "bomb"])
    assert (plays["cards"] & ~plays["hand"] == 0).all()
    assert (bits(plays["cards"])[on_table] == plays["length"][on_table]).all()
    assert (bits(plays["cards"])[plays["event"] == "give"] == 3).all()
    assert (plays["cards"][plays["event"].isin(["pass", "call", "gift"])] == 0).all()
    assert ((plays["kind"] == "none") == ~on_table).all()
    assert ((plays["rank"] > 0) == (on_table & (plays["kind"] != "dog"))).all()
    assert (plays["out_of_turn"] == (plays["event"] == "bomb")).all()
    assert ((plays["to"] >= 0) == (plays["event"] == "gift")).all()
    assert ((plays["call"] != "none") == (plays["event"] == "call")).all()
    with_mahjong = on_table & (plays["cards"] & 1 == 1)
    assert set(plays["wish"][~with_mahjong]) == {0}
    assert set(plays["wish"][with_mahjong]) <= {0, *range(2, 15)}


def test_ranks(stored: StoredRun) -> None:
    plays = stored.plays
    singles = plays[plays["kind"] == "single"]
    alone = {1: 1.0, 8: 20.0} | {1 << 4 * (rank - 1): float(rank) for rank in range(2, 15)}
    for card, rank in alone.items():
        assert set(singles["rank"][singles["cards"] == card]) == {rank}
    assert set(singles["rank"][singles["cards"] == 4] % 1) == {0.5}
    assert set(plays["rank"][plays["kind"] == "quad"]) <= set(range(2, 15))


def test_files(stored: StoredRun) -> None:
    for table in TABLES:
        path = stored.out / table / "part-00000.parquet"
        told = metadata_in(path)
        assert {key: told[key] for key in ("rules", "bots", "seed", "code")} == {
            key: stored.run[key] for key in ("rules", "bots", "seed", "code")
        }
        assert told["schema"] == 1
        assert told["rounds"] == stored.run["rounds"]
        assert told["code"].startswith(f"{__version__}+")
        file = pq.ParquetFile(path).metadata
        rows = [file.row_group(i).num_rows for i in range(file.num_row_groups)]
        assert all(n == ROW_GROUP for n in rows[:-1])
        assert rows[-1] <= ROW_GROUP
        for i in range(file.num_columns):
            assert file.row_group(0).column(i).compression == "ZSTD"


def test_pandas_reads_a_folder_of_parts(stored: StoredRun) -> None:
    frame = pd.read_parquet(stored.out / "rounds")
    pd.testing.assert_frame_equal(frame, stored.rounds)


STANDARD = {
    "rounds": """
        round int64, game int64, index int16, dealer int8, leader int8, first int8,
        score_0 int16, score_1 int16, cards_0 int16, cards_1 int16, calls_0 int16, calls_1 int16,
        total_0 int32, total_1 int32, double_victory bool, winner int8,
        plays int16, tricks int8, bombs int8""",
    "seats": """
        round int64, game int64, seat int8, player int8, team int8, bot text,
        first8 uint64, dealt uint64, hand uint64, given_1 uint64, given_2 uint64, given_3 uint64,
        received_1 uint64, received_2 uint64, received_3 uint64, call text, made bool or null,
        place int8, card_points int16, bombs_held int8, bombs_thrown int8""",
    "plays": """
        round int64, game int64, ply int16, seat int8, event text, cards uint64, kind text,
        length int8, rank float, phoenix int8, wish int8, hand uint64, points int16,
        out_of_turn bool, to int8, call text""",
}


def test_columns_of_the_standard_game() -> None:
    """Other programs read these: names, types and order."""
    run = make_run(make_rules(), parse_bots("greedy", 4), 0, 1, detail=TABLES)
    for table, columns in columns_of(run).items():
        found = [
            f"{column.name} {'text' if column.names else column.type}"
            + (" or null" if column.known else "")
            for column in columns
        ]
        assert found == " ".join(STANDARD[table].split()).split(", ")
    (event,) = (column for column in columns_of(run)["plays"] if column.name == "event")
    assert event.names == ("call", "give", "play", "pass", "bomb", "gift")


def test_columns_are_documented() -> None:
    run = make_run(make_rules(), parse_bots("greedy", 4), 0, 1, detail=TABLES)
    for columns in columns_of(run).values():
        names = [column.name for column in columns]
        assert len(set(names)) == len(names)
        assert all(column.what for column in columns)


def test_numbers_fit_their_columns(tmp_path: Path) -> None:
    # Narrow types must not cut anything off: compare with the rows as they were played.
    run = make_run(make_rules(), parse_bots("random", 4), 1, 500, detail=TABLES)
    played = play_block(run, 0, 500, True, Event())
    block = Block(run, played)
    for columns in columns_of(run).values():
        table = arrow_table(columns, block)
        for column in columns:
            if not column.names and column.known is None and column.type != pa.bool_():
                wide = np.asarray(column.values(block)).reshape(-1)
                assert table[column.name].to_pylist() == wide.tolist()


def test_an_empty_frame_has_the_columns_too() -> None:
    run: Run = make_run(make_rules(), parse_bots("greedy", 4), 0, 1, detail=TABLES)
    block = Block(run, play_block(run, 0, 0, True, Event()))
    for columns in columns_of(run).values():
        frame: Frame = arrow_table(columns, block).to_pandas()
        assert list(frame.columns) == [column.name for column in columns]
        assert len(frame) == 0
