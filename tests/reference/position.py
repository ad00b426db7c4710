"""One round, event by event: what has happened, what may happen now."""

from collections.abc import Mapping
from typing import Any

from .calls import may_call
from .cards import bag, rank_letter, without
from .combos import Combo, Entry, combos_of, full_readings, height, is_bomb
from .deals import dealer_of, parse_deal, parse_stacks, round_of
from .exchange import Exchange
from .faults import Illegal
from .games import Game, game_of
from .legal import Play, after_wish, only_bombs, playable, wish_after
from .notation import STEP_OF, Event, may_say_as, parse, play_text, written
from .options import Options, options_of
from .scoring import round_result
from .seigneur import pushes
from .turns import (
    after_pass,
    dog_leader,
    dog_targets,
    dragon_receivers,
    next_active,
    round_over,
    trick_leader,
)


class Position:
    """A round at one moment. Made from the head of a record; see `apply`.

    Attributes that tell the table: `top` is the combination to beat (None: somebody leads),
    `owner` who played it, `turn` the seat on turn (while a won trick waits: the next leader),
    `waiting` whether a won trick still lies there, `ended` why the round is over. Cards are bags.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        if type(record.get("tichu")) is not int or record["tichu"] != 1:
            raise Illegal("the version of the notation is 1", "notation")
        self.options: Options = options_of(record.get("rules"))
        self.game: Game = game_of(self.options)
        self.round = round_of(record, self.game)
        self.dealer: int = dealer_of(record, self.game, self.options, self.round)
        self.hands, self.complete = parse_deal(
            record.get("deal"), self.game, self.dealer, self.options.grand_tichu
        )
        self.stacks = parse_stacks(record, self.game, self.hands, self.complete)
        self.exchange = Exchange(self.game, list(self.game.steps))
        if self.game.name == "grand_seigneur":
            if self.round == 1:  # R16.5
                self.exchange.steps.clear()
            sorts = self.options.gs_push, self.options.direction
            self.exchange.pushes = pushes(self.game.seats, *sorts)
        self.log: list[str] = []
        self.calls: dict[int, str] = {}
        self.silent: set[int] = set()
        self.played: set[int] = set()
        self.out: list[int] = []
        self.piles: dict[int, list[str]] = {seat: [] for seat in range(self.game.seats)}
        self.wish: int | None = None
        self.trick: list[str] = []
        self.top: Combo | None = None
        self.owner = -1
        self.turn = -1
        self.waiting = False
        self.ended: str | None = None
        self._combos: dict[int, list[Entry]] = {}
        if self.playing:
            self.turn = self._first_leader()

    def copy(self) -> "Position":
        """Return the same position again, independent of this one."""
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.log = self.log.copy()
        other.hands = self.hands.copy()
        other.calls = self.calls.copy()
        other.silent = self.silent.copy()
        other.exchange = self.exchange.copy()
        other.stacks = self.stacks.copy()
        other.played = self.played.copy()
        other.out = self.out.copy()
        other.piles = {seat: pile.copy() for seat, pile in self.piles.items()}
        other.trick = self.trick.copy()
        other._combos = self._combos.copy()
        return other

    # What the table looks like.

    @property
    def active(self) -> list[int]:
        """The seats that hold cards, except a second hand that is not taken up yet (R18.15)."""
        return [seat for seat, hand in enumerate(self.hands) if hand and not self._asleep(seat)]

    def _asleep(self, seat: int) -> bool:
        return self.game.name == "two_wuerzburg" and seat >= 2 and seat - 2 not in self.out

    @property
    def gives(self) -> dict[int, tuple[str, ...]]:
        """The cards that each seat has given in the exchange so far."""
        return self.exchange.answers.get("give", {})

    @property
    def playing(self) -> bool:
        """Whether the exchange is done: from here on cards are played."""
        return self.complete and self.exchange.step is None

    @property
    def gifts(self) -> list[int]:
        """To whom the Dragon trick may be given; empty when none has to be given now."""
        if self.top is None or not (self.waiting or self.ended):
            return []
        kept = self.options.dragon_last_kept
        return dragon_receivers(self.owner, self.top, self.ended, kept, self.game)

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
        others = [self.calls[other] for other in self.game.partners(seat) if other in self.calls]
        told = self.calls.get(seat), others[0] if others else None
        played = seat in self.played
        names = may_call(self.options, len(self.hands[seat]), self.complete, played, *told)
        if not self.exchange.begun and "tichu" not in self.calls.values():
            # The window before the whole deal is written down before anything later, and the one
            # before the deal comes first of all.
            if self.complete:
                names += may_call(self.options, self.game.window, False, played, *told)
            if not self.silent and "grand" not in self.calls.values():
                names += may_call(self.options, 0, False, played, *told)
        who = {"tichu": self.game.tichu, "grand": self.game.callers}
        return [name for name in names if seat in who.get(name, range(self.game.seats))]

    def combos(self, seat: int) -> list[Entry]:
        """All combinations in a hand: those of the hand it was, as far as the cards are there."""
        if seat not in self._combos:
            self._combos[seat] = combos_of(self.hands[seat], self.game.pack)
        return self._combos[seat]

    def plays(self) -> tuple[set[Play], bool]:
        """Return the plays of the seat on turn and whether it may pass."""
        if not self.playing or self.ended is not None or self.gifts:
            return set(), False
        top = None if self.waiting else self.top
        found = playable(self.combos(self.turn), top, self.game.pack)
        dummy = self.game.name == "threechu" and self.turn == 2  # R14.8
        wish = None if dummy else self.wish
        return after_wish(found, top, wish, self.options.wish_bomb_escape, self.game.pack)

    def bombs(self, seat: int) -> set[Play]:
        """Return the bombs that this seat could lay on the trick now, on turn or not (R5.5)."""
        if self.top is None or self.ended is not None or seat not in self.active:
            return set()
        bombs = [entry for entry in self.combos(seat) if is_bomb(entry[1].combo)]
        return only_bombs(playable(bombs, self.top, self.game.pack))

    def texts(self, play: Play, plays: set[Play]) -> list[str]:
        """Return the ways to write a play in turn: one, but for a Dog whose player chooses."""
        text = play_text(play, plays, game=self.game)
        if play[1] != "dog":
            return [text]
        targets = dog_targets(self.turn, self.active, self.game)
        return [f"{text} to {target}" for target in targets] or [text]

    def to_act(self) -> int | None:
        """Return the seat that is asked next, announcements out of turn and bombs aside."""
        order = self.game.from_seat(self.dealer)
        if not self.complete:
            order = [seat for seat in order if seat in self.game.callers]
            asked = [s for s in order if s not in self.silent and self.calls.get(s) != "grand"]
            return asked[0] if asked else None
        if not self.playing:
            return next(seat for seat in order if seat in self.exchange.waits_for)
        if self.gifts:
            return self.owner
        return None if self.ended is not None else self.turn

    def moves(self) -> dict[str, Any]:
        """Return what `tichu-sim moves` answers."""
        seat = self.to_act()
        plays, may_pass = self.plays()
        bombs = {other: self.bombs(other) for other in range(self.game.seats)}
        if not self.waiting and seat is not None:
            bombs.pop(seat)
        return {
            "seat": seat,
            "plays": sorted(text for play in plays for text in self.texts(play, plays)),
            "pass": may_pass,
            "bombs": {
                str(other): sorted(play_text(play, those, "bomb", self.game) for play in those)
                for other, those in bombs.items()
                if those
            },
            "gifts": self.gifts,
        }

    def result(self) -> dict[str, Any] | None:
        """Return the record's `result`; None while the round is not finished."""
        if not self.finished:
            return None
        return round_result(self.options, self.out, self.piles, self.hands, self.calls)

    def perft(self, depth: int) -> int:
        """Count the sequences of exactly `depth` plays in turn, passes and gifts."""
        if depth == 0:
            return 1
        seat = self.to_act()
        plays, may_pass = self.plays()
        events = [text for play in plays for text in self.texts(play, plays)]
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
        told = parse(event, self.game)
        if self.finished:
            raise Illegal("the round is over", "R11.1")
        if told.verb in ("greatgrand", "grand", "tichu"):
            line = self._call(told)
        elif told.verb == "silent":
            line = self._keep_silent(told)
        elif told.verb in STEP_OF or told.verb == "stack":
            line = self._exchange(told)
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
        if self.complete or seat not in self.game.callers:
            raise Illegal("silence is written only in a record that stops in the window", "R2.4")
        if seat in self.silent or self.calls.get(seat) == "grand":
            raise Illegal("has answered already", "R2.9")
        self.silent.add(seat)
        return f"{seat} silent"

    def _exchange(self, told: Event) -> str:
        if not self.complete:
            raise Illegal("bad exchange", "R2.2")
        line = self.exchange.take(told, self.hands, self.stacks)
        self._combos = {}
        if self.playing:
            self.turn = self._first_leader()
        return line

    def _first_leader(self) -> int:
        """Return who leads first: who holds the Mah Jong (R6.1, R16.10, R18.3, R18.14, A35)."""
        if not self.game.leads_with:
            return 1 - self.dealer
        holder = next(s for s, hand in enumerate(self.hands) if self.game.leads_with in hand)
        return holder % 2 if self.game.name == "two_wuerzburg" else holder

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
        again = self.options.self_overtake
        following = after_pass(told.seat, self.active, self.owner, self.game, again)
        if following is None:
            self.waiting = True
            self.turn = trick_leader(self.owner, self.active, self.game)
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
        cards = bag(told.cards)
        pack = self.game.pack
        if not cards <= self.hands[told.seat]:
            raise Illegal("cards not in hand", "R6.3")
        if told.wish is not None and pack.mah_jong not in told.cards:
            raise Illegal("a wish is named with the Mah Jong only", "R7.1")
        plays, _ = self.plays()
        mine = [play for play in plays if play[0] == cards]
        if told.phoenix is not None:
            stands_for = {reading.phoenix for reading in full_readings(cards, pack=pack)}
            if not may_say_as(told.cards, pack) or told.phoenix not in stands_for:
                raise Illegal("the Phoenix cannot be that", "R4.5 R16.13")
            mine = [play for play in mine if play[4] == told.phoenix]
        if not mine:
            raise Illegal("illegal play", "R4.1 R6.3 R7.6 R7.7")
        chosen = max(mine, key=lambda play: height(play[3], play[4]))
        target = self._dog_target(told)
        wish = "" if told.wish is None else f" wish {rank_letter(told.wish)}"
        to = "" if target is None else f" to {target}"
        line = f"{told.seat} {play_text(chosen, plays, game=self.game)}{wish}{to}"
        if self.waiting:
            self._collect(self.owner)
        self._put_down(told.seat, chosen, told.wish, target)
        return line

    def _dog_target(self, told: Event) -> int | None:
        """Return the partner who gets the lead from the Dog, where there is a choice (R15.5)."""
        dog = told.cards == (self.game.pack.dog,)
        targets = dog_targets(told.seat, self.active, self.game) if dog else []
        if told.target is None and len(targets) <= 1:
            return targets[0] if targets else None
        if told.target not in targets:
            raise Illegal("the Dog goes to a partner with cards", "R15.5")
        return told.target

    def _bomb(self, told: Event) -> str:
        cards = bag(told.cards)
        bombs = self.bombs(told.seat)
        mine = [play for play in bombs if play[0] == cards]
        if not mine:
            raise Illegal("no bomb that may be played here", "R5.3 R5.5 R5.6")
        self._put_down(told.seat, mine[0], None)
        return f"{told.seat} {play_text(mine[0], bombs, 'bomb', self.game)}"

    def _put_down(self, seat: int, play: Play, wish: int | None, target: int | None = None) -> None:
        """Cards leave the hand; the round may be over, else somebody else is on turn."""
        cards, kind, n, rank, _ = play
        combos = self.combos(seat)
        hand = without(self.hands[seat], cards)
        self.hands[seat] = hand
        self._combos[seat] = [entry for entry in combos if entry[0] <= hand]
        self.played.add(seat)
        self.wish = wish_after(self.wish, cards, wish, self.game.pack)
        self.waiting = False
        if not hand:
            self.out.append(seat)
            self.ended = round_over(self.out, self.game)
        if kind == "dog":
            self.top = None
            if self.game.name == "t52":  # R17.2: an ace that is worth something is not lost
                self.piles[seat] += cards
            if self.ended is None:
                to = dog_leader(seat, self.active, self.game) if target is None else target
                self.turn = to
            return
        self.trick += written(cards, self.game.pack)
        self.top, self.owner = Combo(kind, n, rank), seat
        if self.ended is None:
            self.turn = next_active(seat, self.active, self.game)
        elif self.ended == "last" and not self.gifts:
            self._collect(seat)  # R11.2

    def _collect(self, seat: int) -> None:
        self.piles[seat] += self.trick
        self.trick = []
        self.top = None
        self.waiting = False
