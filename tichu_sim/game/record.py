"""Round records: one round, one JSON object, one line (RECORDS.md)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tichu_sim.errors import InputError
from tichu_sim.game.cards import cards_text
from tichu_sim.game.dealt import Deal, parse_deal
from tichu_sim.game.events import NOTATION, FaultError, quoted
from tichu_sim.game.games import GRAND_SEIGNEUR, THREECHU
from tichu_sim.game.rules import Rules, make_rules
from tichu_sim.game.seating import wretch_seat
from tichu_sim.game.settings import settings_of

VERSION = 1
_POINTS = ("cards", "calls", "score")


@dataclass(frozen=True)
class Result:
    """What a finished round came to.

    Attributes
    ----------
    finish : tuple of int
        Seats in the order of going out, the last ones included.
    cards, calls, score : tuple of int
        Card points, announcement points and their sum, per team; empty in Grand Seigneur.
    """

    finish: tuple[int, ...]
    cards: tuple[int, ...] = ()
    calls: tuple[int, ...] = ()
    score: tuple[int, ...] = ()

    def written(self) -> dict[str, list[int]]:
        """Return the lists by their keys."""
        written = {"finish": list(self.finish)}
        if self.score:
            written |= {name: list(getattr(self, name)) for name in _POINTS}
        return written


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
    seating : tuple of int
        The number of the player at each seat, where players change seats; or empty.
    seed : int, str or None
    game, round : int or None
        Numbers; in a game whose rounds depend on each other the round's number in it, from 1.
    """

    rules: Rules
    deal: Deal
    events: tuple[object, ...] = ()
    result: Result | None = None
    dealer: int = 0
    players: tuple[str, ...] = ()
    seating: tuple[int, ...] = ()
    seed: int | str | None = None
    game: int | None = None
    round: int | None = None

    def written(self) -> dict[str, Any]:
        """Return the record as a JSON object, its optional keys only where they say something."""
        written: dict[str, Any] = {"tichu": VERSION, "rules": self.rules.written()}
        if self.players:
            written["players"] = list(self.players)
        if self.seating:
            written["seating"] = list(self.seating)
        for name, number in (("seed", self.seed), ("game", self.game), ("round", self.round)):
            if number is not None:
                written[name] = number
        if self.dealer:
            written["dealer"] = self.dealer
        written["deal"] = self.deal.written(self.rules.tokens)
        if self.deal.stacks:
            tokens = self.rules.tokens
            stacks = self.deal.stacks
            written["stacks"] = [
                " ".join(cards_text(card, tokens) for card in stack) for stack in stacks
            ]
        written["events"] = list(self.events)
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
        If one of the lists is missing or malformed.
    """
    if not isinstance(found, dict):
        raise FaultError(NOTATION, f"result: {quoted(found)} is no JSON object")
    finish = _numbers("finish", found.get("finish"), rules.seats)
    if not rules.has_points:
        return Result(finish)
    return Result(finish, *(_numbers(key, found.get(key), rules.teams) for key in _POINTS))


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
    if value is not None and value < 0:
        raise FaultError(NOTATION, f"{key}: {quoted(value)} is below 0")
    return value


def _players(found: object, seats: int) -> tuple[str, ...]:
    if found is None:
        return ()
    texts = isinstance(found, list) and all(isinstance(name, str) for name in found)
    if not isinstance(found, list) or not texts or len(found) != seats:
        raise FaultError(NOTATION, f"players: {quoted(found)} is no list of {seats} names")
    return tuple(found)


def _seating(found: object, rules: Rules) -> tuple[int, ...]:
    if found is None:
        return ()
    if not isinstance(found, list) or len(found) != rules.seats or not all(map(_is_whole, found)):
        raise FaultError(NOTATION, f"seating: {quoted(found)} is no list of {rules.seats} players")
    if set(found) != set(range(rules.players)):
        listed = f"each of the players 0 to {rules.players - 1}"
        raise FaultError(NOTATION, f"seating: {quoted(found)} does not name {listed}")
    return tuple(found)


def _events(found: object) -> tuple[object, ...]:
    if not isinstance(found, Sequence) or isinstance(found, str):
        raise FaultError(NOTATION, f"events: {quoted(found)} is no list of texts")
    return tuple(found)


def _dealer(found: int | None, number: int | None, rules: Rules) -> int:
    # Where seats have a rank, the lowest deals from the second round on (R16.6).
    if rules.game.number == GRAND_SEIGNEUR:
        if number is None or number < 1:
            raise FaultError(NOTATION, "round: Grand Seigneur needs its number in the game, from 1")
        if number > 1:
            wretch = int(wretch_seat(settings_of(rules)))
            if found not in (None, wretch):
                raise FaultError("R16.6", f"dealer: the Wretch deals, seat {wretch}, not {found}")
            return wretch
    if rules.game.number == THREECHU and found:
        raise FaultError("R14.2", f"dealer: the dealer has seat 0, not {found}")
    dealer = found or 0
    if not 0 <= dealer < rules.players:
        raise FaultError(NOTATION, f"dealer: no such seat: {dealer} (0 to {rules.players - 1})")
    return dealer


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
    number = _optional_number(found, "round")
    dealer = _dealer(_optional_number(found, "dealer"), number, rules)
    seed = found.get("seed")
    if not isinstance(seed, str):
        seed = _optional_number(found, "seed")
    result = found.get("result")
    return RoundRecord(
        rules=rules,
        deal=parse_deal(found.get("deal"), rules, dealer, found.get("stacks")),
        events=_events(found.get("events")),
        result=None if result is None else parse_result(result, rules),
        dealer=dealer,
        players=_players(found.get("players"), rules.seats),
        seating=_seating(found.get("seating"), rules),
        seed=seed,
        game=_optional_number(found, "game"),
        round=number,
    )
