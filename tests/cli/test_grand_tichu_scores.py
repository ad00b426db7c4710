"""What `grand-tichu --scores` prints and writes."""

import json
from importlib.util import find_spec
from pathlib import Path

import pandas as pd
import pytest

from tichu_sim.bots.registry import parse_bot
from tichu_sim.cli.grand_tichu_scores import show_scores
from tichu_sim.cli.main import run
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.studies import plot
from tichu_sim.studies.call_pairs import CallPairs, call_pairs
from tichu_sim.studies.score_plot import threshold_lines

Capture = pytest.CaptureFixture[str]


def pairs_of(**options: object) -> CallPairs:
    return call_pairs(make_rules("standard", options), parse_bot("greedy"), 3)


@pytest.mark.parametrize("deals", [1, 150])
def test_scores(deals: int, capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "scores.csv"
    show_scores(pairs_of(), deals, out, None, 2, True, True)
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
    show_scores(pairs_of(target=500), 20, out, None, 1, True, False)
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
            show_scores(pairs_of(), 10, path, None, 1, True, True)
    with pytest.raises(InputError, match="a game of 4 rounds"):
        show_scores(pairs_of(rounds=4), 10, None, None, 1, True, True)


@pytest.mark.skipif(find_spec("matplotlib") is None, reason="the extra plot is not installed")
@pytest.mark.parametrize("deals", [1, 40])
def test_plot(deals: int, tmp_path: Path, capsys: Capture) -> None:
    """The same picture each time, with the chances of those scores that have one."""
    first, second, png = (tmp_path / name for name in ("a.svg", "b.svg", "c.PNG"))
    for path in (first, second, png):
        show_scores(pairs_of(), deals, None, path, 1, True, True)
    assert first.read_bytes() == second.read_bytes()
    text = first.read_text(encoding="utf-8")
    for words in ("they have 0<", "they have 950<", "all groups", "none", "four greedy, rules"):
        assert words in text
    assert "they have 200" not in text
    assert png.read_bytes().startswith(b"\x89PNG")
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_where_lines_are_drawn() -> None:
    """At their chance, and at the edges where all hands should call, or none."""
    figure = pytest.importorskip("matplotlib.figure").Figure()
    rows = [(0, 0.5, 0.4, 0.6), (500, 0.7, 0.65, 1.0), (900, 1.0, 1.0, 1.0), (950, 0.0, 0.0, 0.3)]
    names = ["us", "threshold", "threshold_low", "threshold_high"]
    axes = figure.subplots()
    threshold_lines(axes, pd.DataFrame(rows, columns=names).assign(them=0))
    ticks = dict(
        zip((t.get_text() for t in axes.get_yticklabels()), axes.get_yticks(), strict=True)
    )
    drawn = axes.get_lines()[0].get_ydata().tolist()
    assert drawn == pytest.approx([50, 70, ticks["none"], ticks["all groups"]])
    assert ticks["all groups"] < 50
    assert ticks["none"] > 70


def test_bad_pictures(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["grand-tichu", "--scores", "--bot", "greedy", "-n", "10", "--plot"]
    there = tmp_path / "there.png"
    there.touch()
    for path, told in (
        (tmp_path / "a.jpg", "a plot is a file that ends in .png or .svg"),
        (there, "is there already"),
        (tmp_path / "none" / "a.svg", "there is no folder"),
    ):
        assert run([*asked, str(path)]) == 2
        assert told in capsys.readouterr().err
    assert run(["grand-tichu", "--table", "--plot", str(tmp_path / "a.png")]) == 2
    assert "--plot belongs to --scores" in capsys.readouterr().err
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    assert run([*asked, str(tmp_path / "a.png")]) == 2
    assert "pip install -c constraints.txt -e '.[plot]'" in capsys.readouterr().err
