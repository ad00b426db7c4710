"""Bots by name."""

from pathlib import Path

import pytest

from tichu_sim.bots.registry import BOTS, parse_bot, parse_bots
from tichu_sim.errors import InputError
from tichu_sim.game.view import MOST_PARAMETERS


def test_the_two_honest_bots_are_there() -> None:
    assert {"random", "greedy"} <= set(BOTS)


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_is_described(name: str) -> None:
    kind = BOTS[name]
    assert kind.name == name
    assert kind.what
    assert len(kind.parameters) <= MOST_PARAMETERS
    assert len({parameter.name for parameter in kind.parameters}) == len(kind.parameters)
    for parameter in kind.parameters:
        assert parameter.least <= parameter.default <= parameter.most
        assert parameter.what
        assert parameter.unit
        assert parameter.name.isidentifier()


@pytest.mark.parametrize("name", BOTS)
def test_a_bare_name_has_the_defaults(name: str) -> None:
    bot = parse_bot(name)
    defaults = tuple(parameter.default for parameter in BOTS[name].parameters)
    assert (bot.name, bot.kind, bot.values) == (name, BOTS[name], defaults)
    row = bot.params()
    assert row.shape == (MOST_PARAMETERS,)
    assert row[: len(defaults)].tolist() == list(defaults)
    assert not row[len(defaults) :].any()


def test_parameters_of_a_text() -> None:
    bot = parse_bot("random:tichu=0.5:bomb=1")
    names = [parameter.name for parameter in bot.kind.parameters]
    values = dict(zip(names, bot.values, strict=True))
    assert (values["tichu"], values["bomb"]) == (0.5, 1.0)
    assert values["wish"] == parse_bot("random").values[names.index("wish")]


def test_parameters_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("tichu = 3\nbomb = 15.5\n")
    found = parse_bot(f"greedy@{path}")
    assert found.values == parse_bot("greedy:tichu=3:bomb=15.5").values
    both = parse_bot(f"greedy:tichu=4.5@{path}")
    assert both.values == parse_bot("greedy:tichu=4.5:bomb=15.5").values


def test_one_name_is_for_every_seat() -> None:
    assert [bot.name for bot in parse_bots("greedy", 4)] == ["greedy"] * 4
    names = ["random", "greedy", "random:wish=0", "greedy"]
    assert [bot.name for bot in parse_bots(", ".join(names), 4)] == names


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no such bot: '' (there are random, greedy"),
        ("clever", "no such bot: 'clever'"),
        ("Greedy", "no such bot: 'Greedy'"),
        ("greedy:colour=1", "no parameter 'colour' (there are great_grand, grand, tichu"),
        ("greedy:tichu", "'tichu' should read name=value"),
        ("greedy:", "'' should read name=value"),
        ("greedy:tichu=1:tichu=2", "tichu is given twice, as 1 and 2"),
        ("greedy:tichu=high", "tichu=high is no number"),
        ("random:tichu=1.01", "tichu=1.01 is outside 0..1"),
        ("random:tichu=-0.5", "tichu=-0.5 is outside 0..1"),
        ("random:tichu=nan", "tichu=nan is outside 0..1"),
        ("random:tichu=inf", "tichu=inf is outside 0..1"),
        ("greedy@nowhere.toml", "cannot read bot file nowhere.toml"),
    ],
)
def test_what_is_no_bot(text: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        parse_bot(text)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"tichu = ", "is no TOML"),
        (b"\xff\xfe", "is no TOML"),
        (b"colour = 1", "no parameter 'colour'"),
        (b"tichu = 'high'", "tichu=high is no number"),
        (b"tichu = 1000", "tichu=1000 is outside"),
        (b"tichu = true", "tichu=True is no number"),
        (b"[tichu]\nrate = 1", "is no number"),
    ],
)
def test_what_is_no_bot_file(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        parse_bot(f"greedy@{path}")
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("greedy,random", "2 bots for 4 players"),
        ("greedy,random,greedy,random,greedy", "5 bots for 4 players"),
        ("greedy,random,greedy,", "no such bot: ''"),
    ],
)
def test_another_number_of_bots(text: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        parse_bots(text, 4)
    assert told in str(error.value)
