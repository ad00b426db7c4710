"""Round records: one round, one JSON object, one line (RECORDS.md)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tichu_sim.bits import count
from tichu_sim.errors import InputError
from tichu_sim.game.cards import cards_text, parse_token
from tichu_sim.game.deal import FIRST_CARDS, HAND_CARDS
from tichu_sim.game.events import NOTATION, FaultError, quoted
from tichu_sim.game.rules import Rules, make_rules
from tichu_sim.jit import Mask, u64

VERSION = 1
_BAR = "|"


@dataclass(frozen=True)
class Deal:
    """The cards as dealt, a mask a seat.

    Attributes
    ----------
    first : tuple of Mask
        Before the Grand Tichu window.
    dealt : tuple of Mask
        All of them; equal to `first` while that window is open.
    complete : bool
        False while the Grand Tichu window is open.
    """

    first: tuple[Mask, ...]
    dealt: tuple[Mask, ...]
    complete: bool = True

    def written(self) -> list[str]:
        """Return one text a seat, a bar where the window was.

        Examples
        --------
        >>> parse_deal(["2j 3j 4j 5j 6j 7j 8j 9j", "2s 3s 4s 5s 6s 7s 8s 9s",
        ...     "2p 3p 4p 5p 6p 7p 8p 9p", "2t 3t 4t 5t 6t 7t 8t Ph"], Rules()).written()[3]
        '2t 3t 4t 5t 6t 7t 8t Ph'
        """
        bar = f" {_BAR} "
        return [
            bar.join(cards_text(part) for part in (first, dealt ^ first) if part)
            for first, dealt in zip(self.first, self.dealt, strict=True)
        ]


@dataclass(frozen=True)
class Result:
    """What a finished round came to.

    Attributes
    ----------
    finish : tuple of int
        Seats in the order of going out, the last ones included.
    cards, calls, score : tuple of int
        Card points, announcement points and their sum, per team.
    """

    finish: tuple[int, ...]
    cards: tuple[int, ...]
    calls: tuple[int, ...]
    score: tuple[int, ...]

    def written(self) -> dict[str, list[int]]:
        """Return the four lists by their keys."""
        return {
            "finish": list(self.finish),
            "cards": list(self.cards),
            "calls": list(self.calls),
            "score": list(self.score),
        }


@dataclass(frozen=True)
class RoundRecord:
    """A round, or a position within one.

    Attributes
    ----------
    rules : Rules
    deal : Deal
    events : tuple
        As they stand in the record; `events.parse_event` takes one apart.
    result : Result or None
    dealer : int
        The seat that is asked first in a window of announcements.
    players : tuple of str
        A name a seat, or empty.
    seed : int, str or None
    round : int or None
    """

    rules: Rules
    deal: Deal
    events: tuple[object, ...] = ()
    result: Result | None = None
    dealer: int = 0
    players: tuple[str, ...] = ()
    seed: int | str | None = None
    round: int | None = None

    def written(self) -> dict[str, Any]:
        """Return the record as a JSON object, its optional keys only where they say something."""
        written: dict[str, Any] = {"tichu": VERSION, "rules": self.rules.written()}
        if self.players:
            written["players"] = list(self.players)
        for name, number in (("seed", self.seed), ("round", self.round)):
            if number is not None:
                written[name] = number
        if self.dealer:
            written["dealer"] = self.dealer
        written |= {"deal": self.deal.written(), "events": list(self.events)}
        if self.result is not None:
            written["result"] = self.result.written()
        return written

    def line(self) -> str:
        """Return the record as one line of JSON, without the line end."""
        return json.dumps(self.written())


def parse_line(line: str | bytes) -> dict[str, Any]:
    """Return the JSON object in a line.

    Raises
    ------
    InputError
        If there is none.

    Examples
    --------
    >>> parse_line('{"tichu": 1}')
    {'tichu': 1}
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(f"no JSON: {quoted(_as_text(line))}") from None
    if not isinstance(found, dict):
        raise InputError(f"a record is a JSON object, not {quoted(_as_text(line))}")
    return found


def _as_text(line: str | bytes) -> str:
    text = line if isinstance(line, str) else line.decode(errors="replace")
    return text.strip()


def parse_deal(texts: object, rules: Rules) -> Deal:
    """Return the deal that a record's texts describe.

    Raises
    ------
    FaultError
        For unknown cards, wrong numbers of cards, and cards that are dealt twice.
    """
    if not isinstance(texts, list) or len(texts) != rules.seats:
        raise FaultError(NOTATION, f"deal: not a list of {rules.seats} texts, one a seat")
    hands = [_hand(seat, text, rules) for seat, text in enumerate(texts)]
    seen = 0
    for seat, (_, dealt) in enumerate(hands):
        if seen & dealt:
            twice = cards_text(seen & dealt)
            raise FaultError("R1.1", f"deal: seat {seat} has {twice}, dealt to an earlier seat too")
        seen |= dealt
    full = [count(u64(dealt)) == HAND_CARDS for _, dealt in hands]
    if any(full) and not all(full):
        raise FaultError(
            "R2.4", f"deal: either every seat has {FIRST_CARDS} cards or every seat {HAND_CARDS}"
        )
    return Deal(tuple(first for first, _ in hands), tuple(dealt for _, dealt in hands), all(full))


def _hand(seat: int, text: object, rules: Rules) -> tuple[Mask, Mask]:
    if not isinstance(text, str):
        raise FaultError(NOTATION, f"deal: seat {seat} has {quoted(text)}, not a text of cards")
    parts = [part.split() for part in text.split(_BAR)]
    sizes = [len(part) for part in parts]
    permitted = [[FIRST_CARDS], [FIRST_CARDS, HAND_CARDS - FIRST_CARDS]]
    if not rules.number("grand_tichu"):
        permitted.append([HAND_CARDS])
    if sizes not in permitted:
        raise FaultError(
            "R2.2",
            f"deal: seat {seat} has {f' {_BAR} '.join(map(str, sizes))} cards, "
            f"not {FIRST_CARDS} {_BAR} {HAND_CARDS - FIRST_CARDS} (or {FIRST_CARDS} so far)",
        )
    dealt = 0
    masks = []
    for part in parts:
        mask = 0
        for token in part:
            try:
                card = int(parse_token(token))
            except InputError as error:
                raise FaultError(NOTATION, f"deal: seat {seat}: {error}") from None
            if card & (mask | dealt):
                raise FaultError("R1.1", f"deal: seat {seat} has {token} twice")
            mask |= card
        masks.append(mask)
        dealt |= mask
    return masks[0], dealt


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _numbers(key: str, values: object, n: int) -> tuple[int, ...]:
    if not isinstance(values, list) or len(values) != n or not all(map(_is_whole, values)):
        raise FaultError(
            NOTATION, f"result: {key} is {quoted(values)}, not a list of {n} whole numbers"
        )
    return tuple(values)


def parse_result(found: object, rules: Rules) -> Result:
    """Return the result that a record states.

    Raises
    ------
    FaultError
        If one of the four lists is missing or malformed.
    """
    if not isinstance(found, dict):
        raise FaultError(NOTATION, f"result: {quoted(found)} is no JSON object")
    finish = _numbers("finish", found.get("finish"), rules.seats)
    cards, calls, score = (
        _numbers(key, found.get(key), rules.teams) for key in ("cards", "calls", "score")
    )
    return Result(finish, cards, calls, score)


def _rules(found: object) -> Rules:
    try:
        if isinstance(found, str):
            return make_rules(found)
        if isinstance(found, dict) and isinstance(found.get("preset"), str):
            options = {name: value for name, value in found.items() if name != "preset"}
            return make_rules(found["preset"], options)
    except InputError as error:
        raise FaultError(NOTATION, str(error)) from None
    raise FaultError(
        NOTATION,
        f"rules: {quoted(found)} is neither a preset's name nor an object with a 'preset'",
    )


def _optional_number(found: Mapping[str, Any], key: str) -> int | None:
    value = found.get(key)
    if value is not None and not _is_whole(value):
        raise FaultError(NOTATION, f"{key}: {quoted(value)} is no whole number")
    return value


def _players(found: object, seats: int) -> tuple[str, ...]:
    if found is None:
        return ()
    texts = isinstance(found, list) and all(isinstance(name, str) for name in found)
    if not isinstance(found, list) or not texts or len(found) != seats:
        raise FaultError(NOTATION, f"players: {quoted(found)} is no list of {seats} names")
    return tuple(found)


def _events(found: object) -> tuple[object, ...]:
    if not isinstance(found, Sequence) or isinstance(found, str):
        raise FaultError(NOTATION, f"events: {quoted(found)} is no list of texts")
    return tuple(found)


def read_record(found: Mapping[str, Any]) -> RoundRecord:
    """Return the record in a JSON object; its events are not yet looked at.

    Keys that the notation does not know are passed over.

    Parameters
    ----------
    found : mapping
        See `parse_line`.

    Raises
    ------
    FaultError
        For whatever is malformed around the events.
    """
    if found.get("tichu") != VERSION or isinstance(found["tichu"], bool):
        raise FaultError(
            NOTATION,
            f"tichu: {quoted(found.get('tichu'))} is no version that can be read ({VERSION})",
        )
    rules = _rules(found.get("rules"))
    dealer = _optional_number(found, "dealer") or 0
    if not 0 <= dealer < rules.seats:
        raise FaultError(NOTATION, f"dealer: no such seat: {dealer} (0 to {rules.seats - 1})")
    seed = found.get("seed")
    if not isinstance(seed, str):
        seed = _optional_number(found, "seed")
    result = found.get("result")
    return RoundRecord(
        rules=rules,
        deal=parse_deal(found.get("deal"), rules),
        events=_events(found.get("events")),
        result=None if result is None else parse_result(result, rules),
        dealer=dealer,
        players=_players(found.get("players"), rules.seats),
        seed=seed,
        round=_optional_number(found, "round"),
    )
