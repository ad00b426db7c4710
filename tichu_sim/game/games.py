"""The games of the family: what each is made of, apart from its options (RULES.md 13 to 18).

Seats are what is dealt to and takes turns; players are who decides, and may have two seats or sit
elsewhere in every round.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from tichu_sim.game.cards import N_CARDS

(
    STANDARD,
    TOURNAMENT,
    THREECHU,
    TIENTSIN,
    GRAND_SEIGNEUR,
    T52,
    TWO_TEA,
    TWO_WUERZBURG,
) = range(8)
"""Numbers of the games, for compiled code."""

Setting = bool | int | str

_DOG = 1
_MOST_SEATS = 12
_TWO_PACKS_FROM = 7
"""Players from whom on Grand Seigneur takes two packs (R16.1)."""

_EVERY = ("wish_bomb_escape", "self_overtake")
_CALLS = ("grand_tichu", "calls_per_team")
_TO_TARGET = ("target", "rounds", "tie")
_NO_SETTINGS: Mapping[str, Setting] = {}


@dataclass(frozen=True)
class Game:
    """One game of the family.

    Attributes
    ----------
    name : str
    number : int
    what : str
        One line for the user.
    presets : mapping
        Name of a preset -> its settings.
    options : tuple of str
        The options that belong to the game.
    seats, teams, players : int
        How many; seat s belongs to team ``s % teams``. In Grand Seigneur the option `players`
        says how many there are.
    chairs : int
        Seats that compiled code has room for.
    first_cards : int
        Cards of a seat before the Grand Tichu window.
    hand_cards : int
        Cards of a dealt hand.
    longer_hands : int
        How many seats from the dealer on get one more.
    suits : str
        Characters of the suits.
    own_rounds : bool
        Whether a round can be played alone; where players change seats it is part of a game.
    """

    name: str
    number: int
    what: str
    presets: Mapping[str, Mapping[str, Setting]]
    options: tuple[str, ...]
    seats: int = 4
    teams: int = 2
    players: int = 4
    chairs: int = 4
    first_cards: int = 8
    hand_cards: int = 14
    longer_hands: int = 0
    suits: str = "jspt"
    own_rounds: bool = True


GAMES = (
    Game(
        "standard",
        STANDARD,
        "four players, two teams",
        {
            "standard": _NO_SETTINGS,
            "great_grand": {"great_grand": True},
            "wikipedia": {"great_grand": True, "double_victory": 100},
            "bga": {"double_victory": 200},
            "bsw": {"wish_bomb_escape": "follow"},
        },
        (
            "great_grand",
            *_CALLS,
            "double_victory",
            *_TO_TARGET,
            *_EVERY,
            "dragon_last_kept",
            "tichujoin",
        ),
    ),
    Game(
        "tournament",
        TOURNAMENT,
        "nine rounds, everyone with everyone three times, victory points (R13)",
        {
            "bsw_tournament": {"grand_tichu": False, "double_victory": 100, "rounds": 9},
            "atp": {
                "grand_tichu": False,
                "double_victory": 100,
                "rounds": 9,
                "dragon_last_kept": True,
            },
            "goettingen": {
                "grand_tichu": False,
                "double_victory": 100,
                "rounds": 9,
                "dragon_last_kept": True,
                "self_overtake": True,
            },
        },
        (
            *_CALLS,
            "double_victory",
            "rounds",
            *_EVERY,
            "dragon_last_kept",
            "tichujoin",
            "schedule",
            "dv_lost_tichu",
        ),
        own_rounds=False,
    ),
    Game(
        "threechu",
        THREECHU,
        "three players; the dealer plays an open dummy too (R14)",
        {"threechu": {"rounds": 9}},
        (*_CALLS, "double_victory", "rounds", *_EVERY, "dragon_last_kept", "threechu_push"),
        players=3,
        own_rounds=False,
    ),
    Game(
        "tientsin",
        TIENTSIN,
        "six players, two teams of three (R15)",
        {"tientsin": _NO_SETTINGS},
        ("great_grand", *_CALLS, *_TO_TARGET, *_EVERY, "dragon_last_kept"),
        seats=6,
        players=6,
        chairs=6,
        first_cards=6,
        hand_cards=9,
        longer_hands=2,
    ),
    Game(
        "grand_seigneur",
        GRAND_SEIGNEUR,
        "five to twelve players, each for a better seat (R16)",
        {"grand_seigneur": {"rounds": 10}},
        ("players", "rounds", "gs_push", "direction", *_EVERY),
        seats=0,
        teams=_MOST_SEATS,
        players=0,
        chairs=_MOST_SEATS,
        first_cards=0,
        hand_cards=0,
        own_rounds=False,
    ),
    Game(
        "t52",
        T52,
        "four players with 52 cards, the aces as specials (R17)",
        {"t52": {"target": 400, "rounds": 10}},
        (*_CALLS, "target", "rounds", *_EVERY, "dragon_last_kept", "t52_roles"),
        hand_cards=13,
        suits="shdc",
    ),
    Game(
        "two_tea",
        TWO_TEA,
        "two players with twenty cards each (R18a)",
        {"two_tea": {"two": "tea"}},
        ("two", "grand_tichu", *_TO_TARGET, "self_overtake"),
        seats=2,
        players=2,
        chairs=2,
        first_cards=10,
        hand_cards=20,
    ),
    Game(
        "two_wuerzburg",
        TWO_WUERZBURG,
        "two players with two hands each, one after the other (R18b)",
        {"two_wuerzburg": {"two": "wuerzburg"}},
        ("two", "grand_tichu", "double_victory", *_TO_TARGET, *_EVERY, "dragon_last_kept"),
        players=2,
    ),
)
"""Every game, its number as its place."""

GAME_OF: Mapping[str, Game] = {preset: game for game in GAMES for preset in game.presets}
"""Name of a preset -> its game."""

PRESETS: Mapping[str, Mapping[str, Setting]] = {
    name: settings for game in GAMES for name, settings in game.presets.items()
}
"""Name of a preset -> the settings that differ from the options' defaults."""


def lord_cards(players: int) -> tuple[int, ...]:
    """Return the cards of Grand Seigneur by bit, a second pack from `N_CARDS` on (R16.1).

    Examples
    --------
    >>> len(lord_cards(6)), len(lord_cards(7))
    (55, 109)
    """
    one = tuple(card for card in range(N_CARDS) if card != _DOG)
    if players < _TWO_PACKS_FROM:
        return one
    return (*one, *(N_CARDS + card for card in one[1:]))
