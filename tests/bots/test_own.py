"""Compiled bots in a user's file: found, tuned, compiled; and what he is told if not."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from samples.rounds import a_run, play

from tichu_sim.bots.own import Parameter, compiled_bot
from tichu_sim.bots.registry import BOTS, parse_bot
from tichu_sim.errors import InputError
from tichu_sim.game.view import MOST_MORE
from tichu_sim.sim.run import make_run

HEAD = """
from tichu_sim.bots.own import Parameter, PythonBot, compiled_bot, jit

"""
CAUTIOUS = (
    HEAD
    + """
from tichu_sim.bits import count
from tichu_sim.game.ranks import rank_cards

def tichu(rules, public, own):
    return count(own.hand & rank_cards(14)) >= own.more[1]

def grand(rules, public, own):
    return own.more[0] > 0.5

ACES = Parameter("aces", 4, 0, 5, "cards", "aces for a Tichu")
GRAND = Parameter("grandly", 0, 0, 1, "switch", "1: calls Grand Tichu")
cautious = compiled_bot("calls with aces", "greedy", (GRAND, ACES), tichu=tichu, grand=grand)
never = compiled_bot("never calls Tichu", tichu=lambda rules, public, own: False)
number = 3
"""
)


@pytest.fixture
def mybots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mybots.py"
    path.write_text(CAUTIOUS)
    return path


def calls(bots: str, preset: str = "standard") -> list[int]:
    """How often each player has called Tichu and Grand Tichu."""
    run = a_run(bots, 200, seed=2, preset=preset)
    found = play(run).seats
    return [int((found["call"] == call).sum()) for call in (1, 2)]


def test_his_answers_and_those_of_the_rest(mybots: Path) -> None:
    bot = parse_bot("mybots.py:cautious")
    greedy = BOTS["greedy"].parameters
    assert [p.name for p in bot.kind.parameters] == [*(p.name for p in greedy), "grandly", "aces"]
    assert bot.params()[: len(greedy)].tolist() == [p.default for p in greedy]
    assert bot.more()[:3].tolist() == [0, 4, 0]
    assert (bot.kind.what, bot.kind.slow) == ("calls with aces", False)
    few, none = calls("mybots.py:cautious")
    many, _ = calls("mybots.py:cautious:aces=2")
    assert 0 <= few < many
    assert none == 0
    assert calls("mybots.py:cautious:grandly=1:aces=5")[1] == 800


def test_parameters_of_the_rest_can_be_tuned(mybots: Path) -> None:
    ours = "great_grand=1:bomb=0"
    run = a_run(f"mybots.py:never:{ours}", 50, seed=2)
    same = a_run(f"greedy:tichu=99:{ours}", 50, seed=2)
    assert (play(run).events == play(same).events).all()


def test_ways_to_name_it(mybots: Path) -> None:
    tuned = parse_bot("mybots.py:cautious:aces=3").values
    (mybots.parent / "eager.toml").write_text("aces = 3\n")
    folder = mybots.parent / "dir"
    folder.mkdir()
    (folder / "mybots.py").write_text(CAUTIOUS)
    for name in (f"{mybots}:cautious", "./dir/mybots.py:cautious", "./mybots.py:cautious"):
        assert parse_bot(f"{name}@eager.toml").values == tuned
        assert parse_bot(f"{name}:aces=2@eager.toml").values[-1] == 2
    assert parse_bot("mybots.py:cautious").kind is parse_bot("mybots.py:cautious:aces=2").kind


def test_parameters_follow_players_who_move(mybots: Path) -> None:
    bots = "mybots.py:cautious:grandly=1,mybots.py:never,greedy,mybots.py:cautious"
    run = make_run(
        a_run(bots, 1, preset="bsw_tournament", options={"grand_tichu": True}).rules,
        a_run(bots, 1, preset="bsw_tournament").bots,
        seed=3,
        units=9,
    )
    seats = play(run).seats
    assert ((seats["call"] == 2) == (seats["player"] == 0)).all()


@pytest.mark.slow
def test_grand_seigneur_is_played_by_the_rest(mybots: Path) -> None:
    one = play(a_run("mybots.py:cautious", 10, seed=2, preset="grand_seigneur"))
    other = play(a_run("greedy", 10, seed=2, preset="grand_seigneur"))
    assert (one.events == other.events).all()


def test_its_code_is_part_of_the_run(mybots: Path) -> None:
    described = a_run("mybots.py:never", 1).description()["bots"][0]
    mybots.write_text(CAUTIOUS + "\n# changed\n")
    changed = a_run("mybots.py:never", 1).description()["bots"][0]
    assert described.pop("code") != changed.pop("code")
    assert described == changed
    assert "code" not in a_run("greedy", 1).description()["bots"][0]


def test_two_functions_of_one_name(mybots: Path) -> None:
    mybots.write_text(
        HEAD
        + "def tichu(rules, public, own):\n    return True\n"
        + "one = compiled_bot('a', tichu=tichu)\n"
        + "def tichu(rules, public, own):\n    return False\n"
        + "other = compiled_bot('b', tichu=tichu)\n"
    )
    assert calls("mybots.py:one:grand=99")[0] == 800
    assert calls("mybots.py:other:grand=99")[0] == 0


# --- what he is told ---


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nowhere.py:bot", "no such file with bots: nowhere.py"),
        ("mybots.py:bold", "mybots.py has no bot 'bold' (there are cautious, never)"),
        ("mybots.py:number", "number in mybots.py is no bot but int (bots there: cautious, never)"),
        ("mybots.py", "name a bot in it (mybots.py:cautious, mybots.py:never)"),
        ("mybots.py:", "mybots.py has no bot '' (there are cautious, never)"),
        ("mybots.py:never:aces=1", "bot mybots.py:never has no parameter 'aces'"),
        (
            "expert:tichuu=1",
            "bot expert has no parameter 'tichuu' (did you mean tichu? "
            "`tichu-sim bots expert` lists all ",
        ),
        ("expert:xyz=1", "has no parameter 'xyz' (`tichu-sim bots expert` lists all "),
        ("greedy:bom=1", "'bom' (did you mean bomb? there are great_grand, grand, tichu, bomb,"),
        ("greedy:xyz=1", "no parameter 'xyz' (there are great_grand, grand, tichu, bomb, danger)"),
        ("mybots.py:cautious:aces=6", "bot mybots.py:cautious: aces=6 is outside 0..5"),
        ("mybots.py:cautious:aces", "'aces' should read name=value"),
        ("mybots.py:cautious@no.toml", "cannot read bot file no.toml"),
        ("mybots", "and yours as FILE.py:NAME"),
    ],
)
def test_what_is_not_there(mybots: Path, name: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        parse_bot(name)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("def broken(:\n", "mybots.py:1: SyntaxError: "),
        ("\nx = 1 / 0\n", "mybots.py:2: ZeroDivisionError: division by zero"),
        ("import nowhere\n", "mybots.py:1: ModuleNotFoundError: No module named 'nowhere'"),
        ("import helper\n", "helper.py:2: NameError: name 'y' is not defined"),
        ("raise SystemExit\n", "mybots.py:1: SystemExit"),
        (HEAD + "bot = compiled_bot('x', rest='clever')\n", "rest='clever' is no bot (there are"),
        (HEAD + "bot = compiled_bot('x', tchu=len)\n", "mybots.py:4: no such question: tchu"),
        (HEAD + "bot = compiled_bot('x', tichu=3)\n", "mybots.py:4: tichu=3 is no function"),
        (
            HEAD + "def tichu(own):\n    return True\nbot = compiled_bot('x', tichu=tichu)\n",
            "mybots.py:6: tichu takes (rules, public, own), not (own) as in line 4",
        ),
        (
            HEAD + "def play(rules, public, own): return 0\nbot = compiled_bot('x', play=play)\n",
            "play takes (rules, public, own, scratch), not (rules, public, own)",
        ),
        (
            HEAD
            + "P = Parameter('bomb', 1, 0, 2, 'x', 'y')\nb = compiled_bot('x', parameters=[P])",
            "mybots.py:5: parameter bomb: there is one of this name, of greedy",
        ),
        (
            HEAD + "P = Parameter('a', 3, 0, 2, 'x', 'y')\nb = compiled_bot('x', parameters=[P])",
            "parameter a: 3 is outside 0..2",
        ),
        (HEAD + "b = compiled_bot('x', parameters=[3])", "3 is no Parameter(name, default"),
    ],
)
def test_a_file_that_does_not_load(mybots: Path, content: str, told: str) -> None:
    before = set(sys.modules)
    (mybots.parent / "helper.py").write_text("\nx = y\n")
    mybots.write_text(content)
    with pytest.raises(InputError) as error:
        parse_bot("mybots.py:bot")
    assert told in str(error.value)
    assert "\n" not in str(error.value)
    assert set(sys.modules) == before


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return undefined + 1", "mybots.py:5: tichu does not compile: NameError"),
        ("x = 3\n    return own.nothing", "mybots.py:6: tichu does not compile: no such field"),
        (
            "return len([own.seat])",
            "mybots.py:5: tichu does not compile: compiled bots cannot make",
        ),
        ("return plain(own)", "mybots.py:5: tichu does not compile: Untyped global name 'plain'"),
        ("return called(own)", "mybots.py:11: tichu does not compile: no such field"),
        ("return 'a' + 3", "tichu does not compile: No implementation of function"),
        (
            "if own.seat > 1:\n        return 1",
            "mybots.py:5: tichu does not compile: No conversion",
        ),
    ],
)
def test_a_function_that_does_not_compile(mybots: Path, body: str, told: str) -> None:
    """The user's line and one sentence of Numba's page."""
    lines = [*HEAD.strip().splitlines(), "", "", "def tichu(rules, public, own):", f"    {body}"]
    lines += [""] * (8 - len(lines)) + ["@jit", "def called(own):", "    return own.nowhere"]
    lines += ["def plain(own):", "    return 1", "bot = compiled_bot('x', tichu=tichu)"]
    text = "\n".join(lines) + "\n"
    mybots.write_text(text)
    with pytest.raises(InputError) as error:
        a_run("mybots.py:bot", 1)
    assert told in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


def test_too_many_parameters() -> None:
    many = [Parameter(f"p{i}", 0, 0, 1, "x", "y") for i in range(MOST_MORE + 1)]
    with pytest.raises(InputError, match=f"{MOST_MORE} is the most"):
        compiled_bot("x", parameters=many)


# --- the cache ---

HELPER = "from tichu_sim.jit import jit\n\n@jit\ndef needed():\n    return {}\n"
USER = HEAD + (
    "from helper import needed\n"
    "def tichu(rules, public, own):\n    return needed() == 1\n"
    "bot = compiled_bot('x', tichu=tichu)\n"
)
QUESTION = """
import json
from tichu_sim.bots import questions
from tichu_sim.bots.kinds import view_dtypes
from tichu_sim.bots.registry import parse_bot
from tichu_sim.game.rules import Rules
from tichu_sim.jit import cache_folder, is_compiled
import numpy as np
bot = parse_bot("mybots.py:bot")
before = is_compiled(bot.kind.answers["tichu"].py_func)
view = [np.zeros(1, dtype)[0] for dtype in view_dtypes(Rules())[:3]]
answer = bot.answer(questions.TICHU, Rules(), view)
print(json.dumps([before, answer, sorted(p.name for p in cache_folder().glob("bots-*/own-*"))]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep their cache elsewhere")
def test_a_change_of_what_it_imports_is_noticed(
    mybots: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    # Its own cache, since folders are counted.
    cache = str(tmp_path_factory.mktemp("cache"))

    def ask() -> tuple[bool, int, list[str]]:
        done = subprocess.run(
            [sys.executable, "-c", QUESTION],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(sys.path),
                "XDG_CACHE_HOME": cache,
            },
            cwd=mybots.parent,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        before, answer, folders = json.loads(done.stdout)
        return before, answer, folders

    mybots.write_text(USER)
    helper = mybots.parent / "helper.py"
    helper.write_text(HELPER.format(1))
    before, answer, folders = ask()
    assert (before, answer) == (False, 1)
    assert ask() == (True, 1, folders)
    helper.write_text(HELPER.format(2))
    _, answer, after = ask()
    assert answer == 0
    assert len(after) == len(folders) + 1
    # His folder is left as it was.
    assert {path.name for path in mybots.parent.iterdir()} == {"mybots.py", "helper.py"}
    helper.write_text(HELPER.format(1))
    assert ask() == (True, 1, after)


def test_nothing_of_his_folder_stays_importable(mybots: Path) -> None:
    (mybots.parent / "helper.py").write_text(HELPER.format(1))
    mybots.write_text(USER)
    assert parse_bot("mybots.py:bot").kind.more == 0
    assert "helper" not in sys.modules
    assert str(mybots.parent) not in sys.path
    assert np.all(parse_bot("mybots.py:bot").more() == 0)
