"""A round record for the eye: hands, announcements, exchange, tricks and the score sheet."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from rich.text import Text

from tichu_sim.cli.columns import padded
from tichu_sim.cli.exchange_sheet import EXCHANGE_VERBS, exchange_lines
from tichu_sim.cli.layout import Layout, title_of
from tichu_sim.cli.score_sheet import score_lines
from tichu_sim.cli.story import Row, Trick, tell
from tichu_sim.game.combos import FULLHOUSE, NO_COMBO, PAIRSEQ, QUAD, SFLUSH, STRAIGHT
from tichu_sim.game.events import SIDES, VERBS, Event, event_words
from tichu_sim.game.games import GRAND_SEIGNEUR, THREECHU, TIENTSIN, TWO_TEA, TWO_WUERZBURG
from tichu_sim.game.opening import PLAYING
from tichu_sim.game.position import start
from tichu_sim.game.record import RoundRecord
from tichu_sim.game.rules import setting_text
from tichu_sim.game.seating import rank_of_seat
from tichu_sim.game.settings import settings_of
from tichu_sim.game.view import NO_SEAT, TRICK_WAITS

_KINDS = {
    PAIRSEQ: "pairs in a row",
    FULLHOUSE: "full house",
    STRAIGHT: "straight",
    QUAD: "bomb",
    SFLUSH: "bomb",
}
_CALLS = {"tichu": "Tichu", "grand": "Grand Tichu", "greatgrand": "Great Grand", "silent": "silent"}
_PLACES = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
)
_WITHOUT_PILES = (GRAND_SEIGNEUR, TWO_TEA)


class Sheet:
    """A record laid out.

    Parameters
    ----------
    record : RoundRecord
    events : sequence of Event
        Those of the record's events that are legal.
    """

    def __init__(self, record: RoundRecord, events: Sequence[Event]) -> None:
        self._record = record
        self._layout = Layout(record)
        self._names = self._layout.names
        self._position = start(record)
        exchanged = (i for i, event in enumerate(events) if event.verb in EXCHANGE_VERBS)
        playing = 1 + max(exchanged, default=-1)
        self._position.walk(events[:playing])
        if not self._plays:
            # All the rest are announcements.
            self._position.walk(events[playing:])
            playing = len(events)
        self._before = events[:playing]
        self._exchange = list(exchange_lines(self._layout, self._position, self._before))
        self._tricks = tell(self._position, events[playing:])

    @property
    def _plays(self) -> bool:
        return bool(self._position.stage[0]["phase"] == PLAYING)

    def lines(self) -> Iterator[Text]:
        """Yield the lines of the sheet."""
        yield self._title()
        yield from self._seated()
        yield from self._dealt()
        yield from self._announced()
        yield from self._exchange
        yield from self._play()
        yield Text()
        if self._position.finished:
            yield from score_lines(self._layout, self._position)
        else:
            yield from self._next()

    def _title(self) -> Text:
        record = self._record
        game = "" if record.game is None else f" of game {record.game}"
        number = "" if record.round is None else f" {record.round}{game}"
        options = [f"{name} {setting_text(value)}" for name, value in record.rules.changed.items()]
        return Text(f"Round{number}, rules {', '.join([record.rules.preset, *options])}", "bold")

    def _seated(self) -> Iterator[Text]:
        # Where seats differ, or players change them.
        roles = ((seat, self._role(seat)) for seat in self._layout.seats)
        told = [(seat, role) for seat, role in roles if role]
        if told:
            yield Text("\nSeats", "bold")
        yield from (self._layout.line(seat, Text(role)) for seat, role in told)

    def _role(self, seat: int) -> str:
        record, rules = self._record, self._record.rules
        game, settings = rules.game.number, settings_of(rules)
        roles = []
        if record.seating:
            roles.append(f"player {record.seating[seat]}")
        if game == THREECHU:
            roles.append(("dealer", "defender", "dummy", "defender")[seat])
        if game == GRAND_SEIGNEUR and record.round != 1:
            roles.append(title_of(int(rank_of_seat(settings, seat)), rules.players))
        if game == TWO_WUERZBURG:
            roles.append(f"second hand of {seat - 2}" if seat > 1 else "first hand")
        if game in (TIENTSIN, GRAND_SEIGNEUR, TWO_TEA) and seat == record.dealer:
            roles.append("deals")
        return ", ".join(roles)

    def _dealt(self) -> Iterator[Text]:
        deal, tokens = self._record.deal, self._record.rules.tokens
        yield Text("\nDealt", "bold")
        for seat, text in enumerate(deal.written(tokens)):
            yield self._layout.line(seat, self._layout.styled(text))
        for side, stack in zip(SIDES, deal.stacks, strict=False):
            cards = Text(" ").join(self._layout.cards(card) for card in stack)
            yield Text(f"  stack on the {side} of 0, from the top: ") + cards

    def _announced(self) -> Iterator[Text]:
        def gives(event: Event) -> bool:
            return event.verb in EXCHANGE_VERBS

        first = list(takewhile(lambda event: not gives(event), self._before))
        later = [event for event in self._before[len(first) :] if not gives(event)]
        if first or later:
            yield Text("\nAnnounced", "bold")
        for event in first:
            yield self._layout.line(event.seat, Text(_CALLS[VERBS[event.verb]]))
        for event in later:
            call = f"{_CALLS[VERBS[event.verb]]} during the exchange"
            yield self._layout.line(event.seat, Text(call))

    def _play(self) -> Iterator[Text]:
        plays = [row for trick in self._tricks for row in trick.rows]
        widths = [
            max((len(words(row)) for row in plays), default=0)
            for words in (self._said, self._comment)
        ]
        number = 0
        for trick in self._tricks:
            if trick.is_dog:
                yield Text("\nThe Dog", "bold")
            elif any(row.kind != NO_COMBO for row in trick.rows):
                number += 1
                yield Text(f"\nTrick {number}", "bold")
            yield from (self._row(row, *widths) for row in trick.rows)
            yield from self._taken(trick)

    def _said(self, row: Row) -> str:
        # A play's cards and declarations, or an announcement.
        if row.kind == NO_COMBO:
            return f"announces {_CALLS[VERBS[row.event.verb]]}"
        return event_words(row.event, self._record.rules).split(maxsplit=1)[1]

    def _comment(self, row: Row) -> str:
        out = f"out {_PLACES[row.place - 1]}" if row.place else ""
        turn = "out of turn" if row.out_of_turn else ""
        wakes = f"takes up {row.wakes}" if row.wakes != NO_SEAT else ""
        return ", ".join(filter(None, [_KINDS.get(row.kind, ""), turn, out, wakes]))

    def _row(self, row: Row, said_width: int, comment_width: int) -> Text:
        said = padded(self._layout.styled(self._said(row)), said_width)
        line = self._layout.line(row.event.seat, said)
        important = row.place or row.kind in (QUAD, SFLUSH)
        line.append(f"  {self._comment(row):<{comment_width}}", "bold" if important else "")
        line.append(f"  {row.left:>2} left" if row.kind != NO_COMBO else "", "dim")
        if row.passes:
            line.append("  pass " + " ".join(map(str, row.passes)), "dim")
        line.rstrip()
        return line

    def _taken(self, trick: Trick) -> Iterator[Text]:
        if trick.is_dog and trick.points:
            yield Text(f"  = {trick.points} points to ") + self._names[trick.rows[-1].event.seat]
        if trick.led_next is not None:
            yield Text("  = the lead goes to ") + self._names[trick.led_next]
        if trick.owner is not None and trick.receiver is not None:
            counts = self._record.rules.game.number not in _WITHOUT_PILES
            line = Text(f"  = {trick.points} points to " if counts else "  = won by ")
            line += self._names[trick.receiver]
            if trick.receiver != trick.owner:
                line += Text(", given by ") + self._names[trick.owner]
            yield line

    def _next(self) -> Iterator[Text]:
        choices = self._position.choices()
        line = Text("The record stops here")
        if choices.seat is not None:
            act = "give the Dragon's trick" if choices.gifts else "act"
            line += Text(", ") + self._names[choices.seat] + Text(f" is to {act}")
        yield line
        if not self._plays:
            return
        public = self._position.public[0]
        if public["waiting"] == TRICK_WAITS:
            points = f", {public['points']} points lie on the table"
            counts = self._record.rules.game.number not in _WITHOUT_PILES
            yield Text(f"  all have passed{points if counts else ''}")
        for seat in self._layout.seats:
            hand = self._position.hand(seat)
            asleep = " (not yet taken up)" if hand and not public["size"][seat] else ""
            yield self._layout.line(seat, self._layout.cards(hand) + Text(asleep, "dim"))
