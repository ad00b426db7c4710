"""`expert` in Grand Seigneur, where nobody has a partner: it plays as `greedy` does."""

from tichu_sim.bots import court_greedy
from tichu_sim.bots.court_greedy import give_back, push
from tichu_sim.bots.expert.parameters import COURT_DANGER
from tichu_sim.jit import Record, jit_small

__all__ = ["bomb", "give_back", "play", "push"]


@jit_small
def play(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Go out, or lead the longest combination with the lowest card, or follow cheaply."""
    return court_greedy.play_on(rules, public, own, scratch, own.params[COURT_DANGER])


@jit_small
def bomb(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Bomb whoever is nearly out, or to go out with it or with the card that is left."""
    return court_greedy.throw_bomb(public, own, scratch, own.params[COURT_DANGER])
