"""`tichu-sim record`."""

import json
from pathlib import Path
from typing import Any

import pytest

from tichu_sim.cli.main import run
from tichu_sim.game.cards import cards_text
from tichu_sim.game.referee import find_fault
from tichu_sim.jit import u64
from tichu_sim.tables.reader import load


def records(capsys: pytest.CaptureFixture[str], *options: str) -> list[dict[str, Any]]:
    assert run(["record", *options]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    "options",
    [
        "--rounds 300 --bots greedy",
        "--rounds 300 --bots random --rules great_grand --seed 18446744073709551615",
        "--games 20 --bots greedy,random,greedy,random",
        "--rounds 200 --bots random --set wish_bomb_escape=off --set grand_tichu=false",
        "--rounds 200 --bots random --set dragon_last_kept=true --set calls_per_team=one",
    ],
)
def test_the_referee_finds_nothing(options: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = records(capsys, *options.split())
    assert len(found) >= 20
    for record in found:
        assert record["result"]
        assert find_fault(record) is None


@pytest.mark.parametrize("unit", ["--rounds", "--games"])
def test_the_rounds_are_those_that_are_simulated(
    unit: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [unit, "40", "--bots", "greedy,random,greedy,greedy:tichu=3", "--seed", "9"]
    assert run(["simulate", str(tmp_path / "out"), *options]) == 0
    capsys.readouterr()
    found, stored = records(capsys, *options), load(tmp_path / "out")
    assert len(found) == len(stored.rounds)
    for record, row in zip(found, stored.rounds.to_dict("records"), strict=True):
        assert record["seed"] == 9
        assert record["rules"] == "standard"
        assert record["players"][3] == "greedy:tichu=3"
        assert record["round"] == row["round"]
        assert record.get("dealer", 0) == row["dealer"]
        assert record["result"]["score"] == [row["score_0"], row["score_1"]]
        assert record["result"]["finish"][0] == row["first"]
    dealt = [text.replace("| ", "").split() for record in found for text in record["deal"]]
    hands = [cards_text(u64(mask)).split() for mask in stored.seats["dealt"]]
    assert list(map(set, dealt)) == list(map(set, hands))


@pytest.mark.parametrize("options", ["--bots greedy", "-n 0 --bots greedy", "-n 3 --bots none"])
def test_wrong_usage(options: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["record", *options.split()]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
