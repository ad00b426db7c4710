"""`tichu-sim moves`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tichu_sim.cli.main import run

Capture = pytest.CaptureFixture[str]
RecordFile = Callable[[str], tuple[Path, list[dict[str, Any]]]]


def test_examples(record_file: RecordFile, capsys: Capture) -> None:
    path, examples = record_file("positions")
    assert run(["moves", str(path)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers == [example["expect"] for example in examples]


def test_before_the_first_play_and_after_the_end(
    record_file: RecordFile, tmp_path: Path, capsys: Capture
) -> None:
    record = record_file("positions")[1][0]["record"]
    deal = [hand.split(" | ")[0] for hand in record["deal"]]
    seats: list[tuple[dict[str, Any], int | None]] = [
        ({"deal": deal, "events": ["2 grand", "3 silent"], "dealer": 2}, 0),
        ({"deal": deal, "events": ["0 silent", "1 silent", "2 silent", "3 silent"]}, None),
        ({"events": record["events"][:2]}, 1),
        ({"events": record["events"][:2], "dealer": 3}, 3),
    ]
    path = tmp_path / "records"
    path.write_text("".join(json.dumps({**record, **changes}) + "\n" for changes, _ in seats))
    assert run(["moves", str(path)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    empty = {"plays": [], "pass": False, "bombs": {}, "gifts": []}
    assert answers == [{"seat": seat, **empty} for _, seat in seats]


def test_a_faulty_record_is_wrong_input(record_file: RecordFile, capsys: Capture) -> None:
    path, _ = record_file("faults")
    assert run(["moves", str(path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f'tichu-sim: {path}:1: event 10 "0 play 2t": R7.6: ')
