"""`tichu-sim bots`: the bots and what can be tuned in them."""

from tichu_sim.cli.files import AsJson, print_json


def bots(as_json: AsJson = False) -> None:
    """List the bots with every parameter, its default and what it does.

    A bot is named with its parameters: name:parameter=value:..., or name@file.toml.
    """
    from tichu_sim.bots.registry import BOTS

    if as_json:
        listed = [
            {
                "name": kind.name,
                "what": kind.what,
                "parameters": [parameter._asdict() for parameter in kind.parameters],
            }
            for kind in BOTS.values()
        ]
        print_json({"bots": listed})
        return
    for kind in BOTS.values():
        print(f"{kind.name}: {kind.what}")
        for name, default, least, most, unit, what in kind.parameters:
            span = f"{least:g}..{most:g} {unit}"
            print(f"  {name:<12} {default:>6g}  {span:<18} {what}")
        print()
