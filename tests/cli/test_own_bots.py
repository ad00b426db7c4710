"""Bots of the user's own on the command line."""

import json
from pathlib import Path

import pytest

from tichu_sim.cli.main import run

Capture = pytest.CaptureFixture[str]
OWN = Path(__file__).parents[1] / "own_bots"
ILLEGAL = OWN / "illegal.py"
WITNESS = f"{OWN / 'witness.py'}:Witness"


def test_simulate_with_any_number_of_workers(tmp_path: Path) -> None:
    outs = [tmp_path / str(workers) for workers in (1, 2)]
    for workers, out in enumerate(outs, 1):
        arguments = ["--rounds", "60", "--bots", f"{WITNESS},greedy,{WITNESS},random", "--quiet"]
        assert run(["simulate", str(out), *arguments, "--workers", str(workers)]) == 0
    names = [path.relative_to(outs[0]) for path in outs[0].rglob("*") if path.is_file()]
    assert len(names) == 3
    for name in names:
        assert (outs[0] / name).read_bytes() == (outs[1] / name).read_bytes()


def test_compare(tmp_path: Path, capsys: Capture) -> None:
    arguments = ["--deals", "40", "--json", "--quiet", "--workers", "2"]
    assert run(["compare", WITNESS, "greedy", *arguments]) == 0
    (pair,) = json.loads(capsys.readouterr().out)["pairs"]
    assert (pair["a"], pair["b"], pair["deals"]) == (WITNESS, "greedy", 40)
    assert run(["compare", f"{ILLEGAL}:play", "greedy", *arguments]) == 2
    told, position = capsys.readouterr().err.splitlines()
    assert f"bot {ILLEGAL}:play in seat " in told
    assert json.loads(position)["tichu"] == 1


def test_grand_seigneur_is_not_for_bots_in_python(capsys: Capture) -> None:
    arguments = ["--rounds", "1", "--rules", "grand_seigneur"]
    assert run(["record", *arguments, "--bots", WITNESS]) == 2
    told = capsys.readouterr().err
    assert told == f"tichu-sim: bot {WITNESS}: bots in Python do not play Grand Seigneur\n"


def test_an_illegal_bot_stops_a_run(tmp_path: Path, capsys: Capture) -> None:
    arguments = ["--bots", f"greedy,{ILLEGAL}:play,greedy,greedy", "--rounds", "50"]
    assert run(["simulate", str(tmp_path / "out"), *arguments, "--quiet"]) == 2
    told, position = capsys.readouterr().err.splitlines()
    assert told.startswith("tichu-sim: round ")
    assert not [path for path in (tmp_path / "out").rglob("*") if "part" in path.name]
    assert run(["record", *arguments]) == 2
    assert capsys.readouterr().err.splitlines() == [told, position]


def test_what_does_not_compile_writes_nothing(tmp_path: Path, capsys: Capture) -> None:
    mine = tmp_path / "mybots.py"
    mine.write_text(
        "from tichu_sim.bots.own import compiled_bot\n"
        "bot = compiled_bot('x', tichu=lambda rules, public, own: nothing)\n"
    )
    out = tmp_path / "out"
    assert run(["simulate", str(out), "--rounds", "1", "--bots", f"{mine}:bot"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not out.exists()


def test_bots_shows_a_users_bot(tmp_path: Path, capsys: Capture) -> None:
    mine = tmp_path / "mybots.py"
    mine.write_text(
        "from tichu_sim.bots.own import Parameter, compiled_bot\n"
        "P = Parameter('courage', 1, 0, 2, 'cards', 'what it has')\n"
        "bold = compiled_bot('is bold', parameters=(P,))\n"
    )
    assert run(["bots", f"{mine}:bold"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{mine}:bold: is bold\n")
    assert "courage" in shown
    assert run(["bots", f"{mine}:bold", "--json"]) == 0
    (listed,) = json.loads(capsys.readouterr().out)["bots"]
    assert [parameter["name"] for parameter in listed["parameters"]][-1] == "courage"
