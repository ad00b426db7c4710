"""Small answers about seats: who is next, who may bomb, who gets the Dragon, is the round over.

`active` are the seats that still hold cards and are awake, always after the event in question.
"""

from collections.abc import Collection, Iterable, Mapping

from .cards import DRAGON_RANK
from .games import STANDARD, Game
from .legal import Play, bombs

SEATS = 4


def partner(seat: int) -> int:
    """Return the seat opposite (R1.5)."""
    return (seat + 2) % SEATS


def next_active(seat: int, active: Collection[int], game: Game = STANDARD) -> int:
    """Return the next seat with cards after `seat` in order of play."""
    for following in game.from_seat(seat + 1):
        if following in active:
            return following
    raise ValueError("nobody holds cards")


def after_pass(
    seat: int,
    active: Collection[int],
    owner: int,
    game: Game = STANDARD,
    self_overtake: bool = False,
) -> int | None:
    """Return whose turn it is after a pass; None: all others have passed, the trick is over (R6.5).

    Play goes round; the trick is over when it comes back to the owner's seat, cards or not. With
    `self_overtake` an owner who has cards is asked there, and his pass ends the trick (A13).
    """
    if seat == owner:
        return None
    for following in game.from_seat(seat + 1):
        if following == owner:
            return owner if self_overtake and owner in active else None
        if following in active:
            return following
    raise ValueError("the owner is no seat")


def trick_leader(owner: int, active: Collection[int], game: Game = STANDARD) -> int:
    """Return who leads after the owner of the top combination has won the trick (R6.6)."""
    if owner in active:
        return owner
    if game.name == "two_wuerzburg":  # R18.15: the other player, with the hand he plays now
        return min(seat for seat in game.opponents(owner) if seat in active)
    return next_active(owner, active, game)


def dog_targets(seat: int, active: Collection[int], game: Game = STANDARD) -> list[int]:
    """Return the partners among whom the player of the Dog chooses (R15.5); empty: no choice."""
    if game.name != "tientsin":
        return []
    return sorted(other for other in game.partners(seat) if other in active)


def dog_leader(seat: int, active: Collection[int], game: Game = STANDARD) -> int:
    """Return who leads after the Dog where nobody chooses.

    The partner, else the first after him (R8.2, R8.3); Würzburg: the player himself, with his other
    hand if need be (A39); Tientsin, both partners out: the next one (R15.5).
    """
    if game.name == "tientsin":
        return next_active(seat, active, game)
    other = partner(seat)
    if game.name == "two_wuerzburg":
        return seat if seat in active else other
    return other if other in active else next_active(other, active)


def round_over(out: Iterable[int], game: Game = STANDARD) -> str | None:
    """Return why the round is over after these seats went out in this order, or None.

    `last`: one seat holds cards; `double`, `triple`: a whole team is out before any opponent
    (R11.1, R15.8, R16.15, R17.8, R18.6, R18.16).
    """
    gone = list(out)
    whole_team = len(gone) == game.team_size and len({game.team(seat) for seat in gone}) == 1
    if whole_team and game.team_size > 1:
        return {2: "double", 3: "triple"}[game.team_size]
    return "last" if len(gone) == game.seats - 1 else None


def dragon_receivers(
    winner: int,
    top: tuple[str, int, float],
    ended: str | None = None,
    dragon_last_kept: bool = False,
    game: Game = STANDARD,
) -> list[int]:
    """Return to whom a won trick has to be given (R10.2, R10.5); empty: the winner keeps it."""
    if not game.gift or top != ("single", 1, DRAGON_RANK) or ended in ("double", "triple"):
        return []
    if ended == "last" and dragon_last_kept:
        return []
    return game.opponents(winner)


def bombers(
    hands: Mapping[int, Collection[str]],
    top: tuple[str, int, float] | None,
    phase: str,
    game: Game = STANDARD,
) -> dict[int, set[Play]]:
    """Return the bombs that may be played out of turn, the seat on turn included (R5.5 to R5.9).

    Phases as in the cases: `in_trick`, `all_passed`, `lead`, `round_over`.
    """
    if top is None or phase in ("lead", "round_over"):
        return {}
    found = {seat: bombs(hand, top, game.pack) for seat, hand in hands.items()}
    return {seat: those for seat, those in found.items() if those}
