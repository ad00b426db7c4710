"""Events as the text of the round records."""

from collections.abc import Iterable
from typing import NamedTuple

from .cards import Pack, face, rank_letter, rank_number
from .combos import Stands, height, stands_for
from .faults import Illegal
from .games import STANDARD, Game
from .legal import Play

PLAIN = ("greatgrand", "grand", "silent", "tichu", "pass")
STEP_OF = {"give": "give", "first": "first", "push": "push", "return": "push"}
SIDES = ("right", "left")


class Event(NamedTuple):
    """One event, taken apart: ranks as numbers, cards as written."""

    seat: int
    verb: str
    cards: tuple[str, ...] = ()
    phoenix: Stands = None
    wish: int | None = None
    target: int | None = None
    side: str | None = None


def _seat(word: str, game: Game) -> int:
    if word not in [str(seat) for seat in range(game.seats)]:
        raise Illegal(f"no such seat: {word!r}", "notation")
    return int(word)


def _take_ranks(words: list[str], keyword: str, pack: Pack) -> list[int]:
    """Take `keyword R` off the end of the words, with two Phoenixes `as R R`."""
    if keyword not in words:
        return []
    place = words.index(keyword)
    ranks = words[place + 1 :]
    letters = [rank_letter(rank) for rank in range(2, pack.highest + 1)]
    most = pack.copies if keyword == "as" else 1
    if not 1 <= len(ranks) <= most or any(rank not in letters for rank in ranks):
        raise Illegal(f"after {keyword!r} there is one rank, at the end", "notation")
    del words[place:]
    return [rank_number(rank) for rank in ranks]


def _take_seat(words: list[str], game: Game) -> int | None:
    """Take `to T` off the end of the words."""
    if "to" not in words:
        return None
    if words.index("to") != len(words) - 2:
        raise Illegal("after 'to' there is one seat, at the end", "notation")
    target = _seat(words[-1], game)
    del words[-2:]
    return target


def parse(event: object, game: Game = STANDARD) -> Event:
    """Take an event apart; anything not in the notation of this game is refused."""
    words = event.split() if isinstance(event, str) else []
    if len(words) < 2:
        raise Illegal("an event is a seat, a verb and what belongs to it", "notation")
    seat, verb, rest = _seat(words[0], game), words[1], words[2:]
    if verb in PLAIN and not rest:
        return Event(seat, verb)
    if verb == "gift" and len(rest) == 1:
        return Event(seat, verb, target=_seat(rest[0], game))
    side = target = wish = None
    phoenix: Stands = None
    if verb == "stack" and rest and rest[0] in game.steps and rest[0] in SIDES:
        side = rest.pop(0)
    known = verb in ("play", "bomb") or STEP_OF.get(verb) in game.steps or side is not None
    if verb in ("push", "return") or (verb == "play" and game.name == "tientsin"):
        target = _take_seat(rest, game)
    if verb == "play":
        wish = next(iter(_take_ranks(rest, "wish", game.pack)), None)
        phoenix = stands_for(_take_ranks(rest, "as", game.pack))
    if not known or not rest:
        raise Illegal(f"not in the notation: {event!r}", "notation")
    for word in rest:
        if word not in game.pack.order:
            raise Illegal(f"no such card: {word!r}", "notation")
    return Event(seat, verb, tuple(rest), phoenix, wish, target, side)


def written(cards: Iterable[str], pack: Pack) -> list[str]:
    """Return cards as an event writes them."""
    return [face(card) for card in pack.in_order(cards)]


def play_text(play: Play, plays: set[Play], verb: str = "play", game: Game = STANDARD) -> str:
    """Write a play; `as` where another reading of the same cards, legal here, is higher (R4.7)."""
    cards, _, _, rank, phoenix = play
    text = " ".join([verb, *written(cards, game.pack)])
    mine = height(rank, phoenix)
    if any(other[0] == cards and height(other[3], other[4]) > mine for other in plays):
        ranks = [int(number) for number in mine[1:]]
        text += " ".join([" as", *map(rank_letter, ranks)])
    return text


def may_say_as(cards: tuple[str, ...], pack: Pack) -> bool:
    """Whether the Phoenix stands for a rank here: not alone (RECORDS.md)."""
    return pack.phoenix in cards and len(cards) > 1
