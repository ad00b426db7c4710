"""`tichu-sim grand-tichu --atlas` and `--quick`."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tichu_sim.cli.main import run
from tichu_sim.studies import atlas as atlas_module
from tichu_sim.studies import shipped
from tichu_sim.studies.atlas import Atlas
from tichu_sim.studies.holdings import parse_holding

Capture = pytest.CaptureFixture[str]
HAND = "A A K Dr Ph 9 7 2"
CLASS = parse_holding(HAND).rank_class


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """An atlas of forty classes."""
    classes = np.arange(CLASS - 390, CLASS + 10, 10)
    monkeypatch.setattr(
        atlas_module, "atlas_of", lambda pairs, rounds: Atlas(pairs, rounds // 160, classes)
    )


@pytest.mark.usefixtures("small")
def test_an_atlas(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written, left as it is, and answers for a hand of a class."""
    out = tmp_path / "out"
    command = ["grand-tichu", "--atlas", str(out), "--rounds", "1600", "--bot", "greedy"]
    assert run([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {"atlas": str(out / "atlas.parquet"), "classes": 40, "rounds": 1600}
    rows = pd.read_parquet(found["atlas"])
    assert rows["rounds"].sum() == 1600
    assert run(command) == 2
    assert "is not empty" in capsys.readouterr().err
    assert run([*command, "--resume"]) == 0
    assert capsys.readouterr().out.startswith("40 classes, 1,600 rounds in ")

    monkeypatch.setattr(shipped, "shipped_file", lambda name: Path(found["atlas"]))
    assert run(["grand-tichu", HAND, "--quick", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    row = rows.set_index("class").loc[CLASS]
    assert answer["hand"] == "2 7 9 K A A Dr Ph"
    assert (answer["class"], answer["multiplicity"]) == (CLASS, row["multiplicity"])
    assert answer["rounds"] == row["rounds"] // 2
    assert answer["call_value"]["estimate"] == pytest.approx(row["call_value_smooth"], abs=1e-3)
    assert answer["p_first_alone"]["estimate"] == pytest.approx(row["p_first"], abs=1e-3)
    assert run(["grand-tichu", "As A K Dr Ph 9 7 2", "--quick"]) == 0
    shown = capsys.readouterr().out
    assert "with hands of its kind" in shown
    assert shown.rstrip().endswith(f"Advice: {answer['advice']}")


@pytest.mark.parametrize(
    ("cards", "matter"),
    [
        ("4s 5s 6s 8s 9j 9 A Dr", True),
        ("4s 5s 6s 9s 9j 8 A Dr", False),
        ("4 5 6 7 8 9 A Dr", False),
    ],
)
def test_where_suits_matter_the_quick_answer_says_so(
    cards: str, matter: bool, capsys: Capture
) -> None:
    """Four named cards of a suit within five ranks: one more is a bomb."""
    assert run(["grand-tichu", cards, "--quick"]) == 0
    assert ("The atlas knows no suits" in capsys.readouterr().out) is matter


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--table", "--quick"], "--table and --quick are two questions: ask one of them"),
        ([HAND, "--atlas", "out"], "--atlas is about all hands: leave out"),
        (["--quick"], "name eight cards"),
        ([HAND, "--resume"], "--resume belongs to --atlas: give both, or none"),
        ([HAND, "--rule", "aces > 1"], "--rule belongs to --policies: give both, or none"),
        (["--table", "--out", "a.csv"], "--out belongs to --scores: give both, or none"),
        (["--policies", "--rule", "aces => 2"], "tichu-sim: rule"),
        (["--scores", "--out", "scores.txt"], "ends in .csv or .parquet"),
        ([HAND, "--quick", "--score", "0:0"], "--score is for a hand that is played"),
        ([HAND, "--quick", "--bot", "greedy"], "--bot is for rounds that are played"),
        ([HAND, "--quick", "--rules", "bga"], "--rules is for rounds that are played"),
        ([HAND, "--quick", "--set", "target=500"], "--set is for rounds that are played"),
        ([HAND, "--quick", "--rounds", "7"], "--rounds is for rounds that are played"),
        ([HAND, "--quick", "--seed", "7"], "--seed is for rounds that are played"),
        (["--atlas", "out", "--rounds", "1000"], "1,000 rounds: an atlas needs 3,630,120 at least"),
    ],
)
def test_what_does_not_go_together(arguments: list[str], told: str, capsys: Capture) -> None:
    assert run(["grand-tichu", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert told in shown.err
    assert shown.err.count("\n") == 1
