"""Other worlds: the same round as one player sees it, with the hidden cards elsewhere.

A world is a record with another deal, in which all that happened in public happened as well. Sets
of cards are whole numbers as in `game.readings`: with two packs a card that is there twice has a
second bit.
"""

import random
from collections import Counter
from dataclasses import replace

from tichu_sim.game.cards import N_CARDS
from tichu_sim.game.dealt import Deal
from tichu_sim.game.events import FIRST, GIVE, PUSH, RETURN, STACK, Event, event_text, parse_event
from tichu_sim.game.games import GRAND_SEIGNEUR, THREECHU, TWO_TEA, TWO_WUERZBURG
from tichu_sim.game.legal import LEGAL
from tichu_sim.game.opening import PLAYING
from tichu_sim.game.position import Position, start
from tichu_sim.game.record import RoundRecord
from tichu_sim.game.rules import Rules
from tichu_sim.game.state import receivers_of
from tichu_sim.jit import Mask

Cards = Counter[int]
"""Cards of a hand: number of the card -> how often."""

TRIES = 12
_DUMMY = 2


def cards_of(mask: Mask) -> Cards:
    """The cards of a mask."""
    word = int(mask)
    return Counter(bit % N_CARDS for bit in range(2 * N_CARDS) if word >> bit & 1)


def mask_of(cards: Cards) -> Mask:
    """The mask of cards."""
    return sum(
        1 << card | (1 << card + N_CARDS if often > 1 else 0) for card, often in cards.items()
    )


def position_after(record: RoundRecord, events: int) -> Position | None:
    """The position after so many events of a record; None if one of them is illegal."""
    position = start(record)
    parsed = [parse_event(event, record.rules) for event in record.events[:events]]
    _, fault = position.walk(parsed)
    return position if fault == LEGAL else None


def insiders(rules: Rules, seat: int) -> set[int]:
    """The seats of the same player: their hands and what they exchange he knows."""
    if rules.game.number == TWO_WUERZBURG:
        return {seat, (seat + 2) % 4}
    if rules.game.number == THREECHU and seat % 2 == 0:
        return {0, _DUMMY}
    return {seat}


def seen_hands(rules: Rules, seat: int, playing: bool) -> set[int]:
    """The seats whose cards a seat sees: the open dummy's too (R14.6)."""
    seen = insiders(rules, seat)
    return seen | {_DUMMY} if rules.game.number == THREECHU and playing else seen


def _share(rng: random.Random, pool: Cards, sizes: list[int]) -> list[Cards]:
    """Deal cards at random to hands of these sizes; the last one gets what is left."""
    cards = list(pool.elements())
    rng.shuffle(cards)
    hands = []
    for size in sizes:
        hands.append(Counter(cards[:size]))
        del cards[:size]
    return [*hands, Counter(cards)]


def _draw(rng: random.Random, cards: Cards, n: int) -> Cards:
    return Counter(rng.sample(sorted(cards.elements()), n))


def _value(card: int) -> int:
    # R16.8: Dragon, Phoenix, Mah Jong, ace, ...
    return {3: 17, 2: 16, 0: 15}.get(card, card // 4 + 1)


def _best(cards: Cards, n: int) -> Cards:
    return Counter(sorted(cards.elements(), key=_value)[len(list(cards.elements())) - n :])


class Exchange:
    """Who gave what to whom in a record: (giver, receiver) -> cards."""

    def __init__(self, record: RoundRecord) -> None:
        self.rules = record.rules
        self.given: dict[tuple[int, int], Cards] = {}
        for text in record.events:
            event = parse_event(text, record.rules)
            if event.verb == GIVE:
                for k, card in enumerate(event.given, 1):
                    if card:
                        receiver = (event.seat + k) % record.rules.seats
                        self.given[event.seat, receiver] = cards_of(card)
            elif event.verb in (PUSH, RETURN):
                self.given[event.seat, event.target] = cards_of(event.cards)

    def of(self, seat: int) -> Cards:
        """What a seat gives."""
        parts = (cards for (giver, _), cards in self.given.items() if giver == seat)
        return sum(parts, Counter())

    def to(self, seat: int) -> Cards:
        """What a seat gets."""
        parts = (cards for (_, receiver), cards in self.given.items() if receiver == seat)
        return sum(parts, Counter())

    def rewritten(self, event: Event) -> Event:
        """An event of the exchange with these cards."""
        seats = self.rules.seats
        if event.verb in (PUSH, RETURN):
            return event._replace(cards=mask_of(self.given[event.seat, event.target]))
        given = tuple(
            mask_of(self.given.get((event.seat, (event.seat + k) % seats), Counter()))
            for k in range(1, seats)
        )
        return event._replace(cards=sum(given), given=given)


def _with_deal(
    rng: random.Random,
    record: RoundRecord,
    known: set[int],
    dealt: list[Cards],
    exchange: Exchange | None,
) -> RoundRecord:
    """The record with other hands; what is known of the first cards stays."""
    first = []
    for seat, hand in enumerate(dealt):
        size = record.deal.first[seat].bit_count()
        kept = record.deal.first[seat] if seat in known else mask_of(_draw(rng, hand, size))
        first.append(kept)
    events = list(record.events)
    for place, text in enumerate(events):
        event = parse_event(text, record.rules)
        if exchange is not None and event.verb in (GIVE, PUSH, RETURN):
            events[place] = event_text(exchange.rewritten(event), record.rules)
    deal = Deal(tuple(first), tuple(map(mask_of, dealt)), stacks=record.deal.stacks)
    return replace(record, deal=deal, events=tuple(events), result=None)


def _before_the_exchange(rng: random.Random, record: RoundRecord, seat: int) -> RoundRecord:
    # Nothing is known but the own cards; what the others give away is anything.
    rules, n = record.rules, record.rules.seats
    if rules.game.number == TWO_TEA:
        return _before_the_stacks(rng, record, seat)
    known = insiders(rules, seat)
    others = [other for other in range(n) if other not in known]
    old = [cards_of(hand) for hand in record.deal.dealt]
    sizes = [old[other].total() for other in others]
    pool = sum((old[other] for other in others), Counter[int]())
    dealt = old.copy()
    for other, hand in zip(others, _share(rng, pool, sizes), strict=False):
        dealt[other] = hand
    exchange = Exchange(record)
    for other in others:
        if rules.game.number == GRAND_SEIGNEUR:
            _push_anything(exchange, other, dealt)
            continue
        # In Wuerzburg the hand that is played first may be the other one.
        hand = dealt[other]
        if rules.game.number == TWO_WUERZBURG and other < 2:
            hand = dealt[other + 2] if _swaps(record, other) else hand
        given = list(_draw(rng, hand, len(receivers_of(rules, other))).elements())
        for k, card in zip(receivers_of(rules, other), given, strict=True):
            exchange.given[other, (other + k) % n] = Counter([card])
    events = [_first_of(text, record, dealt) for text in record.events]
    return _with_deal(rng, replace(record, events=tuple(events)), known, dealt, exchange)


def _swaps(record: RoundRecord, seat: int) -> bool:
    # R18.11: whether a player plays first the hand that he has seen second.
    events = (parse_event(text, record.rules) for text in record.events)
    return any(
        event.verb == FIRST and event.seat == seat and event.cards == record.deal.dealt[seat + 2]
        for event in events
    )


def _first_of(text: object, record: RoundRecord, dealt: list[Cards]) -> object:
    # The event that names the first hand, with the new cards.
    event = parse_event(text, record.rules)
    if event.verb != FIRST:
        return text
    seat = event.seat + 2 if _swaps(record, event.seat) else event.seat
    return event_text(event._replace(cards=mask_of(dealt[seat])), record.rules)


def _before_the_stacks(rng: random.Random, record: RoundRecord, seat: int) -> RoundRecord:
    # R18.4: what comes from the other hand and from the tops of the stacks stays.
    other, exchange = 1 - seat, Exchange(record)
    theirs = exchange.given[other, seat]
    old = [cards_of(hand) for hand in record.deal.dealt]
    below = sum((cards_of(card) for st in record.deal.stacks for card in st[2:]), Counter[int]())
    pool = old[other] - theirs + below
    hand, rest = _share(rng, pool, [(old[other] - theirs).total()])
    dealt = old.copy()
    dealt[other] = hand + theirs
    sunk = list(_draw(rng, hand, 2).elements())
    events = list(record.events)
    for place, text in enumerate(events):
        event = parse_event(text, record.rules)
        if event.verb == STACK and event.seat == other:
            card = 1 << sunk[event.target - 2]
            events[place] = event_text(event._replace(cards=card), record.rules)
    cards = [1 << card for card in rest.elements()]
    size = len(record.deal.stacks[0]) - 2
    right, left = record.deal.stacks
    stacks = ((*right[:2], *cards[:size]), (*left[:2], *cards[size:]))
    world = _with_deal(rng, replace(record, events=tuple(events)), {seat}, dealt, exchange)
    return replace(world, deal=replace(world.deal, stacks=stacks))


def _push_anything(exchange: Exchange, seat: int, dealt: list[Cards]) -> None:
    for (giver, receiver), cards in list(exchange.given.items()):
        if giver == seat:
            # The best cards are right for a push, and no worse than others for a return.
            exchange.given[giver, receiver] = _best(dealt[seat], cards.total())


def _after_the_exchange(
    rng: random.Random, record: RoundRecord, seat: int, here: Position
) -> RoundRecord:
    # Known: what all have played, the hands that are seen, what came from and went to the player.
    rules, n = record.rules, record.rules.seats
    inside, seen = insiders(rules, seat), seen_hands(rules, seat, playing=True)
    old = Exchange(record)
    hands = [cards_of(here.hand(other)) for other in range(n)]
    hidden, sizes, kept = Counter[int](), [], {}
    others = [other for other in range(n) if other not in seen]
    for other in others:
        given = sum((old.given.get((mine, other), Counter()) for mine in inside), Counter())
        kept[other] = hands[other] & given
        hidden += hands[other] - kept[other]
        sizes.append((hands[other] - kept[other]).total())
    for other, hand in zip(others, _share(rng, hidden, sizes), strict=False):
        hands[other] = hand + kept[other]
    after = [hands[other] + _played(here, other) for other in range(n)]
    exchange = Exchange(record)
    _exchange_anew(rng, exchange, old, inside, after)
    dealt = [after[other] - exchange.to(other) + exchange.of(other) for other in range(n)]
    if rules.game.number == TWO_WUERZBURG:
        return _with_first_hands(rng, record, inside, dealt, exchange)
    return _with_deal(rng, record, inside, dealt, exchange)


def _played(here: Position, seat: int) -> Cards:
    public = here.public[0]
    twice = int(public["played_2"][seat]) if "played_2" in (public.dtype.names or ()) else 0
    return cards_of(int(public["played"][seat]) | twice << N_CARDS)


def _exchange_anew(
    rng: random.Random, exchange: Exchange, old: Exchange, inside: set[int], after: list[Cards]
) -> None:
    # What the others gave each other is anything that they may hold now.
    for receiver in range(len(after)):
        unknown = [
            pair for pair in exchange.given if pair[1] == receiver and not set(pair) & inside
        ]
        certain = sum(
            (c for (g, r), c in old.given.items() if r == receiver and g in inside), Counter[int]()
        )
        free = after[receiver] - certain
        if exchange.rules.game.number == GRAND_SEIGNEUR:
            for pair in unknown:
                exchange.given[pair] = _best(free, exchange.given[pair].total())
            continue
        cards = list(_draw(rng, free, len(unknown)).elements())
        rng.shuffle(cards)
        for pair, card in zip(unknown, cards, strict=True):
            exchange.given[pair] = Counter([card])


def _with_first_hands(
    rng: random.Random,
    record: RoundRecord,
    known: set[int],
    dealt: list[Cards],
    exchange: Exchange,
) -> RoundRecord:
    # R18.11: what is played first may be the hand that was seen second.
    for seat in range(2):
        if _swaps(record, seat):
            dealt[seat], dealt[seat + 2] = dealt[seat + 2], dealt[seat]
    events = [_first_of(text, record, dealt) for text in record.events]
    return _with_deal(rng, replace(record, events=tuple(events)), known, dealt, exchange)


def _after_the_stacks(
    rng: random.Random, record: RoundRecord, seat: int, here: Position
) -> RoundRecord:
    # R18.4: the other hand and all of the stacks that the seat has not seen are hidden.
    other, tops = 1 - seat, record.deal.stacks
    exchange = Exchange(record)
    mine, theirs = exchange.given[seat, other], exchange.given[other, seat]
    pushed = {
        (event.seat, event.target): event.cards
        for event in (parse_event(text, record.rules) for text in record.events)
        if event.verb == STACK
    }
    hand = cards_of(here.hand(other))
    kept = hand & mine
    sunk = {place: cards_of(pushed[other, place]) for place in (2, 3)}
    lie = [cards_of(card) for stack in tops for card in stack[2:]]
    pool = (hand - kept) + sunk[2] + sunk[3] + sum(lie, Counter())
    if mine & (sunk[2] + sunk[3]):
        return record
    size = (hand - kept).total()
    new_hand, new_2, new_3, below = _share(rng, pool, [size, 1, 1])
    after = new_hand + kept + _played(here, other)
    taken = list(_draw(rng, after - mine, 2).elements())
    dealt = [cards_of(hand) for hand in record.deal.dealt]
    dealt[other] = after - mine - Counter(taken) + theirs + new_2 + new_3
    stacks = [list(stack[:2]) for stack in tops]
    stacks[other][0], stacks[1 - other][1] = 1 << taken[0], 1 << taken[1]
    rest = [1 << card for card in below.elements()]
    sizes = [len(stack) - 2 for stack in tops]
    laid = (tuple(stacks[0] + rest[: sizes[0]]), tuple(stacks[1] + rest[sizes[0] :]))
    events = list(record.events)
    for place, text in enumerate(events):
        event = parse_event(text, record.rules)
        if event.verb == STACK and event.seat == other:
            card = mask_of(new_2 if event.target == 2 else new_3)
            events[place] = event_text(event._replace(cards=card), record.rules)
    world = _with_deal(rng, replace(record, events=tuple(events)), {seat}, dealt, exchange)
    return replace(world, deal=replace(world.deal, stacks=laid))


def another_world(
    rng: random.Random, record: RoundRecord, events: int, seat: int, here: Position
) -> Position | None:
    """Re-deal whatever a seat cannot know after so many events of a round, in the position `here`.

    The cards that the seat's player sees, what he gave and got, and everything that happened in
    public stay. None if no other deal is found in which all that happened was legal: somebody who
    passed under a wish told something about his cards.
    """
    for _ in range(TRIES):
        if here.stage[0]["phase"] != PLAYING:
            other = _before_the_exchange(rng, record, seat)
        elif record.rules.game.number == TWO_TEA:
            other = _after_the_stacks(rng, record, seat, here)
        else:
            other = _after_the_exchange(rng, record, seat, here)
        there = position_after(other, events)
        if there is not None and (there.own["hand"] != here.own["hand"]).any():
            return there
    return None
