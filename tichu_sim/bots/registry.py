"""Bots by name, with their parameters (`greedy:tichu=4.5`, `mybots.py:cautious@file.toml`)."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import numpy as np

from tichu_sim.bots import court_greedy, court_random, greedy, random
from tichu_sim.bots.expert import answers as expert
from tichu_sim.bots.expert import court as expert_court
from tichu_sim.bots.expert.parameters import PARAMETERS as EXPERT_PARAMETERS
from tichu_sim.bots.kinds import BotKind, CompiledBot, answers_of
from tichu_sim.bots.loading import bots_in_file, find_bot
from tichu_sim.bots.parameters import Parameter
from tichu_sim.entries import call_entry
from tichu_sim.errors import InputError
from tichu_sim.game.rules import Rules
from tichu_sim.game.view import MOST_MORE, MOST_PARAMETERS
from tichu_sim.jit import Array, Record

_KINDS = (
    CompiledBot(
        "random",
        "uniform over the complete legal plays and pass; the rest at stated rates",
        random.PARAMETERS,
        answers_of(random),
        answers_of(court_random),
    ),
    CompiledBot(
        "greedy",
        "sheds as much as it can as cheaply as it can, keeps bombs until they win something",
        greedy.PARAMETERS,
        answers_of(greedy),
        answers_of(court_greedy),
    ),
    CompiledBot(
        "expert",
        "plans its hand, counts the cards, knows its partner and fights the opponents' calls",
        EXPERT_PARAMETERS,
        answers_of(expert),
        answers_of(expert_court),
    ),
)
BOTS: Mapping[str, CompiledBot] = {kind.name: kind for kind in _KINDS}

_MOST_LISTED = 8

_OWN_BOT = re.compile(r"(.+?\.py):([^:@=]*)(?=[:@]|$)")
"""A bot in a user's file: the file and the name."""


@dataclass(frozen=True)
class Bot:
    """A bot with its parameters.

    Attributes
    ----------
    name : str
        As written by the user, without what a file adds.
    kind : BotKind
    values : tuple of float
        One for each of the kind's parameters, in their order.

    Examples
    --------
    >>> parse_bot("greedy:tichu=4.5").values
    (0.0, 5.0, 4.5, 20.0, 3.0)
    """

    name: str
    kind: BotKind
    values: tuple[float, ...]

    def answer(
        self, question: int, rules: Rules, view: Sequence[Record], numbers: Sequence[int] = ()
    ) -> int:
        """Return the answer to a question, 0 where it is written to ``own.given``.

        Where it is `entries.BROKEN`, the kind's `take_error` returns the error.

        Parameters
        ----------
        question : int
            A place in `questions.QUESTIONS`.
        rules : Rules
        view : sequence of Record
            Of `kinds.view_dtypes`, the scratch record only for a play and a bomb; the own record
            has the bot's parameters, see `sit_down`.
        numbers : sequence of int
            Those that the question comes with.
        """
        return call_entry(int(self.kind.telling_entries(rules)[question]), view, numbers)

    def sit_down(self, own: Record) -> None:
        """Put the parameters into the own record of a seat."""
        own["params"] = self.params()
        own["more"] = self.more()

    def params(self) -> Array:
        """Return the values as compiled code wants them, float64 (MOST_PARAMETERS,)."""
        row, n = np.zeros(MOST_PARAMETERS), len(self.values) - self.kind.more
        row[:n] = self.values[:n]
        return row

    def more(self) -> Array:
        """Return the values of what a user's bot has besides, float64 (MOST_MORE,)."""
        row, n = np.zeros(MOST_MORE), self.kind.more
        row[:n] = self.values[len(self.values) - n :]
        return row


def _checked(kind: BotKind, parameter: Parameter, value: object) -> float:
    try:
        number = float(str(value))
    except ValueError:
        raise InputError(f"bot {kind.name}: {parameter.name}={value} is no number") from None
    if not parameter.least <= number <= parameter.most:
        raise InputError(
            f"bot {kind.name}: {parameter.name}={value} is outside "
            f"{parameter.least:g}..{parameter.most:g}"
        )
    return number


def _known_words(bot: str, wrong: str, known: Sequence[str]) -> str:
    # All parameters where they are few, else those that may be meant.
    close = get_close_matches(wrong, known)
    meant = f"did you mean {' or '.join(close)}? " if close else ""
    if len(known) <= _MOST_LISTED:
        return f"{meant}there are {', '.join(known)}"
    return f"{meant}`tichu-sim bots {bot}` lists all {len(known)}"


def _settings_of_file(path: str) -> dict[str, object]:
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read bot file {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"bot file {path} is no TOML: {error}") from None


def _settings(text: str) -> dict[str, object]:
    settings: dict[str, object] = {}
    for part in text.split(":"):
        name, equals, value = part.partition("=")
        if not equals:
            raise InputError(f"bot parameter {part!r} should read name=value")
        if name in settings:
            raise InputError(
                f"bot parameter {name} is given twice, as {settings[name]} and {value}"
            )
        settings[name] = value
    return settings


def _kind_of(text: str) -> tuple[BotKind, str]:
    # The kind of bot, and what stands behind its name.
    if found := _OWN_BOT.match(text):
        file, name = found.groups()
        return find_bot(file, name, BOTS), text[found.end() :]
    name = re.split("[:@]", text, maxsplit=1)[0]
    if name.endswith(".py"):
        there = ", ".join(f"{name}:{bot}" for bot in bots_in_file(name)) or "there is none in it"
        raise InputError(f"{name} is a file: name a bot in it ({there})")
    if name not in BOTS:
        named = ", ".join(BOTS)
        raise InputError(f"no such bot: {name!r} (there are {named}, and yours as FILE.py:NAME)")
    return BOTS[name], text[len(name) :]


def parse_bot(text: str) -> Bot:
    """Return the bot that a text names.

    Parameters
    ----------
    text : str
        ``name``, ``name:parameter=value:...`` or ``name@file.toml``; the name of a user's bot is
        ``file.py:bot``.

    Raises
    ------
    InputError
        For an unknown bot or parameter, a value out of range, and a file that does not load.
    """
    kind, rest = _kind_of(text)
    name = kind.name
    given, at, path = rest.partition("@")
    colon, given = given[:1], given[1:]
    settings = _settings_of_file(path) if at else {}
    if colon:
        settings |= _settings(given)
    known = {parameter.name: parameter for parameter in kind.parameters}
    for setting in settings:
        if setting not in known:
            told = _known_words(name, setting, tuple(known))
            raise InputError(f"bot {name} has no parameter {setting!r} ({told})")
    values = tuple(
        _checked(kind, parameter, settings.get(parameter.name, parameter.default))
        for parameter in kind.parameters
    )
    return Bot(text, kind, values)


def parse_bots(text: str, players: int) -> tuple[Bot, ...]:
    """Return one bot for each player: one name for all, or one a player, separated by commas.

    Raises
    ------
    InputError
        As `parse_bot`, or for another number of names.
    """
    bots = tuple(parse_bot(part.strip()) for part in text.split(","))
    if len(bots) == 1:
        return bots * players
    if len(bots) != players:
        raise InputError(f"{len(bots)} bots for {players} players: give one name, or {players}")
    return bots
