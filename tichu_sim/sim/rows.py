"""What the kernel hands over: one structured row a round, a seat, an event."""

from functools import cache

import numpy as np

# Codes of `EVENT_ROW.event`.
CALL, GIVE, PLAY, PASS_TURN, BOMB, GIFT = range(6)
EVENT_NAMES = ("call", "give", "play", "pass", "bomb", "gift")

NO_TARGET = -1


@cache
def round_row(teams: int) -> np.dtype[np.void]:
    """Return the dtype of a finished round.

    Returns
    -------
    dtype
        ====================  ==============================================================
        field                 content
        ====================  ==============================================================
        game                  number of the game; of the round where rounds stand alone
        index                 number of the round within its game
        total (teams)         points of the game before the round
        cards (teams)         card points, or the points of a double victory
        calls (teams)         points of the announcements
        dealer                seat asked first for calls
        leader                seat that led first
        plays, tricks, bombs  numbers of them, bombs included in plays
        over                  how the round ended, see `view`
        first                 seat that went out first
        events                number of rows the round added to the event log
        ====================  ==============================================================
    """
    return np.dtype(
        [
            ("game", np.int64),
            ("index", np.int32),
            ("events", np.int32),
            ("total", np.int32, (teams,)),
            ("cards", np.int16, (teams,)),
            ("calls", np.int16, (teams,)),
            *((name, np.int16) for name in ("plays", "tricks", "bombs")),
            *((name, np.int8) for name in ("dealer", "leader", "over", "first")),
        ],
        align=True,
    )


@cache
def seat_row(seats: int) -> np.dtype[np.void]:
    """Return the dtype of one seat's round.

    Returns
    -------
    dtype
        ====================  ==============================================================
        field                 content
        ====================  ==============================================================
        first, dealt, hand    masks: first eight cards, dealt hand, hand after the exchange
        given (seats)         given[k]: mask of the card passed to seat + k, k from 1
        received (seats)      received[k]: mask of the card from seat + k, k from 1
        points                card points of the tricks taken
        call                  announcement, see `view`
        place                 order of going out from 1, the last ones included
        bombs_held            1 if the hand after the exchange held a bomb
        bombs_thrown          bombs played
        ====================  ==============================================================
    """
    return np.dtype(
        [
            ("first", np.uint64),
            ("dealt", np.uint64),
            ("hand", np.uint64),
            ("given", np.uint64, (seats,)),
            ("received", np.uint64, (seats,)),
            ("points", np.int16),
            *((name, np.int8) for name in ("call", "place", "bombs_held", "bombs_thrown")),
        ],
        align=True,
    )


EVENT_ROW = np.dtype(
    [
        ("cards", np.uint64),
        ("hand", np.uint64),
        ("points", np.int16),
        *(
            (name, np.int8)
            for name in (
                "seat",
                "event",
                "kind",
                "length",
                "level",
                "phoenix",
                "wish",
                "target",
                "call",
                "out_of_turn",
            )
        ),
    ],
    align=True,
)
"""One event.

=============  =====================================================================
field          content
=============  =====================================================================
cards          mask played or given, 0 for none
hand           mask of the seat's hand before the event
points         card points on the table before the event
seat, event    who, and `CALL` .. `GIFT`
kind, length,  the combination, see `game.combos`; zeros for none
level
phoenix        rank the Phoenix stands for, 0 for none or alone
wish           rank named with this play, 0 for none
target         receiver of a gift, else `NO_TARGET`
call           announcement made, see `game.view`
out_of_turn    1 for a bomb out of turn
=============  =====================================================================

One `GIVE` row holds a seat's three cards; who got which stands in the seat's row.
"""
