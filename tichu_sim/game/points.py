"""What cards count, for compiled code."""

from tichu_sim.bits import count
from tichu_sim.game.cards import DRAGON, PHOENIX
from tichu_sim.jit import Mask, Record, jit, jit_small, u64, variant

_FIVES = u64(0xF << 4 * (5 - 1))
_TENS = u64(0xF << 4 * (10 - 1))
_KINGS = u64(0xF << 4 * (13 - 1))


@jit_small
def count_points(rules: Record, cards: Mask) -> int:
    """Return what cards of the usual pack count (R1.4); other packs have `count_own_points`.

    For compiled code, in which the rules of another pack lead there by themselves.
    """
    tens = count(cards & (_KINGS | _TENS))
    fives = count(cards & _FIVES)
    return 10 * tens + 5 * fives + 25 * (count(cards & DRAGON) - count(cards & PHOENIX))


@jit_small
def count_own_points(rules: Record, cards: Mask) -> int:
    """Return what cards count by the masks in the rules (R16.2, R17.2), see `settings`."""
    points = 10 * count(cards & rules.tens) + 5 * count(cards & rules.fives)
    return points + 25 * (count(cards & rules.plus_25) - count(cards & rules.minus_25))


variant(count_points, count_own_points, "plus_25")


@jit
def card_points(rules: Record, cards: Mask) -> int:
    """Return what the cards count (R1.4): the pack is worth 100.

    Parameters
    ----------
    rules : Record
        Of `settings.rules_dtype`.
    cards : Mask

    Examples
    --------
    >>> from tichu_sim.game.cards import PACK, parse_cards
    >>> from tichu_sim.game.rules import make_rules
    >>> from tichu_sim.game.settings import settings_of
    >>> standard = settings_of(make_rules())
    >>> card_points(standard, parse_cards("Kj Ts 5p Ph")), card_points(standard, PACK)
    (0, 100)
    """
    return count_points(rules, cards)
