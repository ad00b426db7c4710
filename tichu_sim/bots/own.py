"""What a user needs to write bots of his own, compiled or in plain Python.

A bot in ``mybots.py`` is named ``mybots.py:NAME`` wherever a bot is named; its folder can be
imported from while the file is loaded.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tichu_sim.bots.own_kinds import OwnCompiledBot, base_of, own_answers, own_parameters
from tichu_sim.bots.parameters import Parameter
from tichu_sim.bots.python_bot import PythonBot
from tichu_sim.bots.python_view import View
from tichu_sim.bots.questions import QUESTIONS
from tichu_sim.bots.registry import BOTS
from tichu_sim.jit import jit, jit_small

__all__ = ["Parameter", "PythonBot", "View", "compiled_bot", "jit", "jit_small"]

_NONE: Mapping[str, Callable[..., Any]] = {}


def compiled_bot(
    what: str,
    rest: str = "greedy",
    parameters: Sequence[Parameter] = (),
    court: Mapping[str, Callable[..., Any]] = _NONE,
    **answers: Callable[..., Any],
) -> OwnCompiledBot:
    """Return a bot that compiled functions make.

    Parameters
    ----------
    what : str
        One line of what it does.
    rest : str
        Name of a bot of the package that answers all other questions.
    parameters : sequence of Parameter
        What can be tuned; the values are in ``own.more``, in this order. The parameters of `rest`
        can be tuned too, theirs are in ``own.params``.
    court : mapping
        Answers for Grand Seigneur, whose hands are those of two packs; there `rest` answers
        everything else.
    answers : callable
        Functions of (rules, public, own) by the names of `questions.QUESTIONS`. Those that are not
        compiled yet, are.

    Raises
    ------
    InputError
        For a bot, a question or a parameter that there is none of, and functions that take others
        than these arguments.

    Examples
    --------
    >>> def never(rules, public, own):
    ...     return False
    >>> bot = compiled_bot("never calls", rest="greedy", grand=never, tichu=never)
    >>> [parameter.name for parameter in bot.parameters]
    ['great_grand', 'grand', 'tichu', 'bomb', 'danger']
    """
    base = base_of(rest, BOTS)
    elsewhere = {question.name: base.answer_to(question.name, True) for question in QUESTIONS}
    return OwnCompiledBot(
        name="",
        what=what,
        parameters=own_parameters(base, parameters),
        answers={**base.answers, **own_answers(answers)},
        court={**elsewhere, **own_answers(court)},
        more=len(parameters),
    )
