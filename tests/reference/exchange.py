"""What lies between the deal and the first lead: giving, tea stacks, first hands, pushing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .cards import bag, together, without
from .faults import Illegal
from .games import Game
from .notation import Event
from .seigneur import Push, are_best


@dataclass
class Exchange:
    """The steps that are to be done, and the cards that each seat has named in each.

    `give` is executed when all have given (R3.2), so is `push` with its returns (R16.9). A tea
    stack answers at once (`right`, `left`: R18.4), so does the choice of a `first` hand (R18.11).
    A step begins when the one before is done.
    """

    game: Game
    steps: list[str]
    pushes: list[Push] = field(default_factory=list)
    answers: dict[str, dict[int, tuple[str, ...]]] = field(default_factory=dict)

    def copy(self) -> "Exchange":
        """Return the same state again, independent of this one."""
        answers = {step: told.copy() for step, told in self.answers.items()}
        return Exchange(self.game, self.steps.copy(), self.pushes, answers)

    def seats(self, step: str) -> list[int]:
        """Return the seats that have something to do in a step."""
        if step == "push":
            return sorted(seat for push in self.pushes for seat in (push.giver, push.receiver))
        return list(self.game.givers)

    @property
    def step(self) -> str | None:
        """The step that is to be done now; None: all are done."""
        for step in self.steps:
            if len(self.answers.get(step, {})) < len(self.seats(step)):
                return step
        return None

    @property
    def waits_for(self) -> list[int]:
        """The seats that have still to act in this step."""
        step = self.step
        if step is None:
            return []
        return [seat for seat in self.seats(step) if seat not in self.answers.get(step, {})]

    @property
    def begun(self) -> bool:
        """Whether somebody has named cards."""
        return bool(self.answers)

    def take(self, told: Event, hands: list[frozenset[str]], stacks: list[tuple[str, ...]]) -> str:
        """Let a seat name its cards; hands and stacks change when it is time. Return the line."""
        step = self.step
        if step is None or told.seat not in self.waits_for or not self._fits(told, step, hands):
            raise Illegal("bad exchange", "R3.1 R14.5 R15.4 R16.7 R18.4 R18.12")
        self.answers.setdefault(step, {})[told.seat] = told.cards
        done = self.step != step
        if step in ("right", "left"):
            self._stack(told.seat, step, told.cards[0], hands, stacks)
        elif step == "first":
            seen, other = hands[told.seat], hands[told.seat + 2]
            if bag(told.cards) == other:
                hands[told.seat], hands[told.seat + 2] = other, seen
        elif done:
            self._hand_over(step, hands)
        cards = told.cards if step == "give" else tuple(self.game.pack.in_order(told.cards))
        side = [step] if told.verb == "stack" else []
        target = [] if told.target is None else ["to", str(told.target)]
        return " ".join([str(told.seat), told.verb, *side, *cards, *target])

    def _fits(self, told: Event, step: str, hands: Sequence[frozenset[str]]) -> bool:
        """Whether these are cards that the seat can name in this step."""
        seat, cards, hand = told.seat, told.cards, hands[told.seat]
        if told.verb == "first":
            return step == "first" and bag(cards) in (hand, hands[seat + 2])
        if not bag(cards) <= hand:
            return False
        if told.verb == "give":
            return step == "give" and len(cards) == len(self.game.receivers[seat])
        if told.verb == "stack":
            return step == told.side and len(cards) == 1
        if told.verb == "push":
            push = Push(seat, -1 if told.target is None else told.target, len(cards))
            return push in self.pushes and are_best(hand, cards, self.game.pack)
        back = Push(-1 if told.target is None else told.target, seat, len(cards))
        return told.verb == "return" and back in self.pushes

    def _hand_over(self, step: str, hands: list[frozenset[str]]) -> None:
        """Everybody gives what he has named, then everybody takes."""
        parcels: list[tuple[int, tuple[str, ...]]] = []
        for giver, cards in self.answers[step].items():
            hands[giver] = without(hands[giver], cards)
            if step == "give":
                receivers = self.game.receivers[giver]
                parcels += [(to, (card,)) for to, card in zip(receivers, cards, strict=True)]
            else:
                parcels += [(p.receiver, cards) for p in self.pushes if p.giver == giver]
                parcels += [(p.giver, cards) for p in self.pushes if p.receiver == giver]
        for receiver, cards in parcels:
            hands[receiver] = together(hands[receiver], cards)

    @staticmethod
    def _stack(
        seat: int,
        side: str,
        card: str,
        hands: list[frozenset[str]],
        stacks: list[tuple[str, ...]],
    ) -> None:
        """Put a card beneath a stack and take its top card. Stack 0 is on seat 0's right."""
        number = 0 if (seat == 0) == (side == "right") else 1
        top, *rest = stacks[number]
        hands[seat] = together(without(hands[seat], [card]), [top])
        stacks[number] = (*rest, card)
