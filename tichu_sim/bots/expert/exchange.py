"""Which cards to pass: what helps the partner more than it is missed, and what burdens most."""

from tichu_sim.bits import lowest, lowest_in_nibbles, nibble_counts, nibbles_with, whole_nibbles
from tichu_sim.bots.expert.outlook import partner_has_called
from tichu_sim.bots.expert.parameters import (
    AWAY_DOG,
    AWAY_DOG_CALL,
    AWAY_RANK,
    GIFT_ACE,
    GIFT_CALL,
    GIFT_DRAGON,
    GIFT_PHOENIX,
    GIFT_RANK,
    GIFT_USUAL,
    GIFT_WEAK,
    Values,
)
from tichu_sim.bots.expert.plan import burden_and_spare, classes, eased_by
from tichu_sim.bots.greedy import lowest_card
from tichu_sim.game.cards import DOG, DRAGON, MAHJONG, NONE, NORMAL, PHOENIX
from tichu_sim.game.view import NO_CALL
from tichu_sim.jit import Mask, Record, jit, jit_small

_Cards = tuple[Mask, Mask, Mask]
_Values = tuple[float, float, float]

_NEVER = -1e9
_SHARE = 2.0 / 3.0
_FROM_RANK = 7
_DOG_TO_PARTNER = -1.0
_MAHJONG_TO_PARTNER = -0.5
_MAHJONG_AWAY = -1.0


@jit_small
def _worth_to_partner(rules: Record, own: Record, card: Mask, called: bool) -> float:
    p: Values = own.params
    more = p[GIFT_CALL] if called else 0.0
    if card == DRAGON:
        return p[GIFT_DRAGON] + more
    if card == PHOENIX:
        return p[GIFT_PHOENIX] + more
    if card == DOG:
        return _DOG_TO_PARTNER
    if card == MAHJONG:
        return _MAHJONG_TO_PARTNER
    rank = (lowest(card) >> 2) + 1
    return p[GIFT_RANK] * (rank - _FROM_RANK) + (
        p[GIFT_ACE] + more if rank == rules.highest else 0.0
    )


@jit_small
def _worth_away(public: Record, own: Record, card: Mask) -> float:
    # The worth of an opponent's holding a card.
    p: Values = own.params
    if card & (DRAGON | PHOENIX):
        return _NEVER
    if card == DOG:
        called = public.call[own.seat] != NO_CALL
        return p[AWAY_DOG] + (p[AWAY_DOG_CALL] if called else 0.0)
    if card == MAHJONG:
        return _MAHJONG_AWAY
    return -p[AWAY_RANK] * ((lowest(card) >> 2) - 1)


@jit_small
def _candidates(hand: Mask, spare: Mask) -> Mask:
    # One card of each rank that is not held three times, from outside the straight if possible.
    normal = hand & NORMAL
    threes = whole_nibbles(nibbles_with(nibble_counts(normal), 3))
    outside = spare & normal & ~threes
    ranks = whole_nibbles(nibbles_with(nibble_counts(outside), 1))
    return (
        lowest_in_nibbles(outside) | lowest_in_nibbles(normal & ~threes & ~ranks) | hand & ~NORMAL
    )


@jit_small
def _best_three(cards: _Cards, values: _Values, card: Mask, value: float) -> tuple[_Cards, _Values]:
    # Three cards with their values, best first, once one more has been looked at.
    if value > values[0]:
        return (card, cards[0], cards[1]), (value, values[0], values[1])
    if value > values[1]:
        return (cards[0], card, cards[1]), (values[0], value, values[1])
    if value > values[2]:
        return (cards[0], cards[1], card), (values[0], values[1], value)
    return cards, values


@jit_small
def _first_in(rest: Mask, cards: _Cards) -> Mask:
    # The first of three cards that is still there, else the lowest normal card.
    for card in cards:
        if card & rest:
            return card
    return lowest_card(rest & NORMAL if rest & NORMAL else rest)


@jit
def give(rules: Record, public: Record, own: Record) -> None:
    """Pass each partner the card that gains most for the team, each opponent the worst one."""
    hand = own.hand
    o = classes(own, rules.pack_mask & ~hand, _SHARE)
    called = partner_has_called(public, own)
    burden, spare = burden_and_spare(own, o, hand)
    p: Values = own.params
    weight = min(2.0, max(0.0, 1.0 - p[GIFT_WEAK] * (burden - p[GIFT_USUAL])))
    up, away = (NONE, NONE, NONE), (NONE, NONE, NONE)
    up_values, away_values = (_NEVER, _NEVER, _NEVER), (_NEVER, _NEVER, _NEVER)
    left = _candidates(hand, spare)
    while left:
        card = lowest_card(left)
        left ^= card
        eased = eased_by(own, o, burden, spare, card)
        value = eased * weight + _worth_to_partner(rules, own, card, called)
        up, up_values = _best_three(up, up_values, card, value)
        value = eased + _worth_away(public, own, card)
        away, away_values = _best_three(away, away_values, card, value)
    rest = hand
    for partner in (True, False):
        for k in range(1, own.given.shape[0]):
            if own.receivers >> k & 1 and (k % 2 == 0) == partner:
                card = _first_in(rest, up if partner else away)
                own.given[k] = card
                rest ^= card
