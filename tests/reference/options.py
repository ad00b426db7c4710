"""The options of every game (rules section A) and the presets (section B)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .faults import Illegal


@dataclass(frozen=True)
class Options:
    """A game and its switches; the default is the preset `standard`.

    `rounds` 0: the game has no fixed number of rounds. A record of one round may carry the options
    of a whole match (`target`, `rounds`, ...); the round does not ask.
    """

    game: str = "standard"
    great_grand: bool = False
    grand_tichu: bool = True
    double_victory: int = 200
    calls_per_team: str = "unlimited"
    wish_bomb_escape: str = "follow"
    dragon_last_kept: bool = False
    self_overtake: bool = False
    target: int = 1000
    rounds: int = 0
    tie: str = "continue"
    tichujoin: bool = False
    schedule: str = "cyclic"
    dv_lost_tichu: str = "any_lost"
    threechu_push: str = "defenders_exchange"
    players: int = 6
    gs_push: str = "cap3"
    direction: str = "ccw"
    t52_roles: str = "SDCH"
    two: str = "tea"


VALUES: dict[str, tuple[object, ...]] = {
    "great_grand": (False, True),
    "grand_tichu": (True, False),
    "double_victory": (200, 100),
    "calls_per_team": ("unlimited", "one"),
    "wish_bomb_escape": ("follow", "off", "follow_and_lead"),
    "dragon_last_kept": (False, True),
    "self_overtake": (False, True),
    "tie": ("continue", "draw"),
    "tichujoin": (False, True),
    "schedule": ("cyclic", "blocks", "random"),
    "dv_lost_tichu": ("any_lost", "net_negative"),
    "threechu_push": ("defenders_exchange", "opponents_only"),
    "players": (5, 6, 7, 8, 9, 10, 11, 12),
    "gs_push": ("cap3", "scaled"),
    "direction": ("ccw", "cw"),
    "two": ("tea", "wuerzburg"),
}

_TABLE = ("wish_bomb_escape", "self_overtake")
_PLAY = ("grand_tichu", "calls_per_team", "dragon_last_kept", *_TABLE)
_TOTALS = ("target", "rounds", "tie")
_LENGTH = ("rounds",)

# The options that a game has.
BELONGS: dict[str, tuple[str, ...]] = {
    "standard": ("great_grand", "double_victory", "tichujoin", *_PLAY, *_TOTALS),
    "tournament": (
        *("double_victory", "tichujoin", "schedule", "dv_lost_tichu"),
        *(*_PLAY, *_LENGTH),
    ),
    "threechu": ("double_victory", "threechu_push", *_PLAY, *_LENGTH),
    "tientsin": ("great_grand", *_PLAY, *_TOTALS),
    "grand_seigneur": ("players", "gs_push", "direction", *_TABLE, *_LENGTH),
    "t52": ("target", "t52_roles", *_PLAY, *_LENGTH),
    "two_tea": ("two", "grand_tichu", "self_overtake", *_TOTALS),
    "two_wuerzburg": (
        *("two", "grand_tichu", "double_victory", "dragon_last_kept"),
        *(*_TABLE, *_TOTALS),
    ),
}

_TOURNAMENT = {"game": "tournament", "grand_tichu": False, "double_victory": 100, "rounds": 9}
PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "great_grand": {"great_grand": True},
    "wikipedia": {"great_grand": True, "double_victory": 100},
    "bga": {"double_victory": 200},
    "bsw": {"wish_bomb_escape": "follow"},
    "bsw_tournament": {**_TOURNAMENT},
    "atp": {**_TOURNAMENT, "dragon_last_kept": True},
    "goettingen": {**_TOURNAMENT, "dragon_last_kept": True, "self_overtake": True},
    "threechu": {"game": "threechu", "rounds": 9},
    "tientsin": {"game": "tientsin"},
    "grand_seigneur": {"game": "grand_seigneur", "grand_tichu": False, "rounds": 10},
    "t52": {"game": "t52", "target": 400, "rounds": 10},
    "two_tea": {"game": "two_tea"},
    "two_wuerzburg": {"game": "two_wuerzburg", "two": "wuerzburg"},
}


def options_of(rules: object) -> Options:
    """Read the `rules` of a record: a preset's name, or an object with a preset and options."""
    changes = {"preset": rules} if isinstance(rules, str) else rules
    if not isinstance(changes, Mapping):
        raise Illegal("rules are a preset's name or an object", "B")
    preset = changes.get("preset", "standard")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Illegal(f"no such preset: {preset!r}", "B")
    settings = dict(PRESETS[preset])
    game = str(settings.get("game", "standard"))
    if game in ("two_tea", "two_wuerzburg") and "two" in changes:
        game = f"two_{changes['two']}"
        settings["game"] = game
        if game not in BELONGS:
            raise Illegal(f"two cannot be {changes['two']!r}", "A")
    for name, value in changes.items():
        if name == "preset":
            continue
        if name not in BELONGS[game]:
            raise Illegal(f"no such option: {name!r}; there are {', '.join(BELONGS[game])}", "A")
        if not good_value(game, name, value):
            raise Illegal(f"{name} cannot be {value!r}", "A")
        settings[name] = value
    return replace(Options(), **settings)  # type: ignore[arg-type]


def good_value(game: str, name: str, value: object) -> bool:
    """Whether an option of this game can be that."""
    if name == "target":
        return type(value) is int and value > 0
    if name == "rounds":
        threes = game in ("tournament", "threechu")  # R13.1, R14.10
        least = 0 if game in ("standard", "tientsin", "two_tea", "two_wuerzburg") else 1
        return type(value) is int and value >= least and not (threes and value % 3)
    if name == "t52_roles":
        return value == "none" or (isinstance(value, str) and sorted(value) == sorted("SDCH"))
    return any(value == good and type(value) is type(good) for good in VALUES[name])
