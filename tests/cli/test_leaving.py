"""Ctrl-C ends the program, also where a bot's compiled code never comes back."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from samples.pages import Capture
from samples.rounds import a_run, records

from tichu_sim.cli.leaving import GRACE, INTERRUPTED
from tichu_sim.cli.main import run
from tichu_sim.sim import blocks

LOOPING = """
from pathlib import Path
from tichu_sim.bots.own import PythonBot, compiled_bot

def endless(rules, public, own):
    found = 0
    while own.seat < 99:
        found += public.turn
    return found

looping = compiled_bot("thinks for ever", tichu=endless)

class Telling(PythonBot):
    rest = "random"

    def grand(self, view):
        Path("begun").touch()
        return False
"""
# Started in the background, a program would pass Ctrl-C over, and so would those that it starts.
PROGRAM = """
import signal
from tichu_sim.cli.main import main

signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""
BOTS = "mybots.py:looping,mybots.py:Telling,mybots.py:looping,mybots.py:Telling"
STOPPED = "tichu-sim: stopped\n"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="a signal is sent in another way there"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybots.py").write_text(LOOPING)
    # Whatever takes long to compile is.
    (record,) = records(a_run("greedy", 1))
    early = {**record.written(), "events": [e for e in record.events if " give " in str(e)]}
    early.pop("result", None)
    (tmp_path / "position.jsonl").write_text(json.dumps(early, default=str) + "\n")
    return tmp_path


def interrupted(*arguments: str, begun: Path | None) -> "subprocess.CompletedProcess[str]":
    """Start the program, press Ctrl-C once the bots play, and wait for its end."""
    command = [sys.executable, "-c", PROGRAM, *arguments]
    paths = os.pathsep.join(sys.path)
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    try:
        ends = time.monotonic() + 120
        while begun is not None and not begun.exists() and time.monotonic() < ends:
            time.sleep(0.05)
        time.sleep(1 if begun else 6)
        assert process.poll() is None, process.communicate()
        process.send_signal(signal.SIGINT)
        out, told = process.communicate(timeout=GRACE + 10)
    finally:
        process.kill()
    return subprocess.CompletedProcess(command, process.returncode, out, told)


@pytest.mark.parametrize(
    "arguments",
    [
        ["record", "--rounds", "9", "--bots", BOTS],
        ["compare", "mybots.py:Telling", "mybots.py:looping", "--deals", "9", "--workers", "2"],
        ["simulate", "out", "--rounds", "40000", "--bots", BOTS, "--workers", "2"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_an_endless_loop(arguments: list[str], folder: Path) -> None:
    done = interrupted(*arguments, begun=folder / "begun")
    simulates = arguments[0] == "simulate"
    told = "tichu-sim: stopped; the same command with --resume finishes out\n"
    assert (done.returncode, done.stderr) == (INTERRUPTED, told if simulates else STOPPED)
    assert done.stdout == ""
    if simulates:
        assert json.loads((folder / "out" / "run.json").read_text())["complete"] is False
        assert not list((folder / "out").rglob("*.parquet"))


def test_decide(folder: Path) -> None:
    done = interrupted("decide", "position.jsonl", "--bot", "mybots.py:looping", begun=None)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", STOPPED)


def test_ctrl_c_where_nothing_hangs(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def pressed(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(blocks, "play_rounds", pressed)
    assert run(["record", "--rounds", "9", "--bots", "greedy"]) == INTERRUPTED
    assert capsys.readouterr() == ("", STOPPED)


def test_what_is_finished_can_be_resumed(folder: Path) -> None:
    arguments = ["simulate", "out", "--rounds", "300000", "--bots", "greedy", "--workers", "1"]
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    ends = time.monotonic() + 120
    while not list(folder.glob("out/rounds/*.parquet")) and time.monotonic() < ends:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=GRACE + 10)
    assert process.returncode == INTERRUPTED
    assert told.endswith("with --resume finishes out\n")
    assert run([*arguments, "--resume", "--quiet"]) == 0
    assert json.loads((folder / "out" / "run.json").read_text())["complete"] is True
