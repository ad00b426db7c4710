"""Record files for the commands that read them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[1] / "reference_data"
RecordFile = Callable[[str], tuple[Path, list[dict[str, Any]]]]


@pytest.fixture
def record_file(tmp_path: Path) -> RecordFile:
    """Write the records of an example file; the function returns the path and the examples."""

    def write(name: str) -> tuple[Path, list[dict[str, Any]]]:
        examples = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(json.dumps(found["record"]) + "\n" for found in examples))
        return path, examples

    return write
