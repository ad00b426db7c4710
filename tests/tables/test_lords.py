"""The tables of Grand Seigneur (R16): two packs, ranks, pushes."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.cards import TOKENS
from tichu_sim.game.games import lord_cards
from tichu_sim.game.rules import make_rules
from tichu_sim.game.two_packs import parse_two_cards, two_cards_text
from tichu_sim.jit import Array, u64
from tichu_sim.sim.blocks import Played
from tichu_sim.sim.rows import BOMB, PLAY, PUSH, RETURN, event_row, round_row, seat_row
from tichu_sim.sim.run import Run, make_run, tables_of
from tichu_sim.tables.block import Block
from tichu_sim.tables.columns import arrow_table
from tichu_sim.tables.reader import Frame, decode, load
from tichu_sim.tables.schema import columns_of
from tichu_sim.tables.store import store
from tichu_sim.tables.texts import doubled_texts

PLAYERS = 7
CHAIRS = 12

# Who goes out first, second ... in two games of three rounds.
FINISH = [
    (3, 1, 0, 2, 4, 6, 5),
    (3, 0, 1, 2, 6, 4, 5),
    (1, 0, 3, 2, 6, 5, 4),
    (6, 5, 4, 3, 2, 1, 0),
    (0, 1, 2, 3, 4, 5, 6),
    (6, 1, 2, 3, 4, 5, 0),
]


def a_run(**options: object) -> Run:
    rules = make_rules("grand_seigneur", {"players": PLAYERS, "rounds": 3, **options})
    bots = "greedy,random," * 3 + "greedy"
    return make_run(rules, parse_bots(bots, PLAYERS), 0, 6, detail=tables_of(rules))


def seated(game_round: int) -> Sequence[int]:
    """Who sits on seat 0, 1, ...: from the second round of a game on by rank, against play."""
    if game_round % 3 == 0:
        return range(PLAYERS)
    ranks = FINISH[game_round - 1]
    return [ranks[-seat % PLAYERS] for seat in range(PLAYERS)]


def rows() -> tuple[Array, Array]:
    rounds, seats = np.zeros(6, round_row(CHAIRS)), np.zeros((6, PLAYERS), seat_row(CHAIRS, True))
    for at, finish in enumerate(FINISH):
        who = list(seated(at))
        rounds[at]["game"], rounds[at]["index"] = 10 + at // 3, at % 3
        rounds[at]["first"] = who.index(finish[0])
        seats[at]["player"] = who
        seats[at]["place"] = [1 + finish.index(player) for player in who]
    return rounds, seats


def push(seats: Array, giver: int, to: int, cards: str) -> None:
    words = parse_two_cards(cards)
    for name, word in zip(("given", "given_2"), words, strict=True):
        seats[name][1, giver, (to - giver) % CHAIRS] = word
    for name, word in zip(("received", "received_2"), words, strict=True):
        seats[name][1, to, (giver - to) % CHAIRS] = word


@pytest.fixture(scope="module")
def frames() -> dict[str, Frame]:
    """The tables of rounds that were made up."""
    run, (rounds, seats) = a_run(), rows()
    push(seats, 1, 0, "Dr Ph Ph")
    push(seats, 0, 1, "2j 2j 3s")
    push(seats, 6, 2, "Aj")
    seats["hand"][1, 5], seats["hand_2"][1, 5] = parse_two_cards("4j 4j 5s")
    log = np.zeros(5, event_row(True))
    rounds["events"][1] = 5
    log["event"] = [PUSH, RETURN, PLAY, PLAY, BOMB]
    log["target"] = [0, 1, -1, -1, -1]
    log["level"] = [0, 0, 40, 42, 16]
    log["phoenix"][2], log["phoenix_2"][2] = 9, 8
    log["cards"][0], log["cards_2"][0] = parse_two_cards("Dr Ph Ph")
    block = Block(run, Played(rounds, seats, log))
    return {
        table: _frame(arrow_table(columns, block)) for table, columns in columns_of(run).items()
    }


def _frame(table: object) -> Frame:
    frame: Frame = table.to_pandas()  # type: ignore[attr-defined]
    return frame


def test_ranks(frames: dict[str, Frame]) -> None:
    """R16.3, R16.4: the rank of a seat is the place of its player in the round before."""
    seats = frames["seats"]
    ranks = seats["rank"].to_numpy().reshape(-1, PLAYERS)
    assert np.isnan(ranks[[0, 3]]).all()
    assert ranks[1].tolist() == [0, 6, 5, 4, 3, 2, 1]
    place = seats.set_index(["round", "player"])["place"]
    for number, player, rank in seats[["round", "player", "rank"]].dropna().itertuples(index=False):
        assert rank == place[number - 1, player] - 1
    run = a_run(direction="cw")
    (rank,) = (column for column in columns_of(run)["seats"] if column.name == "rank")
    assert rank.values(Block(run, Played(*rows(), np.zeros(0))))[:7].tolist() == list(range(7))


def test_pushes(frames: dict[str, Frame]) -> None:
    """R16.7 to R16.9, counted round all chairs."""
    seats = frames["seats"]
    here = decode(seats[seats["round"] == 10_001])
    names = ["pushed", "pushed_to", "got", "got_from"]
    assert here[names].to_numpy().tolist() == [
        ["2j 2j 3s", 1, "Dr Ph Ph", 1],
        ["Dr Ph Ph", 0, "2j 2j 3s", 0],
        ["", -1, "Aj", 6],
        *[["", -1, "", -1]] * 3,
        ["Aj", 2, "", -1],
    ]
    assert here["hand"].tolist()[5] == "4j 4j 5s"
    assert not set(here.columns) & {"hand_2", "dealt_2", "pushed_2", "got_2"}
    assert "hand_2" in seats.columns


def test_events(frames: dict[str, Frame]) -> None:
    plays = frames["plays"]
    assert plays["event"].tolist() == ["push", "return", "play", "play", "bomb"]
    assert plays["to"].tolist() == [0, 1, -1, -1, -1]
    assert plays["rank"].tolist() == [0, 0, 20, 21, 8]
    assert (plays["phoenix"][2], plays["phoenix_2"][2]) == (9, 8)
    assert decode(plays)["cards"][0] == "Dr Ph Ph"


def test_standings(frames: dict[str, Frame]) -> None:
    table = frames["standings"]
    assert table["game"].tolist() == [10] * 7 + [11] * 7
    assert table["player"].tolist() == [*range(7)] * 2
    assert table["bot"].tolist() == (["greedy", "random"] * 4)[:7] * 2
    for at, finish in enumerate((FINISH[2], FINISH[5])):
        ranks = table["rank"].tolist()[7 * at : 7 * at + 7]
        assert ranks == [finish.index(player) for player in range(7)]
    assert table["rounds_as_lord"].tolist() == [0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2]


@pytest.mark.parametrize(("players", "direction"), [(5, "ccw"), (6, "cw"), (7, "ccw"), (12, "cw")])
def test_rounds_that_were_played(players: int, direction: str, tmp_path: Path) -> None:
    """R16.1, R16.5 to R16.9, R16.15."""
    options = {"players": players, "direction": direction, "rounds": 4}
    rules = make_rules("grand_seigneur", options)
    bots = parse_bots(",".join((["greedy", "random"] * 6)[:players]), players)
    store(make_run(rules, bots, 4, 60, detail=tables_of(rules)), tmp_path, workers=2)
    run = load(tmp_path)
    seats = decode(run.seats)
    pack = sorted(TOKENS[card % 56] for card in lord_cards(players))
    for name in ("dealt", "hand"):
        for texts in seats[name].to_numpy().reshape(-1, players):
            assert sorted(" ".join(texts).split()) == pack
    check_pushes(seats, players)
    place = seats.set_index(["round", "player"])["place"].to_dict()
    began = seats["round"] % 1000 == 0
    assert (seats["rank"].isna() == began).all()
    later = seats.loc[~began, ["round", "player", "rank"]]
    for number, player, rank in later.itertuples(index=False):
        assert rank == place[number - 1, player] - 1
    standings = run.standings.drop(columns="bot")
    for game, player, rank, as_lord in standings.itertuples(index=False):
        assert rank == place[1000 * game + 3, player] - 1
        assert as_lord == sum(place[1000 * game + index, player] == 1 for index in range(4))
    assert ((run.plays["to"] >= 0) == run.plays["event"].isin(["push", "return"])).all()


def check_pushes(seats: Frame, players: int) -> None:
    """Whoever pushes gets cards back, from the rank that is as far from the other end."""
    found: list[dict[str, Any]] = seats.to_dict("records")  # type: ignore[assignment]
    rows = {(row["round"], row["seat"]): row for row in found}
    for (number, seat), row in rows.items():
        assert row["pushed_to"] == row["got_from"]
        if row["pushed_to"] < 0:
            assert row["pushed"] == row["got"] == ""
            assert row["dealt"] == row["hand"]
            continue
        other = rows[number, row["pushed_to"]]
        assert other["pushed_to"] == seat
        assert (other["got"], other["pushed"]) == (row["pushed"], row["got"])
        assert row["rank"] + other["rank"] == players - 1
        dealt, pushed, got, hand = (
            Counter(row[name].split()) for name in ("dealt", "pushed", "got", "hand")
        )
        assert dealt - pushed + got == hand


def test_texts_of_two_packs() -> None:
    rng = np.random.default_rng(3)
    hands = rng.integers(0, 1 << 56, 500, np.uint64)
    twice = hands & rng.integers(0, 1 << 56, 500, np.uint64)
    tokens = make_rules().tokens
    told = doubled_texts(zip(hands.tolist(), twice.tolist(), strict=True), tokens)
    assert told == [two_cards_text(u64(a), u64(b)) for a, b in zip(hands, twice, strict=True)]
    assert doubled_texts([(15, 15)], tokens) == ["Mj Mj Dg Dg Dr Dr Ph Ph"]


def test_an_empty_block_has_the_columns_too() -> None:
    run = a_run()
    none = Played(
        np.zeros(0, round_row(CHAIRS)),
        np.zeros((0, PLAYERS), seat_row(CHAIRS, True)),
        np.zeros(0, event_row(True)),
    )
    for columns in columns_of(run).values():
        assert len(arrow_table(columns, Block(run, none))) == 0
