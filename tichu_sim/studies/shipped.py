"""The reference data that comes with the program."""

from pathlib import Path

from tichu_sim.errors import InputError

_PACKAGE = Path(__file__).parents[1]
# An installed package has the folder inside it, a checkout beside it.
_FOLDERS = (_PACKAGE / "data", _PACKAGE.parent / "data")


def shipped_file(name: str) -> Path:
    """Return where a file of the folder ``data`` is.

    Raises
    ------
    InputError
        If it is not there.

    Examples
    --------
    >>> shipped_file("exact_counts.json").is_file()
    True
    """
    for folder in _FOLDERS:
        if (folder / name).is_file():
            return folder / name
    raise InputError(f"data/{name}, which comes with the program, is not there: install it again")
