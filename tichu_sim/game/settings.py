"""The rules as compiled code knows them: one record of numbers and masks."""

from functools import cache

import numpy as np

from tichu_sim.game.cards import MAHJONG, N_CARDS, NONE, card_of
from tichu_sim.game.games import (
    GRAND_SEIGNEUR,
    T52,
    THREECHU,
    TIENTSIN,
    TOURNAMENT,
    TWO_TEA,
    TWO_WUERZBURG,
    lord_cards,
)
from tichu_sim.game.ranks import rank_cards
from tichu_sim.game.rules import Rules
from tichu_sim.jit import Record, u64

QUEEN = 12
MOST_CARDS = 2 * N_CARDS

FIXED_SEATS, BY_SCHEDULE, BY_DEALER, BY_RANK = range(4)
"""Field `seating`: how the players' seats change from round to round."""
CYCLIC, BLOCKS, RANDOM = range(3)
"""Field `schedule`."""

_SWITCHES = ("great_grand", "grand_tichu", "dragon_last_kept", "self_overtake", "tichujoin")
_NUMBERS = ("double_victory", "target", "rounds")
_CODES = {
    "one_call_per_team": ("calls_per_team", ("unlimited", "one")),
    "tie_is_draw": ("tie", ("continue", "draw")),
    "wish_bomb_escape": ("wish_bomb_escape", ("off", "follow", "follow_and_lead")),
    "schedule": ("schedule", ("cyclic", "blocks", "random")),
    "lost_calls_net": ("dv_lost_tichu", ("any_lost", "net_negative")),
    "opponents_only": ("threechu_push", ("defenders_exchange", "opponents_only")),
    "push_scaled": ("gs_push", ("cap3", "scaled")),
    "clockwise": ("direction", ("ccw", "cw")),
}
"""Field -> option, and its values by code."""
_VALUES = ("tens", "fives", "plus_25", "minus_25")
_WORDS = ("pack_mask", "first_lead")
_OTHERS = (
    "game",
    "seats",
    "players",
    "first_cards",
    "hand_cards",
    "longer_hands",
    "n_cards",
    "first_card",
    "highest",
    "dragon_given",
    "dog_chosen",
    "two_hands",
    "team_size",
    "dummy",
    "tichu_seats",
    "grand_seats",
    "seating",
)


@cache
def rules_dtype(own_values: bool) -> np.dtype[np.void]:
    """Return the dtype of what compiled code knows of the rules; `settings_of` fills it.

    Parameters
    ----------
    own_values : bool
        Whether there are the fields of a pack whose cards do not count as in R1.4.

    Returns
    -------
    dtype
        ==================  ==================================================================
        field               content
        ==================  ==================================================================
        tens, fives,        masks of the cards that count 10, 5, +25 and -25; only with
        plus_25, minus_25   `own_values`
        pack, n_cards       the cards by bit, those of a second pack from 56 on; their number
        first_card          the lowest of them; one pack has them in a row
        pack_mask           the same as a mask
        first_lead          mask of the card whose holder leads first; 0: the seat after the
                            dealer
        highest             highest rank, that the Phoenix can stand for and a wish name
        game                number of the game, see `games`
        seats, players      how many
        first_cards, ...    sizes of hands, see `games.Game`
        dragon_given        whether the Dragon's trick is given away
        dog_chosen          whether the Dog's player chooses who gets the lead
        team_size           seats of a team
        two_hands           whether the seats of the upper half are second hands, asleep at first
        dummy               seat whose hand lies open and is free of the wish, else -1
        tichu_seats,        seats that may make a call, a bit each
        grand_seats
        seating, schedule   see `FIXED_SEATS` and `CYCLIC`
        the others          options; texts as the place among their values
        ==================  ==================================================================
    """
    words = (*_VALUES, *_WORDS) if own_values else _WORDS
    return np.dtype(
        [
            *((name, np.uint64) for name in words),
            *((name, np.int64) for name in (*_SWITCHES, *_NUMBERS, *_CODES, *_OTHERS)),
            ("pack", np.uint8, (MOST_CARDS,)),
        ],
        align=True,
    )


def has_own_values(rules: Rules) -> bool:
    """Tell whether the cards of a game do not count as in R1.4 (R16.2, R17.2)."""
    return rules.game.number in (GRAND_SEIGNEUR, T52)


@cache
def settings_of(rules: Rules) -> Record:
    """Return the rules for compiled code, one element of `rules_dtype`; not to be changed.

    Examples
    --------
    >>> from tichu_sim.game.rules import make_rules
    >>> record = settings_of(make_rules("tientsin"))
    >>> int(record["n_cards"]), int(record["hand_cards"]), int(record["longer_hands"])
    (56, 9, 2)
    """
    record, game = np.zeros(1, rules_dtype(has_own_values(rules)))[0], rules.game
    for name in (*_SWITCHES, *_NUMBERS):
        record[name] = rules.number(name)
    for name, (option, values) in _CODES.items():
        record[name] = values.index(str(rules[option]))
    record["game"] = game.number
    record["seats"], record["players"] = rules.seats, rules.players
    for name in ("first_cards", "hand_cards", "longer_hands"):
        record[name] = getattr(game, name)
    everyone = (1 << rules.seats) - 1
    record["tichu_seats"] = record["grand_seats"] = everyone
    record["highest"], record["dummy"] = rules.highest, -1
    record["dragon_given"] = game.number not in (GRAND_SEIGNEUR, TWO_TEA)
    record["dog_chosen"] = game.number == TIENTSIN
    record["team_size"] = game.chairs // game.teams
    record["two_hands"] = game.number == TWO_WUERZBURG
    _set_cards(record, rules)
    if game.number == GRAND_SEIGNEUR:
        record["tichu_seats"] = record["grand_seats"] = 0
    if game.number == THREECHU:
        record["dummy"], record["grand_seats"] = 2, 0b1010
    if game.number == TWO_WUERZBURG:
        record["tichu_seats"] = record["grand_seats"] = 0b0011
    record["seating"] = _SEATING.get(game.number, FIXED_SEATS)
    return record


_SEATING = {TOURNAMENT: BY_SCHEDULE, THREECHU: BY_DEALER, GRAND_SEIGNEUR: BY_RANK}


def _set_cards(record: Record, rules: Rules) -> None:
    # The pack, what its cards count and who leads first.
    game = rules.game.number
    pack: tuple[int, ...] = tuple(range(N_CARDS))
    record["first_lead"] = MAHJONG
    if game == TWO_TEA:
        pack, record["first_lead"] = pack[2:], NONE
    elif game == GRAND_SEIGNEUR:
        pack = lord_cards(rules.seats)
        n, seats = len(pack), rules.seats
        record["hand_cards"], record["longer_hands"] = n // seats, n % seats
    elif game == T52:
        record["tens"], record["fives"] = rank_cards(10) | rank_cards(QUEEN), rank_cards(5)
        record["plus_25"], record["minus_25"] = (card_of(ace, rules.tokens) for ace in ("As", "Ad"))
        if rules["t52_roles"] == "none":
            pack, record["first_lead"] = pack[4:], card_of("2c", rules.tokens)
        else:
            pack = pack[:-4]
    record["pack"][: len(pack)] = pack
    record["n_cards"], record["first_card"] = len(pack), pack[0]
    mask = NONE
    for card in pack:
        mask |= u64(1) << u64(card % N_CARDS)
    record["pack_mask"] = mask
