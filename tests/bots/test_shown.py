"""What a user's compiled bot may write, and that nothing else compiles."""

from pathlib import Path
from typing import Any, cast

import pytest
from samples.rounds import a_run, play

from tichu_sim.bots import greedy, questions
from tichu_sim.bots.kinds import view_dtypes
from tichu_sim.bots.own_kinds import OwnCompiledBot
from tichu_sim.bots.registry import parse_bot
from tichu_sim.bots.shown import WRITABLE, shown_kinds
from tichu_sim.errors import InputError
from tichu_sim.game.rules import Rules, make_rules

HEAD = """
import numpy as np
from tichu_sim.bots import greedy
from tichu_sim.bots import greedy
from tichu_sim.bots.own import compiled_bot, jit, jit_small
from tichu_sim.game.round import collect
from tichu_sim.jit import u64
from tichu_sim.rng import uniform

@jit
def fills(values):
    values[0] = 3

@jit_small
def turns(record):
    record.turn = 3

@jit
def fills_later(record):
    fills(record.pile)

@jit
def reads(record, k):
    return record.pile[k] + record.pile.sum()

"""
MAY = "a bot may write own.given, own.random and scratch only, not "


def compile_answer(
    folder: Path, body: str, question: str = "tichu", rules: Rules | None = None
) -> None:
    """Compile a user's function with this body."""
    place = [one.name for one in questions.QUESTIONS].index(question)
    more = {"play": ", scratch", "push": ", n, k"}.get(question, "")
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    made = "bot = compiled_bot('x', {0}={0})\n".format
    court = "bot = compiled_bot('x', court={{'{0}': {0}}})\n".format
    path = folder / "mybots.py"
    path.write_text(
        f"{HEAD}def {question}(rules, public, own{more}):\n{lines}"
        + (court if question == "push" else made)(question)
    )
    kind = parse_bot(f"{path}:bot").kind
    assert isinstance(kind, OwnCompiledBot)
    kind.address(place, rules or make_rules())


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("own.hand = 0", "own.hand"),
        ("own.hand |= u64(8)", "own.hand"),
        ("own.more[0] = 1", "own.more"),
        ("own.params[0] += 1", "own.params"),
        ("rules.highest = 14", "rules.highest"),
        ("public.turn = own.seat", "public.turn"),
        ("public['turn'] = own.seat", "public.turn"),
        ("public.pile[own.seat] += 500", "public.pile"),
        ("public.call[own.seat] = 1", "public.call"),
        ("public['pile'][0] = 1", "public.pile"),
        ("public.pile[:] = 0", "public.pile"),
        ("public.pile[1:3] = 7", "public.pile"),
        ("public.pile = own.given", "public.pile"),
        ("public.pile += 1", "public.pile"),
        ("pile = public.pile\npile[0] = 1", "public.pile"),
        ("pile = public.pile\npile += 1", "public.pile"),
        ("table = public\ntable.turn = 1", "public.turn"),
        ("both = public, own\nboth[0].turn = 1", "public.turn"),
        ("(public.pile, public.size)[1][0] = 3", "public.size"),
        ("part = public.pile[1:]\npart[0] = 1", "what it is shown"),
        ("public.pile.reshape((2, 2))[0, 0] = 1", "what it is shown"),
        ("public.pile.view(np.uint64)[0] = u64(3)", "what it is shown"),
        ("public.pile.T[0] = 3", "public.pile"),
        ("public.pile.flat[0] = 3", "public.pile: take [k]"),
        ("public.pile.fill(3)", "public.pile"),
        ("public.pile.sort()", "public.pile"),
        ("np.random.shuffle(public.pile)", "public.pile"),
        ("fills(public.pile)", "public.pile"),
        ("fills_later(public)", "public.pile"),
        ("turns(public)", "public.turn"),
        ("collect(public, 0)", "public."),
        ("def inner(values):\n    values[0] = 1\ninner(public.size)", "public.size"),
    ],
)
def test_what_must_not_be_written(body: str, written: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        compile_answer(tmp_path, f"{body}\nreturn 1")
    told = str(error.value)
    assert told.startswith("mybots.py:")
    assert f": tichu does not compile: {MAY}{written}" in told
    assert "\n" not in told


def test_the_line_is_the_users(tmp_path: Path) -> None:
    first = HEAD.count("\n") + 2
    for body, line in (
        ("x = 1\npublic.turn = x", first + 1),
        ("x = 1\npublic.pile[0] = x", first + 1),
        ("x = 1\nx += 1\npublic.pile += x", first + 2),
        ("turns(public)", HEAD[: HEAD.index("record.turn = 3")].count("\n") + 1),
        ("x = 1\ncollect(public, x)", first + 1),
    ):
        with pytest.raises(InputError, match=rf"^mybots\.py:{line}: "):
            compile_answer(tmp_path, f"{body}\nreturn 1")


@pytest.mark.parametrize(
    ("question", "body"),
    [
        ("tichu", "number, own.random = uniform(own.random)\nreturn number < 0.5"),
        ("tichu", "return reads(public, own.seat) > public.pile[-1]"),
        ("tichu", "return max(public.size) + len(own.received) + public.pile.sum() > 3"),
        ("tichu", "return greedy.tichu(rules, public, own)"),
        ("tichu", "left = 0\nfor size in public.size:\n    left += size\nreturn left > 3"),
        ("give", "own.given[1] = own.hand"),
        ("give", "given = own.given\ngiven[:] = 0\ngiven[1] |= u64(3)\nfills(own.given)"),
        ("give", "greedy.give(rules, public, own)"),
        ("play", "scratch.at[0] = 3\nscratch.highest = 14\nfills(scratch.ways)\nreturn 0"),
        ("play", "return greedy.play(rules, public, own, scratch)"),
    ],
)
def test_what_may_be_written(question: str, body: str, tmp_path: Path) -> None:
    compile_answer(tmp_path, body, question)


def test_fields_of_two_packs(tmp_path: Path) -> None:
    rules = make_rules("grand_seigneur")
    compile_answer(tmp_path, "own.given[k] = u64(1)\nown.given_2[k] = u64(0)", "push", rules)
    with pytest.raises(InputError, match=r"not own\.hand_2"):
        compile_answer(tmp_path, "own.hand_2 = u64(0)", "push", rules)


@pytest.mark.parametrize(
    "body", ["own.given[1] = own.hand", "greedy.give(rules, public, own)\nreturn False"]
)
def test_cards_are_given_by_give_alone(body: str, tmp_path: Path) -> None:
    """Later, records and tables would tell of another exchange than there was."""
    with pytest.raises(InputError, match=r"not own\.given outside of give"):
        compile_answer(tmp_path, body)
    compile_answer(tmp_path, body.replace("\nreturn False", ""), "give")


@pytest.mark.parametrize("preset", ["standard", "threechu", "grand_seigneur"])
def test_every_other_field_is_guarded(preset: str) -> None:
    """Also those that there will be."""
    dtypes = view_dtypes(make_rules(preset))
    for record, dtype in zip(shown_kinds(dtypes)[:3], dtypes[:3], strict=True):
        fields: Any = dtype.fields
        for name in fields:
            kind = record.typeof(name)
            assert record.offset(name) == fields[name][1]
            writable = record.title == "own" and name in WRITABLE
            assert kind.mutable == (writable and bool(fields[name][0].shape))
    assert shown_kinds(dtypes)[0].writable == shown_kinds(dtypes)[1].writable == set()
    assert shown_kinds(dtypes)[2].writable == WRITABLE


@pytest.mark.parametrize("body", ["own.given = public.played[:2]", "own.given += u64(1)"])
def test_an_array_is_not_written_as_a_whole(body: str, tmp_path: Path) -> None:
    """The other one might be shorter."""
    with pytest.raises(InputError, match=r"own\.given is written place by place, with \[k\]"):
        compile_answer(tmp_path, body, "give")


def test_the_package_is_not_compiled_again(tmp_path: Path) -> None:
    """A user's bot that delegates uses the same compiled function as the bot itself."""
    parse_bot("greedy").kind.entries(make_rules())
    dispatcher = cast(Any, greedy.tichu)
    before = list(dispatcher.signatures)
    compile_answer(tmp_path, "return greedy.tichu(rules, public, own)")
    assert dispatcher.signatures == before


def test_it_plays_as_the_bot_that_it_asks(tmp_path: Path) -> None:
    body = "return greedy.tichu(rules, public, own)"
    compile_answer(tmp_path, body)
    one = play(a_run(f"{tmp_path / 'mybots.py'}:bot", 50, seed=3))
    other = play(a_run("greedy", 50, seed=3))
    assert (one.events == other.events).all()
