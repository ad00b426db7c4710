"""What a kind of bot is: functions that answer the questions, and parameters to tune."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from tichu_sim.bots.parameters import Parameter
from tichu_sim.bots.questions import QUESTIONS, questions_of
from tichu_sim.entries import entry_address
from tichu_sim.game.patterns import PATTERNS
from tichu_sim.game.rules import Rules
from tichu_sim.game.settings import has_own_values, rules_dtype
from tichu_sim.game.state import has_two_packs, slots_of
from tichu_sim.game.two_pack_patterns import TWO_PACK_PATTERNS
from tichu_sim.game.view import own_dtype, public_dtype
from tichu_sim.jit import Array

Answer = Callable[..., Any]
"""Answers a question: a function of the rules, the public and the own record, see `questions`."""


class BotKind(Protocol):
    """A kind of bot, however it is made."""

    @property
    def name(self) -> str:
        """As the user writes it."""

    @property
    def what(self) -> str:
        """One line of what it does."""

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What can be tuned; the values are in ``own.params``, but for the last ones."""

    @property
    def more(self) -> int:
        """How many parameters, the last ones, have their values in ``own.more``."""

    @property
    def code(self) -> str:
        """Changes when a bot from elsewhere changes; empty for a bot of the package."""

    @property
    def slow(self) -> bool:
        """Whether some of its answers are not compiled."""

    def take_error(self) -> BaseException | None:
        """Return the first error that an answer has raised in this thread since the last call."""

    def entries(self, rules: Rules) -> Array:
        """Return the addresses of its answers, int64 (QUESTIONS,); 0 where nothing is asked."""

    def telling_entries(self, rules: Rules) -> Array:
        """Return addresses of the same answers, slower, whose errors `take_error` returns."""


@dataclass(frozen=True)
class CompiledBot:
    """A kind of bot whose answers are compiled.

    Attributes
    ----------
    name, what : str
    parameters : tuple of Parameter
    answers : mapping
        Compiled function of each question, by its name.
    court : mapping
        The same for Grand Seigneur, where they are others than in the games of one pack.
    more : int
        How many of the parameters, the last ones, have their values in ``own.more``.
    code : str
        See `BotKind`.
    """

    name: str
    what: str
    parameters: tuple[Parameter, ...]
    answers: Mapping[str, Answer]
    court: Mapping[str, Answer] = field(default_factory=dict)
    more: int = 0
    code: str = ""

    def __hash__(self) -> int:
        """Every kind is one of its own."""
        return id(self)

    @property
    def slow(self) -> bool:
        """Whether some of its answers are not compiled: none are."""
        return False

    def take_error(self) -> BaseException | None:
        """Return nothing: what compiled code raises is not kept."""
        return None

    def answer_to(self, question: str, two_packs: bool) -> Answer:
        """Return the function that answers a question."""
        court = self.court if two_packs else {}
        return court.get(question) or self.answers[question]

    def entries(self, rules: Rules) -> Array:
        """Return the addresses of its answers, int64 (QUESTIONS,); 0 where nothing is asked.

        Whatever is not compiled yet is compiled for the records of these rules.
        """
        addresses = np.zeros(len(QUESTIONS), np.int64)
        for question in questions_of(rules):
            addresses[question] = self.address(question, rules)
        return addresses

    def telling_entries(self, rules: Rules) -> Array:
        """Return the addresses of its answers: those of the package raise no errors."""
        return self.entries(rules)

    def address(self, question: int, rules: Rules) -> int:
        """Return the address of the answer to one question, compiled if it is not yet."""
        answer = self.answer_to(QUESTIONS[question].name, has_two_packs(rules))
        return address_of(answer, question, view_dtypes(rules))


_Dtypes = tuple["np.dtype[np.void]", ...]


@cache
def address_of(answer: Answer, question: int, records: tuple[Any, ...]) -> int:
    """Return the address of the answer to a question, compiled if it is not yet.

    Parameters
    ----------
    answer : callable
    question : int
    records : tuple
        The dtypes of `view_dtypes`, or types that are laid out like them, see `shown`.
    """
    _, scratch, numbers, answers, _ = QUESTIONS[question]
    return entry_address(answer, records if scratch else records[:-1], numbers, answers)


def view_dtypes(rules: Rules) -> _Dtypes:
    """Return the dtypes of what a bot is asked with: rules, public, own and scratch record."""
    chairs, two_packs = rules.game.chairs, has_two_packs(rules)
    return (
        rules_dtype(has_own_values(rules)),
        public_dtype(chairs, two_packs),
        own_dtype(chairs, two_packs, slots_of(rules)),
        TWO_PACK_PATTERNS if two_packs else PATTERNS,
    )


def answers_of(module: ModuleType) -> dict[str, Answer]:
    """Return the functions of a module that are named after questions."""
    names = (question.name for question in QUESTIONS)
    return {name: getattr(module, name) for name in names if hasattr(module, name)}
