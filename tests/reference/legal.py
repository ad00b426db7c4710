"""What a seat on turn may play (R6.2, R6.3), with the duty of the wish (R7.6 to R7.11)."""

from collections.abc import Iterable

from .cards import ONE_PACK, Pack, bag
from .combos import Combo, Entry, Reading, Stands, beats, combos_of, is_bomb, lone_phoenix

Play = tuple[frozenset[str], str, int, float, Stands]


def holds_wished(cards: Iterable[str], wish: int | None, pack: Pack = ONE_PACK) -> bool:
    """Whether a real card of the wished rank is among these."""
    return wish is not None and any(pack.is_natural(card, wish) for card in cards)


def playable(combos: Iterable[Entry], top: Combo | None, pack: Pack = ONE_PACK) -> set[Play]:
    """Return the plays among some combinations, wish aside: leads, or what beats the top."""
    found: set[Play] = set()
    for cards, entry in combos:
        reading = entry
        if cards == {pack.phoenix}:
            reading = Reading("single", 1, lone_phoenix(top, pack), None)
        if top is None or beats(top, reading.combo, pack):
            found.add((cards, *reading))
    return found


def after_wish(
    plays: set[Play],
    top: Combo | None,
    wish: int | None,
    wish_bomb_escape: str = "follow",
    pack: Pack = ONE_PACK,
) -> tuple[set[Play], bool]:
    """Narrow the plays by the wish; also say whether passing is legal."""
    fulfilling = {play for play in plays if holds_wished(play[0], wish, pack)}
    if not fulfilling:  # R7.11; a leader never passes (R6.2)
        return plays, top is not None
    escapes = {"off": False, "follow": top is not None, "follow_and_lead": True}
    if escapes[wish_bomb_escape]:  # R7.8, A17
        fulfilling |= {play for play in plays if is_bomb((play[1], play[2], play[3]))}
    return fulfilling, False


def legal_plays(
    hand: Iterable[str],
    top: tuple[str, int, float] | None = None,
    wish: int | None = None,
    wish_bomb_escape: str = "follow",
    pack: Pack = ONE_PACK,
) -> tuple[set[Play], bool]:
    """All plays of a hand on its ordinary turn (`top` None: lead), and whether it may pass."""
    table = None if top is None else Combo(*top)
    found = playable(combos_of(bag(hand), pack), table, pack)
    return after_wish(found, table, wish, wish_bomb_escape, pack)


def bombs(hand: Iterable[str], top: tuple[str, int, float], pack: Pack = ONE_PACK) -> set[Play]:
    """All bombs of a hand that beat the top; the wish says nothing here (R7.12)."""
    return only_bombs(playable(combos_of(hand, pack), Combo(*top), pack))


def only_bombs(plays: Iterable[Play]) -> set[Play]:
    """Keep the bombs."""
    return {play for play in plays if is_bomb((play[1], play[2], play[3]))}


def wish_after(
    wish: int | None, cards: Iterable[str], declare: int | None = None, pack: Pack = ONE_PACK
) -> int | None:
    """Return the wish in force after some cards were played, in any way (R7.4, R7.5)."""
    if declare is not None:
        return declare
    return None if holds_wished(cards, wish, pack) else wish
