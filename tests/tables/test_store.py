"""Runs on disk: the same bytes whatever happens, and nothing that is not whole."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tichu_sim.bots.registry import parse_bots
from tichu_sim.errors import InputError
from tichu_sim.game.rules import make_rules
from tichu_sim.sim import folder
from tichu_sim.sim import run as run_module
from tichu_sim.sim.run import TABLES, Run, make_run
from tichu_sim.tables.store import Stored, store

UNITS = 4000
SHARD_ROUNDS = 300

# Whoever is started in the background ignores the interrupt, and so would its children.
SMALL_SHARDS = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from tichu_sim.sim import run
run._SHARD_ROUNDS = run._SHARD_ROUNDS_WITH_EVENTS = {SHARD_ROUNDS}
from tichu_sim.cli.main import main
main()
"""


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "_SHARD_ROUNDS", SHARD_ROUNDS)
    monkeypatch.setattr(run_module, "_SHARD_ROUNDS_WITH_EVENTS", SHARD_ROUNDS)


def a_run(
    units: int = UNITS, seed: int = 0, whole_games: bool = False, detail: tuple[str, ...] = TABLES
) -> Run:
    return make_run(make_rules(), parse_bots("greedy", 4), seed, units, whole_games, detail)


def files(out: Path) -> dict[str, bytes]:
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the run, played in one go by one worker."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_module, "_SHARD_ROUNDS_WITH_EVENTS", SHARD_ROUNDS)
        out = tmp_path_factory.mktemp("undisturbed")
        assert store(a_run(), out, workers=1) == Stored(rounds=UNITS, played=UNITS)
    return files(out)


def test_what_is_written(undisturbed: dict[str, bytes]) -> None:
    parts = [f"{table}/part-{n:05d}.parquet" for table in TABLES for n in range(14)]
    assert sorted(undisturbed) == sorted([*parts, "run.json"])
    told = json.loads(undisturbed["run.json"])
    assert told["complete"] is True
    assert (told["unit"], told["units"], told["rounds"]) == ("round", UNITS, UNITS)
    assert [bot["name"] for bot in told["bots"]] == ["greedy"] * 4
    assert told["rules"] == "standard"
    assert told["detail"] == list(TABLES)


@pytest.mark.parametrize("workers", [2, 5])
def test_workers_do_not_show(tmp_path: Path, undisturbed: dict[str, bytes], workers: int) -> None:
    store(a_run(), tmp_path, workers)
    assert files(tmp_path) == undisturbed


def test_games(tmp_path: Path) -> None:
    run, told = a_run(300, whole_games=True), [0]
    one = store(run, tmp_path / "one", workers=1)
    two = store(run, tmp_path / "two", workers=2, on_units=told.append)
    assert one == two
    assert one.rounds > 300
    assert sum(told) == 300
    assert files(tmp_path / "one") == files(tmp_path / "two")
    shutil.rmtree(tmp_path / "two" / "seats")
    (tmp_path / "two" / "run.json").write_bytes(
        (tmp_path / "two" / "run.json")
        .read_bytes()
        .replace(b'complete": true', b'complete": false')
    )
    again = store(run, tmp_path / "two", workers=2, resume=True)
    assert again == one
    assert files(tmp_path / "one") == files(tmp_path / "two")


# --- killed and resumed ---


def start(out: Path, *more: str) -> "subprocess.Popen[str]":
    options = [str(out), "--rounds", str(UNITS), "--bots", "greedy", "--detail", ",".join(TABLES)]
    command = [sys.executable, "-c", SMALL_SHARDS, "simulate", *options, *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def stop(out: Path, moment: Callable[[], object], number: signal.Signals) -> tuple[int, str]:
    for _ in range(20):
        process = start(out)
        while not moment() and process.poll() is None:
            time.sleep(0.0002)
        process.send_signal(number)
        told = process.communicate()[1]
        if process.returncode != 0:
            return process.returncode, told
        # On a busy machine the run may be over before the signal is sent.
        shutil.rmtree(out)
    pytest.fail("the run was over before the signal, twenty times")


def parts(out: Path, table: str) -> int:
    return len(list(out.glob(f"{table}/part-*.parquet")))


MOMENTS: dict[str, Callable[[Path], object]] = {
    "folder": lambda out: out.exists(),
    "description": lambda out: (out / "run.json").exists(),
    "first part": lambda out: parts(out, "rounds") == 1,
    "between tables": lambda out: parts(out, "seats") > parts(out, "plays") > 0,
    "while writing": lambda out: list(out.glob("plays/.*")),
    "last part": lambda out: parts(out, "plays") == 14,
}


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
def test_killed_and_resumed(tmp_path: Path, undisturbed: dict[str, bytes], moment: str) -> None:
    out = tmp_path / "out"
    code, _ = stop(out, lambda: MOMENTS[moment](out), signal.SIGKILL)
    assert code == -signal.SIGKILL
    for name, found in files(out).items():
        if "/part-" in name:
            assert found == undisturbed[name]
    store(a_run(), out, workers=2, resume=True)
    assert files(out) == undisturbed


@pytest.mark.slow
def test_interrupted_and_resumed(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    out = tmp_path / "out"
    code, told = stop(out, lambda: parts(out, "plays") > 2, signal.SIGINT)
    assert code == 130
    assert told == f"tichu-sim: stopped; the same command with --resume finishes {out}\n"
    assert not list(out.rglob(".*"))
    assert json.loads((out / "run.json").read_text())["complete"] is False
    done = start(out, "--resume", "--json")
    answer = json.loads(done.communicate()[0])
    assert done.returncode == 0
    assert answer["rounds"] == UNITS > answer["played"] > 0
    assert files(out) == undisturbed


def test_a_finished_run_is_left_alone(tmp_path: Path) -> None:
    store(a_run(), tmp_path, workers=2)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    assert store(a_run(), tmp_path, workers=2, resume=True) == Stored(UNITS, 0)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_resuming_starts_where_nothing_is(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    store(a_run(), tmp_path / "new" / "er", workers=2, resume=True)
    assert files(tmp_path / "new" / "er") == undisturbed


def test_a_damaged_part_is_not_counted_on(tmp_path: Path) -> None:
    store(a_run(), tmp_path, workers=2)
    (tmp_path / "rounds" / "part-00003.parquet").write_bytes(b"PAR1")
    (tmp_path / "rounds" / "part-00005.parquet").unlink()
    told = json.loads((tmp_path / "run.json").read_text()) | {"complete": False}
    (tmp_path / "run.json").write_text(json.dumps(told))
    with pytest.raises(InputError, match=r"part-00003\.parquet is damaged"):
        store(a_run(), tmp_path, workers=2, resume=True)


@pytest.mark.parametrize("table", ["rounds", "seats"])
def test_a_finished_run_that_lost_a_part_is_mended(
    table: str, tmp_path: Path, undisturbed: dict[str, bytes]
) -> None:
    store(a_run(), tmp_path, workers=2)
    (tmp_path / table / "part-00001.parquet").unlink()
    store(a_run(), tmp_path, workers=2, resume=True)
    assert files(tmp_path) == undisturbed


def test_a_finished_run_with_a_spoiled_part_is_not_whole(tmp_path: Path) -> None:
    store(a_run(), tmp_path, workers=2)
    (tmp_path / "seats" / "part-00002.parquet").write_bytes(b"PAR1")
    with pytest.raises(InputError, match=r"part-00002\.parquet is damaged"):
        store(a_run(), tmp_path, workers=2, resume=True)


# --- refused ---


def test_another_writer_is_refused(tmp_path: Path) -> None:
    with folder.locked(tmp_path):
        for resume in (False, True):
            with pytest.raises(InputError, match="is being written by another process"):
                store(a_run(), tmp_path, workers=1, resume=resume)
    assert files(tmp_path) == {}


def test_what_is_there_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine")
    with pytest.raises(InputError, match=r"is not empty \(it holds notes\)"):
        store(a_run(), tmp_path, workers=1)
    with pytest.raises(InputError, match=r"holds no run: there is no run\.json in it"):
        store(a_run(), tmp_path, workers=1, resume=True)
    assert files(tmp_path) == {"notes": b"mine"}


@pytest.mark.parametrize("text", ["", "[]", "{}", "\x00"])
def test_a_description_that_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(InputError, match="does not describe a run"):
        store(a_run(), tmp_path, workers=1, resume=True)
    assert files(tmp_path) == {"run.json": text.encode()}


def test_another_run_is_not_resumed(tmp_path: Path) -> None:
    store(a_run(200), tmp_path, workers=1)
    before = files(tmp_path)
    others = {
        "seed": a_run(200, seed=1),
        "units": a_run(201),
        "unit": a_run(200, whole_games=True),
        "detail": a_run(200, detail=("rounds",)),
        "bots 0 name": make_run(make_rules(), parse_bots("random", 4), 0, 200, detail=TABLES),
        "rules": make_run(make_rules("bsw"), parse_bots("greedy", 4), 0, 200, detail=TABLES),
    }
    for told, other in others.items():
        with pytest.raises(InputError, match=f"holds another run: {told} is "):
            store(other, tmp_path, workers=1, resume=True)
    assert files(tmp_path) == before


def test_a_cut_run_needs_the_code_it_began_with(tmp_path: Path) -> None:
    store(a_run(200), tmp_path, workers=1)
    told = json.loads((tmp_path / "run.json").read_text()) | {"code": "0.0.1+old"}
    (tmp_path / "run.json").write_text(json.dumps(told))
    assert store(a_run(200), tmp_path, workers=1, resume=True).played == 0
    (tmp_path / "run.json").write_text(json.dumps(told | {"complete": False}))
    with pytest.raises(InputError, match="code is"):
        store(a_run(200), tmp_path, workers=1, resume=True)


@pytest.mark.parametrize("name", ["file", "file/below"])
def test_out_is_no_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(InputError, match=f"{name}"):
        store(a_run(), tmp_path / name, workers=1)
    assert files(tmp_path) == {"file": b"mine"}


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(InputError, match=r"^cannot write under .*: Permission denied$"):
        store(a_run(), tmp_path, workers=1)
    assert files(tmp_path) == {}


def test_a_full_disk(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    # A limit on the size of files makes the system refuse a write in the middle of one.
    limit = sorted(len(found) for name, found in undisturbed.items() if "plays" in name)[7]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
    try:
        with pytest.raises(InputError) as error:
            store(a_run(), tmp_path, workers=2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert str(error.value) == (
        f"cannot write under {tmp_path}: File too large; "
        "what is complete there is kept, and --resume goes on with it"
    )
    left = files(tmp_path)
    assert json.loads(left.pop("run.json"))["complete"] is False
    assert 0 < len(left) < len(undisturbed) - 1
    assert left.items() <= undisturbed.items()
    store(a_run(), tmp_path, workers=2, resume=True)
    assert files(tmp_path) == undisturbed


def test_a_game_without_end_leaves_no_run(tmp_path: Path) -> None:
    rules = make_rules("standard", {"target": 10**8})
    run = make_run(rules, parse_bots("greedy", 4), 0, 3, whole_games=True)
    with pytest.raises(InputError, match="has not ended"):
        store(run, tmp_path, workers=2)
    assert list(files(tmp_path)) == ["run.json"]
    assert json.loads((tmp_path / "run.json").read_text())["complete"] is False
