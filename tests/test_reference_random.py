"""Random rounds of every game: legal, counted, repeatable, and full of what is rare."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from reference.cards import face
from reference.combos import combos_of, height
from reference.faults import Fault, Illegal
from reference.faulty import damaged
from reference.games import TIENTSIN, game_of
from reference.options import options_of
from reference.position import Position
from reference.replay import check, replay
from reference.rounds import random_record, random_window
from reference.tables import play

GAMES: dict[str, Any] = {
    "standard": {"preset": "great_grand", "calls_per_team": "one", "self_overtake": True},
    "tournament": "bsw_tournament",
    "atp": {"preset": "atp", "grand_tichu": True, "wish_bomb_escape": "follow_and_lead"},
    "goettingen": "goettingen",
    "threechu": "threechu",
    "threechu, two cards": {"preset": "threechu", "threechu_push": "opponents_only"},
    "tientsin": "tientsin",
    "tientsin, all calls": {"preset": "tientsin", "great_grand": True, "self_overtake": True},
    "t52": "t52",
    "t52, other aces": {"preset": "t52", "t52_roles": "CHSD", "wish_bomb_escape": "off"},
    "t52, plain aces": {"preset": "t52", "t52_roles": "none", "self_overtake": True},
    "tea": {"preset": "two_tea", "self_overtake": True},
    "wuerzburg": "two_wuerzburg",
    "wuerzburg, overtaking": {"preset": "two_tea", "two": "wuerzburg", "self_overtake": True},
    "five": {"preset": "grand_seigneur", "players": 5, "direction": "cw"},
    "six": {"preset": "grand_seigneur", "self_overtake": True},
    "seven": {"preset": "grand_seigneur", "players": 7},
    "twelve": {"preset": "grand_seigneur", "players": 12, "gs_push": "scaled"},
}


def all_cards(position: Position) -> Counter[str]:
    """Every card that is somewhere; a Dog that was played lies nowhere (R8.2)."""
    places = [*position.hands, *position.piles.values(), position.trick, *position.stacks]
    cards = Counter(face(card) for place in places for card in place)
    dog = position.game.pack.dog
    gone = any(event.split()[1:3] == ["play", dog] for event in position.log)
    if gone and position.game.name != "t52":
        cards[dog] += 1
    return cards


@pytest.mark.parametrize("name", GAMES)
def test_random_rounds_are_legal_and_counted(name: str) -> None:
    for seed in range(2):
        record = random_record(random.Random(f"{name} {seed}"), GAMES[name])
        assert record == json.loads(json.dumps(record))
        assert check(record) is None
        position = replay(record)
        assert position.log == record["events"]
        game, result = position.game, record["result"]
        assert all_cards(position) == Counter(game.pack.whole)
        assert sorted(result["finish"]) == list(range(game.seats))
        if game.name == "grand_seigneur":
            assert list(result) == ["finish"]
            continue
        pairs = zip(result["cards"], result["calls"], strict=True)
        assert result["score"] == [cards + calls for cards, calls in pairs]
        if game.name != "two_tea":
            whole = {"last": 100, "triple": 300}.get(str(position.ended))
            assert sum(result["cards"]) == (whole or position.options.double_victory)


@pytest.mark.parametrize("name", GAMES)
def test_random_records_repeat_and_stop(name: str) -> None:
    def record(stop: int | str | None) -> dict[str, Any]:
        return random_record(random.Random(5), GAMES[name], stop)

    assert record(None) == record(None)
    assert len(record(20)["events"]) == 20
    assert "result" not in record("random")
    assert check(record("telling")) is None
    if options_of(GAMES[name]).grand_tichu:
        window = random_window(random.Random(5), GAMES[name])
        assert check(window) is None
        game = game_of(options_of(GAMES[name]))
        sizes = [len(hand.split()) for hand in window["deal"]]
        assert sizes == [game.window if s in game.windowed else 0 for s in range(game.seats)]


@pytest.mark.parametrize("name", GAMES)
def test_moves_are_exactly_what_is_accepted(name: str) -> None:
    for seed in range(1, 3):
        position = replay(random_record(random.Random(seed), GAMES[name], stop="telling"))
        if not position.playing or position.finished or position.gifts:
            continue
        moves = position.moves()
        seat, pack = moves["seat"], position.game.pack
        texts = moves["plays"]
        rng = random.Random(seed)
        for text in rng.sample(texts, min(len(texts), 20)):
            assert play(position.copy(), f"{seat} {text}").log[-1] == f"{seat} {text}"
        taken = set()
        combos = combos_of(position.hands[seat], pack)
        for cards, reading in rng.sample(combos, min(len(combos), 60)):
            ranks = [] if len(cards) == 1 else height(0, reading.phoenix)[1:]
            words = [str(seat), "play", *pack.in_order(map(face, cards))]
            words += ["as"] if ranks else []
            words += ["23456789TJQKA"[int(rank) - 2] for rank in ranks]
            targets = range(6) if cards == {pack.dog} and position.game == TIENTSIN else ()
            for target in ["", *(f" to {other}" for other in targets)]:
                other = position.copy()
                try:
                    other.apply(" ".join(words) + target)
                except Illegal:
                    continue
                taken.add(other.log[-1].split(" ", 1)[1])
        assert taken <= set(texts)


@pytest.mark.parametrize("name", GAMES)
def test_damage_is_found_or_harmless(name: str) -> None:
    rng = random.Random(3)
    verdicts = []
    for stop in (25, 45):
        record = random_record(rng, GAMES[name], stop=stop)
        for _ in range(8):
            fault = check(damaged(rng, record))
            assert fault is None or isinstance(fault, Fault)
            verdicts.append(fault is None)
    assert sum(verdicts) < 14


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_result_is_refused(name: str) -> None:
    record = random_record(random.Random(8), GAMES[name])
    for key, value in record["result"].items():
        for wrong in (value[::-1] if key == "finish" else [value[0] + 5, *value[1:]], value[1:]):
            fault = check({**record, "result": {**record["result"], key: wrong}})
            assert fault is not None
            assert fault.reason.startswith(key)
    short = {**record, "events": record["events"][:-1]}
    assert check(short) is not None
    short.pop("result")
    assert check(short) is None


def what_happens(position: Position, event: str) -> list[str]:
    """What is rare and true of an event that is about to happen."""
    words = event.split()
    seat, verb, cards = int(words[0]), words[1], words[2:]
    pack, top = position.game.pack, position.top
    playing = verb in ("play", "bomb")
    dragon = playing and cards == [pack.dragon] and top is not None
    found = {
        "bomb": verb == "bomb",
        "wish": "wish" in words,
        "call": verb in ("tichu", "grand", "greatgrand"),
        "gift": verb == "gift",
        "Dog": playing and cards[0] == pack.dog,
        "Dog to": "to" in words and verb == "play",
        "Dog, partners out": cards[:1] == [pack.dog]
        and not any(other in position.active for other in position.game.partners(seat)),
        "own trick": verb == "play"
        and top is not None
        and not position.waiting
        and position.owner == seat,
        "two Phoenixes": playing and cards.count(pack.phoenix) == 2,
        "Phoenix on Phoenix": playing
        and cards == [pack.phoenix]
        and not position.waiting
        and position.trick[-1:] == [pack.phoenix],
        "second Dragon": dragon and position.trick[-1:] == [pack.dragon] and not position.waiting,
        "second hand": playing and seat >= 2,
        "dummy, free of the wish": seat == 2
        and verb == "pass"
        and position.wish is not None
        and any(pack.is_natural(card, position.wish) for card in position.hands[2]),
    }
    return [name for name, here in found.items() if here]


RARE = {
    "standard": ["bomb", "wish", "call", "gift", "Dog", "Dog, partners out", "double", "own trick"],
    "tournament": ["bomb", "wish", "call", "gift", "Dog", "double"],
    "goettingen": ["own trick"],
    "threechu": ["bomb", "wish", "call", "gift", "Dog", "double", "dummy, free of the wish"],
    "tientsin": ["bomb", "wish", "call", "gift", "Dog to", "Dog, partners out", "triple"],
    "t52": ["bomb", "wish", "call", "gift", "Dog", "double"],
    "t52, plain aces": ["bomb", "call", "own trick", "double"],
    "tea": ["bomb", "call", "own trick"],
    "wuerzburg": ["bomb", "wish", "call", "gift", "Dog", "double", "second hand"],
    "six": ["bomb", "wish", "own trick"],
    "seven": ["bomb", "wish", "two Phoenixes", "second Dragon", "Phoenix on Phoenix"],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", RARE)
def test_what_is_rare_happens(name: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        record = random_record(random.Random(seed), GAMES[name])
        position = Position(record)
        for event in record["events"]:
            if position.playing or event.endswith(("tichu", "grand")):
                seen.update(what_happens(position, event))
            position.apply(event)
        seen[str(position.ended)] += 1
        if all(seen[what] for what in RARE[name]):
            return
    assert [what for what in RARE[name] if not seen[what]] == []
