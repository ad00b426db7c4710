"""The answers of `expert`, one function a question (`bots.questions`)."""

from tichu_sim.bots import greedy
from tichu_sim.bots.expert.calls import grand, great_grand, tichu
from tichu_sim.bots.expert.exchange import give
from tichu_sim.bots.expert.follow import follow, fulfil, throw_bomb
from tichu_sim.bots.expert.lead import lead
from tichu_sim.bots.expert.outlook import supports
from tichu_sim.game.combos import NO_COMBO
from tichu_sim.game.ranks import rank_cards
from tichu_sim.game.view import NO_CALL
from tichu_sim.jit import Record, jit, jit_small

__all__ = [
    "bomb",
    "dog",
    "first",
    "gift",
    "give",
    "grand",
    "great_grand",
    "play",
    "stack",
    "tichu",
    "wish",
]


@jit
def play(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Fulfil a wish where that has to be, else lead or follow."""
    if public.wish and own.hand & rank_cards(public.wish) and not own.wish_free:
        forced = fulfil(rules, public, own, scratch)
        if forced:
            return forced
    if public.top_kind == NO_COMBO:
        return lead(rules, public, own)
    return follow(rules, public, own, scratch)


bomb = throw_bomb


@jit_small
def wish(rules: Record, public: Record, own: Record) -> int:
    """Wish for the highest rank that the seat does not know to be elsewhere.

    For none after a partner's call: it might be his.
    """
    if supports(public, own):
        return 0
    return greedy.wish(rules, public, own)


@jit_small
def gift(rules: Record, public: Record, own: Record) -> int:
    """Give the Dragon's trick to the opponent with most cards, a caller only for want of another.

    Who goes out last hands his tricks on (R11.3), and a caller is not likely to be the last.
    """
    seats = public.size.shape[0]
    best: int = (own.seat + 1) % seats
    most = -1
    for k in range(1, seats, 2):
        other = (own.seat + k) % seats
        calls = public.out == 0 and public.call[other] != NO_CALL
        cards = 0 if calls else 1 + public.size[other]
        if cards > most:
            best, most = other, cards
    return best


dog = greedy.dog
first = greedy.first
stack = greedy.stack
