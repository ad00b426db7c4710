"""The head of a record: version, dealer, round, the cards as they were dealt."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from .cards import bag
from .faults import Illegal
from .games import Game
from .options import Options
from .seigneur import wretch


def round_of(record: Mapping[str, Any], game: Game) -> int:
    """Return the number of the round, where the game depends on it (R16.5, R16.7)."""
    if game.name != "grand_seigneur":
        return 1
    number = record.get("round")
    if type(number) is not int or number < 1:
        raise Illegal("the round counts from 1", "R16.5")
    return number


def dealer_of(record: Mapping[str, Any], game: Game, options: Options, number: int) -> int:
    """Return the dealer; in Threechu seat 0, in Grand Seigneur the Wretch from round 2 on."""
    seats = list(range(game.seats))
    default = 0
    if game.name == "threechu":  # R14.2
        seats = [0]
    elif game.name == "two_wuerzburg":
        seats = [0, 1]
    elif number > 1:  # R16.6
        default = wretch(game.seats, options.direction)
        seats = [default]
    dealer = record.get("dealer", default)
    if type(dealer) is not int or dealer not in seats:
        raise Illegal("the dealer is a seat", "R2.1 R14.2 R16.6")
    return dealer


def parts_of(text: object) -> list[list[str]]:
    """Return the cards of a hand's text, cut at the bars."""
    return [part.split() for part in text.split("|")] if isinstance(text, str) else []


def parse_deal(
    deal: object, game: Game, dealer: int, window: bool
) -> tuple[list[frozenset[str]], bool]:
    """Read the hands of a deal and whether all cards were dealt.

    `window`: there is a Grand Tichu window, so a bar stands behind its cards.
    """
    if not isinstance(deal, list) or len(deal) != game.seats:
        raise Illegal("a deal has a hand for each seat", "R1.5")
    hands = []
    complete = in_window = True
    for seat, size in enumerate(game.sizes(dealer)):
        parts = parts_of(deal[seat])
        sizes = [len(part) for part in parts]
        hands.append([card for part in parts for card in part])
        barred = seat in game.windowed
        whole = [[game.window, size - game.window]] if barred else [[size]]
        if barred and not window:
            whole.append([size])
        complete = complete and sizes in whole
        in_window = in_window and sizes == [game.window if barred else 0]
    if not complete and not (window and in_window):
        raise Illegal("not the cards of a whole deal, or of the window", "R2.2 R15.2 R16.6 R18.1")
    dealt = Counter(card for hand in hands for card in hand)
    if any(count > game.pack.count(card) for card, count in dealt.items()):
        raise Illegal("each card of the pack is dealt once", "R1.1 R16.1 R17.1 R18.1")
    return [bag(hand) for hand in hands], complete


def parse_stacks(
    record: Mapping[str, Any], game: Game, hands: list[frozenset[str]], complete: bool
) -> list[tuple[str, ...]]:
    """Read the two tea stacks, top card first: on seat 0's right, on his left (R18.4)."""
    if not game.aside or not complete:
        if "stacks" in record and game.aside:
            raise Illegal("there are no stacks before all cards are dealt", "R18.4")
        return []
    texts = record.get("stacks")
    stacks = [parts_of(text) for text in texts] if isinstance(texts, list) else []
    if len(stacks) != 2 or any(len(parts) != 1 or len(parts[0]) < 2 for parts in stacks):
        raise Illegal("two stacks of at least two cards", "R18.4")
    every = [card for hand in hands for card in hand] + stacks[0][0] + stacks[1][0]
    if sorted(every) != sorted(game.pack.whole):
        raise Illegal("each card of the pack is dealt once", "R18.1 R18.4")
    return [tuple(parts[0]) for parts in stacks]
