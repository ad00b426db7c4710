"""Options and presets of the games (RULES.md, sections A and B)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import Any

from tichu_sim.errors import InputError
from tichu_sim.game.cards import ACE, TOKENS, Tokens, ace_tokens
from tichu_sim.game.games import (
    GAME_OF,
    GAMES,
    GRAND_SEIGNEUR,
    PRESETS,
    T52,
    THREECHU,
    TOURNAMENT,
    TWO_TEA,
    TWO_WUERZBURG,
    Game,
    Setting,
)

_LONGEST_QUOTE = 40


def setting_text(value: Setting) -> str:
    """Return the value of an option as the user writes it.

    Examples
    --------
    >>> setting_text(True), setting_text(200), setting_text("SDCH")
    ('true', '200', 'SDCH')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Option:
    """One option of the rules.

    Attributes
    ----------
    name : str
    values : tuple
        The permitted values; empty where whole numbers are.
    default : bool, int or str
    what : str
        One line for the user, with the rule or ambiguity it belongs to.
    least, most : int
        The smallest and the largest whole number, where there are no `values`.
    listed : str
        How the values are listed where they are too many.
    """

    name: str
    values: tuple[Setting, ...]
    default: Setting
    what: str
    least: int = 0
    most: int = 0
    listed: str = ""

    @property
    def listing(self) -> str:
        """The permitted values in words, the default first."""
        if self.listed:
            return self.listed
        if not self.values:
            return f"a whole number from {self.least} to {self.most}"
        others = (value for value in self.values if value != self.default)
        return ", ".join(map(setting_text, (self.default, *others)))

    def parse(self, value: object) -> Setting:
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
        # Python refuses to read a number of thousands of digits.
        short = len(text) <= _LONGEST_QUOTE
        if not self.values and text.isdecimal() and short and self.least <= int(text) <= self.most:
            return int(text)
        shown = repr(value)
        if len(shown) > _LONGEST_QUOTE:
            shown = f"{shown[:_LONGEST_QUOTE]}..."
        raise InputError(f"option {self.name}: {shown} is not {self._wanted()}")

    def _wanted(self) -> str:
        return f"one of {self.listing}" if self.values else self.listing


MOST_ROUNDS = 1000
"""Rounds of the longest game; one to a target that has not ended by then is given up."""
_MOST_POINTS = 1_000_000_000

OPTIONS = (
    Option("great_grand", (False, True), False, "bet of 400 before any card is dealt (R2.3)"),
    Option("grand_tichu", (True, False), True, "bet of 200 on the first eight cards (R2.4)"),
    Option("double_victory", (200, 100), 200, "points of a double victory (R11.5, A20)"),
    Option(
        "target",
        (),
        1000,
        "a game ends when a team has this many points (R12.1)",
        least=1,
        most=_MOST_POINTS,
    ),
    Option(
        "rounds",
        (),
        0,
        "a game has exactly this many rounds; 0: play to target (R12.3)",
        most=MOST_ROUNDS,
    ),
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
    Option(
        "self_overtake",
        (False, True),
        False,
        "who owns the top combination may beat it when the others have passed (R6.7, A13)",
    ),
    Option("tichujoin", (False, True), False, "the first two players are partners (R12.4)"),
    Option(
        "schedule",
        ("cyclic", "blocks", "random"),
        "cyclic",
        "order of the partners in a tournament (R13.2, A22)",
    ),
    Option(
        "dv_lost_tichu",
        ("any_lost", "net_negative"),
        "any_lost",
        "when a call costs the third victory point of a double victory (R13.7, A23)",
    ),
    Option(
        "threechu_push",
        ("defenders_exchange", "opponents_only"),
        "defenders_exchange",
        "whether the two defenders give each other a card (R14.5, A24)",
    ),
    Option("players", (), 6, "players of Grand Seigneur (R16.1)", least=5, most=12),
    Option(
        "gs_push",
        ("cap3", "scaled"),
        "cap3",
        "cards pushed with seven players or more: 3, 2, 1, or half as many as players (R16.7, A31)",
    ),
    Option("direction", ("ccw", "cw"), "ccw", "order of play by rank (R16.4, A29)"),
    Option(
        "t52_roles",
        (*("".join(suits) for suits in permutations("SDCH")), "none"),
        "SDCH",
        "suits of the aces that are Dragon, Phoenix, Mah Jong, Dog (R17.3, A35)",
        listed="SDCH, another order of these letters, none",
    ),
    Option("two", ("tea", "wuerzburg"), "tea", "which of the two-player games (R18)"),
)
_BY_NAME = {option.name: option for option in OPTIONS}
_THREES = (TOURNAMENT, THREECHU)


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
    changed: Mapping[str, Setting] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Rules with the same preset and changes are the same."""
        return hash((self.preset, tuple(sorted(self.changed.items(), key=str))))

    @cached_property
    def game(self) -> Game:
        """The game that is played."""
        game = GAME_OF[self.preset]
        if "two" in game.options:
            return GAMES[TWO_TEA if self["two"] == "tea" else TWO_WUERZBURG]
        return game

    @property
    def seats(self) -> int:
        """How many seats are dealt to."""
        return self.game.seats or self.number("players")

    @property
    def players(self) -> int:
        """How many decide: one bot each."""
        return self.game.players or self.number("players")

    @property
    def teams(self) -> int:
        """How many teams; as many as chairs where everyone plays alone."""
        return self.game.teams

    @cached_property
    def tokens(self) -> Tokens:
        """Card tokens by bit, "" for a card that is not in the pack."""
        if self.game.number == T52:
            return ace_tokens(str(self["t52_roles"]))
        missing = {GRAND_SEIGNEUR: ("Dg",), TWO_TEA: ("Mj", "Dg")}.get(self.game.number, ())
        return tuple("" if token in missing else token for token in TOKENS)

    @property
    def highest(self) -> int:
        """The highest rank that the Phoenix can stand for and a wish name."""
        return max(rank for rank in range(2, ACE + 1) if self.tokens[4 * (rank - 1)])

    @property
    def has_points(self) -> bool:
        """Whether a round is scored (not so in Grand Seigneur, R16.2)."""
        return self.game.number != GRAND_SEIGNEUR

    def __getitem__(self, name: str) -> Setting:
        """Return the value of an option."""
        return {**PRESETS[self.preset], **self.changed}.get(name, _BY_NAME[name].default)

    def number(self, name: str) -> int:
        """Return the value of an option that is a number or a switch."""
        return int(self[name])

    def written(self) -> str | dict[str, Any]:
        """Return the rules as a round record names them (RECORDS.md)."""
        return {"preset": self.preset, **self.changed} if self.changed else self.preset


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
    changed: dict[str, Setting] = {}
    known = _options_of(preset, (options or {}).get("two"))
    for name, value in (options or {}).items():
        if name not in known:
            raise InputError(
                f"rules {preset} have no option {name!r} (there are {', '.join(known)})"
            )
        changed[name] = _BY_NAME[name].parse(value)
    rules = Rules(preset, changed)
    _check_rounds(rules)
    return rules


def _options_of(preset: str, two: object) -> tuple[str, ...]:
    # The option `two` says which of two games the others belong to.
    known = GAME_OF[preset].options
    if two is not None and "two" in known:
        known = Rules(preset, {"two": _BY_NAME["two"].parse(two)}).game.options
    return known


def _check_rounds(rules: Rules) -> None:
    rounds = rules.number("rounds")
    if rules.game.number in _THREES and (rounds == 0 or rounds % 3):
        raise InputError(f"option rounds: {rounds} is no multiple of 3, and 3 or more")
    if rules.game.number == GRAND_SEIGNEUR and rounds == 0:
        raise InputError("option rounds: 0 is not a whole number from 1 on")
