"""The kernel's rows as round records."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from tichu_sim.game import events
from tichu_sim.game.cards import N_CARDS
from tichu_sim.game.dealt import Deal
from tichu_sim.game.events import Event, event_text
from tichu_sim.game.games import TWO_TEA
from tichu_sim.game.record import Result, RoundRecord
from tichu_sim.game.rules import Rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import STACKS, has_two_packs
from tichu_sim.jit import Array, Mask, Record
from tichu_sim.sim.rows import BOMB, CALL, FIRST, GIFT, GIVE, PASS_TURN, PLAY, PUSH, RETURN, STACK
from tichu_sim.sim.run import Run

_VERBS = {
    GIVE: events.GIVE,
    PLAY: events.PLAY,
    PASS_TURN: events.PASS_TURN,
    BOMB: events.BOMB,
    GIFT: events.GIFT,
    STACK: events.STACK,
    FIRST: events.FIRST,
    PUSH: events.PUSH,
    RETURN: events.RETURN,
}
_CALL_VERBS = (
    events.SILENT,
    events.TICHU_CALL,
    events.GRAND_CALL,
    events.GREAT_GRAND_CALL,
)
_COLUMNS = ("seat", "event", "call", "cards", "phoenix", "wish", "target")
_SECOND_COLUMNS = ("cards_2", "phoenix_2")


def event_texts(log: Array, given: Array, rules: Rules) -> Iterator[str]:
    """Yield the events of one round as they are written in a record.

    Parameters
    ----------
    log : array of `rows.event_row`
        The round's events in order.
    given : uint64 array (seats, slots)
        given[seat, k]: the card that went to seat + k, see `rows.seat_row`.
    rules : Rules
    """
    two_packs = has_two_packs(rules)
    columns = [log[name].tolist() for name in _COLUMNS]
    second = [log[name].tolist() if two_packs else [0] * len(log) for name in _SECOND_COLUMNS]
    for seat, code, call, cards, phoenix, wish, target, cards_2, phoenix_2 in zip(
        *columns, *second, strict=True
    ):
        verb = _CALL_VERBS[call] if code == CALL else _VERBS[code]
        passed_on = tuple(given[seat, 1 : rules.seats].tolist()) if code == GIVE else ()
        event = Event(
            seat, verb, cards | cards_2 << N_CARDS, passed_on, phoenix, wish, target, phoenix_2
        )
        yield event_text(event, rules)


def _masks(seat_rows: Array, name: str, rules: Rules) -> tuple[Mask, ...]:
    masks = seat_rows[name].tolist()
    if not has_two_packs(rules):
        return tuple(masks)
    seconds = seat_rows[f"{name}_2"].tolist()
    return tuple(mask | second << N_CARDS for mask, second in zip(masks, seconds, strict=True))


def _deal(rules: Rules, seat_rows: Array) -> Deal:
    dealt = _masks(seat_rows, "dealt", rules)
    first = tuple(seat_rows["first"].tolist())
    stacks = _stacks(rules, seat_rows, dealt) if rules.game.number == TWO_TEA else ()
    return Deal(first, dealt, stacks=stacks)


def _stacks(
    rules: Rules, seat_rows: Array, dealt: tuple[Mask, ...]
) -> tuple[tuple[Mask, ...], ...]:
    # The upper two cards of each stack are those that somebody got; the others lie beneath.
    right, left = STACKS
    got = seat_rows["received"]
    tops = [
        [int(got[0, right]), int(got[1, left])],
        [int(got[1, right]), int(got[0, left])],
    ]
    rest = int(settings_of(rules)["pack_mask"]) & ~(dealt[0] | dealt[1])
    below = [1 << bit for bit in range(N_CARDS) if rest >> bit & 1]
    below = [card for card in below if card not in (*tops[0], *tops[1])]
    half = len(below) // 2
    return (*tops[0], *below[:half]), (*tops[1], *below[half:])


def _result(rules: Rules, row: Record, seat_rows: Array) -> Result:
    finish = tuple(np.argsort(seat_rows["place"]).tolist())
    if not rules.has_points:
        return Result(finish)
    cards, calls = row["cards"].tolist(), row["calls"].tolist()
    score = tuple(a + b for a, b in zip(cards, calls, strict=True))
    return Result(finish, tuple(cards), tuple(calls), score)


def round_record(
    rules: Rules, row: Record, seat_rows: Array, log: Array, seed: int | None = None
) -> RoundRecord:
    """Return a finished round as a record.

    Parameters
    ----------
    rules : Rules
    row : Record
        Of `rows.round_row`. Its ``game`` becomes the number of the record; where the round is a
        part of a game, its ``index`` does, counted from 1.
    seat_rows : array (seats,) of `rows.seat_row`
    log : array of `rows.event_row`
        The round's events in order.
    seed : int, optional
        The run's seed.
    """
    alone = rules.game.own_rounds
    return RoundRecord(
        rules,
        _deal(rules, seat_rows),
        tuple(event_texts(log, seat_rows["given"], rules)),
        _result(rules, row, seat_rows),
        dealer=int(row["dealer"]),
        seating=() if alone else tuple(seat_rows["player"].tolist()),
        seed=seed,
        round=int(row["game"]) if alone else int(row["index"]) + 1,
        game=None if alone else int(row["game"]),
    )


def run_record(run: Run, row: Record, seat_rows: Array, log: Array) -> RoundRecord:
    """Return a round of a run as a record, with its number there and the names of the bots.

    Parameters are those of `round_record`.
    """
    written = round_record(run.rules, row, seat_rows, log, run.seed)
    if run.rules.game.own_rounds:
        number = int(run.round_number(int(row["game"]), int(row["index"])))
        written = replace(written, round=number)
    return replace(written, players=tuple(run.bots[player].name for player in seat_rows["player"]))
