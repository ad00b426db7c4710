"""Simulation and analytics for the card game Tichu.

Examples
--------
>>> import tichu_sim
>>> tichu_sim.readings("8j 8s Ph")
['triple/3/8']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tichu_sim.version import __version__ as __version__

if TYPE_CHECKING:
    from tichu_sim.face import beats as beats
    from tichu_sim.face import legal as legal
    from tichu_sim.face import readings as readings
    from tichu_sim.tables.reader import StoredRun as StoredRun
    from tichu_sim.tables.reader import decode as decode
    from tichu_sim.tables.reader import load as load

# Imported on first use: the compiler and pandas take longer to import than most commands run.
_HOME = {
    "readings": "tichu_sim.face",
    "beats": "tichu_sim.face",
    "legal": "tichu_sim.face",
    "load": "tichu_sim.tables.reader",
    "decode": "tichu_sim.tables.reader",
    "StoredRun": "tichu_sim.tables.reader",
}
__all__ = ["StoredRun", "beats", "decode", "legal", "load", "readings"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
