"""The twin before the first lead: heads of records, announcements, the exchange of four."""

from typing import Any

import pytest
from reference.faults import Illegal
from reference.position import Position
from reference.replay import check
from reference.tables import DEAL, play, refusal, start


def test_announcements() -> None:
    position = start({"preset": "great_grand", "calls_per_team": "one"})
    play(position, "1 greatgrand", "0 grand")
    assert refusal(position, "2 tichu") == "tichu may not be announced now"
    assert refusal(position, "1 tichu") == "second announcement"
    assert refusal(position, "3 grand") == "grand may not be announced now"
    assert refusal(start(), "0 greatgrand") == "greatgrand may not be announced now"
    assert refusal(start({"grand_tichu": False}), "0 grand") == "grand may not be announced now"
    late = play(start(), "0 tichu")
    assert refusal(late, "1 grand") == "grand may not be announced now"
    assert refusal(play(start(), "1 give 2s 3s 4s"), "2 grand") == "grand may not be announced now"
    assert (
        refusal(play(start("wikipedia"), "2 grand"), "0 greatgrand")
        == "greatgrand may not be announced now"
    )
    assert (
        refusal(start(), "0 silent")
        == "silence is written only in a record that stops in the window"
    )


def test_the_grand_tichu_window() -> None:
    eight = [hand.split("|")[0] for hand in DEAL]
    window = Position({"tichu": 1, "rules": "standard", "dealer": 2, "deal": eight})
    assert window.moves()["seat"] == 2
    assert refusal(window, "2 tichu") == "tichu may not be announced now"
    assert refusal(window, "2 give 2p 3p 4p") == "bad exchange"
    play(window, "2 silent", "3 grand")
    assert window.moves()["seat"] == 0
    assert refusal(window, "2 grand") == "grand may not be announced now"
    assert refusal(window, "3 silent") == "has answered already"
    assert play(window, "0 silent", "1 silent").moves()["seat"] is None


def test_the_exchange() -> None:
    position = play(start(dealer=1), "2 give Ph Tp 2p")
    assert position.moves()["seat"] == 1
    assert refusal(position, "2 give Jp Qp Kp") == "bad exchange"
    assert refusal(position, "0 give 2j 2j 3j") == "bad exchange"
    assert refusal(position, "0 give 2j 3j Ph") == "bad exchange"
    assert refusal(position, "0 play Mj") == "the exchange is not finished"
    play(position, "0 give Mj 2j 3j", "0 tichu", "1 give Dg 2s 3s", "3 give Dr 2t 3t")
    got = [{"3s", "Tp", "Dr"}, {"Mj", "2p", "2t"}, {"2j", "Dg", "3t"}, {"3j", "2s", "Ph"}]
    assert all(cards <= hand for cards, hand in zip(got, position.hands, strict=True))
    assert {len(hand) for hand in position.hands} == {14}
    assert position.moves()["seat"] == 1  # the Mah Jong went there
    assert refusal(position, "0 play 4j") == "not on turn"


@pytest.mark.parametrize(
    "change",
    [
        {"tichu": 2},
        {"rules": "no such rules"},
        {"rules": {"preset": "standard", "double_victory": 150}},
        {"rules": {"no_such_option": 1}},
        {"dealer": 4},
        {"deal": DEAL[:3]},
        {"deal": [DEAL[0], DEAL[0], *DEAL[2:]]},
        {"deal": [DEAL[0].replace(" |", ""), *DEAL[1:]]},
        {"deal": [DEAL[0].split("|")[0], *DEAL[1:]]},
        {"events": "0 tichu"},
    ],
)
def test_a_bad_head_is_a_fault(change: dict[str, Any]) -> None:
    record = {"tichu": 1, "rules": "standard", "deal": DEAL, "events": [], **change}
    fault = check(record)
    assert fault is not None
    assert fault.index is None


@pytest.mark.parametrize(
    "event",
    [
        *["", "0", "4 pass", "0 pass 2j", "0 go", "0 play", "0 play 2x", "0 play 2j as", 7, None],
        *["0 play Mj wish 1", "0 play Mj wish 5 as 3", "0 bomb Mj wish 5", "0 gift", "0 tichu 2j"],
    ],
)
def test_words_outside_the_notation_are_refused(event: object) -> None:
    with pytest.raises(Illegal) as no:
        start().apply(event)
    assert no.value.rule == "notation"
