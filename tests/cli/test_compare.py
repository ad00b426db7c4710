"""`tichu-sim compare`."""

import json
import math
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import rich.console

from tichu_sim.cli.main import run
from tichu_sim.game.rules import make_rules
from tichu_sim.studies import plot
from tichu_sim.studies.compare import compare
from tichu_sim.studies.pair_table import pair_columns
from tichu_sim.studies.sides import parse_sides

Capture = pytest.CaptureFixture[str]


def printed(capsys: Capture, *arguments: str) -> str:
    capsys.readouterr()
    assert run(["compare", *arguments]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def answered(capsys: Capture, *arguments: str) -> dict[str, Any]:
    answer = json.loads(printed(capsys, *arguments, "--json"))
    assert isinstance(answer, dict)
    return answer


def test_json(capsys: Capture) -> None:
    answer = answered(capsys, "greedy", "random", "--deals", "500", "--seed", "3")
    rules = make_rules()
    found = compare(rules, parse_sides(["greedy", "random"], rules), 3, 500, 100)
    ((pair,), (ours,)) = answer["pairs"], found.pairs
    (value, low, high), saved = ours.paired()
    assert (pair["a"], pair["b"], pair["deals"]) == ("greedy", "random", 500)
    assert [pair["mean_diff"], *pair["ci95"]] == pytest.approx([value, low, high], abs=1e-4)
    assert pair["variance_saved"] == pytest.approx(saved, abs=1e-4)
    assert pair["games"] == 100
    assert pair["games_won"]["estimate"] == ours.games_won().value
    assert [side["bot"] for side in pair["sides"]] == ["greedy", "random"]
    tichu, grand = pair["sides"][0]["calls"]
    assert (tichu["call"], grand["call"]) == ("tichu", "grand")
    assert tichu["called"]["estimate"] == pytest.approx(tichu["n"] / 2000)
    assert "sprt" not in pair
    best, worst = answer["ratings"]
    assert (best["bot"], worst["bot"]) == ("greedy", "random")
    assert best["rating"] == -worst["rating"] > 0
    assert best["ci95"][0] < best["rating"] < best["ci95"][1]


def test_no_number_that_json_does_not_know(capsys: Capture) -> None:
    answer = answered(capsys, "greedy", "random", "--deals", "1", "--games", "0")
    (pair,) = answer["pairs"]
    assert pair["ci95"] == [None, None]
    assert pair["games_won"] == {"estimate": None, "ci95": [0, 1]}
    shown = printed(capsys, "greedy", "random", "--deals", "1", "--games", "0")
    assert shown.startswith("1 deal at both seatings")
    assert "  one deal has none  " in shown
    assert "- to -" not in shown


def test_the_same_bot(capsys: Capture) -> None:
    (pair,) = answered(capsys, "greedy", "greedy:tichu=4", "--deals", "50")["pairs"]
    assert (pair["mean_diff"], pair["ci95"]) == (0, [0, 0])
    assert math.copysign(1, pair["mean_diff"]) == 1
    shown = printed(capsys, "greedy", "greedy:tichu=4", "random", "--deals", "50")
    assert shown.count("  both play the same\n") == 1
    assert "100.0 %" not in shown[: shown.index("games won by a")]


def test_sheet(capsys: Capture) -> None:
    shown = printed(
        capsys, "greedy", "random", "greedy:tichu=1", "--deals", "300", "--workers", "1"
    )
    assert shown.startswith("300 deals at both seatings, rules standard, seed 0\n\n")
    assert not [line for line in shown.splitlines() if line != line.rstrip()]
    assert shown.count("double victory") == 6
    assert " 0.0 % " in shown
    assert shown == printed(
        capsys, "greedy", "random", "greedy:tichu=1", "--deals", "300", "--workers", "3"
    )


def test_rules_are_told(capsys: Capture) -> None:
    rules = ["--set", "target=300", "--set", "double_victory=100"]
    shown = printed(capsys, "greedy", "random", "--deals", "20", *rules)
    assert "rules standard target=300 double_victory=100, seed 0" in shown
    shown = printed(capsys, "greedy", "random", "--deals", "20", "--rules", "two_tea")
    assert "double victory" not in shown


@pytest.mark.slow
def test_games_of_moving_players(capsys: Capture) -> None:
    shown = printed(capsys, "greedy", "random", "--deals", "20", "--rules", "threechu")
    assert shown.startswith("27 deals in 3 games at both seatings, rules threechu")
    answer = answered(capsys, "greedy", "random", "--deals", "20", "--rules", "threechu")
    assert answer["unit"] == "game"
    assert (answer["pairs"][0]["deals"], answer["pairs"][0]["games"]) == (27, 3)
    arguments = ["greedy", "random", "--rules", "threechu", "--games", "3"]
    assert run(["compare", *arguments]) == 2
    assert "are played as whole games; --deals says how many" in capsys.readouterr().err


def test_sprt(capsys: Capture) -> None:
    test = ["--sprt", "-5,5", "--alpha", "0.01", "--beta", "0.02"]
    answer = answered(capsys, "greedy", "random", "greedy:tichu=4", *test, "--deals", "3000")
    ended, even, lost = answer["pairs"]
    assert [pair["sprt"]["decision"] for pair in (ended, even, lost)] == ["high", None, "low"]
    assert ended["deals"] == lost["deals"] == 1024
    assert even["deals"] == 3000
    assert ended["sprt"]["alpha"] == 0.01
    assert ended["sprt"]["bounds"] == pytest.approx(
        [math.log(0.02 / 0.99), math.log(0.98 / 0.01)], abs=1e-4
    )
    shown = printed(capsys, "greedy", "random", "greedy:tichu=4", *test, "--deals", "3000")
    assert "1,024 to 3,000 deals" in shown
    assert "Is a - b -5 or 5 points a round?" in shown
    assert "(alpha 0.01, beta 0.02)" in shown
    assert "undecided" in shown


def test_files(tmp_path: Path, capsys: Capture) -> None:
    out, picture = tmp_path / "pairs.parquet", tmp_path / "pairs.svg"
    files = ["--out", str(out), "--plot", str(picture)]
    if not _can_plot():
        files = files[:2]
    printed(capsys, "greedy", "random", "--deals", "40", *files)
    table = pq.read_table(out)
    assert len(table) == 40
    assert table.schema.metadata[b"tichu_sim.seed"] == b"0"
    for path in files[1::2]:
        assert run(["compare", "greedy", "random", *files[:2], "--quiet"]) == 2
        assert f"{out} is there already" in capsys.readouterr().err
        assert Path(path).stat().st_size > 1000
    assert len(list(tmp_path.iterdir())) == len(files) // 2


def test_the_table_is_written_though_nobody_reads_the_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a pager or `head` that has seen enough."""
    out = tmp_path / "pairs.parquet"

    def closed(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(rich.console.Console, "print", closed)
    run(["compare", "greedy", "random", "--deals", "9", "--games", "0", "--out", str(out)])
    assert pq.read_table(out).num_rows == 9


def _can_plot() -> bool:
    return find_spec("matplotlib") is not None


@pytest.mark.skipif(not _can_plot(), reason="the extra plot is not installed")
def test_plot(tmp_path: Path, capsys: Capture) -> None:
    first, second, png = (tmp_path / name for name in ("a.svg", "b.svg", "c.PNG"))
    for path in (first, second, png):
        names = ["greedy", "random", "greedy:tichu=1"]
        printed(capsys, *names, "--deals", "40", "--plot", str(path))
    assert first.read_bytes() == second.read_bytes()
    text = first.read_text(encoding="utf-8")
    for words in ("greedy:tichu=1", "40 deals at both seatings", "points a round", "points of Elo"):
        assert words in text
    assert png.read_bytes().startswith(b"\x89PNG")


def test_plot_without_matplotlib(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plot, "find_spec", lambda name: None)
    assert run(["compare", "greedy", "random", "--plot", str(tmp_path / "a.png")]) == 2
    assert "pip install -c constraints.txt -e '.[plot]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("", "Missing argument"),
        ("greedy", "greedy has no opponent"),
        ("greedy greedy", "side greedy is named twice"),
        ("greedy gredy", "no such bot: 'gredy'"),
        ("greedy random+random+random", "3 bots for 2 players"),
        ("greedy random --deals 0", "--deals"),
        ("greedy random --deals 100000001", "--deals"),
        ("greedy random --games -1", "--games"),
        ("greedy random --workers 0", "--workers"),
        ("greedy random --seed -1", "--seed"),
        ("greedy random --sprt 5,0", "the first should be the lower one"),
        ("greedy random --sprt 5,5", "the first should be the lower one"),
        ("greedy random --sprt 5", "should read LOW,HIGH"),
        ("greedy random --sprt 0,5 --alpha 0.7", "alpha=0.7 should lie between"),
        ("greedy random --alpha 0.1", "--alpha is a chance of error of a test"),
        ("greedy random --beta 0.1", "--beta is a chance of error of a test"),
        ("greedy random --rules grand_seigneur", "have neither teams nor points"),
        ("greedy random --rules none", "no such rules"),
        ("greedy random --out a.csv", "a file that ends in .parquet"),
        ("greedy random --out no/a.parquet", "there is no folder no"),
        ("greedy random --plot a.jpg", "ends in .png or .svg"),
        (
            "greedy random --deals 1 --games 1 --set target=1000000",
            "has not ended after 1000 rounds",
        ),
    ],
)
def test_wrong_usage(
    arguments: str, told: str, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["compare", *arguments.split()]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("tichu-sim: ")
    assert shown.err.count("\n") == 1
    assert told in shown.err
    assert list(tmp_path.iterdir()) == []


def test_progress_at_a_terminal(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    command = ["compare", "greedy", "random", "--deals", "300", "--games", "2"]
    assert run(command) == 0
    assert "640 of 640 rounds" in capsys.readouterr().err
    assert run([*command, "--quiet"]) == 0
    assert capsys.readouterr().err == ""


# --- docs/compare.md ---

PAGE = (Path(__file__).parents[2] / "docs" / "compare.md").read_text(encoding="utf-8")


def test_the_examples(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    # A bot that plays otherwise on purpose needs other ones.
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"^```\n\$ tichu-sim compare ([^\n]*)\n(.*?)^```$", PAGE, re.M | re.S)
    assert len(examples) == 2
    for command, told in examples:
        begin = told.removesuffix("...\n")
        assert printed(capsys, *command.split())[: len(begin)] == begin
    ((block, told),) = re.findall(r"^```python\n(.*?)^```\n\n```\n(.*?)^```$", PAGE, re.M | re.S)
    exec(block, {})
    shown = capsys.readouterr().out.splitlines()
    assert [line.rstrip() for line in shown] == told.splitlines()


@pytest.mark.parametrize(("preset", "unit"), [("standard", "deal"), ("threechu", "game")])
def test_the_columns(preset: str, unit: str) -> None:
    told: dict[str, str] = {}
    for line in re.findall(r"^\| (`.*`) \| (\w+) \| .* \|$", PAGE, re.M):
        told |= dict.fromkeys(re.findall(r"`(\w+)`", line[0]), line[1])
    columns = pair_columns(make_rules(preset), ("greedy", "random"))
    kinds = {column.name: "text" if column.names else str(column.type) for column in columns}
    assert kinds.pop(unit) == told.pop("deal")
    assert kinds == told
