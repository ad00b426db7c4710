"""Bots in plain Python: what they see, what they may answer, and where they play."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from samples.rounds import a_run, play, records

from tichu_sim.bots.own import PythonBot, View
from tichu_sim.bots.registry import parse_bot
from tichu_sim.errors import InputError
from tichu_sim.game.referee import find_fault
from tichu_sim.sim.pipeline import produce
from tichu_sim.sim.run import Run, Shard

FOLDER = Path(__file__).parents[1] / "own_bots"
WITNESS = f"{FOLDER / 'witness.py'}:Witness"

HEAD = "from tichu_sim.bots.own import Parameter, PythonBot\n"
SEEN: list[Any] = []
"""What the bots of these tests note."""

LOOKING = (
    HEAD
    + """
from bots.test_python_bot import SEEN

class Looking(PythonBot):
    '''Notes what it sees.

    And plays the first play.'''

    rest = "random"
    parameters = (Parameter("hope", 0.5, 0, 1, "chance", "of nothing"),)

    def give(self, view):
        SEEN.append(view)
        return view.hand[:3]

    def play(self, view):
        SEEN.append(view)
        return view.plays[0] if view.plays else "pass"
"""
)


@pytest.fixture
def looking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    path = tmp_path / "mybots.py"
    path.write_text(LOOKING.replace("from bots.test_python_bot import SEEN", _where()))
    monkeypatch.chdir(tmp_path)
    SEEN.clear()
    yield "mybots.py:Looking"
    SEEN.clear()


def _where() -> str:
    # The list itself, whatever this module is called here.
    return f"import sys\nSEEN = sys.modules[{__name__!r}].SEEN"


def test_what_it_is(looking: str) -> None:
    kind = parse_bot(f"{looking}:hope=1:wish=0").kind
    assert kind.what == "Notes what it sees."
    assert kind.slow
    names = [parameter.name for parameter in kind.parameters]
    assert names[-1] == "hope"
    assert names[0] == "great_grand"
    assert kind.more == 1


def test_the_view_in_words(looking: str) -> None:
    """What it sees is what the record of the round tells."""
    (record,) = records(a_run(f"{looking}:hope=1", 1, seed=1))
    views: list[View] = SEEN
    gives, plays = views[:4], views[4:]
    assert [view.seat for view in gives] == [0, 1, 2, 3]
    for view in gives:
        assert set(view.dealt) == set(view.hand)
        assert len(view.first) == 8
        assert view.receivers == tuple((view.seat + k) % 4 for k in (1, 2, 3))
        assert view.partner == (view.seat + 2) % 4
        assert view.partners == (view.partner,)
        assert view.opponents == ((view.seat + 1) % 4, (view.seat + 3) % 4)
        assert (view.owner, view.leader, view.turn, view.wish) == (None,) * 4
        assert view.given == view.received == {}
        assert view.parameters["hope"] == 1
        assert view.parameters["bomb"] == 0.2
        assert view.dealer == record.dealer
        assert view.sizes == (14,) * 4
    given = {
        int(event.split()[0]): event.split()[2:]
        for event in map(str, record.events)
        if " give " in event
    }
    first = plays[0]
    assert first.turn == first.leader == first.seat
    assert first.top == ()
    assert first.top_combo is None
    assert first.played == ((),) * 4
    assert not first.may_pass
    for view in plays[:4]:
        assert list(view.given.values()) == given[view.seat]
        back = {giver: given[giver][(view.seat - giver) % 4 - 1] for giver in view.received}
        assert view.received == back
    texts = [str(event).partition(" wish ")[0] for event in record.events]
    for view in plays:
        # `may_pass` and `plays` have answered long after the round.
        if view.plays:
            assert f"{view.seat} {view.plays[0]}" in texts
        assert sum(map(len, view.played)) + sum(view.sizes) == 56
        assert (view.top_combo is None) == (view.top == ())
        assert view.points >= -25
        assert view.finish == tuple(sorted(view.finish, key=view.finish.index))
        assert set(view.calls) <= {"none", "tichu", "grand"}
        assert view.total == view.victory == (0,) * 4


def test_chance_is_the_own_stream(looking: str) -> None:
    play(a_run(looking, 1, seed=1))
    view: View = SEEN[0]
    drawn = [view.random() for _ in range(100)]
    assert all(0 <= number < 1 for number in drawn)
    assert len(set(drawn)) == 100
    assert {view.choice("abc") for _ in range(100)} == {"a", "b", "c"}


class _Rows:
    # Keeps what is played.
    def __init__(self) -> None:
        self.rounds: list[bytes] = []

    def wants_events(self, shard: Shard) -> bool:
        return True

    def encode(self, shard: Shard, played: Any) -> bytes:
        return bytes(played.events.tobytes())

    def finish(self, shard: Shard, parts: list[bytes], stop: Any) -> None:
        self.rounds += parts


def test_the_same_rounds_in_threads(tmp_path: Path) -> None:
    path = tmp_path / "mybots.py"
    path.write_text(
        HEAD
        + "class Drawing(PythonBot):\n    rest = 'random'\n"
        + "    def play(self, view):\n"
        + "        legal = [*view.plays, *['pass'] * view.may_pass]\n"
        + "        return view.choice(legal)\n"
    )
    run = a_run(f"{path}:Drawing", 120, seed=2)
    alone = bytes(play(run).events.tobytes())
    for workers in (1, 2):
        rows = _Rows()
        produce(_in_small_blocks(run), [Shard(0, 0, 120)], rows, workers)
        assert b"".join(rows.rounds) == alone


def _in_small_blocks(run: Run) -> Run:
    class Small(Run):
        def blocks(self, shard: Shard) -> Iterator[tuple[int, int]]:
            yield from ((first, first + 30) for first in range(shard.first, shard.last, 30))

    return Small(run.rules, run.bots, run.seed, run.units)


GAMES = ("bsw_tournament", "threechu", "tientsin", "t52", "two_tea", "two_wuerzburg")


@pytest.mark.parametrize(
    "preset",
    ["great_grand", *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES)],
)
def test_it_plays_every_game_of_one_pack(preset: str) -> None:
    for record in records(a_run(WITNESS, 6, seed=3, preset=preset)):
        assert find_fault(record.written()) is None


def test_it_does_not_play_grand_seigneur() -> None:
    with pytest.raises(InputError, match="bots in Python do not play Grand Seigneur"):
        a_run(WITNESS, 1, preset="grand_seigneur")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("    rest = 'clever'", "mybots.py: rest='clever' is no bot"),
        ("    def play(self): pass", "play takes (self, view), not (self) as in line 3"),
        ("    def stack(self, view): pass", "stack takes (self, view, side), not (self, view)"),
        ("    def push(self, view): pass", "push: bots in Python do not play Grand Seigneur"),
        ("    play = 3", "play is no method with (self, view)"),
        ("    parameters = (3,)", "3 is no Parameter("),
        ("    async def play(self, view): pass", "play in line 3 is an async def, and should be a"),
        ("    async def play(self, view): yield", "play in line 3 is an async def, and should be"),
        ("    def play(self, view): yield 1", "play in line 3 is a generator (it has a yield)"),
        (
            "    @staticmethod\n    def tichu(view): return True",
            "tichu in line 3 is a staticmethod, and should be a plain method with (self, view)",
        ),
        ("    @classmethod\n    def tichu(cls, view): pass", "tichu in line 3 is a classmethod"),
        ("    @property\n    def tichu(self): return 1 / 0", "tichu in line 3 is a property"),
        ("    tichu = lambda view: True", "tichu takes (self, view), not (view) as in line 3"),
        ("    tichu = True", "tichu is no method with (self, view)"),
        ("    def stack(self, view, side): yield 1", "plain method with (self, view, side)"),
        ("    def __init__(self):\n        self.x = 1 / 0", "mybots.py:4: ZeroDivisionError"),
    ],
)
def test_what_is_no_bot(
    body: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mybots.py").write_text(f"{HEAD}class Mine(PythonBot):\n{body}\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as error:
        parse_bot("mybots.py:Mine")
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("plays", "play"),
        ("Play", "play"),
        ("tichuu", "tichu"),
        ("tichi", "tichu"),
        ("grant", "grand"),
        ("great_grant", "great_grand"),
        ("greatgrand", "great_grand"),
        ("bombs", "bomb"),
        ("gifts", "gift"),
        ("dogs", "dog"),
        ("stacks", "stack"),
        ("gives", "give"),
    ],
)
def test_a_slip_of_a_name(name: str, question: str, tmp_path: Path) -> None:
    body = f"class Mine(PythonBot):\n    def {name}(self, view): pass\n"
    (tmp_path / "mybots.py").write_text(HEAD + body)
    with pytest.raises(InputError) as error:
        parse_bot(f"{tmp_path / 'mybots.py'}:Mine")
    told = f"{name} in line 3 answers no question: is {question} meant?"
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_names_that_are_free(tmp_path: Path) -> None:
    """Those of helpers, values, and whatever begins with a line."""
    names: tuple[str, ...] = (
        "strength",
        "weigh",
        "best",
        "lead",
        "follow",
        "player",
        "playable",
        "hand",
        "winners",
    )
    names += (
        "giveaway",
        "bomb_rank",
        "tichu_chance",
        "grand_total",
        "_plays",
        "_tichuu",
        "first_of",
    )
    methods = "".join(f"    def {name}(self, view): pass\n" for name in names)
    body = f"class Mine(PythonBot):\n    plays = 3\n    names = ()\n{methods}"
    (tmp_path / "mybots.py").write_text(HEAD + body)
    assert parse_bot(f"{tmp_path / 'mybots.py'}:Mine").kind.slow


@pytest.mark.parametrize(
    ("question", "answer", "told"),
    [
        ("tichu", "1", None),
        ("tichu", "'no'", "the answer 'no' is not True or False"),
        ("give", "'give ' + ' '.join(view.hand[:3])", None),
        ("give", "dict(zip(view.receivers, view.hand))", None),
        ("give", "list(view.hand[:4])", "is not 3 cards"),
        ("give", "['xx', '2j', '3j']", "no such card: 'xx'"),
        ("play", "'play'", "is no event: the cards are missing"),
        ("play", "3", "the answer 3 is not a play such as"),
        ("play", "'give 2j'", "is no event"),
        ("play", "'bomb ' + view.hand[0]", "is not a play such as"),
        ("play", "'play Mj wish 5' if 'Mj' in view.hand else 'pass'", "the rest is asked next"),
        ("wish", "'A'", None),
        ("wish", "5", None),
        ("wish", "'X'", "no such rank: 'X'"),
        ("wish", "view", "is not a rank such as"),
        ("gift", "'east'", "the answer 'east' is not a seat"),
        ("gift", "1 << 80", "R10.2"),
    ],
)
def test_forms_of_answers(question: str, answer: str, told: str | None, tmp_path: Path) -> None:
    path = tmp_path / "mybots.py"
    path.write_text(
        f"{HEAD}class Mine(PythonBot):\n    def {question}(self, view):\n        return {answer}\n"
    )
    run = a_run(f"{path}:Mine", 40, seed=4)
    if told is None:
        assert len(play(run).rounds) == 40
        return
    with pytest.raises(InputError) as error:
        play(run)
    assert told in str(error.value)


def test_a_bot_may_be_stopped(tmp_path: Path) -> None:
    path = tmp_path / "mybots.py"
    body = "    def play(self, view):\n        raise KeyboardInterrupt\n"
    path.write_text(f"{HEAD}class Mine(PythonBot):\n{body}")
    with pytest.raises(KeyboardInterrupt):
        play(a_run(f"{path}:Mine", 1))


def test_the_base_answers_nothing() -> None:
    assert not [name for name in ("play", "tichu", "give") if hasattr(PythonBot, name)]
