"""The pages say what is so: commands, options, bots, columns, examples, links, counts."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from samples.pages import (
    PAGES,
    ROOT,
    Capture,
    blocks,
    lines_with,
    printed,
    quoted,
    section,
    tables,
    text_of,
)

import tichu_sim
from tichu_sim.bots.registry import parse_bots
from tichu_sim.cli.main import COMMANDS, run
from tichu_sim.game.games import PRESETS
from tichu_sim.game.referee import find_fault
from tichu_sim.game.rules import OPTIONS, make_rules, setting_text
from tichu_sim.sim.run import TABLES, make_run
from tichu_sim.studies.bench import Rate
from tichu_sim.tables.schema import columns_of

every_page = pytest.mark.parametrize("page", PAGES)
every_command = pytest.mark.parametrize("command", COMMANDS)


# --- all pages ---


@every_page
def test_links_lead_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", text_of(page)):
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.M)
            words = [re.sub(r"[^\w -]", "", heading).lower() for heading in headings]
            assert anchor in [heading.replace(" ", "-") for heading in words], link


@every_page
def test_nothing_of_one_machine(page: str) -> None:
    found = re.search(
        r"(?<![\w.])/(work|root|home|tmp|opt)\b|https?://|pypi|index-url", text_of(page)
    )
    assert not found, found


@every_page
def test_lines_are_not_too_long(page: str) -> None:
    in_code = False
    for number, line in enumerate(text_of(page).splitlines(), 1):
        in_code ^= line.startswith("```")
        assert in_code or line.startswith("|") or len(line) <= 105, f"{page}:{number}"


# --- commands ---


def test_every_command_is_named() -> None:
    commands = [row[0] for row in tables(section("README.md", "Commands"))[0]]
    assert commands == [f"`tichu-sim {name}`" for name in COMMANDS]
    headings = re.findall(r"^## `([\w-]+)`$", text_of("docs/command-line.md"), re.M)
    assert headings == list(COMMANDS)


@every_command
def test_every_option_of_a_command_is_named(command: str, capsys: Capture) -> None:
    shown = printed(capsys, command, "--help")
    known = set(re.findall(r"^  (?:-\w, )?(--[a-z]+)", shown, re.M)) - {"--help"}
    named = set(re.findall(r"--[a-z]+", section("docs/command-line.md", f"`{command}`")))
    assert named <= known
    if "options for playing" in section("docs/command-line.md", f"`{command}`"):
        named |= set(
            re.findall(r"--[a-z]+", section("docs/command-line.md", "Options for playing"))
        )
    assert named == known


def keys(answer: Any) -> Iterator[str]:
    """The keys of an object and of the objects in its lists."""
    if isinstance(answer, dict):
        yield from answer
        for value in answer.values():
            yield from keys(value) if isinstance(value, list) else ()
    if isinstance(answer, list):
        for value in answer:
            yield from keys(value)


@pytest.mark.parametrize(
    ("command", "code"),
    [("bots", 0), ("rules", 0), ("check", 1), ("simulate", 0), ("compare", 0), ("grand-tichu", 0)],
)
def test_every_key_of_an_answer_is_named(
    command: str, code: int, tmp_path: Path, capsys: Capture
) -> None:
    faulty = tmp_path / "faulty.jsonl"
    faulty.write_text("{}\n")
    arguments = {
        "check": [str(faulty)],
        "compare": ["greedy", "random", "--deals", "9", "--games", "1", "--sprt", "0,5"],
        "grand-tichu": ["A A K Dr Ph 9 7 2", "--bot", "greedy", "-n", "9", "--score", "0:0"],
        "simulate": [str(tmp_path / "out"), "--rounds", "1", "--bots", "greedy"],
    }
    answer = printed(capsys, command, *arguments.get(command, []), "--json", code=code)
    named = quoted(section("docs/command-line.md", f"`{command}`"))
    assert set(keys(json.loads(answer))) <= set(named)


def test_every_key_of_bench_is_named() -> None:
    named = quoted(section("docs/command-line.md", "`bench`"))
    assert {"signature", "deals_per_second", "results", *Rate._fields} <= set(named)


@pytest.mark.parametrize("page", ["README.md", "docs/command-line.md"])
def test_the_signature(page: str) -> None:
    # Shown in an output of `bench`; another one means that the outputs of these pages are old.
    written = (ROOT / "benchmarks" / "signatures.txt").read_text(encoding="utf-8")
    (shown,) = re.findall(r'signature"?:? "?([0-9a-f]{16})', text_of(page))
    assert f"standard {shown}" in written.splitlines()


def test_the_examples_in_python() -> None:
    (block,) = blocks(text_of("docs/command-line.md"), "python")
    calls = re.findall(r"^(tichu_sim\..*?)\s*# (.*)$", block.replace("\n#", "  #"), re.M)
    assert len(calls) == 3
    for call, answer in calls:
        value = repr(eval(call, {"tichu_sim": tichu_sim}))
        assert answer.split(":")[0] == value if value == "True" else answer == value


# --- rules ---


def test_presets_and_options() -> None:
    presets, options = tables(section("docs/rules.md", "Options"))
    told = {quoted(row[0])[0]: quoted(row[1]) for row in presets}
    assert told == {
        name: [f"{option}={setting_text(value)}" for option, value in settings.items()]
        for name, settings in PRESETS.items()
    }
    assert [quoted(row[0])[0] for row in options] == [option.name for option in OPTIONS]
    for option, (_, default, values, _) in zip(OPTIONS, options, strict=True):
        assert quoted(default) == [setting_text(option.default)]
        if option.values and not option.listed:
            assert set(quoted(values)) == {setting_text(value) for value in option.values}
        else:
            assert values.replace("`", "") == option.listing.removeprefix("a ")


def test_every_rule_that_the_program_names_is_told() -> None:
    told = set(re.findall(r"\*\*(R[\d.]+)\*\*|^\| (A\d+) ", text_of("docs/rules.md"), re.M))
    numbers = {number for pair in told for number in pair}
    for path in (ROOT / "tichu_sim").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert set(re.findall(r"\b(R\d+\.\d+|A\d\d)\b", source)) <= numbers, path


# --- tables ---


@pytest.mark.parametrize("table", TABLES)
def test_columns(table: str) -> None:
    (rows,) = tables(section("docs/tables.md", f"`{table}`"))
    told = {name: (kind, what) for names, kind, what in rows for name in quoted(names)}
    columns = columns_of(make_run(make_rules(), parse_bots("greedy", 4), 0, 1, detail=TABLES))[
        table
    ]
    assert list(told) == [column.name for column in columns]
    for column in columns:
        kind = "text" if column.names else str(column.type)
        assert told[column.name][0] == kind + (" or null" if column.known else ""), column.name
        texts = set(column.names) if column.name != "bot" else set()
        assert texts <= set(quoted(told[column.name][1])), column.name


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run in it, the one that docs/tables.md makes."""
    path = tmp_path_factory.mktemp("docs")
    detail = ",".join(TABLES)
    made = ["simulate", str(path / "run"), "--rounds", "20000", "--bots", "greedy"]
    assert run([*made, "--detail", detail, "--quiet"]) == 0
    return path


@pytest.mark.parametrize("page", ["README.md", "docs/tables.md", "docs/equity.md"])
def test_the_examples_run(
    page: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(folder)
    found = re.findall(r"^```python run\n(.*?)^```\n\n```\n(.*?)^```$", text_of(page), re.M | re.S)
    assert len(found) == text_of(page).count("```python run")
    names: dict[str, Any] = {}
    for block, told in found:
        capsys.readouterr()
        exec(block, names)
        shown = capsys.readouterr().out
        # README.md has its figure from a much larger run.
        words = re.compile(r"[\d,.]+") if page == "README.md" else re.compile("$^")
        assert words.sub("", shown) == words.sub("", told)


def test_metadata(folder: Path) -> None:
    (rows,) = tables(section("docs/tables.md", "Metadata"))
    described = json.loads((folder / "run" / "run.json").read_text(encoding="utf-8"))
    assert [name for row in rows for name in quoted(row[0])] == list(described)


# --- records ---


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The record of the page, in a file, and the reader in its folder."""
    (block,) = blocks(text_of("docs/records.md"), "json")
    path = tmp_path / "round.jsonl"
    path.write_text(json.dumps(json.loads(block)) + "\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return path


def test_the_record(example: Path, capsys: Capture) -> None:
    command = re.search(r"^\$ tichu-sim (record .*) > ", text_of("docs/records.md"), re.M)
    assert command
    # A bot that plays otherwise on purpose needs another example, here and in README.md.
    assert printed(capsys, *command[1].split()) == example.read_text()
    assert find_fault(json.loads(example.read_text())) is None


def test_the_faults(example: Path, capsys: Capture) -> None:
    part = section("docs/records.md", "`check`: the referee")
    changes = re.findall(r"^\$ sed 's/(.*)/(.*)/' round.jsonl", part, re.M)
    faulty = [re.sub(old, new, example.read_text()) for old, new in changes]
    Path("faulty.jsonl").write_text("".join(faulty), encoding="utf-8")
    told = lines_with(part, "faulty.jsonl:")
    assert len(told) == len(faulty) == 4
    out = printed(capsys, "check", "faulty.jsonl", code=1)
    assert out.splitlines() == [*told, "4 records, 4 faults"]


@pytest.mark.parametrize(("answer", "events"), [(0, 7), (1, 32)])
def test_the_positions(answer: int, events: int, example: Path, capsys: Capture) -> None:
    record = json.loads(example.read_text())
    del record["result"]
    record["events"] = record["events"][:events]
    Path("position.jsonl").write_text(json.dumps(record), encoding="utf-8")
    told = lines_with(text_of("docs/records.md"), '{"seat"')
    assert printed(capsys, "moves", "position.jsonl").splitlines() == [told[answer]]
    if answer == 0:
        (count,) = lines_with(text_of("docs/records.md"), '{"depth"')
        assert printed(capsys, "perft", "position.jsonl", "--depth", "3").splitlines() == [count]


def test_the_sheet(example: Path, capsys: Capture) -> None:
    (block,) = blocks(section("docs/records.md", "`show`: for the eye"), "")
    told = block.splitlines()[1:]
    assert printed(capsys, "show", example.name).splitlines()[-len(told) :] == told


# --- architecture and data ---


def test_imports_point_up_the_list() -> None:
    rooms = [
        quoted(row[0]) for row in tables(section("docs/architecture.md", "The way of a round"))[0]
    ]
    place = {name.split(".")[0].strip("/"): i for i, room in enumerate(rooms) for name in room}
    package = ROOT / "tichu_sim"
    for path in package.rglob("*.py"):
        room = path.relative_to(package).parts[0].split(".")[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tichu_sim."):
                imported = (node.module or "").split(".")[1]
                if room in place and imported in place:
                    assert place[imported] <= place[room], f"{path} imports {node.module}"


def hands_without(cards: int, quads: bool, runs: bool) -> int:
    """Number of hands without four of a kind (quads), five in a row of one suit (runs), or both."""
    # Rank by rank: how many ranks each suit has held without a gap, and the cards so far.
    states = Counter({((0, 0, 0, 0), 0): 1})
    for _ in range(13):
        after: Counter[tuple[tuple[int, ...], int]] = Counter()
        for (held, n), hands in states.items():
            for suits in product((0, 1), repeat=4):
                now = tuple(sorted((h + 1) * s for h, s in zip(held, suits, strict=True)))
                if n + sum(suits) > cards or (quads and sum(suits) == 4) or (runs and max(now) > 4):
                    continue
                after[now if runs else (0, 0, 0, 0), n + sum(suits)] += hands
        states = after  # type: ignore[assignment]
    return sum(
        hands * comb(4, cards - n) for (_, n), hands in states.items() if 0 <= cards - n <= 4
    )


def test_exact_counts() -> None:
    stated = json.loads(text_of("data/exact_counts.json"))
    assert [row["cards"] for row in stated["hands"]] == [8, 14]
    for row in stated["hands"]:
        all_hands = comb(stated["cards_in_pack"], row["cards"])
        some, quads, runs = (
            all_hands - hands_without(row["cards"], *which)
            for which in ((True, True), (True, False), (False, True))
        )
        assert row == {
            "cards": row["cards"],
            "all": all_hands,
            "some_bomb": some,
            "four_of_a_kind": quads,
            "straight_flush": runs,
            "both_kinds": quads + runs - some,
        }
    page = text_of("data/README.md").replace(",", "")
    for row in stated["hands"]:
        assert all(f" {number} " in page for name, number in row.items() if name != "cards")


def test_counts_of_people() -> None:
    part = section("data/README.md", "`human_grand_tichu_by_category.csv`")
    lines = text_of("data/human_grand_tichu_by_category.csv").splitlines()
    names = lines[0].split(",")
    assert {name for row in tables(part)[0] for name in quoted(row[0])} == set(names)
    rows = [line.split(",") for line in lines[1:]]
    for name in ("deals_8", "rounds_all", "rounds_strong"):
        assert f"{sum(int(row[names.index(name)]) for row in rows):,}" in part
