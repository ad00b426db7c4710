"""`tichu-sim moves`: what may be done in a position."""

from typing import Any

from tichu_sim.cli.files import RecordFile, print_json, read_positions


def moves(file: RecordFile) -> None:
    """Print what may be done in a position.

    One JSON object for each record. seat: who is to act, null after the end; plays: all legal plays
    of that seat; pass; bombs: what other seats may throw out of turn; gifts: where the Dragon's
    trick may go.
    """
    from tichu_sim.game.events import event_words
    from tichu_sim.game.moves import fill_plays
    from tichu_sim.game.walk import walk

    for position in read_positions(file, walk, fill_plays):
        choices, rules = position.choices(), position.rules
        answer: dict[str, Any] = {
            "seat": choices.seat,
            "plays": sorted(event_words(play, rules) for play in choices.plays),
            "pass": choices.may_pass,
            "bombs": {
                str(seat): sorted(event_words(bomb, rules) for bomb in bombs)
                for seat, bombs in choices.bombs.items()
            },
            "gifts": choices.gifts,
        }
        print_json(answer)
