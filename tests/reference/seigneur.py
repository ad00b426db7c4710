"""Grand Seigneur: ranks and seats, who pushes how much to whom, what the best cards are (R16)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from .cards import TWO_PACKS, Pack, face
from .games import grand_seigneur

Player = TypeVar("Player")


class Push(NamedTuple):
    """The giver pushes so many of his best cards; the receiver returns as many (R16.7, R16.9)."""

    giver: int
    receiver: int
    size: int


def deck(players: int) -> list[str]:
    """All cards of the game, a token twice where there are two packs (R16.1)."""
    return list(grand_seigneur(players).pack.whole)


def ranks_by_seat(players: int, direction: str = "ccw") -> list[int]:
    """Ranks in order of play from the Great Lord on, from round 2 on (R16.4, A29)."""
    upwards = list(range(1, players))
    return [0, *(upwards if direction == "cw" else reversed(upwards))]


def seat_of(rank: int, players: int, direction: str = "ccw") -> int:
    """Return the seat of a rank from round 2 on."""
    return ranks_by_seat(players, direction).index(rank)


def wretch(players: int, direction: str = "ccw") -> int:
    """Return the Wretch's seat, who deals (R16.6)."""
    return seat_of(players - 1, players, direction)


def next_seats(finish: Sequence[Player], direction: str = "ccw") -> list[Player]:
    """Return who sits where in the next round, from the order of going out (R16.15)."""
    return [finish[rank] for rank in ranks_by_seat(len(finish), direction)]


def push_levels(players: int, gs_push: str = "cap3") -> list[int]:
    """Cards pushed by each pair of ranks, from the outside (R16.7, A31)."""
    if players == 5:
        return [2, 1]
    if players >= 7 and gs_push == "scaled":
        return list(range(players // 2, 0, -1))
    return [3, 2, 1]


def pushes(players: int, gs_push: str = "cap3", direction: str = "ccw") -> list[Push]:
    """All pushes of a round by seats, the Wretch's first."""
    levels = enumerate(push_levels(players, gs_push))
    return [
        Push(seat_of(players - 1 - rank, players, direction), seat_of(rank, players, direction), n)
        for rank, n in levels
    ]


def worth(card: str, pack: Pack = TWO_PACKS) -> int:
    """How good a card is: Dragon, Phoenix, Mah Jong, ace, ..., two (R16.8, A32)."""
    special = {pack.dragon: 103, pack.phoenix: 102, pack.mah_jong: 101}
    return special[face(card)] if face(card) in special else pack.number(card)


def best(hand: Iterable[str], count: int, pack: Pack = TWO_PACKS) -> list[str]:
    """So many best cards of a hand, the best first; there can be others as good (R16.8)."""
    return sorted(map(face, hand), key=lambda card: worth(card, pack), reverse=True)[:count]


def are_best(hand: Iterable[str], cards: Sequence[str], pack: Pack = TWO_PACKS) -> bool:
    """Whether these cards of a hand are as good as the best."""
    wanted = [worth(card, pack) for card in best(hand, len(cards), pack)]
    return sorted((worth(card, pack) for card in cards), reverse=True) == wanted
