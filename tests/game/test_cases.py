"""The written cases of the rules that happen at the table, each answered by the engine.

Those that are counted and dealt are in `test_score_cases`.
"""

from collections.abc import Callable
from typing import Any

import pytest
from samples.arranged import arranged, cards_in, lay
from samples.cases import CALLS, VERBS, Case, options_of, written_cases

from tichu_sim.face import beats, legal, readings
from tichu_sim.game.cards import DOG, cards_text
from tichu_sim.game.combos import DOG_LEAD, KIND_NAMES, SINGLE
from tichu_sim.game.dealt import Deal
from tichu_sim.game.events import BOMB, PLAY, Event
from tichu_sim.game.position import Position
from tichu_sim.game.readings import combo_of
from tichu_sim.game.round import apply_pass, apply_play, next_active
from tichu_sim.game.rules import make_rules
from tichu_sim.game.settings import settings_of
from tichu_sim.game.view import DOUBLE_VICTORY, LAST_PLAYER, RUNNING, TRICK_WAITS
from tichu_sim.jit import u64


def few_cards(active: list[int]) -> dict[int, str]:
    return {seat: f"{2 + seat}j {2 + seat}s" for seat in active}


def plays_by_cards(texts: list[str]) -> list[tuple[str, list[str]]]:
    pairs = (text.split(":") for text in texts)
    return sorted((name, sorted(cards.split())) for name, cards in pairs)


def answer_combo(case: Case) -> None:
    assert readings(case["cards"], case["game"], **options_of(case)) == case["expect"]


def answer_beats(case: Case) -> None:
    found = beats(case["top"], case["cards"], case["game"], **options_of(case))
    assert found == case["expect"]


def answer_legal(case: Case) -> None:
    exempt, game, options = case.get("exempt", False), case["game"], options_of(case)
    found = legal(case["hand"], case["top"], case["wish"], game, exempt, **options)
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
    position.carry_out(Event(seat, verb, cards_in(cards, position.rules), wish=wish))
    assert (int(position.public["wish"][0]) or None) == case["expect"]


def answer_bombers(case: Case) -> None:
    position = arranged({int(seat): " ".join(cards) for seat, cards in case["hands"].items()})
    if case["top"] is not None:
        waits = case["phase"] == "all_passed"
        turn = case["turn"] if "turn" in case else case["owner"]
        lay(position, case["top"], case["owner"], turn, waits)
    if case["phase"] == "round_over":
        position.public["over"] = LAST_PLAYER
    found = {
        str(seat): plays_by_cards([named(bomb, position) for bomb in bombs])
        for seat, bombs in position.bombs().items()
    }
    assert found == {seat: plays_by_cards(bombs) for seat, bombs in case["expect"].items()}


def named(bomb: Event, position: Position) -> str:
    kind, n, level = combo_of((bomb.cards, 0), 0, position.rules)
    return f"{KIND_NAMES[kind]}/{n}/{level // 2}:{cards_text(u64(bomb.cards))}"


def answer_next(case: Case) -> None:
    answers = {
        "bomb": next_after_bomb,
        "dog": next_after_dog,
        "dog6_targets": dog_targets,
        "dog6_none": next_after_dog,
        "trick_won": next_after_trick,
        "pass": next_after_pass,
    }
    assert answers[case["event"]](case) == case["expect"]


def next_after_bomb(case: Case) -> object:
    return next_active(arranged(few_cards(case["active"])).public[0], case["seat"])


def next_after_dog(case: Case) -> object:
    seat = case["seat"]
    position = arranged(few_cards(case["active"]) | {seat: f"Dg {2 + seat}j"}, case["game"])
    if case["event"] == "dog6_none":
        position.carry_out(Event(seat, PLAY, int(DOG)))
    else:
        settings, mine = settings_of(position.rules), position.own[seat]
        apply_play(settings, position.public[0], mine, DOG, DOG_LEAD, 1, 0)
    return int(position.public["turn"][0])


def dog_targets(case: Case) -> object:
    seat = case["seat"]
    position = arranged(few_cards(case["active"]) | {seat: f"Dg {2 + seat}j"}, case["game"], {})
    return [play.target for play in position.choices().plays if play.cards == int(DOG)]


def next_after_trick(case: Case) -> object:
    seat, active = case["seat"], case["active"]
    position = arranged(few_cards(active))
    public = position.public[0]
    lay(position, "single/1/10", owner=seat, turn=next_active(public, seat))
    for _ in [other for other in active if other != seat]:
        assert not public["waiting"]
        apply_pass(settings_of(position.rules), public)
    assert public["waiting"] == TRICK_WAITS
    return int(public["turn"])


def next_after_pass(case: Case) -> object:
    seat, active, owner = case["seat"], case["active"], case["owner"]
    position = arranged(few_cards(active))
    public = position.public[0]
    between = [(owner + k) % 4 for k in range(1, (seat - owner) % 4)]
    lay(position, "single/1/10", owner=owner, turn=seat)
    public["passes"] = len(set(between) & set(active))
    apply_pass(settings_of(position.rules), public)
    return "trick_end" if public["waiting"] == TRICK_WAITS else int(public["turn"])


def answer_round_over(case: Case) -> None:
    seats = range(case["n"])
    options = {"players": case["n"]} if case["game"] == "grand_seigneur" else {}
    position = arranged({seat: f"{2 + seat}j" for seat in seats}, case["game"], options)
    settings, public = settings_of(position.rules), position.public[0]
    for seat in case["out"]:
        mine = position.own[seat]
        apply_play(settings, public, mine, mine["hand"], SINGLE, 1, 4)
    team_is_out = "triple" if case["game"] == "tientsin" else "double"
    names = {RUNNING: None, LAST_PLAYER: "last", DOUBLE_VICTORY: team_is_out}
    assert names[int(public["over"])] == case["expect"]


def answer_dragon_gift(case: Case) -> None:
    position = arranged(few_cards(case["active"]), case["game"], options_of(case))
    winner = case["winner"]
    turn = winner if winner in case["active"] else next_active(position.public[0], winner)
    lay(position, case["top"], owner=winner, turn=turn, waits=True)
    if case.get("round_over"):
        position.public["over"] = LAST_PLAYER
    assert position.choices().gifts == case["expect"]


def answer_may_call(case: Case) -> None:
    rules = make_rules(case["game"], options_of(case))
    hand = cards_in("2j 3j 4j 5j 6j 7j 8j 9j 2s 3s 4s 5s 6s 7s"[: 3 * case["cards"]], rules)
    hands = (hand,) * rules.seats
    position = Position(rules, Deal(hands, hands, case["dealt_complete"]))
    position.public["call"][0, 1] = CALLS.get(case["called"], 0)
    position.public["played"][0, 1] = hand if case["played"] else 0
    assert position.may_call(1) == [VERBS[call] for call in case["expect"]]


ANSWERS: dict[str, Callable[[Case], Any]] = {
    name.removeprefix("answer_"): function
    for name, function in list(globals().items())
    if name.startswith("answer_")
}


@pytest.mark.parametrize("case", written_cases(ANSWERS), ids=lambda case: str(case["id"]))
def test_case(case: Case) -> None:
    ANSWERS[case["q"]](case)
