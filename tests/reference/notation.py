"""Events and deals as the text of the round records."""

from typing import NamedTuple

from .calls import FULL_HAND, WINDOW_CARDS
from .cards import DECK, MAH_JONG, PHOENIX, RANKS, in_order, rank_letter, rank_number
from .faults import Illegal
from .legal import Play
from .turns import SEATS

PLAIN = ("greatgrand", "grand", "silent", "tichu", "pass")


class Event(NamedTuple):
    """One event, taken apart: ranks as numbers, cards as written."""

    seat: int
    verb: str
    cards: tuple[str, ...] = ()
    phoenix: int | None = None
    wish: int | None = None
    target: int | None = None


def _seat(word: str) -> int:
    if word not in [str(seat) for seat in range(SEATS)]:
        raise Illegal(f"no such seat: {word!r}", "notation")
    return int(word)


def _take_rank(words: list[str], keyword: str) -> int | None:
    """Take `keyword R` off the end of the words."""
    if keyword not in words:
        return None
    if words.index(keyword) != len(words) - 2 or words[-1] not in RANKS or len(words[-1]) != 1:
        raise Illegal(f"after {keyword!r} there is one rank, at the end", "notation")
    rank = rank_number(words[-1])
    del words[-2:]
    return rank


def parse(event: object) -> Event:
    """Take an event apart; anything not in the notation is refused."""
    words = event.split() if isinstance(event, str) else []
    if len(words) < 2:
        raise Illegal("an event is a seat, a verb and what belongs to it", "notation")
    seat, verb, rest = _seat(words[0]), words[1], words[2:]
    if verb in PLAIN and not rest:
        return Event(seat, verb)
    if verb == "gift" and len(rest) == 1:
        return Event(seat, verb, target=_seat(rest[0]))
    if verb not in ("give", "play", "bomb") or not rest:
        raise Illegal(f"not in the notation: {event!r}", "notation")
    wish = phoenix = None
    if verb == "play":
        wish = _take_rank(rest, "wish")
        phoenix = _take_rank(rest, "as")
    for word in rest:
        if word not in DECK:
            raise Illegal(f"no such card: {word!r}", "notation")
    return Event(seat, verb, tuple(rest), phoenix, wish)


def play_text(play: Play, plays: set[Play], verb: str = "play") -> str:
    """Write a play; `as` where another reading of the same cards, legal here, is higher (R4.7)."""
    cards, _, _, rank, phoenix = play
    text = " ".join([verb, *in_order(cards)])
    if any(other[0] == cards and other[3] > rank for other in plays):
        assert phoenix is not None
        text += f" as {rank_letter(phoenix)}"
    return text


def parse_deal(deal: object, window: bool) -> tuple[list[frozenset[str]], bool]:
    """Read the hands of a deal and whether all 14 cards were dealt.

    `window`: there is a Grand Tichu window, so a bar stands behind the eighth card.
    """
    if not isinstance(deal, list) or len(deal) != SEATS:
        raise Illegal("a deal has four hands", "R1.5")
    hands: list[list[str]] = []
    sizes = []
    for hand in deal:
        parts = [part.split() for part in hand.split("|")] if isinstance(hand, str) else []
        sizes.append([len(part) for part in parts])
        hands.append([card for part in parts for card in part])
    whole = [[WINDOW_CARDS, FULL_HAND - WINDOW_CARDS]] + ([] if window else [[FULL_HAND]])
    complete = all(size in whole for size in sizes)
    if not complete and not (window and all(size == [WINDOW_CARDS] for size in sizes)):
        raise Illegal("each hand has 8 cards, or 8 and 6 behind a bar", "R2.2")
    dealt = [card for hand in hands for card in hand]
    if any(card not in DECK for card in dealt) or len(set(dealt)) < len(dealt):
        raise Illegal("each card of the pack is dealt once", "R1.1")
    return [frozenset(hand) for hand in hands], complete


def has_mah_jong(cards: tuple[str, ...]) -> bool:
    """Whether a wish may be named with these cards (R7.1)."""
    return MAH_JONG in cards


def may_say_as(cards: tuple[str, ...]) -> bool:
    """Whether the Phoenix stands for a rank here: not alone (RECORDS.md)."""
    return PHOENIX in cards and len(cards) > 1
