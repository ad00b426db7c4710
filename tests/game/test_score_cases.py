"""The written cases of the rules about points, games, deals and seats, answered by the engine."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from samples.arranged import arranged, cards_in
from samples.cases import CALLS, CASES, Case, options_of, written_cases

from tichu_sim.game.cards import cards_text
from tichu_sim.game.deal import hand_size
from tichu_sim.game.match import CONTINUE, DRAW, game_end, victory_points
from tichu_sim.game.points import card_points
from tichu_sim.game.position import Position
from tichu_sim.game.rules import make_rules
from tichu_sim.game.score import score_calls, score_cards
from tichu_sim.game.seating import rank_of_seat, take_seats
from tichu_sim.game.seigneur import best_choices, push_size
from tichu_sim.game.settings import settings_of
from tichu_sim.game.two_pack_hand import less
from tichu_sim.game.view import DOUBLE_VICTORY, LAST_PLAYER
from tichu_sim.jit import Record, u64

from .test_cases import ANSWERS as AT_THE_TABLE


def settings(case: Case) -> Record:
    return settings_of(make_rules(case["game"], options_of(case)))


def ended(case: Case, hands: dict[int, str], team_is_out: bool) -> Position:
    """Make a position at the end of a round, seats out as the case says."""
    position = arranged(hands, case["game"], case.get("opt"))
    public = position.public[0]
    for seat in range(position.rules.seats):
        public["place"][seat] = case["out"].index(seat) + 1 if seat in case["out"] else 0
        public["size"][seat] = seat not in case["out"]
        public["call"][seat] = CALLS.get(case["calls"].get(str(seat)), 0)
    public["out"] = len(case["out"])
    public["over"] = DOUBLE_VICTORY if team_is_out else LAST_PLAYER
    return position


def answer_score(case: Case) -> None:
    teams_of = {"tientsin": 3}.get(case["game"], 2)
    team_is_out = len(case["out"]) == teams_of
    hands = {} if team_is_out else case["hands"]
    position = ended(case, {int(s): " ".join(held) for s, held in hands.items()}, team_is_out)
    rules = position.rules
    for seat in range(rules.seats):
        pile = cards_in(" ".join(case["piles"][str(seat)]), rules)
        position.public[0]["pile"][seat] = card_points(settings_of(rules), u64(pile))
    score = position.result().score
    found: object = score[0] - score[1] if case["game"] == "t52" else list(score)
    assert found == case["expect"]


def answer_two_score(case: Case) -> None:
    position = ended({**case, "out": [case["winner"]]}, {1 - case["winner"]: "2j"}, False)
    assert list(position.result().score) == case["expect"]


def answer_tournament(case: Case) -> None:
    team_is_out = case["cards"] is None
    left = [seat for seat in range(4) if seat not in case["out"]]
    position = ended(case, dict.fromkeys(left, "2j"), team_is_out)
    public, rules = position.public[0], settings_of(position.rules)
    for team, points in enumerate(case["cards"] or []):
        public["pile"][next(s for s in case["out"] if s % 2 == team)] = points
    cards, calls = np.zeros((2, 2), np.int64)
    score_cards(rules, public, position.own, cards)
    score_calls(rules, public, calls)
    assert (cards + calls).tolist() == case["expect"]["tp"]
    found = [victory_points(rules, public, cards, calls, team) for team in (0, 1)]
    assert found == case["expect"]["vp"]


def answer_game_end(case: Case) -> None:
    totals = [case["diff"], -case["diff"]] if "diff" in case else case["totals"]
    expect = {"continue": CONTINUE, "draw": DRAW}.get(case["expect"], case["expect"])
    assert game_end(settings(case), np.array(totals), case["round"]) == expect


def seats_of_round(rules: Record, index: int) -> list[int]:
    players = np.zeros(4, np.int64)
    take_seats(rules, index, np.zeros(4, np.int64), u64(1), players)
    return [int(player) for player in players]


def answer_schedule(case: Case) -> None:
    rules = settings(case)
    seats = [seats_of_round(rules, index) for index in range(9)]
    for pair in combinations(range(4), 2):
        together = sum({s[0], s[2]} == {*pair} or {s[1], s[3]} == {*pair} for s in seats)
        assert together == case["expect"]["{}{}".format(*pair)]


def answer_tichujoin(case: Case) -> None:
    for preset in (case["game"], "standard"):
        rules = settings_of(make_rules(preset, {"tichujoin": True}))
        found = [case["join"][player] for player in seats_of_round(rules, 0)]
        assert found == case["expect"]


def answer_deal_sizes(case: Case) -> None:
    rules = settings(case)
    found = [hand_size(rules, seat, case["dealer"]) for seat in range(case["n"])]
    assert found == case["expect"]


def answer_gs_push(case: Case) -> None:
    sizes = [push_size(settings(case), rank) for rank in range(case["n"] // 2)]
    assert sizes == case["expect"]


def answer_gs_best(case: Case) -> None:
    rules = make_rules(case["game"], options_of(case))
    hand, twice, best = u64(cards_in(" ".join(case["hand"]), rules)), u64(0), []
    for _ in range(case["k"]):
        among = u64(best_choices(hand, twice))
        assert int(among).bit_count() == 1
        best.append(cards_text(among, rules.tokens))
        hand, twice = (u64(word) for word in less(hand, twice, among, u64(0)))
    assert best == case["expect"]


def answer_gs_deck(case: Case) -> None:
    rules = settings(case)
    assert int(rules["n_cards"]) == case["expect"]
    assert len(set(rules["pack"][: case["expect"]].tolist())) == case["expect"]


def answer_gs_order(case: Case) -> None:
    found = [rank_of_seat(settings(case), seat) for seat in range(case["n"])]
    assert found == case["expect"]


ANSWERS: dict[str, Callable[[Case], Any]] = {
    name.removeprefix("answer_"): function
    for name, function in list(globals().items())
    if name.startswith("answer_")
}


@pytest.mark.parametrize("case", written_cases(ANSWERS), ids=lambda case: str(case["id"]))
def test_case(case: Case) -> None:
    ANSWERS[case["q"]](case)


def test_every_case_is_answered() -> None:
    assert len(CASES) == 131
    assert {case["q"] for case in CASES} == {*AT_THE_TABLE, *ANSWERS}
