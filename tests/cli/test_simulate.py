"""`tichu-sim simulate`."""

import json
import sys
from pathlib import Path

import pytest

from tichu_sim.cli.main import run
from tichu_sim.sim import folder
from tichu_sim.tables.reader import load


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("tichu-sim: ")
    assert shown.err.count("\n") == 1
    return shown.err


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert run(["simulate", str(out), "-n", "300", "--bots", "greedy", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["out"] == str(out)
    assert answer["rounds"] == 300
    assert answer["rounds_per_second"] == pytest.approx(300 / answer["seconds"], rel=0.1)
    stored = load(out)
    assert len(stored.rounds) == 300
    assert len(stored.seats) == 1200
    assert run(["simulate", str(out), "-n", "300", "--bots", "greedy", "--json", "--resume"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["rounds"] == 300
    assert answer["rounds_per_second"] == 0


def test_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    command = ["simulate", str(out), "--games", "30", "--bots", "greedy,random,greedy,random"]
    options = ["--set", "rounds=2", "--set", "tie=draw", "--detail", "plays,rounds", "--workers"]
    assert run([*command, *options, "1"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith(f"30 games, 60 rounds in {out}\n60 of them played in ")
    assert shown.out.endswith(f"tichu_sim.load('{out}') reads them\n")
    assert shown.err == ""
    told = load(out).run
    assert told["rules"] == {"preset": "standard", "rounds": 2, "tie": "draw"}
    assert told["detail"] == ["rounds", "plays"]
    assert run([*command, *options, "2", "--resume"]) == 0
    assert "finished before" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--bots greedy", "name one of --rounds N and --games N"),
        ("--bots greedy -n 3 --games 3", "name one of --rounds N and --games N"),
        ("--bots greedy -n 0", "--rounds"),
        ("--bots greedy -n -5", "--rounds"),
        ("--bots greedy -n many", "--rounds"),
        ("--bots greedy --games 0", "--games"),
        ("--bots greedy -n 99999999999999999999999", "at most"),
        ("-n 3", "--bots"),
        ("--bots gredy -n 3", "no such bot: 'gredy' (there are random, greedy"),
        ("--bots greedy,greedy -n 3", "2 bots for 4 players: give one name, or 4"),
        ("--bots greedy:x=1 -n 3", "bot greedy has no parameter 'x'"),
        ("--bots greedy@none.toml -n 3", "cannot read bot file none.toml"),
        ("--bots greedy -n 3 --rules none", "no such rules: 'none' (there are standard"),
        ("--bots greedy -n 3 --set target", "--set target: write option=value"),
        ("--bots greedy -n 3 --set goal=3", "no option 'goal'"),
        ("--bots greedy -n 3 --set target=0", "option target"),
        ("--bots greedy -n 3 --set target=5 --set target=6", "--set target: given twice"),
        ("--bots greedy -n 3 --seed -1", "--seed"),
        ("--bots greedy -n 3 --seed 18446744073709551616", "--seed"),
        ("--bots greedy -n 3 --workers 0", "--workers"),
        ("--bots greedy -n 3 --detail rounds,tricks", "no such table: 'tricks'"),
        ("--bots greedy -n 3 --detail ,", "no such table: ''"),
        ("--bots greedy -n 3 --fast", "--fast"),
    ],
)
def test_wrong_usage(
    options: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run(["simulate", str(out), *options.split()]) == 2
    assert told in one_line(capsys)
    assert not out.exists()


def test_out_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def refused(out: Path, *more: str) -> str:
        assert run(["simulate", str(out), "-n", "3", "--bots", "greedy", *more]) == 2
        return one_line(capsys)

    (tmp_path / "file").write_text("mine")
    (tmp_path / "busy").mkdir()
    assert "is no folder" in refused(tmp_path / "file")
    assert "Not a directory" in refused(tmp_path / "file" / "out")
    assert "is not empty (it holds" in refused(tmp_path)
    assert "holds no run" in refused(tmp_path, "--resume")
    with folder.locked(tmp_path / "busy"):
        assert "is being written by another process" in refused(tmp_path / "busy")
    assert (tmp_path / "file").read_text() == "mine"
    assert list((tmp_path / "busy").iterdir()) == []


def test_it_says_when_it_compiles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tichu_sim.jit.is_compiled", lambda function: False)
    assert run(["simulate", str(tmp_path / "a"), "-n", "3", "--bots", "greedy"]) == 0
    assert capsys.readouterr().err.startswith("compiling, ")
    assert run(["simulate", str(tmp_path / "b"), "-n", "3", "--bots", "greedy", "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_progress_at_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    command = ["simulate", str(tmp_path / "a"), "-n", "3000", "--bots", "greedy"]
    assert run(command) == 0
    assert "3,000 of 3,000 rounds" in capsys.readouterr().err
    assert run([*command[:1], str(tmp_path / "b"), *command[2:], "--quiet"]) == 0
    assert capsys.readouterr().err == ""
