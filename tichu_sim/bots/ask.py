"""The questions that are put to a bot, one function a question.

A bot is a number here. The branches are all that stands between the kernel and the bots' compiled
code, so the compiler sees through them. Each question hands over the rules and the view: the public
record and the seat's own record (`game.view`).
"""

from tichu_sim.bots import court_greedy, court_random, greedy, random
from tichu_sim.jit import Mask, Record, jit_once, jit_small, variant

RANDOM = 0
GREEDY = 1

variant(random.play, court_random.play, "hand_2")
variant(random.bomb, court_random.bomb, "hand_2")
variant(greedy.play, court_greedy.play, "hand_2")
variant(greedy.bomb, court_greedy.bomb, "hand_2")


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
    """Which cards to pass: ``own.given[k]`` becomes the card for seat + k, k of ``receivers``."""
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


@jit_small
def ask_dog(bot: int, rules: Record, public: Record, own: Record) -> int:
    """Which partner, of those who hold cards, gets the lead with the Dog (R15.5)."""
    if bot == RANDOM:
        return random.dog(rules, public, own)
    return greedy.dog(rules, public, own)


@jit_small
def ask_first(bot: int, rules: Record, public: Record, own: Record) -> bool:
    """Whether to play the other hand, which was seen second, before this one (R18.11)."""
    if bot == RANDOM:
        return random.first(rules, public, own)
    return greedy.first(rules, public, own)


@jit_small
def ask_stack(bot: int, rules: Record, public: Record, own: Record, place: int) -> Mask:
    """Which card to put beneath a stack: 2, the one on the right, or 3, on the left (R18.4)."""
    if bot == RANDOM:
        return random.stack(rules, public, own, place)
    return greedy.stack(rules, public, own, place)


@jit_small
def ask_push(bot: int, rules: Record, public: Record, own: Record, n: int, k: int) -> None:
    """Which of equally good cards are among the best n for seat + k: ``own.given[k]`` (R16.8)."""
    if bot == RANDOM:
        court_random.push(rules, public, own, n, k)
    else:
        court_greedy.push(rules, public, own, n, k)


@jit_small
def ask_return(bot: int, rules: Record, public: Record, own: Record, n: int, k: int) -> None:
    """Which n cards go back to seat + k, before its push is seen: ``own.given[k]`` (R16.9)."""
    if bot == RANDOM:
        court_random.give_back(rules, public, own, n, k)
    else:
        court_greedy.give_back(rules, public, own, n, k)
