"""The tables of the other games: what differs from the standard ones."""

from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import numpy as np
import pytest
from reference.standings import credited, places, schedule, threechu_places, threechu_seats

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.rules import Rules, make_rules
from tichu_sim.jit import Array
from tichu_sim.sim.blocks import play_block
from tichu_sim.sim.run import TABLES, make_run, tables_of
from tichu_sim.tables.block import Block
from tichu_sim.tables.columns import arrow_table
from tichu_sim.tables.reader import StoredRun, decode, load
from tichu_sim.tables.schema import columns_of
from tichu_sim.tables.store import store

UNITS = 60
BOTS = ("greedy", "random", "greedy:tichu=3", "random:tichu=0.1", "greedy:bomb=0", "greedy:tichu=4")


class Played(NamedTuple):
    """A run that was stored and read back."""

    rules: Rules
    run: StoredRun

    def by_seat(self, name: str) -> Array:
        """Return a column of `seats` with a row a round."""
        column: Array = self.run.seats[name].to_numpy()
        return column.reshape(-1, self.rules.seats)


def bots_of(rules: Rules) -> str:
    return ",".join(BOTS[player % len(BOTS)] for player in range(rules.players))


def played(preset: str, folder: Path, **options: object) -> Played:
    rules = make_rules(preset, options)
    bots = parse_bots(bots_of(rules), rules.players)
    run = make_run(rules, bots, 8, UNITS, whole_games=True, detail=tables_of(rules))
    store(run, folder, workers=2)
    return Played(rules, load(folder))


GAMES: dict[str, dict[str, object]] = {
    "bsw_tournament": {},
    "goettingen": {"schedule": "blocks"},
    "threechu": {},
    "t52": {},
    "two_wuerzburg": {},
    "two_tea": {},
    "tientsin": {},
}


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A run of each game with all its tables."""
    return played(request.param, tmp_path_factory.mktemp("run"), **GAMES[request.param])


def made(preset: str, folder: pytest.TempPathFactory, **options: object) -> Played:
    return played(preset, folder.mktemp(preset), **options)


# --- columns ---

ROUNDS = "round game index dealer leader first"
POINTS = "score_0 score_1 cards_0 cards_1 calls_0 calls_1"
END = "double_victory winner plays tricks bombs"
WHO = "round game seat player team bot"
HAND = "first8 dealt hand"
ALL_GIVE = "given_1 given_2 given_3 received_1 received_2 received_3"
LAST = "call made place card_points bombs_held bombs_thrown"
LORDS = (
    "round game seat player bot rank dealt dealt_2 hand hand_2 pushed pushed_2 pushed_to "
    "got got_2 got_from place bombs_held bombs_thrown"
)

COLUMNS = {
    "bsw_tournament": {
        "rounds": f"{ROUNDS} {POINTS} victory_0 victory_1 {END}",
        "seats": f"{WHO} total victory {HAND} {ALL_GIVE} {LAST}",
        "standings": "game player bot victory_points points rank",
    },
    "threechu": {
        "rounds": f"{ROUNDS} {POINTS} {END}",
        "seats": f"{WHO} total {HAND} {ALL_GIVE} {LAST}",
        "standings": "game player bot points rank",
    },
    "t52": {
        "rounds": f"{ROUNDS} {POINTS} total_0 total_1 {END}",
        "seats": f"{WHO} {HAND} {ALL_GIVE} {LAST}",
    },
    "tientsin": {"seats": f"{WHO} {HAND} given_2 given_4 received_2 received_4 {LAST}"},
    "two_tea": {"seats": f"{WHO} {HAND} {ALL_GIVE} {LAST}"},
    "two_wuerzburg": {"seats": f"{WHO} {HAND} given_1 given_3 received_1 received_3 {LAST}"},
    "grand_seigneur": {
        "rounds": f"{ROUNDS} plays tricks bombs",
        "seats": LORDS,
        "plays": (
            "round game ply seat event cards cards_2 kind length rank phoenix phoenix_2 wish "
            "hand hand_2 out_of_turn to"
        ),
        "standings": "game player bot rank rounds_as_lord",
    },
}
EVENTS = {
    "two_tea": "call give play pass bomb stack",
    "two_wuerzburg": "call give play pass bomb gift first",
    "grand_seigneur": "play pass bomb push return",
}


@pytest.mark.parametrize("preset", COLUMNS)
def test_columns(preset: str) -> None:
    rules = make_rules(preset)
    bots = parse_bots("greedy", rules.players)
    run = make_run(rules, bots, 0, 1, detail=tables_of(rules))
    columns = columns_of(run)
    assert ("standings" in columns) == ("standings" in COLUMNS[preset])
    for table, names in COLUMNS[preset].items():
        assert [column.name for column in columns[table]] == names.split()
    assert all(column.what for table in columns.values() for column in table)
    (event,) = (column for column in columns["plays"] if column.name == "event")
    usual = "call give play pass bomb gift"
    assert event.names == tuple(EVENTS.get(preset, usual).split())


def test_places_that_nobody_gives_to_have_no_column() -> None:
    """R14.5, A24: defenders who give nothing to each other leave one place empty."""
    rules = make_rules("threechu", {"threechu_push": "opponents_only"})
    run = make_run(rules, parse_bots("greedy", 3), 0, 1)
    names = [column.name for column in columns_of(run)["seats"]]
    assert [name for name in names if "_" in name][:4] == [
        "given_1",
        "given_3",
        "received_1",
        "received_3",
    ]


def test_numbers_fit_their_columns(game: Played) -> None:
    # Narrow types must not cut anything off: compare with the rows as they were played.
    bots = parse_bots(bots_of(game.rules), game.rules.players)
    run = make_run(game.rules, bots, 1, 20, whole_games=True, detail=tables_of(game.rules))
    block = Block(run, play_block(run, 0, 20, True, Event()))
    for columns in columns_of(run).values():
        table = arrow_table(columns, block)
        for column in columns:
            if not column.names and column.known is None and str(column.type) != "bool":
                wide = np.asarray(column.values(block)).reshape(-1)
                assert table[column.name].to_pylist() == wide.tolist()


# --- who sits where ---


def expected_players(rules: Rules, index: int) -> tuple[int, ...]:
    """Who sits on each seat; the twin's dummy is the dealer here."""
    if "schedule" in rules.game.options:
        return schedule(str(rules["schedule"]))[index]
    if rules.game.name == "threechu":
        dealer, after, _, third = threechu_seats(index)
        return dealer, after, dealer, third
    return tuple(seat % rules.players for seat in range(rules.seats))


def test_players_and_their_bots(game: Played) -> None:
    rules, run = game.rules, game.run
    expected = [expected_players(rules, index) for index in run.rounds["index"]]
    assert game.by_seat("player").tolist() == [list(players) for players in expected]
    names = [bot["name"] for bot in run.run["bots"]]
    assert len(names) == rules.players
    assert run.seats["bot"].astype(str).tolist() == [names[p] for p in run.seats["player"]]
    assert run.seats["team"].tolist() == (run.seats["seat"] % 2).tolist()
    assert run.seats["round"].tolist() == run.rounds["round"].repeat(rules.seats).tolist()
    assert run.seats["seat"].tolist() == list(range(rules.seats)) * len(run.rounds)


def test_a_player_keeps_his_seat_with_tichujoin(tmp_path: Path) -> None:
    """R12.4."""
    run = played("standard", tmp_path, tichujoin=True, rounds=2).run
    assert run.seats["player"].tolist() == [0, 2, 1, 3] * len(run.rounds)
    assert set(run.seats["bot"][run.seats["seat"] == 1]) == {BOTS[2]}


# --- points ---


def test_totals_of_players_and_standings(game: Played) -> None:
    """R13.4, R13.5, R13.8, R14.9, R14.10: credited round by round, the ranking of the twin."""
    if game.rules.game.own_rounds:
        assert not hasattr(game.run, "standings")
        return
    rules, rounds = game.rules, game.run.rounds
    threechu = rules.game.name == "threechu"
    kinds = {"total": "score"} if threechu else {"total": "score", "victory": "victory"}
    sums = {name: [0] * 4 for name in kinds}
    before: dict[str, Array] = {name: game.by_seat(name) for name in kinds}
    teams = {name: rounds[[f"{of}_0", f"{of}_1"]].to_numpy() for name, of in kinds.items()}
    final: list[tuple[Any, ...]] = []
    for at, index in enumerate(rounds["index"]):
        seats = threechu_seats(index) if threechu else expected_players(rules, index)
        for name in kinds:
            sums[name] = [0] * 4 if index == 0 else sums[name]
            assert before[name][at].tolist() == [sums[name][player] for player in seats]
            more = credited(seats, teams[name][at].tolist())
            sums[name] = [a + b for a, b in zip(sums[name], more, strict=True)]
        if index == rules.number("rounds") - 1:
            total = sums["total"]
            ranks = threechu_places(total) if threechu else places(sums["victory"], total)
            final += zip(
                *(sums[name] for name in reversed(kinds)), ranks + [None] * 4, strict=False
            )
    table = game.run.standings
    found = table[["points", "rank"] if threechu else ["victory_points", "points", "rank"]]
    assert found.astype(object).where(found.notna(), None).values.tolist() == [
        list(row) for row in final
    ]
    assert table["game"].tolist() == np.arange(UNITS).repeat(4).tolist()
    who = [0, 1, 2, -1] if threechu else [0, 1, 2, 3]
    assert table["player"].tolist() == who * UNITS
    names = [*BOTS[:3], "dummy" if threechu else BOTS[3]]
    assert table["bot"].astype(str).tolist() == names * UNITS
    assert 1 < table["rank"].max() <= 4
    assert set(table["rank"].dropna()) >= {1, 2, 3}


def test_scores(game: Played) -> None:
    run, rounds = game.run, game.run.rounds
    for team in (0, 1):
        assert (rounds[f"score_{team}"] == rounds[f"cards_{team}"] + rounds[f"calls_{team}"]).all()
    cards, double = rounds[["cards_0", "cards_1"]], rounds["double_victory"]
    if game.rules.game.name == "two_tea":
        assert not double.any()
        assert set(cards.max(axis=1)) == {0, 50}
    else:
        best = {"tientsin": 300, "t52": 200, "two_wuerzburg": 200, "threechu": 200}
        assert 0 < double.sum() < len(rounds)
        assert (cards[~double].sum(axis=1) == 100).all()
        assert set(cards[double].max(axis=1)) == {best.get(game.rules.game.name, 100)}
    assert (np.sort(game.by_seat("place"), axis=1) == np.arange(1, game.rules.seats + 1)).all()
    if "total_0" in rounds:
        gain = rounds["score_0"].astype(np.int64)
        if game.rules.game.name == "t52":
            gain -= rounds["score_1"]
            assert (rounds["total_0"] == -rounds["total_1"]).all()
        assert (rounds["total_0"] == gain.groupby(rounds["game"]).cumsum() - gain).all()
    called = run.seats["call"] != "none"
    assert (run.seats["made"].isna() == ~called).all()


# --- cards ---


def test_exchange(game: Played) -> None:
    """R3, R14.5, R15.4, R18.4, R18.12: what is given is received, and hands are what is left."""
    rules, run = game.rules, game.run
    seats, names = rules.seats, list(run.seats.columns)
    given, received = (
        {
            int(name.rpartition("_")[2]): game.by_seat(name)
            for name in names
            if name.startswith(kind)
        }
        for kind in ("given_", "received_")
    )
    stacks = {}
    if rules.game.name == "two_tea":
        stacks = {place: (given.pop(place), received.pop(place)) for place in (2, 3)}
    assert {seats - k for k in given} == set(received)
    for k, masks in received.items():
        for seat in range(seats):
            giver = (seat + k) % seats
            assert (masks[:, seat] == given[seats - k][:, giver]).all()
    out = np.bitwise_or.reduce([*given.values(), *(pair[0] for pair in stacks.values())])
    into = np.bitwise_or.reduce([*received.values(), *(pair[1] for pair in stacks.values())])
    dealt, hand = game.by_seat("dealt"), game.by_seat("hand")
    if rules.game.name == "two_wuerzburg":
        # A player may put the second hand first.
        swapped = (out[:, :2] & ~dealt[:, :2]) != 0
        assert 0 < swapped.sum() < swapped.size
        both = [side[:, :2] | side[:, 2:] for side in (dealt, out, into, hand)]
        dealt, out, into, hand = both
    assert ((dealt | into) & ~out == hand).all()
    sizes = np.bitwise_count(game.by_seat("hand"))
    assert (sizes == np.bitwise_count(game.by_seat("dealt"))).all()
    # The second hands of two players lie face down until both have decided.
    before = [rules.game.first_cards if seat < rules.players else 0 for seat in range(seats)]
    if rules.game.name == "threechu":
        before = [rules.game.first_cards] * seats
    assert (np.bitwise_count(game.by_seat("first8")) == before).all()
    assert (game.by_seat("first8") & ~game.by_seat("dealt") == 0).all()


def test_events(game: Played) -> None:
    plays, name = game.run.plays, game.rules.game.name
    assert set(plays["event"].cat.categories) == set(
        EVENTS.get(name, "call give play pass bomb gift").split()
    )
    on_table = plays["event"].isin(["play", "bomb"])
    assert ((plays["kind"] == "none") == ~on_table).all()
    assert ((plays["call"] != "none") == (plays["event"] == "call")).all()
    told = plays["to"] >= 0
    expected = plays["event"].isin(["gift", "stack"])
    if name == "tientsin":
        # Nobody is named where no partner holds cards (R15.5).
        dog = plays["kind"] == "dog"
        assert (told[dog].mean()) > 0.9
        assert ((plays["to"] - plays["seat"])[told & dog] % 2 == 0).all()
        expected |= told & dog
    assert (told == expected).all()
    if name == "two_tea":
        assert set(plays["to"][told]) == {2, 3}
        assert (plays["cards"][told] & ~plays["hand"][told] == 0).all()
    if name == "two_wuerzburg":
        first = plays[plays["event"] == "first"]
        assert len(first) == 2 * len(game.run.rounds)
        assert set(first["seat"]) == {0, 1}
    else:
        assert (plays["cards"] & ~plays["hand"] == 0).all()


def test_decode(game: Played) -> None:
    tokens = {token for token in game.rules.tokens if token}
    texts = decode(game.run.seats.head(400))
    assert {token for text in texts["hand"] for token in text.split()} == tokens
    sizes = np.bitwise_count(game.run.seats["hand"].head(400).to_numpy())
    assert [len(text.split()) for text in texts["hand"]] == sizes.tolist()
    assert game.run.rules == game.rules
    # The rules come along with what is made of a frame.
    some = game.run.seats.loc[5:9, ["seat", "dealt"]]
    assert decode(some)["dealt"].tolist() == texts["dealt"][5:10].tolist()
    bare = some.copy()
    bare.attrs.clear()
    assert decode(bare, game.run.run["rules"])["dealt"].tolist() == decode(some)["dealt"].tolist()


def test_decode_with_other_aces(tmp_path: Path) -> None:
    """R17.3, A35."""
    run = played("t52", tmp_path, t52_roles="none").run
    assert run.run["rules"] == {"preset": "t52", "t52_roles": "none"}
    tokens = {token for text in decode(run.seats.head(40))["hand"] for token in text.split()}
    assert tokens == {rank + suit for rank in "23456789TJQKA" for suit in "shdc"}


def test_tables_that_are_there(game: Played) -> None:
    expected = TABLES if game.rules.game.own_rounds else ("standings", *TABLES)
    assert game.run.run["detail"] == list(expected)
    assert sorted(path.name for path in game.run.out.iterdir()) == sorted([*expected, "run.json"])
    assert game.run.run["units"] == UNITS
