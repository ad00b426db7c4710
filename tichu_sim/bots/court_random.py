"""`random` in Grand Seigneur: hands of two packs, pushes and returns (R16).

The second word of a play goes to ``own.play_2``, see `two_packs`.
"""

from tichu_sim.bits import count, select
from tichu_sim.bots.random import draw, throws_bomb
from tichu_sim.game.bombs import fill_bombs
from tichu_sim.game.cards import NONE
from tichu_sim.game.combos import PASS
from tichu_sim.game.patterns import count_plays, nth_play
from tichu_sim.game.seigneur import best_choices
from tichu_sim.game.two_pack_hand import less, more
from tichu_sim.game.two_pack_moves import fill_plays_two
from tichu_sim.game.two_pack_patterns import count_plays_two, nth_play_two
from tichu_sim.game.two_packs import count_two
from tichu_sim.game.view import binding_wish
from tichu_sim.jit import Mask, Record, jit, jit_small


@jit_small
def play(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Draw one of all legal plays and the pass."""
    n, may_pass = fill_plays_two(
        own.hand,
        own.hand_2,
        public.top_kind,
        public.top_length,
        public.top_level,
        binding_wish(public, own),
        rules.wish_bomb_escape,
        scratch,
    )
    if n == 0:
        return PASS
    plays = count_plays_two(own.hand, own.hand_2, scratch, n)
    k = draw(own, plays + 1 if may_pass else plays)
    if k == plays:
        return PASS
    chosen, own.play_2 = nth_play_two(own.hand, own.hand_2, scratch, k)
    return chosen


@jit_small
def bomb(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Throw one of the bombs that beat the table at the rate `bomb`."""
    if not throws_bomb(own):
        return PASS
    top_kind, top_length, top_level = public.top_kind, public.top_length, public.top_level
    n = fill_bombs(own.hand, top_kind, top_length, top_level, scratch, 0)
    if n == 0:
        return PASS
    own.play_2 = NONE
    return nth_play(own.hand, scratch, draw(own, count_plays(own.hand, scratch, n)))


@jit_small
def _draw_card(own: Record, cards: Mask, cards_2: Mask) -> Mask:
    # A card that is there twice is drawn twice as often.
    once = count(cards)
    place = draw(own, count_two(cards, cards_2))
    return select(cards, place) if place < once else select(cards_2, place - once)


@jit
def push(rules: Record, public: Record, own: Record, n: int, k: int) -> None:
    """Push the best cards, and random ones of those that are equally good."""
    hand, hand_2 = own.hand, own.hand_2
    for _ in range(n):
        choice = best_choices(hand, hand_2)
        card = _draw_card(own, choice, hand_2 & choice)
        hand, hand_2 = less(hand, hand_2, card, NONE)
        own.given[k], own.given_2[k] = more(own.given[k], own.given_2[k], card, NONE)


@jit
def give_back(rules: Record, public: Record, own: Record, n: int, k: int) -> None:
    """Return random cards."""
    hand, hand_2 = own.hand, own.hand_2
    for _ in range(n):
        card = _draw_card(own, hand, hand_2)
        hand, hand_2 = less(hand, hand_2, card, NONE)
        own.given[k], own.given_2[k] = more(own.given[k], own.given_2[k], card, NONE)
