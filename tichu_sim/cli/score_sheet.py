"""What a round came to for the eye: the score of the teams, or the new ranks (R11, R15 to R18)."""

from collections.abc import Iterator, Sequence

import numpy as np
from rich.text import Text

from tichu_sim.cli.layout import Layout, title_of
from tichu_sim.game.games import GRAND_SEIGNEUR, T52, TIENTSIN, TOURNAMENT, TWO_TEA
from tichu_sim.game.match import victory_points
from tichu_sim.game.points import card_points
from tichu_sim.game.position import Position
from tichu_sim.game.record import Result
from tichu_sim.game.round import last_hand
from tichu_sim.game.score import seat_at_place
from tichu_sim.game.seating import rank_of_seat, seat_of_rank
from tichu_sim.game.settings import settings_of
from tichu_sim.game.view import DOUBLE_VICTORY, NO_SEAT
from tichu_sim.jit import u64

_LABEL = 15
_ALL_OUT = {TIENTSIN: "triple victory", T52: "skunk"}
"""What it is called when a whole team is out before any opponent, where it has another name."""


def score_lines(layout: Layout, position: Position) -> Iterator[Text]:
    """Yield the lines of the score sheet of a finished round.

    Parameters
    ----------
    layout : Layout
    position : Position
        At the end of the round.
    """
    if layout.record.rules.game.number == GRAND_SEIGNEUR:
        yield from _new_ranks(layout, position)
        return
    yield Text("Score sheet", "bold")
    result = position.result()
    yield _named("out of cards", layout.listed(result.finish[: position.public[0]["out"]]))
    if layout.record.rules.game.number != TWO_TEA:
        yield from _tricks(layout, position, result)
    yield from _points(layout, position, result)


def _named(label: str, *parts: Text | str) -> Text:
    line = Text(f"  {label:<{_LABEL}}")
    for part in parts:
        line.append(part)
    return line


def _tricks(layout: Layout, position: Position, result: Result) -> Iterator[Text]:
    # What was taken, and where the last player's cards go (R11.3, R15.9, R17.8).
    public, game = position.public[0], layout.record.rules.game.number
    if public["over"] == DOUBLE_VICTORY:
        return
    taken = ", ".join(f"{seat}: {public['pile'][seat]}" for seat in layout.seats)
    yield _named("tricks taken", taken)
    last, hand = last_hand(public, position.own)
    if last == NO_SEAT:
        return
    points = int(card_points(settings_of(layout.record.rules), u64(hand)))
    first, name = layout.names[result.finish[0]], layout.names[last]
    if game == TIENTSIN:
        yield _named("last", name, f", hand ({points} points) and tricks to the opponents")
        fifth = int(seat_at_place(public, int(public["out"])))
        yield _named("fifth", layout.names[fifth], ", tricks to ", first)
    elif game == T52:
        yield _named("last", name, f", hand ({points} points) and tricks to ", first)
    else:
        yield _named("last", name, f", hand ({points} points) to the opponents, tricks to ", first)


def _points(layout: Layout, position: Position, result: Result) -> Iterator[Text]:
    rules, public = layout.record.rules, position.public[0]
    game, teams = rules.game.number, rules.teams
    heads = [layout.listed(layout.seats[team::teams]) for team in range(teams)]
    yield Text("  ").join([Text(" " * _LABEL), *heads])
    widths = [head.cell_len for head in heads]
    all_out = ""
    if public["over"] == DOUBLE_VICTORY:
        all_out = f"  {_ALL_OUT.get(game, 'double victory')}"
    yield _numbers("going out" if game == TWO_TEA else "card points", result.cards, widths, all_out)
    yield _numbers("announcements", result.calls, widths)
    line = _numbers("score", result.score, widths)
    line.stylize("bold")
    yield line
    if game == T52:
        # The difference is all that is kept (R17.10).
        ahead = result.score[0] - result.score[1]
        yield _numbers("difference", [ahead, -ahead], widths)
    if game == TOURNAMENT:
        won = [_victory(position, result, team) for team in range(teams)]
        yield _numbers("victory points", won, widths)


def _victory(position: Position, result: Result, team: int) -> int:
    settings = settings_of(position.rules)
    cards, calls = np.array(result.cards, np.int64), np.array(result.calls, np.int64)
    return int(victory_points(settings, position.public[0], cards, calls, team))


def _numbers(name: str, numbers: Sequence[int], widths: Sequence[int], after: str = "") -> Text:
    columns = "  ".join(f"{n:>{width}}" for n, width in zip(numbers, widths, strict=True))
    return Text(f"  {name:<{_LABEL}}{columns}{after}")


def _new_ranks(layout: Layout, position: Position) -> Iterator[Text]:
    # The order of going out makes the ranks, and with them the next round's seats (R16.15).
    settings, n = settings_of(layout.record.rules), len(layout.seats)
    ranked = layout.record.round != 1
    yield Text("New ranks", "bold")
    for rank, seat in enumerate(position.result().finish):
        was = f", was {title_of(int(rank_of_seat(settings, seat)), n)}" if ranked else ""
        now = f", now at seat {int(seat_of_rank(settings, rank))}"
        yield _named(title_of(rank, n), layout.names[seat], was, now)
