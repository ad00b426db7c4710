"""The state of a round, split into what everybody sees and what one seat sees.

A bot is given the public record and its own record; that pair is its view. The records of the other
seats, and with them every hidden card, are out of its reach. Both dtypes are made for any number of
seats, and the compiler specialises on it.
"""

from functools import cache

import numpy as np

from tichu_sim.jit import Array

NO_CALL, TICHU, GRAND, GREAT_GRAND = 0, 1, 2, 3
CALL_NAMES = ("none", "tichu", "grand", "greatgrand")
CALL_VALUES = (0, 100, 200, 400)

RUNNING = 0
LAST_PLAYER = 1
DOUBLE_VICTORY = 2
"""How a round ended (R11.1), field `over`."""

NOTHING_WAITS = 0
TRICK_WAITS = 1
"""Field `waiting`: all others have passed, and the trick is not yet collected (R5.5)."""

NO_SEAT = -1

MOST_PARAMETERS = 32
"""Room for the parameters of a bot."""


@cache
def public_dtype(seats: int, teams: int) -> np.dtype[np.void]:
    """Return the dtype of what everybody at the table sees.

    Parameters
    ----------
    seats, teams : int
        Numbers of them; seat s belongs to team ``s % teams``.

    Returns
    -------
    dtype
        ========================  ==========================================================
        field                     content
        ========================  ==========================================================
        played (seats)            mask of the cards each seat has played this round
        top_cards                 mask of the combination on the table, 0 for an empty one
        total (teams)             points of the game before this round
        pile (seats)              card points of the tricks each seat has taken
        points                    card points of the trick on the table
        size (seats)              cards in hand
        call (seats)              `NO_CALL`, `TICHU`, `GRAND`, `GREAT_GRAND`
        place (seats)             1 for the first who went out, 0 for those who play
        turn                      seat to act; while a trick waits, the next leader; `NO_SEAT`
                                  before the first lead
        leader                    seat that led the trick, or leads next
        owner                     seat of the combination on the table, else `NO_SEAT`
        top_kind, top_length,     the combination on the table, see `combos`
        top_level
        passes                    passes since the last play of the trick
        waiting                   `NOTHING_WAITS`, `TRICK_WAITS`
        wish                      wished rank, 0 for none
        out                       how many are out
        over                      `RUNNING`, `LAST_PLAYER`, `DOUBLE_VICTORY`
        dealer                    seat asked first in a window of calls
        plays, tricks, bombs      numbers so far; the Dog makes no trick
        ========================  ==========================================================
    """
    small = [
        "turn",
        "leader",
        "owner",
        "top_kind",
        "top_length",
        "top_level",
        "passes",
        "waiting",
        "wish",
        "out",
        "over",
        "dealer",
        "plays",
        "tricks",
        "bombs",
    ]
    return np.dtype(
        [
            ("played", np.uint64, (seats,)),
            ("top_cards", np.uint64),
            ("total", np.int64, (teams,)),
            ("points", np.int64),
            ("pile", np.int64, (seats,)),
            ("size", np.int64, (seats,)),
            ("call", np.int64, (seats,)),
            ("place", np.int64, (seats,)),
            *((name, np.int64) for name in small),
        ],
        align=True,
    )


@cache
def own_dtype(seats: int) -> np.dtype[np.void]:
    """Return the dtype of what one seat alone sees.

    Returns
    -------
    dtype
        ==================  ================================================================
        field               content
        ==================  ================================================================
        hand                mask of the cards in hand
        first               mask of the cards before the Grand Tichu window
        dealt               mask of the dealt hand
        given (seats)       given[k]: mask of the card passed to seat + k in the exchange
        received (seats)    received[k]: mask of the card that came from seat + k
        random              counter of the seat's own random stream, see `rng`
        seat                the seat's number
        holds_bomb          whether the hand holds a bomb
        bombs_held          1 if it held one after the exchange
        bombs_thrown        number of bombs played
        params              parameters of the seat's bot
        ==================  ================================================================
    """
    return np.dtype(
        [
            ("hand", np.uint64),
            ("first", np.uint64),
            ("dealt", np.uint64),
            ("given", np.uint64, (seats,)),
            ("received", np.uint64, (seats,)),
            ("random", np.uint64),
            ("params", np.float64, (MOST_PARAMETERS,)),
            ("seat", np.int64),
            ("holds_bomb", np.int64),
            ("bombs_held", np.int64),
            ("bombs_thrown", np.int64),
        ],
        align=True,
    )


def new_state(seats: int, teams: int) -> tuple[Array, Array]:
    """Return an empty state: public record, array (1,), and own records, array (seats,)."""
    own = np.zeros(seats, own_dtype(seats))
    own["seat"] = np.arange(seats)
    return np.zeros(1, public_dtype(seats, teams)), own
