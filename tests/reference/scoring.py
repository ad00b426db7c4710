"""Points of a round (R11), end of a game (R12)."""

from collections.abc import Iterable, Mapping, Sequence

from .calls import VALUE
from .cards import points
from .options import Options
from .turns import SEATS, round_over


def card_points(
    out: Sequence[int],
    piles: Mapping[int, Iterable[str]],
    hands: Mapping[int, Iterable[str]],
    options: Options | None = None,
) -> list[int]:
    """Points of both teams without announcements; Dragon gifts lie in the piles already."""
    team = [0, 0]
    if round_over(out) == "double":  # R11.5
        team[out[0] % 2] = (options or Options()).double_victory
        return team
    (last,) = set(range(SEATS)) - set(out)
    for seat, pile in piles.items():  # R11.3: the last one's pile goes to the first one out
        receiver = out[0] if seat == last else seat
        team[receiver % 2] += sum(map(points, pile))
    team[1 - last % 2] += sum(map(points, hands.get(last, ())))
    return team


def call_points(out: Sequence[int], calls: Mapping[int, str]) -> list[int]:
    """Points of both teams for announcements (R2.6, R11.6)."""
    team = [0, 0]
    for seat, call in calls.items():
        team[seat % 2] += VALUE[call] if seat == out[0] else -VALUE[call]
    return team


def score(
    out: Sequence[int],
    piles: Mapping[int, Iterable[str]],
    hands: Mapping[int, Iterable[str]],
    calls: Mapping[int, str],
    options: Options | None = None,
) -> list[int]:
    """Round score of both teams (R11.7)."""
    cards = card_points(out, piles, hands, options)
    called = call_points(out, calls)
    return [cards[0] + called[0], cards[1] + called[1]]


def game_end(
    totals: Sequence[int], finished: int, target: int = 1000, rounds: int | None = None
) -> int | str:
    """Winning team, `continue` or `draw` after `finished` rounds (R12.1 to R12.3)."""
    winner = 0 if totals[0] > totals[1] else 1
    equal = totals[0] == totals[1]
    if rounds is not None:
        if finished < rounds:
            return "continue"
        return "draw" if equal else winner
    if max(totals) < target or equal:
        return "continue"
    return winner


def tichujoin(joined: Sequence[str]) -> list[str]:
    """Seats 0..3 of four players in the order in which they joined (R12.4)."""
    first, second, third, fourth = joined
    return [first, third, second, fourth]
