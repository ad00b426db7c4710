"""Hands of two packs for tests, and the engine's plays in the words of the slow twin."""

import random
from functools import cache

from reference.cards import NORMAL
from reference.two_packs import NUMBER, ORDER, Play, Table

from tichu_sim.game.combos import KIND_NAMES, play_cards, play_phoenix
from tichu_sim.game.two_packs import parse_two_cards, read_two, two_cards_text
from tichu_sim.jit import Mask, u64

Hand = tuple[str, ...]

BOTH_PACKS = (*ORDER, *(card for card in ORDER if card != "Mj"))
"""The 109 cards (R16.1)."""


SPECIALS = (
    *("", "", "Ph", "Ph", "Ph Ph", "Ph Ph", "Ph Ph", "Mj", "Mj Ph", "Mj Ph Ph", "Dr", "Dr Dr"),
    *("Ph Dr", "Mj Dr", "Ph Dr Dr", "Mj Ph Ph Dr Dr"),
)


def near_hand(rng: random.Random, most: int) -> Hand:
    """Up to so many cards or a bomb, the normal ones of a few ranks that follow one another."""
    size = max(rng.randint(1, most), rng.randint(1, most))
    width = rng.randint(1, 7)
    bottom = rng.choice((2, 2, 8, 15 - width))
    suits = rng.sample("jspt", rng.randint(1, 4))
    near = [card for card in NORMAL if 0 <= NUMBER[card] - bottom < width]
    cards = [card for card in near if card[1] in suits]
    specials = rng.choice(SPECIALS).split()
    bomb: list[str] = []
    if rng.random() < 0.3:
        bomb = [card for card in near if card[1] == suits[0]]
        if len(bomb) < 5:
            bomb = near[:4]
    rest = [*cards, *(card for card in cards if card not in bomb)]
    left = max(size - len(bomb) - len(specials), 0 if bomb else 1)
    return (*bomb, *rng.sample(rest, min(left, len(rest))), *specials)


def random_table(rng: random.Random, leads: list[Play]) -> Table | None:
    """Nothing, something of the kinds that a hand can play, or anything else."""
    if rng.random() < 0.15:
        return None
    if leads and rng.random() < 0.8:
        _, kind, n, rank, _ = rng.choice(leads)
        near = rank if rng.random() < 0.5 else rng.randint(2, 14)
    else:
        kind, n = rng.choice((("pair", 2), ("straight", 5), ("quad", 4), ("sflush", 5)))
        near = rng.randint(2, 14)
    if kind == "single":
        below = min(max(near, 2), 15)
        return kind, n, rng.choice((1, 1.5, 2, below - 1, below - 0.5, 15, 20, 21))
    return kind, n, max(near - rng.randint(0, 2), 2)


def any_hand(rng: random.Random, size: int) -> Hand:
    """So many cards of two packs."""
    return tuple(rng.sample(BOTH_PACKS, size))


def masks(hand: Hand) -> tuple[Mask, Mask]:
    """The engine's two words of some tokens."""
    hand_word, twice = parse_two_cards(hand)
    return u64(hand_word), u64(twice)


@cache
def slow_play(play: int, second: int, top_level: int) -> Play:
    """A play of the engine, read by the engine on a table, in the twin's words."""
    word, second_word = u64(play), u64(second)
    kind, n, level = read_two(word, second_word, top_level)
    cards = two_cards_text(u64(play_cards(word)), u64(play_cards(second_word))).split()
    ranks = (int(play_phoenix(word)), int(play_phoenix(second_word)))
    return Play(tuple(cards), KIND_NAMES[kind], n, level / 2, tuple(r for r in ranks if r))


def fast_table(table: Table | None) -> tuple[int, int, int]:
    """What lies on the table as the engine has it."""
    return (KIND_NAMES.index(table[0]), table[1], int(2 * table[2])) if table else (0, 0, 0)
