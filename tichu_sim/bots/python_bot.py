"""A user's bot in plain Python, seated among compiled ones."""

import inspect
import threading
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, ClassVar

import numpy as np

from tichu_sim.bots.kinds import CompiledBot, view_dtypes
from tichu_sim.bots.own_kinds import base_of, check_arguments, own_parameters
from tichu_sim.bots.parameters import Parameter
from tichu_sim.bots.python_answers import READERS
from tichu_sim.bots.python_view import View, load_view
from tichu_sim.bots.questions import QUESTIONS, STACK, questions_of
from tichu_sim.entries import PythonEntry, copy_at, record_at
from tichu_sim.errors import InputError
from tichu_sim.game.events import SIDES
from tichu_sim.game.rules import Rules
from tichu_sim.game.state import STACKS, has_two_packs
from tichu_sim.jit import Array

_CLOSE = 0.8
"""How alike a name and that of a question are, of 1, to be taken for a slip."""
_NO_METHODS = (staticmethod, classmethod, property)
_OTHER_FUNCTIONS: tuple[tuple[Callable[[Any], bool], str], ...] = (
    (inspect.iscoroutinefunction, "an async def"),
    (inspect.isasyncgenfunction, "an async def"),
    (inspect.isgeneratorfunction, "a generator (it has a yield)"),
)


class PythonBot:
    """A bot in plain Python: slow, and easily written.

    A subclass has a method for each question that it answers, named as in `questions`. A method
    gets a `python_view.View` and returns an event without its seat, or a plain value:

    ==============================  ============================================================
    method                          answer
    ==============================  ============================================================
    great_grand, grand, tichu(view) True or False
    give(view)                      cards for ``view.receivers``, in their order
    play(view)                      "play 5j 5s" (one of ``view.plays``) or "pass"
    bomb(view)                      "bomb 5j 5s 5p 5t" (one of ``view.bombs``) or "pass"
    wish(view)                      a rank such as "T", or None
    gift(view), dog(view)           a seat
    first(view)                     True to play the other hand first
    stack(view, side)               a card; side is "right" or "left"
    ==============================  ============================================================

    One object serves many seats and rounds, in any order and in several threads: an answer must
    follow from the view alone. Chance comes from ``view.random()``, the seat's own stream; then a
    seed has the same rounds however they are played. A method of its own whose name is nearly that
    of a question is taken for a slip and refused; one that begins with ``_`` never is.

    Attributes
    ----------
    rest : str
        Name of a bot of the package that answers all other questions.
    what : str
        One line of what it does; by default the first one of the docstring.
    parameters : tuple of Parameter
        What can be tuned, beside the parameters of `rest`; the values are in ``view.parameters``.
    """

    rest: ClassVar[str] = "greedy"
    what: ClassVar[str] = ""
    parameters: ClassVar[tuple[Parameter, ...]] = ()


class PythonKind:
    """A `PythonBot` as a kind of bot, see `kinds.BotKind`.

    Attributes
    ----------
    name, what, code : str
    parameters : tuple of Parameter
    more : int
    slow : bool

    Parameters
    ----------
    name, code : str
        See `kinds.BotKind`.
    made_by : type
        The user's subclass of `PythonBot`.
    bots : mapping
        The bots that it may build on.
    """

    slow = True

    def __init__(
        self, name: str, code: str, made_by: type[PythonBot], bots: Mapping[str, CompiledBot]
    ) -> None:
        self.name, self.code = name, code
        self._rest = base_of(made_by.rest, bots)
        self.parameters = own_parameters(self._rest, made_by.parameters)
        self.more = len(made_by.parameters)
        lines = (made_by.what or inspect.getdoc(made_by) or "answers in Python").splitlines()
        self.what = lines[0].strip()
        bot = made_by()
        _check_names(made_by)
        self._methods: dict[int, Callable[..., object]] = {}
        for place, question in enumerate(QUESTIONS):
            if inspect.getattr_static(bot, question.name, None) is not None:
                _check_method(bot, question.name, place)
                self._methods[place] = getattr(bot, question.name)
        self._made: dict[Rules, tuple[Array, list[PythonEntry]]] = {}
        self._making = threading.Lock()
        self._raised = threading.local()

    def entries(self, rules: Rules) -> Array:
        """Return the addresses of its answers, int64 (QUESTIONS,); 0 where nothing is asked.

        Raises
        ------
        InputError
            For Grand Seigneur.
        """
        if has_two_packs(rules):
            raise InputError(f"bot {self.name}: bots in Python do not play Grand Seigneur")
        with self._making:
            if rules not in self._made:
                self._made[rules] = self._make(rules)
            return self._made[rules][0]

    def telling_entries(self, rules: Rules) -> Array:
        """Return the same as `entries`: every error of an answer is kept."""
        return self.entries(rules)

    def take_error(self) -> BaseException | None:
        """Return the first error that an answer has raised in this thread since the last call."""
        error: BaseException | None = getattr(self._raised, "error", None)
        self._raised.error = None
        return error

    def _make(self, rules: Rules) -> tuple[Array, list[PythonEntry]]:
        load_view(rules)
        addresses, kept = self._rest.entries(rules).copy(), []
        for place in set(questions_of(rules)) & set(self._methods):
            question = QUESTIONS[place]
            answer = self._answerer(place, rules)
            entry = PythonEntry(answer, 4 if question.scratch else 3, question.numbers)
            kept.append(entry)
            addresses[place] = entry.address
        return addresses, kept

    def _answerer(self, place: int, rules: Rules) -> Callable[[Sequence[int], Sequence[int]], int]:
        _, public_dtype, own_dtype, _ = view_dtypes(rules)
        method, read = self._methods[place], READERS[place]
        names = [parameter.name for parameter in self.parameters]
        shared = len(names) - self.more

        def answer(records: Sequence[int], numbers: Sequence[int]) -> int:
            try:
                own = record_at(records[2], own_dtype)
                values = np.concatenate((own["params"][:shared], own["more"][: self.more]))
                parameters = dict(zip(names, values.tolist(), strict=True))
                # Copies, which the user's bot may keep without harm.
                public, mine = copy_at(records[1], public_dtype), copy_at(records[2], own_dtype)
                view = View(rules, public, mine, parameters)
                sides = [SIDES[STACKS.index(number)] for number in numbers]
                found = read(method(view, *sides), view, own)
                own["random"] = view.counter
            except BaseException as error:
                if getattr(self._raised, "error", None) is None:
                    self._raised.error = error
                raise
            return found

        return answer


def _check_names(made_by: type[PythonBot]) -> None:
    # What is nearly called like a question would never be asked.
    names = [question.name for question in QUESTIONS]
    for name in dir(made_by):
        if name.startswith("_") or name in names or hasattr(PythonBot, name):
            continue
        close = [meant for meant in names if _is_slip(name, meant)]
        function = inspect.getattr_static(made_by, name)
        if close and (callable(function) or isinstance(function, _NO_METHODS)):
            line = _line_of(function)
            raise InputError(
                f"{name}{line} answers no question: is {close[0]} meant? "
                f"A method of your own may be called _{name}"
            )


def _is_slip(name: str, meant: str) -> bool:
    # One letter more, less or other. Of short names that makes another word.
    match = SequenceMatcher(None, name.lower().replace("_", ""), meant.replace("_", ""))
    changes = (max(i - h, k - j) for what, h, i, j, k in match.get_opcodes() if what != "equal")
    return sum(changes) <= 1 and match.ratio() >= _CLOSE


def _check_method(bot: PythonBot, name: str, place: int) -> None:
    if place not in READERS:
        raise InputError(f"{name}: bots in Python do not play Grand Seigneur")
    wanted = ("self", "view", "side") if place == STACK else ("self", "view")
    written = inspect.getattr_static(bot, name)
    line = _line_of(written)
    if isinstance(written, _NO_METHODS):
        raise InputError(f"{name}{line} is a {type(written).__name__}, {_plain(wanted)}")
    method = getattr(bot, name)
    if not inspect.ismethod(method):
        raise InputError(f"{name} is no method with ({', '.join(wanted)})")
    for is_other, kind in _OTHER_FUNCTIONS:
        if is_other(method):
            raise InputError(f"{name}{line} is {kind}, {_plain(wanted)}")
    check_arguments(method.__func__, name, wanted)


def _plain(wanted: Sequence[str]) -> str:
    return f"and should be a plain method with ({', '.join(wanted)})"


def _line_of(written: Any) -> str:
    # Where it is written, as far as can be known.
    inner = getattr(written, "fget", None) or getattr(written, "__func__", written)
    code = getattr(inner, "__code__", None)
    return f" in line {code.co_firstlineno}" if code else ""
