"""When to announce: an estimate of the chance to go out first, fitted on simulated rounds.

The weights are those of a logistic regression over hands that were called with, see
`analysis/call_chances.py`, which fits them anew.
"""

from math import exp

from tichu_sim.bits import count, nibble_counts, nibbles_with
from tichu_sim.bots.expert.outlook import (
    opponent_has_called,
    opponents_share,
    partner_has_called,
    unseen_cards,
)
from tichu_sim.bots.expert.parameters import GRAND, GREAT_GRAND, TICHU, TICHU_AGAINST
from tichu_sim.bots.expert.plan import classes, split
from tichu_sim.game.bombs import has_bomb
from tichu_sim.game.cards import DOG, DRAGON, MAHJONG, NORMAL, PHOENIX
from tichu_sim.game.ranks import rank_cards, ranks_above
from tichu_sim.jit import Mask, Record, jit, jit_small

TICHU_WEIGHTS = (-0.318, -0.465, 0.162, -0.04, 0.871, 0.674, 0.056, 0.535, 0.265)
"""Constant, burden, highest rank and the next, Dragon, Phoenix, Dog, Mah Jong, bomb."""
GRAND_WEIGHTS = (-1.112, 0.36, 0.091, 0.906, 0.99, -0.046, 0.049, 0.014, 0.124, 0.024, 0.022)
"""Constant, highest rank and the next, Dragon, Phoenix, Dog, Mah Jong, pairs, threes,
low ranks that stand alone, cards above the low ranks."""

_LOW_RANK = 8


@jit_small
def _logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-x))


@jit
def tichu_traits(rules: Record, public: Record, own: Record) -> tuple[float, ...]:
    """Return what the chance of a Tichu depends on, in the order of `TICHU_WEIGHTS`."""
    hand = own.hand
    o = classes(own, unseen_cards(rules, public, own), opponents_share(public, own))
    return (
        1.0,
        split(own, o, hand)[0],
        1.0 * count(hand & rank_cards(rules.highest)),
        1.0 * count(hand & rank_cards(rules.highest - 1)),
        1.0 * count(hand & DRAGON),
        1.0 * count(hand & PHOENIX),
        1.0 * count(hand & DOG),
        1.0 * count(hand & MAHJONG),
        1.0 * has_bomb(hand),
    )


@jit
def grand_traits(rules: Record, first: Mask) -> tuple[float, ...]:
    """Return what the chance of a Grand Tichu depends on, in the order of `GRAND_WEIGHTS`."""
    counts = nibble_counts(first & NORMAL)
    ones, twos = nibbles_with(counts, 1), nibbles_with(counts, 2)
    return (
        1.0,
        1.0 * count(first & rank_cards(rules.highest)),
        1.0 * count(first & rank_cards(rules.highest - 1)),
        1.0 * count(first & DRAGON),
        1.0 * count(first & PHOENIX),
        1.0 * count(first & DOG),
        1.0 * count(first & MAHJONG),
        1.0 * count(twos),
        1.0 * count(nibbles_with(counts, 3)),
        1.0 * count(ones & ~twos & ~ranks_above(_LOW_RANK)),
        1.0 * count(first & ranks_above(_LOW_RANK)),
    )


@jit_small
def chance(weights: tuple[float, ...], traits: tuple[float, ...]) -> float:
    """Return the chance to go out first, by logistic regression."""
    total = 0.0
    for i in range(len(weights)):
        total += weights[i] * traits[i]
    return _logistic(total)


@jit_small
def great_grand(rules: Record, public: Record, own: Record) -> bool:
    """Call Great Grand where the switch says so."""
    return bool(own.params[GREAT_GRAND] >= 1.0)


@jit
def grand(rules: Record, public: Record, own: Record) -> bool:
    """Call Grand Tichu with enough of a chance, unless a partner has called."""
    if partner_has_called(public, own.seat):
        return False
    return bool(chance(GRAND_WEIGHTS, grand_traits(rules, own.first)) >= own.params[GRAND])


@jit
def tichu(rules: Record, public: Record, own: Record) -> bool:
    """Call Tichu on the own turn with enough of a chance, unless a partner has called.

    Before his turn nobody gains by telling.
    """
    if public.turn != own.seat or public.out > 0 or partner_has_called(public, own.seat):
        return False
    least = own.params[TICHU]
    if opponent_has_called(public, own.seat):
        least += own.params[TICHU_AGAINST]
    return bool(chance(TICHU_WEIGHTS, tichu_traits(rules, public, own)) >= least)
