"""The program as a whole: help, wrong usage, pipes."""

import inspect
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from tichu_sim.cli.main import COMMANDS, run

DATA = Path(__file__).parents[1] / "reference_data"
PROGRAM = [sys.executable, "-c", "from tichu_sim.cli.main import main; main()"]


@pytest.mark.parametrize("arguments", [["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("Usage: tichu-sim")
    assert shown.err == ""


HEAVY = ("numba", "llvmlite", "pandas", "scipy")
QUICK = ["grand-tichu", "--quick", "Dr Ph A As K Q 9 5"]


@pytest.mark.parametrize(
    ("arguments", "heavy"),
    [
        *(
            (asked, (*HEAVY, "numpy", "pyarrow", "rich"))
            for asked in (["--help"], ["check", "--help"], ["grand-tichu", "--help"], ["--version"])
        ),
        (QUICK, HEAVY),
        ([*QUICK, "--json"], HEAVY),
    ],
)
def test_what_is_quick_imports_nothing_heavy(arguments: list[str], heavy: tuple[str, ...]) -> None:
    told = f"import sys; print([m for m in {heavy} if m in sys.modules], file=sys.stderr)"
    program = f"from tichu_sim.cli.main import run; assert run({arguments}) == 0; {told}"
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stderr.split() == [b"[]"]
    # On an idle machine 0.1 s, and 0.4 s to look a hand up.
    assert time.perf_counter() - start < 2


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("tichu-sim ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "Missing command"),
        (["fold"], "fold"),
        (["check"], "FILE"),
        (["check", "a", "b"], "b"),
        (["check", "--fast", "a"], "--fast"),
        (["perft", "a"], "--depth"),
        (["perft", "a", "--depth", "-1"], "--depth"),
        (["perft", "a", "--depth", "two"], "--depth"),
        (["show", "a", "--line", "0"], "--line"),
        (["check", "no/such/file"], "cannot read no/such/file"),
        (["moves", "."], "cannot read ."),
    ],
)
def test_wrong_usage(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert shown.err.startswith("tichu-sim: ")
    assert told in shown.err


def numeric_options() -> Iterator[tuple[str, str, Any]]:
    """Every option of every command that takes a number."""
    for name, place in COMMANDS.items():
        module, function = place.split(":")
        parameters = inspect.signature(getattr(import_module(module), function)).parameters
        for parameter in parameters.values():
            kind, *more = get_args(parameter.annotation) or (parameter.annotation,)
            wanted = {kind, *get_args(kind)} & {int, float}
            if wanted:
                (option,) = (one for one in more if hasattr(one, "param_decls"))
                # With an annotation the first name stands in the place of the default.
                names = (option.default, *option.param_decls)
                yield name, next(one for one in names if str(one).startswith("--")), option


@pytest.mark.parametrize(("command", "name", "option"), list(numeric_options()))
def test_numbers_out_of_range(
    command: str, name: str, option: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Told in plain words, whichever option and command it is."""
    wrong = [("x", "'x' is no ")]
    if option.min is not None:
        wrong.append((str(option.min - 1), f"{option.min - 1} is below {option.min} "))
    if option.max is not None:
        wrong.append((str(option.max + 1), f"{option.max + 1} is above {option.max} "))
    for given, told in wrong:
        assert run([command, name, given]) == 2
        shown = capsys.readouterr().err
        assert shown.startswith(f"tichu-sim: {name}: {told}")
        assert shown.endswith(f"(see tichu-sim {command} --help)\n")


def test_a_reader_that_goes_away_is_no_failure() -> None:
    lines = (DATA / "faults.jsonl").read_text().splitlines() * 200
    done = subprocess.run(
        ["bash", "-c", '"$@" check - | head -n 1', "-", *PROGRAM],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_a_table_whose_reader_has_gone() -> None:
    """`| head` is no error of a command that prints for the eye."""
    asked = ["grand-tichu", "--table", "--bot", "random", "-n", "2"]
    done = subprocess.run(
        ["bash", "-c", 'set -o pipefail; "$@" | head -n 1', "-", *PROGRAM, *asked],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str) -> None:
    """Nothing is said there, and all else is as ever."""
    hand = ["A", "A", "K", "Dr", "Ph", "9", "7", "2"]
    asked = ["grand-tichu", *hand, "--bot", "random", "-n", "10"]
    for arguments, code in ((asked, 0), ([*asked, "--workers", "0"], 2)):
        done = subprocess.run(
            ["bash", "-c", f'"$@" {closed}', "-", *PROGRAM, *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code
        assert "Traceback" not in done.stderr
        assert ("Advice" in done.stdout) is (not code and ">&-" not in closed.split())
        assert ("tichu-sim: " in done.stderr) is (code == 2 and "2>&-" not in closed)


def test_letters_that_the_terminal_does_not_know(tmp_path: Path) -> None:
    deal = [" ".join(f"{rank}{suit}" for rank in "23456789") for suit in "jspt"]
    names = ["Zoë", "b", "c", "d"]
    record = {"tichu": 1, "rules": "standard", "players": names, "deal": deal, "events": []}
    path = tmp_path / "records"
    path.write_text(json.dumps(record))
    done = subprocess.run(
        [*PROGRAM, "show", str(path)],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert b"0 Zo\\xeb" in done.stdout


def test_answers_come_before_the_input_ends() -> None:
    deal = [" ".join(f"{rank}{suit}" for rank in "23456789") for suit in "jspt"]
    line = json.dumps({"tichu": 1, "rules": "standard", "events": [], "deal": deal})
    with subprocess.Popen(
        [*PROGRAM, "moves", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(line + "\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith('{"seat": 0, "plays": []')
        process.stdin.close()
        assert process.wait() == 0
