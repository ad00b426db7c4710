"""The exchange of a round for the eye, as each game has it (R3, R14.5, R15.4, R16.7, R18)."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.text import Text

from tichu_sim.cli.columns import padded
from tichu_sim.cli.layout import Layout, title_of
from tichu_sim.game.events import FIRST, GIVE, PUSH, RETURN, STACK, Event
from tichu_sim.game.games import GRAND_SEIGNEUR, TWO_TEA
from tichu_sim.game.opening import PLAYING
from tichu_sim.game.position import Position
from tichu_sim.game.seating import rank_of_seat, seat_of_rank
from tichu_sim.game.settings import settings_of
from tichu_sim.game.state import STACKS, receivers_of

EXCHANGE_VERBS = (GIVE, STACK, FIRST, PUSH, RETURN)
"""Codes of the events that make up an exchange."""

_TEA_STEPS = (("to the other", 1), ("right stack", STACKS[0]), ("left stack", STACKS[1]))
_DOES = {PUSH: "pushes ", RETURN: "returns "}
_SWAP_WIDTH = len("9j for Kp")


def exchange_lines(layout: Layout, position: Position, events: Sequence[Event]) -> Iterator[Text]:
    """Yield the lines that tell of an exchange; none where there has been nothing of it.

    Parameters
    ----------
    layout : Layout
    position : Position
        After the exchange, or as far as the record goes.
    events : sequence of Event
        What happened up to there.
    """
    done = [event for event in events if event.verb in EXCHANGE_VERBS]
    if done:
        yield from _TELLERS.get(layout.record.rules.game.number, _gifts)(layout, position, done)


def _is_over(position: Position) -> bool:
    return bool(position.stage[0]["phase"] == PLAYING)


def _by_seat(events: Sequence[Event], *verbs: int) -> dict[int, Event]:
    return {event.seat: event for event in events if event.verb in verbs}


def _gifts(layout: Layout, position: Position, events: Sequence[Event]) -> Iterator[Text]:
    first, given = _by_seat(events, FIRST), _by_seat(events, GIVE)
    if first:
        yield Text("\nFirst hands", "bold")
    for seat in sorted(first):
        seen = "first" if first[seat].cards == layout.record.deal.dealt[seat] else "second"
        yield layout.line(seat, Text(f"begins with the hand seen {seen}"))
    if given:
        yield from _given(layout, position, given)


def _given(layout: Layout, position: Position, given: Mapping[int, Event]) -> Iterator[Text]:
    # A column for each seat that gets cards.
    rules, n = layout.record.rules, len(layout.seats)
    receivers = sorted({(seat + k) % n for seat in layout.seats for k in receivers_of(rules, seat)})
    over = _is_over(position)
    heads = "  ".join(f"to {seat}" for seat in receivers)
    then = "  then in hand" if over else ""
    yield Text(f"\n{'Exchange':<{layout.width + 4}}{heads}{then}", "bold")
    for seat in layout.seats if over else sorted(given):
        cards = dict.fromkeys(receivers, Text("  - ", "dim"))
        for k, card in enumerate(given[seat].given if seat in given else (), 1):
            if card:
                cards[(seat + k) % n] = Text("  ") + layout.cards(card)
        hand = [layout.cards(position.hand(seat))] if over else []
        yield layout.line(seat, *cards.values(), *hand)


def _stacks(layout: Layout, position: Position, events: Sequence[Event]) -> Iterator[Text]:
    # Each step is a card for another one, which comes when both have done it (R18.4).
    over = _is_over(position)
    heads = [f"{head:<{_SWAP_WIDTH}}" for head, _ in _TEA_STEPS]
    then = "  then in hand" if over else ""
    yield Text(f"\n{'Exchange':<{layout.width + 4}}{'  '.join(heads)}{then}", "bold")
    for seat in layout.seats:
        mine = position.own[seat]
        cells = []
        for head, (_, place) in zip(heads, _TEA_STEPS, strict=True):
            cell = layout.cards(int(mine["given"][place]))
            if mine["received"][place]:
                cell += Text(" for ") + layout.cards(int(mine["received"][place]))
            cells.append(padded(cell, len(head)))
        hand = [layout.cards(position.hand(seat))] if over else []
        yield layout.line(seat, *cells, *hand)


def _pushes(layout: Layout, position: Position, events: Sequence[Event]) -> Iterator[Text]:
    # By rank from the Great Lord down.
    pushed, over = _by_seat(events, PUSH, RETURN), _is_over(position)
    settings, n = settings_of(layout.record.rules), len(layout.seats)
    rows = []
    for seat in (int(seat_of_rank(settings, rank)) for rank in range(n)):
        cells = [Text(title_of(int(rank_of_seat(settings, seat)), n)), Text("-", "dim"), Text()]
        if seat in pushed:
            event = pushed[seat]
            cells[1] = Text(_DOES[event.verb]) + layout.cards(event.cards)
            cells[2] = Text("to ") + layout.names[event.target]
        hand = [layout.cards(position.hand(seat))] if over else []
        rows.append((seat, [*cells, *hand]))
    yield Text("\nPush and return" + (", then in hand" if over else ""), "bold")
    yield from layout.lines(rows)


_Teller = Callable[[Layout, Position, Sequence[Event]], Iterator[Text]]
_TELLERS: Mapping[int, _Teller] = {TWO_TEA: _stacks, GRAND_SEIGNEUR: _pushes}
