"""What every bot must pass: legal answers to every question, always the same, without peeking."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from samples.rounds import a_run, play, records
from samples.worlds import another_world, position_after

from tichu_sim.bots.ask import (
    ask_bomb,
    ask_gift,
    ask_give,
    ask_grand,
    ask_great_grand,
    ask_play,
    ask_tichu,
    ask_wish,
)
from tichu_sim.bots.registry import BOTS, parse_bot
from tichu_sim.game.cards import MAHJONG
from tichu_sim.game.events import parse_event
from tichu_sim.game.legal import may_be_bombed
from tichu_sim.game.patterns import new_patterns
from tichu_sim.game.position import Position
from tichu_sim.game.referee import find_fault
from tichu_sim.game.round import collect, dragon_waits
from tichu_sim.game.view import CALL_NAMES, NO_CALL, NO_SEAT, RUNNING, TRICK_WAITS
from tichu_sim.game.walk import PLAYING
from tichu_sim.jit import Array, Record, u64
from tichu_sim.sim.blocks import Played
from tichu_sim.sim.rows import CALL, EVENT_NAMES, GIFT

ROUNDS = 20_000
SEATS = 4

# With Great Grand in the rules every question there is can come up.
PRESET = "great_grand"

NEVER = {"greedy": {"greatgrand"}}
"""What a bot does not do unless its parameters say so."""

every_bot = pytest.mark.parametrize("name", BOTS)


@cache
def played_by(name: str) -> Played:
    return play(a_run(name, ROUNDS, seed=77, preset=PRESET))


@every_bot
def test_twenty_thousand_rounds_without_an_illegal_play(name: str) -> None:
    """The kernel stops at an illegal play, pass or bomb."""
    assert len(played_by(name).rounds) == ROUNDS


@every_bot
def test_everything_is_asked_and_answered(name: str) -> None:
    """Calls, exchange, plays, passes, bombs out of turn, wishes and gifts all occur."""
    events = played_by(name).events
    found = Counter(EVENT_NAMES[code] for code in events["event"].tolist())
    found.update(CALL_NAMES[call] for call in events["call"][events["event"] == CALL].tolist())
    found["wish"] = int((events["wish"] > 0).sum())
    found["out of turn"] = int(events["out_of_turn"].sum())
    wanted = {*EVENT_NAMES, *CALL_NAMES, "wish", "out of turn"} - {"none"}
    missing = {what for what in wanted if found[what] == 0}
    assert missing == NEVER.get(name, set())
    assert found["give"] == SEATS * ROUNDS


def is_one_card(words: Array) -> Array:
    single: Array = (words != 0) & (words & (words - u64(1)) == 0)
    return single


@every_bot
def test_legal_exchanges_wishes_and_gifts(name: str) -> None:
    """R3.1, R7.1, R10.2: what the kernel takes from a bot without a question."""
    seats, events = played_by(name).seats, played_by(name).events
    given, received = seats["given"][:, :, 1:], seats["received"][:, :, 1:]
    assert is_one_card(given).all()
    assert is_one_card(received).all()
    passed_on = np.bitwise_or.reduce(given, axis=2)
    assert (np.bitwise_count(passed_on) == SEATS - 1).all()
    assert (passed_on & ~seats["dealt"] == 0).all()
    got = np.bitwise_or.reduce(received, axis=2)
    assert (seats["hand"] == (seats["dealt"] & ~passed_on | got)).all()
    wishes = events["wish"]
    assert np.isin(wishes, [0, *range(2, 15)]).all()
    assert (events["cards"][wishes > 0] & MAHJONG != 0).all()
    gifts = events[events["event"] == GIFT]
    assert ((gifts["target"] - gifts["seat"]) % 2 == 1).all()
    assert ((gifts["target"] >= 0) & (gifts["target"] < SEATS)).all()


@every_bot
def test_the_referee_agrees(name: str) -> None:
    run = a_run(f"{name},random,{name},greedy", 150, seed=78, preset=PRESET)
    for record in records(run):
        assert find_fault(record.written()) is None


def different(one: Array, other: Array) -> set[str]:
    """The fields in which two arrays differ."""
    names = one.dtype.names or ()
    return {name for name in names if (one[name] != other[name]).any()}


@every_bot
def test_a_seed_always_gives_the_same_rounds(name: str) -> None:
    """In another order, at another table, with other rounds before."""
    run = a_run(name, 400, seed=77, preset=PRESET)
    again = play(run)
    assert not different(again.rounds, played_by(name).rounds[:400])
    assert not different(again.seats, played_by(name).seats[:400])
    assert not different(again.events, played_by(name).events[: len(again.events)])
    other = play(a_run(name, 400, seed=78, preset=PRESET))
    assert not (other.seats["dealt"] == again.seats["dealt"]).any(axis=1).all()


# --- no peeking ---


class Table:
    """What a seat is asked with: a copy of the state, as the kernel hands it over."""

    def __init__(self, name: str, position: Position, seat: int, rng: random.Random) -> None:
        bot = parse_bot(name)
        self.bot = bot.kind.number
        self.rules: Record = position.rules.record()
        self.public: Record = position.public.copy()[0]
        self.own: Array = position.own.copy()
        self.mine: Record = self.own[seat]
        self.mine["params"] = bot.params()
        self.mine["random"] = 0x1234_5678_9ABC
        # Left over from whoever was asked before.
        self.scratch = new_patterns()
        self.scratch["at"] = rng.randrange(1 << 24)
        self.scratch["ways"] = rng.randrange(99)

    def ready(self, question: str) -> None:
        """Bring the copy to where the kernel asks: windows of calls, a trick collected."""
        if question == "great grand":
            self.mine["hand"] = self.mine["first"] = self.mine["dealt"] = 0
        elif question == "grand":
            self.mine["hand"], self.mine["dealt"] = self.mine["first"], 0
        elif question == "play" and self.public["waiting"] == TRICK_WAITS:
            collect(self.public, int(self.public["owner"]))

    def answer(self, question: str) -> tuple[object, ...]:
        """The answer, and where the seat's own random numbers go on."""
        self.ready(question)
        view = self.bot, self.rules, self.public, self.mine
        if question == "play":
            return ask_play(*view, self.scratch), self.mine["random"]
        if question == "bomb":
            return ask_bomb(*view, self.scratch), self.mine["random"]
        if question == "give":
            ask_give(*view)
            return *self.mine["given"].tolist(), self.mine["random"]
        ask = {
            "great grand": ask_great_grand,
            "grand": ask_grand,
            "tichu": ask_tichu,
            "wish": ask_wish,
            "gift": ask_gift,
        }[question]
        return ask(*view), self.mine["random"]


def questions(position: Position, seat: int) -> Iterator[str]:
    """What the kernel may ask a seat here."""
    public, own = position.public[0], position.own[seat]
    if position.stage[0]["phase"] != PLAYING:
        yield from ("great grand", "grand", "tichu", "give")
        return
    if public["call"][seat] == NO_CALL and public["size"][seat] == 14:
        yield "tichu"
    if own["holds_bomb"] and may_be_bombed(public):
        yield "bomb"
    if public["played"][seat] & MAHJONG and public["owner"] == seat:
        yield "wish"
    if dragon_waits(public, 0) and public["owner"] == seat:
        yield "gift"
        return
    leads_first = public["turn"] == NO_SEAT and own["hand"] & MAHJONG
    if public["over"] == RUNNING and (public["turn"] == seat or leads_first):
        yield "play"


def hidden_fields(here: Position, there: Position, seat: int) -> set[str]:
    """The fields of a seat's view that differ between two worlds that are alike to it."""
    others = [other for other in range(SEATS) if other != seat]
    assert (here.own["hand"][others] != there.own["hand"][others]).any()
    own = slice(seat, seat + 1)
    return different(here.public, there.public) | different(here.own[own], there.own[own])


def worlds(
    rng: random.Random, name: str, rounds: int, seed: int
) -> Iterator[tuple[Position, Position, int]]:
    """Positions of a bot's rounds with another world each, and the seat to which they are alike."""
    for record in records(a_run(name, rounds, seed, PRESET)):
        for events in range(len(record.events)):
            acting = parse_event(record.events[events]).seat
            for seat in {acting, rng.randrange(SEATS)}:
                here = position_after(record, events)
                assert here is not None
                if any(questions(here, seat)):
                    there = another_world(rng, record, events, seat, here)
                    if there is not None:
                        yield here, there, seat


def test_nobody_is_told_who_will_lead_first() -> None:
    """R2.2, R6.1: in the window after the exchange only its holder knows where the Mah Jong is."""
    windows = 0
    for here, there, seat in worlds(random.Random(1), "random", 8, 80):
        if here.stage[0]["phase"] == PLAYING and here.public[0]["plays"] == 0:
            windows += 1
            assert not hidden_fields(here, there, seat)
    assert windows > 10


@every_bot
def test_no_bot_sees_the_hidden_cards(name: str) -> None:
    """The hidden cards are dealt anew among the others; the view and the answers stay the same."""
    rng = random.Random(name)
    asked: Counter[str] = Counter()
    for here, there, seat in worlds(rng, name, 6, 79):
        fields = hidden_fields(here, there, seat)
        assert not fields
        for question in list(questions(here, seat)):
            answers = [
                Table(name, position, seat, rng).answer(question) for position in (here, there)
            ]
            assert answers[0] == answers[1], (question, seat, here.public, here.own[seat])
            asked[question] += 1
    assert asked["play"] > 200, asked
    assert min(asked[question] for question in ("give", "tichu", "grand", "great grand")) > 30
    assert min(asked[question] for question in ("wish", "gift")) > 0, asked
