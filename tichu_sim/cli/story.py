"""The play of a round, told trick by trick."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tichu_sim.game.combos import DOG_LEAD, NO_COMBO
from tichu_sim.game.events import BOMB, GIFT, PASS_TURN, PLAY, TICHU_CALL, Event
from tichu_sim.game.points import card_points
from tichu_sim.game.position import Position
from tichu_sim.game.readings import combo_of, plays_of
from tichu_sim.game.settings import settings_of
from tichu_sim.game.view import LAST_PLAYER, NO_SEAT, RUNNING, TRICK_WAITS
from tichu_sim.jit import Record, u64


@dataclass
class Row:
    """One play or announcement, and who passed after it.

    Attributes
    ----------
    event : Event
    kind : int
        The combination, see `combos`; `NO_COMBO` for an announcement.
    out_of_turn : bool
        For a bomb out of turn.
    left : int
        Cards left in the seat's hand.
    place : int
        1 for the first to go out with this play, and so on; 0 for a seat that is not out.
    wakes : int
        The seat whose hand is taken up after this play (R18.15), `NO_SEAT` for none.
    passes : list of int
    """

    event: Event
    kind: int = NO_COMBO
    out_of_turn: bool = False
    left: int = 0
    place: int = 0
    wakes: int = NO_SEAT
    passes: list[int] = field(default_factory=list)


@dataclass
class Trick:
    """A trick, or a Dog.

    Attributes
    ----------
    rows : list of Row
    points : int
        Card points, once it is collected; with 52 cards the Dog may have some.
    owner : int or None
        Who won it, None as long as it lies on the table and for the Dog.
    receiver : int or None
        Whose pile it went to: the owner's, or the receiver of the Dragon's gift.
    led_next : int or None
        Whom the Dog gave the lead to.
    """

    rows: list[Row] = field(default_factory=list)
    points: int = 0
    owner: int | None = None
    receiver: int | None = None
    led_next: int | None = None

    @property
    def is_dog(self) -> bool:
        """Whether it is no trick but a Dog."""
        return any(row.kind == DOG_LEAD for row in self.rows)


def _is_lead(before: Record, event: Event) -> bool:
    if event.verb not in (PLAY, BOMB):
        return False
    waits = before["waiting"] == TRICK_WAITS
    leads_next = waits and event.verb == PLAY and event.seat == before["turn"]
    return bool(before["top_kind"] == NO_COMBO or leads_next)


def _row(before: Record, position: Position, event: Event) -> Row:
    public, seat = position.public[0], event.seat
    if event.verb == TICHU_CALL:
        return Row(event)
    kind = combo_of(plays_of(event.cards, position.rules)[0], 0, position.rules)[0]
    leads_first = before["turn"] == NO_SEAT
    out_of_turn = not leads_first and (seat != before["turn"] or before["waiting"] == TRICK_WAITS)
    return Row(
        event,
        kind,
        event.verb == BOMB and bool(out_of_turn),
        int(public["size"][seat]),
        int(public["place"][seat]),
        _woken(before, public),
    )


def _woken(before: Record, public: Record) -> int:
    woken = ((before["size"] == 0) & (public["size"] > 0)).nonzero()[0]
    return int(woken[0]) if len(woken) else NO_SEAT


def _take(trick: Trick, before: Record, receiver: int) -> None:
    trick.points = int(before["points"])
    trick.owner = int(before["owner"])
    trick.receiver = receiver


def _take_last(trick: Trick, position: Position, points_before: int) -> None:
    # The trick that the round ends with is collected at once (R11.2).
    if not trick.is_dog:
        trick.points = int(position.public[0]["pile"].sum()) - points_before
        trick.owner = trick.receiver = trick.rows[-1].event.seat


def tell(position: Position, events: Iterable[Event]) -> list[Trick]:
    """Carry out the events of the play and return the tricks that they make.

    Parameters
    ----------
    position : Position
        Before the first lead; afterwards at the end of the events.
    events : iterable of Event
        Legal ones.
    """
    tricks: list[Trick] = []
    calls: list[Row] = []
    for event in events:
        before = position.public.copy()[0]
        position.carry_out(event)
        public = position.public[0]
        if _is_lead(before, event):
            if before["waiting"] == TRICK_WAITS:
                _take(tricks[-1], before, int(before["owner"]))
            tricks.append(Trick(calls))
            calls = []
        if event.verb == GIFT:
            _take(tricks[-1], before, event.target)
        elif event.verb == PASS_TURN:
            _last_play(tricks[-1]).passes.append(event.seat)
        elif event.verb == TICHU_CALL and before["top_kind"] == NO_COMBO:
            calls.append(_row(before, position, event))
        else:
            tricks[-1].rows.append(_row(before, position, event))
        if event.verb in (PLAY, BOMB) and tricks[-1].is_dog:
            tricks[-1].points = int(card_points(settings_of(position.rules), u64(event.cards)))
            if public["over"] == RUNNING:
                tricks[-1].led_next = int(public["turn"])
        if event.verb in (PLAY, BOMB) and public["over"] == LAST_PLAYER and position.finished:
            _take_last(tricks[-1], position, sum(trick.points for trick in tricks))
    if calls:
        tricks.append(Trick(calls))
    return tricks


def _last_play(trick: Trick) -> Row:
    return next(row for row in reversed(trick.rows) if row.kind != NO_COMBO)
