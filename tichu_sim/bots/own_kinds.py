"""A user's kinds of bots: what he answers himself, and another bot for the rest."""

import inspect
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from tichu_sim.bots.compile_errors import compile_error
from tichu_sim.bots.kinds import CompiledBot, address_of, view_dtypes
from tichu_sim.bots.parameters import Parameter
from tichu_sim.bots.questions import QUESTIONS, Question, questions_of
from tichu_sim.bots.shown import shown_kinds
from tichu_sim.entries import PythonEntry, RaisedError, call_at
from tichu_sim.errors import InputError
from tichu_sim.game.rules import Rules
from tichu_sim.game.state import has_two_packs
from tichu_sim.game.view import MOST_MORE
from tichu_sim.jit import Array, is_of_package, jit

_QUESTIONS: Mapping[str, Question] = {question.name: question for question in QUESTIONS}


@dataclass(frozen=True, eq=False)
class OwnCompiledBot(CompiledBot):
    """A user's kind of bot whose answers are compiled; made by `own.compiled_bot`."""

    _telling: dict[Rules, tuple[Array, list[PythonEntry]]] = field(default_factory=dict)
    _raised: threading.local = field(default_factory=threading.local)

    def take_error(self) -> BaseException | None:
        """Return the first error of an answer of `telling_entries` in this thread."""
        error: BaseException | None = getattr(self._raised, "error", None)
        self._raised.error = None
        return error

    def telling_entries(self, rules: Rules) -> Array:
        """Return addresses by which its answers are called from Python, which sees their errors."""
        if rules not in self._telling:
            addresses, kept = self.entries(rules).copy(), []
            for place in questions_of(rules):
                question, address = QUESTIONS[place], int(addresses[place])
                answer = self._noting(address)
                entry = PythonEntry(answer, 4 if question.scratch else 3, question.numbers)
                kept.append(entry)
                addresses[place] = entry.address
            self._telling[rules] = addresses, kept
        return self._telling[rules][0]

    def _noting(self, address: int) -> Callable[[Sequence[int], Sequence[int]], int]:
        def answer(records: Sequence[int], numbers: Sequence[int]) -> int:
            try:
                return call_at(address, records, numbers)
            except RaisedError as error:
                if getattr(self._raised, "error", None) is None:
                    self._raised.error = error
                raise

        return answer

    def address(self, question: int, rules: Rules) -> int:
        """Return the address of the answer to one question.

        Raises
        ------
        InputError
            Where the user's function does not compile.
        """
        two_packs = has_two_packs(rules)
        answer = cast(Any, self.answer_to(QUESTIONS[question].name, two_packs))
        if is_of_package(answer.py_func):
            return super().address(question, rules)
        try:
            kinds = shown_kinds(view_dtypes(rules), gives=not QUESTIONS[question].answers)
            return address_of(answer, question, kinds)
        except Exception as error:
            # Numba raises errors of its own, and whatever its parts happen to raise.
            raise compile_error(self.name, QUESTIONS[question].name, error) from error


def own_parameters(rest: CompiledBot, parameters: Sequence[object]) -> tuple[Parameter, ...]:
    """Return all parameters of a user's bot: those of the bot that it builds on, then its own.

    Raises
    ------
    InputError
        For one that is none, that is there already, or whose default is out of range.
    """
    known = [parameter.name for parameter in rest.parameters]
    checked: list[Parameter] = []
    for found in parameters:
        if not isinstance(found, Parameter):
            raise InputError(f"{found!r} is no Parameter(name, default, least, most, unit, what)")
        if not found.name.isidentifier():
            raise InputError(f"parameter {found.name!r}: a name has letters, digits and _ only")
        if found.name in known:
            raise InputError(f"parameter {found.name}: there is one of this name, of {rest.name}")
        if not found.least <= found.default <= found.most:
            span = f"{found.least:g}..{found.most:g}"
            raise InputError(f"parameter {found.name}: {found.default:g} is outside {span}")
        known.append(found.name)
        checked.append(found)
    if len(checked) > MOST_MORE:
        raise InputError(f"{len(checked)} parameters: {MOST_MORE} is the most that a bot can have")
    return (*rest.parameters, *checked)


def base_of(name: str, bots: Mapping[str, CompiledBot]) -> CompiledBot:
    """Return the bot of the package that a user's bot builds on."""
    if name not in bots:
        raise InputError(f"rest={name!r} is no bot (there are {', '.join(bots)})")
    return bots[name]


def arguments_of(question: Question) -> tuple[str, ...]:
    """Return what a compiled answer to a question takes.

    Examples
    --------
    >>> arguments_of(_QUESTIONS["play"]), arguments_of(_QUESTIONS["push"])
    (('rules', 'public', 'own', 'scratch'), ('rules', 'public', 'own', 'n', 'k'))
    """
    numbers = ("n", "k") if question.numbers > 1 else ("place",) * question.numbers
    return ("rules", "public", "own", *("scratch",) * question.scratch, *numbers)


def check_arguments(function: Callable[..., Any], name: str, wanted: Sequence[str]) -> None:
    """Raise InputError for a function that does not take so many arguments."""
    taken = list(inspect.signature(function).parameters.values())
    if len(taken) != len(wanted) or any(p.kind != p.POSITIONAL_OR_KEYWORD for p in taken):
        found, line = ", ".join(map(str, taken)), function.__code__.co_firstlineno
        raise InputError(f"{name} takes ({', '.join(wanted)}), not ({found}) as in line {line}")


def own_answers(functions: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return a user's functions by the questions that they answer, compiled on first use.

    Raises
    ------
    InputError
        For something that answers no question, and a function of other arguments.
    """
    answers = {}
    for name, function in functions.items():
        if name not in _QUESTIONS:
            raise InputError(f"no such question: {name} (there are {', '.join(_QUESTIONS)})")
        plain = getattr(function, "py_func", function)
        if not inspect.isfunction(plain):
            raise InputError(f"{name}={function!r} is no function")
        check_arguments(plain, name, arguments_of(_QUESTIONS[name]))
        answers[name] = function if plain is not function else jit(_named_by_line(plain))
    return answers


def _named_by_line(function: Any) -> Any:
    # Two functions of one name in a file would have one name in the machine code too.
    suffix = f"_{function.__code__.co_firstlineno}"
    if not function.__qualname__.endswith(suffix):
        function.__qualname__ += suffix
    return function
