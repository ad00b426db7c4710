"""`tichu-sim perft`: count the event sequences from a position."""

import signal
from typing import Annotated

import typer

from tichu_sim.cli.files import RecordFile, print_json, read_positions


def perft(
    file: RecordFile,
    depth: Annotated[int, typer.Option("--depth", min=0, help="Number of events.")],
) -> None:
    """Count the event sequences from a position.

    One JSON object for each record. An event is a play in turn (each card set and reading counts,
    the Mah Jong without a wish), a pass, or a gift to one receiver; announcements and bombs out of
    turn are left out.
    """
    from tichu_sim.game.perft import count_nodes
    from tichu_sim.game.perft import perft as number_of_sequences
    from tichu_sim.game.walk import walk

    # Compiled code does not look for Ctrl-C; meanwhile it ends the process.
    handler = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        for position in read_positions(file, walk, count_nodes):
            print_json({"depth": depth, "nodes": number_of_sequences(position, depth)})
    finally:
        signal.signal(signal.SIGINT, handler)
