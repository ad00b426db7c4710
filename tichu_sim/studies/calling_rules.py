"""Rules that say from the first eight cards whether to call Grand Tichu."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tichu_sim.errors import InputError
from tichu_sim.jit import Array
from tichu_sim.studies.atlas_file import read_atlas
from tichu_sim.studies.categories import category_of
from tichu_sim.studies.holding_masks import class_of
from tichu_sim.studies.holding_traits import Ints, traits_of
from tichu_sim.studies.people import people
from tichu_sim.studies.rank_classes import N_CLASSES, text_of_class
from tichu_sim.studies.rule_expressions import parse_rule

Flags = npt.NDArray[np.bool_]

NEVER, ALWAYS, OWN = "never", "always", "the bot's own"
"""Names of rules."""

_EXPRESSIONS = {
    NEVER: "0",
    ALWAYS: "1",
    "Dragon or Phoenix, and an ace": "(dragon or phoenix) and aces >= 1",
    "two of Dragon, Phoenix, aces": "winners >= 2",
}
_HALF = 0.5


@dataclass(frozen=True, eq=False)
class Dealt:
    """What calling rules look at, deal by deal.

    Attributes
    ----------
    cards : uint64 array (n,)
        Masks of the first eight cards of seat 0.
    own : bool array (n,)
        Whether the bot calls Grand Tichu there.
    """

    cards: Array
    own: Array

    @cached_property
    def traits(self) -> dict[str, Ints]:
        """The traits of the cards, see `holding_traits.TRAITS`."""
        return traits_of(self.cards)


@dataclass(frozen=True, eq=False)
class CallingRule:
    """A calling rule.

    Attributes
    ----------
    name : str
        As it is shown.
    calls : callable
        From `Dealt` of n deals to whether it calls, bool array (n,).
    """

    name: str
    calls: Callable[[Dealt], Flags]


def calling_rules(expressions: Sequence[str] = (), atlas: Path | None = None) -> list[CallingRule]:
    """Return the rules that are compared.

    Parameters
    ----------
    expressions : sequence of str
        A user's own, see `rule_expressions.parse_rule`.
    atlas : Path, optional
        An atlas (`atlas_file`), whose rule is to call where the call gains points.

    Returns
    -------
    list of CallingRule
        Never first.

    Raises
    ------
    InputError
        For an expression that cannot be read, and an atlas that is none.

    Examples
    --------
    >>> [rule.name for rule in calling_rules(["aces > 2"])]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['never', 'always', 'Dragon or Phoenix, and an ace', 'two of Dragon, Phoenix, aces',
     'strong players', "the bot's own", 'aces > 2']
    """
    return [
        *(expression_rule(text, name) for name, text in _EXPRESSIONS.items()),
        people_rule(),
        CallingRule(OWN, lambda dealt: np.asarray(dealt.own, dtype=bool)),
        *([] if atlas is None else [atlas_rule(atlas)]),
        *(expression_rule(text) for text in expressions),
    ]


def expression_rule(text: str, name: str = "") -> CallingRule:
    """Return the rule of an expression, see `rule_expressions.parse_rule`.

    Parameters
    ----------
    text : str
    name : str
        The expression itself where there is none.
    """
    calls = parse_rule(text)
    return CallingRule(name or " ".join(text.split()), lambda dealt: calls(dealt.traits))


def people_rule() -> CallingRule:
    """Return the rule to call in those categories in which strong players called half of the time.

    A hand's category is all that it looks at; people saw the whole hand.
    """
    called = (people()["called_strong"] >= _HALF).to_numpy()
    return CallingRule("strong players", lambda dealt: np.asarray(called[category_of(dealt.cards)]))


def atlas_rule(path: Path) -> CallingRule:
    """Return the rule to call where an atlas says that the call gains points.

    Raises
    ------
    InputError
        If the file is no atlas, or has not all classes of hands.
    """
    rows = read_atlas(path, ("class", "call_value_smooth"))
    gains = np.full(N_CLASSES, np.nan)
    classes = rows["class"].to_numpy()
    known = (classes >= 0) & (classes < N_CLASSES)
    gains[classes[known]] = rows["call_value_smooth"].to_numpy()[known]
    if (missing := np.isnan(gains)).any():
        raise InputError(
            f"{path} says nothing of {missing.sum():,} of {N_CLASSES:,} classes of hands, such as "
            f"{text_of_class(int(np.argmax(missing)))}: it should be a whole atlas"
        )
    return CallingRule("the atlas", lambda dealt: np.asarray(gains[class_of(dealt.cards)] > 0))
