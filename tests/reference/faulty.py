"""Random damage to legal records, for referees to be held against each other.

Most of what comes out is faulty; whether it is, and where, says `replay.check`.
"""

import random
from typing import Any

from .cards import RANKS, face, rank_letter
from .combos import height
from .games import STANDARD, Game, game_of
from .options import options_of
from .replay import replay

OTHER_VERB = {"play": "bomb", "bomb": "play", "push": "return", "return": "push"}


def damaged(rng: random.Random, record: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a record with one thing changed: an event, the order, or the result."""
    other = dict(record)
    if "result" in record and rng.random() < 0.1:
        other["result"] = _damaged_result(rng, record["result"])
        return other
    game = game_of(options_of(record["rules"]))
    events = list(record["events"])
    place = rng.randrange(len(events)) if events else 0
    seat = rng.randrange(game.seats)
    changes = ["drop", "double", "swap", "insert", "replace", "edit", "edit", "other", "other"]
    change = rng.choice(changes)
    if change == "drop" and events:
        del events[place]
    elif change == "double" and events:
        events.insert(place, events[place])
    elif change == "swap" and len(events) > place + 1:
        events[place : place + 2] = [events[place + 1], events[place]]
    elif change == "other":
        events[place : place + 1] = [_other_play({**record, "events": events[:place]}, rng)]
    elif change == "edit" and events:
        events[place] = _damaged_event(rng, events[place], game)
    else:
        events[place : place + (change == "replace")] = [f"{seat} {_random_words(rng, game)}"]
    other["events"] = events
    return other


def _other_play(record: dict[str, Any], rng: random.Random) -> str:
    """Play some combination that the seat on turn holds, a pass or another seat's bomb."""
    record.pop("result", None)
    position = replay(record)
    seat = position.turn
    verb = "play"
    if rng.random() < 0.2:
        seat, verb = rng.randrange(position.game.seats), "bomb"
    combos = position.combos(seat) if seat >= 0 else []
    if verb == "bomb":
        combos = [entry for entry in combos if entry[1].kind in ("quad", "sflush")]
    if not combos or rng.random() < 0.1:
        return f"{seat % position.game.seats} pass"
    kind = rng.choice(sorted({reading.kind for _, reading in combos}))
    those = [(sorted(cards), reading) for cards, reading in combos if reading.kind == kind]
    cards, reading = rng.choice(sorted(those, key=repr))
    words = [str(seat), verb, *map(face, cards)]
    if reading.phoenix is not None and rng.random() < 0.5:
        ranks = height(0, reading.phoenix)[1:]
        words += ["as", *(rank_letter(int(rank)) for rank in ranks)]
    return " ".join(words)


def _random_words(rng: random.Random, game: Game) -> str:
    cards = " ".join(rng.sample(game.pack.order, rng.choice([1, 1, 1, 2, 3])))
    other = rng.randrange(game.seats)
    plain = ["pass", "tichu", "grand", "silent", "greatgrand", f"gift {other}"]
    verbs = [f"play {cards}", f"bomb {cards}", f"give {cards}", "go", ""]
    if game.name != STANDARD.name:
        verbs += [f"play {cards} to {other}", f"first {cards}", f"stack right {cards}"]
        verbs += [f"push {cards} to {other}", f"return {cards} to {other}"]
    return rng.choice([*plain, *verbs])


def _damaged_event(rng: random.Random, event: str, game: Game) -> str:
    words = event.split()
    change = rng.choice(["seat", "verb", "card", "less", "more", "order", "as", "wish", "pass"])
    if change == "seat":
        words[0] = str(rng.randrange(game.seats))
    elif change == "verb":
        words[1] = OTHER_VERB.get(words[1], "pass")
    elif change == "card" and len(words) > 2:
        words[rng.randrange(2, len(words))] = rng.choice(game.pack.order)
    elif change == "less" and len(words) > 2:
        del words[rng.randrange(2, len(words))]
    elif change == "order":  # no fault, except in the exchange perhaps
        words[2:] = rng.sample(words[2:], len(words) - 2)
    elif change == "more":
        words.append(rng.choice(game.pack.order))
    elif change in ("as", "wish"):
        words += [change, rng.choice(RANKS)]
    else:
        words[1:] = ["pass"]
    return " ".join(words)


def _damaged_result(rng: random.Random, result: dict[str, list[int]]) -> dict[str, list[int]]:
    other = {key: list(value) for key, value in result.items()}
    key = rng.choice(sorted(other))
    if key == "finish" or rng.random() < 0.4:
        rng.shuffle(other[key])
    else:
        other[key][rng.randrange(len(other[key]))] += rng.choice([-100, -5, 5, 10, 100])
    return other
