"""The events of a record before the first play: calls and the exchange, each judged (R2, R3).

Faults are codes, as in `legal`; `faults` has the words.
"""

import numpy as np

from tichu_sim.game.events import (
    FIRST,
    GIVE,
    GRAND_CALL,
    GREAT_GRAND_CALL,
    PUSH,
    SILENT,
    STACK,
    TICHU_CALL,
)
from tichu_sim.game.games import TWO_TEA
from tichu_sim.game.legal import LEGAL
from tichu_sim.game.round import exchange, share_hands, swap_hands, take_from_stack
from tichu_sim.game.seating import rank_of_seat
from tichu_sim.game.seigneur import (
    are_best,
    exchange_pushes,
    is_superior,
    push_size,
    pushes_to,
)
from tichu_sim.game.two_packs import count_two
from tichu_sim.game.view import GRAND, GREAT_GRAND, NO_CALL, RUNNING, TICHU
from tichu_sim.jit import Array, Record, jit, variant

BEFORE_CARDS, FIRST_CARDS, FULL_HANDS, PLAYING = range(4)
"""Field `phase` of `STAGE`: how far the round is known to be, by its events alone."""

STAGE = np.dtype(
    [
        *((name, np.int64) for name in ("phase", "complete", "silent", "first", "given")),
        ("stacked", np.int64, (2,)),
        ("stacks", np.uint64, (4,)),
    ],
    align=True,
)
"""Where a round stands before its first play.

============  ====================================================================
field         content
============  ====================================================================
phase         `BEFORE_CARDS` to `PLAYING`; an announcement may move it on, never back
complete      whether all cards are dealt
silent        seats that have declined in the Grand Tichu window, a bit each
first         seats that have named the hand that is played first (R18.11), a bit each
given         seats that have given, pushed or returned cards, a bit each
stacked (2)   seats that have put a card beneath the stack on their right; on their left
stacks (4)    see `round.take_from_stack`
============  ====================================================================
"""

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
    NO_GRAND_HERE,
    NO_TICHU_HERE,
    FIRST_LATE,
    FIRST_TWICE,
    FIRST_NO_HAND,
    FIRST_MISSING,
    STACK_EARLY,
    STACK_TWICE,
    PUSHES_NOTHING,
    PUSHES_ELSEWHERE,
    PUSH_SIZE,
    PUSH_NOT_BEST,
    RETURNS_ONLY,
    PUSHES_ONLY,
) = range(100, 129)
"""Codes of the faults."""


@jit
def call_fault(public: Record, stage: Record, rules: Record, seat: int, call: int) -> int:
    """Return the fault of an announcement (R2.3 to R2.8), `LEGAL` for none.

    Parameters
    ----------
    public : Record
    stage : Record
        Of dtype `STAGE`.
    rules : Record
        Of `settings.rules_dtype`.
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
    if call == TICHU and not rules.tichu_seats >> seat & 1:
        return NO_TICHU_HERE
    if call != TICHU and not rules.grand_seats >> seat & 1:
        return NO_GRAND_HERE
    if call == GREAT_GRAND and stage.phase > BEFORE_CARDS:
        return GREAT_GRAND_LATE
    if call == GRAND and stage.phase > FIRST_CARDS:
        return GRAND_LATE
    if call == TICHU and stage.complete == 0:
        return TICHU_EARLY
    if public.played[seat]:
        return TICHU_LATE
    if rules.one_call_per_team:
        for other in range(seat % 2, public.call.shape[0], 2):
            if public.call[other] != NO_CALL:
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
    least = FIRST_CARDS if call == GRAND else FULL_HANDS if call == TICHU else BEFORE_CARDS
    stage.phase = max(stage.phase, least)
    return LEGAL


@jit
def _decline(public: Record, stage: Record, rules: Record, seat: int) -> int:
    if stage.complete:
        return SILENT_LATE
    if rules.grand_tichu == 0:
        return GRAND_OFF
    if not rules.grand_seats >> seat & 1:
        return NO_GRAND_HERE
    if stage.silent >> seat & 1 or public.call[seat] == GRAND:
        return SILENT_TWICE
    stage.silent |= 1 << seat
    stage.phase = max(stage.phase, FIRST_CARDS)
    return LEGAL


@jit
def _everybody(own: Array) -> int:
    # The seats that give cards, a bit each.
    seats = 0
    for seat in range(own.shape[0]):
        if own[seat].receivers:
            seats |= 1 << seat
    return seats


@jit
def _exchange_fault(stage: Record, mine: Record, cards: int) -> int:
    if stage.complete == 0:
        return GIVE_EARLY
    if stage.phase == PLAYING or stage.given >> mine.seat & 1:
        return GIVE_LATE if stage.phase == PLAYING else GIVE_TWICE
    return GIVE_NOT_HELD if cards & ~mine.hand else LEGAL


@jit
def _give(public: Record, own: Array, stage: Record, rules: Record, event: Record) -> int:
    seat = event.seat
    if rules.two_hands and stage.complete and stage.first != (1 << rules.players) - 1:
        return FIRST_MISSING
    fault = _exchange_fault(stage, own[seat], event.cards)
    if fault != LEGAL:
        return fault
    for k in range(own.shape[0]):
        own[seat].given[k] = event.given[k]
    stage.given |= 1 << seat
    stage.phase = FULL_HANDS
    if stage.given == _everybody(own):
        exchange(public, own)
        if rules.game != TWO_TEA:
            _begin(public, own, stage, rules)
    return LEGAL


@jit
def _begin(public: Record, own: Array, stage: Record, rules: Record) -> None:
    share_hands(rules, public, own, True)
    stage.phase = PLAYING


@jit
def _first(public: Record, own: Array, stage: Record, rules: Record, event: Record) -> int:
    # R18.11: a player names the hand that he plays first.
    seat = event.seat
    if stage.complete == 0:
        return GIVE_EARLY
    if stage.given or stage.phase == PLAYING:
        return FIRST_LATE
    if stage.first >> seat & 1:
        return FIRST_TWICE
    if seat >= rules.players:
        return FIRST_NO_HAND
    if event.cards == own[seat + rules.players].hand:
        swap_hands(own, seat, rules.players)
    elif event.cards != own[seat].hand:
        return FIRST_NO_HAND
    own[seat].dog_to, own[seat + rules.players].dog_to = seat, seat + rules.players
    stage.first |= 1 << seat
    stage.phase = FULL_HANDS
    share_hands(rules, public, own, False)
    return LEGAL


@jit
def _stack(public: Record, own: Array, stage: Record, rules: Record, event: Record) -> int:
    # R18.4: first each to the other, then each to his right, then each to his left.
    seat, step = event.seat, event.target - 2
    everybody = _everybody(own)
    if stage.complete == 0:
        return GIVE_EARLY
    if stage.phase == PLAYING:
        return GIVE_LATE
    before = stage.given if step == 0 else stage.stacked[0]
    if before != everybody:
        return STACK_EARLY
    if stage.stacked[step] >> seat & 1:
        return STACK_TWICE
    if event.cards & ~own[seat].hand:
        return GIVE_NOT_HELD
    own[seat].given[2 + step] = event.cards
    stage.stacked[step] |= 1 << seat
    if stage.stacked[step] == everybody:
        take_from_stack(own, stage.stacks, step)
        if step == 1:
            _begin(public, own, stage, rules)
    return LEGAL


@jit
def _push(public: Record, own: Array, stage: Record, rules: Record, event: Record) -> int:
    # Only Grand Seigneur has it.
    return PUSHES_NOTHING


@jit
def _court_push(public: Record, own: Array, stage: Record, rules: Record, event: Record) -> int:
    # R16.7 to R16.9: the best cards upwards, as many of free choice back, all at once.
    seat, mine = event.seat, own[event.seat]
    fault = _exchange_fault(stage, mine, event.cards)
    if fault != LEGAL:
        return fault
    if event.cards_2 & ~mine.hand_2:
        return GIVE_NOT_HELD
    target, size = pushes_to(rules, seat), push_size(rules, rank_of_seat(rules, seat))
    if size == 0:
        return PUSHES_NOTHING
    superior = is_superior(rules, seat)
    if (event.verb == PUSH) == superior:
        return RETURNS_ONLY if superior else PUSHES_ONLY
    if event.target != target:
        return PUSHES_ELSEWHERE
    if count_two(event.cards, event.cards_2) != size:
        return PUSH_SIZE
    if not superior and not are_best(mine.hand, mine.hand_2, event.cards, event.cards_2):
        return PUSH_NOT_BEST
    k = (target - seat) % own.shape[0]
    mine.given[k], mine.given_2[k] = event.cards, event.cards_2
    stage.given |= 1 << seat
    if stage.given == pushing_seats(rules):
        exchange_pushes(rules, own)
        stage.phase = PLAYING
    return LEGAL


variant(_push, _court_push, "hand_2")


@jit
def pushing_seats(rules: Record) -> int:
    """Return the seats that push or return cards, a bit each."""
    seats = 0
    for seat in range(rules.seats):
        if pushes_to(rules, seat) != seat:
            seats |= 1 << seat
    return seats


@jit
def opens(verb: int) -> bool:
    """Tell whether a verb is one of those that `open_step` carries out."""
    return verb <= GIVE or verb >= STACK


@jit
def open_step(public: Record, own: Array, stage: Record, rules: Record, event: Record) -> int:
    """Carry out an announcement, or an event of the exchange, if it is legal.

    Parameters and result are those of `walk.step`.
    """
    verb = event.verb
    if verb == SILENT:
        return _decline(public, stage, rules, event.seat)
    if verb == GREAT_GRAND_CALL or verb == GRAND_CALL or verb == TICHU_CALL:
        return _announce(public, stage, rules, event.seat, verb)
    if verb == GIVE:
        return _give(public, own, stage, rules, event)
    if verb == FIRST:
        return _first(public, own, stage, rules, event)
    if verb == STACK:
        return _stack(public, own, stage, rules, event)
    return _push(public, own, stage, rules, event)
