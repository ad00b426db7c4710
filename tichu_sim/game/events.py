"""The events of a round record as text and taken apart (RECORDS.md)."""

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tichu_sim.errors import InputError
from tichu_sim.game.cards import N_CARDS, cards_text, parse_rank, parse_token, rank_text
from tichu_sim.game.games import GRAND_SEIGNEUR, TIENTSIN, TWO_TEA, TWO_WUERZBURG
from tichu_sim.game.readings import highest_of
from tichu_sim.game.rules import Rules
from tichu_sim.game.state import STACKS, has_two_packs, receivers_of
from tichu_sim.game.view import NO_SEAT
from tichu_sim.jit import Mask

VERBS = (
    "greatgrand",
    "grand",
    "silent",
    "tichu",
    "give",
    "play",
    "pass",
    "bomb",
    "gift",
    "stack",
    "first",
    "push",
    "return",
)
(
    GREAT_GRAND_CALL,
    GRAND_CALL,
    SILENT,
    TICHU_CALL,
    GIVE,
    PLAY,
    PASS_TURN,
    BOMB,
    GIFT,
    STACK,
    FIRST,
    PUSH,
    RETURN,
) = range(13)
"""Codes of the verbs: places in `VERBS`."""

SIDES = ("right", "left")
"""The stacks of a player of `two_tea`, in the order of `state.STACKS`."""

_ALONE = (GREAT_GRAND_CALL, GRAND_CALL, SILENT, TICHU_CALL, PASS_TURN)
_PLAYED = (PLAY, PASS_TURN, BOMB)
_TEAM_GAME = (GREAT_GRAND_CALL, GRAND_CALL, SILENT, TICHU_CALL, GIVE, *_PLAYED, GIFT)
_VERBS_OF = {
    TWO_TEA: (GRAND_CALL, SILENT, TICHU_CALL, GIVE, STACK, *_PLAYED),
    TWO_WUERZBURG: (GRAND_CALL, SILENT, TICHU_CALL, FIRST, GIVE, *_PLAYED, GIFT),
    GRAND_SEIGNEUR: (PUSH, RETURN, *_PLAYED),
}
_LONGEST_QUOTE = 60
_SAYINGS = ("as", "wish", "to")

NOTATION = "notation"
"""Stands for a rule number where it is the notation that is broken."""

STANDARD_RULES = Rules()


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
        What is given, played or thrown as a bomb; with two packs see `cards.cards_text`.
    given : tuple of Mask
        For `GIVE`: the card for seat + 1, seat + 2, ...; 0 for a seat that gets none.
    phoenix : int
        Rank the Phoenix stands for; 0 where it is not in the play, alone, or (in a text that was
        read) not written. With two of them the higher rank.
    wish : int
        Rank named with the Mah Jong, 0 for none.
    target : int
        Receiver of a gift, a push, a return or the Dog's lead; the stack's place among `STACKS`;
        else `NO_SEAT`.
    phoenix_2 : int
        Rank of a second Phoenix.
    """

    seat: int
    verb: int
    cards: Mask = 0
    given: tuple[Mask, ...] = ()
    phoenix: int = 0
    wish: int = 0
    target: int = NO_SEAT
    phoenix_2: int = 0


def verbs_of(rules: Rules) -> tuple[str, ...]:
    """Return the words that a game's events may have."""
    return tuple(VERBS[verb] for verb in _VERBS_OF.get(rules.game.number, _TEAM_GAME))


def quoted(text: object) -> str:
    """Return what somebody wrote in one printable, not too long line."""
    shown = json.dumps(text) if isinstance(text, str) else repr(text)
    return shown if len(shown) <= _LONGEST_QUOTE else shown[: _LONGEST_QUOTE - 3] + "..."


def add_card(cards: Mask, card: Mask, two_packs: bool) -> Mask:
    """Return a set with one card more; 0 if it has been there as often as a card can."""
    if not cards & card:
        return cards | card
    if two_packs and not cards & card << N_CARDS:
        return cards | card << N_CARDS
    return 0


def _seat(word: str, rules: Rules) -> int:
    if word not in [str(seat) for seat in range(rules.seats)]:
        raise FaultError(NOTATION, f"no such seat: {quoted(word)} (0 to {rules.seats - 1})")
    return int(word)


def _card(word: str, rules: Rules) -> Mask:
    try:
        return int(parse_token(word, rules.tokens))
    except InputError as error:
        raise FaultError(NOTATION, str(error)) from None


def _cards(words: Sequence[str], rules: Rules) -> Mask:
    if not words:
        raise FaultError(NOTATION, "the cards are missing")
    cards = 0
    for word in words:
        more = add_card(cards, _card(word, rules), has_two_packs(rules))
        if not more:
            often = "three times" if has_two_packs(rules) else "twice"
            raise FaultError("R1.1", f"card named {often}: {word}")
        cards = more
    return cards


def _rank(word: str, value: str, rules: Rules) -> int:
    try:
        return parse_rank(value, rules.highest)
    except InputError as error:
        raise FaultError(NOTATION, f"after {word!r}: {error}") from None


def _sayings(words: list[str], rules: Rules) -> dict[str, list[str]]:
    # What is said along with a play, each at most once and in this order: as, wish, to.
    known = _SAYINGS if rules.game.number == TIENTSIN else _SAYINGS[:2]
    found: dict[str, list[str]] = {}
    for word in words:
        if word in known and word not in found and not any(k in found for k in _after(word)):
            found[word] = []
        elif found and len(found[list(found)[-1]]) < _most(list(found)[-1], rules):
            found[list(found)[-1]].append(word)
        else:
            listed = "cards, then 'as R', then 'wish R'"
            raise FaultError(NOTATION, f"unknown word {quoted(word)} ({listed})")
    return found


def _after(word: str) -> tuple[str, ...]:
    return _SAYINGS[_SAYINGS.index(word) + 1 :]


def _most(word: str, rules: Rules) -> int:
    return 2 if word == "as" and has_two_packs(rules) else 1


def _play(seat: int, words: list[str], rules: Rules) -> Event:
    end = next((i for i, word in enumerate(words) if word in _SAYINGS), len(words))
    cards = _cards(words[:end], rules)
    said = _sayings(words[end:], rules)
    for word, values in said.items():
        if not values:
            raise FaultError(NOTATION, f"after {word!r}: nothing")
    ranks = [_rank("as", value, rules) for value in said.get("as", [])]
    wishes = [_rank("wish", value, rules) for value in said.get("wish", [])]
    targets = [_seat(value, rules) for value in said.get("to", [])]
    return Event(
        seat,
        PLAY,
        cards,
        phoenix=max(ranks, default=0),
        wish=wishes[0] if wishes else 0,
        target=targets[0] if targets else NO_SEAT,
        phoenix_2=min(ranks) if len(ranks) > 1 else 0,
    )


def _give(seat: int, words: list[str], rules: Rules) -> Event:
    cards = _cards(words, rules)
    receivers = receivers_of(rules, seat)
    if len(words) != len(receivers):
        others = "one for each other seat" if len(receivers) == rules.seats - 1 else "one each"
        named = f"{others}, {len(receivers)} in all"
        raise FaultError(
            "R3.1",
            f"{len(words)} cards given: {named}" if receivers else "this seat gives no card",
        )
    given = dict(zip(receivers, (_card(word, rules) for word in words), strict=True))
    return Event(seat, GIVE, cards, tuple(given.get(k, 0) for k in range(1, rules.seats)))


def _stack(seat: int, words: list[str], rules: Rules) -> Event:
    if len(words) != 2 or words[0] not in SIDES:
        raise FaultError(NOTATION, "a stack is 'right' or 'left', and one card goes beneath it")
    return Event(seat, STACK, _card(words[1], rules), target=STACKS[SIDES.index(words[0])])


def _push(seat: int, verb: int, words: list[str], rules: Rules) -> Event:
    if len(words) < 3 or words[-2] != "to":
        raise FaultError(NOTATION, f"{VERBS[verb]}: cards, then 'to' and a seat")
    return Event(seat, verb, _cards(words[:-2], rules), target=_seat(words[-1], rules))


def _gift(seat: int, words: list[str], rules: Rules) -> Event:
    if len(words) != 1:
        raise FaultError(NOTATION, "a gift names one seat that receives it")
    return Event(seat, GIFT, target=_seat(words[0], rules))


_READERS: dict[int, Callable[[int, list[str], Rules], Event]] = {
    PLAY: _play,
    GIVE: _give,
    STACK: _stack,
    GIFT: _gift,
    BOMB: lambda seat, words, rules: Event(seat, BOMB, _cards(words, rules)),
    FIRST: lambda seat, words, rules: Event(seat, FIRST, _cards(words, rules)),
    PUSH: lambda seat, words, rules: _push(seat, PUSH, words, rules),
    RETURN: lambda seat, words, rules: _push(seat, RETURN, words, rules),
}


def parse_event(text: object, rules: Rules = STANDARD_RULES) -> Event:
    """Take an event apart.

    Parameters
    ----------
    text : object
        What stands in the record; anything but a text in the notation is refused.
    rules : Rules

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
    return _parse(text if isinstance(text, str) else "", rules)


@lru_cache(maxsize=8192)
def _parse(text: str, rules: Rules) -> Event:
    words = text.split()
    if len(words) < 2:
        raise FaultError(NOTATION, "an event is a text: a seat, a verb and what belongs to it")
    seat, word, rest = _seat(words[0], rules), words[1], words[2:]
    known = verbs_of(rules)
    if word not in known:
        raise FaultError(NOTATION, f"unknown word {quoted(word)} ({', '.join(known)})")
    verb = VERBS.index(word)
    if verb in _READERS:
        return _READERS[verb](seat, rest, rules)
    if rest:
        raise FaultError(NOTATION, f"unknown word {quoted(rest[0])}: nothing follows {word!r}")
    return Event(seat, verb)


@lru_cache(maxsize=4096)
def _play_words(cards: Mask, phoenix: int, phoenix_2: int, rules: Rules) -> str:
    text = cards_text(cards, rules.tokens)
    if not phoenix or (phoenix, phoenix_2) == highest_of(cards, rules):
        return text
    second = f" {rank_text(phoenix_2)}" if phoenix_2 else ""
    return f"{text} as {rank_text(phoenix)}{second}"


def event_text(event: Event, rules: Rules = STANDARD_RULES) -> str:
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
        cards = (cards_text(card, rules.tokens) for card in event.given if card)
        return " ".join([head, *cards])
    if event.verb == STACK:
        side = SIDES[STACKS.index(event.target)]
        return f"{head} {side} {cards_text(event.cards, rules.tokens)}"
    words = [head, _play_words(int(event.cards), event.phoenix, event.phoenix_2, rules)]
    if event.wish:
        words.append(f"wish {rank_text(event.wish)}")
    if event.target != NO_SEAT:
        words.append(f"to {event.target}")
    return " ".join(words)


def event_words(event: Event, rules: Rules = STANDARD_RULES) -> str:
    """Return an event as `event_text` does, without its seat.

    Examples
    --------
    >>> event_words(parse_event("2 play 3j 4s 5p 6t Ph as 2"))
    'play 3j 4s 5p 6t Ph as 2'
    """
    return event_text(event, rules).split(maxsplit=1)[1]
