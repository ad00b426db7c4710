"""`tichu-sim decide`: what a bot does in a position."""

from typing import Annotated

import typer

from tichu_sim.cli.files import RecordFile, print_json, read_rounds
from tichu_sim.cli.options import Seed


def decide(
    file: RecordFile,
    bot: Annotated[
        str,
        typer.Option(
            "--bot",
            metavar="B",
            help="The bot that is asked; name:parameter=value:..., name@file.toml, FILE.py:NAME.",
        ),
    ],
    seed: Seed = 0,
    bombs: Annotated[
        bool, typer.Option("--bombs", help="Ask for bombs out of turn first.")
    ] = False,
) -> None:
    """Print what a bot does in a position.

    One JSON object for each record, as soon as it is read. seat: who is asked, null after the end;
    event: what that seat does, without its number.
    """
    from tichu_sim.bots.registry import parse_bot
    from tichu_sim.game.walk import walk
    from tichu_sim.studies.decide import decide

    chosen = parse_bot(bot)
    for where, record, position in read_rounds(file, walk):
        found = decide(chosen, record, position, seed, bombs, where)
        print_json(found._asdict())
