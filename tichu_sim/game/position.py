"""A round under way, replayed from its events, and what may be done in it."""

from collections.abc import Iterable, Sequence

import numpy as np

from tichu_sim.game.bombs import fill_bombs, has_bomb
from tichu_sim.game.cards import N_CARDS
from tichu_sim.game.choices import Choices, plays_on
from tichu_sim.game.combos import DOG_LEAD, NO_COMBO
from tichu_sim.game.dealt import Deal
from tichu_sim.game.events import BOMB, FIRST, GIVE, PLAY, PUSH, RETURN, STACK, Event, FaultError
from tichu_sim.game.faults import FAULTS
from tichu_sim.game.legal import LEGAL, may_be_bombed
from tichu_sim.game.opening import PLAYING, STAGE, call_fault, pushing_seats
from tichu_sim.game.patterns import list_plays, new_patterns
from tichu_sim.game.readings import Words, cards_of, combo_of, phoenixes_of, words_of
from tichu_sim.game.record import Result, RoundRecord
from tichu_sim.game.round import begin_round, dragon_waits, first_leader
from tichu_sim.game.rules import Rules
from tichu_sim.game.score import score_calls, score_cards
from tichu_sim.game.seating import rank_of_seat
from tichu_sim.game.seigneur import is_superior, push_size, pushes_to
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import has_two_packs, new_state, receivers_of, slots_of
from tichu_sim.game.two_pack_patterns import new_two_pack_patterns
from tichu_sim.game.view import (
    CALL_NAMES,
    GRAND,
    GREAT_GRAND,
    NO_SEAT,
    TICHU,
    TRICK_WAITS,
    binding_wish,
)
from tichu_sim.game.walk import event_dtype, finished, step, walk
from tichu_sim.jit import Array, Mask, Record


class Position:
    """A round at one moment.

    Attributes
    ----------
    rules : Rules
    public : array (1,) of `view.public_dtype`
    own : array (chairs,) of `view.own_dtype`
    stage : array (1,) of `opening.STAGE`

    Parameters
    ----------
    rules : Rules
    deal : Deal
    dealer : int
    index : int
        Number of the round in its game, from 0; before the first one nobody pushes (R16.5).

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

    def __init__(self, rules: Rules, deal: Deal, dealer: int = 0, index: int = 1) -> None:
        self.rules = rules
        self.public, self.own = new_state(rules)
        self._two_packs = has_two_packs(rules)
        self._settings: Record = settings_of(rules)
        self._scratch = new_two_pack_patterns() if self._two_packs else new_patterns(rules.highest)
        self._events = event_dtype(slots_of(rules), self._two_packs)
        self.stage = np.zeros(1, STAGE)
        self._deal(deal)
        begin_round(self._settings, self.public[0], dealer)
        pushes = not self._two_packs or (index > 0 and pushing_seats(self._settings))
        if not pushes:
            self.stage[0]["phase"] = PLAYING

    def _deal(self, deal: Deal) -> None:
        for seat in range(self.rules.seats):
            mine = self.own[seat]
            mine["first"] = words_of(deal.first[seat])[0]
            mine["dealt"], second = words_of(deal.dealt[seat])
            mine["hand"] = mine["dealt"]
            if self._two_packs:
                mine["hand_2"] = mine["dealt_2"] = second
                mine["holds_bomb"] = mine["bombs_held"] = has_bomb(mine["hand"])
        stage = self.stage[0]
        stage["complete"] = deal.complete
        if deal.stacks:
            stage["stacks"] = [card for stack in deal.stacks for card in stack[:2]]

    def _rows(self, events: Iterable[Event]) -> Array:
        places = slots_of(self.rules) - 1
        return np.array([self._row(event, places) for event in events], self._events)

    def _row(self, event: Event, places: int) -> tuple[object, ...]:
        cards, second = words_of(event.cards)
        given = (0, *event.given, *[0] * (places - len(event.given)))
        small = (event.seat, event.verb, event.phoenix, event.wish, event.target)
        row = (cards, given, *small)
        return (*row, second, event.phoenix_2) if self._two_packs else row

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
        return bool(finished(self._settings, self.public[0]))

    @property
    def gift_waits(self) -> bool:
        """Whether the Dragon's trick waits to be given away."""
        return bool(dragon_waits(self._settings, self.public[0]))

    def to_act(self) -> int | None:
        """Return the seat that is to act, None after the end of the round."""
        if self.stage[0]["phase"] != PLAYING:
            return self._next_before_play()
        public = self.public[0]
        if self.finished:
            return None
        if self.gift_waits:
            return int(public["owner"])
        turn = int(public["turn"])
        return turn if turn != NO_SEAT else int(first_leader(self._settings, public, self.own))

    def choices(self) -> Choices:
        """Return what may be done now, announcements apart."""
        seat = self.to_act()
        if seat is None or self.stage[0]["phase"] != PLAYING:
            return Choices(seat)
        if self.gift_waits:
            return Choices(seat, bombs=self.bombs(), gifts=self._opponents(seat))
        waits = self.public[0]["waiting"] == TRICK_WAITS
        top = (NO_COMBO, 0, 0) if waits else self._top()
        wish = int(binding_wish(self.public[0], self.own[seat]))
        plays, may_pass = plays_on(self.hand(seat), top, wish, self.rules)
        events = [self._event(seat, PLAY, play) for play in plays]
        if self._settings["dog_chosen"]:
            events = [aimed for event in events for aimed in self._aimed(event)]
        return Choices(seat, events, may_pass, self.bombs(NO_SEAT if waits else seat))

    def hand(self, seat: int) -> Mask:
        """Return the cards that a seat holds, with two packs as `readings` has them."""
        mine = self.own[seat]
        twice = int(mine["hand_2"]) if self._two_packs else 0
        return int(mine["hand"]) | twice << N_CARDS

    def _event(self, seat: int, verb: int, play: Words) -> Event:
        phoenix, phoenix_2 = phoenixes_of(play)
        return Event(seat, verb, cards_of(play), phoenix=phoenix, phoenix_2=phoenix_2)

    def _aimed(self, event: Event) -> list[Event]:
        # The Dog once for each partner who may get the lead (R15.5).
        if combo_of((event.cards, 0), 0, self.rules)[0] != DOG_LEAD:
            return [event]
        seats, size = self.rules.seats, self.public[0]["size"]
        partners = ((event.seat + k) % seats for k in range(2, seats, 2))
        return [event._replace(target=seat) for seat in partners if size[seat]] or [event]

    def _top(self) -> tuple[int, int, int]:
        public = self.public[0]
        return int(public["top_kind"]), int(public["top_length"]), int(public["top_level"])

    def bombs(self, left_out: int = NO_SEAT) -> dict[int, list[Event]]:
        """Return all bombs that may be thrown now (R5.5), by seat, one seat left out."""
        found: dict[int, list[Event]] = {}
        if not may_be_bombed(self.public[0]):
            return found
        for seat in range(self.rules.seats):
            hand, scratch = self.own[seat]["hand"], self._scratch
            if seat != left_out and self.public[0]["size"][seat] and has_bomb(hand):
                n = fill_bombs(hand, *self._top(), scratch, 0)
                if n:
                    plays = list_plays(hand, scratch, n)
                    found[seat] = [self._event(seat, BOMB, (play, 0)) for play in plays]
        return found

    def _opponents(self, seat: int) -> list[int]:
        return [other for other in range(self.rules.seats) if other % 2 != seat % 2]

    def _seats_from_dealer(self) -> list[int]:
        dealer = int(self.public[0]["dealer"])
        return [(dealer + k) % self.rules.seats for k in range(self.rules.seats)]

    def _next_before_play(self) -> int | None:
        # Asked in the order of R2.10: Grand Tichu of the first cards, else the exchange.
        stage, settings = self.stage[0], self._settings
        if not stage["complete"]:
            asked, done = int(settings["grand_seats"]), int(stage["silent"])
            for seat in range(self.rules.seats):
                if self.public[0]["call"][seat] == GRAND:
                    done |= 1 << seat
        else:
            asked, done = self._exchanging()
        waiting = (seat for seat in self._seats_from_dealer() if asked & ~done & 1 << seat)
        return next(waiting, None)

    @property
    def exchange_step(self) -> int:
        """The verb of the events that the exchange waits for."""
        stage, giving = self.stage[0], self._giving()
        if self._two_packs:
            return PUSH
        if self._settings["two_hands"] and stage["first"] != (1 << self.rules.players) - 1:
            return FIRST
        return STACK if stage["given"] == giving else GIVE

    @property
    def stack_side(self) -> int:
        """Which stack the exchange waits for, a place in `events.SIDES` (R18.4)."""
        return int(self.stage[0]["stacked"][0] == self._giving())

    def push_of(self, seat: int) -> tuple[int, int, int]:
        """Return the verb, the receiver and the number of cards of a seat that pushes (R16.7)."""
        settings = self._settings
        verb = RETURN if is_superior(settings, seat) else PUSH
        size = push_size(settings, rank_of_seat(settings, seat))
        return verb, int(pushes_to(settings, seat)), int(size)

    def exchanges(self, seat: int) -> bool:
        """Tell whether the exchange waits for a seat."""
        asked, done = self._exchanging()
        return bool(asked & ~done & 1 << seat)

    def _giving(self) -> int:
        seats = range(self.rules.seats)
        return sum(1 << seat for seat in seats if receivers_of(self.rules, seat))

    def _exchanging(self) -> tuple[int, int]:
        # The seats that take part in this step of the exchange, and those that are done with it.
        stage, step = self.stage[0], self.exchange_step
        if step == FIRST:
            return (1 << self.rules.players) - 1, int(stage["first"])
        if step == STACK:
            return self._giving(), int(stage["stacked"][self.stack_side])
        asked = int(pushing_seats(self._settings)) if step == PUSH else self._giving()
        return asked, int(stage["given"])

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
        finish = (*out, *(seat for seat in seats if not public["place"][seat]))
        if not self.rules.has_points:
            return Result(finish)
        points = np.zeros((2, self.rules.teams), np.int64)
        score_cards(self._settings, public, self.own, points[0])
        score_calls(self._settings, public, points[1])
        return Result(
            finish=finish,
            cards=tuple(points[0].tolist()),
            calls=tuple(points[1].tolist()),
            score=tuple(points.sum(axis=0).tolist()),
        )


def start(record: RoundRecord) -> Position:
    """Return the position before the first event of a record."""
    index = (record.round or 1) - 1
    return Position(record.rules, record.deal, record.dealer, index)
