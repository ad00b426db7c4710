"""What to play on a trick: whatever brings more than it costs, or nothing."""

from tichu_sim.bits import (
    highest,
    lowest,
    lowest_in_nibbles,
    nibble_counts,
    nibbles_with,
    whole_nibbles,
)
from tichu_sim.bots.expert.outlook import (
    Shares,
    chance_to_win,
    is_opponent,
    opponents_share,
    shares_of,
    supports,
    unseen_cards,
    weight_in_trick,
)
from tichu_sim.bots.expert.parameters import (
    BOMB_COST,
    BOMB_MARGIN,
    FINISH,
    HOLD,
    MARCH,
    MARGIN,
    NEAR,
    OWN_OVER,
    PARTNER,
    PARTNER_CALL,
    POINTS,
    SHED,
    SUPPORT,
    SURE,
    Values,
)
from tichu_sim.bots.expert.plan import Classes, burden_and_spare, classes, eased_by, groups, split
from tichu_sim.bots.expert.weighing import Moment, weigh
from tichu_sim.bots.expert.worth import near_out, worth_of_beating
from tichu_sim.bots.greedy import lowest_card
from tichu_sim.game.bombs import fill_bombs
from tichu_sim.game.cards import DRAGON, NONE, NORMAL, PHOENIX
from tichu_sim.game.combos import (
    DRAGON_LEVEL,
    PASS,
    SHORTEST_STRAIGHT,
    SINGLE,
    is_bomb,
    phoenix_level,
    play_cards,
)
from tichu_sim.game.moves import fill_longer, fill_plays, single_cards
from tichu_sim.game.patterns import (
    pattern_kind,
    pattern_length,
    pattern_level,
    pattern_play,
)
from tichu_sim.game.view import NO_CALL, binding_wish
from tichu_sim.jit import Mask, Record, jit, jit_small, u64

_MOST_GAIN = 2.3
"""More than a play on a trick brings a hand that is not nearly out."""
_MOST_LEFT = 2.2
"""More burden than that of a hand with one loser."""
_NEVER = -1e9
_NEARLY_OUT = 8
"""Cards from which on a bomb may be the way out."""


@jit_small
def _trick_value(
    public: Record, own: Record, now: Moment, kind: int, length: int, level: int
) -> tuple[float, float]:
    # The worth of a play for what it does on the table, and the chance that it wins the trick.
    p: Values = own.params
    wins = chance_to_win(own, now.unseen, now.shares, kind, length, level)
    found = now.worth * wins + p[SHED] * length
    if is_opponent(own, public.owner):
        found += p[POINTS] * public.points * wins
    if is_bomb(kind):
        found -= p[BOMB_MARGIN]
    return found, wins


@jit
def _rest_value(
    public: Record, own: Record, o: Classes, now: Moment, cards: Mask, wins: float, eased: float
) -> float:
    # The worth of a play for the hand that it leaves, less so much burden.
    p: Values = own.params
    burden = now.burden - eased
    found = eased * (p[SUPPORT] if now.helps else 1.0) + near_out(own, burden) - now.near
    if wins >= p[SURE] and burden < _MOST_LEFT and not now.helps:
        rest = own.hand & ~cards
        if weigh(public, own, o, now, rest, split(own, o, rest)).losers <= 1:
            found += p[MARCH]
    return found


@jit_small
def _last_value(own: Record, now: Moment) -> float:
    p: Values = own.params
    return -p[HOLD] if now.helps else p[FINISH]


@jit_small
def _level_of(public: Record, card: Mask) -> int:
    if card == DRAGON:
        return DRAGON_LEVEL
    return phoenix_level(public.top_level) if card == PHOENIX else 2 * ((lowest(card) >> 2) + 1)


@jit
def _single_value(
    public: Record, own: Record, o: Classes, now: Moment, spare: Mask, card: Mask, least: float
) -> float:
    # The worth of a single card, against a pass; `_NEVER` where it cannot be above `least`.
    if public.size[own.seat] == 1:
        return _last_value(own, now)
    p: Values = own.params
    found, wins = _trick_value(public, own, now, SINGLE, 1, _level_of(public, card))
    if card & NORMAL and wins < p[SURE]:
        # No more burden goes than it has alone.
        most = groups(own, o, nibble_counts(card))
        if found + max(most, most * p[SUPPORT]) + max(0.0, p[NEAR]) - now.near <= least:
            return _NEVER
    eased = eased_by(own, o, now.burden, spare, card)
    return found + _rest_value(public, own, o, now, card, wins, eased)


@jit
def _pattern_value(
    public: Record, own: Record, o: Classes, now: Moment, pattern: int, play: int
) -> float:
    # The same of any play.
    kind, length, level = pattern_kind(pattern), pattern_length(pattern), pattern_level(pattern)
    if length == public.size[own.seat]:
        return _last_value(own, now)
    cards = play_cards(play)
    found, wins = _trick_value(public, own, now, kind, length, level)
    eased = now.burden - split(own, o, own.hand & ~cards)[0]
    return found + _rest_value(public, own, o, now, cards, wins, eased)


@jit_small
def _cost_of_beating(public: Record, own: Record, unseen: Mask, shares: Shares) -> float:
    # What it costs to take the trick from a partner.
    if is_opponent(own, public.owner):
        return 0.0
    p: Values = own.params
    kind, length, level = public.top_kind, public.top_length, public.top_level
    found = p[PARTNER] * chance_to_win(own, unseen, shares, kind, length, level)
    if public.out == 0:
        if public.call[public.owner] != NO_CALL:
            found += p[PARTNER_CALL]
        if public.call[own.seat] != NO_CALL:
            found *= p[OWN_OVER]
    return found


@jit_small
def _worth_a_look(hand: Mask, singles: Mask) -> Mask:
    # Of the cards that can be played alone: those that stand alone, the lowest and the highest.
    marks = nibbles_with(nibble_counts(singles & NORMAL), 1)
    if marks == NONE:
        return singles & (PHOENIX | DRAGON)
    several = nibbles_with(nibble_counts(hand & NORMAL), 2)
    kept = marks & ~several | lowest_card(marks) | u64(1) << u64(highest(marks))
    return lowest_in_nibbles(singles & whole_nibbles(kept)) | singles & (PHOENIX | DRAGON)


@jit_small
def _weigh(
    public: Record, own: Record, unseen: Mask, shares: Shares
) -> tuple[Classes, Mask, Moment]:
    o = classes(own, unseen, opponents_share(public, own))
    burden, spare = burden_and_spare(own, o, own.hand)
    worth, helps = worth_of_beating(public, own), supports(public, own)
    near = near_out(own, burden)
    return o, spare, Moment(unseen, shares, worth, burden, near, helps, 0)


@jit
def follow(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Choose a play on the trick, or to pass."""
    hand, kind = own.hand, public.top_kind
    singles, n = single_cards(hand, kind, public.top_level), 0
    if kind == SINGLE and singles == NONE and not own.holds_bomb:
        return PASS
    unseen = unseen_cards(rules, public, own)
    shares = shares_of(public, own, unseen, weight_in_trick(public, own))
    cost = _cost_of_beating(public, own, unseen, shares)
    if cost > _MOST_GAIN and public.size[own.seat] > _NEARLY_OUT:
        return PASS
    if kind != SINGLE or own.holds_bomb:
        n = fill_longer(hand, kind, public.top_length, public.top_level, scratch, 0)
    if singles == NONE and n == 0:
        return PASS
    o, spare, now = _weigh(public, own, unseen, shares)
    best, score = PASS, own.params[MARGIN] + cost
    left = _worth_a_look(hand, singles)
    while left:
        card = lowest_card(left)
        left ^= card
        value = _single_value(public, own, o, now, spare, card, score)
        if value > score:
            best, score = card, value
    for i in range(n):
        play = pattern_play(hand, scratch.at[i], 0)
        value = _pattern_value(public, own, o, now, scratch.at[i], play)
        if value > score:
            best, score = play, value
    return best


@jit
def fulfil(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Return the best play that fulfils a wish, `PASS` where none has to be."""
    hand, wish = own.hand, binding_wish(public, own)
    top_kind, top_length, top_level = public.top_kind, public.top_length, public.top_level
    escape = rules.wish_bomb_escape
    n, may_pass = fill_plays(hand, top_kind, top_length, top_level, wish, escape, scratch)
    if n == 0 or may_pass:
        return PASS
    o = classes(own, unseen_cards(rules, public, own), opponents_share(public, own))
    best, least = PASS, 1e9
    for i in range(n):
        play = pattern_play(hand, scratch.at[i], 0)
        burden = split(own, o, hand & ~play_cards(play))[0]
        if burden < least:
            best, least = play, burden
    return best


@jit_small
def _may_pay(public: Record, own: Record) -> bool:
    # Whether a bomb is worth a closer look: it takes a trick that is worth it, or ends the hand.
    # Polls are many and bombs are few.
    if public.size[own.seat] <= _NEARLY_OUT:
        return True
    if not is_opponent(own, public.owner):
        return False
    p: Values = own.params
    gains = worth_of_beating(public, own) + p[POINTS] * public.points + p[SHED] * SHORTEST_STRAIGHT
    return bool(gains + p[BOMB_COST] > p[BOMB_MARGIN])


@jit
def throw_bomb(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Choose a bomb to throw on the trick, or none."""
    if not _may_pay(public, own):
        return PASS
    top_kind, top_length, top_level = public.top_kind, public.top_length, public.top_level
    n = fill_bombs(own.hand, top_kind, top_length, top_level, scratch, 0)
    if n == 0:
        return PASS
    unseen = unseen_cards(rules, public, own)
    shares = shares_of(public, own, unseen, weight_in_trick(public, own))
    o, _, now = _weigh(public, own, unseen, shares)
    best, score = PASS, _cost_of_beating(public, own, unseen, shares)
    for i in range(n):
        play = pattern_play(own.hand, scratch.at[i], 0)
        value = _pattern_value(public, own, o, now, scratch.at[i], play)
        if value > score:
            best, score = play, value
    return best
