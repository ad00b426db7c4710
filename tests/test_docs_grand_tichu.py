"""The page on Grand Tichu says what is so: its outputs, the columns and keys of the table."""

import json
import re

import pytest
from samples.pages import Capture, blocks, printed, quoted, section, text_of

from tichu_sim.cli.grand_tichu_table import HEAD
from tichu_sim.cli.main import run

PAGE = "docs/grand-tichu.md"
BLOCKS = blocks(text_of(PAGE), "console")


@pytest.mark.parametrize("block", BLOCKS)
def test_the_commands_print_this(block: str, capsys: Capture) -> None:
    """Where lines are left out, ... stands for them."""
    command, *told = block.splitlines()
    assert command.startswith("$ tichu-sim grand-tichu ")
    capsys.readouterr()
    assert run(command.split()[2:]) == 0
    shown = capsys.readouterr().out.rstrip()
    pattern = "\n".join(".*" if line == "..." else re.escape(line) for line in told)
    assert re.fullmatch(pattern, shown, re.S)


def test_every_column_is_named() -> None:
    named = quoted(section(PAGE, "The table"))
    assert {name for name in HEAD if name} - {"95 %"} <= set(named)


def test_every_key_of_the_table_is_named(capsys: Capture) -> None:
    shown = printed(capsys, "grand-tichu", "--table", "--bot", "greedy", "-n", "2", "--json")
    answer = json.loads(shown)
    named = set(quoted(section("docs/command-line.md", "`grand-tichu`")))
    row = answer["categories"][0]
    for found in (answer, row, row["people"], row["people"]["all"], answer["people"]):
        assert set(found) <= named
