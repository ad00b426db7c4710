"""Whole records: replay them, referee them."""

from collections.abc import Mapping
from typing import Any

from .faults import Fault, Illegal
from .position import Position


def replay(record: Mapping[str, Any]) -> Position:
    """Return the position that a record leads to, its result not looked at; or raise `Fault`."""
    try:
        position = Position(record)
    except Illegal as no:
        raise Fault(None, None, no.reason, no.rule) from None
    events = record.get("events")
    if not isinstance(events, list):
        raise Fault(None, None, "events are a list", "notation")
    for index, event in enumerate(events):
        try:
            position.apply(event)
        except Illegal as no:
            raise Fault(index, str(event), no.reason, no.rule) from None
    return position


def check(record: Mapping[str, Any]) -> Fault | None:
    """Referee a record: the first fault in it, or None."""
    try:
        position = replay(record)
    except Fault as fault:
        return fault
    if "result" not in record:
        return None
    expected = position.result()
    if expected is None:
        return Fault(None, None, "a result, but the round is not finished", "R11.1")
    told = record["result"]
    if not isinstance(told, Mapping) or set(told) != set(expected):
        return Fault(None, None, f"the keys of a result are {' '.join(expected)}", "R11")
    for key, value in expected.items():
        if told[key] != value:
            return Fault(None, None, f"{key} {told[key]}, should be {value}", "R11")
    return None
