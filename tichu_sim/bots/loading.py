"""A user's file with bots: found, loaded, and asked for one of them by name."""

import hashlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from tichu_sim.bots.kinds import BotKind, CompiledBot
from tichu_sim.bots.own_kinds import OwnCompiledBot
from tichu_sim.bots.python_bot import PythonBot, PythonKind
from tichu_sim.entries import RaisedError
from tichu_sim.errors import InputError
from tichu_sim.jit import folder_hash


def find_bot(file: str, name: str, bots: Mapping[str, CompiledBot]) -> BotKind:
    """Return a bot of a user's file.

    Parameters
    ----------
    file, name : str
        As the user writes them.
    bots : mapping
        The bots of the package, which his may build on.

    Raises
    ------
    InputError
        For a file that is not there or does not load, and a name that is no bot in it.
    """
    path = _path_of(file)
    module = _load(path)
    found = vars(module).get(name)
    if found is None:
        there = ", ".join(_bots_of(module)) or "none"
        raise InputError(f"{file} has no bot {name!r} (there are {there})")
    if not _is_bot(found):
        kind = found.__name__ if isinstance(found, type) else type(found).__name__
        there = ", ".join(_bots_of(module)) or "none"
        raise InputError(f"{name} in {file} is no bot but {kind} (bots there: {there})")
    return _named(module, name, f"{file}:{name}", bots)


def bots_in_file(file: str) -> list[str]:
    """Return the names of the bots in a user's file; it raises what `find_bot` does."""
    return _bots_of(_load(_path_of(file)))


def _path_of(file: str) -> Path:
    path = Path(file).expanduser().resolve()
    if not path.is_file():
        raise InputError(f"no such file with bots: {file}")
    return path


def _bots_of(module: ModuleType) -> list[str]:
    return [name for name, value in vars(module).items() if _is_bot(value)]


def _is_bot(value: object) -> bool:
    if isinstance(value, type):
        return issubclass(value, PythonBot) and value is not PythonBot
    return isinstance(value, OwnCompiledBot)


_kinds: dict[tuple[str, str], BotKind] = {}


def _named(module: ModuleType, name: str, title: str, bots: Mapping[str, CompiledBot]) -> BotKind:
    # One kind for all seats, so that an answer is compiled once.
    key = module.__name__, title
    if key not in _kinds:
        found, code = vars(module)[name], module.__name__.rpartition("_")[2]
        if isinstance(found, OwnCompiledBot):
            _kinds[key] = replace(found, name=title, code=code)
        else:
            with _errors_of(module.__file__ or ""):
                _kinds[key] = PythonKind(title, code, found, bots)
    return _kinds[key]


def _load(path: Path) -> ModuleType:
    return _loaded(path, folder_hash(path.parent))


@cache
def _loaded(path: Path, state: str) -> ModuleType:
    # Compiled code is called by the names of module and function, so each state has a name.
    digest = hashlib.sha256(f"{path} {state}".encode()).hexdigest()[:16]
    name = f"{path.stem}_{digest}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path.name} cannot be loaded as Python")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _folder_of(path), _errors_of(str(path)):
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


@contextmanager
def _folder_of(path: Path) -> Iterator[None]:
    # What he imports from his folder is his alone: another folder may have the same names. Nor may
    # an old compiled file pass for a new source.
    folder, before = str(path.parent), set(sys.modules)
    written = sys.dont_write_bytecode
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = written
        sys.path.remove(folder)
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file and Path(file).parent == path.parent and Path(file) != path:
                del sys.modules[name]


@contextmanager
def _errors_of(file: str) -> Iterator[None]:
    try:
        yield
    except (Exception, SystemExit) as error:
        raise InputError(f"{place_of(error, Path(file))}: {error_text(error)}") from error


def error_text(error: BaseException) -> str:
    """Return what an error says, with its kind where it is none of ours."""
    if isinstance(error, RaisedError):
        return error_text(error.error)
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}"
    if isinstance(error, InputError):
        return str(error)
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def place_of(error: BaseException, file: Path) -> str:
    """Return the file and line where an error was raised, the last one in the user's folder."""
    if isinstance(error, RaisedError):
        return f"{Path(error.place[0]).name}:{error.place[1]}" if error.place else file.name
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}:{error.lineno}"
    for frame in reversed(extract_tb(error.__traceback__)):
        if Path(frame.filename).parent == file.parent:
            return f"{Path(frame.filename).name}:{frame.lineno}"
    return file.name
