"""`tichu-sim show`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tichu_sim.cli.main import run

Capture = pytest.CaptureFixture[str]
RecordFile = Callable[[str], tuple[Path, list[dict[str, Any]]]]
HUMAN = Path(__file__).parents[3] / "shared" / "records" / "human_rounds.jsonl"

HANDS = [
    "2j 2s 2p 2t 3j 3s 3p 3t | Mj Dg 4j 4s 4p 4t",
    "5j 5s 5p 5t 6j 6s 6p 6t | 7j 7s 7p 7t Ph Dr",
    "8j 8s 8p 8t 9j 9s 9p 9t | Tj Ts Tp Tt Jj Js",
    "Jp Jt Qj Qs Qp Qt Kj Ks | Kp Kt Aj As Ap At",
]
RECORD: dict[str, Any] = {
    "tichu": 1,
    "rules": {"preset": "bga", "target": 500},
    "round": 7,
    "deal": HANDS,
    "players": ["Ann", "Bob\x1b[2J", "Cem", "Doris with a very long name"],
    "events": [
        *["1 grand", "3 tichu", "0 give 4j 4s 4p", "1 give Dr 7j 7s", "2 give Js Tj Ts"],
        *["3 give Ap At As", "0 play Mj wish 5", "1 play 5j", "2 pass", "3 pass", "0 play Ap"],
        *["1 pass", "2 play Dr", "3 pass", "0 pass", "1 pass", "2 gift 3"],
    ],
}


def shown_by(records: list[dict[str, Any]], folder: Path, capsys: Capture, *options: str) -> str:
    path = folder / "records"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    run(["show", str(path), *options])
    return capsys.readouterr().out


def test_a_position(tmp_path: Path, capsys: Capture) -> None:
    lines = shown_by([RECORD], tmp_path, capsys).splitlines()
    assert lines[0] == "Round 7, rules bga, target 500"
    assert "  0 Ann           2j 2s 2p 2t 3j 3s 3p 3t | Mj Dg 4j 4s 4p 4t" in lines
    assert "  1 Bob?[2J       Grand Tichu" in lines
    assert "  3 Doris with a  Tichu" in lines
    trick = lines[lines.index("Trick 1") + 1 :][:5]
    assert [" ".join(line.split()) for line in trick] == [
        "0 Ann Mj wish 5 13 left",
        "1 Bob?[2J 5j 13 left pass 2 3",
        "0 Ann Ap 12 left pass 1",
        "2 Cem Dr 13 left pass 3 0 1",
        "= 30 points to 3 Doris with a, given by 2 Cem",
    ]
    assert "The record stops here, 2 Cem is to act" in lines


def test_a_faulty_record_is_shown_up_to_the_fault(tmp_path: Path, capsys: Capture) -> None:
    record = {**RECORD, "events": [*RECORD["events"][:8], "2 play Dg"]}
    path = tmp_path / "records"
    path.write_text(json.dumps(record))
    assert run(["show", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "Trick 1" in lines
    assert lines[-1].startswith(f'{path}:1: event 8 "2 play Dg": R4.11: ')


def test_a_faulty_deal(tmp_path: Path, capsys: Capture) -> None:
    assert "notation: deal: " in shown_by([{**RECORD, "deal": 1}], tmp_path, capsys)


def test_one_line_of_a_file(tmp_path: Path, capsys: Capture) -> None:
    records = [RECORD, {**RECORD, "round": 8}]
    both = shown_by(records, tmp_path, capsys)
    assert "Round 7" in both
    assert "Round 8" in both
    second = shown_by(records, tmp_path, capsys, "--line", "2")
    assert "Round 7" not in second
    assert "Round 8" in second
    assert run(["show", str(tmp_path / "records"), "--line", "3"]) == 2
    assert "no record on line 3" in capsys.readouterr().err


def test_all_examples_are_shown(record_file: RecordFile, capsys: Capture) -> None:
    for name, code in (("positions", 0), ("perft", 0), ("faults", 1)):
        path, examples = record_file(name)
        assert run(["show", str(path)]) == code
        assert capsys.readouterr().out.count("Round, rules ") == len(examples)


@pytest.mark.skipif(not HUMAN.exists(), reason="the real rounds are not here")
def test_points_of_the_tricks_add_up(capsys: Capture) -> None:
    written = [json.loads(line) for line in HUMAN.read_text().splitlines()]
    assert run(["show", str(HUMAN)]) == 0
    sheets = capsys.readouterr().out.split(f"\n\n{'-' * 40}\n\n")
    for record, sheet in zip(written, sheets, strict=True):
        lines = sheet.splitlines()
        won = [line.split() for line in lines if line.startswith("  = ") and " points to " in line]
        taken = [line for line in lines if line.startswith("  tricks taken")]
        if taken:
            piles = [int(part.split(": ")[1]) for part in taken[0].split("   ")[1].split(", ")]
            assert sum(int(words[1]) for words in won) == sum(piles)
        score = record["result"]["score"]
        assert lines[-1].split() == ["score", *map(str, score)]
