"""Pictures as files: what they may be called, and the frame that all of them share."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from tichu_sim.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg")
INK = "#222222"
"""Of titles."""
# Nothing that differs from day to day, or names the drawing program.
_NO_METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))


def check_plot(path: Path) -> None:
    """Make sure that a picture could be drawn, before anything is played for it.

    Raises
    ------
    InputError
        For another suffix than those of `SUFFIXES`, and where matplotlib is not installed.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"{path}: a plot is a file that ends in {' or '.join(SUFFIXES)}")
    if find_spec("matplotlib") is None:
        raise InputError(
            "a plot needs matplotlib, which is not installed: "
            "pip install -c constraints.txt -e '.[plot]'"
        )


@contextmanager
def figure_in(
    file: Path | IO[str],
    kind: str,
    width: float,
    height: float,
    settings: Mapping[str, Any] | None = None,
) -> "Iterator[Figure]":
    """Yield a figure to draw on, and write it.

    Parameters
    ----------
    file : Path or file
        Overwritten.
    kind : str
        ``png`` or ``svg``.
    width, height : float
        In inches.
    settings : mapping, optional
        Further ones of matplotlib.

    Examples
    --------
    >>> import io
    >>> file = io.StringIO()
    >>> with figure_in(file, "svg", 1, 1) as figure:
    ...     _ = figure.text(0, 0, "Mah Jong")
    >>> "Mah Jong" in file.getvalue(), "metadata" in file.getvalue()
    (True, False)
    """
    # Takes a second to import.
    from matplotlib import rc_context  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    # Texts as texts; a number that is drawn for names in the file would differ each time.
    chosen: Any = {"svg.fonttype": "none", "svg.hashsalt": "tichu_sim", "font.size": 10}
    chosen.update(settings or {})
    with rc_context(chosen):
        figure = Figure((width, height), layout="constrained")
        yield figure
        metadata = _NO_METADATA if kind == "svg" else {}
        figure.savefig(file, format=kind, dpi=160, metadata=metadata)
