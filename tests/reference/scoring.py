"""Points of a round (R11, R15.9, R17.8, R18.6), end of a game (R12, R17.11)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .calls import VALUE
from .cards import points, points52
from .games import game_of
from .options import Options
from .turns import round_over


def card_points(
    out: Sequence[int],
    piles: Mapping[int, Iterable[str]],
    hands: Mapping[int, Iterable[str]],
    options: Options | None = None,
    calls: Mapping[int, str] | None = None,
) -> list[int]:
    """Points of both teams without announcements; Dragon gifts lie in the piles already.

    `calls` matter with two players only, where a kept call stands for the winner's 50 (R18.6).
    """
    options = options or Options()
    game = game_of(options)
    team = [0, 0]
    ended = round_over(out, game)
    if game.name == "two_tea":
        team[out[0]] = 0 if out[0] in (calls or {}) else 50
        return team
    if ended in ("double", "triple"):
        whole = {"tientsin": 300, "t52": 200}  # R15.8, R17.8
        team[game.team(out[0])] = whole.get(game.name, options.double_victory)  # R11.5
        return team
    (last,) = set(range(game.seats)) - set(out)
    value = points52 if game.name == "t52" else points
    first_team, others = game.team(out[0]), 1 - game.team(last)
    for seat, pile in piles.items():
        receiver = game.team(seat)
        if game.name == "tientsin":  # R15.9: the last one's to the others, the fifth's to the first
            receiver = {last: others, out[-1]: first_team}.get(seat, receiver)
        elif seat == last:  # R11.3: the last one's pile goes to the first one out
            receiver = first_team
        team[receiver] += sum(map(value, pile))
    left = sum(map(value, hands.get(last, ())))
    team[first_team if game.name == "t52" else others] += left
    return team


def call_points(
    out: Sequence[int], calls: Mapping[int, str], options: Options | None = None
) -> list[int]:
    """Points of both teams for announcements (R2.6, R11.6).

    With 52 cards a lost announcement counts for the opponents (R17.9).
    """
    game = game_of(options or Options())
    team = [0, 0]
    for seat, call in calls.items():
        mine = game.team(seat)
        if seat == out[0]:
            team[mine] += VALUE[call]
        elif game.name == "t52":
            team[1 - mine] += VALUE[call]
        else:
            team[mine] -= VALUE[call]
    return team


def score(
    out: Sequence[int],
    piles: Mapping[int, Iterable[str]],
    hands: Mapping[int, Iterable[str]],
    calls: Mapping[int, str],
    options: Options | None = None,
) -> list[int]:
    """Round score of both teams (R11.7)."""
    cards = card_points(out, piles, hands, options, calls)
    called = call_points(out, calls, options)
    return [cards[0] + called[0], cards[1] + called[1]]


def two_score(winner: int, calls: Mapping[int, str]) -> list[int]:
    """Round score of two players with Tea-chu (R18.6)."""
    return score([winner], {}, {}, calls, Options(game="two_tea"))


def round_result(
    options: Options,
    out: Sequence[int],
    piles: Mapping[int, Iterable[str]],
    hands: Sequence[Iterable[str]],
    calls: Mapping[int, str],
) -> dict[str, Any]:
    """Return the `result` of a round's record."""
    by_seat = dict(enumerate(hands))
    finish = [*out, *(seat for seat, hand in by_seat.items() if hand)]
    if options.game == "grand_seigneur":
        return {"finish": finish}
    return {
        "finish": finish,
        "cards": card_points(out, piles, by_seat, options, calls),
        "calls": call_points(out, calls, options),
        "score": score(out, piles, by_seat, calls, options),
    }


def game_end(
    totals: Sequence[int],
    finished: int,
    target: int = 1000,
    rounds: int | None = None,
    tie: str = "continue",
) -> int | str:
    """Winning team, `continue` or `draw` after `finished` rounds (R12.1 to R12.3, A21)."""
    winner = 0 if totals[0] > totals[1] else 1
    equal = totals[0] == totals[1]
    if rounds:
        if finished < rounds:
            return "continue"
        return "draw" if equal else winner
    if max(totals) < target:
        return "continue"
    if equal:
        return "draw" if tie == "draw" else "continue"
    return winner


def game_end52(diff: int, finished: int, target: int = 400, rounds: int = 10) -> int | str:
    """Winning team or `continue`, from the difference of the teams (R17.10, R17.11)."""
    if abs(diff) >= target or (finished >= rounds and diff != 0):
        return 0 if diff > 0 else 1
    return "continue"


def tichujoin(joined: Sequence[str]) -> list[str]:
    """Seats 0..3 of four players in the order in which they joined (R12.4)."""
    first, second, third, fourth = joined
    return [first, third, second, fourth]
