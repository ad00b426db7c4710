"""Random legal records of every game: a deal with something in it, then random legal events."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from .cards import RANKS, face
from .combos import height, is_bomb
from .dealing import deal, head, random_hands, small_hand
from .games import game_of
from .legal import Play
from .notation import play_text
from .options import options_of
from .position import Position
from .seigneur import worth

__all__ = ["random_hands", "random_record", "random_window", "small_hand"]

# How often, out of one.
RICH_DEAL = 0.6  # a deal in which some hands were given a bomb
GRAND, EARLY_TICHU, TICHU = 0.06, 0.05, 0.01  # a call, at each moment when a seat may make it
WISH = 0.75
EVEN_STACKS = 0.8  # the tea stacks have seven cards each
KEEP_BOMB = 0.7  # the exchange leaves the bombs of a hand alone
SWING_BOMB = 0.3  # a bomb out of turn is thrown, at each moment when there is one
PASS = 0.35  # a seat that may pass and may play passes
WITH_PHOENIX = 0.4  # a Phoenix combination is played, where there is one
BY_KIND = 0.25  # the kind of combination is drawn first, so that rare kinds are not rare


def spare(rng: random.Random, position: Position, seat: int, count: int) -> list[str]:
    """Draw some cards of a hand, mostly not out of a bomb."""
    hand = position.hands[seat]
    cards = sorted(hand)
    if rng.random() < KEEP_BOMB:
        bombs = [entry[0] for entry in position.combos(seat) if is_bomb(entry[1].combo)]
        kept = frozenset[str]().union(*bombs)
        if len(hand - kept) >= count:
            cards = sorted(hand - kept)
    return [face(card) for card in rng.sample(cards, count)]


def random_push(rng: random.Random, position: Position, seat: int) -> str:
    """Push the best cards, ties at random, or return any (R16.7 to R16.9)."""
    pack, hand = position.game.pack, sorted(position.hands[seat])
    for giver, receiver, count in position.exchange.pushes:
        if seat == receiver:
            cards = spare(rng, position, seat, count)
            return " ".join([str(seat), "return", *pack.in_order(cards), "to", str(giver)])
        if seat == giver:
            rng.shuffle(hand)
            hand.sort(key=lambda card: worth(card, pack), reverse=True)
            cards = pack.in_order(map(face, hand[:count]))
            return " ".join([str(seat), "push", *cards, "to", str(receiver)])
    raise AssertionError("nothing to push")


def random_exchange(rng: random.Random, position: Position, step: str, seat: int) -> str:
    """What a seat does in a step of the exchange."""
    if step == "push":
        return random_push(rng, position, seat)
    if step == "first":
        hand = position.hands[seat + 2 * rng.randrange(2)]
        return " ".join([str(seat), "first", *position.game.pack.in_order(hand)])
    if step == "give":
        count = len(position.game.receivers[seat])
        return " ".join([str(seat), "give", *spare(rng, position, seat, count)])
    return " ".join([str(seat), "stack", step, *spare(rng, position, seat, 1)])


def in_fixed_order(plays: set[Play]) -> list[Play]:
    """Sort plays so that a seed gives the same round everywhere."""
    return sorted(plays, key=lambda play: (sorted(play[0]), height(play[3], play[4])))


def random_play(rng: random.Random, plays: set[Play]) -> Play:
    """Draw one of the plays; each can be drawn, what is worth testing more often."""
    among = in_fixed_order(plays)
    with_phoenix = [play for play in among if play[4] is not None]
    if with_phoenix and rng.random() < WITH_PHOENIX:
        two = [play for play in with_phoenix if isinstance(play[4], tuple)]
        return rng.choice(two if two and rng.random() < WITH_PHOENIX else with_phoenix)
    if rng.random() < BY_KIND:
        kind = rng.choice(sorted({play[1] for play in among}))
        return rng.choice([play for play in among if play[1] == kind])
    return rng.choice(among)


def random_wish(rng: random.Random, position: Position, cards: frozenset[str]) -> str:
    """Name a rank, or none, where the Mah Jong is among the cards; mostly one that is left."""
    pack = position.game.pack
    if pack.mah_jong not in cards or rng.random() >= WISH:
        return ""
    hands = [card for hand in position.hands for card in hand - cards]
    left = sorted({card[0] for card in hands if face(card) in pack.naturals})
    ranks = list(RANKS[: pack.highest - 1])
    return f" wish {rng.choice(left if left and rng.random() < 0.8 else ranks)}"


def random_call(rng: random.Random, position: Position) -> str | None:
    """Announce something once in a while, after the exchange began."""
    for seat in range(position.game.seats):
        rate = EARLY_TICHU if not position.played else TICHU
        if "tichu" in position.may_call(seat) and rng.random() < rate:
            return f"{seat} tichu"
    return None


def random_swing(rng: random.Random, position: Position) -> str | None:
    """Throw a bomb out of turn once in a while (while a won trick waits: the leader too)."""
    for seat in position.active:
        if seat == position.turn and not position.waiting:
            continue
        bombs = position.bombs(seat)
        if bombs and rng.random() < SWING_BOMB:
            bomb = rng.choice(in_fixed_order(bombs))
            return f"{seat} {play_text(bomb, bombs, 'bomb', position.game)}"
    return None


def random_event(rng: random.Random, position: Position) -> str:
    """One legal event of a round that is being played."""
    event = random_call(rng, position) or random_swing(rng, position)
    if event is not None:
        return event
    seat = position.to_act()
    assert seat is not None
    if position.gifts:
        return f"{seat} gift {rng.choice(position.gifts)}"
    plays, may_pass = position.plays()
    if not plays or (may_pass and rng.random() < PASS):
        return f"{seat} pass"
    chosen = random_play(rng, plays)
    texts = position.texts(chosen, plays)
    text = texts[0] if len(texts) == 1 else rng.choice(texts)
    return f"{seat} {text}{random_wish(rng, position, chosen[0])}"


def announce(rng: random.Random, position: Position, name: str, rate: float) -> None:
    """Ask every seat from the dealer on for a call of this name."""
    for seat in position.game.from_seat(position.dealer):
        if name in position.may_call(seat) and rng.random() < rate:
            position.apply(f"{seat} {name}")


def random_beginning(rng: random.Random, position: Position) -> None:
    """Everything before the first lead."""
    announce(rng, position, "greatgrand", GRAND)
    announce(rng, position, "grand", GRAND)
    announce(rng, position, "tichu", EARLY_TICHU)
    for step in position.exchange.steps:
        seats = position.exchange.seats(step)
        for seat in rng.sample(seats, len(seats)) if rng.random() < 0.2 else seats:
            position.apply(random_exchange(rng, position, step, seat))
            if not position.playing and rng.random() < TICHU:
                announce(rng, position, "tichu", 0.5)


def random_record(
    rng: random.Random,
    options: str | Mapping[str, object] = "standard",
    stop: int | str | None = None,
    rich: bool | None = None,
) -> dict[str, Any]:
    """Make a legal record of random events.

    `options` is the record's `rules`. `stop`: None plays the round to its end, with the result; a
    number stops after so many events; `"random"` stops somewhere before the end, once in a while
    in the Grand Tichu window; `"telling"` stops where something out of the ordinary may be done
    (see `telling`), if the round has such a moment. `rich`: whether bombs are dealt (None: often).
    """
    rules = options if isinstance(options, str) else dict(options)
    if stop == "random" and options_of(rules).grand_tichu and rng.random() < 0.04:
        return random_window(rng, rules)
    game = game_of(options_of(rules))
    hands = random_hands(rng, rng.random() < RICH_DEAL if rich is None else rich, game)
    record = head(rng, rules)
    cut = 7 if not game.aside or rng.random() < EVEN_STACKS else rng.randrange(2, game.aside - 1)
    deal(record, hands, cut=cut)
    position = Position(record)
    random_beginning(rng, position)
    moments: dict[str, list[int]] = {}
    while not position.finished and len(position.log) != stop:
        position.apply(random_event(rng, position))
        if stop == "telling":
            for name in telling(position):
                moments.setdefault(name, []).append(len(position.log))
    record["events"] = position.log
    if moments:
        rarest = min(sorted(moments), key=lambda name: len(moments[name]))
        name = rarest if rng.random() < 0.5 else rng.choice(sorted(moments))
        record["events"] = position.log[: rng.choice(moments[name])]
    elif stop in ("random", "telling"):
        record["events"] = position.log[: rng.randrange(len(position.log))]
    elif isinstance(stop, int):
        record["events"] = position.log[:stop]
    if len(record["events"]) == len(position.log) and position.finished:
        record["result"] = position.result()
    return record


def telling(position: Position) -> list[str]:
    """What is out of the ordinary here."""
    if not position.playing or position.finished:
        return []
    plays, may_pass = position.plays()
    bombs = any(position.bombs(seat) for seat in position.active if seat != position.turn)
    phoenix = any(play[4] is not None for play in plays)
    following = position.top is not None and not position.waiting
    pack = position.game.pack
    names = {
        "gift": bool(position.gifts),
        "bomb": bombs and not position.waiting,
        "bomb on a waiting trick": position.waiting
        and (bombs or bool(position.bombs(position.turn))),
        "wish on turn": following and bool(plays) and not may_pass,
        "wish on lead": position.wish is not None and not following and bool(plays),
        "wish in vain": following and position.wish is not None and may_pass,
        "Phoenix": phoenix and following,
        "long": following and position.top is not None and position.top.n > 3 and bool(plays),
        "few are left": bool(position.out),
        "own trick": following and position.turn == position.owner,
        "two Phoenixes": any(isinstance(play[4], tuple) for play in plays),
        "second of a card": pack.copies == 2
        and following
        and any(max(Counter(map(face, play[0])).values()) == 2 for play in plays),
        "Dog to choose": any(
            len(position.texts(play, plays)) > 1 for play in plays if play[1] == "dog"
        ),
    }
    return [name for name, here in names.items() if here]


def random_window(
    rng: random.Random, options: str | Mapping[str, object] = "standard"
) -> dict[str, Any]:
    """Make a record that stops in the Grand Tichu window."""
    rules = options if isinstance(options, str) else dict(options)
    record = head(rng, rules)
    hands = random_hands(rng, rich=False, game=game_of(options_of(rules)))
    deal(record, hands, window=True)
    position = Position(record)
    announce(rng, position, "greatgrand", GRAND)
    for _ in range(rng.randrange(len(position.game.callers) + 1)):
        seat = position.to_act()
        grand = seat is not None and "grand" in position.may_call(seat) and rng.random() < 0.3
        position.apply(f"{seat} grand" if grand else f"{seat} silent")
    record["events"] = position.log
    return record
