"""`tichu-sim rules`: the games and their options."""

from typing import Any

from tichu_sim.cli.files import AsJson, print_json


def _value_text(value: object) -> str:
    return str(value).lower()


def rules(as_json: AsJson = False) -> None:
    """List the games and their options.

    The presets are for --rules, the options for --set.
    """
    from tichu_sim.game.rules import OPTIONS, PRESETS

    if as_json:
        options: list[dict[str, Any]] = [
            {
                "name": option.name,
                "default": option.default,
                "values": list(option.values) or None,
                "what": option.what,
            }
            for option in OPTIONS
        ]
        presets = {name: dict(settings) for name, settings in PRESETS.items()}
        print_json({"presets": presets, "options": options})
        return
    print("Presets (--rules NAME)\n")
    width = max(map(len, PRESETS))
    for name, settings in PRESETS.items():
        listed = ", ".join(f"{key}={_value_text(value)}" for key, value in settings.items())
        print(f"  {name:{width}}  {listed or 'the defaults'}")
    print("\nOptions (--set NAME=VALUE; the default comes first)\n")
    width = max(len(option.name) for option in OPTIONS)
    for option in OPTIONS:
        print(f"  {option.name:{width}}  {option.what}")
        others = [value for value in option.values if value != option.default]
        values = ", ".join(map(_value_text, (option.default, *others)))
        least = "" if option.values else f", or any whole number from {option.least} on"
        print(f"  {'':{width}}  {values}{least}")
