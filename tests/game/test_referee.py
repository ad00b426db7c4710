"""The referee against the examples and in situations made for one rule each."""

import json
from pathlib import Path
from typing import Any

import pytest
from samples.family import moves_of

from tichu_sim.errors import InputError
from tichu_sim.game.record import read_record
from tichu_sim.game.referee import find_fault, replay

DATA = Path(__file__).parents[1] / "reference_data"


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("example", lines(DATA / "faults.jsonl"), ids=lambda e: e["kind"])
def test_example_of_a_fault(example: dict[str, Any]) -> None:
    fault = find_fault(example["record"])
    assert fault is not None
    if example["why"].startswith("event"):
        assert example["why"].startswith(f"event {fault.event} {fault.text}: ")
        assert fault.legal
    else:
        assert fault.event is None
        assert fault.what == f"result: {example['why']}"


@pytest.mark.parametrize("example", lines(DATA / "positions.jsonl"))
def test_example_of_a_position(example: dict[str, Any]) -> None:
    assert moves_of(replay(read_record(example["record"]))) == example["expect"]


def test_a_faulty_record_leads_nowhere() -> None:
    example = lines(DATA / "faults.jsonl")[0]
    with pytest.raises(InputError, match=r'event 10 "0 play 2t": R7\.6'):
        replay(read_record(example["record"]))


HANDS = [
    "2j 2s 2p 2t 3j 3s 3p 3t | Mj Dg 4j 4s 4p 4t",
    "5j 5s 5p 5t 6j 6s 6p 6t | 7j 7s 7p 7t Ph Dr",
    "8j 8s 8p 8t 9j 9s 9p 9t | Tj Ts Tp Tt Jj Js",
    "Jp Jt Qj Qs Qp Qt Kj Ks | Kp Kt Aj As Ap At",
]
GIVES = ["0 give 4j 4s 4p", "1 give Dr 7j 7s", "2 give Js Tj Ts", "3 give Ap At As"]
# Then: 0 has four 2, four 3, Mj Dg 4t, 7s Tj Ap; 1: four 5, four 6, 7p 7t Ph, 4j Ts At;
# 2: four 8, four 9, Tp Tt Jj, 4s Dr As; 3: four Q, four K, Jp Jt Js Aj, 4p 7j.


def found_fault(events: list[str], **rules: object) -> str | None:
    written = {"preset": "standard", **rules} if rules else "standard"
    fault = find_fault({"tichu": 1, "rules": written, "deal": HANDS, "events": events})
    return None if fault is None else f"{fault.event} {fault.rule}"


@pytest.mark.parametrize(
    ("events", "rules", "expected"),
    [
        (["0 greatgrand"], {}, "0 R2.3"),
        (["0 greatgrand"], {"great_grand": True}, None),
        (["1 grand", "0 greatgrand"], {"great_grand": True}, "1 R2.3"),
        (["0 greatgrand", "0 grand"], {"great_grand": True}, "1 R2.8"),
        (["0 greatgrand", "1 grand", "2 tichu"], {"great_grand": True}, None),
        (["0 grand"], {"grand_tichu": False}, "0 R2.4"),
        (["0 tichu", "1 grand"], {}, "1 R2.4"),
        (["0 grand", "2 tichu", *GIVES], {}, None),
        (["0 grand", "2 tichu", *GIVES], {"calls_per_team": "one"}, "1 R2.7"),
        (["0 grand", "1 tichu", *GIVES], {"calls_per_team": "one"}, None),
        ([*GIVES[:2], "3 tichu", *GIVES[2:]], {}, None),
        ([*GIVES[:1], *GIVES[:1]], {}, "1 R3.1"),
        (GIVES[::-1], {}, None),
        ([*GIVES[:3], "3 give Ap At Mj"], {}, "3 R3.2"),
        ([*GIVES, "1 play 5j"], {}, "4 R6.1"),
        # The Dog gives the lead on; nothing can be thrown on it.
        ([*GIVES, "0 play Dg", "3 bomb Qj Qs Qp Qt"], {}, "5 R5.6"),
        ([*GIVES, "0 play Dg", "0 tichu"], {}, "5 R2.5"),
        ([*GIVES, "0 play Dg", "2 bomb 8j 8s 8p 8t"], {}, None),
        # A waiting trick: the leader's play is a lead, his bomb goes on the trick.
        ([*GIVES, "0 play Ap", "1 pass", "2 pass", "3 pass", "0 bomb 2j 2s 2p 2t"], {}, None),
        (
            [*GIVES, "0 play Ap", "1 pass", "2 pass", "3 pass", "0 play Tj", "1 pass"],
            {},
            None,
        ),
        ([*GIVES, "0 play Ap", "1 pass", "2 pass", "3 pass", "0 pass"], {}, "8 R6.2"),
        ([*GIVES, "0 play Ap", "1 pass", "2 pass", "3 pass", "1 play Ts"], {}, "8 R6.6"),
        ([*GIVES, "0 play Ap", "1 pass", "2 pass", "3 pass", "0 gift 1"], {}, "8 R10.2"),
        # After a bomb on a waiting trick all others are asked again (R5.7).
        (
            [*GIVES, "0 play Ap", "1 pass", "2 pass", "3 pass", "0 bomb 2j 2s 2p 2t", "0 play Tj"],
            {},
            "9 R6.3",
        ),
        # The Dragon: given before the next lead, but bombed before that (R10.3, R10.4).
        ([*GIVES, "0 play Ap", "1 pass", "2 play Dr", "2 gift 1"], {}, "7 R10.4"),
        (
            [*GIVES, "0 play Ap", "1 pass", "2 play Dr", "3 pass", "0 pass", "1 pass", "2 play 4s"],
            {},
            "10 R10.2",
        ),
        (
            [
                *[*GIVES, "0 play Ap", "1 pass", "2 play Dr", "3 pass", "0 pass", "1 pass"],
                *["3 tichu", "2 bomb 8j 8s 8p 8t", "3 bomb Qj Qs Qp Qt", "0 pass", "2 gift 1"],
            ],
            {},
            "14 R10.2",
        ),
        # Bombs out of turn: held, a bomb, on a trick, high enough.
        ([*GIVES, "0 play Tj", "2 bomb 8j 8s 8p"], {}, "5 R5.5"),
        ([*GIVES, "0 play Tj", "2 bomb 7j 7s 7p 7t"], {}, "5 R4.11"),
        ([*GIVES, "0 play Tj", "2 bomb 9j 9s 9p 9t", "2 bomb 8j 8s 8p 8t"], {}, "6 R5.3"),
        ([*GIVES, "0 play Tj", "2 bomb 9j 9s 9p 9t", "3 play Qj Qs Qp Qt"], {}, None),
        ([*GIVES, "0 play Tj", "2 bomb 9j 9s 9p 9t", "3 bomb Qj Qs Qp Qt"], {}, None),
        ([*GIVES, "0 play Tj", "2 play 9j 9s 9p 9t"], {}, "5 R6.3"),
        ([*GIVES, "0 bomb 2j 2s 2p 2t", "1 play 5j 5s 5p 5t"], {}, None),
        # A wish: a bomb may be played instead when following, not when leading.
        ([*GIVES, "0 play Mj wish 5", "1 bomb 6j 6s 6p 6t"], {}, None),
        ([*GIVES, "0 play Mj wish 5", "1 play 6j 6s 6p 6t"], {"wish_bomb_escape": "off"}, "5 R7.6"),
        ([*GIVES, "0 play Mj wish 5", "1 play Ts"], {}, "5 R7.6"),
        ([*GIVES, "0 play Mj wish 5", "1 pass"], {}, "5 R7.6"),
        ([*GIVES, "0 play Mj wish 5", "1 play 5j", "2 pass"], {}, None),
        ([*GIVES, "0 play Mj wish 5", "3 bomb Qj Qs Qp Qt", "0 pass", "1 pass"], {}, None),
        (
            [
                *[*GIVES, "0 play Mj wish K", "1 play At", "2 pass", "3 bomb Qj Qs Qp Qt"],
                *["0 pass", "1 pass", "2 pass", "3 play Js"],
            ],
            {},
            "11 R7.7",
        ),
        # Who has declined cannot be in a record that goes on.
        (["0 silent"], {}, "0 notation"),
    ],
)
def test_situations(events: list[str], rules: dict[str, object], expected: str | None) -> None:
    assert found_fault(events, **rules) == expected


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        (["0 silent", "1 grand", "2 silent", "3 silent"], None),
        (["3 grand", "1 silent"], None),
        (["0 silent", "0 grand"], "1 R2.9"),
        (["0 grand", "0 silent"], "1 R2.9"),
        (["0 silent", "0 silent"], "1 R2.9"),
        (["0 grand", "0 grand"], "1 R2.8"),
        (["0 tichu"], "0 R2.5"),
        (["0 give 2j 3j 4j"], "0 R2.2"),
        (["0 pass"], "0 R2.2"),
    ],
)
def test_grand_tichu_window(events: list[str], expected: str | None) -> None:
    deal = [hand.split(" | ")[0] for hand in HANDS]
    fault = find_fault({"tichu": 1, "rules": "standard", "deal": deal, "events": events})
    assert (None if fault is None else f"{fault.event} {fault.rule}") == expected
