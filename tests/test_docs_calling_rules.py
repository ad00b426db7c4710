"""The page on calling rules says what is so: its outputs, rules and names."""

import pytest
from samples.pages import Capture, blocks, quoted, section, tables, text_of

from tichu_sim.bots.registry import parse_bot
from tichu_sim.cli.grand_tichu_policies import show_policies
from tichu_sim.cli.grand_tichu_scores import show_scores
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.studies.call_pairs import call_pairs
from tichu_sim.studies.calling_rules import calling_rules
from tichu_sim.studies.holding_traits import TRAITS
from tichu_sim.studies.rule_expressions import parse_rule

PAGE = "docs/calling-rules.md"
PAIRS = call_pairs(make_rules(), parse_bot("greedy"), 0)


def test_the_commands_print_this(capsys: Capture) -> None:
    policies, scores = blocks(text_of(PAGE), "console")
    command, told = policies.split("\n", 1)
    rule = command.split('"')[1]
    assert command == (
        f'$ tichu-sim grand-tichu --policies --bot greedy --rounds 50000 --rule "{rule}"'
    )
    show_policies(PAIRS, [rule], None, 50_000, 2, True, False)
    assert capsys.readouterr().out == told
    command, told = scores.split("\n", 1)
    assert command == "$ tichu-sim grand-tichu --scores --bot greedy --rounds 2000"
    show_scores(PAIRS, 2000, None, 2, True, False)
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
