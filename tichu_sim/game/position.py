"""A round under way, replayed from its events, and what may be done in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from tichu_sim.game.bombs import fill_bombs, has_bomb
from tichu_sim.game.combos import NO_COMBO
from tichu_sim.game.events import Event, FaultError
from tichu_sim.game.faults import FAULTS
from tichu_sim.game.legal import LEGAL, may_be_bombed
from tichu_sim.game.moves import fill_plays
from tichu_sim.game.patterns import list_plays, new_patterns
from tichu_sim.game.record import Deal, Result, RoundRecord
from tichu_sim.game.round import begin_round, dragon_waits, mahjong_holder
from tichu_sim.game.rules import Rules
from tichu_sim.game.score import score_calls, score_cards
from tichu_sim.game.view import (
    CALL_NAMES,
    GRAND,
    GREAT_GRAND,
    NO_SEAT,
    TICHU,
    TRICK_WAITS,
    new_state,
)
from tichu_sim.game.walk import (
    PLAYING,
    STAGE,
    call_fault,
    event_dtype,
    finished,
    step,
    walk,
)
from tichu_sim.jit import Array, Record


@dataclass(frozen=True)
class Choices:
    """What may be done in a position.

    Attributes
    ----------
    seat : int or None
        Who is to act; None after the end of the round.
    plays : list of int
        All legal plays of that seat (see `combos`), the Mah Jong's without a wish.
    may_pass : bool
    bombs : dict
        Seat -> its bombs out of turn, for every seat that has any.
    gifts : list of int
        The seats that the Dragon's trick may go to.
    """

    seat: int | None
    plays: list[int] = field(default_factory=list)
    may_pass: bool = False
    bombs: dict[int, list[int]] = field(default_factory=dict)
    gifts: list[int] = field(default_factory=list)


class Position:
    """A round of the four-player games, at one moment.

    Attributes
    ----------
    rules : Rules
    public : array (1,) of `view.public_dtype`
    own : array (seats,) of `view.own_dtype`
    stage : array (1,) of `walk.STAGE`

    Parameters
    ----------
    rules : Rules
    deal : Deal
    dealer : int

    Examples
    --------
    >>> from tichu_sim.game.events import parse_event
    >>> from tichu_sim.game.record import parse_deal
    >>> deal = parse_deal(["2j 3j 4j 5j 6j 7j 8j 9j", "2s 3s 4s 5s 6s 7s 8s 9s",
    ...     "2p 3p 4p 5p 6p 7p 8p 9p", "2t 3t 4t 5t 6t 7t 8t Ph"], Rules())
    >>> position = Position(Rules(), deal)
    >>> position.carry_out(parse_event("0 silent"))
    >>> position.choices().seat
    1
    """

    def __init__(self, rules: Rules, deal: Deal, dealer: int = 0) -> None:
        self.rules = rules
        self.public, self.own = new_state(rules.seats, rules.teams)
        self.own["first"] = deal.first
        self.own["dealt"] = deal.dealt
        self.own["hand"] = deal.dealt
        self.stage = np.zeros(1, STAGE)
        self.stage[0]["complete"] = deal.complete
        self._settings: Record = rules.record()
        self._scratch = new_patterns()
        self._events = event_dtype(rules.seats)
        begin_round(self.public[0], dealer)

    def _rows(self, events: Iterable[Event]) -> Array:
        empty = (0,) * self.rules.seats
        return np.array(
            [
                (
                    event.cards,
                    (0, *event.given) if event.given else empty,
                    event.seat,
                    event.verb,
                    event.phoenix,
                    event.wish,
                    event.target,
                )
                for event in events
            ],
            self._events,
        )

    def walk(self, events: Sequence[Event]) -> tuple[int, int]:
        """Carry out events up to the first illegal one, after which the position is spoiled.

        Returns
        -------
        index : int
            Number of events carried out.
        fault : int
            Code of what is wrong with the next one, `LEGAL` if there is none.
        """
        public, stage = self.public[0], self.stage[0]
        rows = self._rows(events)
        return walk(public, self.own, stage, self._settings, rows, self._scratch)

    def carry_out(self, event: Event) -> None:
        """Carry out one event.

        Raises
        ------
        FaultError
            If it is illegal; the position is then as before.
        """
        before = self.public.copy(), self.own.copy(), self.stage.copy()
        row = self._rows([event])[0]
        settings = self._settings
        fault = step(self.public[0], self.own, self.stage[0], settings, row, self._scratch)
        if fault != LEGAL:
            self.public[:], self.own[:], self.stage[:] = before
            raise FaultError(*FAULTS[fault])

    @property
    def finished(self) -> bool:
        """Whether the round is over and nothing of it is left to do."""
        return finished(self.public[0], self._settings["dragon_last_kept"])

    def choices(self) -> Choices:
        """Return what may be done now, announcements apart."""
        if self.stage[0]["phase"] != PLAYING:
            return Choices(self._next_before_play())
        public = self.public[0]
        if self.finished:
            return Choices(None)
        if dragon_waits(public, self._settings["dragon_last_kept"]):
            giver = int(public["owner"])
            return Choices(giver, bombs=self.bombs(), gifts=self._opponents(giver))
        waits = public["waiting"] == TRICK_WAITS
        seat = int(public["turn"])
        if seat == NO_SEAT:
            seat = mahjong_holder(self.own)
        top = (NO_COMBO, 0, 0) if waits else self._top()
        hand = self.own[seat]["hand"]
        wish, escape = int(public["wish"]), int(self._settings["wish_bomb_escape"])
        n, may_pass = fill_plays(hand, *top, wish, escape, self._scratch)
        plays = list_plays(hand, self._scratch, n)
        return Choices(seat, plays, bool(may_pass), self.bombs(NO_SEAT if waits else seat))

    def _top(self) -> tuple[int, int, int]:
        public = self.public[0]
        return int(public["top_kind"]), int(public["top_length"]), int(public["top_level"])

    def bombs(self, left_out: int = NO_SEAT) -> dict[int, list[int]]:
        """Return all bombs that may be thrown now (R5.5), by seat, one seat left out."""
        found: dict[int, list[int]] = {}
        if not may_be_bombed(self.public[0]):
            return found
        for seat in range(self.rules.seats):
            hand = self.own[seat]["hand"]
            if seat != left_out and has_bomb(hand):
                n = fill_bombs(hand, *self._top(), self._scratch, 0)
                if n:
                    found[seat] = list_plays(hand, self._scratch, n)
        return found

    def _opponents(self, seat: int) -> list[int]:
        teams = self.rules.teams
        return [other for other in range(self.rules.seats) if other % teams != seat % teams]

    def _seats_from_dealer(self) -> list[int]:
        dealer = int(self.public[0]["dealer"])
        return [(dealer + k) % self.rules.seats for k in range(self.rules.seats)]

    def _next_before_play(self) -> int | None:
        # Asked in the order of R2.10: Grand Tichu of the first eight cards, else the exchange.
        stage = self.stage[0]
        done = int(stage["given"] if stage["complete"] else stage["silent"])
        if not stage["complete"]:
            for seat in range(self.rules.seats):
                if self.public[0]["call"][seat] == GRAND:
                    done |= 1 << seat
        open_seats = (seat for seat in self._seats_from_dealer() if not done >> seat & 1)
        return next(open_seats, None)

    def may_call(self, seat: int) -> list[str]:
        """Return the announcements that a seat may make now, by their verbs (R2.3 to R2.8)."""
        stage = self.stage[0]
        call = GREAT_GRAND
        if self.own["dealt"].any():
            call = TICHU if stage["complete"] else GRAND
        if stage["silent"] >> seat & 1:
            return []
        fault = call_fault(self.public[0], stage, self._settings, seat, call)
        return [CALL_NAMES[call]] if fault == LEGAL else []

    def result(self) -> Result:
        """Return what the round came to; it must be finished (R11)."""
        public = self.public[0]
        seats = range(self.rules.seats)
        out = sorted((seat for seat in seats if public["place"][seat]), key=public["place"].item)
        points = np.zeros((2, self.rules.teams), np.int64)
        score_cards(public, self.own, self.rules.number("double_victory"), points[0])
        score_calls(public, points[1])
        return Result(
            finish=(*out, *(seat for seat in seats if not public["place"][seat])),
            cards=tuple(points[0].tolist()),
            calls=tuple(points[1].tolist()),
            score=tuple(points.sum(axis=0).tolist()),
        )


def start(record: RoundRecord) -> Position:
    """Return the position before the first event of a record."""
    return Position(record.rules, record.deal, record.dealer)
