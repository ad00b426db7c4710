"""The judge of a round record: the first thing that is wrong with it, and what would be right."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tichu_sim.errors import InputError
from tichu_sim.game.cards import rank_text
from tichu_sim.game.choices import Choices
from tichu_sim.game.events import (
    FIRST,
    GIVE,
    PLAY,
    PUSH,
    SIDES,
    SILENT,
    STACK,
    VERBS,
    Event,
    FaultError,
    event_text,
    parse_event,
    quoted,
)
from tichu_sim.game.faults import FAULTS
from tichu_sim.game.games import T52, THREECHU, TIENTSIN, TWO_TEA, TWO_WUERZBURG
from tichu_sim.game.legal import LEGAL, PASS_ON_WISH, WISH_IGNORED
from tichu_sim.game.opening import NO_GRAND_HERE, PLAYING
from tichu_sim.game.position import Position, start
from tichu_sim.game.record import RoundRecord, read_record
from tichu_sim.game.rules import Rules
from tichu_sim.game.state import receivers_of
from tichu_sim.game.view import DOUBLE_VICTORY
from tichu_sim.game.walk import NOT_FIRST_LEADER, NOT_LEADER, NOT_ON_TURN

_MOST_LISTED = 8


@dataclass(frozen=True)
class Fault:
    """What is wrong with a record.

    Attributes
    ----------
    event : int or None
        Number of the first illegal event, counted from 0; one past the last where an event is
        missing. None where no event is at fault: the deal, the result, the notation around.
    text : str
        That event, quoted; empty for none.
    rule : str
        Number of the rule that is broken, or ``notation``.
    what : str
        What is wrong.
    legal : tuple of str
        What would have been legal, the beginning of a longer list.
    more : int
        How many legal events are not in `legal`.
    """

    event: int | None
    text: str
    rule: str
    what: str
    legal: tuple[str, ...] = ()
    more: int = 0

    def line(self) -> str:
        """Return the fault as one line.

        Examples
        --------
        >>> Fault(10, '"0 pass"', "R6.2", "the leader must play", ("0 play 8j", "0 play 9s")).line()
        'event 10 "0 pass": R6.2: the leader must play; legal: 0 play 8j, 0 play 9s'
        """
        where = ""
        if self.event is not None:
            where = f"event {self.event} {self.text or '(missing)'}: "
        more = f", and {self.more} more" if self.more else ""
        legal = f"; legal: {', '.join(self.legal)}{more}" if self.legal else ""
        return f"{where}{self.rule}: {self.what}{legal}"


def choice_texts(choices: Choices, rules: Rules) -> list[str]:
    """Return all that may be done as events with their seats: a pass, gifts, plays, others' bombs.

    Parameters
    ----------
    choices : Choices
    rules : Rules
    """
    seat = choices.seat
    texts = [f"{seat} pass"] if choices.may_pass else []
    texts += [f"{seat} gift {target}" for target in choices.gifts]
    texts += [event_text(play, rules) for play in choices.plays]
    for bombs in choices.bombs.values():
        texts += [event_text(bomb, rules) for bomb in bombs]
    return texts


def _legal_texts(position: Position) -> list[str]:
    stage, rules = position.stage[0], position.rules
    if stage["phase"] == PLAYING:
        return choice_texts(position.choices(), rules)
    seats = range(rules.seats)
    texts = [f"{seat} {call}" for seat in seats for call in position.may_call(seat)]
    if not stage["complete"]:
        silent = (seat for seat in seats if not stage["silent"] >> seat & 1)
        return texts + [f"{seat} {VERBS[SILENT]}" for seat in silent if position.may_call(seat)]
    return texts + [exchange_words(position, seat) for seat in seats if position.exchanges(seat)]


def exchange_words(position: Position, seat: int) -> str:
    """Return what a seat has to do in the exchange, in words."""
    rules, step = position.rules, position.exchange_step
    if step == GIVE:
        n = len(receivers_of(rules, seat))
        return f"{seat} {VERBS[GIVE]} and {n} of its {'dealt ' if n > 1 else ''}cards"
    if step == FIRST:
        return f"{seat} {VERBS[FIRST]} and all cards of one of its hands"
    if step == STACK:
        side = SIDES[position.stack_side]
        return f"{seat} {VERBS[STACK]} {side} and one of its cards"
    verb, target, n = position.push_of(seat)
    best = "best cards" if verb == PUSH else "cards of its choice"
    return f"{seat} {VERBS[verb]} {n} {best} to {target}"


def _described(index: int, written: object, rule: str, what: str, position: Position) -> Fault:
    legal = _legal_texts(position)
    text = quoted(written) if written is not None else ""
    shown = tuple(legal[:_MOST_LISTED])
    return Fault(index, text, rule, what, shown, len(legal) - len(shown))


_IN_OTHER_GAMES = {
    (NOT_FIRST_LEADER, TWO_TEA): ("R18.3", "the first lead is for the dealer's opponent"),
    (NOT_FIRST_LEADER, TWO_WUERZBURG): (
        "R18.14",
        "the first lead is for the owner of the Mah Jong, with his first hand",
    ),
    (NO_GRAND_HERE, TWO_WUERZBURG): (
        "R18.13",
        "a player announces with the seat of his first hand",
    ),
    (NO_GRAND_HERE, THREECHU): ("R14.3", "the dealer's side makes no Grand Tichu"),
}
"""Rule and words for a fault where they are not those of `FAULTS`."""


def _words(rules: Rules, code: int) -> tuple[str, str]:
    if code == NOT_FIRST_LEADER and rules["t52_roles"] == "none":
        return "R17.3", "the first lead is for the holder of 2c"
    return _IN_OTHER_GAMES.get((code, rules.game.number), FAULTS[code])


def _reason(position: Position, event: Event, code: int) -> tuple[str, str]:
    # The rule and the words for a fault, with the names of those it depends on.
    rule, what = _words(position.rules, code)
    public = position.public[0]
    if code in (NOT_FIRST_LEADER, NOT_LEADER, NOT_ON_TURN):
        what = f"{what}, seat {public['turn']}"
        if event.verb == PLAY and code != NOT_FIRST_LEADER:
            what += "; out of turn only a bomb, written 'bomb', is possible (R5.5)"
    if code == WISH_IGNORED and (public["waiting"] or not public["top_kind"]):
        rule = "R7.7"
    if code in (WISH_IGNORED, PASS_ON_WISH):
        what = what.replace("wished rank", f"wished rank {rank_text(int(public['wish']))}")
    return rule, what


def _points_rule(position: Position) -> str:
    won = int(position.public[0]["over"] == DOUBLE_VICTORY)
    known = {TIENTSIN: ("R15.9", "R15.8"), T52: ("R17.8", "R17.8"), TWO_TEA: ("R18.6", "R18.6")}
    return known.get(position.rules.game.number, ("R11.4", "R11.5"))[won]


def _result_fault(record: RoundRecord, position: Position) -> Fault | None:
    if record.result is None:
        return None
    if not position.finished:
        what = "the record has a result, but the round is not over"
        return _described(len(record.events), None, "R11.1", what, position)
    cards = _points_rule(position)
    rules = {"finish": "R6.8", "cards": cards, "calls": "R11.6", "score": "R11.7"}
    right, stated = position.result().written(), record.result.written()
    wrong = [key for key in right if stated[key] != right[key]]
    if not wrong:
        return None
    words = (f"{key} {stated[key]}, should be {right[key]}" for key in wrong)
    return Fault(None, "", rules[wrong[0]], f"result: {', '.join(words)}")


def judge(record: RoundRecord) -> tuple[Position, Fault | None]:
    """Replay a record.

    Returns
    -------
    position : Position
        Where the record ends, or stands before its first illegal event.
    fault : Fault or None
    """
    position = start(record)
    events: list[Event] = []
    malformed: FaultError | None = None
    for written in record.events:
        try:
            events.append(parse_event(written, record.rules))
        except FaultError as error:
            malformed = error
            break
    index, code = position.walk(events)
    if code != LEGAL:
        # The state is spoiled by the illegal event: once more up to it.
        position = start(record)
        position.walk(events[:index])
        rule, what = _reason(position, events[index], code)
        return position, _described(index, record.events[index], rule, what, position)
    if malformed is not None:
        written = record.events[index]
        return position, _described(index, written, malformed.rule, str(malformed), position)
    return position, _result_fault(record, position)


def find_fault(found: Mapping[str, Any]) -> Fault | None:
    """Return what is wrong with a record, None for a record without fault.

    Parameters
    ----------
    found : mapping
        The JSON object, see `record.parse_line`.

    Examples
    --------
    >>> find_fault({"tichu": 1, "rules": "standard", "deal": [], "events": []}).line()
    'notation: deal: not a list of 4 texts, one a seat'
    """
    try:
        record = read_record(found)
    except FaultError as error:
        return Fault(None, "", error.rule, str(error))
    return judge(record)[1]


def replay(record: RoundRecord) -> Position:
    """Return the position at the end of a record.

    Raises
    ------
    InputError
        If the record has a fault; the message is that of `Fault.line`.
    """
    position, fault = judge(record)
    if fault is not None:
        raise InputError(fault.line())
    return position
