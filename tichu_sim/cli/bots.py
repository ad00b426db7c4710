"""`tichu-sim bots`: the bots and what can be tuned in them."""

from typing import Annotated

import typer

from tichu_sim.cli.files import AsJson, print_json


def bots(
    bot: Annotated[
        str | None,
        typer.Argument(metavar="BOT", help="One bot, such as FILE.py:NAME; else all there are."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the bots with every parameter, its default and what it does.

    A bot is named with its parameters: name:parameter=value:..., or name@file.toml; a bot of yours
    as FILE.py:NAME.
    """
    from tichu_sim.bots.registry import BOTS, parse_bot

    kinds = list(BOTS.values()) if bot is None else [parse_bot(bot).kind]
    if as_json:
        listed = [
            {
                "name": kind.name,
                "what": kind.what,
                "parameters": [parameter._asdict() for parameter in kind.parameters],
            }
            for kind in kinds
        ]
        print_json({"bots": listed})
        return
    for kind in kinds:
        print(f"{kind.name}: {kind.what}")
        for name, default, least, most, unit, what in kind.parameters:
            span = f"{least:g}..{most:g} {unit}"
            print(f"  {name:<12} {default:>6g}  {span:<18} {what}")
        print()
