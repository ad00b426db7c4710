"""The page on calling rules says what is so: its outputs, rules and names."""

import shlex

import pytest
from samples.pages import Capture, blocks, quoted, section, tables, text_of

from tichu_sim.cli.main import run
from tichu_sim.errors import InputError
from tichu_sim.studies.calling_rules import calling_rules
from tichu_sim.studies.holding_traits import TRAITS
from tichu_sim.studies.rule_expressions import parse_rule

PAGE = "docs/calling-rules.md"


@pytest.mark.parametrize("block", blocks(text_of(PAGE), "console"))
def test_the_commands_print_this(block: str, capsys: Capture) -> None:
    command, told = block.split("\n", 1)
    assert command.startswith("$ tichu-sim grand-tichu ")
    capsys.readouterr()
    assert run(shlex.split(command)[2:]) == 0
    assert capsys.readouterr().out == told


def test_rules_and_names() -> None:
    (rules,) = tables(section(PAGE, "How good a rule is"))
    named = [name for row in rules for name in quoted(row[0])]
    assert named == [*(rule.name for rule in calling_rules()), "the atlas"]
    (names,) = tables(section(PAGE, "A rule of your own"))
    assert {quoted(name)[0]: what for name, what in names} == TRAITS


def test_the_message() -> None:
    (told,) = blocks(section(PAGE, "A rule of your own"), "")
    with pytest.raises(InputError) as caught:
        parse_rule("aces => 2")
    assert told.strip() == f"tichu-sim: {caught.value}"
