"""A new state: the public record and the seats' own records, set up for a game."""

import numpy as np

from tichu_sim.game.games import GRAND_SEIGNEUR, THREECHU, TIENTSIN, TWO_TEA, TWO_WUERZBURG
from tichu_sim.game.rules import Rules
from tichu_sim.game.view import own_dtype, public_dtype
from tichu_sim.jit import Array

STACKS = (2, 3)
"""Places of ``given`` and ``received`` for the stacks on the right and on the left (R18.4)."""


def has_two_packs(rules: Rules) -> bool:
    """Tell whether hands take two words, for cards that are held twice."""
    return rules.game.number == GRAND_SEIGNEUR


def slots_of(rules: Rules) -> int:
    """Return the number of places for the cards of the exchange, see `view.own_dtype`."""
    return 1 + max(STACKS) if rules.game.number == TWO_TEA else rules.game.chairs


def receivers_of(rules: Rules, seat: int) -> tuple[int, ...]:
    """Return the places k for which a seat gives a card to seat + k (R3.1, R14.5, R15.4, R18.12).

    Examples
    --------
    >>> from tichu_sim.game.rules import make_rules
    >>> receivers_of(make_rules("tientsin"), 0), receivers_of(make_rules("threechu"), 1)
    ((2, 4), (1, 2, 3))
    """
    game, seats = rules.game.number, rules.seats
    if game == GRAND_SEIGNEUR:
        return ()
    if game == TIENTSIN:
        return (2, 4)
    if game == TWO_WUERZBURG:
        return ((1,), (3,), (), ())[seat]
    defends = seat % 2 == 1 and rules["threechu_push"] == "defenders_exchange"
    if game == THREECHU and not defends:
        return (1, 3)
    return tuple(range(1, seats))


def new_state(rules: Rules) -> tuple[Array, Array]:
    """Return an empty state.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    public : array (1,) of `view.public_dtype`
    own : array (chairs,) of `view.own_dtype`
    """
    chairs, two_packs = rules.game.chairs, has_two_packs(rules)
    own = np.zeros(chairs, own_dtype(chairs, two_packs, slots_of(rules)))
    for seat, mine in enumerate(own):
        mine["seat"] = seat
        mine["player"] = seat % rules.players
        mine["receivers"] = sum(1 << k for k in receivers_of(rules, seat))
        mine["dog_to"] = (seat + chairs // 2) % chairs
        mine["wish_free"] = rules.game.number == THREECHU and seat == 2
    return np.zeros(1, public_dtype(chairs, two_packs)), own
