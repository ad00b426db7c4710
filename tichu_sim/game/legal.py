"""Whether one event is legal, and if not, by which rule.

Faults are codes, so that compiled code can return them; `FAULTS` gives the rule and the words.
"""

from tichu_sim.game.cards import DOG, DRAGON, NONE, PHOENIX
from tichu_sim.game.combos import NO_COMBO, beats, is_bomb, play_cards, play_phoenix
from tichu_sim.game.moves import ESCAPE_ALWAYS, ESCAPE_FOLLOW, must_fulfil
from tichu_sim.game.ranks import rank_cards
from tichu_sim.game.two_pack_hand import holds_two, is_bound_two
from tichu_sim.game.view import RUNNING, binding_wish
from tichu_sim.jit import Record, jit_small, variant

LEGAL = 0
NOT_HELD = 1
NO_COMBINATION = 2
DOG_ON_TRICK = 3
ON_DRAGON = 4
NOT_HIGHER = 5
WISH_IGNORED = 6
PASS_ON_LEAD = 7
PASS_ON_WISH = 8
NO_TRICK = 9
NO_BOMB = 10
BOMB_TOO_LOW = 11
ASLEEP = 12

FAULTS = {
    NOT_HELD: ("R4.11", "the seat does not hold these cards"),
    NO_COMBINATION: ("R4.1", "these cards are no combination"),
    DOG_ON_TRICK: ("R8.1", "the Dog can only be led"),
    ON_DRAGON: ("R9.1", "the Phoenix cannot be played on the Dragon"),
    NOT_HIGHER: ("R4.3", "this does not beat the combination on the table"),
    WISH_IGNORED: ("R7.6", "the wished rank can be played and must be"),
    PASS_ON_LEAD: ("R6.2", "the leader must play"),
    PASS_ON_WISH: ("R7.6", "the wished rank can be played, so the seat may not pass"),
    NO_TRICK: ("R5.6", "there is no trick to bomb"),
    NO_BOMB: ("R5.5", "only a bomb can be played out of turn"),
    BOMB_TOO_LOW: ("R5.3", "this bomb does not beat the combination on the table"),
    ASLEEP: ("R18.15", "the second hand is played only after the first"),
}
"""Fault code -> (rule number, sentence)."""


@jit_small
def holds(mine: Record, play: int) -> bool:
    """Tell whether a seat holds the cards of a play."""
    return bool(play_cards(play) & ~mine.hand == NONE)


variant(holds, holds_two, "hand_2")


@jit_small
def is_bound(public: Record, mine: Record, scratch: Record) -> bool:
    """Tell whether a wish binds the seat on turn and some play of its hand fulfils it (R7.6)."""
    wish = binding_wish(public, mine)
    top_kind, top_length, top_level = public.top_kind, public.top_length, public.top_level
    return must_fulfil(mine.hand, top_kind, top_length, top_level, wish, scratch)


variant(is_bound, is_bound_two, "hand_2")


@jit_small
def play_fault(
    rules: Record,
    public: Record,
    mine: Record,
    play: int,
    kind: int,
    length: int,
    level: int,
    scratch: Record,
) -> int:
    """Return the fault of a play by the seat on turn, `LEGAL` for none.

    Parameters
    ----------
    rules, public : Record
    mine : Record
        Own record of the seat on turn.
    play : int
    kind, length, level : int
        The play as `combos.combo` reads it on this table.
    scratch : Record
        Of `patterns.PATTERNS`, overwritten.
    """
    cards = play_cards(play)
    if not holds(mine, play):
        return NOT_HELD
    if kind == NO_COMBO or play_phoenix(play) > rules.highest:
        return NO_COMBINATION
    top_kind, top_length, top_level = public.top_kind, public.top_length, public.top_level
    if not beats(kind, length, level, top_kind, top_length, top_level):
        if cards == DOG:
            return DOG_ON_TRICK
        if is_bomb(kind):
            return BOMB_TOO_LOW
        return ON_DRAGON if cards == PHOENIX and public.top_cards == DRAGON else NOT_HIGHER
    if public.wish and cards & rank_cards(public.wish) == 0:
        escape = rules.wish_bomb_escape
        escapes = escape == ESCAPE_ALWAYS or (escape == ESCAPE_FOLLOW and top_kind != NO_COMBO)
        if is_bomb(kind) and escapes:
            return LEGAL
        if is_bound(public, mine, scratch):
            return WISH_IGNORED
    return LEGAL


@jit_small
def pass_fault(public: Record, mine: Record, scratch: Record) -> int:
    """Return the fault of a pass by the seat on turn, `LEGAL` for none (R6.2, R7.6)."""
    if public.top_kind == NO_COMBO:
        return PASS_ON_LEAD
    if public.wish and is_bound(public, mine, scratch):
        return PASS_ON_WISH
    return LEGAL


@jit_small
def may_be_bombed(public: Record) -> bool:
    """Tell whether bombs out of turn are possible: a trick lies there (R5.5, R5.6, R5.9)."""
    return bool(public.over == RUNNING and public.top_kind != NO_COMBO)


@jit_small
def bomb_fault(public: Record, mine: Record, play: int, kind: int, length: int, level: int) -> int:
    """Return the fault of a bomb out of turn, `LEGAL` for none; parameters as in `play_fault`."""
    if not holds(mine, play):
        return NOT_HELD
    if public.size[mine.seat] == 0:
        return ASLEEP
    if not may_be_bombed(public):
        return NO_TRICK
    if not is_bomb(kind):
        return NO_BOMB
    if not beats(kind, length, level, public.top_kind, public.top_length, public.top_level):
        return BOMB_TOO_LOW
    return LEGAL
