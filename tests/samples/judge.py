"""Rounds of the kernel judged once more by the compiled referee, many at a time."""

import numpy as np

from tichu_sim.game import events
from tichu_sim.game.bombs import has_bomb
from tichu_sim.game.cards import NONE
from tichu_sim.game.games import GRAND_SEIGNEUR, TWO_TEA
from tichu_sim.game.legal import LEGAL
from tichu_sim.game.opening import PLAYING, STAGE
from tichu_sim.game.patterns import new_patterns
from tichu_sim.game.round import begin_round
from tichu_sim.game.rules import Rules
from tichu_sim.game.score import score_calls, score_cards
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import STACKS, has_two_packs, new_state, slots_of
from tichu_sim.game.two_pack_hand import more
from tichu_sim.game.two_pack_patterns import new_two_pack_patterns
from tichu_sim.game.walk import event_dtype, finished, step
from tichu_sim.jit import Array, Record, i64, jit, jit_small, variant
from tichu_sim.sim.blocks import Played
from tichu_sim.sim.rows import CALL, GIVE

FAIR, ILLEGAL, NOT_FINISHED, OTHER_END, OTHER_PLACE, OTHER_PILE, CARDS_LOST, OTHER_SCORE = range(8)
"""What a round is found to be."""

_RIGHT, _LEFT = STACKS
_CALL_VERBS = (events.SILENT, events.TICHU_CALL, events.GRAND_CALL, events.GREAT_GRAND_CALL)
_VERBS = (
    *(events.SILENT, events.GIVE, events.PLAY, events.PASS_TURN, events.BOMB, events.GIFT),
    *(events.STACK, events.FIRST, events.PUSH, events.RETURN),
)


@jit_small
def _deal(mine: Record, seat_row: Record) -> None:
    mine.dealt = mine.hand = seat_row.dealt
    for k in range(mine.given.shape[0]):
        mine.given[k] = NONE


@jit_small
def _deal_two(mine: Record, seat_row: Record) -> None:
    mine.dealt = mine.hand = seat_row.dealt
    mine.dealt_2 = mine.hand_2 = seat_row.dealt_2
    mine.holds_bomb = has_bomb(mine.hand)
    for k in range(mine.given.shape[0]):
        mine.given[k], mine.given_2[k] = NONE, NONE


@jit_small
def _read_second(event: Record, row: Record) -> None:
    pass


@jit_small
def _read_second_two(event: Record, row: Record) -> None:
    event.cards_2 = row.cards_2
    event.phoenix_2 = row.phoenix_2


@jit_small
def _all_there(mine: Record, public: Record, seat_row: Record) -> bool:
    # What is left of a hand and what was played are the hand with which play began.
    played = public.played[mine.seat]
    return bool(mine.hand & played == NONE and mine.hand | played == seat_row.hand)


@jit_small
def _all_there_two(mine: Record, public: Record, seat_row: Record) -> bool:
    seat = mine.seat
    hand, twice = more(mine.hand, mine.hand_2, public.played[seat], public.played_2[seat])
    return bool(hand == seat_row.hand and twice == seat_row.hand_2)


variant(_deal, _deal_two, "hand_2")
variant(_read_second, _read_second_two, "cards_2")
variant(_all_there, _all_there_two, "hand_2")


@jit
def _begin(
    rules: Record, public: Record, own: Array, stage: Record, row: Record, seats: Array
) -> None:
    begin_round(rules, public, i64(row.dealer))
    for seat in range(seats.shape[0]):
        _deal(own[seat], seats[seat])
    stage.phase = PLAYING if rules.game == GRAND_SEIGNEUR and row.index == 0 else 0
    stage.complete = 1
    stage.silent, stage.first, stage.given = 0, 0, 0
    stage.stacked[0], stage.stacked[1] = 0, 0
    if rules.game == TWO_TEA:
        for seat in range(2):
            stage.stacks[2 * seat] = seats[seat].received[_RIGHT]
            stage.stacks[2 * seat + 1] = seats[1 - seat].received[_LEFT]


@jit
def _read(event: Record, row: Record, seats: Array) -> None:
    event.seat, event.verb = row.seat, _VERBS[row.event]
    if row.event == CALL:
        event.verb = _CALL_VERBS[row.call]
    event.cards, event.phoenix = row.cards, row.phoenix
    event.wish, event.target = row.wish, row.target
    for k in range(event.given.shape[0]):
        event.given[k] = seats[row.seat].given[k] if row.event == GIVE else NONE
    _read_second(event, row)


@jit
def _ending(
    rules: Record, public: Record, own: Array, points: Array, row: Record, seats: Array
) -> int:
    if not finished(rules, public):
        return NOT_FINISHED
    if public.over != row.over or public.place[row.first] != 1:
        return OTHER_END
    last = public.out
    for seat in range(seats.shape[0]):
        place = public.place[seat]
        if place == 0:
            last += 1
            place = last
        if seats[seat].place != place:
            return OTHER_PLACE
        if seats[seat].points != public.pile[seat]:
            return OTHER_PILE
        if not _all_there(own[seat], public, seats[seat]):
            return CARDS_LOST
    if rules.game != GRAND_SEIGNEUR:
        score_cards(rules, public, own, points[0])
        score_calls(rules, public, points[1])
        for team in range(points.shape[1]):
            if points[0, team] != row.cards[team] or points[1, team] != row.calls[team]:
                return OTHER_SCORE
    return FAIR


@jit
def _judge(
    rules: Record,
    public: Record,
    own: Array,
    stage: Record,
    event: Record,
    scratch: Record,
    points: Array,
    rounds: Array,
    seats: Array,
    log: Array,
) -> tuple[int, int]:
    end = 0
    for number in range(rounds.shape[0]):
        row = rounds[number]
        begin, end = end, end + row.events
        _begin(rules, public, own, stage, row, seats[number])
        for place in range(begin, end):
            _read(event, log[place], seats[number])
            if step(public, own, stage, rules, event, scratch) != LEGAL:
                return number, ILLEGAL
        found = _ending(rules, public, own, points, row, seats[number])
        if found != FAIR:
            return number, found
    return rounds.shape[0], FAIR


def judge(rules: Rules, played: Played) -> tuple[int, int]:
    """Carry out every event of some rounds as the referee does, and compare how they end.

    Returns the number of rounds without fault, and what is wrong with the next one.
    """
    public, own = new_state(rules)
    two_packs = has_two_packs(rules)
    scratch = new_two_pack_patterns() if two_packs else new_patterns(rules.highest)
    event = np.zeros(1, event_dtype(slots_of(rules), two_packs))[0]
    stage, points = np.zeros(1, STAGE)[0], np.zeros((2, rules.teams), np.int64)
    rows = (played.rounds, played.seats, played.events)
    # Read-only arrays would be another type to the compiler.
    rounds, seats, log = (rows_.copy() for rows_ in rows)
    found = _judge(
        settings_of(rules), public[0], own, stage, event, scratch, points, rounds, seats, log
    )
    return int(found[0]), int(found[1])
