"""Which cards to pass: what helps the partner more than it is missed, and what burdens most."""

from tichu_sim.bits import lowest, lowest_in_nibbles, nibble_counts, nibbles_with, whole_nibbles
from tichu_sim.bots.expert.outlook import partner_has_called
from tichu_sim.bots.expert.parameters import (
    AWAY_DOG,
    AWAY_DOG_CALL,
    AWAY_RANK,
    GIFT_ACE,
    GIFT_CALL,
    GIFT_DOG,
    GIFT_DOG_CALL,
    GIFT_DRAGON,
    GIFT_OWN_CALL,
    GIFT_PHOENIX,
    GIFT_RANK,
    GIFT_SUPPORT,
    GIFT_USUAL,
    GIFT_WEAK,
    Values,
)
from tichu_sim.bots.expert.plan import Classes, burden_and_spare, classes, eased_by, groups
from tichu_sim.bots.greedy import lowest_card
from tichu_sim.game.cards import DOG, DRAGON, MAHJONG, NONE, NORMAL, PHOENIX
from tichu_sim.game.view import NO_CALL
from tichu_sim.jit import Mask, Record, jit, jit_small

_Cards = tuple[Mask, Mask, Mask]
_Values = tuple[float, float, float]

_NEVER = -1e9
_SHARE = 2.0 / 3.0
_FROM_RANK = 7
_MAHJONG_TO_PARTNER = -0.5
_MAHJONG_AWAY = -1.0


@jit_small
def _worth_to_partner(
    rules: Record, own: Record, card: Mask, called: bool, own_call: bool
) -> float:
    p: Values = own.params
    more = p[GIFT_CALL] if called else 0.0
    if card == DRAGON:
        return p[GIFT_DRAGON] + more
    if card == PHOENIX:
        return p[GIFT_PHOENIX] + more
    if card == DOG:
        return p[GIFT_DOG] + (p[GIFT_DOG_CALL] if own_call else 0.0)
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
def _ranked(
    rules: Record, public: Record, own: Record, o: Classes, burden: float, spare: Mask
) -> tuple[_Cards, _Cards, _Values]:
    # The best three cards for partners, those for opponents, and the values of the latter.
    p: Values = own.params
    called = partner_has_called(public, own.seat)
    own_call = public.call[own.seat] != NO_CALL
    weight = min(2.0, max(0.0, 1.0 - p[GIFT_WEAK] * (burden - p[GIFT_USUAL])))
    if own_call:
        weight = p[GIFT_OWN_CALL]
    elif called:
        weight *= p[GIFT_SUPPORT]
    up, away = (NONE, NONE, NONE), (NONE, NONE, NONE)
    up_values, away_values = (_NEVER, _NEVER, _NEVER), (_NEVER, _NEVER, _NEVER)
    left = _candidates(own.hand, spare)
    while left:
        card = lowest_card(left)
        left ^= card
        to_partner = _worth_to_partner(rules, own, card, called, own_call)
        to_others = _worth_away(public, own, card)
        if card & NORMAL:
            # No more burden goes than it has alone.
            most = groups(own, o, nibble_counts(card))
            if most * weight + to_partner <= up_values[2] and most + to_others <= away_values[2]:
                continue
        eased = eased_by(own, o, burden, spare, card)
        up, up_values = _best_three(up, up_values, card, eased * weight + to_partner)
        away, away_values = _best_three(away, away_values, card, eased + to_others)
    return up, away, away_values


@jit_small
def _left_alone(hand: Mask, rest: Mask, spare: Mask) -> Mask:
    # The second cards of ranks whose first card is given.
    given = whole_nibbles(nibbles_with(nibble_counts(hand & ~rest & NORMAL), 1))
    two = whole_nibbles(nibbles_with(nibble_counts(hand & spare & given), 2))
    three = whole_nibbles(nibbles_with(nibble_counts(hand & given), 3))
    return rest & spare & two & ~three


@jit
def _worst(
    public: Record, own: Record, o: Classes, spare: Mask, rest: Mask, away: _Cards, values: _Values
) -> Mask:
    # Of the cards that are left the one for an opponent.
    best, most = NONE, _NEVER
    for place in range(3):
        if away[place] & rest and values[place] > most:
            best, most = away[place], values[place]
    left = _left_alone(own.hand, rest, spare)
    while left:
        card = lowest_card(left)
        left ^= card
        value = groups(own, o, nibble_counts(card)) + _worth_away(public, own, card)
        if value > most:
            best, most = card, value
    return best if best else _first_in(rest, away)


@jit
def give(rules: Record, public: Record, own: Record) -> None:
    """Pass each partner the card that gains most for the team, each opponent the worst one."""
    hand = own.hand
    o = classes(own, rules.pack_mask & ~hand, _SHARE)
    burden, spare = burden_and_spare(own, o, hand)
    up, away, values = _ranked(rules, public, own, o, burden, spare)
    rest = hand
    for partner in (True, False):
        for k in range(1, own.given.shape[0]):
            if own.receivers >> k & 1 and (k % 2 == 0) == partner:
                card = _first_in(rest, up)
                if not partner:
                    card = _worst(public, own, o, spare, rest, away, values)
                own.given[k] = card
                rest ^= card
