"""`tichu-sim rules`: the games and their options."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from tichu_sim.cli.files import AsJson, print_json

if TYPE_CHECKING:
    from tichu_sim.game.games import Game, Setting
    from tichu_sim.game.rules import Option

_LINE = 100


def rules(as_json: AsJson = False) -> None:
    """List the games and their options.

    The presets are for --rules, the options for --set.
    """
    from tichu_sim.game.games import GAMES, PRESETS
    from tichu_sim.game.rules import OPTIONS

    if as_json:
        print_json(
            {
                "presets": {name: dict(settings) for name, settings in PRESETS.items()},
                "options": [_option(option) for option in OPTIONS],
                "games": [_game(game) for game in GAMES],
            }
        )
        return
    print("Games: presets for --rules NAME, and the options that belong to them")
    width = max(map(len, PRESETS))
    for game in GAMES:
        print(f"\n{game.name}: {game.what}")
        for name, settings in game.presets.items():
            print(f"  {name:{width}}  {_listed(settings) or 'the defaults'}")
        print("\n".join(_wrapped(f"options: {', '.join(game.options)}")))
    print("\nOptions for --set OPTION=VALUE, the default first; a preset may set another one\n")
    width = max(len(option.name) for option in OPTIONS)
    for option in OPTIONS:
        print(f"  {option.name:{width}}  {option.what}")
        print(f"  {'':{width}}  {_values(option)}")


def _option(option: "Option") -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.default,
        "values": list(option.values) or None,
        "least": None if option.values else option.least,
        "most": option.most or None,
        "what": option.what,
    }


def _game(game: "Game") -> dict[str, Any]:
    return {
        "name": game.name,
        "what": game.what,
        "presets": list(game.presets),
        "options": list(game.options),
    }


def _listed(settings: "Mapping[str, Setting]") -> str:
    from tichu_sim.game.rules import setting_text

    return ", ".join(f"{name}={setting_text(value)}" for name, value in settings.items())


def _wrapped(text: str) -> Iterator[str]:
    yield from wrap(text, _LINE, initial_indent="  ", subsequent_indent="    ")


def _values(option: "Option") -> str:
    if option.values:
        return option.listing
    return f"{option.default}, or {option.listing}"
