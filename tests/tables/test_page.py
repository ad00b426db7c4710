"""What docs/tables.md says of the other games is so."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tichu_sim.bots.registry import parse_bots
from tichu_sim.cli.main import run as run_command
from tichu_sim.game.rules import make_rules
from tichu_sim.sim.run import make_run, tables_of
from tichu_sim.tables.columns import Column
from tichu_sim.tables.schema import columns_of

ROOT = Path(__file__).parents[2]
GAMES = {
    "bsw_tournament": "tournament",
    "threechu": "Threechu",
    "tientsin": "Tientsin",
    "grand_seigneur": "Grand Seigneur",
    "t52": "t52",
    "two_tea": "two_tea",
    "two_wuerzburg": "Würzburg",
}


def section(title: str) -> str:
    page = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
    found: str = page.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return found


def rows(text: str) -> list[list[list[str]]]:
    """The rows of each table as cells, without the head."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.M)
    return [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
        for table in found
    ]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def columns(preset: str) -> dict[str, list[Column]]:
    rules = make_rules(preset)
    bots = parse_bots("greedy", rules.players)
    return columns_of(make_run(rules, bots, 0, 1, detail=tables_of(rules)))


def kind(column: Column) -> str:
    return ("text" if column.names else str(column.type)) + (" or null" if column.known else "")


@pytest.mark.parametrize("preset", GAMES)
@pytest.mark.parametrize("table", ["rounds", "seats", "plays"])
def test_columns_that_differ(preset: str, table: str) -> None:
    more, less = rows(section("Other games"))
    usual = {column.name for column in columns("standard")[table]}
    here = {column.name: kind(column) for column in columns(preset)[table]}
    told = {
        name: cells[2]
        for cells in more
        if quoted(cells[0]) == [table] and GAMES[preset] in cells[3].split(", ")
        for name in quoted(cells[1])
    }
    missing = {
        name
        for cells in less
        if quoted(cells[0]) == [table] and GAMES[preset] in cells[2].split(", ")
        for name in quoted(cells[1])
    }
    assert told == {name: here[name] for name in here.keys() - usual}
    assert missing == usual - here.keys()


@pytest.mark.parametrize("preset", ["bsw_tournament", "threechu", "grand_seigneur"])
def test_standings(preset: str) -> None:
    (told,) = rows(section("`standings`"))
    found = [
        (quoted(name)[0], what)
        for name, what, games, _ in told
        if GAMES[preset] in games.split(", ") or games == "all"
    ]
    expected = [(column.name, str(column.type)) for column in columns(preset)["standings"]]
    expected = [(name, "text" if name == "bot" else what) for name, what in expected]
    assert found == expected


@pytest.mark.slow
def test_the_examples_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # A bot that plays otherwise on purpose needs other outputs on the page.
    monkeypatch.chdir(tmp_path)
    text = section("Other games")
    for command in re.findall(r"^tichu-sim (.*)$", text, re.M):
        assert run_command([*command.split(), "--quiet"]) == 0
    block, shown = re.findall(r"^```python\n(.*?)^```\n\n```\n(.*?)^```$", text, re.M | re.S)[0]
    capsys.readouterr()
    names: dict[str, Any] = {}
    exec(block, names)
    assert capsys.readouterr().out == shown
    ((name, told),) = re.findall(r"^\$ python analysis/(\S+) lords\n(.*?)^```$", text, re.M | re.S)
    script = [sys.executable, str(ROOT / "analysis" / name), "lords"]
    assert subprocess.run(script, capture_output=True, text=True, check=True).stdout == told
