"""A word on the screen while something is compiled for the first time."""

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tichu_sim.game.rules import Rules

USUAL = ""
"""The kind of code that the standard game needs; others have other names."""

_told: set[tuple[str, str]] = set()


def replay_kind(found: Mapping[str, Any]) -> str:
    """Return the kind of code that replays a record.

    Parameters
    ----------
    found : mapping
        The JSON object; one with unknown rules is as good as any.
    """
    from tichu_sim.game.games import GAME_OF, GAMES, STANDARD

    rules = found.get("rules")
    name = rules.get("preset") if isinstance(rules, dict) else rules
    game = GAME_OF.get(name) if isinstance(name, str) else None
    usual = GAMES[STANDARD].chairs
    return USUAL if game is None or game.chairs == usual else str(game.chairs)


def kernel_kind(rules: "Rules") -> str:
    """Return the kind of code that plays a game."""
    from tichu_sim.game.rules import make_rules
    from tichu_sim.sim.kernel import table_dtype

    size = table_dtype(rules).itemsize
    return USUAL if size == table_dtype(make_rules()).itemsize else f"table-{size}"


def is_first_use(kind: str, *functions: Callable[..., Any]) -> bool:
    """Tell whether one of these functions has to be compiled first, as far as can be known.

    For which kinds the cache holds a function is not to be seen, so the use of another kind than
    the usual one leaves a mark beside it.

    Parameters
    ----------
    kind : str
        Code is compiled anew for each.
    functions : compiled functions
        See `tichu_sim.jit`.
    """
    from tichu_sim.jit import cache_folder, is_compiled

    first = not all(is_compiled(function) for function in functions)
    if kind != USUAL:
        for function in functions:
            mark = cache_folder() / f"{function.__name__}-{kind}.used"
            first |= not mark.exists()
            mark.touch()
    return first


def say_if_compiling(kind: str, *functions: Callable[..., Any]) -> None:
    """Tell a user at a terminal that one of these functions has to be compiled first.

    Parameters are those of `is_first_use`. Every function is looked at once.
    """
    if not sys.stderr.isatty():
        return
    asked = [function for function in functions if (kind, function.__name__) not in _told]
    _told.update((kind, function.__name__) for function in asked)
    if asked and is_first_use(kind, *asked):
        print("compiling, once for each kind of game ...", file=sys.stderr)
