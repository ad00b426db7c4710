"""Positions made for a test: a few cards each, somebody to lead, something on the table."""

from collections.abc import Mapping
from copy import copy
from typing import Any

from tichu_sim.face import parse_combo
from tichu_sim.game.cards import parse_token
from tichu_sim.game.dealt import Deal
from tichu_sim.game.events import add_card
from tichu_sim.game.opening import PLAYING
from tichu_sim.game.position import Position
from tichu_sim.game.rules import Rules, make_rules
from tichu_sim.game.state import has_two_packs
from tichu_sim.game.view import TRICK_WAITS
from tichu_sim.jit import Mask


def cards_in(text: str, rules: Rules) -> Mask:
    """Some cards as the position's Python side has them, see `readings`."""
    cards = 0
    for token in text.split():
        cards = add_card(cards, int(parse_token(token, rules.tokens)), has_two_packs(rules))
    return cards


def arranged(
    hands: Mapping[int, str],
    preset: str = "standard",
    options: Mapping[str, Any] | None = None,
    turn: int = 0,
) -> Position:
    """Make a position in the play with these hands; the other seats are out."""
    rules = make_rules(preset, options)
    masks = [cards_in(hands.get(seat, ""), rules) for seat in range(rules.seats)]
    position = Position(rules, Deal(tuple(masks), tuple(masks)))
    position.stage["phase"] = PLAYING
    public = position.public[0]
    for seat, mask in enumerate(masks):
        public["size"][seat] = mask.bit_count()
        public["place"][seat] = mask == 0
    public["out"] = sum(mask == 0 for mask in masks)
    public["active"] = rules.seats - public["out"]
    public["turn"] = turn
    return position


def lay(position: Position, top: str, owner: int, turn: int, waits: bool = False) -> None:
    """Put a combination on the table."""
    public = position.public
    public["top_kind"], public["top_length"], public["top_level"] = parse_combo(top)
    dragon = top == "single/1/20"
    public["top_cards"] = cards_in("Dr", position.rules) if dragon else 0
    public["owner"], public["turn"] = owner, turn
    public["waiting"] = TRICK_WAITS if waits else 0


def copied(position: Position) -> Position:
    """The same position again, independent of this one."""
    other = copy(position)
    other.public, other.own, other.stage = (
        state.copy() for state in (position.public, position.own, position.stage)
    )
    return other
