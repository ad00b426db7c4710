"""The twin's options, tables and ends of games: who may set what, who wins."""

import random
from typing import Any

import pytest
from reference import seigneur
from reference.faults import Illegal
from reference.options import BELONGS, PRESETS, options_of
from reference.scoring import game_end, game_end52
from reference.standings import (
    partnerships,
    places,
    schedule,
    threechu_places,
    threechu_seats,
    threechu_totals,
    totals,
    tournament,
)


def test_presets() -> None:
    assert {options_of(name).game for name in PRESETS} == set(BELONGS)
    atp, goettingen = options_of("atp"), options_of("goettingen")
    assert (atp.grand_tichu, atp.double_victory, atp.rounds) == (False, 100, 9)
    assert (atp.dragon_last_kept, atp.self_overtake) == (True, False)
    assert (goettingen.dragon_last_kept, goettingen.self_overtake) == (True, True)
    assert (options_of("t52").target, options_of("t52").rounds) == (400, 10)
    assert options_of({"preset": "two_tea", "two": "wuerzburg"}).game == "two_wuerzburg"
    assert options_of({"preset": "two_wuerzburg", "two": "tea"}).game == "two_tea"


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "standard", "schedule": "cyclic"},
        {"preset": "standard", "players": 6},
        {"preset": "atp", "great_grand": False},
        {"preset": "bsw_tournament", "target": 500},
        {"preset": "bsw_tournament", "rounds": 10},
        {"preset": "threechu", "rounds": 0},
        {"preset": "threechu", "tie": "draw"},
        {"preset": "tientsin", "double_victory": 100},
        {"preset": "grand_seigneur", "players": 4},
        {"preset": "grand_seigneur", "grand_tichu": False},
        {"preset": "t52", "double_victory": 100},
        {"preset": "t52", "t52_roles": "SDC"},
        {"preset": "t52", "t52_roles": "SDCS"},
        {"preset": "two_tea", "wish_bomb_escape": "off"},
        {"preset": "two_tea", "two": "three"},
        {"preset": "two_wuerzburg", "calls_per_team": "one"},
        {"preset": "standard", "self_overtake": 1},
    ],
)
def test_an_option_of_another_game_is_refused(rules: Any) -> None:
    with pytest.raises(Illegal):
        options_of(rules)


def test_schedules() -> None:
    thrice = {"01": 3, "02": 3, "03": 3, "12": 3, "13": 3, "23": 3}
    order = random.Random(1).sample(range(9), 9)
    for seatings in (schedule(), schedule("blocks"), schedule("random", order=order)):
        assert partnerships(seatings) == thrice
    assert schedule()[:4] == [(0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2), (0, 1, 2, 3)]
    assert schedule("blocks", 6) == [(0, 1, 2, 3)] * 2 + [(0, 2, 1, 3)] * 2 + [(0, 1, 3, 2)] * 2


def test_victory_points_after_a_lost_call() -> None:
    # R13.7, A23: both partners called, one call is kept and one is lost.
    calls = {0: "tichu", 2: "tichu"}
    assert tournament(None, [0, 2], calls) == {"tp": [100, 0], "vp": [2, 0]}
    mild = options_of({"preset": "atp", "dv_lost_tichu": "net_negative"})
    assert tournament(None, [0, 2], calls, mild) == {"tp": [100, 0], "vp": [3, 0]}
    assert tournament(None, [0, 2], {2: "tichu"}, mild) == {"tp": [0, 0], "vp": [2, 0]}
    # The losers may have more points, and lose the round all the same.
    both = tournament(None, [3, 1], {1: "tichu"})
    assert both == {"tp": [0, 0], "vp": [0, 2]}


def test_a_tournament_table() -> None:
    rounds = [tournament([30, 70], [0, 1, 2], {0: "tichu"}), tournament([50, 50], [1, 0, 3], {})]
    seatings = schedule()[:2]
    victory = totals(seatings, [each["vp"] for each in rounds])
    tichu = totals(seatings, [each["tp"] for each in rounds])
    assert (victory, tichu) == ([3, 1, 3, 1], [180, 120, 180, 120])
    assert places(victory, tichu) == [1, 3, 1, 3]
    assert places([4, 6, 6, 2], [900, 100, 150, 0]) == [3, 2, 1, 4]


def test_a_threechu_table() -> None:
    assert [threechu_seats(k) for k in range(3)] == [(0, 1, 3, 2), (1, 2, 3, 0), (2, 0, 3, 1)]
    sums = threechu_totals([[100, 0], [30, 70], [200, -100]])
    assert sums == [100 + 70 - 100, 0 + 30 - 100, 0 + 70 + 200, 100 + 30 + 200]
    assert threechu_places(sums) == [2, 3, 1]


def test_ends_of_games() -> None:
    assert game_end([1100, 1100], 9) == "continue"
    assert game_end([1100, 1100], 9, tie="draw") == "draw"
    assert game_end([450, 500], 4, target=500) == 1
    assert game_end([500, 500], 9, rounds=9) == "draw"
    assert [game_end52(diff, 10) for diff in (-5, 0, 5)] == [1, "continue", 0]
    assert [game_end52(diff, 3) for diff in (-400, 395)] == [1, "continue"]


def test_seats_of_grand_seigneur() -> None:
    finish = ["a", "b", "c", "d", "e", "f"]
    assert seigneur.next_seats(finish) == ["a", "f", "e", "d", "c", "b"]
    assert seigneur.next_seats(finish, "cw") == finish
    assert seigneur.pushes(6) == [(1, 0, 3), (2, 5, 2), (3, 4, 1)]
    assert seigneur.pushes(5, direction="cw") == [(4, 0, 2), (3, 1, 1)]
    assert seigneur.pushes(8)[2] == (3, 6, 1)
    assert seigneur.push_levels(12, "scaled") == [6, 5, 4, 3, 2, 1]
    assert seigneur.wretch(7) == 1
    assert seigneur.best(["Ph", "Ph", "Dr", "2j"], 2) == ["Dr", "Ph"]
    assert seigneur.are_best(["Aj", "As", "Ks"], ["As"])
    assert not seigneur.are_best(["Aj", "As", "Ks"], ["As", "Ks"])
