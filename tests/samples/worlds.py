"""Other worlds: the same round as one seat sees it, with the hidden cards elsewhere."""

import random
from dataclasses import replace

from tichu_sim.bits import count
from tichu_sim.game.cards import PACK
from tichu_sim.game.deal import FIRST_CARDS, HAND_CARDS
from tichu_sim.game.events import GIVE, event_text, parse_event
from tichu_sim.game.legal import LEGAL
from tichu_sim.game.position import Position, start
from tichu_sim.game.record import Deal, RoundRecord
from tichu_sim.game.walk import PLAYING
from tichu_sim.jit import Mask, u64

SEATS = 4


def cards_of(word: Mask) -> list[int]:
    """The cards of a mask, each as a mask."""
    bits, found = int(word), []
    while bits:
        found.append(bits & -bits)
        bits &= bits - 1
    return found


def position_after(record: RoundRecord, events: int) -> Position | None:
    """The position after so many events of a record; None if one of them is illegal."""
    position = start(record)
    _, fault = position.walk([parse_event(event) for event in record.events[:events]])
    return position if fault == LEGAL else None


def _share(rng: random.Random, cards: list[int], sizes: list[int]) -> list[int]:
    """Deal cards at random to hands of these sizes."""
    rng.shuffle(cards)
    hands = []
    for size in sizes:
        hands.append(sum(cards[:size]))
        del cards[:size]
    assert not cards
    return hands


def _before_the_exchange(rng: random.Random, record: RoundRecord, seat: int) -> RoundRecord:
    # A seat knows its own fourteen cards, and nothing of what the others give away.
    own = record.deal.dealt[seat]
    others = _share(rng, cards_of(PACK & ~u64(own)), [HAND_CARDS] * (SEATS - 1))
    dealt = [*others[:seat], own, *others[seat:]]
    events = list(record.events)
    for place, text in enumerate(events):
        event = parse_event(text)
        if event.verb == GIVE and event.seat != seat:
            given = tuple(rng.sample(cards_of(dealt[event.seat]), SEATS - 1))
            events[place] = event_text(event._replace(cards=sum(given), given=given))
    return _with_deal(rng, record, seat, dealt, events)


def _with_deal(
    rng: random.Random, record: RoundRecord, seat: int, dealt: list[int], events: list[object]
) -> RoundRecord:
    first = [sum(rng.sample(cards_of(hand), FIRST_CARDS)) for hand in dealt]
    first[seat] = record.deal.first[seat]
    return replace(record, deal=Deal(tuple(first), tuple(dealt)), events=tuple(events), result=None)


def _after_the_exchange(
    rng: random.Random, record: RoundRecord, seat: int, position: Position
) -> RoundRecord:
    # A seat knows what all have played, its own hand, and the cards that it gave and got.
    own = position.own[seat]
    others = [other for other in range(SEATS) if other != seat]
    given = {other: int(own["given"][(other - seat) % SEATS]) for other in others}
    hidden, sizes, known = [], [], {}
    for other in others:
        hand = int(position.own[other]["hand"])
        known[other] = hand & given[other]
        hidden += cards_of(u64(hand & ~given[other]))
        sizes.append(count(u64(hand)) - known[other].bit_count())
    hands = _share(rng, hidden, sizes)
    gives = {other: {seat: int(own["received"][(other - seat) % SEATS])} for other in others}
    gives[seat] = given
    after = {}
    for other, hand in zip(others, hands, strict=True):
        after[other] = hand | known[other] | int(position.public[0]["played"][other])
        got = rng.sample(cards_of(u64(after[other] & ~given[other])), SEATS - 2)
        for giver in others:
            if giver != other:
                gives[giver][other] = got.pop()
    dealt = [0] * SEATS
    dealt[seat] = record.deal.dealt[seat]
    for other in others:
        received = sum(gives[giver][other] for giver in range(SEATS) if giver != other)
        dealt[other] = after[other] - received + sum(gives[other].values())
    events = list(record.events)
    for place, text in enumerate(events):
        event = parse_event(text)
        if event.verb == GIVE:
            passed = tuple(gives[event.seat][(event.seat + k) % SEATS] for k in range(1, SEATS))
            events[place] = event_text(event._replace(cards=sum(passed), given=passed))
    return _with_deal(rng, record, seat, dealt, events)


def another_world(
    rng: random.Random, record: RoundRecord, events: int, seat: int, here: Position
) -> Position | None:
    """Re-deal whatever a seat cannot know after so many events of a round, in the position `here`.

    The seat's own cards, what it gave and got, and everything that happened in public stay. None
    if no other deal is found in which all that happened was legal: somebody who passed under a wish
    told something about his cards.
    """
    for _ in range(12):
        if here.stage[0]["phase"] == PLAYING:
            other = _after_the_exchange(rng, record, seat, here)
        else:
            other = _before_the_exchange(rng, record, seat)
        there = position_after(other, events)
        if there is not None and (there.own["hand"] != here.own["hand"]).any():
            return there
    return None
