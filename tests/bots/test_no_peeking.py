"""No bot sees a hidden card, in any game: in a world that is alike to it, it answers alike."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from samples.rounds import a_run, records
from samples.worlds import another_world, insiders, position_after

from tichu_sim.bots import questions as q
from tichu_sim.bots.registry import BOTS, parse_bot
from tichu_sim.game.cards import DOG, MAHJONG
from tichu_sim.game.combos import NO_COMBO
from tichu_sim.game.events import FIRST, GIVE, PUSH, STACK, parse_event
from tichu_sim.game.games import THREECHU
from tichu_sim.game.legal import may_be_bombed
from tichu_sim.game.opening import PLAYING
from tichu_sim.game.patterns import new_patterns
from tichu_sim.game.position import Position
from tichu_sim.game.round import collect, dragon_waits, first_leader, share_hands
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import has_two_packs
from tichu_sim.game.two_pack_patterns import new_two_pack_patterns
from tichu_sim.game.view import NO_CALL, NO_SEAT, RUNNING, TRICK_WAITS
from tichu_sim.jit import Array, Record

ROUNDS = {
    "great_grand": 6,
    "bsw_tournament": 9,
    "threechu": 9,
    "tientsin": 5,
    "t52": 5,
    "two_tea": 11,
    "two_wuerzburg": 6,
    "grand_seigneur": 4,
    "two packs": 3,
}
"""Preset of each game -> rounds that are looked at; a game that goes together is played whole."""
ALWAYS = {"great_grand": {"great grand", "grand", "tichu", "give", "play", "wish", "gift"}}
EVERY_GAME = {"play"}
OWN = {
    "tientsin": {"dog"},
    "two_tea": {"stack"},
    "two_wuerzburg": {"first"},
    "grand_seigneur": {"push", "return"},
    "two packs": {"push", "return"},
}
"""Questions that must have come up."""

ASKED = {
    "great grand": q.GREAT_GRAND,
    "grand": q.GRAND,
    "tichu": q.TICHU,
    "give": q.GIVE,
    "play": q.PLAY,
    "bomb": q.BOMB,
    "wish": q.WISH,
    "gift": q.GIFT,
    "dog": q.DOG,
    "first": q.FIRST,
    "stack": q.STACK,
    "push": q.PUSH,
    "return": q.GIVE_BACK,
}

every_bot = pytest.mark.parametrize("name", BOTS)
every_game = pytest.mark.parametrize("preset", ROUNDS)


class Table:
    """What a seat is asked with: a copy of the state, as the kernel hands it over."""

    def __init__(self, name: str, position: Position, seat: int, rng: random.Random) -> None:
        self.bot = parse_bot(name)
        self.position = position
        self.rules: Record = settings_of(position.rules)
        self.public: Record = position.public.copy()[0]
        self.own: Array = position.own.copy()
        self.mine: Record = self.own[seat]
        self.bot.sit_down(self.mine)
        self.mine["random"] = 0x1234_5678_9ABC
        # Left over from whoever was asked before.
        two_packs = has_two_packs(position.rules)
        highest = position.rules.highest
        self.scratch = new_two_pack_patterns() if two_packs else new_patterns(highest)
        self.scratch["at"] = rng.randrange(1 << 24)
        self.scratch["ways"] = rng.randrange(99)

    def ready(self, question: str) -> None:
        """Bring the copy to where the kernel asks: windows of calls, a trick collected."""
        if question == "great grand":
            self.mine["hand"] = self.mine["first"] = self.mine["dealt"] = 0
        elif question == "grand":
            self.mine["hand"], self.mine["dealt"] = self.mine["first"], 0
        elif question in ("give", "first") and self.position.rules.players < len(self.own):
            share_hands(self.rules, self.public, self.own, False)
        elif question == "play" and self.public["waiting"] == TRICK_WAITS:
            collect(self.public, int(self.public["owner"]))

    def answer(self, question: str) -> tuple[object, ...]:
        """The answer, and where the seat's own random numbers go on."""
        self.ready(question)
        view = self.rules, self.public, self.mine
        asked, rules = ASKED[question], self.position.rules
        numbers: tuple[int, ...] = ()
        if asked in (q.PLAY, q.BOMB):
            play = self.bot.answer(asked, rules, (*view, self.scratch))
            second = self.mine["play_2"] if has_two_packs(rules) else 0
            return play, second, self.mine["random"]
        if asked == q.STACK:
            numbers = (2 + self.position.stack_side,)
        elif asked in (q.PUSH, q.GIVE_BACK):
            seat = int(self.mine["seat"])
            _, target, n = self.position.push_of(seat)
            numbers = (n, (target - seat) % len(self.own))
        answer = self.bot.answer(asked, rules, view, numbers)
        given = self.mine["given"].tolist()
        if has_two_packs(rules):
            given += self.mine["given_2"].tolist()
        return answer, *given, self.mine["random"]


def before_the_play(position: Position, seat: int) -> Iterator[str]:
    """What the kernel may ask a seat before the first lead."""
    rules = settings_of(position.rules)
    if not position.stage[0]["given"] and not position.stage[0]["first"]:
        if rules["grand_seats"] >> seat & 1:
            asked = q.questions_of(position.rules)
            yield from (name for name in ("great grand", "grand") if ASKED[name] in asked)
        if rules["tichu_seats"] >> seat & 1:
            yield "tichu"
    if position.exchanges(seat):
        step = position.exchange_step
        if step == PUSH:
            yield "return" if position.push_of(seat)[0] != PUSH else "push"
        else:
            yield {GIVE: "give", FIRST: "first", STACK: "stack"}[step]


def questions(position: Position, seat: int) -> Iterator[str]:
    """What the kernel may ask a seat here."""
    public, own, rules = position.public[0], position.own[seat], settings_of(position.rules)
    if position.stage[0]["phase"] != PLAYING:
        yield from before_the_play(position, seat)
        return
    may_call = rules["tichu_seats"] >> seat & 1 and public["call"][seat] == NO_CALL
    if may_call and not public["played"][seat]:
        yield "tichu"
    if own["holds_bomb"] and public["size"][seat] and may_be_bombed(public):
        yield "bomb"
    if public["played"][seat] & MAHJONG and public["owner"] == seat:
        yield "wish"
    if dragon_waits(rules, public) and public["owner"] == seat:
        yield "gift"
        return
    turn = public["turn"]
    if turn == NO_SEAT:
        turn = first_leader(rules, public, position.own)
    if public["over"] == RUNNING and turn == seat:
        yield "play"
        leads = public["top_kind"] == NO_COMBO or public["waiting"] == TRICK_WAITS
        partners = range(seat % 2, position.rules.seats, 2)
        others = any(public["size"][other] for other in partners if other != seat)
        if rules["dog_chosen"] and leads and own["hand"] & DOG and others:
            yield "dog"


def different(one: Array, other: Array) -> set[str]:
    """The fields in which two arrays differ."""
    names = one.dtype.names or ()
    return {name for name in names if (one[name] != other[name]).any()}


def hidden_fields(here: Position, there: Position, seat: int) -> set[str]:
    """The fields of a seat's view that differ between two worlds that are alike to it."""
    others = [o for o in range(here.rules.seats) if o not in insiders(here.rules, seat)]
    assert (here.own["hand"][others] != there.own["hand"][others]).any()
    own = slice(seat, seat + 1)
    return different(here.public, there.public) | different(here.own[own], there.own[own])


def worlds(
    rng: random.Random, name: str, preset: str, seed: int
) -> Iterator[tuple[Position, Position, int]]:
    """Positions of a bot's rounds with another world each, and the seat to which they are alike."""
    options = {"players": 8} if preset == "two packs" else {}
    rules = "grand_seigneur" if options else preset
    for record in records(a_run(name, ROUNDS[preset], seed, rules, options))[: ROUNDS[preset]]:
        for events in range(len(record.events)):
            acting = parse_event(record.events[events], record.rules).seat
            for seat in {acting, rng.randrange(record.rules.seats)}:
                here = position_after(record, events)
                assert here is not None
                if any(questions(here, seat)):
                    there = another_world(rng, record, events, seat, here)
                    if there is not None:
                        yield here, there, seat


def test_nobody_is_told_who_will_lead_first() -> None:
    """R2.2, R6.1: in the window after the exchange only its holder knows where the Mah Jong is."""
    windows = 0
    for here, there, seat in worlds(random.Random(1), "random", "great_grand", 80):
        if here.stage[0]["phase"] == PLAYING and here.public[0]["plays"] == 0:
            windows += 1
            assert not hidden_fields(here, there, seat)
    assert windows > 5


@every_game
@every_bot
def test_no_bot_sees_the_hidden_cards(name: str, preset: str) -> None:
    """The hidden cards are dealt anew among the others; the view and the answers stay the same."""
    rng = random.Random(f"{name} {preset}")
    asked: Counter[str] = Counter()
    for here, there, seat in worlds(rng, name, preset, 79):
        assert not hidden_fields(here, there, seat)
        for question in list(questions(here, seat)):
            answers = [
                Table(name, position, seat, rng).answer(question) for position in (here, there)
            ]
            assert answers[0] == answers[1], (question, seat, here.public, here.own[seat])
            asked[question] += 1
    assert asked["play"] > 100, asked
    needed = ALWAYS.get(preset, EVERY_GAME) | OWN.get(preset, set())
    assert all(asked[question] for question in needed), asked


def test_dealer_and_defenders_see_the_dummy() -> None:
    """R14.4, R14.6: its hand lies open from the exchange on; the dealer sees both of his hands."""
    seen = 0
    for record in records(a_run("greedy", 9, 81, "threechu")):
        assert record.rules.game.number == THREECHU
        for events in range(len(record.events)):
            position = position_after(record, events)
            assert position is not None
            dummy, dealer = position.own[2], position.own[0]
            if position.stage[0]["phase"] != PLAYING:
                assert position.public[0]["shown"] == 0
                continue
            seen += 1
            assert position.public[0]["shown"] == dummy["hand"] == dealer["other"]
            assert dummy["other"] == dealer["hand"]
            assert (position.own["other"][[1, 3]] == 0).all()
    assert seen > 300
