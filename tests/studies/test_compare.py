"""Comparisons agree with rounds that are played one seating at a time, and with each other."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from samples.rounds import a_run, play

from tichu_sim.bots.registry import parse_bots
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.game.view import CALL_NAMES, DOUBLE_VICTORY
from tichu_sim.jit import Array
from tichu_sim.sim.run import make_run
from tichu_sim.studies.compare import BATCH_ROUNDS, Comparison, compare, pairings_of
from tichu_sim.studies.outcomes import calls_of
from tichu_sim.studies.pair_table import write_pairs
from tichu_sim.studies.ratings import fit_ratings
from tichu_sim.studies.sequential import Sprt
from tichu_sim.studies.sides import parse_sides, partners_of
from tichu_sim.studies.stats import mean_interval, paired_difference
from tichu_sim.tables.reader import load
from tichu_sim.tables.store import store

TEAM_GAMES = ("standard", "tientsin", "t52", "two_tea", "two_wuerzburg")
MOVING_GAMES = ("threechu", "bsw_tournament")


def compared(
    names: str, units: int, games: int = 0, preset: str = "standard", **more: Any
) -> Comparison:
    rules = make_rules(preset, more.pop("options", {}))
    return compare(
        rules, parse_sides(names.split(), rules), more.pop("seed", 0), units, games, **more
    )


def at_seats(names: str, team: int, partners: int) -> list[str]:
    """The bots by seat, with the first side in a team."""
    sides = [name.split("+") for name in names.split()]
    sides = [side * (partners if len(side) == 1 else 1) for side in sides]
    return [sides[(seat + team) % 2][seat // 2] for seat in range(2 * partners)]


# --- one deal after another ---


@pytest.mark.parametrize(
    ("names", "preset"),
    [
        ("greedy random", "standard"),
        ("greedy:tichu=2+random random+greedy", "standard"),
        ("greedy greedy:tichu=1", "t52"),
        ("greedy random", "two_tea"),
        pytest.param("greedy+random+random greedy:tichu=2", "tientsin", marks=pytest.mark.slow),
    ],
)
def test_each_deal_is_what_simulate_plays(names: str, preset: str, tmp_path: Path) -> None:
    deals, seed = 120, 5
    found = compared(names, deals, 0, preset, seed=seed)
    (pair,) = found.pairs
    rules = pair.pairing.rules
    partners = partners_of(rules)
    differences, calls, made = np.zeros((deals, 2)), [0, 0], [0, 0]
    for team in (0, 1):
        bots = parse_bots(",".join(at_seats(names, team, partners)), rules.players)
        out = tmp_path / str(team)
        store(make_run(rules, bots, seed, deals), out, workers=1)
        run: Any = load(out)
        for row in run.rounds.to_dict("records"):
            scores = row["score_0"], row["score_1"]
            differences[row["round"], team] = scores[team] - scores[1 - team]
        for row in run.seats[run.seats["call"] == "tichu"].to_dict("records"):
            calls[(row["team"] + team) % 2] += 1
            made[(row["team"] + team) % 2] += bool(row["made"])
    assert (pair.differences == differences).all()
    for side in (0, 1):
        kept = pair.figures(side, calls_of(rules))
        assert kept.calls[CALL_NAMES.index("tichu")] == calls[side]
        assert kept.made[CALL_NAMES.index("tichu")].value == pytest.approx(made[side] / calls[side])
    assert pair.paired().difference == mean_interval(differences.mean(axis=1))


def test_side_of_a_double_victory() -> None:
    (pair,) = compared("greedy random", 60).pairs
    expected = [0, 0]
    for team in (0, 1):
        run = a_run(",".join(at_seats("greedy random", team, 2)), 60)
        for row in play(run).rounds:
            if row["over"] == DOUBLE_VICTORY:
                expected[(row["first"] + team) % 2] += 2
    assert pair.rows["doubles"].sum(axis=0).tolist() == expected
    assert expected[0] > 0
    assert pair.figures(0, [1]).doubles.value == expected[0] / (60 * 2 * 2)


def test_partners_of_tichujoin_sit_opposite() -> None:
    rules = make_rules("standard", {"tichujoin": True})
    sides = parse_sides(["greedy:tichu=1+greedy:tichu=2", "random"], rules)
    (pairing,) = pairings_of(rules, sides, 0)
    names = [bot.name for bot in pairing.bots(0)]
    assert names == ["greedy:tichu=1", "greedy:tichu=2", "random", "random"]
    assert [bot.name for bot in pairing.bots(1)] == [*names[2:], *names[:2]]
    assert pairing.sides_of_players(0).tolist() == [0, 0, 1, 1]


def test_games_are_those_that_simulate_plays() -> None:
    (pair,) = compared("greedy greedy:tichu=2", 1, games=40, options={"target": 300}).pairs
    for team in (0, 1):
        bots = ",".join(at_seats("greedy greedy:tichu=2", team, 2))
        played = play(a_run(bots, 40, options={"target": 300}, whole_games=True))
        totals = np.zeros((40, 2), int)
        for row in played.rounds:
            totals[row["game"]] += row["cards"] + row["calls"]
        assert (totals.max(axis=1) >= 300).all()
        assert (pair.games[:, team] == (totals[:, team] > totals[:, 1 - team])).all()
    assert pair.games_won().value == pair.games.mean()


@pytest.mark.parametrize("preset", MOVING_GAMES)
@pytest.mark.slow
def test_games_with_moving_players(preset: str) -> None:
    rules = make_rules(preset)
    (pair,) = compared("greedy greedy:tichu=1", 12, 0, preset).pairs
    assert pair.deals == 12 * 9
    for seating in (0, 1):
        mine = [0] if preset == "threechu" else [0, 2]
        if seating == 1:
            mine = [player for player in range(rules.players) if player not in mine]
        bots = ["greedy" if player in mine else "greedy:tichu=1" for player in range(rules.players)]
        played = play(a_run(",".join(bots), 12, preset=preset, whole_games=True))
        points = np.zeros((12, rules.players))
        for row, seats in zip(played.rounds, played.seats, strict=True):
            score = row["cards"] + row["calls"]
            for seat in range(4):
                # The dummy's points are nobody's.
                if not (preset == "threechu" and seat == 2):
                    points[row["game"], seats[seat]["player"]] += score[seat % 2] / 9
        others = np.delete(points, mine, axis=1)
        expected = points[:, mine].mean(axis=1) - others.mean(axis=1)
        assert pair.differences[:, seating] == pytest.approx(expected)
    assert len(pair.games) == 12


# --- what must be so whoever plays ---


@pytest.mark.parametrize("preset", ["standard", "two_tea"])
def test_the_same_bot_is_as_good_as_itself(preset: str) -> None:
    (pair,) = compared("greedy greedy:tichu=4", 300, 30, preset).pairs
    _is_even(pair)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["tientsin", "two_wuerzburg", *MOVING_GAMES])
def test_the_same_bot_is_as_good_as_itself_in_all_games(preset: str) -> None:
    (pair,) = compared("greedy greedy:tichu=4", 60, 10, preset).pairs
    _is_even(pair)


def _is_even(pair: Any) -> None:
    assert pair.paired().difference == (0, 0, 0)
    assert pair.games_won() == (0.5, 0.5, 0.5)
    assert pair.figures(0, [1, 2]) == pair.figures(1, [1, 2])
    assert np.abs(pair.differences).max() > 0


def test_sides_the_other_way_round() -> None:
    (there,) = compared("greedy random+greedy", 200, 20).pairs
    (back,) = compared("random+greedy greedy", 200, 20).pairs
    value, low, high = there.paired().difference
    assert back.paired().difference == (-value, -high, -low)
    assert back.games_won().value == pytest.approx(1 - there.games_won().value)
    assert back.figures(0, [1, 2]) == there.figures(1, [1, 2])


def test_swapped_seats_save_variance() -> None:
    (pair,) = compared("greedy greedy:tichu=3", 2000).pairs
    both = pair.differences
    assert pair.paired().variance_saved == pytest.approx(
        1 - both.mean(axis=1).var() / (both[:, 0].var() + both[:, 1].var()) * 4
    )
    assert 0.7 < pair.paired().variance_saved < 0.95


@pytest.mark.slow
def test_intervals_of_real_deals_hold_the_truth() -> None:
    # The mean of 300 experiments is seventeen times as sure as that of each.
    (pair,) = compared("greedy greedy:tichu=2", 60_000, workers=2).pairs
    parts = np.split(pair.differences, 300)
    found = [paired_difference(part).difference for part in parts]
    truth = pair.paired().difference.value
    assert 0.91 < np.mean([low <= truth <= high for _, low, high in found]) < 0.98


def _rows(found: Comparison) -> list[bytes]:
    return [part.tobytes() for pair in found.pairs for part in (pair.rows, pair.games)]


def test_any_number_of_workers() -> None:
    def rows(workers: int) -> list[bytes]:
        names, units = "greedy greedy:tichu=3 random", 5 * BATCH_ROUNDS
        return _rows(compared(names, units, 200, workers=workers, new_test=lambda: Sprt(0, 3)))

    assert rows(1) == rows(3)


def test_more_deals_begin_with_the_same_ones() -> None:
    names = "greedy random"
    few, more = (compared(names, n).pairs[0].rows for n in (50, BATCH_ROUNDS + 10))
    assert (more[:50] == few).all()


def test_ratings_come_from_deals_won() -> None:
    found = compared("greedy:tichu=1 random greedy", 400)

    def result(pair: Any) -> Array:
        ahead = pair.differences.mean(axis=1)
        return np.asarray((ahead > 0) + (ahead == 0) / 2)

    places = combinations(range(3), 2)
    expected = fit_ratings(dict(zip(places, map(result, found.pairs), strict=True)))
    assert found.ratings().values == pytest.approx(expected.values)
    assert found.ratings().values.argsort().tolist() == [1, 0, 2]


# --- sequential tests ---


def test_a_test_ends_the_play_of_its_pair_alone() -> None:
    units = 6 * BATCH_ROUNDS + 100
    counted: list[int] = []
    found = compared(
        "greedy random greedy:tichu=4",
        units,
        new_test=lambda: Sprt(-1, 1, 0.01, 0.01),
        on_rounds=counted.append,
    )
    ended, even, lost = found.pairs
    for pair, decision in ((ended, "high"), (lost, "low")):
        assert pair.test is not None
        assert (pair.test.decision, len(pair.rows)) == (decision, BATCH_ROUNDS)
        assert pair.test.n == len(pair.rows)
    assert even.test is not None
    assert (even.test.decision, len(even.rows)) == (None, units)
    assert sum(counted) < 3 * 2 * units
    assert found.ratings().values[1] < 0
    test = Sprt(-1, 1, 0.01, 0.01)
    test.update(ended.differences.mean(axis=1))
    assert test.llr == pytest.approx(ended.test.llr if ended.test else 0)


# --- the table ---


def test_table(tmp_path: Path) -> None:
    found = compared("greedy random greedy+random", 30, options={"great_grand": True})
    write_pairs(tmp_path / "a.parquet", found)
    write_pairs(tmp_path / "b.parquet", found)
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    frame = pq.read_table(tmp_path / "a.parquet").to_pandas()
    assert frame["deal"].tolist() == [*range(30)] * 3
    assert frame[["a", "b"]].iloc[::30].to_numpy().tolist() == [
        [pair.pairing.a.name, pair.pairing.b.name] for pair in found.pairs
    ]
    both = [frame[f"score_a_{seating}"] - frame[f"score_b_{seating}"] for seating in (0, 1)]
    assert ((both[0] + both[1]) / 2 == frame["diff"]).all()
    assert frame["diff"].iloc[30:60].mean() == found.pairs[1].paired().difference.value
    rows = found.pairs[2].rows
    last = frame.iloc[60:]
    for side, letter in enumerate("ab"):
        for kind in (1, 2, 3):
            name = CALL_NAMES[kind]
            assert last[f"{name}_{letter}"].tolist() == rows["calls"][:, side, kind].tolist()
            assert last[f"{name}_made_{letter}"].tolist() == rows["made"][:, side, kind].tolist()
        assert last[f"double_{letter}"].tolist() == rows["doubles"][:, side].tolist()


# --- sides ---


@pytest.mark.parametrize(
    ("names", "preset", "told"),
    [
        (["greedy"], "standard", "greedy has no opponent: name two sides or more"),
        (["greedy", "random", "greedy"], "standard", "side greedy is named twice"),
        (["greedy", "gredy"], "standard", "no such bot: 'gredy'"),
        (["greedy", "greedy:x=1"], "standard", "has no parameter 'x'"),
        (["greedy", "greedy+random+random"], "standard", "has 3 bots for 2 players: give one name"),
        (
            ["greedy", "greedy+random"],
            "tientsin",
            "2 bots for 3 players: give one name, or 3 joined",
        ),
        (["greedy", "greedy+random"], "two_tea", "2 bots for 1 players"),
        (["greedy", "greedy+random"], "threechu", "one plays against two, so a side is one bot"),
        (["greedy", "random"], "grand_seigneur", "have neither teams nor points"),
    ],
)
def test_impossible_sides(names: Sequence[str], preset: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse_sides(names, make_rules(preset))
