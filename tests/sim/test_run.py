"""A run as it is asked for, cut into shards and played in blocks."""

from threading import Event

import numpy as np
import pytest

from tichu_sim.bots.registry import parse_bots
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.jit import Array
from tichu_sim.sim import run as run_module
from tichu_sim.sim.blocks import Played, StoppedError, play_block, play_rounds
from tichu_sim.sim.pipeline import produce
from tichu_sim.sim.run import TABLES, Run, Shard, make_run


def a_run(
    units: int = 500,
    bots: str = "greedy",
    seed: int = 3,
    whole_games: bool = False,
    detail: tuple[str, ...] | None = ("rounds", "seats"),
    preset: str = "standard",
    **options: object,
) -> Run:
    rules = make_rules(preset, options)
    return make_run(rules, parse_bots(bots, rules.players), seed, units, whole_games, detail)


def play(run: Run, first: int, last: int, logging: bool = False) -> Played:
    return play_block(run, first, last, logging, Event())


def same(one: Array, other: Array, but: str = "") -> bool:
    """Compare field by field: whole rows have gaps, and fields may be arrays."""
    names = [name for name in one.dtype.names or () if name != but]
    return all(np.array_equal(one[name], other[name]) for name in names)


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "_SHARD_ROUNDS", 600)
    monkeypatch.setattr(run_module, "_SHARD_ROUNDS_WITH_EVENTS", 150)


@pytest.mark.parametrize("units", [1, 122_879, 122_880, 122_881, 1_000_000])
@pytest.mark.parametrize("whole_games", [False, True])
def test_shards_and_blocks_cover_the_run_in_order(units: int, whole_games: bool) -> None:
    run = a_run(units, whole_games=whole_games)
    ends = [0]
    for number, shard in enumerate(run.shards()):
        assert shard.number == number
        for first, last in run.blocks(shard):
            assert first == ends[-1] < last
            ends.append(last)
        assert ends[-1] == shard.last
    assert ends[-1] == units


def test_shards_are_smaller_where_rows_are_many() -> None:
    assert a_run().shard_units == 122_880
    assert a_run(detail=TABLES).shard_units == 15_360
    assert a_run(whole_games=True).shard_units == 12_288
    assert a_run(whole_games=True, rounds=4).shard_units == 30_720
    assert a_run(whole_games=True, target=10**9).shard_units == 122


@pytest.mark.parametrize(
    ("units", "seed", "detail", "told"),
    [
        (0, 0, ("rounds",), "0 rounds"),
        (-1, 0, ("rounds",), "-1 rounds"),
        (10**20, 0, ("rounds",), "at most"),
        (1, -1, ("rounds",), "seed -1"),
        (1, 2**64, ("rounds",), "seed 18446744073709551616"),
        (1, 0, (), "no table"),
        (1, 0, ("rounds", "tricks"), "'tricks' (there are rounds, seats, plays)"),
        (1, 0, ("standings",), "'standings' (there are rounds, seats, plays)"),
    ],
)
def test_what_cannot_be_played(units: int, seed: int, detail: tuple[str, ...], told: str) -> None:
    with pytest.raises(InputError) as error:
        a_run(units, seed=seed, detail=detail)
    assert told in str(error.value)


def test_tables_are_named_in_any_order() -> None:
    assert a_run(detail=("plays", "rounds", "plays")) == a_run(detail=("rounds", "plays"))


@pytest.mark.parametrize(("preset", "players"), [("atp", 4), ("threechu", 3)])
def test_rounds_that_need_each_other_become_games(preset: str, players: int) -> None:
    run = a_run(1000, preset=preset, detail=None)
    assert (run.whole_games, run.units, len(run.bots)) == (True, 112, players)
    assert run.detail == ("standings", "rounds", "seats")
    assert run == a_run(112, preset=preset, detail=None, whole_games=True)
    assert run.description()["unit"] == "game"
    assert a_run(4, preset=preset, rounds=3).units == 2
    assert a_run(9, preset=preset).units == 1
    with pytest.raises(InputError, match="there are standings, rounds, seats, plays"):
        a_run(preset=preset, detail=("tricks",))
    with pytest.raises(InputError, match=f"5 bots for {players} players"):
        make_run(make_rules(preset), parse_bots("greedy", 5), 0, 1)


@pytest.mark.parametrize(
    ("preset", "rounds", "shard"),
    [
        ("standard", 10, 12_288),
        ("bsw_tournament", 9, 13_653),
        ("t52", 10, 12_288),
        ("tientsin", 10, 8_192),
        ("two_tea", 33, 3_723),
        ("two_wuerzburg", 10, 12_288),
        ("grand_seigneur", 10, 8_192),
    ],
)
def test_games_have_about_so_many_rounds(preset: str, rounds: int, shard: int) -> None:
    run = a_run(1, preset=preset, whole_games=True)
    assert (run.rounds_a_unit, run.shard_units) == (rounds, shard)


def test_numbers_of_rounds_are_unique() -> None:
    assert a_run().round_number(17, 0) == 17
    assert a_run(whole_games=True).round_number(17, 3) == 17_003


@pytest.mark.parametrize("bots", ["greedy", "random,greedy,random,greedy:tichu=3"])
@pytest.mark.parametrize("whole_games", [False, True])
@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_a_block_is_its_parts(bots: str, whole_games: bool, seed: int) -> None:
    run = a_run(bots=bots, seed=seed, whole_games=whole_games)
    whole = play(run, 5, 60, logging=True)
    parts = [play(run, first, last, logging=True) for first, last in ((5, 6), (6, 37), (37, 60))]
    for found, pieces in zip(whole, zip(*parts, strict=True), strict=True):
        assert same(found, np.concatenate(pieces))


def test_looking_on_changes_nothing() -> None:
    run = a_run(3000)
    silent, logged = play(run, 0, 3000), play(run, 0, 3000, logging=True)
    watched = list(play_rounds(run))
    assert len(silent.events) == 0
    assert logged.rounds["events"].sum() == len(logged.events)
    assert same(silent.seats, logged.seats)
    assert same(silent.rounds, logged.rounds, but="events")
    assert len(watched) > 1
    for at, found in enumerate(logged):
        assert same(found, np.concatenate([part[at] for part in watched]))


def test_games_go_on_until_the_rules_end_them() -> None:
    rounds = play(a_run(whole_games=True), 0, 200).rounds
    score = rounds["cards"] + rounds["calls"]
    for game in range(200):
        here = rounds["game"] == game
        assert rounds["index"][here].tolist() == list(range(here.sum()))
        after = score[here].cumsum(axis=0)
        assert (rounds["total"][here] == after - score[here]).all()
        assert (rounds["dealer"][here][1:] == rounds["first"][here][:-1]).all()
        over = after.max(axis=1) >= 1000
        over &= after[:, 0] != after[:, 1]
        assert over.tolist() == [False] * (here.sum() - 1) + [True]


def test_a_game_of_a_fixed_length() -> None:
    rounds = play(a_run(whole_games=True, rounds=4), 0, 50).rounds
    assert rounds["index"].tolist() == [0, 1, 2, 3] * 50


def test_a_game_without_end_is_given_up() -> None:
    run = a_run(whole_games=True, target=10**8)
    with pytest.raises(InputError, match="game 7 has not ended after 1000 rounds"):
        play(run, 7, 8)


def test_work_that_is_stopped() -> None:
    stop = Event()
    stop.set()
    with pytest.raises(StoppedError):
        play_block(a_run(), 0, 500, False, stop)


class Collector:
    """A sink that keeps the numbers of the rounds."""

    def __init__(self, fails_at: int = -1) -> None:
        self.shards: dict[int, list[int]] = {}
        self.fails_at = fails_at

    def wants_events(self, shard: Shard) -> bool:
        return shard.number % 2 == 1

    def encode(self, shard: Shard, played: Played) -> list[int]:
        assert (len(played.events) > 0) == self.wants_events(shard)
        return [int(number) for number in played.rounds["game"]]

    def finish(self, shard: Shard, parts: list[list[int]], stop: Event) -> None:
        if shard.number == self.fails_at:
            raise OSError(28, "full")
        self.shards[shard.number] = [number for part in parts for number in part]


@pytest.mark.usefixtures("small_shards")
@pytest.mark.parametrize("workers", [1, 2, 7])
def test_shards_arrive_whole_and_in_order(workers: int) -> None:
    run, sink, told = a_run(5000), Collector(), [0]
    wanted = [shard for shard in run.shards() if shard.number != 4]
    produce(run, wanted, sink, workers, told.append)
    assert sink.shards == {shard.number: list(range(shard.first, shard.last)) for shard in wanted}
    assert sum(told) == 4400


@pytest.mark.usefixtures("small_shards")
@pytest.mark.parametrize("fails_at", [0, 3, 8])
def test_a_failing_sink_stops_everything(fails_at: int) -> None:
    sink = Collector(fails_at)
    with pytest.raises(OSError, match="full"):
        produce(a_run(5000), a_run(5000).shards(), sink, 2)
    assert fails_at not in sink.shards
