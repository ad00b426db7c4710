"""The questions that are put to a bot, one function a question.

A bot is a number here. The branches are all that stands between the kernel and the bots' compiled
code, so the compiler sees through them. Each question hands over the rules and the view: the public
record and the seat's own record (`game.view`).
"""

from tichu_sim.bots import greedy, random
from tichu_sim.jit import Record, jit_once, jit_small

RANDOM = 0
GREEDY = 1


@jit_once
def ask_great_grand(bot: int, rules: Record, public: Record, own: Record) -> bool:
    """Whether to call Great Grand, before any card is dealt (R2.3)."""
    if bot == RANDOM:
        return random.great_grand(rules, public, own)
    return greedy.great_grand(rules, public, own)


@jit_once
def ask_grand(bot: int, rules: Record, public: Record, own: Record) -> bool:
    """Whether to call Grand Tichu on the first eight cards (R2.4)."""
    if bot == RANDOM:
        return random.grand(rules, public, own)
    return greedy.grand(rules, public, own)


@jit_small
def ask_tichu(bot: int, rules: Record, public: Record, own: Record) -> bool:
    """Whether to call Tichu: asked after the deal, after the exchange and until the first play."""
    if bot == RANDOM:
        return random.tichu(rules, public, own)
    return greedy.tichu(rules, public, own)


@jit_once
def ask_give(bot: int, rules: Record, public: Record, own: Record) -> None:
    """Which cards to pass: ``own.given[k]`` becomes the card for seat + k (R3)."""
    if bot == RANDOM:
        random.give(rules, public, own)
    else:
        greedy.give(rules, public, own)


@jit_once
def ask_play(bot: int, rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Ask for a play on the own turn, `combos.PASS` for none (R6.3)."""
    if bot == RANDOM:
        return random.play(rules, public, own, scratch)
    return greedy.play(rules, public, own, scratch)


@jit_once
def ask_bomb(bot: int, rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Which bomb to throw on the trick, `combos.PASS` for none (R5.5)."""
    if bot == RANDOM:
        return random.bomb(rules, public, own, scratch)
    return greedy.bomb(rules, public, own, scratch)


@jit_once
def ask_wish(bot: int, rules: Record, public: Record, own: Record) -> int:
    """Which rank to wish for with the Mah Jong, 0 for none (R7.1)."""
    if bot == RANDOM:
        return random.wish(rules, public, own)
    return greedy.wish(rules, public, own)


@jit_once
def ask_gift(bot: int, rules: Record, public: Record, own: Record) -> int:
    """Which opponent gets the Dragon's trick (R10.2)."""
    if bot == RANDOM:
        return random.gift(rules, public, own)
    return greedy.gift(rules, public, own)
