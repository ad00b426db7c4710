"""The engine's cards, combinations and plays as the slow twin has them, and the other way round."""

from collections.abc import Iterable
from functools import cache

from reference.cards import DECK
from reference.legal import Play

from tichu_sim.game.cards import TOKENS, parse_cards
from tichu_sim.game.combos import KIND_NAMES, combo, play_cards, play_phoenix
from tichu_sim.jit import Mask, u64

Top = tuple[str, int, float]

ESCAPES = {"off": 0, "follow": 1, "follow_and_lead": 2}


def mask(cards: Iterable[str]) -> Mask:
    """The engine's mask of some tokens."""
    return u64(parse_cards(list(cards)))


@cache
def tokens(word: int) -> frozenset[str]:
    """The tokens of a mask."""
    return frozenset(token for place, token in enumerate(TOKENS) if int(word) >> place & 1)


def slow_play(play: int, top_level: int = 0) -> Play:
    """A play of the engine, read by the engine on a table, in the twin's words."""
    word = u64(play)
    kind, length, level = combo(word, top_level)
    phoenix = play_phoenix(word)
    return tokens(int(play_cards(word))), KIND_NAMES[kind], length, level / 2, phoenix or None


def fast_top(top: Top | None) -> tuple[int, int, int]:
    """A combination on the table as the engine has it; None is an empty table."""
    if top is None:
        return 0, 0, 0
    kind, length, rank = top
    return KIND_NAMES.index(kind), length, int(2 * rank)


def all_tops() -> list[Top]:
    """Every combination that can lie on a table."""
    found: list[Top] = [("single", 1, rank / 2) for rank in (2, 3, *range(4, 30), 40)]
    found += [(kind, n, r) for n, kind in ((2, "pair"), (3, "triple")) for r in range(2, 15)]
    found += [("pairseq", n, rank) for n in range(4, 15, 2) for rank in range(n // 2 + 1, 15)]
    found += [("fullhouse", 5, rank) for rank in range(2, 15)]
    found += [("straight", n, rank) for n in range(5, 15) for rank in range(n, 15)]
    found += [("quad", 4, rank) for rank in range(2, 15)]
    found += [("sflush", n, rank) for n in range(5, 14) for rank in range(n + 1, 15)]
    return found


PACK = tuple(DECK)
