"""A bot that answers illegally: who, what, which rule, what was legal, and the position."""

import json
import re
from pathlib import Path

import pytest
from samples.rounds import a_run, play

from tichu_sim.bots.refusal import RefusedAnswerError
from tichu_sim.game.record import parse_line, read_record
from tichu_sim.game.referee import replay

FILE = Path(__file__).parents[1] / "own_bots" / "illegal.py"

LINES = {
    found[1]: number
    for number, line in enumerate(FILE.read_text().splitlines(), 1)
    if (found := re.search(r"# line: (\w+)$", line))
}
"""Where the bots of the file go wrong."""

STANDARD = [
    ("great_grand", "great_grand", "R2.8", "'the number 7'", "legal: true, false"),
    ("grand", "grand", "R2.8", "'the number 7'", "legal: true, false"),
    ("tichu", "tichu", "R2.8", "'the number 7'", "legal: true, false"),
    ("give", "give", "R3.1", "to seat", "legal: one card each of"),
    ("play", "play", "R4.1: these cards are no combination", "'play ", "legal: "),
    ("nothing", "play", "R", "'pass'", "legal: play"),
    ("noise", "play", "R4.", "'the number 0x", "legal: "),
    ("bomb", "bomb", "R", "'bomb ", "legal: pass, bomb "),
    ("wish", "wish", "R7.1", "'the number 1'", "legal: one rank of 23456789TJQKA"),
    ("gift", "gift", "R10.2", "'seat ", "legal: seat "),
    ("much", "gift", "R10.2", "'the number 0x", "legal: seat "),
    ("much_wish", "wish", "R7.1", "'the number 0x", "legal: one rank"),
]
OTHERS = [
    ("tientsin", "dog", "dog", "R15.5", "'seat ", "legal: seat "),
    ("two_tea", "stack", "stack", "R18.4", "", "legal: one card of"),
    ("two_wuerzburg", "first", "first", "R2.8", "'the number 7'", "legal: true, false"),
    ("grand_seigneur", "push", "push", "R16.8", "to seat ", "of the best cards of"),
    ("grand_seigneur", "give_back", "give_back", "R16.9", "'no cards'", "of cards of"),
    ("bsw_tournament", "play", "play", "R4.1", "'play ", "legal: "),
    ("t52", "gift", "gift", "R10.2", "'seat ", "legal: seat "),
]


def refusal(name: str, preset: str, rounds: int = 60) -> RefusedAnswerError:
    """What the kernel stops with; the position of it is a record without fault."""
    run = a_run(f"{FILE}:{name}", rounds, seed=4, preset=preset)
    with pytest.raises(RefusedAnswerError) as caught:
        play(run)
    error = caught.value
    assert str(error) == f"{error.args[0]}\n{error.position}"
    assert "\n" not in error.position
    record = read_record(parse_line(error.position))
    assert record.seed == 4
    assert f"round {record.round} of seed 4: bot {FILE}:{name} in seat " in error.args[0]
    replay(record)
    return error


def check(error: RefusedAnswerError, question: str, rule: str, answer: str, legal: str) -> None:
    message = error.args[0]
    assert f", asked for {question}, answered '" in message
    assert answer in message
    assert f"': {rule}" in message
    assert legal in message
    assert "\n" not in message


@pytest.mark.parametrize(("name", "question", "rule", "answer", "legal"), STANDARD)
def test_every_question(name: str, question: str, rule: str, answer: str, legal: str) -> None:
    check(refusal(name, "great_grand"), question, rule, answer, legal)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "name", "question", "rule", "answer", "legal"), OTHERS)
def test_other_games(
    preset: str, name: str, question: str, rule: str, answer: str, legal: str
) -> None:
    check(refusal(name, preset), question, rule, answer, legal)


def test_the_position_is_that_of_the_question() -> None:
    error = refusal("play", "standard")
    seat = int(error.args[0].partition(" in seat ")[2][0])
    position = replay(read_record(parse_line(error.position)))
    assert position.to_act() == seat


def test_a_window_is_shown_up_to_the_seat_that_was_asked() -> None:
    found = json.loads(refusal("grand", "standard").position)
    dealer = found.get("dealer", 0)
    assert all("|" not in hand for hand in found["deal"])
    assert found["events"] == []
    error = refusal("great_grand", "great_grand")
    assert f"in seat {json.loads(error.position).get('dealer', 0)}" in error.args[0]
    assert f"in seat {dealer}" in refusal("grand", "standard").args[0]


def test_who_has_declined_before_is_silent() -> None:
    bots = f"greedy,greedy,greedy,{FILE}:grand"
    with pytest.raises(RefusedAnswerError) as caught:
        play(a_run(bots, 1, seed=1))
    found = json.loads(caught.value.position)
    dealer = found.get("dealer", 0)
    asked = [(dealer + k) % 4 for k in range(4)]
    verbs = {event.split()[1] for event in found["events"]}
    assert [int(event[0]) for event in found["events"]] == asked[: asked.index(3)]
    assert verbs <= {"silent", "grand"}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("broken", "failed: ValueError: no idea (illegal.py:{raises}); the position:"),
        ("asserting", "failed: AssertionError: too few (illegal.py:{asserts}); the position:"),
        ("far", "failed: IndexError: index is out of bounds (illegal.py:{reaches}); the position:"),
        ("deep", "failed: IndexError: index is out of bounds (illegal.py:{inner}); the position:"),
        ("away", "failed: IndexError: index is out of bounds (illegal.py:{gives}); the position:"),
        ("Failing", "failed: ZeroDivisionError: division by zero (illegal.py:"),
        ("Mumbling", "failed: the answer 'play 5x' is no event: no such card: '5x'"),
        ("Asking", "failed: the answer None is not cards, one for each of view.receivers"),
        ("Few", "failed: the answer '2j' is not 3 cards"),
        ("Odd", "failed: the answer {0: '2j'} is not a card for each of the seats ("),
    ],
)
def test_a_bot_that_breaks(name: str, told: str) -> None:
    error = refusal(name, "standard")
    assert re.sub("{([a-z]+)}", lambda found: str(LINES[found[1]]), told) in error.args[0]
    assert error.__cause__ is not None
    # An answer of another form is told what would have been right.
    wrong_form = name in ("Mumbling", "Asking", "Few", "Odd")
    assert ("; legal: " in error.args[0]) == wrong_form


def test_it_breaks_where_chance_has_it_so() -> None:
    """The error told is the one that stopped the run, though the stream has gone on since."""
    first, again = (refusal("unlucky", "standard").args[0] for _ in range(2))
    assert "failed: ValueError: bad luck (illegal.py:" in first
    assert first == again
    assert "round 0 " not in first


def test_the_round_of_a_later_call() -> None:
    """The same round is found in a run of games, and behind others."""
    run = a_run(f"{FILE}:gift", 3, seed=4, whole_games=True)
    with pytest.raises(RefusedAnswerError, match=r"^game 0, round [1-9] of seed 4: "):
        play(run)
