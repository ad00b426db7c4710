"""Small answers about seats: who is next, who may bomb, who gets the Dragon, is the round over.

`active` are the seats that still hold cards, always after the event in question.
"""

from collections.abc import Collection, Iterable, Mapping

from .cards import DRAGON_RANK
from .legal import Play, bombs

SEATS = 4


def partner(seat: int) -> int:
    """Return the seat opposite (R1.5)."""
    return (seat + 2) % SEATS


def next_active(seat: int, active: Collection[int]) -> int:
    """Return the next seat with cards after `seat` in order of play."""
    for step in range(1, SEATS + 1):
        if (seat + step) % SEATS in active:
            return (seat + step) % SEATS
    raise ValueError("nobody holds cards")


def after_pass(seat: int, active: Collection[int], owner: int) -> int | None:
    """Return whose turn it is after a pass; None: all others have passed, the trick is over (R6.5).

    Play goes round; the trick is over when it comes back to the owner's seat, cards or not.
    """
    for step in range(1, SEATS + 1):
        following = (seat + step) % SEATS
        if following == owner:
            return None
        if following in active:
            return following
    raise ValueError("the owner is no seat")


def trick_leader(owner: int, active: Collection[int]) -> int:
    """Return who leads after the owner of the top combination has won the trick (R6.6)."""
    return owner if owner in active else next_active(owner, active)


def dog_leader(seat: int, active: Collection[int]) -> int:
    """Return who leads after the Dog (R8.2, R8.3): the partner, else the first after him."""
    return trick_leader(partner(seat), active)


def round_over(out: Iterable[int]) -> str | None:
    """Return why the round is over after these seats went out in this order (R11.1), or None."""
    gone = list(out)
    if len(gone) == 2 and gone[1] == partner(gone[0]):
        return "double"
    return "last" if len(gone) == SEATS - 1 else None


def dragon_receivers(
    winner: int,
    top: tuple[str, int, float],
    ended: str | None = None,
    dragon_last_kept: bool = False,
) -> list[int]:
    """Return to whom a won trick has to be given (R10.2, R10.5); empty: the winner keeps it."""
    if top != ("single", 1, DRAGON_RANK) or ended == "double":
        return []
    if ended == "last" and dragon_last_kept:
        return []
    return sorted(seat for seat in range(SEATS) if seat % 2 != winner % 2)


def bombers(
    hands: Mapping[int, Collection[str]], top: tuple[str, int, float] | None, phase: str
) -> dict[int, set[Play]]:
    """Return the bombs that may be played out of turn, the seat on turn included (R5.5 to R5.9).

    Phases as in the cases: `in_trick`, `all_passed`, `lead`, `round_over`.
    """
    if top is None or phase in ("lead", "round_over"):
        return {}
    found = {seat: bombs(hand, top) for seat, hand in hands.items()}
    return {seat: those for seat, those in found.items() if those}
