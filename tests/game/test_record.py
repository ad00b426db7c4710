"""Round records read and written."""

import json
from pathlib import Path
from typing import Any

import pytest

from tichu_sim.errors import InputError
from tichu_sim.game.events import FaultError
from tichu_sim.game.record import parse_line, read_record

DATA = Path(__file__).parents[1] / "reference_data"
POSITION: dict[str, Any] = json.loads((DATA / "positions.jsonl").read_text().splitlines()[0])[
    "record"
]
RESULT = {"finish": [3, 1, 0, 2], "cards": [0, 200], "calls": [0, 100], "score": [0, 300]}
WINDOW = ["2j 3j 4j 5j 6j 7j 8j 9j", "2s 3s 4s 5s 6s 7s 8s 9s"]
WINDOW += ["2p 3p 4p 5p 6p 7p 8p 9p", "2t 3t 4t 5t 6t 7t 8t Ph"]


def changed(**keys: Any) -> dict[str, Any]:
    return {**POSITION, **keys}


def deal_with(seat: int, text: object) -> list[object]:
    deal: list[object] = list(POSITION["deal"])
    deal[seat] = text
    return deal


@pytest.mark.parametrize(
    "found",
    [
        POSITION,
        changed(players=["a", "b", "c", "d"], seed=7, round=46, dealer=2),
        changed(result=RESULT),
        changed(rules={"preset": "bga", "double_victory": 100}),
        changed(deal=WINDOW, events=["0 silent"]),
    ],
)
def test_what_is_read_is_written(found: dict[str, Any]) -> None:
    record = read_record(found)
    again = json.loads(record.line())
    assert read_record(again) == record
    assert "\n" not in record.line()
    assert {**again, "deal": found["deal"]} == found
    for old, new in zip(found["deal"], again["deal"], strict=True):
        halves = zip(old.split("|"), new.split("|"), strict=True)
        assert all(sorted(a.split()) == sorted(b.split()) for a, b in halves)


def test_unknown_keys_are_passed_over_and_null_is_absent() -> None:
    record = read_record(changed(comment="fine", result=None, seed=None, players=None))
    assert record == read_record(POSITION)


def test_without_grand_tichu_no_bar_is_needed() -> None:
    rules = {"preset": "standard", "grand_tichu": False}
    bare = [text.replace("| ", "") for text in POSITION["deal"]]
    record = read_record(changed(rules=rules, deal=bare))
    assert record.deal.complete
    assert read_record(json.loads(record.line())) == record
    with pytest.raises(FaultError, match=r"not 8 \| 6"):
        read_record(changed(deal=bare))


@pytest.mark.parametrize(
    ("found", "rule", "told"),
    [
        (changed(round=-5), "notation", "round: -5 is below 0"),
        (changed(seed=-1), "notation", "seed: -1 is below 0"),
        (changed(game=-2), "notation", "game: -2 is below 0"),
        ({}, "notation", "tichu: None"),
        (changed(tichu=2), "notation", "tichu: 2"),
        (changed(tichu=True), "notation", "tichu: True"),
        (changed(tichu="1"), "notation", 'tichu: "1"'),
        (changed(rules=None), "notation", "rules: None"),
        (changed(rules="poker"), "notation", "no such rules"),
        (changed(rules={"target": 500}), "notation", "rules"),
        (changed(rules={"preset": ["standard"]}), "notation", "rules"),
        (changed(rules={"preset": "standard", "colour": 1}), "notation", "no option 'colour'"),
        (changed(rules={"preset": "standard", "tie": {}}), "notation", "option tie"),
        (changed(deal=None), "notation", "deal: not a list of 4"),
        (changed(deal=POSITION["deal"][:3]), "notation", "deal: not a list of 4"),
        (changed(deal=deal_with(2, 5)), "notation", "seat 2"),
        (changed(deal=deal_with(2, "")), "R2.2", "seat 2 has 0 cards"),
        (changed(deal=deal_with(2, WINDOW[0])), "R1.1", "dealt to an earlier seat"),
        (changed(deal=deal_with(2, WINDOW[0].replace("9j", "9x"))), "notation", "seat 2: no such"),
        (changed(deal=deal_with(2, WINDOW[0].replace("9j", "8j"))), "R1.1", "seat 2 has 8j twice"),
        (changed(deal=deal_with(2, POSITION["deal"][2] + " 2j")), "R2.2", "8 | 7 cards"),
        (changed(deal=deal_with(2, POSITION["deal"][2] + " | 2j")), "R2.2", "8 | 6 | 1 cards"),
        (changed(deal=deal_with(2, POSITION["deal"][2].split(" |")[0])), "R2.4", "every seat"),
        (changed(deal=[*WINDOW[:3], WINDOW[0]]), "R1.1", "dealt to an earlier seat"),
        (changed(events=None), "notation", "events"),
        (changed(events="0 pass"), "notation", "events"),
        (changed(events={"0": "pass"}), "notation", "events"),
        (changed(dealer=4), "notation", "dealer"),
        (changed(dealer=-1), "notation", "dealer"),
        (changed(dealer="0"), "notation", "dealer"),
        (changed(dealer=True), "notation", "dealer"),
        (changed(round=1.5), "notation", "round"),
        (changed(players="abcd"), "notation", "players"),
        (changed(players=["a", "b", "c"]), "notation", "players"),
        (changed(players=["a", "b", "c", 4]), "notation", "players"),
        (changed(result=[]), "notation", "result"),
        (changed(result={}), "notation", "finish is None"),
        (changed(result={**RESULT, "finish": [3, 1, 0]}), "notation", "finish"),
        (changed(result={**RESULT, "cards": [0, "200"]}), "notation", "cards"),
        (changed(result={**RESULT, "calls": [0, None]}), "notation", "calls"),
        (changed(result={**RESULT, "score": 300}), "notation", "score"),
        (changed(result={**RESULT, "score": [0, True]}), "notation", "score"),
    ],
)
def test_malformed_records_are_refused(found: dict[str, Any], rule: str, told: str) -> None:
    with pytest.raises(FaultError) as caught:
        read_record(found)
    assert told in str(caught.value)
    assert caught.value.rule == rule
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "line", ["", "{", "[1]", "7", "null", "nonsense\x1b", "[" * 100_000, b"\xff\xfe", "1" * 5000]
)
def test_lines_that_hold_no_json_object(line: str | bytes) -> None:
    with pytest.raises(InputError) as caught:
        parse_line(line)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 120
