"""A calling rule as a user writes it: an expression over the traits of a holding.

It is parsed by pyparsing into a tree of functions of arrays. Nothing of it is ever run as code.
"""

from collections.abc import Callable, Mapping
from functools import cache, reduce
from typing import Any

import numpy as np
import numpy.typing as npt
import pyparsing as pp

from tichu_sim.errors import InputError
from tichu_sim.studies.holding_traits import TRAITS

Traits = Mapping[str, npt.NDArray[np.int64]]
Values = npt.NDArray[np.float64]
Term = Callable[[Traits], Values]
"""From the traits of n holdings to n numbers, or to a single one; true is 1 and false is 0."""

MOST_LETTERS = 300
MOST_DEPTH = 20
_MOST_DIGITS = 4
_LONGEST_QUOTE = 20
_WORDS = ("and", "or", "not")

_COMPARE: dict[str, Callable[[Values, Values], npt.NDArray[np.bool_]]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "=": np.equal,
    "!=": np.not_equal,
}
_COUNT: dict[str, Callable[[Values, Values], Values]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
}


def parse_rule(text: str) -> Callable[[Traits], npt.NDArray[np.bool_]]:
    """Read an expression.

    Parameters
    ----------
    text : str
        Names of `holding_traits.TRAITS`, numbers, ``+ - *``, ``< <= > >= == !=`` (``=`` is ``==``;
        also several in a row, as in ``1 <= aces <= 2``), ``not``, ``and``, ``or`` and parentheses,
        which bind as in Python. A number is true unless it is 0; true counts 1.

    Returns
    -------
    callable
        From the traits of n holdings (`holding_traits.traits_of`) to whether the rule calls, a bool
        array of shape (n,).

    Raises
    ------
    InputError
        For an expression that cannot be read, with the place, an unknown name, and one that is too
        long or nested too deeply.

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> from tichu_sim.studies.holding_traits import traits_of
    >>> traits = traits_of([parse_cards(hand) for hand in ("AjAsAtKj9j8p7t2s", "Aj4sPhKjDr8p7t2s")])
    >>> parse_rule("(dragon or phoenix) and aces >= 1")(traits)
    array([False,  True])
    >>> parse_rule("aces + drgon >= 2")
    Traceback (most recent call last):
    ...
    tichu_sim.errors.InputError: rule, character 8: no such name 'drgon' (there are aces, kings, \
queens, jacks, tens, dragon, phoenix, dog, mahjong, winners, pairs, triples, bombs, straight, low, \
lone_low)
    """
    _check_size(text)
    try:
        term: Term = _grammar().parse_string(text, parse_all=True)[0]
    except pp.ParseBaseException as error:
        raise _unreadable(text, error.loc) from None

    def calls(traits: Traits) -> npt.NDArray[np.bool_]:
        n = len(traits[next(iter(TRAITS))])
        return np.array(np.broadcast_to(term(traits) != 0, (n,)))

    return calls


def _check_size(text: str) -> None:
    if not text.strip():
        raise InputError("the rule is empty: write an expression such as 'winners >= 2'")
    if len(text) > MOST_LETTERS:
        raise InputError(f"a rule of {len(text)} characters: {MOST_LETTERS} are the most")
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth > MOST_DEPTH:
            raise InputError(f"rule, character {at + 1}: more than {MOST_DEPTH} open parentheses")


def _unreadable(text: str, at: int) -> InputError:
    rest = text[at:].strip()
    if not rest:
        return InputError(f"rule, character {len(text) + 1}: it ends before it is complete")
    shown = rest if len(rest) <= _LONGEST_QUOTE else f"{rest[:_LONGEST_QUOTE]}..."
    # Where the rest begins, past the spaces.
    place = at + len(text[at:]) - len(text[at:].lstrip()) + 1
    return InputError(
        f"rule, character {place}: cannot read {shown!r} here (an expression such as "
        "'(dragon or phoenix) and aces >= 1')"
    )


@cache
def _grammar() -> pp.ParserElement:
    number = pp.Regex(r"[0-9]+(\.[0-9]+)?").add_parse_action(_number)
    reserved = pp.MatchFirst([pp.Keyword(word) for word in _WORDS])
    name = ~reserved + pp.Regex(r"[^\W0-9]\w*").add_parse_action(_name)
    left, right = pp.OpAssoc.LEFT, pp.OpAssoc.RIGHT
    minus, not_ = pp.Regex(r"-(\s*-)*"), pp.OneOrMore(pp.Keyword("not"))
    # The library has no types for it.
    infix: Callable[..., pp.ParserElement] = pp.infix_notation
    rule = infix(
        number | name,
        [
            (minus, 1, right, _negative),
            (pp.Literal("*"), 2, left, _counted),
            (pp.one_of("+ -"), 2, left, _counted),
            (pp.one_of(list(_COMPARE)), 2, left, _compared),
            (not_, 1, right, _negated),
            (pp.Keyword("and"), 2, left, _joined(np.logical_and)),
            (pp.Keyword("or"), 2, left, _joined(np.logical_or)),
        ],
    )
    return rule.parse_with_tabs()


# Below, what is made of each part. Of an operation, the library hands over a list: operands and
# operators by turns.


def _number(text: str, at: int, found: pp.ParseResults) -> Term:
    digits: str = found[0]
    # So short an expression of such numbers stays within the range of a float.
    if len(digits) > _MOST_DIGITS:
        raise InputError(
            f"rule, character {at + 1}: the number {digits[:_LONGEST_QUOTE]} has more than "
            f"{_MOST_DIGITS} characters"
        )
    value = np.float64(digits)
    return lambda traits: np.asarray(value)


def _name(text: str, at: int, found: pp.ParseResults) -> Term:
    name: str = found[0]
    if name not in TRAITS:
        shown = name if len(name) <= _LONGEST_QUOTE else f"{name[:_LONGEST_QUOTE]}..."
        raise InputError(
            f"rule, character {at + 1}: no such name {shown!r} (there are {', '.join(TRAITS)})"
        )
    return lambda traits: traits[name].astype(np.float64)


def _negative(found: pp.ParseResults) -> Term:
    sign, term = found[0]
    return (lambda traits: -term(traits)) if sign.count("-") % 2 else term


def _negated(found: pp.ParseResults) -> Term:
    *words, term = found[0]
    wanted = len(words) % 2 == 0
    return lambda traits: _one_or_zero((term(traits) != 0) == wanted)


def _counted(found: pp.ParseResults) -> Term:
    first, steps = _steps(found[0])

    def value(traits: Traits) -> Values:
        total = first(traits)
        for operator, term in steps:
            total = _COUNT[operator](total, term(traits))
        return total

    return value


def _compared(found: pp.ParseResults) -> Term:
    first, steps = _steps(found[0])

    def value(traits: Traits) -> Values:
        one, holds = first(traits), np.asarray(True)
        for operator, term in steps:
            other = term(traits)
            holds = holds & _COMPARE[operator](one, other)
            one = other
        return _one_or_zero(holds)

    return value


def _joined(operation: Callable[[Any, Any], Any]) -> Callable[[pp.ParseResults], Term]:
    def action(found: pp.ParseResults) -> Term:
        terms = list(found[0])[::2]
        return lambda traits: _one_or_zero(reduce(operation, [term(traits) != 0 for term in terms]))

    return action


def _steps(found: pp.ParseResults) -> tuple[Term, list[tuple[str, Term]]]:
    parts = list(found)
    return parts[0], list(zip(parts[1::2], parts[2::2], strict=True))


def _one_or_zero(truth: npt.ArrayLike) -> Values:
    return np.asarray(truth, dtype=np.float64)
