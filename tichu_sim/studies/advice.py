"""What to do, by what the call gains."""

from tichu_sim.studies.stats import Interval

CALL, SILENT, OPEN = "call", "do not call", "too close to say"
"""Pieces of advice."""


def advice_on(gain: Interval) -> str:
    """Return what to do where the call gains so much."""
    return CALL if gain.low > 0 else SILENT if gain.high < 0 else OPEN
