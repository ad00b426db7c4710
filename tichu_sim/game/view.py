"""The state of a round, split into what everybody sees and what one seat sees.

A bot is given the public record and its own record; that pair is its view. The records of the other
seats, and with them every hidden card, are out of its reach. Both dtypes are made for any number of
seats, and the compiler specialises on it. A game with two packs has a second word, a field with the
suffix ``_2``, beside each mask that may hold a card twice: the cards that are in it twice.
"""

from functools import cache
from typing import Any

import numpy as np

from tichu_sim.jit import Record, jit_small

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

MOST_PARAMETERS = 80
"""Room for the parameters of a bot."""
MOST_MORE = 16
"""Room for those that a user's bot has besides."""


@cache
def public_dtype(seats: int, two_packs: bool = False) -> np.dtype[np.void]:
    """Return the dtype of what everybody at the table sees.

    Parameters
    ----------
    seats : int
        How many there is room for; a seat that nobody has never holds cards.
    two_packs : bool
        Whether there are fields for a second pack.

    Returns
    -------
    dtype
        ========================  ==========================================================
        field                     content
        ========================  ==========================================================
        played (seats)            mask of the cards each seat has played this round
        top_cards                 mask of the combination on the table, 0 for an empty one
        shown                     mask of the hand that lies open, 0 for none (R14.6)
        total (seats)             points of the game before this round, of the seat's player
        victory (seats)           the same of victory points (R13.5)
        pile (seats)              card points of the tricks each seat has taken
        points                    card points of the trick on the table
        size (seats)              cards in hand; 0 while a second hand sleeps (R18.15)
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
        active                    how many seats hold cards that can be played now
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
        "active",
        "out",
        "over",
        "dealer",
        "plays",
        "tricks",
        "bombs",
    ]
    second: list[Any] = []
    if two_packs:
        second = [("played_2", np.uint64, (seats,)), ("top_cards_2", np.uint64)]
    return np.dtype(
        [
            ("played", np.uint64, (seats,)),
            ("top_cards", np.uint64),
            ("shown", np.uint64),
            *second,
            ("total", np.int64, (seats,)),
            ("victory", np.int64, (seats,)),
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
def own_dtype(seats: int, two_packs: bool = False, slots: int | None = None) -> np.dtype[np.void]:
    """Return the dtype of what one seat alone sees.

    Parameters
    ----------
    seats, two_packs
        As for `public_dtype`.
    slots : int, optional
        Room for the cards of the exchange; without it one place a seat.

    Returns
    -------
    dtype
        ==================  ================================================================
        field               content
        ==================  ================================================================
        hand                mask of the cards in hand
        other               mask of the other hand of the same player that he knows, else 0
        first               mask of the cards before the Grand Tichu window
        dealt               mask of the dealt hand
        given (slots)       given[k]: mask of what is passed to seat + k in the exchange
        received (slots)    received[k]: mask of what came from seat + k
        random              counter of the seat's own random stream, see `rng`
        seat, player        the seat's number; who decides for it
        receivers           places k that the seat passes a card to, a bit each
        dog_to              who gets the lead with the Dog, else the next after him; -1: the
                            next after the seat itself
        wish_free           whether no wish binds the seat (R14.8)
        holds_bomb          whether the hand holds a bomb
        bombs_held          1 if it held one after the exchange
        bombs_thrown        number of bombs played
        params              parameters of the seat's bot
        more                those that a user's bot has besides the ones of the bot it builds on
        ==================  ================================================================

        In the two-player game with stacks, given[2] goes beneath the stack on the right, given[3]
        beneath that on the left, and received has what came for them (R18.4). In Grand Seigneur a
        place holds as many cards as are pushed. With two packs, ``play_2`` is the second word of
        the seat's last answer.
    """
    places = seats if slots is None else slots
    second: list[Any] = []
    if two_packs:
        masks = ("hand_2", "dealt_2", "play_2")
        second = [
            *((name, np.uint64) for name in masks),
            ("given_2", np.uint64, (places,)),
            ("received_2", np.uint64, (places,)),
        ]
    small = (
        "seat",
        "player",
        "receivers",
        "dog_to",
        "wish_free",
        "holds_bomb",
        "bombs_held",
        "bombs_thrown",
    )
    return np.dtype(
        [
            *((name, np.uint64) for name in ("hand", "other", "first", "dealt")),
            ("given", np.uint64, (places,)),
            ("received", np.uint64, (places,)),
            *second,
            ("random", np.uint64),
            ("params", np.float64, (MOST_PARAMETERS,)),
            ("more", np.float64, (MOST_MORE,)),
            *((name, np.int64) for name in small),
        ],
        align=True,
    )


@jit_small
def binding_wish(public: Record, mine: Record) -> int:
    """Return the wished rank that binds a seat on its turn, 0 for none (R7.5, R14.8)."""
    return 0 if mine.wish_free else public.wish
