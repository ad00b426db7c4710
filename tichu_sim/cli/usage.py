"""What is told of a command line that cannot be read."""

from typing import Any

_BOUNDS = {"greater_than_equal": ("ge", "below"), "less_than_equal": ("le", "above")}
_NUMBERS = {"int": "no whole number", "float": "no number"}


def usage_message(error: Any) -> str:
    """Return a sentence on wrong usage, with the command whose help tells more.

    Parameters
    ----------
    error : Exception
        Of the parser.
    """
    path = error.ctx.command_path if error.ctx is not None else "tichu-sim"
    return f"{_of_number(error) or error.format_message()} (see {path} --help)"


def _of_number(error: Any) -> str:
    # The parser hands on what the library says that it leaves numbers to; other versions of it
    # have no such cause, and read well.
    faults = getattr(error.__cause__, "errors", None)
    if faults is None or getattr(error, "param", None) is None:
        return ""
    fault = faults()[0]
    kind, given = str(fault["type"]), fault["input"]
    if kind in _BOUNDS:
        bound, side = _BOUNDS[kind]
        told = f"{given} is {side} {fault['ctx'][bound]}"
    elif (number := kind.partition("_")[0]) in _NUMBERS:
        told = f"{given!r} is {_NUMBERS[number]}"
    else:
        return ""
    return f"{error.param.opts[0]}: {told}"
