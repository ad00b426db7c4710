"""`tichu-sim grand-tichu`."""

import json
from typing import Any

import pytest

from tichu_sim.bots.registry import parse_bot
from tichu_sim.cli import grand_tichu as command
from tichu_sim.cli.main import run
from tichu_sim.game.rules import make_rules
from tichu_sim.studies import grand_tichu as study
from tichu_sim.studies.call_pairs import call_pairs
from tichu_sim.studies.categories import categories
from tichu_sim.studies.grand_tichu import study_categories, study_hand
from tichu_sim.studies.holdings import parse_holding

Capture = pytest.CaptureFixture[str]
HAND = "A A K Dr Ph 9 7 2"


def printed(capsys: Capture, *arguments: str) -> str:
    capsys.readouterr()
    assert run(["grand-tichu", *arguments, "--bot", "greedy"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def answered(capsys: Capture, *arguments: str) -> dict[str, Any]:
    answer = json.loads(printed(capsys, *arguments, "--json"))
    assert isinstance(answer, dict)
    return answer


def test_json(capsys: Capture) -> None:
    answer = answered(capsys, HAND, "--rounds", "1000", "--seed", "3")
    found = study_hand(call_pairs(make_rules(), parse_bot("greedy"), 3), parse_holding(HAND), 1000)
    assert answer["hand"] == "2 7 9 K A A Dr Ph"
    assert answer["rounds"] == answer["asked"] == 1000
    for name, (value, low, high) in (
        ("p_first", found.p_first()),
        ("call_value", found.call_value()),
        ("points_called", found.called.mean()),
        ("call_value_bombed", found.value_bomb.mean()),
        ("tichu_made", found.tichu_kept()),
    ):
        assert answer[name]["estimate"] == pytest.approx(value, abs=1e-4)
        assert answer[name]["ci95"] == pytest.approx([low, high], abs=1e-4)
    assert answer["advice"] == "call"
    gain = answer["points_called"]["estimate"] - answer["points_silent"]["estimate"]
    assert gain == pytest.approx(answer["call_value"]["estimate"])
    assert (answer["bot"], answer["rules"], answer["seed"]) == ("greedy", "standard", 3)
    assert "win_value" not in answer


def test_numbers_of_deals_are_those_of_the_study() -> None:
    """The command states them before anything heavy is imported."""
    told = command._DEALS, command._CATEGORY_DEALS, command._MOST_FOR_PRECISION
    assert told == (study.HAND_DEALS, study.CATEGORY_DEALS, study.MOST_DEALS)


def test_the_hand_in_one_word_or_several(capsys: Capture) -> None:
    more = "--rounds", "200"
    words = [[HAND], HAND.split(), ["A,A,K,Dr", "Ph 9", "72"], ["AAKDrPh972"]]
    assert len({printed(capsys, *hand, *more) for hand in words}) == 1


def test_any_number_of_workers(capsys: Capture) -> None:
    hand = HAND, "--rounds", "3000"
    assert printed(capsys, *hand) == printed(capsys, *hand, "--workers", "1")


def test_precision(capsys: Capture) -> None:
    answer = answered(capsys, HAND, "--precision", "3")
    low, high = answer["call_value"]["ci95"]
    assert 2.5 < (high - low) / 2 <= 3
    assert answer["rounds"] % 1024 == 0
    assert answered(capsys, HAND, "--precision", "0.1", "-n", "999")["rounds"] == 999


def test_a_score(capsys: Capture) -> None:
    answer = answered(capsys, HAND, "--score", "700:950", "--rounds", "2000")
    assert answer["score"] == [700, 950]
    assert -1 < answer["win_value"]["ci95"][0] < answer["win_value"]["estimate"] < 1
    assert "% of the games, at -50:900" in printed(capsys, HAND, "-n", "99", "--score", "-50:900")


def test_one_deal(capsys: Capture) -> None:
    answer = answered(capsys, HAND, "--rounds", "1")
    assert answer["call_value"]["ci95"] == [None, None]
    assert answer["advice"] == "too close to say"
    assert "Advice: too close to say" in printed(capsys, HAND, "--rounds", "1")


def test_a_call_that_is_not_always_possible(capsys: Capture) -> None:
    more = "--set", "calls_per_team=one", "--rounds", "2000"
    weak = "2 3 4 5 6 7 8 9", *more
    answer = answered(capsys, *weak)
    assert answer["asked"] < answer["rounds"] == 2000
    assert f"In {answer['asked']:,} of them the call was possible" in printed(capsys, *weak)


def test_table(capsys: Capture) -> None:
    answer = answered(capsys, "--table", "--rounds", "20")
    rows = answer["categories"]
    exact = categories()
    assert [row["share"] for row in rows] == exact["share"].tolist()
    for name in ("aces", "dragon", "phoenix", "dog", "mahjong"):
        assert [row[name] for row in rows] == exact[name].tolist()
    found = study_categories(call_pairs(make_rules(), parse_bot("greedy"), 0), 20)
    for row, ours in zip(rows, found, strict=True):
        assert row["p_first"]["estimate"] == pytest.approx(ours.p_first().value)
        assert row["call_value"]["estimate"] == pytest.approx(ours.call_value().value)
        assert row["tichu_called"]["estimate"] == pytest.approx(ours.tichu_called().value)
    assert rows[12]["people"]["strong"]["calls"] > 1000
    assert answer["people"]["categories"] == 23


def test_the_table_for_the_eye(capsys: Capture) -> None:
    shown = printed(capsys, "--table", "--rounds", "2")
    lines = shown.splitlines()
    assert lines[0] == "2 deals of each category, each with and without the call"
    assert sum(" to " in line for line in lines) == 80
    assert "in 23 categories" in shown


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["A A K Dr Ph 9 7"], "7 cards: a hand has 8 here, such as 'A A K Dr Ph 9 7 2'"),
        ([*HAND.split(), "3"], "9 cards: a hand has 8 here, such as 'A A K Dr Ph 9 7 2'"),
        (["As As K Dr Ph 9 7 2"], "card given twice: As"),
        (["A A A A A 9 7 2"], "5 cards of rank A: the pack has 4"),
        (["A A K Dr Ph 9 7 X"], "no such card: 'X' (a rank of "),
        ([], 'name eight cards, such as "A A K Dr Ph 9 7 2", or a question about all'),
        ([HAND, "--bot", "nobody"], "no such bot: 'nobody' (there are random, greedy, expert"),
        ([HAND, "--rounds", "0"], "--rounds: 0 is below 1"),
        ([HAND, "--precision", "0"], "precision 0: it should be finite and above 0"),
        ([HAND, "--precision", "-2"], "precision -2: it should be finite and above 0"),
        ([HAND, "--precision", "nan"], "precision nan: it should be finite and above 0"),
        ([HAND, "--score", "7"], "score '7' should read US:THEM in points, such as 700:950"),
        ([HAND, "--score", "1000:5"], "score 1000:5: the game is over, at 1000 points"),
        ([HAND, "--rules", "atp"], "rules atp: the first eight cards can be given in the game of"),
        ([HAND, "--rules", "t52"], "rules t52: the first eight cards can be given in the game of"),
        (
            [HAND, "--set", "grand_tichu=false"],
            "rules standard with grand_tichu=false: nobody may call Grand Tichu",
        ),
        ([HAND, "--table"], "--table is about all hands: leave out 'A A K Dr Ph 9 7 2', or"),
        (
            ["--table", "--precision", "1"],
            "--precision is for a hand that is played: leave it out with",
        ),
        (
            ["--table", "--score", "0:0"],
            "--score is for a hand that is played: leave it out with --table",
        ),
    ],
)
def test_bad_input(arguments: list[str], told: str, capsys: Capture) -> None:
    more = [] if "--bot" in arguments else ["--bot", "greedy"]
    assert run(["grand-tichu", *arguments, *more]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"tichu-sim: {told}")
    assert shown.err.count("\n") == 1
