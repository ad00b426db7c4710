"""The pages say of bots what is so: their parameters, what they are asked, how to write one."""

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest
from samples.pages import Capture, blocks, quoted, section, tables, text_of
from samples.rounds import a_run, play, records

from tichu_sim.bots import court_greedy, greedy
from tichu_sim.bots.kinds import CompiledBot, answers_of
from tichu_sim.bots.own import View
from tichu_sim.bots.questions import QUESTIONS
from tichu_sim.bots.registry import BOTS
from tichu_sim.cli.main import run
from tichu_sim.game.referee import find_fault
from tichu_sim.game.view import own_dtype, public_dtype


def commands(page: str) -> list[tuple[str, str]]:
    """Each command in a block of kind `console`, and what it prints."""
    found = []
    for block in blocks(text_of(page), "console"):
        for part in re.split(r"^\$ tichu-sim ", block, flags=re.M)[1:]:
            command, _, told = part.partition("\n")
            found.append((command, told))
    return found


@pytest.fixture
def own_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of docs/bots.md, and the first position of docs/records.md."""
    for name in ("mybots.py", "timid.py", "wrong.py"):
        found = blocks(text_of("docs/bots.md"), f"python {name}")
        (tmp_path / name).write_text("\n\n".join(found), encoding="utf-8")
    record = json.loads(blocks(text_of("docs/records.md"), "json")[0])
    del record["result"]
    record["events"] = record["events"][:7]
    (tmp_path / "position.jsonl").write_text(json.dumps(record), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", ["docs/bots.md", "docs/command-line.md"])
def test_the_commands_print_this(page: str, own_files: Path, capsys: Capture) -> None:
    assert commands(page)
    for command, told in commands(page):
        capsys.readouterr()
        code = run(command.split())
        shown = capsys.readouterr()
        assert (shown.err if code else shown.out).rstrip() == told.rstrip()


@pytest.mark.parametrize("name", ["cautious", "polite"])
def test_bots_of_ones_own(name: str, own_files: Path) -> None:
    found = records(a_run(f"mybots.py:{name}", 10, seed=1))
    assert [find_fault(record.written()) for record in found] == [None] * 10


def test_a_bot_in_the_package(own_files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(own_files))
    names = {
        "CompiledBot": CompiledBot,
        "answers_of": answers_of,
        "greedy": greedy,
        "court_greedy": court_greedy,
        "timid": import_module("timid"),
    }
    (block,) = blocks(section("docs/bots.md", "In the package"), "python")
    kind = eval(block, names)
    monkeypatch.setitem(cast(Any, BOTS), "timid", kind)
    tables = [play(a_run(name, 300, seed=1)).seats["call"] for name in ("timid", "greedy")]
    timid, eager = ((calls == 1).sum() for calls in tables)
    assert 0 < timid < eager


def test_the_view_of_a_bot_in_python() -> None:
    (rows,) = tables(section("docs/bots.md", "In plain Python"))
    told = {name for row in rows for name in quoted(row[0])}
    known = {name.strip("_") for name in vars(View) if not name.startswith("_")}
    assert {name.partition("(")[0] for name in told} == known | {"rules", "parameters"}


def test_parameters_of_the_bots() -> None:
    found = tables(section("docs/bots.md", "The ladder"))
    for kind, rows in zip(BOTS.values(), found, strict=True):
        assert len(rows) == len(kind.parameters)
        for parameter, (name, default, span, what) in zip(kind.parameters, rows, strict=True):
            name_, value, least, most, unit, told = parameter
            assert (name, default) == (f"`{name_}`", f"{value:g}")
            assert span == f"{least:g}..{most:g} {unit}"
            assert what.startswith(told)


def test_questions_and_view() -> None:
    questions = [
        row for rows in tables(section("docs/bots.md", "What a bot is asked")) for row in rows
    ]
    assert {quoted(row[0])[0] for row in questions} == {question.name for question in QUESTIONS}
    public, own = tables(section("docs/bots.md", "What a bot sees"))
    for rows, dtype in ((public, public_dtype(4)), (own, own_dtype(4))):
        named = [name for row in rows for name in quoted(row[0])]
        assert sorted(named) == sorted(dtype.names or ())
