"""The scripts of `analysis/`, called as a user calls them."""

import subprocess
import sys
from pathlib import Path

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.rules import make_rules
from tichu_sim.sim.run import make_run
from tichu_sim.tables.store import store

FOLDER = Path(__file__).parents[2] / "analysis"


def script(name: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a script."""
    command = [sys.executable, str(FOLDER / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def answer(name: str, out: Path) -> str:
    """Return what a script has to say about a run."""
    done = script(name, str(out))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def played(out: Path, preset: str, bots: str, count: int, **options: object) -> Path:
    """Play some rounds and return their folder."""
    rules = make_rules(preset, options)
    store(make_run(rules, parse_bots(bots, rules.players), 0, count), out, workers=1)
    return out
