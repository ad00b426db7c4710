"""The event log of a round: one row for whatever happened, see `rows.event_row`."""

from tichu_sim.game.cards import NONE
from tichu_sim.game.view import NO_CALL
from tichu_sim.jit import Mask, Record, jit_small, variant
from tichu_sim.sim.rows import NO_TARGET


@jit_small
def _log_second_words(own: Record, row: Record) -> None:
    # A hand of one pack has none.
    pass


@jit_small
def _log_hand_two(own: Record, row: Record) -> None:
    row.hand_2 = own.hand_2
    row.cards_2 = NONE
    row.phoenix_2 = 0


variant(_log_second_words, _log_hand_two, "hand_2")


@jit_small
def log_event(table: Record, seat: int, event: int, cards: Mask) -> Record:
    """Begin a row of the event log; the caller fills in what the event has beyond this.

    Parameters
    ----------
    table : Record
        Of `kernel.table_dtype`.
    seat, event : int
        Who, and `rows.CALL` .. `rows.RETURN`.
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
    _log_second_words(table.own[seat], row)
    return row
