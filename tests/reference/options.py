"""The options of the standard game (rules section A) and its presets (section B)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .faults import Illegal


@dataclass(frozen=True)
class Options:
    """The switches of one standard round; the default is the preset `standard`."""

    great_grand: bool = False
    grand_tichu: bool = True
    double_victory: int = 200
    calls_per_team: str = "unlimited"
    wish_bomb_escape: str = "follow"
    dragon_last_kept: bool = False


VALUES: dict[str, tuple[object, ...]] = {
    "great_grand": (False, True),
    "grand_tichu": (True, False),
    "double_victory": (200, 100),
    "calls_per_team": ("unlimited", "one"),
    "wish_bomb_escape": ("follow", "off", "follow_and_lead"),
    "dragon_last_kept": (False, True),
}

# Options of a whole match: a record of one round may carry them, the round does not ask.
OF_THE_MATCH = ("target", "rounds", "tie", "tichujoin")

PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "great_grand": {"great_grand": True},
    "wikipedia": {"great_grand": True, "double_victory": 100},
    "bga": {"double_victory": 200},
    "bsw": {"wish_bomb_escape": "follow"},
}


def options_of(rules: object) -> Options:
    """Read the `rules` of a record: a preset's name, or an object with a preset and options."""
    changes = {"preset": rules} if isinstance(rules, str) else rules
    if not isinstance(changes, Mapping):
        raise Illegal("rules are a preset's name or an object", "B")
    preset = changes.get("preset", "standard")
    if preset not in PRESETS:
        raise Illegal(f"no such preset: {preset!r}", "B")
    settings = dict(PRESETS[preset])
    for name, value in changes.items():
        if name == "preset" or name in OF_THE_MATCH:
            continue
        if name not in VALUES:
            raise Illegal(f"no such option: {name!r}", "A")
        if not any(value == good and type(value) is type(good) for good in VALUES[name]):
            raise Illegal(f"{name} cannot be {value!r}", "A")
        settings[name] = value
    return replace(Options(), **settings)  # type: ignore[arg-type]
