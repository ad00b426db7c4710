"""Figures with their intervals, for JSON and for the eye."""

import math
from typing import Any

from rich.text import Text

from tichu_sim.studies.stats import Interval

_DIGITS, _SHARE_DIGITS = 4, 6


def number(value: float, digits: int = _DIGITS) -> float | None:
    """Return a number for JSON, which knows neither nan nor infinity; 0 for less than nothing."""
    return round(value, digits) + 0.0 if math.isfinite(value) else None


def figure(found: Interval, digits: int = _DIGITS) -> dict[str, Any]:
    """Return an estimate and its interval for JSON.

    Examples
    --------
    >>> figure(Interval(math.nan, 0.0, 1.0))
    {'estimate': None, 'ci95': [0.0, 1.0]}
    """
    value, low, high = (number(part, digits) for part in found)
    return {"estimate": value, "ci95": [low, high]}


def share(found: Interval) -> dict[str, Any]:
    """Return a share and its interval for JSON."""
    return figure(found, _SHARE_DIGITS)


def points(value: float) -> str:
    """Return points for the eye, with their sign, and not -0.00.

    Examples
    --------
    >>> points(-0.001), points(math.inf)
    ('+0.00', '-')
    """
    return f"{round(value, 2) + 0.0:+.2f}" if math.isfinite(value) else "-"


def span(found: Interval) -> Text:
    """Return an interval of points for the eye."""
    return Text(f"{points(found.low)} to {points(found.high)}")


def percent(value: float) -> Text:
    """Return a share for the eye."""
    return Text("-" if math.isnan(value) else f"{100 * value:.1f} %")


def percents(found: Interval) -> list[Text]:
    """Return a share and its interval for the eye, in two columns."""
    if math.isnan(found.value):
        return [Text("-"), Text("-")]
    return [percent(found.value), Text(f"{100 * found.low:.1f} to {100 * found.high:.1f}")]


def coloured(text: str, found: Interval) -> Text:
    """Return a text in green where an interval is above 0, in red where it is below."""
    clear = "green" if found.low > 0 else "red" if found.high < 0 else ""
    return Text(text, f"bold {clear}" if clear else "")
