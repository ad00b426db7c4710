"""What a seat may play, in any of the games."""

from dataclasses import dataclass, field

from tichu_sim.game.events import Event
from tichu_sim.game.moves import fill_plays
from tichu_sim.game.patterns import list_plays, new_patterns
from tichu_sim.game.readings import Combo, Words, words_of
from tichu_sim.game.rules import Rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import has_two_packs
from tichu_sim.game.two_pack_moves import fill_plays_two
from tichu_sim.game.two_pack_patterns import list_plays_two, new_two_pack_patterns
from tichu_sim.jit import Mask


@dataclass(frozen=True)
class Choices:
    """What may be done in a position.

    Attributes
    ----------
    seat : int or None
        Who is to act; None after the end of the round.
    plays : list of Event
        All legal plays of that seat, the Mah Jong's without a wish.
    may_pass : bool
    bombs : dict
        Seat -> its bombs out of turn, for every seat that has any.
    gifts : list of int
        The seats that the Dragon's trick may go to.
    """

    seat: int | None
    plays: list[Event] = field(default_factory=list)
    may_pass: bool = False
    bombs: dict[int, list[Event]] = field(default_factory=dict)
    gifts: list[int] = field(default_factory=list)


def plays_on(hand: Mask, top: Combo, wish: int, rules: Rules) -> tuple[list[Words], bool]:
    """Return all plays of a hand on its turn, and whether it may pass (R6.3, R7.6 to R7.11).

    Parameters
    ----------
    hand : Mask
        With two packs see `readings`.
    top : tuple of int
        The combination on the table, zeros for none.
    wish : int
        The rank that binds the seat, 0 for none.
    rules : Rules
    """
    first, second = words_of(hand)
    escape = int(settings_of(rules)["wish_bomb_escape"])
    if has_two_packs(rules):
        room = new_two_pack_patterns()
        n, may_pass = fill_plays_two(first, second, *top, wish, escape, room)
        return list_plays_two(first, second, room, n), bool(may_pass)
    room = new_patterns(rules.highest)
    n, may_pass = fill_plays(first, *top, wish, escape, room)
    return [(play, 0) for play in list_plays(first, room, n)], bool(may_pass)
