"""The compiler: a typed wrapper around Numba, with a cache that notices every change of the kernel.

Numba's own cache looks at the file of one function only and so keeps code that is stale when a
function in another file changes. Here the cache folder is named after a hash of all sources that
compiled code is made of. Functions from elsewhere have a folder within it for each state of the
folder that their file is in.
"""

import hashlib
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from numba.core import config, types
from numba.extending import intrinsic as numba_intrinsic

from tichu_sim.checked import CheckedCompiler
from tichu_sim.words import Array, Mask, Record, i64, u64

# What compiled code is written with comes from one place, its words included.
__all__ = [
    "COMPILED_FILES",
    "KERNEL_FILES",
    "Array",
    "Mask",
    "Record",
    "cache_folder",
    "folder_hash",
    "i64",
    "intrinsic",
    "is_compiled",
    "is_of_package",
    "jit",
    "jit_once",
    "jit_small",
    "source_hash",
    "u64",
    "variant",
]

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent
_BOTS = _PACKAGE / "bots"
_WRITING_ANSWERS = ("give", "push", "give_back")
"""Names of the answers that are written to the own record."""
KERNEL_FILES = ("*.py", "game/*.py", "sim/*.py", "bots/questions.py")
"""Whatever the kernel is compiled from: it calls bots by their address."""
COMPILED_FILES = (*KERNEL_FILES, "bots/*.py", "bots/*/*.py")
"""Whatever bots are compiled from."""


def source_hash(package: Path = _PACKAGE, files: Sequence[str] = COMPILED_FILES) -> str:
    """Return a short hash of every source file that compiled code may come from.

    Parameters
    ----------
    package : Path
        Folder of the package; another one only in tests.
    files : sequence of str
        `KERNEL_FILES` or `COMPILED_FILES`.
    """
    digest = hashlib.sha256()
    for pattern in files:
        for path in sorted(package.glob(pattern)):
            digest.update(path.relative_to(package).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def folder_hash(folder: Path) -> str:
    """Return a short hash of the Python files in a folder, what is below it left out."""
    paths = sorted(folder.glob("*.py"))
    stats = [(path, path.stat()) for path in paths if path.is_file()]
    return _hash_of(tuple((path, stat.st_mtime_ns, stat.st_size) for path, stat in stats))


@cache
def _hash_of(files: tuple[tuple[Path, int, int], ...]) -> str:
    # Every function of a folder asks; the files are read once in each of their states.
    digest = hashlib.sha256()
    for path, _, _ in files:
        content = path.read_bytes()
        digest.update(f"{path.name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Return the folder of this version's compiled code, made on first use.

    Bots have folders of their own in it, so that a change of a bot leaves the kernel as it is.
    """
    name = Path("tichu_sim") / source_hash(files=KERNEL_FILES)
    candidates = (Path(platformdirs.user_cache_dir()), Path(tempfile.gettempdir()))
    for base in candidates:
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return candidates[-1]


def is_compiled(function: Callable[..., Any]) -> bool:
    """Tell whether the cache holds compiled code of a function made with `jit`."""
    stem = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}-"
    folder = _cache_folder_of(function) or cache_folder()
    return any(path.name.startswith(stem) for path in folder.rglob("*.nbi"))


def is_of_package(function: Callable[..., Any]) -> bool:
    """Tell whether a plain function is written in a file of the package."""
    return Path(function.__code__.co_filename).is_relative_to(_PACKAGE)


@contextmanager
def _numba_cache_in(folder: Path) -> Iterator[None]:
    # Numba reads the setting when a function is decorated; other packages must not see ours.
    settings = vars(config)
    before = settings["CACHE_DIR"]
    settings["CACHE_DIR"] = str(folder)
    try:
        yield
    finally:
        settings["CACHE_DIR"] = before


def jit(function: F) -> F:
    """Compile a function on its first call: cached, without the GIL, without allocation.

    Arrays come from outside and are not counted as references, which makes passing them free;
    a function that tries to make one does not compile. Division by zero is not checked; an index
    out of range is, in functions from elsewhere.
    """
    return _compiled(function, {"forceinline": False, "inline": "never"})


def jit_small(function: F) -> F:
    """Compile like `jit`, for small functions: the back end copies them into every caller.

    Each decorator states its kind of inlining in full, since what is left open a function takes
    over from whichever caller happens to compile it first.
    """
    return _compiled(function, {"forceinline": True})


def jit_once(function: F) -> F:
    """Compile like `jit`, for functions called from one place: they become part of the caller.

    Numba optimises each function together with all that it calls, so every floor less in a deep
    chain of calls saves seconds of compiling.
    """
    return _compiled(function, {"inline": "always", "forceinline": False})


def _cache_folder_of(function: Callable[..., Any]) -> Path | None:
    # None for what was typed in: there is no file whose changes could be noticed.
    path = Path(function.__code__.co_filename)
    if path.is_relative_to(_PACKAGE) and not path.is_relative_to(_BOTS):
        return cache_folder()
    bots = cache_folder() / f"bots-{_all_sources()}"
    if path.is_relative_to(_PACKAGE):
        return bots
    return bots / f"own-{folder_hash(path.parent)}" if path.is_file() else None


@cache
def _all_sources() -> str:
    return source_hash()


def _compiled(function: F, options: dict[str, Any]) -> F:
    folder = _cache_folder_of(function)
    if not is_of_package(function):
        options = {**options, **_checks()}
    with _numba_cache_in(folder or cache_folder()):
        compiled = cast(Any, numba.njit)(
            cache=folder is not None,
            nogil=True,
            error_model="numpy",
            no_cfunc_wrapper=True,
            _nrt=False,
            **options,
        )(function)
    _take_plain_kinds(compiled, Path(function.__code__.co_filename).is_relative_to(_BOTS))
    return cast(F, compiled)


def _checks() -> dict[str, Any]:
    # The package is trusted, a user is told where he reaches out of an array.
    return {"boundscheck": True, "pipeline_class": CheckedCompiler}


def _take_plain_kinds(compiled: Any, bare: bool) -> None:
    # Numba would compile every function anew for each literal number it is called with; and the
    # package's bots for a caller whose records are guarded, see `bots.shown`.
    get_call_template = compiled.get_call_template
    unliteral = cast(Any, types.unliteral)
    writes = compiled.py_func.__name__ in _WRITING_ANSWERS

    def plain_kind(kind: Any) -> Any:
        kind = unliteral(kind)
        if not bare or (writes and not getattr(kind, "gives", True)):
            return kind
        return getattr(kind, "bare", kind)

    def plain(args: Any, kws: Any) -> Any:
        return get_call_template(tuple(plain_kind(arg) for arg in args), kws)

    compiled.get_call_template = plain


def variant(function: Callable[..., Any], other: Callable[..., Any], field: str) -> None:
    """Let compiled code call another function where an argument is a record with a field.

    Games differ in the records they are played with. The choice is made when the caller is
    compiled, so that a game pays nothing for what only another one needs.

    Parameters
    ----------
    function, other : callable
        Made with `jit` or `jit_small`, with the same parameters.
    field : str
        Name of a field; those of records within records count too.
    """
    plain, wide = cast(Any, function), cast(Any, other)
    get_call_template, get_overload = plain.get_call_template, plain.get_overload

    def template(args: Any, kws: Any) -> Any:
        chosen = wide.get_call_template if _any_field(args, field) else get_call_template
        return chosen(args, kws)

    def overload(args: Any) -> Any:
        return (wide.get_overload if _any_field(args, field) else get_overload)(args)

    plain.get_call_template = template
    plain.get_overload = overload


def _any_field(kinds: Iterable[Any], field: str) -> bool:
    for kind in kinds:
        record = kind.dtype if isinstance(kind, types.Array) else kind
        if isinstance(record, types.Record):
            inner = (entry.type for entry in record.fields.values())
            if field in record.fields or _any_field(inner, field):
                return True
    return False


def intrinsic(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make an intrinsic from a function that emits LLVM instructions."""
    return cast(Callable[..., Any], numba_intrinsic(function))
