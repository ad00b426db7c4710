"""The events of a round record as text and taken apart (RECORDS.md)."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tichu_sim.errors import InputError
from tichu_sim.game.cards import cards_text, parse_rank, parse_token, rank_text
from tichu_sim.game.combos import play_cards, play_phoenix
from tichu_sim.game.phoenix import highest_reading
from tichu_sim.game.view import NO_SEAT
from tichu_sim.jit import Mask, u64

VERBS = ("greatgrand", "grand", "silent", "tichu", "give", "play", "pass", "bomb", "gift")
GREAT_GRAND_CALL, GRAND_CALL, SILENT, TICHU_CALL, GIVE, PLAY, PASS_TURN, BOMB, GIFT = range(9)
"""Codes of the verbs: places in `VERBS`."""

_ALONE = (GREAT_GRAND_CALL, GRAND_CALL, SILENT, TICHU_CALL, PASS_TURN)
_LONGEST_QUOTE = 60

NOTATION = "notation"
"""Stands for a rule number where it is the notation that is broken."""


class FaultError(InputError):
    """Something in a record that the rules or the notation do not allow.

    Attributes
    ----------
    rule : str
        Number in the rules, or `NOTATION`.
    """

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(what)
        self.rule = rule


class Event(NamedTuple):
    """One event.

    Attributes
    ----------
    seat : int
    verb : int
        Place in `VERBS`.
    cards : Mask
        What is given, played or thrown as a bomb.
    given : tuple of Mask
        For `GIVE`: the card for seat + 1, seat + 2, ...
    phoenix : int
        Rank the Phoenix stands for; 0 where it is not in the play, alone, or (in a text that was
        read) not written.
    wish : int
        Rank named with the Mah Jong, 0 for none.
    target : int
        Receiver of a gift, else `NO_SEAT`.
    """

    seat: int
    verb: int
    cards: Mask = 0
    given: tuple[Mask, ...] = ()
    phoenix: int = 0
    wish: int = 0
    target: int = NO_SEAT


def quoted(text: object) -> str:
    """Return what somebody wrote in one printable, not too long line."""
    shown = json.dumps(text) if isinstance(text, str) else repr(text)
    return shown if len(shown) <= _LONGEST_QUOTE else shown[: _LONGEST_QUOTE - 3] + "..."


def _seat(word: str, seats: int) -> int:
    if word not in [str(seat) for seat in range(seats)]:
        raise FaultError(NOTATION, f"no such seat: {quoted(word)} (0 to {seats - 1})")
    return int(word)


def _cards(words: Sequence[str]) -> Mask:
    if not words:
        raise FaultError(NOTATION, "the cards are missing")
    cards = 0
    for word in words:
        try:
            card = int(parse_token(word))
        except InputError as error:
            raise FaultError(NOTATION, str(error)) from None
        if cards & card:
            raise FaultError("R1.1", f"card named twice: {word}")
        cards |= card
    return cards


def _declarations(words: list[str]) -> dict[str, int]:
    # "as R" and "wish R", each at most once and in this order.
    found: dict[str, int] = {}
    for keyword, value in zip(words[::2], [*words[1::2], ""], strict=False):
        if keyword not in ("as", "wish") or keyword in found or "wish" in found:
            raise FaultError(
                NOTATION, f"unknown word {quoted(keyword)} (cards, then 'as R', then 'wish R')"
            )
        try:
            found[keyword] = parse_rank(value)
        except InputError as error:
            raise FaultError(NOTATION, f"after {keyword!r}: {error}") from None
    return found


def _play(seat: int, words: list[str]) -> Event:
    end = next((i for i, word in enumerate(words) if word in ("as", "wish")), len(words))
    said = _declarations(words[end:])
    return Event(
        seat,
        PLAY,
        _cards(words[:end]),
        phoenix=said.get("as", 0),
        wish=said.get("wish", 0),
    )


def _give(seat: int, words: list[str], seats: int) -> Event:
    cards = _cards(words)
    if len(words) != seats - 1:
        raise FaultError(
            "R3.1", f"{len(words)} cards given: one for each other seat, {seats - 1} in all"
        )
    return Event(seat, GIVE, cards, tuple(int(parse_token(word)) for word in words))


def parse_event(text: object, seats: int = 4) -> Event:
    """Take an event apart.

    Parameters
    ----------
    text : object
        What stands in the record; anything but a text in the notation is refused.
    seats : int

    Raises
    ------
    FaultError
        For unknown words, wrong numbers of them, unknown cards, and cards that are named twice.

    Examples
    --------
    >>> event = parse_event("2 play 2j 2p Kj Ks Ph as 2")
    >>> event.seat, VERBS[event.verb], cards_text(event.cards), event.phoenix
    (2, 'play', '2j 2p Kj Ks Ph', 2)
    >>> parse_event("1 fold")
    Traceback (most recent call last):
    tichu_sim.game.events.FaultError: unknown word "fold" (greatgrand, grand, silent, tichu, \
give, play, pass, bomb, gift)
    """
    return _parse(text if isinstance(text, str) else "", seats)


@lru_cache(maxsize=8192)
def _parse(text: str, seats: int) -> Event:
    words = text.split()
    if len(words) < 2:
        raise FaultError(NOTATION, "an event is a text: a seat, a verb and what belongs to it")
    seat, word, rest = _seat(words[0], seats), words[1], words[2:]
    if word not in VERBS:
        raise FaultError(NOTATION, f"unknown word {quoted(word)} ({', '.join(VERBS)})")
    verb = VERBS.index(word)
    if verb == PLAY:
        return _play(seat, rest)
    if verb == GIVE:
        return _give(seat, rest, seats)
    if verb == BOMB:
        return Event(seat, BOMB, _cards(rest))
    if verb == GIFT and len(rest) == 1:
        return Event(seat, GIFT, target=_seat(rest[0], seats))
    if verb == GIFT:
        raise FaultError(NOTATION, "a gift names one seat that receives it")
    if rest:
        raise FaultError(NOTATION, f"unknown word {quoted(rest[0])}: nothing follows {word!r}")
    return Event(seat, verb)


@lru_cache(maxsize=4096)
def _play_words(cards: Mask, phoenix: int) -> str:
    text = cards_text(cards)
    if phoenix and phoenix != highest_reading(u64(cards)):
        return f"{text} as {rank_text(phoenix)}"
    return text


def play_text(play: int, verb: int = PLAY) -> str:
    """Return a play (see `combos`) as an event without its seat.

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> from tichu_sim.game.combos import make_play
    >>> play_text(make_play(parse_cards("Ph 6t 5p 4s 3j"), 2))
    'play 3j 4s 5p 6t Ph as 2'
    """
    word = u64(play)
    return f"{VERBS[verb]} {_play_words(int(play_cards(word)), play_phoenix(word))}"


def event_text(event: Event) -> str:
    """Return an event in the notation, cards in ascending order.

    For a `PLAY` with a Phoenix among other cards, ``event.phoenix`` is what it stands for; 0 leaves
    the highest reading.

    Examples
    --------
    >>> event_text(parse_event("0 play 3s 2s Ph Mj 4s wish 5"))
    '0 play Mj 2s 3s 4s Ph wish 5'
    """
    head = f"{event.seat} {VERBS[event.verb]}"
    if event.verb in _ALONE:
        return head
    if event.verb == GIFT:
        return f"{head} {event.target}"
    if event.verb == GIVE:
        return " ".join([head, *(cards_text(card) for card in event.given)])
    wish = f" wish {rank_text(event.wish)}" if event.wish else ""
    return f"{head} {_play_words(int(event.cards), event.phoenix)}{wish}"
