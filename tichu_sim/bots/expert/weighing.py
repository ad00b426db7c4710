"""What the plays are worth that a hand splits into, if they are led."""

from typing import NamedTuple

from tichu_sim.bits import count, nibble_counts, nibbles_with, whole_nibbles
from tichu_sim.bots.expert.outlook import (
    Shares,
    chance_to_win,
    singles_above,
)
from tichu_sim.bots.expert.parameters import (
    BOMB_COST,
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
    SURE,
    Values,
)
from tichu_sim.bots.expert.plan import (
    SUITED,
    Classes,
    Split,
    groups,
    straight_cards,
    straight_cost,
)
from tichu_sim.bots.expert.worth import near_out
from tichu_sim.bots.greedy import lowest_card
from tichu_sim.game.cards import DOG, DRAGON, MAHJONG, NORMAL, PHOENIX
from tichu_sim.game.combos import PASS, combo, make_play, play_cards
from tichu_sim.jit import Mask, Record, jit, jit_small

_NEVER = -1e9


class Moment(NamedTuple):
    """What all plays of one decision are weighed with.

    Attributes
    ----------
    unseen : Mask
    shares : Shares
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
    shares: Shares
    worth: float
    burden: float
    near: float
    helps: bool
    smallest: int


class Choice(NamedTuple):
    """The best of the plays that have been weighed.

    Attributes
    ----------
    play : int
    value : float
    winner : int
        The best of those that are nearly sure to win the trick, `PASS` for none.
    winner_value : float
    losers : int
        How many plays are none of those.
    """

    play: int
    value: float
    winner: int
    winner_value: float
    losers: int


@jit
def _weighed(
    public: Record, own: Record, now: Moment, choice: Choice, play: int, cost: float
) -> Choice:
    # The choice once a play of the split that takes so much of the burden along is weighed.
    p: Values = own.params
    cards = play_cards(play)
    kind, length, level = combo(play, 0)
    rank = level >> 1
    wins = chance_to_win(own, now.unseen, now.shares, kind, length, level)
    found = now.worth * wins + p[SHED] * length - p[LEAD_RANK] * rank
    found += cost * (p[SUPPORT] if now.helps else 1.0)
    found += near_out(own, now.burden - cost)
    if now.helps:
        found -= p[SUPPORT_LOW] * rank
        if cards == own.hand:
            found -= p[HOLD]
    if length == now.smallest:
        beats = 1.0 - wins
        if length == 1:
            beats = singles_above(now.unseen, level) / max(1, count(now.unseen))
        found -= p[LAST_CARD] * beats
    seats = public.size.shape[0]
    for k in range(2, seats, 2):
        if public.size[(own.seat + k) % seats] == length:
            found += p[PARTNER_LAST] * (1.0 - wins)
    best, value, winner, most, losers = choice
    if found > value:
        best, value = play, found
    if wins < p[SURE]:
        losers += 1
    elif found > most:
        winner, most = play, found
    return Choice(best, value, winner, most, losers)


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
def weigh(public: Record, own: Record, o: Classes, now: Moment, hand: Mask, found: Split) -> Choice:
    """Weigh all plays of the split of some cards as leads; the Dog is one that loses."""
    p: Values = own.params
    _, start, length, gap = found
    choice, rest = Choice(PASS, _NEVER, PASS, _NEVER, 1 if hand & DOG else 0), hand
    if length:
        cards = straight_cards(hand, start, length, gap)
        cost = p[BOMB_COST] if gap == SUITED else straight_cost(own, (start >> 2) + length)
        play = make_play(cards | PHOENIX, gap) if gap > 0 else cards
        rest &= ~play_cards(play)
        choice = _weighed(public, own, now, choice, play, cost)
    counts = nibble_counts(rest & NORMAL)
    twos, threes = nibbles_with(counts, 2), nibbles_with(counts, 3)
    pair, triple = twos ^ threes, threes ^ nibbles_with(counts, 4)
    left = rest & NORMAL
    while left:
        cards = _group_at(rest, lowest_card(nibbles_with(nibble_counts(left), 1)), pair, triple)
        left &= ~cards
        choice = _weighed(public, own, now, choice, cards, groups(own, o, nibble_counts(cards)))
    left = rest & (MAHJONG | PHOENIX | DRAGON)
    while left:
        card = lowest_card(left)
        left ^= card
        cost = p[DRAGON_COST]
        if card != DRAGON:
            cost = p[PHOENIX_COST] if card == PHOENIX else p[MAHJONG_COST]
        choice = _weighed(public, own, now, choice, card, cost)
    return choice
