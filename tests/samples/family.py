"""Every game of the family, and every option that changes what may be done in a round."""

from typing import Any

from tichu_sim.game.events import event_words
from tichu_sim.game.position import Position
from tichu_sim.game.rules import Rules as EngineRules
from tichu_sim.game.rules import make_rules

Rules = str | dict[str, Any]


def _changed(preset: str, **options: object) -> Rules:
    return {"preset": preset, **options}


FAMILY: dict[str, Rules] = {
    "standard": "standard",
    "great_grand": "great_grand",
    "wikipedia": "wikipedia",
    "bga": "bga",
    "bsw": "bsw",
    "one call": _changed("great_grand", calls_per_team="one"),
    "escape off": _changed("standard", wish_bomb_escape="off"),
    "escape always": _changed("standard", wish_bomb_escape="follow_and_lead"),
    "Dragon kept": _changed("standard", dragon_last_kept=True, grand_tichu=False),
    "own trick": _changed("standard", self_overtake=True),
    "tournament": "bsw_tournament",
    "tournament, every call": _changed("bsw_tournament", grand_tichu=True),
    "atp": "atp",
    "goettingen": "goettingen",
    "threechu": "threechu",
    "threechu, opponents only": _changed("threechu", threechu_push="opponents_only"),
    "threechu, own trick": _changed("threechu", self_overtake=True, wish_bomb_escape="off"),
    "threechu, one call": _changed("threechu", calls_per_team="one", dragon_last_kept=True),
    "tientsin": "tientsin",
    "tientsin, every call": _changed("tientsin", great_grand=True, self_overtake=True),
    "tientsin, one call": _changed("tientsin", calls_per_team="one", dragon_last_kept=True),
    "tientsin, escape off": _changed("tientsin", wish_bomb_escape="off", grand_tichu=False),
    "five": _changed("grand_seigneur", players=5),
    "five, clockwise": _changed("grand_seigneur", players=5, direction="cw", gs_push="scaled"),
    "six": "grand_seigneur",
    "six, own trick": _changed("grand_seigneur", self_overtake=True, direction="cw"),
    "seven": _changed("grand_seigneur", players=7),
    "seven, clockwise": _changed("grand_seigneur", players=7, direction="cw", gs_push="scaled"),
    "eight": _changed("grand_seigneur", players=8, gs_push="scaled"),
    "eight, own trick": _changed("grand_seigneur", players=8, self_overtake=True),
    "eight, escape off": _changed("grand_seigneur", players=8, wish_bomb_escape="off"),
    "twelve": _changed("grand_seigneur", players=12, wish_bomb_escape="follow_and_lead"),
    "twelve, scaled": _changed("grand_seigneur", players=12, gs_push="scaled"),
    "t52": "t52",
    "t52, other aces": _changed("t52", t52_roles="CHSD", wish_bomb_escape="off"),
    "t52, yet other aces": _changed("t52", t52_roles="HCDS", self_overtake=True),
    "t52, plain aces": _changed("t52", t52_roles="none"),
    "t52, plain, own trick": _changed("t52", t52_roles="none", self_overtake=True),
    "t52, one call": _changed("t52", calls_per_team="one", dragon_last_kept=True),
    "tea": "two_tea",
    "tea, own trick": _changed("two_tea", self_overtake=True, grand_tichu=False),
    "tea by name": _changed("two_wuerzburg", two="tea"),
    "wuerzburg": "two_wuerzburg",
    "wuerzburg, own trick": _changed("two_tea", two="wuerzburg", self_overtake=True),
    "wuerzburg, Dragon kept": _changed("two_wuerzburg", dragon_last_kept=True, double_victory=100),
    "wuerzburg, no Grand": _changed("two_wuerzburg", grand_tichu=False, wish_bomb_escape="off"),
}
"""Name -> the `rules` of a record."""


def moves_of(position: Position) -> dict[str, Any]:
    """What may be done in a position, as the slow twin and `tichu-sim moves` say it."""
    choices, rules = position.choices(), position.rules
    return {
        "seat": choices.seat,
        "plays": sorted(event_words(play, rules) for play in choices.plays),
        "pass": choices.may_pass,
        "bombs": {
            str(seat): sorted(event_words(bomb, rules) for bomb in bombs)
            for seat, bombs in choices.bombs.items()
        },
        "gifts": choices.gifts,
    }


def rules_of(name: str) -> EngineRules:
    """The engine's rules of a game of the family."""
    found = FAMILY[name]
    if isinstance(found, str):
        return make_rules(found)
    return make_rules(found["preset"], {key: found[key] for key in found if key != "preset"})
