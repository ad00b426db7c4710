"""Tables of games with changing partners: tournament (R13), Threechu (R14.9, R14.10)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from .options import Options, options_of
from .scoring import call_points
from .turns import round_over

SEATINGS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))
"""The three partnerships of players 0 to 3: who sits on seat 0, 1, 2, 3 (R13.2)."""

DUMMY = 3
"""The column of the Threechu dummy, behind those of the persons 0, 1, 2."""


def schedule(
    kind: str = "cyclic", rounds: int = 9, order: Sequence[int] | None = None
) -> list[tuple[int, ...]]:
    """Return who sits where in each round (R13.2, A22).

    `random`: `order` is the drawn permutation of the rounds of the cyclic schedule.
    """
    if kind == "blocks":
        return [SEATINGS[number // (rounds // 3)] for number in range(rounds)]
    cyclic: list[tuple[int, ...]] = [SEATINGS[number % 3] for number in range(rounds)]
    if kind == "random":
        assert order is not None
        assert sorted(order) == list(range(rounds))
        return [cyclic[number] for number in order]
    return cyclic


def partnerships(seatings: Sequence[Sequence[int]]) -> dict[str, int]:
    """Count how often any two players are partners."""
    pairs = [(seats[team], seats[team + 2]) for seats in seatings for team in (0, 1)]
    return dict(Counter("".join(map(str, sorted(pair))) for pair in pairs))


def tournament(
    cards: Sequence[int] | None,
    out: Sequence[int],
    calls: Mapping[int, str],
    options: Options | None = None,
) -> dict[str, list[int]]:
    """Tichu points and victory points of both teams (R13.4 to R13.7).

    `cards`: the card points; they do not matter after a double victory.
    """
    options = options or options_of("bsw_tournament")
    called = call_points(out, calls)
    team = out[0] % 2
    points = [0, 0] if cards is None else list(cards)
    victory = [0, 0]
    if round_over(out) == "double":
        points = [0, 0]
        points[team] = options.double_victory
        lost = any(seat % 2 == team and seat != out[0] for seat in calls)
        if options.dv_lost_tichu == "net_negative":  # A23
            lost = called[team] < 0
        victory[team] = 2 if lost else 3
    tichu = [points[0] + called[0], points[1] + called[1]]
    if round_over(out) != "double":
        if tichu[0] == tichu[1]:
            victory = [1, 1]
        else:
            victory[tichu.index(max(tichu))] = 2
    return {"tp": tichu, "vp": victory}


def credited(seats: Sequence[int], teams: Sequence[int]) -> list[int]:
    """Give what the teams made to their players, who sit like this (R13.4, R14.9)."""
    return [teams[list(seats).index(player) % 2] for player in range(4)]


def totals(seatings: Sequence[Sequence[int]], rounds: Sequence[Sequence[int]]) -> list[int]:
    """Add up what each player is credited with; `rounds`: the points of both teams in each."""
    sums = [0, 0, 0, 0]
    for seats, teams in zip(seatings, rounds, strict=True):
        sums = [mine + more for mine, more in zip(sums, credited(seats, teams), strict=True)]
    return sums


def places(*scores: Sequence[int]) -> list[int]:
    """Place of each player, 1 the best; equal ones share it.

    Tournament (R13.8): victory points, then Tichu points. Threechu: the totals of three persons.
    """
    players = list(zip(*scores, strict=True))
    return [1 + sum(other > mine for other in players) for mine in players]


def threechu_seats(number: int, first_dealer: int = 0) -> tuple[int, ...]:
    """Return who sits where in round 0, 1, ...: dealer, next, dummy, third (R14.2, R14.10)."""
    dealer = (first_dealer + number) % 3
    return dealer, (dealer + 1) % 3, DUMMY, (dealer + 2) % 3


def threechu_totals(rounds: Sequence[Sequence[int]], first_dealer: int = 0) -> list[int]:
    """Totals of the three persons and of the dummy (R14.9)."""
    return totals([threechu_seats(k, first_dealer) for k in range(len(rounds))], rounds)


def threechu_places(sums: Sequence[int]) -> list[int]:
    """Places of the three persons; the dummy's column does not count (R14.10, A25)."""
    return places(sums[:DUMMY])
