"""What the scripts of this folder share: how they are called, begin, and write shares."""

import inspect
import os
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

from tichu_sim.errors import InputError
from tichu_sim.studies.stats import Interval
from tichu_sim.tables.reader import StoredRun, load


def heading(run: dict[str, Any]) -> str:
    """Tell what was played."""
    bots = Counter(bot["name"] for bot in run["bots"])
    seated = ", ".join(f"{count} x {name}" for name, count in bots.items())
    games = f"{run['units']:,} games, " if run["unit"] == "game" else ""
    rules = run["rules"]
    if not isinstance(rules, str):
        rules = " ".join(
            value if name == "preset" else f"{name}={str(value).lower()}"
            for name, value in rules.items()
        )
    return f"{games}{run['rounds']:,} rounds, rules {rules}, seed {run['seed']}: {seated}"


def percent(number: float) -> str:
    """Return a share as text."""
    return f"{100 * number:.1f} %"


def percents(found: Interval) -> str:
    """Return a share and its interval as text.

    Examples
    --------
    >>> percents(Interval(0.5, 0.402, 0.598))
    '50.0 %, 95 %: 40.2 to 59.8'
    """
    return f"{percent(found.value)}, 95 %: {100 * found.low:.1f} to {100 * found.high:.1f}"


def run_with(name: str, argument: str, told: str | None, answer: Callable[[str], object]) -> int:
    """Print what a script has to say about the one thing named on the command line.

    Parameters
    ----------
    name, argument : str
        Of the script; what it wants, as its usage has it.
    told : str or None
        What it prints with ``--help``.
    answer : callable
        Gets what was named.

    Returns
    -------
    int
        0, or 2 for wrong usage and something that is not what is needed.
    """
    usage = f"usage: python analysis/{name} {argument}"
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(f"{usage}\n\n{inspect.cleandoc(told or '')}")
        return 0
    if len(sys.argv) != 2:
        print(usage, file=sys.stderr)
        return 2
    try:
        print(answer(sys.argv[1]), flush=True)
    except BrokenPipeError:
        # Whoever reads has seen enough; what is still in the buffer is for nobody.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except InputError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    return 0


def run_script(name: str, answer: Callable[[StoredRun], str]) -> int:
    """Print what a script has to say about a run; otherwise as `run_with`."""
    told = inspect.getdoc(sys.modules[answer.__module__]) or ""
    told += "\n\nOUT is a folder that `tichu-sim simulate` has written."
    return run_with(name, "OUT", told, lambda out: answer(load(out)))
