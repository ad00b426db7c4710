"""The questions that a bot is asked in one position, and its answers as events."""

from collections.abc import Sequence
from functools import cache

from tichu_sim.bots import questions as q
from tichu_sim.bots.refusal import Answer, RefusedAnswerError, broken, refused
from tichu_sim.bots.registry import Bot
from tichu_sim.entries import BROKEN
from tichu_sim.game.bombs import has_bomb
from tichu_sim.game.cards import MAHJONG, N_CARDS
from tichu_sim.game.combos import DOG_LEAD
from tichu_sim.game.dealt import Deal
from tichu_sim.game.events import (
    BOMB,
    FIRST,
    GIFT,
    GIVE,
    GRAND_CALL,
    PASS_TURN,
    PLAY,
    PUSH,
    SILENT,
    STACK,
    TICHU_CALL,
    VERBS,
    Event,
    FaultError,
    event_words,
)
from tichu_sim.game.faults import FAULTS
from tichu_sim.game.legal import NO_COMBINATION, may_be_bombed
from tichu_sim.game.moves import ESCAPE_OFF
from tichu_sim.game.opening import PLAYING
from tichu_sim.game.patterns import new_patterns
from tichu_sim.game.phoenix import has_choice
from tichu_sim.game.position import Position
from tichu_sim.game.ranks import rank_cards
from tichu_sim.game.readings import cards_of, combo_of, phoenixes_of
from tichu_sim.game.record import RoundRecord
from tichu_sim.game.round import apply_play, begin_play, collect, read_play, share_hands
from tichu_sim.game.rules import Rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import STACKS, has_two_packs
from tichu_sim.game.two_pack_patterns import new_two_pack_patterns
from tichu_sim.game.view import NO_SEAT, NOTHING_WAITS, TRICK_WAITS
from tichu_sim.jit import Array, Mask, Record, jit, u64
from tichu_sim.rng import stream
from tichu_sim.sim import asking

_WORD = 1 << 64
_ROUNDS = 1 << 63


@jit
def _begin_turn(rules: Record, public: Record, own: Array) -> None:
    # What the kernel does before it asks for a play.
    if public.turn == NO_SEAT:
        begin_play(rules, public, own)
    if public.waiting == TRICK_WAITS:
        collect(public, public.owner)


@jit
def _see_both_hands(rules: Record, public: Record, own: Array) -> None:
    share_hands(rules, public, own, False)


@jit
def _lay(rules: Record, public: Record, own: Array, seat: int, play: int) -> None:
    # A legal play, as far as the kernel has gone when it asks for the wish.
    kind, length, level = read_play(own[seat], play, public.top_level)
    apply_play(rules, public, own[seat], play, kind, length, level)
    if rules.players < rules.seats:
        share_hands(rules, public, own, True)


@cache
def _load(rules: Rules) -> None:
    # The first call of a compiled function waits for its code to be loaded.
    nothing = (0,) * rules.seats
    position, card = Position(rules, Deal(nothing, nothing)), u64(rank_cards(2))
    position.stage["phase"] = PLAYING
    position.to_act()
    public, own = position.public[0], position.own
    own["hand"], public["size"], public["turn"] = card, 2, 0
    position.may_call(0)
    _begin_turn(settings_of(rules), public, own)
    _lay(settings_of(rules), public, own, 0, card)
    combo_of((int(card), 0), 0, rules)
    has_choice(card)


def _is_one(cards: Mask) -> bool:
    return cards > 0 and cards & (cards - 1) == 0


class Asked:
    """A bot that is asked in a position.

    Parameters
    ----------
    bot, record, position, seed, where
        As for `decide.decide`.
    """

    def __init__(
        self, bot: Bot, record: RoundRecord, position: Position, seed: int, where: str
    ) -> None:
        self._bot, self._record, self._position, self._where = bot, record, position, where
        self._rules = record.rules
        self._settings: Record = settings_of(self._rules)
        self._public: Record = position.public[0]
        self._own: Array = position.own
        self._two_packs = has_two_packs(self._rules)
        _load(self._rules)
        number = (record.round or 0) % _ROUNDS
        for seat in range(self._rules.seats):
            mine = self._own[seat]
            bot.sit_down(mine)
            mine["random"] = stream(u64(seed), number, len(record.events), 1 + seat)
            if record.seating:
                mine["player"] = record.seating[seat]

    def event(self, seat: int) -> str:
        """Return what the seat to act does, as an event without the seat."""
        stage = self._position.stage[0]
        if stage["phase"] == PLAYING:
            return self._gift(seat) if self._position.gift_waits else self._turn(seat)
        return self._exchange(seat) if stage["complete"] else self._grand(seat)

    def bombers(self) -> list[int]:
        """Return the seats that are asked for a bomb, in their order (R5.8)."""
        public, seats = self._public, self._rules.seats
        if not may_be_bombed(public):
            return []
        order = ((int(public["owner"]) + k) % seats for k in range(1, seats + 1))
        found = [s for s in order if public["size"][s] and has_bomb(self._own[s]["hand"])]
        if self._settings["wish_bomb_escape"] == ESCAPE_OFF and public["waiting"] == NOTHING_WAITS:
            found = [seat for seat in found if seat != public["turn"]]
        return found

    def bomb(self, seat: int) -> str | None:
        """Return the bomb of a seat, or its call before that; None for no bomb."""
        word = self._ask(seat, q.BOMB)
        if word == 0:
            return None
        if self._calls(seat, TICHU_CALL, q.TICHU):
            return VERBS[TICHU_CALL]
        event, answer = self._played(seat, q.BOMB, word)
        on_turn = seat == self._public["turn"] and self._public["waiting"] == NOTHING_WAITS
        # For who is on turn anyway a bomb is a play.
        return self._carried_out(event._replace(verb=PLAY) if on_turn else event, answer)

    # --- questions ---

    def _ask(self, seat: int, question: int, numbers: Sequence[int] = ()) -> int:
        view = [self._settings, self._public, self._own[seat]]
        if q.QUESTIONS[question].scratch:
            room = new_two_pack_patterns() if self._two_packs else None
            view.append(new_patterns(self._rules.highest) if room is None else room)
        number = self._bot.answer(question, self._rules, view, numbers)
        if number == BROKEN:
            error = self._bot.kind.take_error()
            if isinstance(error, KeyboardInterrupt):
                raise error
            asked_for = question, seat
            raise broken(self._where, self._bot, asked_for, error, self._position, self._record)
        return number

    def _says_yes(self, seat: int, question: int) -> bool:
        number = self._ask(seat, question)
        if number not in (0, 1):
            raise self._refusal(Answer(question, seat, number), asking.NO_YES_OR_NO)
        return number == 1

    def _calls(self, seat: int, verb: int, question: int) -> bool:
        may_call = VERBS[verb] in self._position.may_call(seat)
        return may_call and self._says_yes(seat, question)

    def _refusal(self, answer: Answer, fault: int | FaultError) -> RefusedAnswerError:
        told = {**FAULTS, **asking.FAULTS}[fault] if isinstance(fault, int) else ("", "")
        if isinstance(fault, FaultError):
            told = fault.rule, str(fault)
        return refused(self._where, self._bot, answer, told, self._position, self._record)

    def _carried_out(self, event: Event, answer: Answer) -> str:
        try:
            self._position.carry_out(event)
        except FaultError as error:
            raise self._refusal(answer, error) from None
        return event_words(event, self._rules)

    # --- before the play ---

    def _grand(self, seat: int) -> str:
        mine = self._own[seat]
        dealt = int(mine["dealt"])
        # The kernel has not dealt more than the first cards yet.
        may_call = VERBS[GRAND_CALL] in self._position.may_call(seat)
        mine["hand"], mine["dealt"] = mine["first"], 0
        calls = may_call and self._says_yes(seat, q.GRAND)
        mine["dealt"] = dealt
        return VERBS[GRAND_CALL if calls else SILENT]

    def _exchange(self, seat: int) -> str:
        step, two_hands = self._position.exchange_step, bool(self._settings["two_hands"])
        # Where a hand is chosen first, the window for a call is before that.
        window = FIRST if two_hands else GIVE
        if step == window and self._calls(seat, TICHU_CALL, q.TICHU):
            return VERBS[TICHU_CALL]
        if self._rules.players < self._rules.seats:
            _see_both_hands(self._settings, self._public, self._own)
        if step == FIRST:
            return self._first(seat)
        if step == STACK:
            return self._stack(seat)
        return self._push(seat) if step == PUSH else self._give(seat)

    def _first(self, seat: int) -> str:
        second = seat + self._rules.players
        self._own[seat]["dog_to"], self._own[second]["dog_to"] = seat, second
        swaps = self._says_yes(seat, q.FIRST)
        hand = self._position.hand(second if swaps else seat)
        return self._carried_out(Event(seat, FIRST, hand), Answer(q.FIRST, seat, int(swaps)))

    def _give(self, seat: int) -> str:
        mine = self._own[seat]
        number = self._ask(seat, q.GIVE)
        given = mine["given"].tolist()
        mine["given"] = 0
        answer = Answer(q.GIVE, seat, number, given=given)
        receivers = int(mine["receivers"])
        if any(_is_one(card) != bool(receivers >> k & 1) for k, card in enumerate(given)):
            raise self._refusal(answer, asking.BAD_GIVE)
        cards = sum(given)
        if cards.bit_count() != receivers.bit_count():
            raise self._refusal(answer, asking.BAD_GIVE)
        passed_on = tuple(given[1 : self._rules.seats])
        return self._carried_out(Event(seat, GIVE, cards, passed_on), answer)

    def _stack(self, seat: int) -> str:
        place = STACKS[self._position.stack_side]
        card = self._ask(seat, q.STACK, (place,)) % _WORD
        answer = Answer(q.STACK, seat, card)
        if not _is_one(card):
            raise self._refusal(answer, asking.BAD_STACK)
        return self._carried_out(Event(seat, STACK, card, target=place), answer)

    def _push(self, seat: int) -> str:
        mine = self._own[seat]
        verb, target, n = self._position.push_of(seat)
        question = q.PUSH if verb == PUSH else q.GIVE_BACK
        k = (target - seat) % self._rules.game.chairs
        number = self._ask(seat, question, (n, k))
        pairs = zip(mine["given"].tolist(), mine["given_2"].tolist(), strict=True)
        given = [one | two << N_CARDS for one, two in pairs]
        mine["given"] = mine["given_2"] = 0
        answer = Answer(question, seat, number, given=given)
        return self._carried_out(Event(seat, verb, given[k], target=target), answer)

    # --- the play ---

    def _turn(self, seat: int) -> str:
        _begin_turn(self._settings, self._public, self._own)
        if self._calls(seat, TICHU_CALL, q.TICHU):
            return VERBS[TICHU_CALL]
        word = self._ask(seat, q.PLAY)
        if word == 0:
            return self._carried_out(Event(seat, PASS_TURN), Answer(q.PLAY, seat, word))
        event, answer = self._played(seat, q.PLAY, word)
        kind = combo_of((word % _WORD, 0), 0, self._rules)[0]
        if self._settings["dog_chosen"] and kind == DOG_LEAD:
            event = event._replace(target=self._dog(seat))
        before = self._position.public.copy()[0], self._position.own.copy()
        words = self._carried_out(event, answer)
        if event.cards & int(MAHJONG):
            # The position has gone further where this has ended the round.
            self._public, self._own = before
            _lay(self._settings, *before, seat, u64(word))
            words = event_words(event._replace(wish=self._wish(seat)), self._rules)
        return words

    def _played(self, seat: int, question: int, word: int) -> tuple[Event, Answer]:
        second = int(self._own[seat]["play_2"]) if self._two_packs else 0
        answer = Answer(question, seat, word, second)
        play = word % _WORD, second
        cards, (phoenix, phoenix_2) = cards_of(play), phoenixes_of(play)
        # Compiled code takes no reading for granted.
        if not phoenix and has_choice(u64(cards % (1 << N_CARDS))):
            raise self._refusal(answer, NO_COMBINATION)
        verb = PLAY if question == q.PLAY else BOMB
        return Event(seat, verb, cards, phoenix=phoenix, phoenix_2=phoenix_2), answer

    def _dog(self, seat: int) -> int:
        size, seats = self._public["size"], self._rules.seats
        partners = [other for k in range(2, seats, 2) if size[other := (seat + k) % seats]]
        self._own[seat]["dog_to"] = NO_SEAT
        if not partners:
            return NO_SEAT
        target = self._ask(seat, q.DOG)
        if target not in partners:
            raise self._refusal(Answer(q.DOG, seat, target), asking.BAD_DOG)
        return target

    def _wish(self, seat: int) -> int:
        rank = self._ask(seat, q.WISH)
        if rank != 0 and not 2 <= rank <= self._rules.highest:
            raise self._refusal(Answer(q.WISH, seat, rank), asking.BAD_WISH)
        return rank

    def _gift(self, seat: int) -> str:
        target = self._ask(seat, q.GIFT)
        answer = Answer(q.GIFT, seat, target)
        if not 0 <= target < self._rules.seats:
            raise self._refusal(answer, asking.BAD_GIFT)
        return self._carried_out(Event(seat, GIFT, target=target), answer)
