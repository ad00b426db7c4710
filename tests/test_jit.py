"""The compiler's cache: it notices every change, finds a place to write, and can be asked."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import platformdirs
import pytest
from numba.core.errors import NumbaError

import tichu_sim
from tichu_sim.bits import count
from tichu_sim.game.cards import PACK
from tichu_sim.jit import (
    KERNEL_FILES,
    Array,
    cache_folder,
    folder_hash,
    is_compiled,
    jit,
    source_hash,
    u64,
)

PACKAGE = Path(tichu_sim.__file__).parent

HELPER = """
from tichu_sim.jit import jit

@jit
def grown(number: int) -> int:
    return number + {more}
"""
CALLER = """
from tichu_sim.game.helper import grown
from tichu_sim.jit import jit

@jit
def doubled(number: int) -> int:
    return 2 * grown(number) + grown(3) - grown(3) + grown(4) - grown(4)
"""
QUESTION = """
import json
import tichu_sim
from tichu_sim.game.helper import grown
from tichu_sim.jit import cache_folder, is_compiled
from tichu_sim.sim.caller import doubled

before = is_compiled(doubled)
found = doubled(10)
print(json.dumps({
    "package": tichu_sim.__file__,
    "folder": str(cache_folder()),
    "before": before,
    "after": is_compiled(doubled),
    "found": found,
    "signatures": len(grown.signatures),
}))
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A package of its own: the compiler's wrapper, a caller and a helper in another file."""
    package = tmp_path / "tichu_sim"
    for folder in ("game", "bots", "sim", "cli"):
        (package / folder).mkdir(parents=True)
        (package / folder / "__init__.py").touch()
    (package / "__init__.py").touch()
    for name in ("jit.py", "checked.py", "words.py"):
        shutil.copy(PACKAGE / name, package)
    (package / "game" / "helper.py").write_text(HELPER.format(more=1))
    (package / "sim" / "caller.py").write_text(CALLER)
    return package


def ask(package: Path, cache: Path) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", QUESTION],
        env={**os.environ, "PYTHONPATH": str(package.parent), "XDG_CACHE_HOME": str(cache)},
        cwd=package.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout)
    assert answer["package"] == str(package / "__init__.py")
    return answer


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep their cache elsewhere")
def test_a_changed_helper_is_compiled_anew(copied: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = ask(copied, cache)
    assert not first["before"]
    assert first["after"]
    assert first["found"] == 22
    # Called with a variable and two literals, the helper was compiled once.
    assert first["signatures"] == 1
    folder = Path(str(first["folder"]))
    assert folder.is_relative_to(cache)
    compiled = {path.name for path in folder.rglob("*.nbc")}
    assert any(name.startswith("caller.doubled-") for name in compiled)

    again = ask(copied, cache)
    assert again["before"]
    assert (again["found"], again["folder"]) == (22, first["folder"])
    assert {path.name for path in folder.rglob("*.nbc")} == compiled

    (copied / "game" / "helper.py").write_text(HELPER.format(more=5))
    changed = ask(copied, cache)
    assert not changed["before"]
    assert changed["found"] == 30
    assert changed["folder"] != first["folder"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep their cache elsewhere")
def test_a_cache_that_cannot_be_written_is_done_without(copied: Path, tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    answer = ask(copied, in_the_way)
    assert answer["found"] == 22
    folder = Path(str(answer["folder"]))
    assert folder.is_relative_to(tempfile.gettempdir())
    shutil.rmtree(folder)


def test_the_hash_knows_every_file_that_code_is_compiled_from(copied: Path) -> None:
    hashes = [source_hash(copied)]

    def changed() -> bool:
        hashes.append(source_hash(copied))
        return hashes[-1] not in hashes[:-1]

    (copied / "game" / "helper.py").write_text(HELPER.format(more=2))
    assert changed()
    (copied / "bots" / "mine.py").write_text("ANSWER = 1\n")
    assert changed()
    (copied / "bots" / "mine.py").rename(copied / "bots" / "yours.py")
    assert changed()
    (copied / "rng.py").touch()
    assert changed()
    (copied / "sim" / "caller.py").unlink()
    assert changed()
    (copied / "game" / "helper.py").write_text(HELPER.format(more=1))
    assert changed()
    (copied / "cli" / "main.py").write_text("print()\n")
    assert not changed()


def test_no_file_with_compiled_code_is_left_out(tmp_path: Path) -> None:
    """What compiled code in another file calls is in the hash.

    Numba itself notices a change of the file that a function stands in.
    """
    copied = tmp_path / "tichu_sim"
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(copied.rglob("*.py"))}
    compiled = [path for path, text in texts.items() if "@jit" in text]
    assert copied / "sim" / "kernel.py" in compiled
    for path in [*compiled, copied / "jit.py"]:
        known = source_hash(copied)
        path.write_text(texts[path] + "\n")
        if source_hash(copied) == known:
            module = ".".join(path.relative_to(tmp_path).with_suffix("").parts)
            callers = [other for other in compiled if module in texts[other]]
            assert not callers, f"{callers} would not notice a change of {module}"


def test_the_hash_of_a_users_folder(tmp_path: Path) -> None:
    """Contents and names count, whatever the times of the files say; folders below do not."""
    (tmp_path / "mine.py").write_text("A = 1\n")
    hashes = [folder_hash(tmp_path)]
    times = (tmp_path / "mine.py").stat()
    (tmp_path / "helper.py").write_text("B = 1\n")
    hashes.append(folder_hash(tmp_path))
    (tmp_path / "helper.py").rename(tmp_path / "other.py")
    hashes.append(folder_hash(tmp_path))
    assert len(set(hashes)) == 3
    (tmp_path / "other.py").unlink()
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "deep.py").touch()
    (tmp_path / "notes.txt").touch()
    os.utime(tmp_path / "mine.py", ns=(times.st_atime_ns, times.st_mtime_ns + 1))
    assert folder_hash(tmp_path) == hashes[0]


def test_the_folder_is_named_after_the_hash() -> None:
    assert cache_folder().name == source_hash(files=KERNEL_FILES)


def test_a_change_of_a_bot_leaves_the_kernel_as_it_is(copied: Path) -> None:
    before = source_hash(copied, KERNEL_FILES)
    (copied / "bots" / "mine.py").write_text("ANSWER = 1\n")
    assert source_hash(copied, KERNEL_FILES) == before
    (copied / "bots" / "questions.py").write_text("QUESTIONS = ()\n")
    assert source_hash(copied, KERNEL_FILES) != before


def test_nothing_of_a_bot_is_compiled_into_the_kernel() -> None:
    for folder in ("game", "sim"):
        for path in (PACKAGE / folder).glob("*.py"):
            text = path.read_text(encoding="utf-8")
            if "@jit" in text:
                imported = re.findall(r"^from tichu_sim\.bots(.*) import (\w+)", text, re.M)
                assert {(where or f".{what}") for where, what in imported} <= {".questions"}, path


def test_another_folder_where_the_first_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda: str(in_the_way))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    folder = source_hash(files=KERNEL_FILES)
    assert cache_folder.__wrapped__() == tmp_path / "tichu_sim" / folder


@jit
def _never_called(number: int) -> int:
    return number


@jit
def _allocates(number: int) -> Array:
    return [number]  # type: ignore[return-value]


def test_what_is_compiled() -> None:
    assert count(u64(PACK)) == 56
    assert is_compiled(count)
    assert not is_compiled(_never_called)


def test_compiled_code_cannot_allocate() -> None:
    with pytest.raises(NumbaError):
        _allocates(1)
