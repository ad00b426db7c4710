"""Events as text."""

import pytest

from tichu_sim.game.cards import parse_cards
from tichu_sim.game.events import (
    BOMB,
    GIVE,
    PLAY,
    Event,
    FaultError,
    event_text,
    event_words,
    parse_event,
    quoted,
)

WRITTEN = [
    "0 greatgrand",
    "1 grand",
    "2 silent",
    "3 tichu",
    "0 give 2p 7s Mj",
    "1 play Mj wish 5",
    "1 play Mj 2s 3p 4t 5j wish K",
    "2 play Ph",
    "2 play 2j 2p Kj Ks Ph as 2",
    "2 play Mj 2s 3s 4s Ph wish A",
    "2 play 3s 4s 5p 6j Ph as 2",
    "3 bomb 3j 3s 3p 3t",
    "3 pass",
    "3 gift 0",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_reading_and_writing(text: str) -> None:
    assert event_text(parse_event(text)) == text


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        ("2 play Ph Ks 2p Kj 2j as 2", "2 play 2j 2p Kj Ks Ph as 2"),
        ("2 play Ph 9s 8s 9j 8j as 9", "2 play 8j 8s 9j 9s Ph"),
        ("2 play 8j Ph as 8", "2 play 8j Ph"),
        ("1  play   Mj wish 5 ", "1 play Mj wish 5"),
        ("1 play 4s Mj 2s Ph 3s as 5 wish 5", "1 play Mj 2s 3s 4s Ph wish 5"),
        ("3 bomb 3t 3p 3s 3j", "3 bomb 3j 3s 3p 3t"),
    ],
)
def test_any_order_is_read_and_one_is_written(loose: str, strict: str) -> None:
    assert event_text(parse_event(loose)) == strict


def test_the_order_of_given_cards_tells_who_gets_them() -> None:
    event = parse_event("2 give Kp 3j As")
    assert event.given == tuple(int(parse_cards(card)) for card in ("Kp", "3j", "As"))
    assert event_text(Event(2, GIVE, given=event.given)) == "2 give Kp 3j As"


def test_the_phoenix_is_declared_where_it_is_not_the_highest() -> None:
    cards = parse_cards("4s 5p 6j 7t Ph")
    assert event_text(Event(0, PLAY, int(cards), phoenix=8)) == "0 play 4s 5p 6j 7t Ph"
    assert event_text(Event(0, PLAY, int(cards), phoenix=3)) == "0 play 4s 5p 6j 7t Ph as 3"
    assert event_words(Event(0, PLAY, int(cards), phoenix=3)) == "play 4s 5p 6j 7t Ph as 3"
    assert event_words(Event(0, BOMB, int(parse_cards("4s 4j 4p 4t")))) == "bomb 4j 4s 4p 4t"


@pytest.mark.parametrize(
    ("text", "rule", "told"),
    [
        (None, "notation", "an event is a text"),
        (7, "notation", "an event is a text"),
        ("", "notation", "an event is a text"),
        ("pass", "notation", "an event is a text"),
        ("4 pass", "notation", "no such seat"),
        ("-1 pass", "notation", "no such seat"),
        ("² pass", "notation", "no such seat"),
        ("one pass", "notation", "no such seat"),
        ("0 fold", "notation", "unknown word"),
        ("0 Pass", "notation", "unknown word"),
        ("0 pass now", "notation", "unknown word"),
        ("0 tichu please", "notation", "unknown word"),
        ("0 play", "notation", "cards are missing"),
        ("0 play 1j", "notation", "no such card"),
        ("0 play Tz", "notation", "no such card"),
        ("0 play 8j8s", "notation", "no such card"),
        ("0 play 8j,8s", "notation", "no such card"),
        ("0 play 8j 8j", "R1.1", "named twice"),
        ("0 play as 5", "notation", "cards are missing"),
        ("0 play 8j Ph as", "notation", "after 'as': nothing"),
        ("0 play 8j Ph as 10", "notation", "no such rank"),
        ("0 play 8j Ph as 8 as 8", "notation", "unknown word"),
        ("0 play Mj wish 5 6", "notation", "unknown word"),
        ("0 play Mj wish 1", "notation", "no such rank"),
        ("0 play Mj 2s 3s 4s Ph wish 5 as 5", "notation", "unknown word"),
        ("0 play Dg to 2", "notation", "unknown word"),
        ("0 bomb", "notation", "cards are missing"),
        ("0 bomb 8j 8s 8p 8t wish 5", "notation", "no such card"),
        ("0 give 2j 3j", "R3.1", "one for each other seat"),
        ("0 give 2j 3j 4j 5j", "R3.1", "one for each other seat"),
        ("0 give 2j 3j 3j", "R1.1", "named twice"),
        ("0 gift", "notation", "one seat"),
        ("0 gift 1 3", "notation", "one seat"),
        ("0 gift x", "notation", "no such seat"),
    ],
)
def test_what_is_refused(text: object, rule: str, told: str) -> None:
    with pytest.raises(FaultError, match=told) as caught:
        parse_event(text)
    assert caught.value.rule == rule
    assert "\n" not in str(caught.value)


def test_quotes_are_short_and_printable() -> None:
    assert quoted("0 pass\n") == '"0 pass\\n"'
    assert quoted("\ud800\x1b[31m") == '"\\ud800\\u001b[31m"'
    assert quoted({"a": 1}) == "{'a': 1}"
    assert len(quoted("x" * 10_000)) == 60
