"""Which play to lead: one of those that the hand splits into."""

from tichu_sim.bots.expert.outlook import (
    opponents_share,
    shares_of,
    smallest_opponent,
    supports,
    unseen_cards,
)
from tichu_sim.bots.expert.parameters import (
    DOG_CALL,
    DOG_LEAD_WORTH,
    HOLD,
    SHED,
    Values,
)
from tichu_sim.bots.expert.plan import classes, split
from tichu_sim.bots.expert.weighing import Moment, weigh
from tichu_sim.bots.expert.worth import near_out, worth_of_trick
from tichu_sim.bots.greedy import lowest_card
from tichu_sim.game.cards import DOG, NORMAL
from tichu_sim.game.combos import NO_COMBO, PASS, combo, make_play
from tichu_sim.game.phoenix import highest_reading
from tichu_sim.game.view import NO_CALL
from tichu_sim.jit import Mask, Record, jit, jit_small


@jit_small
def _whole_hand(hand: Mask, rank: int) -> int:
    # The play that is the whole hand, `PASS` for none.
    play = make_play(hand, highest_reading(hand, rank))
    return play if combo(play, 0)[0] != NO_COMBO else PASS


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


@jit
def lead(rules: Record, public: Record, own: Record) -> int:
    """Choose a play to lead.

    With one play left that may lose, the others come first.
    """
    hand = own.hand
    helps = supports(public, own)
    whole = _whole_hand(hand, rules.highest)
    if whole != PASS:
        return lowest_card(hand & NORMAL) if helps and hand & NORMAL else whole
    unseen, share = unseen_cards(rules, public, own), opponents_share(public, own)
    o = classes(own, unseen, share)
    found = split(own, o, hand)
    burden = found[0]
    worth, smallest = worth_of_trick(public, own), smallest_opponent(public, own)
    shares = shares_of(public, own, unseen, 1.0)
    now = Moment(unseen, shares, worth, burden, near_out(own, burden), helps, smallest)
    choice = weigh(public, own, o, now, hand, found)
    if choice.losers <= 1 and choice.winner != PASS and not helps:
        return choice.winner
    if hand & DOG and _dog_value(public, own) > choice.value:
        return DOG
    return choice.play
