"""Bombs of a hand: four of a kind and straight flushes (R5.1)."""

from tichu_sim.bits import LOW, lowest, nibble_counts, nibbles_with
from tichu_sim.game.cards import ACE, NONE, NORMAL
from tichu_sim.game.combos import QUAD, SFLUSH, SHORTEST_STRAIGHT, is_bomb
from tichu_sim.game.patterns import write_pattern
from tichu_sim.game.ranks import ranks_above
from tichu_sim.jit import Mask, Record, jit_small, u64


@jit_small
def _suited_starts(normal: Mask) -> Mask:
    # Every card from which five in its suit follow one another.
    pairs = normal & normal >> 4
    return pairs & pairs >> 8 & normal >> 16


@jit_small
def has_bomb(hand: Mask) -> bool:
    """Tell whether a hand holds a bomb (R5.1).

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> has_bomb(parse_cards("2j 3j 4j 5j 6j")), has_bomb(parse_cards("Mj Dg Ph Dr"))
    (True, False)
    """
    normal = hand & NORMAL
    pairs = normal & normal >> 1
    return (pairs & pairs >> 2 & LOW) | _suited_starts(normal) != NONE


@jit_small
def bomb_cards(hand: Mask) -> Mask:
    """Return all cards of a hand that are part of some bomb.

    Examples
    --------
    >>> from tichu_sim.game.cards import cards_text, parse_cards
    >>> cards_text(bomb_cards(parse_cards("2j 3j 4j 5j 6j 6s 9s 9j 9p 9t Dr")))
    '2j 3j 4j 5j 6j 9j 9s 9p 9t'
    """
    normal = hand & NORMAL
    pairs = normal & normal >> 1
    cards = (pairs & pairs >> 2 & LOW) * u64(15)
    starts = _suited_starts(normal)
    for _ in range(SHORTEST_STRAIGHT):
        cards |= starts
        starts <<= 4
    return cards


@jit_small
def fill_bombs(
    hand: Mask, top_kind: int, top_length: int, top_level: int, out: Record, n: int
) -> int:
    """Write the patterns of all bombs of a hand that beat the table; returns their end in `out`.

    Parameters
    ----------
    hand : Mask
    top_kind, top_length, top_level : int
        The combination on the table, zeros for none.
    out : Record
        Of `PATTERNS`, overwritten from `n` on.
    n : int
        Where to begin in `out`.
    """
    normal = hand & NORMAL
    over_bomb = is_bomb(top_kind)
    pairs = normal & normal >> 1
    quads = pairs & pairs >> 2 & LOW
    if over_bomb:
        quads &= ranks_above(top_level >> 1) if top_kind == QUAD else NONE
    while quads:
        rank = (lowest(quads) >> 2) + 1
        quads &= quads - u64(1)
        n = write_pattern(out, n, QUAD, 4, 2 * rank, 0, 0)
    starts = nibbles_with(nibble_counts(_suited_starts(normal)), 1)
    while starts:
        bottom = (lowest(starts) >> 2) + 1
        starts &= starts - u64(1)
        suits = u64(0xF)
        for top in range(bottom, ACE + 1):
            suits &= normal >> (4 * (top - 1))
            if suits == NONE:
                break
            cards = top - bottom + 1
            if cards < SHORTEST_STRAIGHT:
                continue
            if over_bomb and (cards < top_length or (cards == top_length and 2 * top <= top_level)):
                continue
            n = write_pattern(out, n, SFLUSH, cards, 2 * top, 0, 0)
    return n
