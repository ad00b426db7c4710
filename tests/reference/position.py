"""One round, event by event: what has happened, what may happen now."""

from collections.abc import Mapping
from typing import Any

from .calls import FULL_HAND, may_call
from .cards import MAH_JONG, rank_letter
from .combos import Combo, Entry, combos_of, full_readings
from .faults import Illegal
from .legal import Play, after_wish, only_bombs, playable, wish_after
from .notation import Event, has_mah_jong, may_say_as, parse, parse_deal, play_text
from .options import Options, options_of
from .scoring import call_points, card_points
from .turns import (
    SEATS,
    after_pass,
    dog_leader,
    dragon_receivers,
    next_active,
    partner,
    round_over,
    trick_leader,
)


class Position:
    """A round at one moment. Made from a record's `rules`, `dealer` and `deal`; see `apply`.

    Attributes that tell the table: `top` is the combination to beat (None: somebody leads),
    `owner` who played it, `turn` the seat on turn (while a won trick waits: the next leader),
    `waiting` whether a won trick still lies there, `ended` why the round is over.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        if type(record.get("tichu")) is not int or record["tichu"] != 1:
            raise Illegal("the version of the notation is 1", "notation")
        self.options: Options = options_of(record.get("rules"))
        dealer = record.get("dealer", 0)
        if type(dealer) is not int or dealer not in range(SEATS):
            raise Illegal("the dealer is a seat", "R2.1")
        self.dealer: int = dealer
        self.hands, self.complete = parse_deal(record.get("deal"), self.options.grand_tichu)
        self.log: list[str] = []
        self.calls: dict[int, str] = {}
        self.silent: set[int] = set()
        self.gives: dict[int, tuple[str, ...]] = {}
        self.played: set[int] = set()
        self.out: list[int] = []
        self.piles: dict[int, list[str]] = {seat: [] for seat in range(SEATS)}
        self.wish: int | None = None
        self.trick: list[str] = []
        self.top: Combo | None = None
        self.owner = -1
        self.turn = -1
        self.waiting = False
        self.ended: str | None = None
        self._combos: dict[int, list[Entry]] = {}

    def copy(self) -> "Position":
        """Return the same position again, independent of this one."""
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.log = self.log.copy()
        other.hands = self.hands.copy()
        other.calls = self.calls.copy()
        other.silent = self.silent.copy()
        other.gives = self.gives.copy()
        other.played = self.played.copy()
        other.out = self.out.copy()
        other.piles = {seat: pile.copy() for seat, pile in self.piles.items()}
        other.trick = self.trick.copy()
        other._combos = self._combos.copy()
        return other

    # What the table looks like.

    @property
    def active(self) -> list[int]:
        """The seats that hold cards."""
        return [seat for seat in range(SEATS) if self.hands[seat]]

    @property
    def playing(self) -> bool:
        """Whether the exchange is done: from here on cards are played."""
        return len(self.gives) == SEATS

    @property
    def gifts(self) -> list[int]:
        """To whom the Dragon trick may be given; empty when none has to be given now."""
        if self.top is None or not (self.waiting or self.ended):
            return []
        return dragon_receivers(self.owner, self.top, self.ended, self.options.dragon_last_kept)

    @property
    def finished(self) -> bool:
        """Whether the round is over and nothing is left to be given away."""
        return self.ended is not None and not self.gifts

    def may_call(self, seat: int) -> list[str]:
        """Return the announcements that this seat may make now."""
        if self.ended is not None:
            return []
        if seat in self.silent and not self.complete:
            return []
        count = len(self.hands[seat])
        mine, others = self.calls.get(seat), self.calls.get(partner(seat))
        names = may_call(self.options, count, self.complete, seat in self.played, mine, others)
        if not self.gives and "tichu" not in self.calls.values():
            # The window behind the eighth card is written down before anything later, and the one
            # before the deal comes first of all.
            if self.complete:
                names += may_call(self.options, 8, False, False, mine, others)
            if not self.silent and "grand" not in self.calls.values():
                names += may_call(self.options, 0, False, False, mine, others)
        return names

    def combos(self, seat: int) -> list[Entry]:
        """All combinations in a hand: those of the hand it was, as far as the cards are there."""
        if seat not in self._combos:
            self._combos[seat] = combos_of(self.hands[seat])
        return self._combos[seat]

    def plays(self) -> tuple[set[Play], bool]:
        """Return the plays of the seat on turn and whether it may pass."""
        if not self.playing or self.ended is not None or self.gifts:
            return set(), False
        top = None if self.waiting else self.top
        found = playable(self.combos(self.turn), top)
        return after_wish(found, top, self.wish, self.options.wish_bomb_escape)

    def bombs(self, seat: int) -> set[Play]:
        """Return the bombs that this seat could lay on the trick now, on turn or not (R5.5)."""
        if self.top is None or self.ended is not None:
            return set()
        return only_bombs(playable(self.combos(seat), self.top))

    def to_act(self) -> int | None:
        """Return the seat that is asked next, announcements out of turn and bombs aside."""
        order = [(self.dealer + step) % SEATS for step in range(SEATS)]
        if not self.complete:
            asked = [s for s in order if s not in self.silent and self.calls.get(s) != "grand"]
            return asked[0] if asked else None
        if not self.playing:
            return next(seat for seat in order if seat not in self.gives)
        if self.gifts:
            return self.owner
        return None if self.ended is not None else self.turn

    def moves(self) -> dict[str, Any]:
        """Return what `tichu-sim moves` answers."""
        seat = self.to_act()
        plays, may_pass = self.plays()
        bombs = {other: self.bombs(other) for other in range(SEATS)}
        if not self.waiting and seat is not None:
            bombs.pop(seat)
        return {
            "seat": seat,
            "plays": sorted(play_text(play, plays) for play in plays),
            "pass": may_pass,
            "bombs": {
                str(other): sorted(play_text(play, those, "bomb") for play in those)
                for other, those in bombs.items()
                if those
            },
            "gifts": self.gifts,
        }

    def result(self) -> dict[str, Any] | None:
        """Return the record's `result`; None while the round is not finished."""
        if not self.finished:
            return None
        cards = card_points(self.out, self.piles, dict(enumerate(self.hands)), self.options)
        calls = call_points(self.out, self.calls)
        return {
            "finish": self.out + self.active,
            "cards": cards,
            "calls": calls,
            "score": [cards[0] + calls[0], cards[1] + calls[1]],
        }

    def perft(self, depth: int) -> int:
        """Count the sequences of exactly `depth` plays in turn, passes and gifts."""
        if depth == 0:
            return 1
        seat = self.to_act()
        plays, may_pass = self.plays()
        events = [play_text(play, plays) for play in plays]
        events += ["pass"] if may_pass else []
        events += [f"gift {target}" for target in self.gifts]
        if depth == 1:
            return len(events)
        total = 0
        for event in events:
            after = self.copy()
            after.apply(f"{seat} {event}")
            total += after.perft(depth - 1)
        return total

    # What happens.

    def apply(self, event: object) -> None:
        """Let one event happen; `Illegal`, and nothing has changed, where the rules forbid it."""
        told = parse(event)
        if self.finished:
            raise Illegal("the round is over", "R11.1")
        if told.verb in ("greatgrand", "grand", "tichu"):
            line = self._call(told)
        elif told.verb == "silent":
            line = self._keep_silent(told)
        elif told.verb == "give":
            line = self._give(told)
        elif not self.playing:
            raise Illegal("the exchange is not finished", "R2.2")
        elif told.verb == "gift":
            line = self._gift(told)
        elif told.verb == "pass":
            line = self._pass(told)
        elif told.verb == "bomb" and (told.seat != self.turn or self.waiting):
            line = self._bomb(told)
        else:
            line = self._play(told)
        self.log.append(line)

    def _call(self, told: Event) -> str:
        seat = told.seat
        if told.verb not in self.may_call(seat):
            if seat in self.calls:
                raise Illegal("second announcement", "R2.8")
            if seat in self.played:
                raise Illegal("announcement after own first card", "R2.5")
            raise Illegal(f"{told.verb} may not be announced now", "R2.3 R2.4 R2.5 A02")
        self.calls[seat] = told.verb
        return f"{seat} {told.verb}"

    def _keep_silent(self, told: Event) -> str:
        seat = told.seat
        if self.complete or not self.options.grand_tichu:
            raise Illegal("silence is written only in a record that stops in the window", "R2.4")
        if seat in self.silent or self.calls.get(seat) == "grand":
            raise Illegal("has answered already", "R2.9")
        self.silent.add(seat)
        return f"{seat} silent"

    def _give(self, told: Event) -> str:
        seat, cards = told.seat, told.cards
        good = len(cards) == SEATS - 1 == len(set(cards)) and set(cards) <= self.hands[seat]
        if not self.complete or seat in self.gives or not good:
            raise Illegal("bad exchange", "R3.1")
        self.gives[seat] = cards
        if self.playing:
            self._exchange()
        return " ".join([str(seat), "give", *cards])

    def _exchange(self) -> None:
        for giver, cards in self.gives.items():
            self.hands[giver] -= set(cards)
        for giver, cards in self.gives.items():
            for step, card in enumerate(cards, 1):
                self.hands[(giver + step) % SEATS] |= {card}
        assert all(len(hand) == FULL_HAND for hand in self.hands)
        self._combos = {}
        self.turn = next(seat for seat in range(SEATS) if MAH_JONG in self.hands[seat])

    def _gift(self, told: Event) -> str:
        if not self.gifts:
            raise Illegal("there is no Dragon trick to give", "R10.2")
        if told.seat != self.owner:
            raise Illegal("not on turn", "R10.2")
        if told.target not in self.gifts:
            raise Illegal("the Dragon goes to an opponent", "R10.2")
        self._collect(told.target)
        return f"{told.seat} gift {told.target}"

    def _pass(self, told: Event) -> str:
        self._need_turn(told.seat)
        if not self.plays()[1]:
            raise Illegal("may not pass", "R6.2 R7.6")
        following = after_pass(told.seat, self.active, self.owner)
        if following is None:
            self.waiting = True
            self.turn = trick_leader(self.owner, self.active)
        else:
            self.turn = following
        return f"{told.seat} pass"

    def _need_turn(self, seat: int) -> None:
        if self.gifts:
            raise Illegal("the Dragon trick has to be given first", "R10.2")
        if seat != self.turn:
            raise Illegal("not on turn", "R6.3")

    def _play(self, told: Event) -> str:
        self._need_turn(told.seat)
        if len(set(told.cards)) < len(told.cards) or not set(told.cards) <= self.hands[told.seat]:
            raise Illegal("cards not in hand", "R6.3")
        if told.wish is not None and not has_mah_jong(told.cards):
            raise Illegal("a wish is named with the Mah Jong only", "R7.1")
        cards = frozenset(told.cards)
        plays, _ = self.plays()
        mine = [play for play in plays if play[0] == cards]
        if told.phoenix is not None:
            stands_for = {reading.phoenix for reading in full_readings(cards)}
            if not may_say_as(told.cards) or told.phoenix not in stands_for:
                raise Illegal("the Phoenix cannot be that", "R4.5")
            mine = [play for play in mine if play[4] == told.phoenix]
        if not mine:
            raise Illegal("illegal play", "R4.1 R6.3 R7.6 R7.7")
        chosen = max(mine, key=lambda play: play[3])
        wish = "" if told.wish is None else f" wish {rank_letter(told.wish)}"
        line = f"{told.seat} {play_text(chosen, plays)}{wish}"
        if self.waiting:
            self._collect(self.owner)
        self._put_down(told.seat, chosen, told.wish)
        return line

    def _bomb(self, told: Event) -> str:
        cards = frozenset(told.cards)
        bombs = self.bombs(told.seat)
        mine = [play for play in bombs if play[0] == cards]
        if not mine or len(cards) < len(told.cards):
            raise Illegal("no bomb that may be played here", "R5.3 R5.5 R5.6")
        self._put_down(told.seat, mine[0], None)
        return f"{told.seat} {play_text(mine[0], bombs, 'bomb')}"

    def _put_down(self, seat: int, play: Play, wish: int | None) -> None:
        """Cards leave the hand; the round may be over, else somebody else is on turn."""
        cards, kind, n, rank, _ = play
        combos = self.combos(seat)
        self.hands[seat] -= cards
        self._combos[seat] = [entry for entry in combos if entry[0] <= self.hands[seat]]
        self.played.add(seat)
        self.wish = wish_after(self.wish, cards, wish)
        self.waiting = False
        if not self.hands[seat]:
            self.out.append(seat)
            self.ended = round_over(self.out)
        if kind == "dog":
            self.top = None
            if self.ended is None:
                self.turn = dog_leader(seat, self.active)
            return
        self.trick += cards
        self.top, self.owner = Combo(kind, n, rank), seat
        if self.ended is None:
            self.turn = next_active(seat, self.active)
        elif self.ended == "last" and not self.gifts:
            self._collect(seat)  # R11.2

    def _collect(self, seat: int) -> None:
        self.piles[seat] += self.trick
        self.trick = []
        self.top = None
        self.waiting = False
