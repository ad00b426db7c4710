"""The examples of docs/rules.md are what the program prints.

A bot that plays otherwise on purpose needs other ones.
"""

import re
from pathlib import Path

import pytest

from tichu_sim.cli.main import run
from tichu_sim.game.games import GAMES
from tichu_sim.tables.reader import load

Capture = pytest.CaptureFixture[str]

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
SHEETS = re.findall(
    r"^```\n\$ tichu-sim (record [^\n]*) \| tichu-sim show - --line (\d+)\n(.*?)^```$",
    PAGE,
    re.M | re.S,
)
TABLE = re.search(
    r"^```\n\$ tichu-sim (simulate (\w+) .*)\n\$ python .*standings.*\n((?:.*\n)*?)```$", PAGE, re.M
)


def test_every_game_has_an_example() -> None:
    shown = {re.findall(r"--rules (\w+)", command)[0] for command, _, _ in SHEETS}
    assert shown == {game.name for game in GAMES} - {"standard", "tournament"}
    assert TABLE


@pytest.mark.parametrize(("command", "line", "told"), SHEETS)
def test_sheets(command: str, line: str, told: str, tmp_path: Path, capsys: Capture) -> None:
    assert run(command.split()) == 0
    path = tmp_path / "records"
    path.write_text(capsys.readouterr().out)
    assert run(["show", str(path), "--line", line]) == 0
    shown = capsys.readouterr().out
    for part in told.split("...\n"):
        assert part in shown


def test_standings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert TABLE
    monkeypatch.chdir(tmp_path)
    command, folder, told = TABLE.groups()
    assert run([*command.split(), "--quiet"]) == 0
    assert load(folder).standings.to_string(index=False) + "\n" == told
