"""`tichu-sim perft`."""

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tichu_sim.cli.main import run

Capture = pytest.CaptureFixture[str]
RecordFile = Callable[[str], tuple[Path, list[dict[str, Any]]]]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_examples(depth: int, record_file: RecordFile, capsys: Capture) -> None:
    path, examples = record_file("perft")
    handler = signal.getsignal(signal.SIGINT)
    assert run(["perft", str(path), "--depth", str(depth)]) == 0
    assert signal.getsignal(signal.SIGINT) is handler
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for answer, example in zip(answers, examples, strict=True):
        assert answer["depth"] == depth
        if depth <= len(example["nodes"]):
            assert answer["nodes"] == example["nodes"][depth - 1]
