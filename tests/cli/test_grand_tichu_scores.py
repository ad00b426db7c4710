"""What `grand-tichu --scores` prints and writes."""

import json
from pathlib import Path

import pandas as pd
import pytest

from tichu_sim.bots.registry import parse_bot
from tichu_sim.cli.grand_tichu_scores import show_scores
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.studies.call_pairs import CallPairs, call_pairs

Capture = pytest.CaptureFixture[str]


def pairs_of(**options: object) -> CallPairs:
    return call_pairs(make_rules("standard", options), parse_bot("greedy"), 3)


@pytest.mark.parametrize("deals", [1, 150])
def test_scores(deals: int, capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "scores.csv"
    show_scores(pairs_of(), deals, out, 2, True, True)
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["scores"]) == 49
    groups = answer["groups"]
    assert sum(group["share"] for group in groups) == pytest.approx(1)
    for row in answer["scores"]:
        assert len(row["gains"]) == len(groups)
        assert 0 <= row["threshold"]["estimate"] <= 1
    assert answer["great_grand"]["rounds"] == 20 * deals
    frame = pd.read_csv(out)
    told = [row["threshold"]["estimate"] for row in answer["scores"]]
    assert frame["threshold"].tolist() == pytest.approx(told, abs=1e-6)


def test_scores_for_the_eye(capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "scores.parquet"
    show_scores(pairs_of(target=500), 20, out, 1, True, False)
    shown = capsys.readouterr().out
    assert "20 deals of each category, 400 of Great Grand" in shown
    assert shown.count("they 475") == 3
    assert len(pd.read_parquet(out)) == 49


def test_bad_files(tmp_path: Path) -> None:
    there = tmp_path / "there.csv"
    there.touch()
    for path, told in (
        (tmp_path / "scores.txt", "the table is a file that ends in .csv or .parquet"),
        (there, "is there already"),
        (tmp_path / "none" / "scores.csv", "there is no folder"),
    ):
        with pytest.raises(InputError, match=told):
            show_scores(pairs_of(), 10, path, 1, True, True)
    with pytest.raises(InputError, match="a game of 4 rounds"):
        show_scores(pairs_of(rounds=4), 10, None, 1, True, True)
