"""A record's events driven through the state of a round, one compiled step an event.

`step` judges one event and carries it out if it is legal; `walk` takes them to the first that is
not. Faults are codes, as in `legal`; `faults` has the words.
"""

import numpy as np

from tichu_sim.game.cards import DRAGON, MAHJONG, PHOENIX
from tichu_sim.game.combos import NO_COMBO, combo
from tichu_sim.game.events import (
    BOMB,
    GIFT,
    GIVE,
    GRAND_CALL,
    GREAT_GRAND_CALL,
    PASS_TURN,
    SILENT,
    TICHU_CALL,
)
from tichu_sim.game.legal import (
    LEGAL,
    NO_COMBINATION,
    NOT_HELD,
    bomb_fault,
    pass_fault,
    play_fault,
)
from tichu_sim.game.phoenix import declared, has_choice
from tichu_sim.game.round import (
    apply_pass,
    apply_play,
    apply_wish,
    begin_play,
    collect,
    dragon_waits,
    exchange,
)
from tichu_sim.game.view import GRAND, GREAT_GRAND, NO_CALL, NO_SEAT, RUNNING, TICHU, TRICK_WAITS
from tichu_sim.jit import Array, Record, jit

BEFORE_CARDS, FIRST_EIGHT, FULL_HANDS, PLAYING = range(4)
"""Field `phase` of `STAGE`: how far the round is known to be, by its events alone."""

STAGE = np.dtype(
    [(name, np.int64) for name in ("phase", "complete", "given", "silent")], align=True
)
"""Where a round stands before its first play.

========  ========================================================================
field     content
========  ========================================================================
phase     `BEFORE_CARDS` to `PLAYING`; an announcement may move it on, never back
complete  whether all cards are dealt
given     seats that have given in the exchange, a bit each
silent    seats that have declined in the Grand Tichu window, a bit each
========  ========================================================================
"""


def event_dtype(seats: int) -> np.dtype[np.void]:
    """Return the dtype of one event, the fields of `events.Event`; given[k] goes to seat + k."""
    return np.dtype(
        [
            ("cards", np.uint64),
            ("given", np.uint64, (seats,)),
            *((name, np.int64) for name in ("seat", "verb", "phoenix", "wish", "target")),
        ],
        align=True,
    )


# Fault codes, continued from `legal`.
(
    GREAT_GRAND_OFF,
    GREAT_GRAND_LATE,
    GRAND_OFF,
    GRAND_LATE,
    SILENT_LATE,
    SILENT_TWICE,
    TICHU_EARLY,
    TICHU_LATE,
    SECOND_CALL,
    TEAM_CALL,
    CALL_AFTER_END,
    GIVE_EARLY,
    GIVE_LATE,
    GIVE_TWICE,
    GIVE_NOT_HELD,
    DEAL_UNFINISHED,
    EXCHANGE_MISSING,
    AFTER_END,
    LATE_BOMB,
    IS_OUT,
    NOT_FIRST_LEADER,
    NOT_LEADER,
    NOT_ON_TURN,
    GIFT_MISSING,
    NO_GIFT,
    GIFT_EARLY,
    GIFT_BY_OTHER,
    GIFT_TO_PARTNER,
    WISH_WITHOUT_MAHJONG,
    AS_WITHOUT_PHOENIX,
    AS_LONE_PHOENIX,
    AS_IMPOSSIBLE,
) = range(20, 52)


@jit
def finished(public: Record, dragon_last_kept: int) -> bool:
    """Tell whether the round is over and nothing of it is left to do (R11.1, R10.5)."""
    return public.over != RUNNING and not dragon_waits(public, dragon_last_kept)


@jit
def call_fault(public: Record, stage: Record, rules: Record, seat: int, call: int) -> int:
    """Return the fault of an announcement (R2.3 to R2.8), `LEGAL` for none.

    Parameters
    ----------
    public : Record
    stage : Record
        Of dtype `STAGE`.
    rules : Record
        Of dtype `rules.RULES`.
    seat : int
    call : int
        `TICHU`, `GRAND` or `GREAT_GRAND`.
    """
    if public.over != RUNNING:
        return CALL_AFTER_END
    if call == GREAT_GRAND and rules.great_grand == 0:
        return GREAT_GRAND_OFF
    if call == GRAND and rules.grand_tichu == 0:
        return GRAND_OFF
    if public.call[seat] != NO_CALL:
        return SECOND_CALL
    if call == GREAT_GRAND and stage.phase > BEFORE_CARDS:
        return GREAT_GRAND_LATE
    if call == GRAND and stage.phase > FIRST_EIGHT:
        return GRAND_LATE
    if call == TICHU and stage.complete == 0:
        return TICHU_EARLY
    if public.played[seat]:
        return TICHU_LATE
    if rules.one_call_per_team:
        teams = public.total.shape[0]
        for other in range(public.call.shape[0]):
            if other % teams == seat % teams and public.call[other] != NO_CALL:
                return TEAM_CALL
    return LEGAL


@jit
def _announce(public: Record, stage: Record, rules: Record, seat: int, verb: int) -> int:
    call = TICHU
    if verb == GREAT_GRAND_CALL:
        call = GREAT_GRAND
    elif verb == GRAND_CALL:
        call = GRAND
    fault = call_fault(public, stage, rules, seat, call)
    if fault != LEGAL:
        return fault
    if stage.silent >> seat & 1:
        # Only in the window of Grand Tichu: who has declined there does not come back to it.
        return SILENT_TWICE
    public.call[seat] = call
    least = FIRST_EIGHT if call == GRAND else FULL_HANDS if call == TICHU else BEFORE_CARDS
    stage.phase = max(stage.phase, least)
    return LEGAL


@jit
def _decline(public: Record, stage: Record, rules: Record, seat: int) -> int:
    if stage.complete:
        return SILENT_LATE
    if rules.grand_tichu == 0:
        return GRAND_OFF
    if stage.silent >> seat & 1 or public.call[seat] == GRAND:
        return SILENT_TWICE
    stage.silent |= 1 << seat
    stage.phase = max(stage.phase, FIRST_EIGHT)
    return LEGAL


@jit
def _give(public: Record, own: Array, stage: Record, event: Record) -> int:
    seat = event.seat
    if stage.complete == 0:
        return GIVE_EARLY
    if stage.phase == PLAYING:
        return GIVE_LATE
    if stage.given >> seat & 1:
        return GIVE_TWICE
    if event.cards & ~own[seat].hand:
        return GIVE_NOT_HELD
    seats = own.shape[0]
    for k in range(seats):
        own[seat].given[k] = event.given[k]
    stage.given |= 1 << seat
    stage.phase = FULL_HANDS
    if stage.given == (1 << seats) - 1:
        exchange(public, own)
        stage.phase = PLAYING
    return LEGAL


@jit
def _put(public: Record, mine: Record, play: int, dragon_last_kept: int) -> None:
    # A legal play goes on the table; the trick that a round ends with is collected at once (R11.2).
    kind, length, level = combo(play, public.top_level)
    apply_play(public, mine, play, kind, length, level)
    over = public.over != RUNNING and public.waiting == TRICK_WAITS
    if over and not dragon_waits(public, dragon_last_kept):
        collect(public, public.owner)


@jit
def _declaration_fault(event: Record, kind: int) -> int:
    # What is said along with a play: the Phoenix's reading and the wish.
    if event.phoenix and event.cards & PHOENIX == 0:
        return AS_WITHOUT_PHOENIX
    if event.phoenix and not has_choice(event.cards):
        return AS_LONE_PHOENIX
    if event.phoenix and kind == NO_COMBO:
        return AS_IMPOSSIBLE if combo(declared(event.cards, 0), 0)[0] else NO_COMBINATION
    if event.wish and event.cards & MAHJONG == 0:
        return WISH_WITHOUT_MAHJONG
    return LEGAL


@jit
def _play(public: Record, mine: Record, rules: Record, event: Record, scratch: Record) -> int:
    if public.waiting == TRICK_WAITS:
        collect(public, public.owner)
    if event.cards & ~mine.hand:
        return NOT_HELD
    # A lone Phoenix has no reading; declaring one is refused below.
    play = declared(event.cards, event.phoenix if has_choice(event.cards) else 0)
    kind, length, level = combo(play, public.top_level)
    fault = _declaration_fault(event, kind)
    if fault == LEGAL:
        escape = rules.wish_bomb_escape
        fault = play_fault(public, mine.hand, play, kind, length, level, escape, scratch)
    if fault == LEGAL:
        _put(public, mine, play, rules.dragon_last_kept)
        if event.wish:
            apply_wish(public, event.wish)
    return fault


@jit
def _bomb(public: Record, mine: Record, rules: Record, event: Record) -> int:
    if public.over != RUNNING:
        return LATE_BOMB
    play = declared(event.cards, 0)
    kind, length, level = combo(play, public.top_level)
    fault = bomb_fault(public, mine.hand, play, kind, length, level)
    if fault == LEGAL:
        _put(public, mine, play, rules.dragon_last_kept)
    return fault


@jit
def _gift(public: Record, rules: Record, event: Record) -> int:
    if not dragon_waits(public, rules.dragon_last_kept):
        dragon = public.top_cards == DRAGON
        return GIFT_EARLY if dragon and public.over == RUNNING else NO_GIFT
    if event.seat != public.owner:
        return GIFT_BY_OTHER
    teams = public.total.shape[0]
    if event.target % teams == event.seat % teams:
        return GIFT_TO_PARTNER
    collect(public, event.target)
    return LEGAL


@jit
def _turn_fault(public: Record, seat: int) -> int:
    if public.size[seat] == 0:
        return IS_OUT
    if seat == public.turn:
        return LEGAL
    if public.plays == 0:
        return NOT_FIRST_LEADER
    leading = public.waiting == TRICK_WAITS or public.top_kind == NO_COMBO
    return NOT_LEADER if leading else NOT_ON_TURN


@jit
def step(
    public: Record, own: Array, stage: Record, rules: Record, event: Record, scratch: Record
) -> int:
    """Carry out one event if it is legal.

    Parameters
    ----------
    public, own
        State of the round, see `view`; after a fault it may have changed and is not to be used.
    stage : Record
        Of dtype `STAGE`.
    rules : Record
        Of dtype `rules.RULES`.
    event : Record
        Of `event_dtype`.
    scratch : Record
        Of `patterns.PATTERNS`, overwritten.

    Returns
    -------
    fault : int
        `LEGAL`, or a code of `faults.FAULTS`.
    """
    seat, verb = event.seat, event.verb
    if verb == SILENT:
        return _decline(public, stage, rules, seat)
    if verb == GREAT_GRAND_CALL or verb == GRAND_CALL or verb == TICHU_CALL:
        return _announce(public, stage, rules, seat, verb)
    if verb == GIVE:
        return _give(public, own, stage, event)
    if stage.phase != PLAYING:
        return EXCHANGE_MISSING if stage.complete else DEAL_UNFINISHED
    if public.turn == NO_SEAT:
        begin_play(public, own)
    if finished(public, rules.dragon_last_kept):
        return LATE_BOMB if verb == BOMB else AFTER_END
    if verb == GIFT:
        return _gift(public, rules, event)
    if verb == BOMB and (seat != public.turn or public.waiting == TRICK_WAITS):
        return _bomb(public, own[seat], rules, event)
    if dragon_waits(public, rules.dragon_last_kept):
        return GIFT_MISSING
    fault = _turn_fault(public, seat)
    if fault != LEGAL:
        return fault
    if verb != PASS_TURN:
        return _play(public, own[seat], rules, event, scratch)
    if public.waiting == TRICK_WAITS:
        collect(public, public.owner)
    fault = pass_fault(public, own[seat].hand, scratch)
    if fault == LEGAL:
        apply_pass(public)
    return fault


@jit
def walk(
    public: Record, own: Array, stage: Record, rules: Record, events: Array, scratch: Record
) -> tuple[int, int]:
    """Carry out events up to the first that is illegal; parameters as for `step`.

    Returns
    -------
    index : int
        Number of events carried out.
    fault : int
        Code of the fault of the next one; `LEGAL` if there is none.
    """
    for index in range(events.shape[0]):
        fault = step(public, own, stage, rules, events[index], scratch)
        if fault != LEGAL:
            return index, fault
    return events.shape[0], LEGAL
