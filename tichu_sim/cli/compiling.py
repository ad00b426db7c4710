"""A word on the screen while something is compiled for the first time."""

import sys
from collections.abc import Callable, Mapping
from typing import Any

_USUAL_CHAIRS = 4
_told: set[tuple[int, str]] = set()


def chairs_of(found: Mapping[str, Any]) -> int:
    """Return for how many chairs code has to be compiled to replay a record.

    Parameters
    ----------
    found : mapping
        The JSON object; one with unknown rules is as good as any.
    """
    from tichu_sim.game.games import GAME_OF

    rules = found.get("rules")
    name = rules.get("preset") if isinstance(rules, dict) else rules
    return GAME_OF[name].chairs if isinstance(name, str) and name in GAME_OF else _USUAL_CHAIRS


def is_first_use(chairs: int, *functions: Callable[..., Any]) -> bool:
    """Tell whether one of these functions has to be compiled first, as far as can be known.

    Code is compiled anew for each number of chairs. What the cache holds it for is not to be seen,
    so a use for another number than the usual one leaves a mark beside it.

    Parameters
    ----------
    chairs : int
        As `games.Game` has it.
    functions : compiled functions
        See `tichu_sim.jit`.
    """
    from tichu_sim.jit import cache_folder, is_compiled

    first = not all(is_compiled(function) for function in functions)
    if chairs != _USUAL_CHAIRS:
        for function in functions:
            mark = cache_folder() / f"{function.__name__}-{chairs}.used"
            first |= not mark.exists()
            mark.touch()
    return first


def say_if_compiling(chairs: int, *functions: Callable[..., Any]) -> None:
    """Tell a user at a terminal that one of these functions has to be compiled first.

    Parameters are those of `is_first_use`. Every function is looked at once.
    """
    if not sys.stderr.isatty():
        return
    asked = [function for function in functions if (chairs, function.__name__) not in _told]
    _told.update((chairs, function.__name__) for function in asked)
    if asked and is_first_use(chairs, *asked):
        print("compiling, once after every change of the program ...", file=sys.stderr)
