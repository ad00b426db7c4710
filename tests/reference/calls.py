"""Announcements (R2.3 to R2.9)."""

from .games import game_of
from .options import Options

VALUE = {"tichu": 100, "grand": 200, "greatgrand": 400}


def may_call(
    options: Options,
    cards: int,
    complete: bool,
    played: bool = False,
    called: str | None = None,
    partner_called: str | None = None,
) -> list[str]:
    """Return the announcements that a seat may make now, if it is one of those that may.

    `cards` in hand; `complete`: all cards were dealt; `called` by this seat or a partner so far.
    """
    game = game_of(options)
    if called is not None or played:  # R2.5, R2.8
        return []
    if options.calls_per_team == "one" and partner_called is not None:  # A02
        return []
    if complete:
        return ["tichu"] if game.tichu else []
    if cards == 0 and options.great_grand:
        return ["greatgrand"]
    if cards == game.window and options.grand_tichu and game.callers:  # R2.4, R15.3, R18.2
        return ["grand"]
    return []
