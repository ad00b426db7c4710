"""The written cases of the rules, each answered by the engine."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tichu_sim.face import beats, legal, parse_combo, readings
from tichu_sim.game.cards import DOG, card_points, cards_text, parse_cards
from tichu_sim.game.combos import DOG_LEAD, KIND_NAMES, SINGLE, combo
from tichu_sim.game.events import BOMB, PLAY, Event
from tichu_sim.game.match import CONTINUE, DRAW, game_end
from tichu_sim.game.position import Position
from tichu_sim.game.record import Deal
from tichu_sim.game.round import apply_pass, apply_play, next_active
from tichu_sim.game.rules import make_rules
from tichu_sim.game.view import (
    DOUBLE_VICTORY,
    GRAND,
    GREAT_GRAND,
    LAST_PLAYER,
    RUNNING,
    TICHU,
    TRICK_WAITS,
)
from tichu_sim.game.walk import PLAYING
from tichu_sim.jit import u64

Case = dict[str, Any]

FILE = Path(__file__).parents[1] / "reference_data" / "cases.jsonl"
ALL_CASES: list[Case] = [json.loads(line) for line in FILE.read_text().splitlines()]
CASES = [case for case in ALL_CASES if case["game"] == "standard"]
SEATS = range(4)
CALLS = {"T": TICHU, "GT": GRAND, "GG": GREAT_GRAND}
VERBS = {"T": "tichu", "GT": "grand", "GG": "greatgrand"}


def arranged(hands: dict[int, str], options: Any = None) -> Position:
    """Make a position in the play with these hands, seat 0 to lead."""
    masks = [int(parse_cards(hands.get(seat, ""))) for seat in SEATS]
    deal = Deal(tuple(masks), tuple(masks))
    position = Position(make_rules("standard", options), deal)
    position.stage["phase"] = PLAYING
    for seat in SEATS:
        position.public["size"][0, seat] = masks[seat].bit_count()
        position.public["place"][0, seat] = masks[seat] == 0
    position.public["out"] = sum(mask == 0 for mask in masks)
    position.public["turn"] = 0
    return position


def lay(position: Position, top: str, owner: int, turn: int, waits: bool = False) -> None:
    """Put a combination on the table."""
    public = position.public
    public["top_kind"], public["top_length"], public["top_level"] = parse_combo(top)
    public["top_cards"] = parse_cards("Dr") if top == "single/1/20" else 0
    public["owner"], public["turn"] = owner, turn
    public["waiting"] = TRICK_WAITS if waits else 0


def few_cards(active: list[int]) -> dict[int, str]:
    return {seat: f"{2 + seat}j {2 + seat}s" for seat in active}


def plays_by_cards(texts: list[str]) -> list[tuple[str, frozenset[str]]]:
    pairs = (text.split(":") for text in texts)
    return sorted(((name, frozenset(cards.split())) for name, cards in pairs), key=repr)


def answer_combo(case: Case) -> None:
    assert readings(case["cards"], **case.get("opt", {})) == case["expect"]


def answer_beats(case: Case) -> None:
    assert beats(case["top"], case["cards"], **case.get("opt", {})) == case["expect"]


def answer_legal(case: Case) -> None:
    found = legal(case["hand"], case["top"], case["wish"], **case.get("opt", {}))
    assert isinstance(found["plays"], list)
    assert plays_by_cards(found["plays"]) == plays_by_cards(case["expect"]["plays"])
    assert found["pass"] == case["expect"]["pass"]


def answer_wish_after(case: Case) -> None:
    cards = " ".join(case["cards"])
    seat = 2 if case.get("out_of_turn") else 0
    position = arranged({0: "Kj", 1: "Qj", 3: "Qs"} | {seat: f"{cards} Ks"})
    position.public["wish"] = case["wish"] or 0
    if case.get("out_of_turn"):
        lay(position, "single/1/2", owner=0, turn=1)
    verb = BOMB if case.get("out_of_turn") else PLAY
    wish = case.get("declare") or 0
    position.carry_out(Event(seat, verb, int(parse_cards(cards)), wish=wish))
    assert (int(position.public["wish"][0]) or None) == case["expect"]


def answer_bombers(case: Case) -> None:
    hands = {int(seat): " ".join(cards) for seat, cards in case["hands"].items()}
    position = arranged(hands)
    if case["top"] is not None:
        waits = case["phase"] == "all_passed"
        turn = case["turn"] if "turn" in case else case["owner"]
        lay(position, case["top"], case["owner"], turn, waits)
    if case["phase"] == "round_over":
        position.public["over"] = LAST_PLAYER
    found = {
        str(seat): plays_by_cards([named(play) for play in bombs])
        for seat, bombs in position.bombs().items()
    }
    assert found == {seat: plays_by_cards(bombs) for seat, bombs in case["expect"].items()}


def named(play: int) -> str:
    kind, n, level = combo(u64(play), 0)
    return f"{KIND_NAMES[kind]}/{n}/{level // 2}:{cards_text(u64(play))}"


def answer_next(case: Case) -> None:
    seat, active, event = case["seat"], case["active"], case["event"]
    position = arranged(few_cards(active))
    public = position.public[0]
    if event == "bomb":
        assert next_active(public, seat) == case["expect"]
    elif event == "dog":
        position = arranged(few_cards(active) | {seat: f"Dg {2 + seat}j"})
        apply_play(position.public[0], position.own[seat], DOG, DOG_LEAD, 1, 0)
        assert position.public["turn"][0] == case["expect"]
    elif event == "trick_won":
        others = [other for other in active if other != seat]
        lay(position, "single/1/10", owner=seat, turn=next_active(public, seat))
        for _ in others:
            assert not public["waiting"]
            apply_pass(public)
        assert public["waiting"] == TRICK_WAITS
        assert public["turn"] == case["expect"]
    else:
        owner = case["owner"]
        between = [(owner + k) % 4 for k in range(1, (seat - owner) % 4)]
        lay(position, "single/1/10", owner=owner, turn=seat)
        public["passes"] = len(set(between) & set(active))
        apply_pass(public)
        ended = public["waiting"] == TRICK_WAITS
        assert ("trick_end" if ended else public["turn"]) == case["expect"]


def answer_round_over(case: Case) -> None:
    position = arranged({seat: f"{2 + seat}j" for seat in SEATS})
    for seat in case["out"]:
        play = position.own["hand"][seat]
        apply_play(position.public[0], position.own[seat], play, SINGLE, 1, 4)
    names = {RUNNING: None, LAST_PLAYER: "last", DOUBLE_VICTORY: "double"}
    assert names[int(position.public["over"][0])] == case["expect"]


def answer_dragon_gift(case: Case) -> None:
    position = arranged(few_cards(case["active"]), case.get("opt"))
    winner = case["winner"]
    turn = winner if winner in case["active"] else next_active(position.public[0], winner)
    lay(position, case["top"], owner=winner, turn=turn, waits=True)
    if case.get("round_over"):
        position.public["over"] = LAST_PLAYER
    assert position.choices().gifts == case["expect"]


def answer_score(case: Case) -> None:
    hands = {} if len(case["out"]) == 2 else case["hands"]
    position = arranged(
        {int(seat): " ".join(cards) for seat, cards in hands.items()}, case.get("opt")
    )
    public = position.public[0]
    for seat in SEATS:
        public["pile"][seat] = card_points(parse_cards(case["piles"][str(seat)]))
        public["place"][seat] = case["out"].index(seat) + 1 if seat in case["out"] else 0
        public["size"][seat] = seat not in case["out"]
        public["call"][seat] = CALLS.get(case["calls"].get(str(seat)), 0)
    public["over"] = DOUBLE_VICTORY if len(case["out"]) == 2 else LAST_PLAYER
    assert list(position.result().score) == case["expect"]


def answer_game_end(case: Case) -> None:
    totals = np.array(case["totals"])
    rules = make_rules("standard", case.get("opt")).record()
    expect = {"continue": CONTINUE, "draw": DRAW}.get(case["expect"], case["expect"])
    assert game_end(rules, totals, case["round"]) == expect


def answer_may_call(case: Case) -> None:
    hand = int(parse_cards("2j 3j 4j 5j 6j 7j 8j 9j 2s 3s 4s 5s 6s 7s"[: 3 * case["cards"]]))
    deal = Deal((hand,) * 4, (hand,) * 4, case["dealt_complete"])
    position = Position(make_rules("standard", case.get("opt")), deal)
    position.public["call"][0, 1] = CALLS.get(case["called"], 0)
    assert position.may_call(1) == [VERBS[call] for call in case["expect"]]


ANSWERS: dict[str, Callable[[Case], None]] = {
    name.removeprefix("answer_"): function
    for name, function in list(globals().items())
    if name.startswith("answer_")
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: Case) -> None:
    ANSWERS[case["q"]](case)


def test_every_standard_case_is_there() -> None:
    assert len(CASES) == 87
