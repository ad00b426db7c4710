"""The event log of a round: one row for whatever happened, see `rows.EVENT_ROW`."""

from tichu_sim.game.view import NO_CALL
from tichu_sim.jit import Mask, Record, jit_small
from tichu_sim.sim.rows import NO_TARGET


@jit_small
def log_event(table: Record, seat: int, event: int, cards: Mask) -> Record:
    """Begin a row of the event log; the caller fills in what the event has beyond this.

    Parameters
    ----------
    table : Record
        Of `kernel.table_dtype`.
    seat, event : int
        Who, and `rows.CALL` .. `rows.GIFT`.
    cards : Mask
        Cards played or given.
    """
    row = table.log[table.logged]
    table.logged += 1
    public = table.public
    row.cards = cards
    row.hand = table.own[seat].hand
    row.points = public.points
    row.seat = seat
    row.event = event
    row.kind = 0
    row.length = 0
    row.level = 0
    row.phoenix = 0
    row.wish = 0
    row.target = NO_TARGET
    row.call = NO_CALL
    row.out_of_turn = 0
    return row
