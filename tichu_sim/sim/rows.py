"""What the kernel hands over: one structured row a round, a seat, an event."""

from functools import cache
from typing import Any

import numpy as np

# Codes of `EVENT_ROW.event`.
CALL, GIVE, PLAY, PASS_TURN, BOMB, GIFT, STACK, FIRST, PUSH, RETURN = range(10)
EVENT_NAMES = ("call", "give", "play", "pass", "bomb", "gift", "stack", "first", "push", "return")

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
        total (teams)         points of the game before the round, where teams have them
        cards (teams)         card points, or the points of a double victory
        calls (teams)         points of the announcements
        victory (teams)       victory points that each player of a team gets (R13.5)
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
            ("victory", np.int8, (teams,)),
            *((name, np.int16) for name in ("plays", "tricks", "bombs")),
            *((name, np.int8) for name in ("dealer", "leader", "over", "first")),
        ],
        align=True,
    )


@cache
def seat_row(slots: int, two_packs: bool = False) -> np.dtype[np.void]:
    """Return the dtype of one seat's round.

    Parameters
    ----------
    slots, two_packs
        As for `view.own_dtype`; masks of two packs have a second word with the suffix ``_2``.

    Returns
    -------
    dtype
        ====================  ==============================================================
        field                 content
        ====================  ==============================================================
        first, dealt, hand    masks: first eight cards, dealt hand, hand after the exchange
        given (slots)         given[k]: mask of what was passed to seat + k, k from 1
        received (slots)      received[k]: mask of what came from seat + k, k from 1
        total, victory        points and victory points of the seat's player before the round
        points                card points of the tricks taken
        call                  announcement, see `view`
        place                 order of going out from 1, the last ones included
        player                who sat there
        bombs_held            1 if the hand after the exchange held a bomb
        bombs_thrown          bombs played
        ====================  ==============================================================
    """
    second: list[Any] = []
    if two_packs:
        second = [
            ("dealt_2", np.uint64),
            ("hand_2", np.uint64),
            ("given_2", np.uint64, (slots,)),
            ("received_2", np.uint64, (slots,)),
        ]
    small = ("call", "place", "player", "bombs_held", "bombs_thrown")
    return np.dtype(
        [
            ("first", np.uint64),
            ("dealt", np.uint64),
            ("hand", np.uint64),
            ("given", np.uint64, (slots,)),
            ("received", np.uint64, (slots,)),
            *second,
            ("total", np.int32),
            ("points", np.int16),
            ("victory", np.int16),
            *((name, np.int8) for name in small),
        ],
        align=True,
    )


@cache
def event_row(two_packs: bool = False) -> np.dtype[np.void]:
    """Return the dtype of one event.

    Returns
    -------
    dtype
        =============  =====================================================================
        field          content
        =============  =====================================================================
        cards          mask played or given, 0 for none
        hand           mask of the seat's hand before the event
        points         card points on the table before the event
        seat, event    who, and `CALL` .. `RETURN`
        kind, length,  the combination, see `game.combos`; zeros for none
        level
        phoenix        rank the Phoenix stands for, 0 for none or alone
        wish           rank named with this play, 0 for none
        target         receiver of a gift, a push or the Dog's lead; for a stack its place in
                       ``given``; else `NO_TARGET`
        call           announcement made, see `game.view`
        out_of_turn    1 for a bomb out of turn
        =============  =====================================================================

        One `GIVE` row holds all cards that a seat gives; who got which stands in the seat's row.
        With two packs there are ``cards_2``, ``hand_2`` and ``phoenix_2``.
    """
    second: list[Any] = []
    if two_packs:
        second = [("cards_2", np.uint64), ("hand_2", np.uint64), ("phoenix_2", np.int8)]
    small = (
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
    return np.dtype(
        [
            ("cards", np.uint64),
            ("hand", np.uint64),
            ("points", np.int16),
            *((name, np.int8) for name in small),
            *second,
        ],
        align=True,
    )
