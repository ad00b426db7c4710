"""Expressions of calling rules: they bind as in Python, and nothing else can be written."""

import ast
import random
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from tichu_sim.errors import InputError
from tichu_sim.studies.holding_masks import draw_holdings
from tichu_sim.studies.holding_traits import TRAITS, traits_of
from tichu_sim.studies.rule_expressions import MOST_DEPTH, MOST_LETTERS, parse_rule

HOLDINGS = traits_of(draw_holdings(np.arange(0, 453_765, 3001), seed=1))
N = len(HOLDINGS["aces"])


class OneOrZero(ast.NodeTransformer):
    """Let `and` and `or` come to true or false, not to one of their operands."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        return ast.Call(ast.Name("bool", ast.Load()), [node], [])


def by_python(text: str) -> list[bool]:
    """The same expression as Python takes it, holding by holding."""
    tree = ast.fix_missing_locations(OneOrZero().visit(ast.parse(text, mode="eval")))
    code = compile(tree, "rule", "eval")
    rows: list[dict[str, Any]] = [
        {name: int(values[at]) for name, values in HOLDINGS.items()} for at in range(N)
    ]
    return [bool(eval(code, {"__builtins__": {}, "bool": bool}, row)) for row in rows]


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "1",
        "aces",
        "dragon or phoenix and aces",
        "(dragon or phoenix) and aces >= 1",
        "not dragon and aces",
        "not not aces >= 2",
        "not aces == 1 or kings",
        "1 + 2 * aces - kings * 2 > 3 - 1",
        "8 - low - 2 - lone_low > 0",
        "1 <= aces <= 2",
        "0 < aces < kings + 1 != 3",
        "(aces >= 2) + dragon + (phoenix == 1) >= 2",
        "- aces + - - kings > -1",
        "2 - -aces > 2.5",
        "\taces\n +  kings\t> 2",
        "winners * 0.5 + bombs >= 1.25",
    ],
)
def test_precedence(text: str) -> None:
    found = parse_rule(text)(HOLDINGS)
    assert found.dtype == bool
    assert found.tolist() == by_python(" ".join(text.split()))


def drawn(rng: random.Random, depth: int) -> str:
    if depth == 0:
        return rng.choice([*TRAITS, "0", "1", "2", "1.5"])
    one, other = drawn(rng, depth - 1), drawn(rng, rng.randrange(depth))
    shape = rng.choice(["{} {} {}", "{} {} {}", "({} {} {})", "not ({} {} {})", "-({} {} {})"])
    return shape.format(
        one, rng.choice(["+", "-", "*", "<", "<=", ">", ">=", "==", "!=", "and", "or"]), other
    )


def test_drawn_expressions() -> None:
    rng = random.Random(7)
    texts = [text for text in (drawn(rng, 3) for _ in range(150)) if len(text) <= MOST_LETTERS]
    assert len(texts) > 100
    for text in texts:
        # Python wants parentheses around a `not` in a sum.
        with suppress(SyntaxError):
            assert parse_rule(text)(HOLDINGS).tolist() == by_python(text), text


def test_one_equals_sign_is_as_good_as_two() -> None:
    assert parse_rule("aces = 2")(HOLDINGS).tolist() == by_python("aces == 2")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the rule is empty"),
        ("  ", "the rule is empty"),
        ("aces >=", "rule, character 8: it ends before it is complete"),
        ("(aces", "rule, character 6: it ends before it is complete"),
        ("aces)", "rule, character 5: cannot read ')' here"),
        ("aces => 2", "rule, character 7: cannot read '> 2' here"),
        ("aces  2", "rule, character 7: cannot read '2' here"),
        ("a", "rule, character 1: no such name 'a' (there are aces, kings, "),
        ("aces and or dog", "rule, character 10: cannot read 'or dog' here"),
        ("Aces > 1", "rule, character 1: no such name 'Aces'"),
        ("aces > 12345", "rule, character 8: the number 12345 has more than 4 characters"),
        ("aces / 2", "rule, character 6: cannot read '/ 2' here"),
        ("aces ** 2", "rule, character 7: cannot read '* 2' here"),
        ("__import__('os').system('ls')", "rule, character 1: no such name '__import__'"),
        ("aces.__class__", "rule, character 5: cannot read '.__class__' here"),
        ("aces[0]", "rule, character 5: cannot read '[0]' here"),
        ("aces(1)", "rule, character 5: cannot read '(1)' here"),
        ("(lambda: aces)()", "rule, character 2: no such name 'lambda'"),
        ("aces; dog", "rule, character 5: cannot read '; dog' here"),
        ("'aces'", "rule, character 1: cannot read"),
        ("aces if dog else 0", "rule, character 6: cannot read 'if dog else 0' here"),
        ("x" * 250, "rule, character 1: no such name 'xxxxxxxxxxxxxxxxxxxx...'"),
        ("aces + " * 100 + "1", "a rule of 701 characters: 300 are the most"),
        ("(" * 100 + "aces" + ")" * 100, "rule, character 21: more than 20 open parentheses"),
        ("not " * 74, "rule, character 297: it ends before it is complete"),
    ],
)
def test_what_cannot_be_read(text: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_rule(text)
    assert str(caught.value).startswith(told)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "(" * MOST_DEPTH + "aces" + ")" * MOST_DEPTH,
        "not (" * MOST_DEPTH + "aces" + ")" * MOST_DEPTH,
        "-(1+" * MOST_DEPTH + "aces" + ")" * MOST_DEPTH,
        "not " * 74 + "dog",
        "-" * 296 + "aces",
        "9999*" * 59 + "9999",
        "-9999*" * 49 + "9999",
        "aces<" * 59 + "aces",
    ],
)
def test_the_largest_that_are_read(text: str) -> None:
    assert len(text) <= MOST_LETTERS
    assert parse_rule(text)(HOLDINGS).tolist() == by_python(text)
