"""What the compiler has against a user's function, in one sentence with his line."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from tichu_sim.bots.shown import MAY_WRITE
from tichu_sim.errors import InputError

_PACKAGE = Path(__file__).parents[1]
_PLACES = re.compile(r'File "([^"\n]+)", line (\d+)|\bat (\S[^\n]*?) \((\d+)\)')
_PAINT = re.compile(r"\x1b\[[\d;]*m")
_HEAD = re.compile(r"^Failed in .*?mode pipeline.*$", re.M)
_WRITTEN = re.compile(re.escape(MAY_WRITE) + r" ([^\n]+)")
_GUARDED = re.compile(
    r"Cannot modify readonly array of type: (?:shown ([\w.]+(?: outside of give)?)|readonly)"
)
_LONGEST = 200
_ALLOCATES = "NRT required but not enabled"


def compile_error(bot: str, question: str, error: BaseException) -> InputError:
    """Return what to tell the user of an error that compiling one of his answers has raised.

    Parameters
    ----------
    bot, question : str
        Whose answer to what.
    error : Exception
        Of Numba, or of its insides.
    """
    file = Path(bot.rpartition(":")[0] or ".")
    where = next(_lines_in(file.resolve().parent, error), "")
    return InputError(f"{where or file.name}: {question} does not compile: {_sentence(error)}")


def _sentence(error: BaseException) -> str:
    text = _HEAD.sub("", _PAINT.sub("", str(error))).strip()
    if written := _written(text, error):
        return f"{MAY_WRITE} {written}"
    if _ALLOCATES in text:
        return f"compiled bots cannot make lists, arrays or texts ({_ALLOCATES})"
    if isinstance(error, KeyError):
        return f"no such field or name: {text}"
    text = re.sub(r"\bshown (?=[a-z]+\.)", "", text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith("- Resolution failure")]
    if not lines:
        return type(error).__name__
    first = re.sub(r",? (for '\$[^']*'|defined at None)", "", lines[0])
    call = next((line for line in lines if line.startswith(">>>")), "")
    if first.endswith("found for signature:"):
        first = f"{first.removesuffix(':')} {call.removeprefix('>>>').strip()}"
    return first if len(first) <= _LONGEST else first[: _LONGEST - 3] + "..."


def _written(text: str, error: BaseException) -> str:
    # What he has written but must not: told by the guard, or by Numba of a type that is guarded.
    if found := _WRITTEN.search(text):
        return found[1]
    if found := _GUARDED.search(text):
        return found[1] or "what it is shown"
    # An array that is added to as a whole makes Numba stumble.
    if isinstance(error, AttributeError) and (target := _target_of(error.__traceback__)):
        return target.removeprefix("shown ") if target.startswith("shown ") else "what it is shown"
    return ""


def _target_of(traceback: TracebackType | None) -> str:
    found = ""
    while traceback is not None:
        kinds = traceback.tb_frame.f_locals.get("args")
        if isinstance(kinds, tuple) and kinds and not getattr(kinds[0], "mutable", True):
            found = str(kinds[0])
        traceback = traceback.tb_next
    return found


def _lines_in(folder: Path, error: BaseException) -> Iterator[str]:
    # Where it happened in the user's files: as Numba writes it, else from where Numba stood.
    for name, line, other_name, other_line in _PLACES.findall(_PAINT.sub("", str(error))):
        path = Path(name or other_name)
        if (folder / path.name).is_file() and _is_his(path, folder):
            yield f"{path.name}:{line or other_line}"
    for loc in _locations(error.__traceback__):
        path = Path(str(loc.filename))
        if path.parent == folder or path.resolve().parent == folder:
            yield f"{path.name}:{loc.line}"


def _is_his(path: Path, folder: Path) -> bool:
    # A short name is how Numba shows a file near the current folder.
    return not path.is_absolute() or path.resolve().parent == folder


def _locations(traceback: TracebackType | None) -> list["_Location"]:
    found: list[_Location] = []
    while traceback is not None:
        for value in list(traceback.tb_frame.f_locals.values()):
            loc = getattr(value, "loc", None) if not isinstance(value, type) else None
            if hasattr(loc, "filename") and hasattr(loc, "line"):
                found.append(loc)  # type: ignore[arg-type]
        traceback = traceback.tb_next
    return found[::-1]


class _Location:
    filename: str
    line: int
