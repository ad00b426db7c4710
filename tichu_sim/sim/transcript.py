"""Played rounds as round records (RECORDS.md)."""

from collections.abc import Iterator

from tichu_sim.game.events import (
    BOMB,
    GIFT,
    GIVE,
    GRAND_CALL,
    GREAT_GRAND_CALL,
    PASS_TURN,
    PLAY,
    TICHU_CALL,
    Event,
    event_text,
)
from tichu_sim.game.record import Deal, Result, RoundRecord
from tichu_sim.game.view import GRAND, GREAT_GRAND, TICHU
from tichu_sim.jit import Array, Record
from tichu_sim.sim import rows
from tichu_sim.sim.blocks import Played
from tichu_sim.sim.run import Run

_VERBS = {
    rows.GIVE: GIVE,
    rows.PLAY: PLAY,
    rows.PASS_TURN: PASS_TURN,
    rows.BOMB: BOMB,
    rows.GIFT: GIFT,
}
_CALL_VERBS = {TICHU: TICHU_CALL, GRAND: GRAND_CALL, GREAT_GRAND: GREAT_GRAND_CALL}


def round_records(run: Run, played: Played) -> Iterator[RoundRecord]:
    """Yield the record of every round in a block.

    Parameters
    ----------
    run : Run
    played : Played
        With its events.
    """
    ends = played.rounds["events"].cumsum()
    for row, seats, end in zip(played.rounds, played.seats, ends, strict=True):
        yield _record(run, row, seats, played.events[end - row["events"] : end])


def _record(run: Run, row: Record, seats: Array, events: Array) -> RoundRecord:
    return RoundRecord(
        rules=run.rules,
        deal=Deal(tuple(seats["first"].tolist()), tuple(seats["dealt"].tolist())),
        events=tuple(event_text(_event(event, seats)) for event in events),
        result=_result(row, seats),
        dealer=int(row["dealer"]),
        players=tuple(bot.name for bot in run.bots),
        seed=run.seed,
        round=int(run.round_number(int(row["game"]), int(row["index"]))),
    )


def _event(event: Record, seats: Array) -> Event:
    code, seat = int(event["event"]), int(event["seat"])
    verb = _CALL_VERBS[int(event["call"])] if code == rows.CALL else _VERBS[code]
    given = seats["given"][seat, 1:].tolist() if verb == GIVE else ()
    return Event(
        seat,
        verb,
        int(event["cards"]),
        tuple(given),
        int(event["phoenix"]),
        int(event["wish"]),
        int(event["target"]),
    )


def _result(row: Record, seats: Array) -> Result:
    cards, calls = row["cards"].tolist(), row["calls"].tolist()
    return Result(
        finish=tuple(seats["place"].argsort().tolist()),
        cards=tuple(cards),
        calls=tuple(calls),
        score=tuple(a + b for a, b in zip(cards, calls, strict=True)),
    )
