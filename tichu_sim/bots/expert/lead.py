"""Which play to lead: one of those that the hand splits into."""

from typing import NamedTuple

from tichu_sim.bits import nibble_counts, nibbles_with, whole_nibbles
from tichu_sim.bots.expert.outlook import (
    chance_to_win,
    opponents_share,
    smallest_opponent,
    supports,
    unseen_cards,
)
from tichu_sim.bots.expert.parameters import (
    BOMB_COST,
    DOG_CALL,
    DOG_LEAD_WORTH,
    DRAGON_COST,
    HOLD,
    LAST_CARD,
    LEAD_RANK,
    MAHJONG_COST,
    PARTNER_LAST,
    PHOENIX_COST,
    SHED,
    SUPPORT,
    SUPPORT_LOW,
    Values,
)
from tichu_sim.bots.expert.plan import SUITED, classes, groups, split, straight_cards, straight_cost
from tichu_sim.bots.expert.worth import near_out, worth_of_trick
from tichu_sim.bots.greedy import lowest_card
from tichu_sim.game.cards import DOG, DRAGON, MAHJONG, NORMAL, PHOENIX
from tichu_sim.game.combos import NO_COMBO, PASS, combo, make_play, play_cards
from tichu_sim.game.phoenix import highest_reading
from tichu_sim.game.view import NO_CALL
from tichu_sim.jit import Mask, Record, jit, jit_small


class Moment(NamedTuple):
    """What all plays of one decision are weighed with.

    Attributes
    ----------
    unseen : Mask
    share : float
        Share of the unseen cards that opponents hold.
    worth : float
        Of winning the trick.
    burden : float
        Of the hand.
    near : float
        What the own hand is worth for being nearly out.
    helps : bool
        Whether a partner has called and may still be the first who is out.
    smallest : int
        Cards in the smallest hand of an opponent.
    """

    unseen: Mask
    share: float
    worth: float
    burden: float
    near: float
    helps: bool
    smallest: int


@jit_small
def _whole_hand(hand: Mask, rank: int) -> int:
    # The play that is the whole hand, `PASS` for none.
    play = make_play(hand, highest_reading(hand, rank))
    return play if combo(play, 0)[0] != NO_COMBO else PASS


@jit
def _value(public: Record, own: Record, now: Moment, play: int, cost: float) -> float:
    # The worth of leading a play of the split that takes so much of the burden along.
    p: Values = own.params
    cards = play_cards(play)
    kind, length, level = combo(play, 0)
    rank = level >> 1
    wins = chance_to_win(own, now.unseen, now.share, kind, length, level)
    found = now.worth * wins + p[SHED] * length - p[LEAD_RANK] * rank
    found += cost * (p[SUPPORT] if now.helps else 1.0)
    found += near_out(own, now.burden - cost)
    if now.helps:
        found -= p[SUPPORT_LOW] * rank
        if cards == own.hand:
            found -= p[HOLD]
    if length == now.smallest:
        found -= p[LAST_CARD] * (1.0 - wins)
    seats = public.size.shape[0]
    for k in range(2, seats, 2):
        if public.size[(own.seat + k) % seats] == length:
            found += p[PARTNER_LAST] * (1.0 - wins)
    return found


@jit_small
def _dog_value(public: Record, own: Record) -> float:
    # What the lead is worth to a partner; little to one who is out.
    p: Values = own.params
    seats = public.size.shape[0]
    found = p[DOG_LEAD_WORTH] + p[SHED]
    if public.call[own.seat] != NO_CALL and public.out == 0:
        return found - p[HOLD]
    for k in range(2, seats, 2):
        partner = (own.seat + k) % seats
        if public.size[partner] == 0:
            found -= 1.0
        elif public.call[partner] != NO_CALL:
            found += p[DOG_CALL]
        found += 0.1 * max(0, 6 - public.size[partner])
    return found


@jit_small
def _group_at(rest: Mask, mark: Mask, pair: Mask, triple: Mask) -> Mask:
    # The play of the split at a rank: with the pairs that follow, or a pair for three.
    cards = rest & whole_nibbles(mark)
    if pair & mark:
        top = mark << 4
        while pair & top:
            cards |= rest & whole_nibbles(top)
            top <<= 4
    elif triple & mark and pair:
        cards |= rest & whole_nibbles(lowest_card(pair))
    return cards


@jit
def lead(rules: Record, public: Record, own: Record) -> int:
    """Choose a play to lead."""
    p: Values = own.params
    hand = own.hand
    helps = supports(public, own)
    whole = _whole_hand(hand, rules.highest)
    if whole != PASS:
        return lowest_card(hand & NORMAL) if helps and hand & NORMAL else whole
    unseen, share = unseen_cards(rules, public, own), opponents_share(public, own)
    o = classes(own, unseen, share)
    burden, start, length, gap = split(own, o, hand)
    worth, smallest = worth_of_trick(public, own), smallest_opponent(public, own)
    now = Moment(unseen, share, worth, burden, near_out(own, burden), helps, smallest)
    best, score, rest = PASS, -1e9, hand
    if length:
        cards = straight_cards(hand, start, length, gap)
        cost = p[BOMB_COST] if gap == SUITED else straight_cost(own, (start >> 2) + length)
        best = make_play(cards | PHOENIX, gap) if gap > 0 else cards
        rest &= ~play_cards(best)
        score = _value(public, own, now, best, cost)
    counts = nibble_counts(rest & NORMAL)
    twos, threes = nibbles_with(counts, 2), nibbles_with(counts, 3)
    pair, triple = twos ^ threes, threes ^ nibbles_with(counts, 4)
    left = rest & NORMAL
    while left:
        cards = _group_at(rest, lowest_card(nibbles_with(nibble_counts(left), 1)), pair, triple)
        left &= ~cards
        value = _value(public, own, now, cards, groups(own, o, nibble_counts(cards)))
        if value > score:
            best, score = cards, value
    left = rest & (MAHJONG | PHOENIX | DRAGON)
    while left:
        card = lowest_card(left)
        left ^= card
        cost = p[DRAGON_COST]
        if card != DRAGON:
            cost = p[PHOENIX_COST] if card == PHOENIX else p[MAHJONG_COST]
        value = _value(public, own, now, card, cost)
        if value > score:
            best, score = card, value
    if rest & DOG and _dog_value(public, own) > score:
        best = DOG
    return best
