"""The kernel's rows as round records."""

from collections.abc import Iterator

import numpy as np

from tichu_sim.game import events
from tichu_sim.game.events import Event, event_text
from tichu_sim.game.record import Deal, Result, RoundRecord
from tichu_sim.game.rules import Rules
from tichu_sim.jit import Array, Record
from tichu_sim.sim.rows import BOMB, CALL, GIFT, GIVE, PASS_TURN, PLAY

_VERBS = {
    GIVE: events.GIVE,
    PLAY: events.PLAY,
    PASS_TURN: events.PASS_TURN,
    BOMB: events.BOMB,
    GIFT: events.GIFT,
}
_CALL_VERBS = (
    events.SILENT,
    events.TICHU_CALL,
    events.GRAND_CALL,
    events.GREAT_GRAND_CALL,
)
_COLUMNS = ["seat", "event", "call", "cards", "phoenix", "wish", "target"]


def event_texts(log: Array, given: Array) -> Iterator[str]:
    """Yield the events of one round as they are written in a record.

    Parameters
    ----------
    log : array of `rows.EVENT_ROW`
        The round's events in order.
    given : uint64 array (seats, seats)
        given[seat, k]: the card that went to seat + k, see `rows.seat_row`.
    """
    for seat, code, call, cards, phoenix, wish, target in zip(
        *(log[name].tolist() for name in _COLUMNS), strict=True
    ):
        verb = _CALL_VERBS[call] if code == CALL else _VERBS[code]
        passed_on = tuple(given[seat, 1:].tolist()) if code == GIVE else ()
        yield event_text(Event(seat, verb, cards, passed_on, phoenix, wish, target))


def round_record(
    rules: Rules, row: Record, seat_rows: Array, log: Array, seed: int | None = None
) -> RoundRecord:
    """Return a finished round as a record.

    Parameters
    ----------
    rules : Rules
    row : Record
        Of `rows.round_row`; its ``game`` becomes the number of the record.
    seat_rows : array (seats,) of `rows.seat_row`
    log : array of `rows.EVENT_ROW`
        The round's events in order.
    seed : int, optional
        The run's seed.
    """
    cards, calls = row["cards"].tolist(), row["calls"].tolist()
    return RoundRecord(
        rules,
        Deal(tuple(seat_rows["first"].tolist()), tuple(seat_rows["dealt"].tolist())),
        tuple(event_texts(log, seat_rows["given"])),
        Result(
            finish=tuple(np.argsort(seat_rows["place"]).tolist()),
            cards=tuple(cards),
            calls=tuple(calls),
            score=tuple(a + b for a, b in zip(cards, calls, strict=True)),
        ),
        dealer=int(row["dealer"]),
        seed=seed,
        round=int(row["game"]),
    )
