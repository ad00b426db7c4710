"""A word on the screen while something is compiled for the first time."""

import sys
from collections.abc import Callable
from typing import Any


def say_if_compiling(*functions: Callable[..., Any]) -> None:
    """Tell a user at a terminal that one of these functions has to be compiled first.

    Parameters
    ----------
    functions : compiled functions
        See `tichu_sim.jit`.
    """
    from tichu_sim.jit import is_compiled

    if sys.stderr.isatty() and not all(is_compiled(function) for function in functions):
        print("compiling, once after every change of the program ...", file=sys.stderr)
