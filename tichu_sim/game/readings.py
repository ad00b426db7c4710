"""What a set of cards is in any of the games: a bridge from whole numbers to compiled words.

In Python a set of cards is one whole number; with two packs the cards that are there twice have a
second bit, from `cards.N_CARDS` on. Compiled code takes one word, or two.
"""

from tichu_sim.game.cards import N_CARDS, PACK
from tichu_sim.game.combos import combo, play_cards, play_phoenix
from tichu_sim.game.phoenix import all_readings, highest_reading
from tichu_sim.game.rules import Rules
from tichu_sim.game.state import has_two_packs
from tichu_sim.game.two_pack_phoenix import all_readings_two, highest_reading_two
from tichu_sim.game.two_packs import read_two
from tichu_sim.jit import Mask, u64

Combo = tuple[int, int, int]
Words = tuple[int, int]
"""A play: its word, see `combos`, and the second one of two packs (0 with one pack)."""


def words_of(cards: Mask) -> Words:
    """Return the cards that are there, and those that are there twice, as words.

    Examples
    --------
    >>> [int(word) for word in words_of(0b10000 | 0b10000 << N_CARDS)]
    [16, 16]
    """
    return u64(int(cards) & int(PACK)), u64(int(cards) >> N_CARDS)


def cards_of(play: Words) -> Mask:
    """Return the cards of a play as one whole number."""
    first, second = (int(play_cards(u64(word))) for word in play)
    return first | second << N_CARDS


def phoenixes_of(play: Words) -> tuple[int, int]:
    """Return the ranks that the Phoenixes of a play stand for, 0 for none."""
    first, second = (int(play_phoenix(u64(word))) for word in play)
    return first, second


def combo_of(play: Words, top_level: int, rules: Rules) -> Combo:
    """Return (kind, length, level) of a play, see `combos.combo`."""
    word, second = u64(play[0]), u64(play[1])
    read = read_two(word, second, top_level) if has_two_packs(rules) else combo(word, top_level)
    kind, length, level = read
    return int(kind), int(length), int(level)


def highest_of(cards: Mask, rules: Rules) -> tuple[int, int]:
    """Return the ranks that Phoenixes stand for where they are not declared (R4.7), 0 for none."""
    word, second = words_of(cards)
    if has_two_packs(rules):
        rank, second_rank = highest_reading_two(word, second)
        return int(rank), int(second_rank)
    return int(highest_reading(word, rules.highest)), 0


def plays_of(cards: Mask, rules: Rules) -> list[Words]:
    """Return every play that a set of cards can be; empty for no combination.

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> from tichu_sim.game.rules import make_rules
    >>> plays = plays_of(parse_cards("8j 8s 9j 9s Ph"), make_rules())
    >>> [phoenixes_of(play) for play in plays]
    [(8, 0), (9, 0)]
    """
    word, second = words_of(cards)
    if has_two_packs(rules):
        return all_readings_two(word, second)
    return [(play, 0) for play in all_readings(word, rules.highest)]
