"""Announcements (R2.3 to R2.9)."""

from .options import Options

WINDOW_CARDS = 8
FULL_HAND = 14
VALUE = {"tichu": 100, "grand": 200, "greatgrand": 400}


def may_call(
    options: Options,
    cards: int,
    complete: bool,
    played: bool = False,
    called: str | None = None,
    partner_called: str | None = None,
) -> list[str]:
    """Return the announcements that a seat may make now.

    `cards` in hand; `complete`: all 14 were dealt; `called` by this seat or its partner so far.
    """
    if called is not None or played:  # R2.5, R2.8
        return []
    if options.calls_per_team == "one" and partner_called is not None:  # A02
        return []
    if complete:
        return ["tichu"]
    if cards == 0 and options.great_grand:
        return ["greatgrand"]
    if cards == WINDOW_CARDS and options.grand_tichu:
        return ["grand"]
    return []
