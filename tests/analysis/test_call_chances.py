"""The script that fits the chances of calls anew."""

import ast
import doctest
import importlib
import re
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tichu_sim.bots.expert.calls import GRAND_WEIGHTS, TICHU_WEIGHTS
from tichu_sim.tables.reader import load

from .scripts import FOLDER, answer, played, script


@pytest.fixture
def chances(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(FOLDER)
    return importlib.import_module("call_chances")


def test_examples(chances: ModuleType) -> None:
    assert doctest.testmod(chances).failed == 0


def test_known_weights_are_found(chances: ModuleType) -> None:
    rng = np.random.default_rng(5)
    weights = np.array([-0.5, 1.0, -2.0])
    traits = np.column_stack([np.ones(40_000), rng.normal(size=(40_000, 2))])
    made = rng.random(len(traits)) < 1 / (1 + np.exp(-traits @ weights))
    assert chances.fit(traits, made) == pytest.approx(weights, abs=0.06)


@pytest.mark.slow
def test_what_it_tells(tmp_path: Path) -> None:
    """The bot's own weights are close to those that fit a run of its own."""
    out = played(tmp_path, "standard", "expert:tichu=0.4:grand=0.5", 20_000)
    told = answer("call_chances.py", out)
    seats = load(out).seats
    for call, used in (("grand", GRAND_WEIGHTS), ("tichu", TICHU_WEIGHTS)):
        share = (seats["call"] == call).mean()
        assert f"{call}: called in {100 * share:.1f} %" in told
        part = told[told.index(f"{call}: ") :]
        fitted = re.search(r"weights (\(.*\))", part)
        assert fitted
        assert len(ast.literal_eval(fitted[1])) == len(used)
        off = re.search(r"are ([\d.]+) % off", part)
        assert off
        assert float(off[1]) < 5


def test_what_it_cannot_fit(tmp_path: Path) -> None:
    done = script("call_chances.py", str(played(tmp_path / "a", "standard", "greedy", 10)))
    assert (done.returncode, done.stdout) == (2, "")
    assert "play rounds of four experts" in done.stderr
    done = script("call_chances.py", str(played(tmp_path / "b", "standard", "expert", 10)))
    assert "are too few to fit: play more rounds" in done.stderr
