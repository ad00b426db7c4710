"""What a bot in Python answers, read into the words of compiled code."""

from collections.abc import Callable, Iterable, Mapping
from numbers import Integral
from typing import NoReturn

from tichu_sim.bots import questions as q
from tichu_sim.bots.python_view import View
from tichu_sim.errors import InputError
from tichu_sim.game.cards import NONE, parse_rank, parse_token, split_tokens
from tichu_sim.game.events import BOMB, PASS_TURN, PLAY, VERBS, parse_event
from tichu_sim.game.phoenix import declared
from tichu_sim.game.readings import words_of
from tichu_sim.game.view import NO_SEAT
from tichu_sim.jit import Record

_NO_NUMBER = 1 << 32
"""Stands for an answer that is no number at all where one is wanted."""


def _refuse(answer: object, wanted: str) -> NoReturn:
    raise InputError(f"the answer {answer!r} is not {wanted}")


def _number(answer: object, wanted: str) -> int:
    if not isinstance(answer, Integral):
        _refuse(answer, wanted)
    number = int(answer)
    return number if abs(number) < _NO_NUMBER else _NO_NUMBER


def _yes_or_no(answer: object, view: View, own: Record) -> int:
    return _number(answer, "True or False")


def _play(answer: object, view: View, own: Record) -> int:
    return _event(answer, view, PLAY, 'a play such as "play 5j 5s", or "pass"')


def _bomb(answer: object, view: View, own: Record) -> int:
    return 0 if answer is None else _event(answer, view, BOMB, 'a bomb, or "pass"')


def _event(answer: object, view: View, verb: int, wanted: str) -> int:
    if not isinstance(answer, str):
        _refuse(answer, wanted)
    try:
        event = parse_event(f"{view.seat} {answer}", view.rules)
    except InputError as error:
        raise InputError(f"the answer {answer!r} is no event: {error}") from None
    if event.verb == PASS_TURN:
        return 0
    if event.verb not in (verb, PLAY):
        _refuse(answer, wanted)
    if event.wish or event.target != NO_SEAT:
        raise InputError(
            f"the answer {answer!r}: {VERBS[verb]} names cards, the rest is asked next"
        )
    cards = words_of(event.cards)[0]
    return int(declared(cards, event.phoenix, view.rules.highest))


def _cards(answer: object, view: View, wanted: str) -> list[int]:
    if not isinstance(answer, str | Iterable):
        _refuse(answer, wanted)
    text = answer.removeprefix("give ") if isinstance(answer, str) else answer
    try:
        return [int(parse_token(token, view.rules.tokens)) for token in split_tokens(text)]
    except InputError as error:
        raise InputError(f"the answer {answer!r}: {error}") from None


def _give(answer: object, view: View, own: Record) -> int:
    receivers, wanted = view.receivers, "cards, one for each of view.receivers"
    if isinstance(answer, Mapping):
        if set(answer) != set(receivers):
            _refuse(answer, f"a card for each of the seats {receivers}")
        answer = [answer[seat] for seat in receivers]
    cards = _cards(answer, view, wanted)
    if len(cards) != len(receivers):
        _refuse(answer, f"{len(receivers)} {wanted}")
    own["given"] = NONE
    for seat, card in zip(receivers, cards, strict=True):
        own["given"][(seat - view.seat) % view.seats] = card
    return 0


def _wish(answer: object, view: View, own: Record) -> int:
    if answer is None:
        return 0
    if isinstance(answer, str):
        try:
            return parse_rank(answer, view.rules.highest)
        except InputError as error:
            raise InputError(f"the answer {answer!r}: {error}") from None
    return _number(answer, 'a rank such as "T", or None')


def _seat(answer: object, view: View, own: Record) -> int:
    return _number(answer, "a seat")


def _card(answer: object, view: View, own: Record) -> int:
    cards = _cards(answer, view, "a card")
    if len(cards) != 1:
        _refuse(answer, "one card")
    return cards[0]


READERS: Mapping[int, Callable[[object, View, Record], int]] = {
    q.GREAT_GRAND: _yes_or_no,
    q.GRAND: _yes_or_no,
    q.TICHU: _yes_or_no,
    q.GIVE: _give,
    q.PLAY: _play,
    q.BOMB: _bomb,
    q.WISH: _wish,
    q.GIFT: _seat,
    q.DOG: _seat,
    q.FIRST: _yes_or_no,
    q.STACK: _card,
}
"""Question -> reader of its answer: it gets the answer, the view and the seat's own record.

They raise `InputError` for what cannot be read; what can be read may still be illegal.
"""
