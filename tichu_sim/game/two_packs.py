"""Hands and plays of two packs: layout, text, and what a play is (R16.1, R16.10 to R16.13).

Two words tell how often each card is held: a hand is (hand, twice), the cards held at least once
and those of them held twice. A play is (play, second) in the same way, and bits 56..59 hold the
ranks that the Phoenixes stand for, see `combos`: the higher one in `play`, the lower or equal one
in `second`. There is no Dog and one Mah Jong; of one pack (five or six players) nothing is twice.
"""

from collections.abc import Iterable

from tichu_sim.bits import count, nibble_counts
from tichu_sim.errors import InputError
from tichu_sim.game.cards import (
    ACE,
    DOG,
    DRAGON,
    MAHJONG,
    N_CARDS,
    NONE,
    NORMAL,
    PACK,
    PHOENIX,
    cards_text,
    parse_token,
    split_tokens,
)
from tichu_sim.game.combos import (
    DRAGON_LEVEL,
    FULLHOUSE,
    NO_COMBO,
    PAIR,
    PAIRSEQ,
    SHORTEST_STRAIGHT,
    SINGLE,
    STRAIGHT,
    TRIPLE,
    combo,
    make_play,
    play_phoenix,
)
from tichu_sim.jit import Mask, i64, jit, jit_small, u64

FIRST_PACK = u64(PACK ^ DOG)
"""The cards that are there at least once (R16.1)."""
SECOND_PACK = u64(PACK ^ DOG ^ MAHJONG)
"""The cards that two packs hold twice (R16.1)."""


@jit_small
def count_two(hand: Mask, twice: Mask) -> int:
    """Return the number of cards of a hand or a play.

    Examples
    --------
    >>> count_two(FIRST_PACK, SECOND_PACK)
    109
    """
    return count(hand & PACK) + count(twice & PACK)


@jit_small
def phoenixes(hand: Mask, twice: Mask) -> int:
    """Return the number of Phoenixes, 0 to 2."""
    return count(hand & PHOENIX) + count(twice & PHOENIX)


@jit_small
def rank_counts(hand: Mask, twice: Mask) -> Mask:
    """Return for every rank, in its nibble, how many natural cards there are (0..8).

    The Mah Jong is rank 1, the lowest nibble.

    Examples
    --------
    >>> hex(rank_counts(*parse_two_cards("Mj 2j 2j 2s 4p Ph Dr Dr")))
    '0x1031'
    """
    once, again = hand & (NORMAL | MAHJONG), twice & NORMAL
    # Each word has at most four in a nibble, so the sum stays inside.
    return nibble_counts(once) + nibble_counts(again)


@jit_small
def count_of(counts: Mask, rank: int) -> int:
    """Return how many cards of a rank (1..14) `rank_counts` tells."""
    return i64(counts >> (4 * (rank - 1)) & u64(15))


@jit_small
def make_play_two(
    cards: Mask, second_cards: Mask, phoenix: int, second_phoenix: int
) -> tuple[int, int]:
    """Return the play of these cards, with the Phoenixes as two ranks in any order (0: none).

    Examples
    --------
    >>> eights = parse_two_cards("8j 8j 8s Ph Ph")
    >>> make_play_two(*eights, 9, 10) == make_play_two(*eights, 10, 9)
    True
    """
    higher, lower = max(phoenix, second_phoenix), min(phoenix, second_phoenix)
    return make_play(cards, higher), make_play(second_cards, lower)


@jit_small
def _ranks_fit(play: int, second: int) -> bool:
    # Whether the Phoenixes of a play of two or more cards stand for what they may, in order.
    higher, lower = play_phoenix(play), play_phoenix(second)
    n = phoenixes(play, second)
    if n == 0:
        return higher == 0 and lower == 0
    if higher < 2 or higher > ACE:
        return False
    return lower == 0 if n == 1 else 2 <= lower <= higher


@jit_small
def _with_some_twice(play: int, second: int) -> tuple[int, int, int]:
    # Some card is in the play twice, so it is neither a bomb nor a single.
    cards, twice = play & PACK, second & PACK
    outside = (cards & (DOG | DRAGON)) | (twice & MAHJONG) | (twice & ~cards)
    if outside or not _ranks_fit(play, second) or cards == PHOENIX:
        return NO_COMBO, 0, 0
    counts = rank_counts(cards, twice)
    if twice & PHOENIX:
        counts += u64(1) << (4 * (play_phoenix(second) - 1))
    if cards & PHOENIX:
        counts += u64(1) << (4 * (play_phoenix(play) - 1))
    n, distinct, top, bottom = count_two(cards, twice), 0, 0, 0
    least, most, most_at = n, 0, 0
    for rank in range(1, ACE + 1):
        here = count_of(counts, rank)
        if here == 0:
            continue
        distinct += 1
        top = rank
        if bottom == 0:
            bottom = rank
        least = min(least, here)
        if here > most:
            most, most_at = here, rank
    in_a_row = top - bottom == distinct - 1
    if distinct == 1 and n == 2:
        return PAIR, n, 2 * top
    if distinct == 1 and n == 3:
        return TRIPLE, n, 2 * top
    if distinct >= 2 and in_a_row and least == 2 and most == 2:
        return PAIRSEQ, n, 2 * top
    if distinct == 2 and least == 2 and most == 3:
        return FULLHOUSE, n, 2 * most_at
    if distinct >= SHORTEST_STRAIGHT and in_a_row and most == 1:
        return STRAIGHT, n, 2 * top
    return NO_COMBO, 0, 0


@jit
def read_two(play: int, second: int, top_level: int) -> tuple[int, int, int]:
    """Return (kind, length, level) of a play of two packs, (0, 0, 0) for no combination.

    Identical cards are equal in rank like any others, but a bomb needs four different suits
    (R16.12). Up to two Phoenixes go with at least one natural card (R16.13).

    Parameters
    ----------
    play, second : int
        The cards, those that are in it twice, and the Phoenixes' ranks, see `make_play_two`.
    top_level : int
        Level of the single on the table, 0 for a lead. A lone Phoenix counts half a point above
        it, and a Dragon beats a Dragon (R16.11).

    Examples
    --------
    >>> read_two(*parse_two_cards("8j 8j 8s"), 0) == (TRIPLE, 3, 16)
    True
    >>> read_two(*parse_two_cards("8j 8j 8s 8p"), 0) == (NO_COMBO, 0, 0)
    True
    >>> play, second = make_play_two(*parse_two_cards("8j 8s 8p Ph Ph"), 14, 14)
    >>> read_two(u64(play), u64(second), 0) == (FULLHOUSE, 5, 16)
    True
    """
    if second:
        return _with_some_twice(play, second)
    if play & DOG:
        return NO_COMBO, 0, 0
    if play == DRAGON and top_level >= DRAGON_LEVEL:
        return SINGLE, 1, top_level + 2
    return combo(play, top_level)


def two_cards_text(hand: Mask, twice: Mask) -> str:
    """Return the tokens of the cards as `cards.cards_text`, a card that is held twice twice.

    Examples
    --------
    >>> two_cards_text(*parse_two_cards("Ph 8j Ph Mj 8j 2t"))
    'Mj 2t 8j 8j Ph Ph'
    """
    return cards_text(int(hand) | int(twice) << N_CARDS)


def parse_two_cards(cards: str | Iterable[str]) -> tuple[Mask, Mask]:
    """Return (hand, twice) of cards given as text or as tokens.

    Parameters
    ----------
    cards : str or iterable of str
        Tokens as for `cards.parse_cards`, each at most twice.

    Raises
    ------
    InputError
        For an unknown token, or a card that is given more often than two packs hold it.

    Examples
    --------
    >>> [two_cards_text(u64(word), NONE) for word in parse_two_cards("8j 8s 8j")]
    ['8j 8s', '8j']
    """
    hand, twice = NONE, NONE
    for token in split_tokens(cards):
        card = parse_token(token)
        if card & ~FIRST_PACK:
            raise InputError(f"no such card in these packs: {token}")
        if hand & card & ~SECOND_PACK:
            raise InputError(f"card given twice: {token}")
        if twice & card:
            raise InputError(f"card given three times: {token}")
        twice |= hand & card
        hand |= card
    return hand, twice
