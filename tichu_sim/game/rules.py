"""Options and presets of the games (RULES.md, sections A and B)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tichu_sim.errors import InputError
from tichu_sim.jit import Record

RULES = np.dtype(
    [
        ("great_grand", np.int64),
        ("grand_tichu", np.int64),
        ("one_call_per_team", np.int64),
        ("wish_bomb_escape", np.int64),
        ("dragon_last_kept", np.int64),
        ("tie_is_draw", np.int64),
        ("double_victory", np.int64),
        ("target", np.int64),
        ("rounds", np.int64),
    ],
    align=True,
)
"""What compiled code knows of the rules; `Rules.record` fills it."""


@dataclass(frozen=True)
class Option:
    """One option of the rules.

    Attributes
    ----------
    name : str
    values : tuple
        The permitted values; empty where any whole number from `least` on is.
    default : bool, int or str
    what : str
        One line for the user, with the rule or ambiguity it belongs to.
    least : int
    """

    name: str
    values: tuple[bool | int | str, ...]
    default: bool | int | str
    what: str
    least: int = 0

    def parse(self, value: object) -> bool | int | str:
        """Return a given value (or its text) as one of the permitted ones.

        Raises
        ------
        InputError
            If it is none of them; the message lists them.
        """
        text = str(value).lower()
        for known in self.values:
            if text == str(known).lower():
                return known
        if not self.values:
            try:
                number = int(text)
            except ValueError:
                number = self.least - 1
            if number >= self.least:
                return number
            raise InputError(
                f"option {self.name}: {value!r} is no whole number from {self.least} on"
            )
        listed = ", ".join(str(known).lower() for known in self.values)
        raise InputError(f"option {self.name}: {value!r} is none of {listed}")


OPTIONS = (
    Option("great_grand", (False, True), False, "bet of 400 before any card is dealt (R2.3)"),
    Option("grand_tichu", (True, False), True, "bet of 200 on the first eight cards (R2.4)"),
    Option("double_victory", (200, 100), 200, "points of a double victory (R11.5, A20)"),
    Option("target", (), 1000, "a game ends when a team has this many points (R12.1)", least=1),
    Option("rounds", (), 0, "a game has exactly this many rounds; 0: play to target (R12.3)"),
    Option("tie", ("continue", "draw"), "continue", "equal totals at the target (R12.2, A21)"),
    Option(
        "calls_per_team", ("unlimited", "one"), "unlimited", "calls a team may make (R2.7, A02)"
    ),
    Option(
        "wish_bomb_escape",
        ("follow", "off", "follow_and_lead"),
        "follow",
        "when a bomb may be played instead of the wished rank (R7.8, A17)",
    ),
    Option(
        "dragon_last_kept",
        (False, True),
        False,
        "a Dragon that ends the round keeps its trick (R10.5, A19)",
    ),
)
_BY_NAME = {option.name: option for option in OPTIONS}
_ESCAPES = {"off": 0, "follow": 1, "follow_and_lead": 2}

PRESETS: Mapping[str, Mapping[str, bool | int | str]] = {
    "standard": {},
    "great_grand": {"great_grand": True},
    "wikipedia": {"great_grand": True, "double_victory": 100},
    "bga": {"double_victory": 200},
    "bsw": {"wish_bomb_escape": "follow"},
}


@dataclass(frozen=True)
class Rules:
    """A game: a preset, and the options that differ from its settings.

    Attributes
    ----------
    preset : str
    changed : dict
        Options given on top of the preset, validated.

    Examples
    --------
    >>> rules = make_rules("standard", {"double_victory": "100"})
    >>> rules["double_victory"], rules["target"]
    (100, 1000)
    >>> rules.written()
    {'preset': 'standard', 'double_victory': 100}
    """

    preset: str = "standard"
    changed: Mapping[str, bool | int | str] = field(default_factory=dict)

    seats = 4
    teams = 2

    def __getitem__(self, name: str) -> bool | int | str:
        """Return the value of an option."""
        return {**PRESETS[self.preset], **self.changed}.get(name, _BY_NAME[name].default)

    def number(self, name: str) -> int:
        """Return the value of an option that is a number or a switch."""
        return int(self[name])

    def written(self) -> str | dict[str, Any]:
        """Return the rules as a round record names them (RECORDS.md)."""
        return {"preset": self.preset, **self.changed} if self.changed else self.preset

    def record(self) -> Record:
        """Return the rules for compiled code, one element of dtype `RULES`."""
        record = np.zeros(1, RULES)[0]
        for name in ("great_grand", "grand_tichu", "dragon_last_kept"):
            record[name] = self.number(name)
        record["one_call_per_team"] = self["calls_per_team"] == "one"
        record["wish_bomb_escape"] = _ESCAPES[str(self["wish_bomb_escape"])]
        record["tie_is_draw"] = self["tie"] == "draw"
        for name in ("double_victory", "target", "rounds"):
            record[name] = self.number(name)
        return record


def make_rules(preset: str = "standard", options: Mapping[str, object] | None = None) -> Rules:
    """Return checked rules.

    Parameters
    ----------
    preset : str
        A name from `PRESETS`.
    options : mapping, optional
        Options by name, values as such or as text.

    Raises
    ------
    InputError
        For an unknown preset, option or value; the message lists what there is.
    """
    if preset not in PRESETS:
        raise InputError(f"no such rules: {preset!r} (there are {', '.join(PRESETS)})")
    changed: dict[str, bool | int | str] = {}
    for name, value in (options or {}).items():
        if name not in _BY_NAME:
            raise InputError(
                f"rules {preset} have no option {name!r} (there are {', '.join(_BY_NAME)})"
            )
        changed[name] = _BY_NAME[name].parse(value)
    return Rules(preset, changed)
