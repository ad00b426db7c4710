"""What up to two Phoenixes stand for in cards of two packs (R4.5, R4.7, R16.13)."""

from tichu_sim.game.cards import ACE, PHOENIX
from tichu_sim.game.combos import NO_COMBO
from tichu_sim.game.phoenix import has_choice
from tichu_sim.game.two_packs import make_play_two, read_two
from tichu_sim.jit import Mask, jit, u64


@jit
def highest_reading_two(cards: Mask, second_cards: Mask) -> tuple[int, int]:
    """Return the ranks that the Phoenixes stand for unless declared, the higher one first (R4.7).

    Of all readings that of the highest comparison rank; of several such the one with the greatest
    higher rank, then the one with the greatest lower rank.

    Parameters
    ----------
    cards, second_cards : Mask
        The cards, and those of them that are there twice.

    Returns
    -------
    rank, second_rank : int
        2..14; 0 for a Phoenix that is not there or alone, and for no combination.

    Examples
    --------
    >>> from tichu_sim.game.two_packs import parse_two_cards
    >>> highest_reading_two(*parse_two_cards("8j 8s Ph Ph"))
    (9, 9)
    >>> highest_reading_two(*parse_two_cards("8j 8j 8s Ph Ph"))
    (14, 14)
    """
    best, best_second, best_level = 0, 0, 0
    if not has_choice(cards):
        return 0, 0
    two = second_cards & PHOENIX != 0
    for rank in range(ACE, 1, -1):
        for second_rank in range(rank if two else 0, 1 if two else -1, -1):
            play, second = make_play_two(cards, second_cards, rank, second_rank)
            kind, _, level = read_two(play, second, 0)
            if kind != NO_COMBO and level > best_level:
                best, best_second, best_level = rank, second_rank, level
    return best, best_second


@jit
def declared_two(cards: Mask, second_cards: Mask, rank: int, second_rank: int) -> tuple[int, int]:
    """Return the play of these cards with declared Phoenixes; 0 and 0 for the highest reading.

    The play may be no combination: `two_packs.read_two` tells.
    """
    if rank == 0 and second_rank == 0:
        rank, second_rank = highest_reading_two(cards, second_cards)
    return make_play_two(cards, second_cards, rank, second_rank)


def all_readings_two(cards: Mask, second_cards: Mask) -> list[tuple[int, int]]:
    """Return every play that the cards can be, by ascending ranks; empty for no combination.

    Examples
    --------
    >>> from tichu_sim.game.combos import play_phoenix
    >>> from tichu_sim.game.two_packs import parse_two_cards
    >>> plays = all_readings_two(*parse_two_cards("8j 8s 9j Ph Ph"))
    >>> [(play_phoenix(u64(play)), play_phoenix(u64(second))) for play, second in plays]
    [(9, 8), (9, 9)]
    """
    word, second_word = u64(cards), u64(second_cards)
    ranks = [(0, 0)]
    if has_choice(word):
        ranks = [(rank, 0) for rank in range(2, ACE + 1)]
        if second_word & PHOENIX:
            ranks = [(rank, lower) for rank in range(2, ACE + 1) for lower in range(2, rank + 1)]
    plays = [make_play_two(word, second_word, *pair) for pair in ranks]
    return [
        (int(play), int(second))
        for play, second in plays
        if read_two(u64(play), u64(second), 0)[0] != NO_COMBO
    ]
