"""An illegal answer in words: who, what, by which rule, what was legal, and where."""

from collections.abc import Sequence
from pathlib import Path

from tichu_sim.bots import questions as q
from tichu_sim.bots.loading import error_text, place_of
from tichu_sim.bots.questions import QUESTIONS
from tichu_sim.bots.registry import Bot
from tichu_sim.errors import InputError
from tichu_sim.game.cards import N_CARDS, RANKS, cards_text
from tichu_sim.game.events import (
    BOMB,
    PASS_TURN,
    PLAY,
    VERBS,
    Event,
    event_words,
)
from tichu_sim.game.position import Position
from tichu_sim.game.record import RoundRecord
from tichu_sim.game.rules import Rules
from tichu_sim.jit import Mask

_MOST_LISTED = 8
_RANK_AT = 56
_MUCH = 1 << 16


class Answer:
    """What a bot has answered.

    Parameters
    ----------
    question : int
        A place in `questions.QUESTIONS`.
    seat : int
    number : int
        What it returned.
    second : int
        The second word of a play of two packs.
    given : sequence of int
        What it wrote to ``own.given``, by places; with two packs as one number a place.
    """

    def __init__(
        self, question: int, seat: int, number: int, second: int = 0, given: Sequence[Mask] = ()
    ) -> None:
        self.question, self.seat, self.number = question, seat, number
        self.second, self.given = second, given

    def words(self, rules: Rules) -> str:
        """Return the answer as an event without its seat where it is one, else as plain words."""
        if self.question in (q.PLAY, q.BOMB):
            return self._play_words(rules)
        if self.question in (q.GIVE, q.PUSH, q.GIVE_BACK):
            return self._given_words(rules)
        if self.question == q.STACK:
            return _cards(self.number, rules)
        if self.question in (q.GIFT, q.DOG) and abs(self.number) < _MUCH:
            return f"seat {self.number}"
        if self.question == q.WISH and 2 <= self.number < 2 + len(RANKS):
            return f"wish {RANKS[self.number - 2]}"
        return _number_words(self.number)

    def _play_words(self, rules: Rules) -> str:
        verb = PLAY if self.question == q.PLAY else BOMB
        if self.number == 0:
            return VERBS[PASS_TURN]
        word, second = self.number % (1 << 64), self.second % (1 << 64)
        cards, phoenix = word % (1 << _RANK_AT), word >> _RANK_AT
        twice, phoenix_2 = second % (1 << _RANK_AT), second >> _RANK_AT
        ranks = range(2, 2 + len(RANKS))
        if any(rank and rank not in ranks for rank in (phoenix, phoenix_2)) or cards == 0:
            return f"the number {word:#x}"
        if not _are_there(cards, rules):
            return f"{VERBS[verb]} {_cards(cards, rules)}"
        return event_words(
            Event(self.seat, verb, cards | twice << N_CARDS, (), phoenix, phoenix_2=phoenix_2),
            rules,
        )

    def _given_words(self, rules: Rules) -> str:
        parts = (
            f"{_cards(cards, rules)} to seat {(self.seat + k) % rules.game.chairs}"
            for k, cards in enumerate(self.given)
            if cards
        )
        return ", ".join(parts) or "no cards"


def _number_words(number: int) -> str:
    # A long one is a set of cards more likely than a count.
    return f"the number {number}" if abs(number) < _MUCH else f"the number {number:#x}"


def _are_there(cards: Mask, rules: Rules) -> bool:
    return all(rules.tokens[bit] for bit in range(N_CARDS) if cards >> bit & 1)


def _cards(cards: Mask, rules: Rules) -> str:
    word = int(cards) % (1 << 2 * N_CARDS)
    if word == 0:
        return "no card"
    one = word % (1 << N_CARDS)
    known = one and _are_there(one, rules)
    return cards_text(word, rules.tokens) if known else f"the number {word:#x}"


def legal_words(position: Position, question: int, seat: int) -> list[str]:
    """Return what a seat might have answered, in the words of `Answer`."""
    rules = position.rules
    if question == q.PLAY:
        choices = position.choices()
        passes = [VERBS[PASS_TURN]] if choices.may_pass else []
        return passes + list(dict.fromkeys(event_words(e, rules) for e in choices.plays))
    if question == q.BOMB:
        bombs = position.bombs().get(seat, [])
        return [VERBS[PASS_TURN], *(event_words(bomb, rules) for bomb in bombs)]
    if question == q.WISH:
        return [f"one rank of {RANKS[: rules.highest - 1]}", "0 for none"]
    if question in (q.GIFT, q.DOG):
        return [f"seat {other}" for other in _seats(position, question, seat)]
    if question in (q.GIVE, q.STACK):
        hand = cards_text(position.hand(seat), rules.tokens)
        return [f"{'one card each' if question == q.GIVE else 'one card'} of {hand}"]
    if question in (q.PUSH, q.GIVE_BACK):
        _, target, n = position.push_of(seat)
        which = "the best cards" if question == q.PUSH else "cards"
        return [f"{n} of {which} of {cards_text(position.hand(seat))} to seat {target}"]
    return ["true", "false"]


def _seats(position: Position, question: int, seat: int) -> list[int]:
    seats, size = position.rules.seats, position.public[0]["size"]
    others = ((seat + k) % seats for k in range(1, seats))
    if question == q.GIFT:
        return [other for other in others if (other - seat) % 2]
    return [other for other in others if (other - seat) % 2 == 0 and size[other]]


class RefusedAnswerError(InputError):
    """A bot has answered illegally, or not at all.

    Attributes
    ----------
    position : str
        The round up to that answer, as one line of a record file.
    """

    def __init__(self, message: str, position: str) -> None:
        super().__init__(message, position)
        self.position = position

    def __str__(self) -> str:
        """Return the message, and the position on a line of its own."""
        return "\n".join(map(str, self.args))


def refused(
    where: str,
    bot: Bot,
    answer: Answer,
    fault: tuple[str, str],
    position: Position,
    record: RoundRecord,
) -> RefusedAnswerError:
    """Return the error for an illegal answer.

    Parameters
    ----------
    where : str
        Which round it was.
    bot : Bot
    answer : Answer
    fault : tuple of str
        Number of the rule, and what is wrong.
    position : Position
        In which the bot was asked.
    record : RoundRecord
        That leads there.
    """
    name = QUESTIONS[answer.question].name
    rule, what = fault
    listed = _listed(position, answer.question, answer.seat)
    return RefusedAnswerError(
        f"{where}: bot {bot.name} in seat {answer.seat}, asked for {name}, answered "
        f"{answer.words(position.rules)!r}: {rule}: {what}; {listed}; the position:",
        record.line(),
    )


def _listed(position: Position, question: int, seat: int) -> str:
    legal = legal_words(position, question, seat)
    more = len(legal) - _MOST_LISTED
    return "legal: " + ", ".join(legal[:_MOST_LISTED]) + (f", and {more} more" if more > 0 else "")


def broken(
    where: str,
    bot: Bot,
    asked_for: tuple[int, int],
    error: BaseException | None,
    position: Position,
    record: RoundRecord,
) -> RefusedAnswerError:
    """Return the error for a bot that has raised one; see `refused`.

    Parameters
    ----------
    where, bot, position, record
        As for `refused`.
    asked_for : tuple of int
        The question, and the seat.
    error : BaseException or None
        An InputError where the answer was none of the kind that is asked for.
    """
    question, seat = asked_for
    asked = f"{where}: bot {bot.name} in seat {seat}, asked for {QUESTIONS[question].name},"
    if error is None:
        told = "raised an error"
    else:
        file = Path(bot.kind.name.rpartition(":")[0]).resolve()
        place = "" if isinstance(error, InputError) else f" ({place_of(error, file)})"
        told = f"failed: {error_text(error)}{place}"
    if isinstance(error, InputError):
        told += f"; {_listed(position, question, seat)}"
    found = RefusedAnswerError(f"{asked} {told}; the position:", record.line())
    found.__cause__ = error
    return found
