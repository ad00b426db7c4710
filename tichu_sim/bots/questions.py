"""The questions that are put to a bot."""

from typing import NamedTuple

from tichu_sim.game.games import TIENTSIN, TWO_TEA, TWO_WUERZBURG
from tichu_sim.game.rules import Rules
from tichu_sim.game.state import has_two_packs


class Question(NamedTuple):
    """One question, answered by a function of the same name.

    Attributes
    ----------
    name : str
    scratch : bool
        Whether the function also gets `patterns.PATTERNS` to work in.
    numbers : int
        How many whole numbers it gets beside the view.
    answers : bool
        Whether it returns its answer; otherwise it writes it to ``own.given``.
    what : str
        What is asked, and what is answered.
    """

    name: str
    scratch: bool
    numbers: int
    answers: bool
    what: str


QUESTIONS = (
    Question("great_grand", False, 0, True, "call Great Grand, before any card is dealt? (R2.3)"),
    Question("grand", False, 0, True, "call Grand Tichu on the first cards? (R2.4)"),
    Question("tichu", False, 0, True, "call Tichu? Asked until the own first card is played"),
    Question("give", False, 0, False, "which card for seat + k, for each k of own.receivers"),
    Question("play", True, 0, True, "which play on the own turn, 0 for a pass (R6.3)"),
    Question("bomb", True, 0, True, "which bomb on the trick, 0 for none (R5.5)"),
    Question("wish", False, 0, True, "which rank to wish for with the Mah Jong, 0 for none (R7.1)"),
    Question("gift", False, 0, True, "which opponent gets the Dragon's trick (R10.2)"),
    Question("dog", False, 0, True, "which partner with cards gets the lead (R15.5)"),
    Question("first", False, 0, True, "play the other hand before this one? (R18.11)"),
    Question("stack", False, 1, True, "which card goes beneath the stack at this place (R18.4)"),
    Question("push", False, 2, False, "which n of the best cards for seat + k (R16.8)"),
    Question("give_back", False, 2, False, "which n cards go back to seat + k (R16.9)"),
)
GREAT_GRAND, GRAND, TICHU, GIVE, PLAY, BOMB, WISH, GIFT, DOG, FIRST, STACK, PUSH, GIVE_BACK = range(
    len(QUESTIONS)
)
"""Places of the questions."""


def questions_of(rules: Rules) -> tuple[int, ...]:
    """Return the questions that come up under some rules.

    Examples
    --------
    >>> from tichu_sim.game.rules import make_rules
    >>> [QUESTIONS[question].name for question in questions_of(make_rules("two_tea"))]
    ['grand', 'tichu', 'give', 'play', 'bomb', 'wish', 'gift', 'stack']
    """
    if has_two_packs(rules):
        return PLAY, BOMB, WISH, PUSH, GIVE_BACK
    calls = [GRAND] if rules.number("grand_tichu") else []
    if rules.number("great_grand"):
        calls.insert(0, GREAT_GRAND)
    more = {TIENTSIN: (DOG,), TWO_WUERZBURG: (FIRST,), TWO_TEA: (STACK,)}
    return (*calls, TICHU, GIVE, PLAY, BOMB, WISH, GIFT, *more.get(rules.game.number, ()))
