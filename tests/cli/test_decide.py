"""`tichu-sim decide`, and bots of one's own on the command line."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tichu_sim.cli.main import run

Capture = pytest.CaptureFixture[str]
RecordFile = Callable[[str], tuple[Path, list[dict[str, Any]]]]
PROGRAM = [sys.executable, "-c", "from tichu_sim.cli.main import main; main()"]
ILLEGAL = Path(__file__).parents[1] / "own_bots" / "illegal.py"


def decisions(capsys: Capture, *arguments: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert run(["decide", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_it_does_one_of_the_moves(record_file: RecordFile, capsys: Capture) -> None:
    path, examples = record_file("positions")
    for name in ("greedy", "random:tichu=0"):
        found = decisions(capsys, str(path), "--bot", name)
        for answer, example in zip(found, examples, strict=True):
            assert set(answer) == {"seat", "event"}
            legal = example["expect"]
            assert answer["seat"] == legal["seat"]
            if answer["event"] is not None and legal["plays"]:
                event = answer["event"].partition(" wish ")[0]
                allowed = [*legal["plays"], *["pass"] * legal["pass"], "tichu"]
                assert event in allowed


def test_windows_and_the_end(record_file: RecordFile, tmp_path: Path, capsys: Capture) -> None:
    record = record_file("positions")[1][0]["record"]
    deal = [hand.split(" | ")[0] for hand in record["deal"]]
    wanted: list[tuple[dict[str, Any], int | None, str | None]] = [
        ({"deal": deal, "events": ["2 grand", "3 silent"], "dealer": 2}, 0, "silent"),
        ({"deal": deal, "events": [f"{seat} silent" for seat in range(4)]}, None, None),
        ({"events": record["events"][:2]}, 1, "give"),
        ({"events": record["events"][:2], "dealer": 3}, 3, "give"),
    ]
    path = tmp_path / "records"
    path.write_text("".join(json.dumps({**record, **changes}) + "\n" for changes, *_ in wanted))
    found = decisions(capsys, str(path), "--bot", "greedy:tichu=99:grand=99")
    for answer, (_, seat, verb) in zip(found, wanted, strict=True):
        assert answer["seat"] == seat
        assert (answer["event"] or "").split()[:1] == ([verb] if verb else [])


def test_a_call_and_asked_again(record_file: RecordFile, tmp_path: Path, capsys: Capture) -> None:
    record = record_file("positions")[1][0]["record"]
    path = tmp_path / "records"
    events = [record["events"][1]]
    path.write_text(
        json.dumps({**record, "events": events})
        + "\n"
        + json.dumps({**record, "events": [*events, "1 tichu"]})
        + "\n"
    )
    called, given = decisions(capsys, str(path), "--bot", "greedy:tichu=-9")
    assert called == {"seat": 1, "event": "tichu"}
    assert given["event"].startswith("give ")


def test_a_faulty_record_is_wrong_input(record_file: RecordFile, capsys: Capture) -> None:
    path, _ = record_file("faults")
    assert run(["decide", str(path), "--bot", "greedy"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f'tichu-sim: {path}:1: event 10 "0 play 2t": R7.6: ')


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("clever", "no such bot: 'clever'"),
        ("greedy:tichu=high", "tichu=high is no number"),
        (f"{ILLEGAL}:nobody", f"{ILLEGAL} has no bot 'nobody'"),
    ],
)
def test_wrong_bots(name: str, told: str, record_file: RecordFile, capsys: Capture) -> None:
    path, _ = record_file("positions")
    assert run(["decide", str(path), "--bot", name]) == 2
    shown = capsys.readouterr()
    assert told in shown.err
    assert shown.err.count("\n") == 1


def test_an_illegal_answer(record_file: RecordFile, tmp_path: Path, capsys: Capture) -> None:
    """Two lines on stderr: what is wrong, and the position, which other commands read."""
    path, examples = record_file("positions")
    place = next(i for i, found in enumerate(examples) if len(found["expect"]["plays"]) > 20)
    path.write_text(json.dumps(examples[place]["record"]) + "\n")
    assert run(["decide", str(path), "--bot", f"{ILLEGAL}:play"]) == 2
    told, position = capsys.readouterr().err.splitlines()
    assert told.startswith(f"tichu-sim: {path}:1: bot {ILLEGAL}:play in seat ")
    assert ", and " in told
    assert told.endswith(" more; the position:")
    path.write_text(position + "\n")
    assert run(["moves", str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == examples[place]["expect"]
    assert run(["show", str(path)]) == 0


def test_answers_come_before_the_input_ends() -> None:
    deal = [" ".join(f"{rank}{suit}" for rank in "23456789") for suit in "jspt"]
    line = json.dumps({"tichu": 1, "rules": "standard", "events": [], "deal": deal})
    with subprocess.Popen(
        [*PROGRAM, "decide", "-", "--bot", "greedy"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(line + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == {"seat": 0, "event": "silent"}
        process.stdin.close()
        assert process.wait() == 0
