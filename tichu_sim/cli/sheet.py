"""A round record for the eye: hands, announcements, exchange, tricks and the score sheet."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from rich.text import Text

from tichu_sim.cli.story import Row, Trick, tell
from tichu_sim.game.cards import card_points, cards_text
from tichu_sim.game.combos import FULLHOUSE, NO_COMBO, PAIRSEQ, QUAD, SFLUSH, STRAIGHT
from tichu_sim.game.events import GIVE, VERBS, Event, event_text
from tichu_sim.game.position import start
from tichu_sim.game.record import RoundRecord
from tichu_sim.game.round import last_hand
from tichu_sim.game.view import DOUBLE_VICTORY, NO_SEAT, TRICK_WAITS
from tichu_sim.game.walk import PLAYING
from tichu_sim.jit import u64

_LONGEST_NAME = 12
_SUIT_STYLES = {"j": "green", "s": "", "p": "blue", "t": "red"}
_SPECIALS = ("Mj", "Dg", "Ph", "Dr")
_TEAM_STYLES = ("cyan", "yellow")
_KINDS = {
    PAIRSEQ: "pairs in a row",
    FULLHOUSE: "full house",
    STRAIGHT: "straight",
    QUAD: "bomb",
    SFLUSH: "bomb",
}
_CALLS = {"tichu": "Tichu", "grand": "Grand Tichu", "greatgrand": "Great Grand", "silent": "silent"}
_PLACES = ("", "out first", "out second", "out third")


def _styled(words: str) -> Text:
    # Card tokens in the colours of their suits, other words as they are.
    line = Text()
    for word in words.split():
        style = "bold magenta" if word in _SPECIALS else _SUIT_STYLES.get(word[1:], "")
        line.append(word, style).append(" ")
    line.rstrip()
    return line


def _padded(line: Text, width: int) -> Text:
    padded = line.copy()
    padded.pad_right(max(0, width - line.cell_len))
    return padded


def _number_line(name: str, numbers: Sequence[int], widths: Sequence[int], after: str = "") -> Text:
    columns = "  ".join(f"{n:>{width}}" for n, width in zip(numbers, widths, strict=True))
    return Text(f"  {name:<15}{columns}{after}")


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
        self._seats = range(record.rules.seats)
        self._names = [self._name(seat) for seat in self._seats]
        self._width = max(6, *(name.cell_len for name in self._names))
        self._position = start(record)
        playing = len(events)
        if sum(event.verb == GIVE for event in events) == len(self._seats):
            playing = 1 + max(i for i, event in enumerate(events) if event.verb == GIVE)
        self._before = events[:playing]
        self._position.walk(self._before)
        self._hands = [int(hand) for hand in self._position.own["hand"]]
        self._tricks = tell(self._position, events[playing:])

    def _name(self, seat: int) -> Text:
        name = self._record.players[seat] if self._record.players else ""
        shown = "".join(letter if letter.isprintable() else "?" for letter in name)
        style = _TEAM_STYLES[seat % self._record.rules.teams]
        return Text(f"{seat} {shown[:_LONGEST_NAME]}".strip(), style)

    def _list(self, seats: Sequence[int]) -> Text:
        return Text(", ").join(self._names[seat] for seat in seats)

    def _line(self, seat: int, *columns: Text) -> Text:
        return Text("  ").join([Text(), _padded(self._names[seat], self._width), *columns])

    def lines(self) -> Iterator[Text]:
        """Yield the lines of the sheet."""
        yield self._title()
        yield from self._dealt()
        yield from self._announced()
        yield from self._exchange()
        yield from self._play()
        yield Text()
        yield from self._score() if self._position.finished else self._next()

    def _title(self) -> Text:
        record = self._record
        number = "" if record.round is None else f" {record.round}"
        options = [f"{name} {str(value).lower()}" for name, value in record.rules.changed.items()]
        return Text(f"Round{number}, rules {', '.join([record.rules.preset, *options])}", "bold")

    def _dealt(self) -> Iterator[Text]:
        yield Text("\nDealt", "bold")
        for seat, text in enumerate(self._record.deal.written()):
            yield self._line(seat, _styled(text))

    def _announced(self) -> Iterator[Text]:
        first = list(takewhile(lambda event: event.verb != GIVE, self._before))
        later = [event for event in self._before[len(first) :] if event.verb != GIVE]
        if first or later:
            yield Text("\nAnnounced", "bold")
        for event in first:
            yield self._line(event.seat, Text(_CALLS[VERBS[event.verb]]))
        for event in later:
            yield self._line(event.seat, Text(f"{_CALLS[VERBS[event.verb]]} during the exchange"))

    def _exchange(self) -> Iterator[Text]:
        given = {event.seat: event for event in self._before if event.verb == GIVE}
        if not given:
            return
        done = len(given) == len(self._seats)
        receivers = "  ".join(f"to {seat}" for seat in self._seats)
        then = "  then in hand" if done else ""
        yield Text(f"\n{'Exchange':<{self._width + 4}}{receivers}{then}", "bold")
        for seat in sorted(given):
            cards = [Text("  - ", "dim") for _ in self._seats]
            for k, card in enumerate(given[seat].given, 1):
                cards[(seat + k) % len(self._seats)] = Text("  ") + _styled(cards_text(card))
            hand = [_styled(cards_text(self._hands[seat]))] if done else []
            yield self._line(seat, *cards, *hand)

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
        return event_text(row.event).split(maxsplit=2)[2]

    def _comment(self, row: Row) -> str:
        out = _PLACES[row.place]
        turn = "out of turn" if row.out_of_turn else ""
        return ", ".join(filter(None, [_KINDS.get(row.kind, ""), turn, out]))

    def _row(self, row: Row, said_width: int, comment_width: int) -> Text:
        line = self._line(row.event.seat, _padded(_styled(self._said(row)), said_width))
        important = row.place or row.kind in (QUAD, SFLUSH)
        line.append(f"  {self._comment(row):<{comment_width}}", "bold" if important else "")
        line.append(f"  {row.left:>2} left" if row.kind != NO_COMBO else "", "dim")
        if row.passes:
            line.append("  pass " + " ".join(map(str, row.passes)), "dim")
        line.rstrip()
        return line

    def _taken(self, trick: Trick) -> Iterator[Text]:
        if trick.led_next is not None:
            yield Text("  = the lead goes to ") + self._names[trick.led_next]
        if trick.owner is not None and trick.receiver is not None:
            line = Text(f"  = {trick.points} points to ") + self._names[trick.receiver]
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
        if self._position.stage[0]["phase"] != PLAYING:
            return
        public = self._position.public[0]
        if public["waiting"] == TRICK_WAITS:
            yield Text(f"  all have passed, {public['points']} points lie on the table")
        for seat in self._seats:
            yield self._line(seat, _styled(cards_text(self._position.own[seat]["hand"])))

    def _score(self) -> Iterator[Text]:
        public, result = self._position.public[0], self._position.result()
        yield Text("Score sheet", "bold")
        yield Text("  out of cards   ") + self._list(result.finish[: public["out"]])
        last, hand = last_hand(public, self._position.own)
        if public["over"] != DOUBLE_VICTORY:
            taken = ", ".join(f"{seat}: {public['pile'][seat]}" for seat in self._seats)
            yield Text(f"  tricks taken   {taken}")
        if last != NO_SEAT:
            yield (
                Text("  last           ")
                + self._names[last]
                + Text(f", hand ({card_points(u64(hand))} points) to the opponents, tricks to ")
                + self._names[result.finish[0]]
            )
        teams = range(self._record.rules.teams)
        heads = [self._list(self._seats[team :: len(teams)]) for team in teams]
        yield Text("  ").join([Text(" " * 15), *heads])
        widths = [head.cell_len for head in heads]
        double = "  double victory" if public["over"] == DOUBLE_VICTORY else ""
        yield _number_line("card points", result.cards, widths, double)
        yield _number_line("announcements", result.calls, widths)
        line = _number_line("score", result.score, widths)
        line.stylize("bold")
        yield line
