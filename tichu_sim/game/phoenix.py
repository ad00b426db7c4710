"""What the Phoenix stands for in a set of cards (R4.5, R4.7)."""

from tichu_sim.bits import count
from tichu_sim.game.cards import ACE, PHOENIX
from tichu_sim.game.combos import NO_COMBO, combo, make_play
from tichu_sim.jit import Mask, jit, u64


@jit
def has_choice(cards: Mask) -> bool:
    """Tell whether the cards hold the Phoenix among others, so that it stands for a rank."""
    return cards & PHOENIX != 0 and count(cards) > 1


@jit
def highest_reading(cards: Mask, highest: int) -> int:
    """Return the highest rank that the Phoenix can stand for, 0 for none (R4.7).

    It is also the reading with the highest comparison rank: the readings of one set of cards are
    all of one kind, and a higher Phoenix makes the higher straight or the higher triple.

    Parameters
    ----------
    cards : Mask
    highest : int
        The highest rank of the pack.

    Returns
    -------
    rank : int
        2..highest; 0 without Phoenix, for the lone Phoenix and for no combination.

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> [highest_reading(parse_cards(cards), ACE) for cards in ("3j 4s 5p 6t Ph", "Jj Qs Kp At Ph")]
    [7, 10]
    """
    if not has_choice(cards):
        return 0
    for rank in range(highest, 1, -1):
        if combo(make_play(cards, rank), 0)[0] != NO_COMBO:
            return rank
    return 0


@jit
def declared(cards: Mask, rank: int, highest: int) -> int:
    """Return the play of these cards with a declared Phoenix; 0 declares the highest reading.

    The play may be no combination: `combos.combo` tells.
    """
    return make_play(cards, rank if rank else highest_reading(cards, highest))


def all_readings(cards: Mask, highest: int = ACE) -> list[int]:
    """Return every play that a set of cards can be, ascending; empty for no combination.

    Examples
    --------
    >>> from tichu_sim.game.cards import parse_cards
    >>> from tichu_sim.game.combos import play_phoenix
    >>> [play_phoenix(u64(play)) for play in all_readings(parse_cards("8j 8s 9j 9s Ph"))]
    [8, 9]
    """
    word = u64(cards)
    ranks = range(2, highest + 1) if has_choice(word) else (0,)
    plays = [u64(make_play(word, rank)) for rank in ranks]
    return [int(play) for play in plays if combo(play, 0)[0] != NO_COMBO]
