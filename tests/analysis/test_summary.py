"""The script that sums up a run."""

from pathlib import Path

import pytest

from .scripts import FOLDER, answer, played, script


def test_summary(tmp_path: Path) -> None:
    told = answer("summary.py", played(tmp_path, "standard", "greedy,random,greedy,random", 3000))
    assert told.startswith("3,000 rounds, rules standard, seed 0: 2 x greedy, 2 x random\n")
    for words in ("mean score", "double victories", "greedy, tichu:", "random, grand:", "bombs"):
        assert words in told
    assert "Players" not in told


@pytest.mark.parametrize(
    ("preset", "bots", "words", "not_there"),
    [
        ("bsw_tournament", "greedy,random,greedy,random", ["victory points"], ["mean score"]),
        (
            "threechu",
            "greedy,random,random",
            ["dealer and dummy:", "mean rank"],
            ["victory points"],
        ),
        ("t52", "greedy,random,greedy,random", ["skunks", "card points"], ["Players"]),
        ("tientsin", "greedy", ["triple victories"], ["random", "double"]),
        ("two_tea", "greedy,random", ["rounds won"], ["card points", "double"]),
        ("two_wuerzburg", "greedy,random", ["double victories"], ["Players"]),
        ("grand_seigneur", "greedy", ["rounds as Great Lord"], ["Calls", "mean score", "card"]),
    ],
)
def test_other_games(
    preset: str, bots: str, words: list[str], not_there: list[str], tmp_path: Path
) -> None:
    told = answer("summary.py", played(tmp_path, preset, bots, 180))
    assert f" rounds, rules {preset}, seed 0: " in told
    assert all(word in told for word in ("a round", "out first", "bombs thrown", *words))
    assert not [word for word in not_there if word in told]


def test_changed_rules_are_told(tmp_path: Path) -> None:
    told = answer("summary.py", played(tmp_path, "bsw", "random", 10, great_grand=True))
    assert told.startswith("10 rounds, rules bsw great_grand=true, seed 0: 4 x random\n")


def test_wrong_usage(tmp_path: Path) -> None:
    for arguments, told in (((), "usage: "), ((str(tmp_path),), "holds no run")):
        done = script("summary.py", *arguments)
        assert done.returncode == 2
        assert done.stdout == ""
        assert told in done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["call_chances.py", "ranks.py", "summary.py"])
@pytest.mark.parametrize("asked", [["--help"], ["-h"], ["out", "--help"]])
def test_help(name: str, asked: list[str]) -> None:
    done = script(name, *asked)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: python analysis/{name} OUT\n\n")
    assert "a folder that `tichu-sim simulate` has written" in done.stdout


def test_every_script_has_help() -> None:
    """Those above are all that there are, but for two on Grand Tichu, and what they are made of."""
    assert {path.name for path in FOLDER.glob("*.py")} == {
        "atlas_fit.py",
        "call_chances.py",
        "grand_tichu.py",
        "grand_tichu_answers.py",
        "grand_tichu_dots.py",
        "grand_tichu_hands.py",
        "grand_tichu_people.py",
        "grand_tichu_reasons.py",
        "grand_tichu_scores.py",
        "page.py",
        "ranks.py",
        "script.py",
        "summary.py",
    }
