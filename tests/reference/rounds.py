"""Random legal records: a deal with something in it, then legal events drawn at random."""

import random
from collections.abc import Mapping
from typing import Any

from .calls import FULL_HAND, WINDOW_CARDS
from .cards import DECK, DOG, MAH_JONG, NORMAL, PHOENIX, RANKS, SUITS
from .combos import is_bomb
from .legal import Play
from .notation import play_text
from .options import options_of
from .position import Position
from .turns import SEATS

# How often, out of one.
RICH_DEAL = 0.6  # a deal in which some hands were given a bomb
GRAND, EARLY_TICHU, TICHU = 0.06, 0.05, 0.01  # a call, at each moment when a seat may make it
WISH = 0.75
KEEP_BOMB = 0.7  # the exchange leaves the bombs of a hand alone
SWING_BOMB = 0.3  # a bomb out of turn is thrown, at each moment when there is one
PASS = 0.35  # a seat that may pass and may play passes
WITH_PHOENIX = 0.4  # a Phoenix combination is played, where there is one
BY_KIND = 0.25  # the kind of combination is drawn first, so that rare kinds are not rare


def random_bomb(rng: random.Random) -> list[str]:
    """Cards of one bomb: four of a kind or five to seven in a suit."""
    if rng.random() < 0.5:
        rank = rng.choice(RANKS)
        return [rank + suit for suit in SUITS]
    size = rng.choice([5, 5, 5, 6, 7])
    low = rng.randrange(len(RANKS) - size + 1)
    suit = rng.choice(SUITS)
    return [rank + suit for rank in RANKS[low : low + size]]


def random_hands(rng: random.Random, rich: bool) -> list[list[str]]:
    """Four hands of 14 in random order; rich: up to four bombs are dealt to random seats."""
    hands: list[list[str]] = [[] for _ in range(SEATS)]
    if rich:
        for _ in range(rng.choice([1, 2, 2, 3, 4])):
            seat, bomb = rng.randrange(SEATS), random_bomb(rng)
            dealt = {card for hand in hands for card in hand}
            if not dealt & set(bomb) and len(hands[seat]) + len(bomb) <= FULL_HAND:
                hands[seat] += bomb
    dealt = {card for hand in hands for card in hand}
    rest = [card for card in DECK if card not in dealt]
    rng.shuffle(rest)
    for hand in hands:
        while len(hand) < FULL_HAND:
            hand.append(rest.pop())
        rng.shuffle(hand)
    return hands


def random_give(rng: random.Random, position: Position, seat: int) -> str:
    """Three different cards of a hand, mostly not out of a bomb."""
    hand = position.hands[seat]
    cards = sorted(hand)
    if rng.random() < KEEP_BOMB:
        bombs = [entry[0] for entry in position.combos(seat) if is_bomb(entry[1].combo)]
        kept = frozenset[str]().union(*bombs)
        if len(hand - kept) >= SEATS - 1:
            cards = sorted(hand - kept)
    return " ".join([str(seat), "give", *rng.sample(cards, SEATS - 1)])


def in_fixed_order(plays: set[Play]) -> list[Play]:
    """Sort plays so that a seed gives the same round everywhere."""
    return sorted(plays, key=lambda play: (sorted(play[0]), play[3]))


def random_play(rng: random.Random, plays: set[Play]) -> Play:
    """Draw one of the plays; each can be drawn, what is worth testing more often."""
    among = in_fixed_order(plays)
    with_phoenix = [play for play in among if play[4] is not None]
    if with_phoenix and rng.random() < WITH_PHOENIX:
        return rng.choice(with_phoenix)
    if rng.random() < BY_KIND:
        kind = rng.choice(sorted({play[1] for play in among}))
        return rng.choice([play for play in among if play[1] == kind])
    return rng.choice(among)


def random_wish(rng: random.Random, position: Position, cards: frozenset[str]) -> str:
    """Name a rank, or none, where the Mah Jong is among the cards; mostly one that is left."""
    if MAH_JONG not in cards or rng.random() >= WISH:
        return ""
    left = sorted({card[0] for hand in position.hands for card in hand - cards if card in NORMAL})
    return f" wish {rng.choice(left if left and rng.random() < 0.8 else list(RANKS))}"


def random_call(rng: random.Random, position: Position) -> str | None:
    """Announce something once in a while, after the exchange began."""
    for seat in range(SEATS):
        rate = EARLY_TICHU if not position.played else TICHU
        if "tichu" in position.may_call(seat) and rng.random() < rate:
            return f"{seat} tichu"
    return None


def random_swing(rng: random.Random, position: Position) -> str | None:
    """Throw a bomb out of turn once in a while (while a won trick waits: the leader too)."""
    for seat in range(SEATS):
        if seat == position.turn and not position.waiting:
            continue
        bombs = position.bombs(seat)
        if bombs and rng.random() < SWING_BOMB:
            return f"{seat} {play_text(rng.choice(in_fixed_order(bombs)), bombs, 'bomb')}"
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
    return f"{seat} {play_text(chosen, plays)}{random_wish(rng, position, chosen[0])}"


def announce(rng: random.Random, position: Position, name: str, rate: float) -> None:
    """Ask every seat from the dealer on for a call of this name."""
    for step in range(SEATS):
        seat = (position.dealer + step) % SEATS
        if name in position.may_call(seat) and rng.random() < rate:
            position.apply(f"{seat} {name}")


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
    hands = random_hands(rng, rng.random() < RICH_DEAL if rich is None else rich)
    record = head(rng, rules)
    bar = ["|"] if options_of(rules).grand_tichu else []
    record["deal"] = [" ".join(h[:WINDOW_CARDS] + bar + h[WINDOW_CARDS:]) for h in hands]
    position = Position(record)
    announce(rng, position, "greatgrand", GRAND)
    announce(rng, position, "grand", GRAND)
    announce(rng, position, "tichu", EARLY_TICHU)
    for seat in rng.sample(range(SEATS), SEATS) if rng.random() < 0.2 else range(SEATS):
        position.apply(random_give(rng, position, seat))
        if not position.playing and rng.random() < TICHU:
            announce(rng, position, "tichu", 0.5)
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
    bombs = any(position.bombs(seat) for seat in range(SEATS) if seat != position.turn)
    phoenix = any(play[4] is not None for play in plays)
    following = position.top is not None and not position.waiting
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
        "few are left": len(position.active) < SEATS,
    }
    return [name for name, here in names.items() if here]


def random_window(
    rng: random.Random, options: str | Mapping[str, object] = "standard"
) -> dict[str, Any]:
    """Make a record that stops in the Grand Tichu window."""
    rules = options if isinstance(options, str) else dict(options)
    record = head(rng, rules)
    hands = random_hands(rng, rich=False)
    record["deal"] = [" ".join(hand[:WINDOW_CARDS]) for hand in hands]
    position = Position(record)
    announce(rng, position, "greatgrand", GRAND)
    for _ in range(rng.randrange(SEATS + 1)):
        seat = position.to_act()
        grand = seat is not None and "grand" in position.may_call(seat) and rng.random() < 0.3
        position.apply(f"{seat} grand" if grand else f"{seat} silent")
    record["events"] = position.log
    return record


def head(rng: random.Random, rules: str | dict[str, object]) -> dict[str, Any]:
    """Begin a record; one in two names a dealer."""
    record: dict[str, Any] = {"tichu": 1, "rules": rules}
    if rng.random() < 0.5:
        record["dealer"] = rng.randrange(SEATS)
    return record


def small_hand(rng: random.Random, size: int, specials: bool = True) -> list[str]:
    """Draw cards that lie close together, so that they make many combinations."""
    low = rng.randrange(len(RANKS) - 4)
    near = [card for card in NORMAL if card[0] in RANKS[low : low + rng.choice([4, 5, 7])]]
    pool = near + ([MAH_JONG, PHOENIX, PHOENIX, DOG] if specials else [])
    hand: list[str] = []
    while len(hand) < min(size, len(near)):
        card = rng.choice(pool)
        if card not in hand:
            hand.append(card)
    return hand
