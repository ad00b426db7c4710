"""What it is worth to win a trick, in tempi."""

from tichu_sim.bots.expert.outlook import fading, is_opponent, partner_has_called
from tichu_sim.bots.expert.parameters import (
    AGAINST_CALL,
    DANGER,
    HELPER,
    LEAD,
    NEAR,
    OPPONENT_OUT,
    OWN_CALL,
    PARTNER_OUT,
    Values,
)
from tichu_sim.game.view import NO_CALL
from tichu_sim.jit import Record, jit_small

_FEW_CARDS = 4


@jit_small
def near_out(own: Record, burden: float) -> float:
    """Return what a hand is worth for having little burden left."""
    p: Values = own.params
    return p[NEAR] * fading(max(0.0, burden))


@jit_small
def worth_of_trick(public: Record, own: Record) -> float:
    """Return what the lead is worth, card points left out.

    More after an own call; more to keep it from opponents who have called or are nearly out.
    """
    p: Values = own.params
    found = p[LEAD]
    calls_stand = public.out == 0
    if calls_stand and public.call[own.seat] != NO_CALL:
        found += p[OWN_CALL]
    for seat in range(public.size.shape[0]):
        against = is_opponent(own, seat)
        if public.place[seat] == 1:
            found += p[OPPONENT_OUT] if against else p[PARTNER_OUT]
        if not against or public.size[seat] == 0:
            continue
        if calls_stand and public.call[seat] != NO_CALL:
            found += p[AGAINST_CALL]
        if public.size[seat] <= _FEW_CARDS:
            found += p[DANGER] * (_FEW_CARDS + 1 - public.size[seat]) / _FEW_CARDS
    return found


@jit_small
def worth_of_beating(public: Record, own: Record) -> float:
    """Return what it is worth to take the trick from its owner, card points left out."""
    found = worth_of_trick(public, own)
    if (
        public.out == 0
        and is_opponent(own, public.owner)
        and partner_has_called(public, public.owner)
    ):
        found += own.params[HELPER]
    return found
