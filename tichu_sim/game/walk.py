"""A record's events driven through the state of a round, one compiled step an event.

`step` judges one event and carries it out if it is legal; `walk` takes them to the first that is
not. Faults are codes, as in `legal`; `faults` has the words.
"""

import numpy as np

from tichu_sim.game.cards import DRAGON, MAHJONG, PHOENIX
from tichu_sim.game.combos import DOG_LEAD, NO_COMBO
from tichu_sim.game.events import BOMB, GIFT, PASS_TURN
from tichu_sim.game.legal import (
    LEGAL,
    NO_COMBINATION,
    NOT_HELD,
    bomb_fault,
    pass_fault,
    play_fault,
)
from tichu_sim.game.opening import PLAYING, open_step, opens
from tichu_sim.game.phoenix import declared, has_choice
from tichu_sim.game.round import (
    apply_pass,
    apply_play,
    apply_wish,
    begin_play,
    collect,
    dragon_waits,
    read_play,
    share_hands,
)
from tichu_sim.game.two_pack_phoenix import declared_two
from tichu_sim.game.view import NO_SEAT, RUNNING, TRICK_WAITS
from tichu_sim.jit import Array, Record, jit, variant


def event_dtype(slots: int, two_packs: bool) -> np.dtype[np.void]:
    """Return the dtype of one event, the fields of `events.Event`; given[k] goes to seat + k."""
    second = [("cards_2", np.uint64), ("phoenix_2", np.int64)] if two_packs else []
    return np.dtype(
        [
            ("cards", np.uint64),
            ("given", np.uint64, (slots,)),
            *((name, np.int64) for name in ("seat", "verb", "phoenix", "wish", "target")),
            *second,
        ],
        align=True,
    )


(
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
    TO_WITHOUT_DOG,
    TO_MISSING,
    TO_NO_PARTNER,
) = range(20, 40)
"""Codes of the faults, beside those of `legal` and `opening`."""


@jit
def finished(rules: Record, public: Record) -> bool:
    """Tell whether the round is over and nothing of it is left to do (R11.1, R10.5)."""
    return public.over != RUNNING and not dragon_waits(rules, public)


@jit
def declare(mine: Record, event: Record, rules: Record) -> int:
    """Return the play that an event means; what is not declared has the highest reading (R4.7)."""
    # A lone Phoenix has no reading; declaring one is refused elsewhere.
    return declared(event.cards, event.phoenix if has_choice(event.cards) else 0, rules.highest)


@jit
def _declare_two(mine: Record, event: Record, rules: Record) -> int:
    rank, second_rank = event.phoenix, event.phoenix_2
    if not has_choice(event.cards):
        rank, second_rank = 0, 0
    play, second = declared_two(event.cards, event.cards_2, rank, second_rank)
    mine.play_2 = second
    return play


variant(declare, _declare_two, "hand_2")


@jit
def _can_be_declared(mine: Record, event: Record, rules: Record) -> bool:
    # Whether the cards are a combination with another reading than the declared one.
    return read_play(mine, declared(event.cards, 0, rules.highest), 0)[0] != NO_COMBO


@jit
def _can_be_declared_two(mine: Record, event: Record, rules: Record) -> bool:
    play, second = declared_two(event.cards, event.cards_2, 0, 0)
    mine.play_2 = second
    return read_play(mine, play, 0)[0] != NO_COMBO


variant(_can_be_declared, _can_be_declared_two, "hand_2")


@jit
def _put(public: Record, own: Array, mine: Record, rules: Record, play: int) -> None:
    # A legal play goes on the table; the trick that a round ends with is collected at once (R11.2).
    kind, length, level = read_play(mine, play, public.top_level)
    apply_play(rules, public, mine, play, kind, length, level)
    if rules.players < rules.seats:
        share_hands(rules, public, own, True)
    over = public.over != RUNNING and public.waiting == TRICK_WAITS
    if over and not dragon_waits(rules, public):
        collect(public, public.owner)


@jit
def _declaration_fault(mine: Record, event: Record, rules: Record, kind: int) -> int:
    # What is said along with a play: the Phoenix's reading and the wish.
    if event.phoenix and event.cards & PHOENIX == 0:
        return AS_WITHOUT_PHOENIX
    if event.phoenix and not has_choice(event.cards):
        return AS_LONE_PHOENIX
    if event.phoenix and kind == NO_COMBO:
        return AS_IMPOSSIBLE if _can_be_declared(mine, event, rules) else NO_COMBINATION
    if event.wish and event.cards & MAHJONG == 0:
        return WISH_WITHOUT_MAHJONG
    return LEGAL


@jit
def _dog_fault(public: Record, mine: Record, rules: Record, event: Record, kind: int) -> int:
    # Whom the Dog gives the lead to, where its player chooses (R15.5); ``dog_to`` is set.
    if rules.dog_chosen == 0 or kind != DOG_LEAD:
        return LEGAL if event.target == NO_SEAT else TO_WITHOUT_DOG
    seats, partners, only = public.size.shape[0], 0, NO_SEAT
    for k in range(2, seats, 2):
        other = (mine.seat + k) % seats
        if public.size[other] > 0:
            partners += 1
            only = other
    target = event.target
    if target == NO_SEAT and partners > 1:
        return TO_MISSING
    if target != NO_SEAT and (
        target == mine.seat or (target - mine.seat) % 2 or public.size[target] == 0
    ):
        return TO_NO_PARTNER
    mine.dog_to = only if target == NO_SEAT else target
    return LEGAL


@jit
def _play(
    public: Record, own: Array, mine: Record, rules: Record, event: Record, scratch: Record
) -> int:
    if public.waiting == TRICK_WAITS:
        collect(public, public.owner)
    if event.cards & ~mine.hand:
        return NOT_HELD
    play = declare(mine, event, rules)
    kind, length, level = read_play(mine, play, public.top_level)
    fault = _declaration_fault(mine, event, rules, kind)
    if fault == LEGAL:
        play = declare(mine, event, rules)
        fault = play_fault(rules, public, mine, play, kind, length, level, scratch)
    if fault == LEGAL:
        fault = _dog_fault(public, mine, rules, event, kind)
    if fault == LEGAL:
        _put(public, own, mine, rules, play)
        if event.wish:
            apply_wish(public, event.wish)
    return fault


@jit
def _bomb(public: Record, own: Array, mine: Record, rules: Record, event: Record) -> int:
    if public.over != RUNNING:
        return LATE_BOMB
    play = declare(mine, event, rules)
    kind, length, level = read_play(mine, play, public.top_level)
    fault = bomb_fault(public, mine, play, kind, length, level)
    if fault == LEGAL:
        _put(public, own, mine, rules, play)
    return fault


@jit
def _gift(public: Record, rules: Record, event: Record) -> int:
    if not dragon_waits(rules, public):
        dragon = public.top_cards == DRAGON
        return GIFT_EARLY if dragon and public.over == RUNNING else NO_GIFT
    if event.seat != public.owner:
        return GIFT_BY_OTHER
    if event.target % 2 == event.seat % 2:
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
        Of dtype `opening.STAGE`.
    rules : Record
        Of `settings.rules_dtype`.
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
    if opens(verb):
        return open_step(public, own, stage, rules, event)
    if stage.phase != PLAYING:
        return EXCHANGE_MISSING if stage.complete else DEAL_UNFINISHED
    if public.turn == NO_SEAT:
        begin_play(rules, public, own)
    if finished(rules, public):
        return LATE_BOMB if verb == BOMB else AFTER_END
    if verb == GIFT:
        return _gift(public, rules, event)
    if verb == BOMB and (seat != public.turn or public.waiting == TRICK_WAITS):
        return _bomb(public, own, own[seat], rules, event)
    if dragon_waits(rules, public):
        return GIFT_MISSING
    fault = _turn_fault(public, seat)
    if fault != LEGAL:
        return fault
    if verb != PASS_TURN:
        return _play(public, own, own[seat], rules, event, scratch)
    if public.waiting == TRICK_WAITS:
        collect(public, public.owner)
    fault = pass_fault(public, own[seat], scratch)
    if fault == LEGAL:
        apply_pass(rules, public)
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
