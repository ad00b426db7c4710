"""`tichu-sim check`."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tichu_sim.cli.main import run

Capture = pytest.CaptureFixture[str]
RecordFile = Callable[[str], tuple[Path, list[dict[str, Any]]]]


def test_records_without_fault(record_file: RecordFile, capsys: Capture) -> None:
    path, examples = record_file("positions")
    assert run(["check", str(path)]) == 0
    assert capsys.readouterr().out == f"{len(examples)} records, 0 faults\n"


def test_faults(record_file: RecordFile, capsys: Capture) -> None:
    path, examples = record_file("faults")
    assert run(["check", str(path)]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert last == f"{len(examples)} records, {len(examples)} faults"
    assert len(lines) == len(examples)
    for number, (line, example) in enumerate(zip(lines, examples, strict=True), 1):
        place, told = line.split(": ", 1)
        assert place == f"{path}:{number}"
        if example["why"].startswith("event"):
            event = example["why"].split(": ")[0]
            assert told.startswith(f"{event}: R")
            assert "; legal: " in told


def test_as_json(record_file: RecordFile, capsys: Capture) -> None:
    path, examples = record_file("faults")
    assert run(["check", str(path), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["records"] == answer["faults"] == len(answer["found"]) == len(examples)
    first = answer["found"][0]
    assert (first["line"], first["event"], first["rule"]) == (1, 10, "R7.6")
    assert first["legal"] == ["0 play Tp"]


def test_whatever_is_wrong_inside_is_a_fault(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "records"
    path.write_text('{}\n\n{"tichu": 1}\n{"tichu": 1, "rules": "standard", "deal": [1]}\n')
    assert run(["check", str(path)]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert last == "3 records, 3 faults"
    assert [line.split(":")[1] for line in lines] == ["1", "3", "4"]
    assert all(": notation: " in line for line in lines)


def test_standard_input(
    record_file: RecordFile, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, examples = record_file("faults")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert run(["check", "-"]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].startswith("standard input:1: event 10 ")
    assert len(shown) == len(examples) + 1


def test_an_empty_file_has_no_faults(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "records"
    path.write_text("")
    assert run(["check", str(path)]) == 0
    assert capsys.readouterr().out == "0 records, 0 faults\n"


@pytest.mark.parametrize(
    "line", [b"nonsense", b"[1]", b"7", b'{"tichu": 1', b"\xff", b"[" * 50_000]
)
@pytest.mark.parametrize("command", [["check"], ["moves"], ["show"], ["perft", "--depth", "1"]])
def test_lines_without_a_json_object(
    command: list[str], line: bytes, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "records"
    path.write_bytes(b"\n" + line)
    assert run([*command, str(path)]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"tichu-sim: {path}:2: ")
    assert shown.err.count("\n") == 1
