"""The script that tells how ranks change hands."""

import doctest
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pandas as pd
import pytest

from tichu_sim.tables.reader import load

from .scripts import FOLDER, answer, played, script


@pytest.fixture(params=["ranks", "script", "summary"])
def module(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A script as a module; they find each other because they lie in one folder."""
    return imported(request.param, monkeypatch)


@pytest.fixture
def ranks(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    return imported("ranks", monkeypatch)


def imported(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(FOLDER)
    return importlib.import_module(name)


def test_examples(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def seats(*first: int, game: int = 0) -> Iterator[dict[str, int]]:
    """Rounds of two players, by who is first in each."""
    for number, lord in enumerate(first):
        for player in (0, 1):
            place = 1 if player == lord else 2
            yield {"game": game, "round": number, "player": player, "place": place}


def test_reigns(ranks: ModuleType) -> None:
    rows = [*seats(0, 0, 1, 1, 1, 0), *seats(0, 0, 1, game=1)]
    found = ranks.with_reigns(pd.DataFrame(rows))
    # A reign ends with its game.
    assert found["reign"].tolist() == [1, 1, 2, 2, 2, 3, 4, 4, 5]
    assert found["rounds"].tolist() == [1, 2, 1, 2, 3, 1, 1, 2, 1]
    assert found["game"].tolist() == [0] * 6 + [1] * 3


def test_titles(ranks: ModuleType) -> None:
    """R16.3."""
    six = [ranks.title(rank, 6) for rank in range(6)]
    assert six == ["0 Great Lord", "1 Lord", "2 Squire", "3 Burgher", "4 Pauper", "5 Wretch"]
    assert [ranks.title(rank, 8) for rank in (3, 4, 5)] == ["3", "4", "5 Burgher"]


def test_ranks(tmp_path: Path) -> None:
    out = played(tmp_path, "grand_seigneur", "greedy", 600, players=5)
    told = answer("ranks.py", out)
    assert told.startswith(
        "60 games, 600 rounds, rules grand_seigneur players=5, seed 0: 5 x greedy"
    )
    frame = load(out).seats
    lords = frame[frame["rank"] == 0]
    kept = lords["place"] == 1
    assert len(lords) == 540
    assert f"0 Great Lord {100 * kept.mean():.1f} %, 95 %: " in told
    assert f"is first again     {100 * kept.mean():.1f} %" in told
    assert f"rounds in a row    {1 / (1 - kept.mean()):.2f}," in told
    table = next(line.split() for line in told.splitlines() if line.startswith("  4 Wretch"))
    to = (frame["place"] - 1)[frame["rank"] == 4].value_counts(normalize=True)
    assert table[2:] == [f"{100 * to.get(rank, 0):.1f}" for rank in range(5)]


def test_bots_that_differ(tmp_path: Path) -> None:
    # The strong one stays, so that rounds depend on each other and the interval is wider.
    out = played(tmp_path, "grand_seigneur", "greedy,random,random,random,random", 300, players=5)
    told = answer("ranks.py", out)
    assert "1 x greedy, 4 x random" in told


def test_what_has_no_ranks(tmp_path: Path) -> None:
    out = played(tmp_path / "a", "threechu", "random", 9)
    done = script("ranks.py", str(out))
    assert (done.returncode, done.stdout) == (2, "")
    assert "has no ranks: simulate with --rules grand_seigneur" in done.stderr
    out = played(tmp_path / "b", "grand_seigneur", "random", 3, rounds=1)
    assert "games of one round" in script("ranks.py", str(out)).stderr
