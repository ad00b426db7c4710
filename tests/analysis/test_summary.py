"""The script that sums up a run."""

import subprocess
import sys
from pathlib import Path

from tichu_sim.bots.registry import parse_bots
from tichu_sim.game.rules import make_rules
from tichu_sim.sim.run import make_run
from tichu_sim.tables.store import store

SCRIPT = Path(__file__).parents[2] / "analysis" / "summary.py"


def summary(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_summary(tmp_path: Path) -> None:
    bots = parse_bots("greedy,random,greedy,random", 4)
    store(make_run(make_rules(), bots, 0, 3000), tmp_path, workers=1)
    done = summary(str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("3,000 rounds, rules standard, seed 0: 2 x greedy, 2 x random\n")
    for told in ("mean score", "double victories", "greedy, tichu:", "random, grand:", "bombs"):
        assert told in done.stdout


def test_wrong_usage(tmp_path: Path) -> None:
    for arguments, told in (((), "usage: "), ((str(tmp_path),), "holds no run")):
        done = summary(*arguments)
        assert done.returncode == 2
        assert done.stdout == ""
        assert told in done.stderr
        assert done.stderr.count("\n") == 1
