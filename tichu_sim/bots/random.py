"""`random`: uniform over the complete legal plays and pass, everything else at stated rates."""

from tichu_sim.bits import count, select
from tichu_sim.bots.parameters import Parameter
from tichu_sim.game.bombs import fill_bombs
from tichu_sim.game.combos import NO_COMBO, PASS, SINGLE
from tichu_sim.game.moves import fill_longer, fill_plays, single_cards
from tichu_sim.game.patterns import count_plays, nth_play
from tichu_sim.game.view import binding_wish
from tichu_sim.jit import Mask, Record, jit_small
from tichu_sim.rng import below, uniform

PARAMETERS = (
    Parameter("great_grand", 0.01, 0.0, 1.0, "chance", "calls Great Grand when asked"),
    Parameter("grand", 0.02, 0.0, 1.0, "chance", "calls Grand Tichu when asked"),
    Parameter("tichu", 0.02, 0.0, 1.0, "chance", "calls Tichu, each time it is asked"),
    Parameter("bomb", 0.2, 0.0, 1.0, "chance", "throws a bomb out of turn, each time it can"),
    Parameter("wish", 0.8, 0.0, 1.0, "chance", "names a rank with the Mah Jong"),
)
_GREAT_GRAND, _GRAND, _TICHU, _BOMB, _WISH = range(5)


@jit_small
def happens(own: Record, chance: float) -> bool:
    """Tell whether something of this chance happens."""
    number, own.random = uniform(own.random)
    return number < chance


@jit_small
def draw(own: Record, bound: int) -> int:
    """Draw a whole number from 0 to bound - 1."""
    number, own.random = below(own.random, bound)
    return number


@jit_small
def great_grand(rules: Record, public: Record, own: Record) -> bool:
    """Call Great Grand at the rate `great_grand`."""
    return happens(own, own.params[_GREAT_GRAND])


@jit_small
def grand(rules: Record, public: Record, own: Record) -> bool:
    """Call Grand Tichu at the rate `grand`."""
    return happens(own, own.params[_GRAND])


@jit_small
def tichu(rules: Record, public: Record, own: Record) -> bool:
    """Call Tichu at the rate `tichu`."""
    return happens(own, own.params[_TICHU])


@jit_small
def give(rules: Record, public: Record, own: Record) -> None:
    """Give a random card to every seat that gets one."""
    rest = own.hand
    for k in range(1, own.given.shape[0]):
        if not own.receivers >> k & 1:
            continue
        card = select(rest, draw(own, count(rest)))
        own.given[k] = card
        rest ^= card


@jit_small
def _play_under_wish(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    n, may_pass = fill_plays(
        own.hand,
        public.top_kind,
        public.top_length,
        public.top_level,
        binding_wish(public, own),
        rules.wish_bomb_escape,
        scratch,
    )
    if n == 0:
        return PASS
    plays = count_plays(own.hand, scratch, n)
    k = draw(own, plays + 1 if may_pass else plays)
    return PASS if k == plays else nth_play(own.hand, scratch, k)


@jit_small
def play(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Draw one of all legal plays and the pass."""
    if public.wish:
        return _play_under_wish(rules, public, own, scratch)
    hand, kind, level = own.hand, public.top_kind, public.top_level
    # A card that can be played alone is a play of its own; only longer plays need counting.
    cards = single_cards(hand, kind, level)
    singles, longer = count(cards), 0
    if kind != SINGLE or own.holds_bomb:
        longer = count_plays(
            hand, scratch, fill_longer(hand, kind, public.top_length, level, scratch, 0)
        )
    if singles + longer == 0:
        return PASS
    k = draw(own, singles + longer + (0 if kind == NO_COMBO else 1))
    if k < singles:
        return select(cards, k)
    return PASS if k == singles + longer else nth_play(hand, scratch, k - singles)


@jit_small
def throws_bomb(own: Record) -> bool:
    """Tell whether to throw a bomb, at the rate `bomb`."""
    return happens(own, own.params[_BOMB])


@jit_small
def bomb(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    """Throw one of the bombs that beat the table at the rate `bomb`."""
    if not throws_bomb(own):
        return PASS
    top_kind, top_length, top_level = public.top_kind, public.top_length, public.top_level
    n = fill_bombs(own.hand, top_kind, top_length, top_level, scratch, 0)
    if n == 0:
        return PASS
    return nth_play(own.hand, scratch, draw(own, count_plays(own.hand, scratch, n)))


@jit_small
def wish(rules: Record, public: Record, own: Record) -> int:
    """Name a random rank at the rate `wish`, else none."""
    return 2 + draw(own, rules.highest - 1) if happens(own, own.params[_WISH]) else 0


@jit_small
def gift(rules: Record, public: Record, own: Record) -> int:
    """Give the Dragon trick to a random opponent."""
    seats = public.size.shape[0]
    receiver: int = (own.seat + 1 + 2 * draw(own, seats // 2)) % seats
    return receiver


@jit_small
def dog(rules: Record, public: Record, own: Record) -> int:
    """Give the lead to a random partner who holds cards."""
    seats, choices = public.size.shape[0], 0
    for k in range(2, seats, 2):
        choices += public.size[(own.seat + k) % seats] > 0
    left, partner = draw(own, choices), own.seat
    for k in range(2, seats, 2):
        other = (own.seat + k) % seats
        if public.size[other] > 0:
            if left == 0:
                partner = other
            left -= 1
    return int(partner)


@jit_small
def first(rules: Record, public: Record, own: Record) -> bool:
    """Play either hand first."""
    return draw(own, 2) == 1


@jit_small
def stack(rules: Record, public: Record, own: Record, place: int) -> Mask:
    """Put a random card beneath a stack."""
    return select(own.hand, draw(own, count(own.hand)))
