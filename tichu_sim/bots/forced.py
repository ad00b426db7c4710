"""A bot that announces what it is told to, and plays as another one otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass

from tichu_sim.bots.kinds import Answer, BotKind, CompiledBot
from tichu_sim.bots.parameters import Parameter
from tichu_sim.bots.questions import QUESTIONS, questions_of
from tichu_sim.bots.registry import Bot
from tichu_sim.game.rules import Rules
from tichu_sim.jit import Array, Record, jit


@jit
def _yes(rules: Record, public: Record, own: Record) -> int:
    return 1


@jit
def _no(rules: Record, public: Record, own: Record) -> int:
    return 0


@dataclass(frozen=True, eq=False)
class ForcedKind:
    """A kind of bot some of whose answers are replaced.

    Attributes
    ----------
    kind : BotKind
        Answers all other questions; name, parameters and errors are its own.
    answers : mapping
        Compiled function that answers instead, by the name of the question.
    """

    kind: BotKind
    answers: Mapping[str, Answer]

    @property
    def name(self) -> str:
        """As the user writes it."""
        return self.kind.name

    @property
    def what(self) -> str:
        """One line of what it does."""
        return self.kind.what

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What can be tuned."""
        return self.kind.parameters

    @property
    def more(self) -> int:
        """How many parameters have their values in ``own.more``."""
        return self.kind.more

    @property
    def code(self) -> str:
        """Changes when a bot from elsewhere changes."""
        return self.kind.code

    @property
    def slow(self) -> bool:
        """Whether some of its answers are not compiled."""
        return self.kind.slow

    def take_error(self) -> BaseException | None:
        """Return the first error that an answer has raised in this thread since the last call."""
        return self.kind.take_error()

    def entries(self, rules: Rules) -> Array:
        """Return the addresses of its answers, as `BotKind.entries`."""
        return self._forced(self.kind.entries(rules), rules)

    def telling_entries(self, rules: Rules) -> Array:
        """Return addresses of the same answers, as `BotKind.telling_entries`."""
        return self._forced(self.kind.telling_entries(rules), rules)

    def _forced(self, entries: Array, rules: Rules) -> Array:
        addresses = entries.copy()
        forced = CompiledBot(self.name, self.what, (), self.answers)
        for question in questions_of(rules):
            if QUESTIONS[question].name in self.answers:
                addresses[question] = forced.address(question, rules)
        return addresses


def calls_grand(bot: Bot, calls: bool) -> Bot:
    """Return a bot that calls Grand Tichu with any cards, or with none, and plays like another.

    It never calls Great Grand, which would take the decision away. Whether it calls Tichu later
    stays its own choice.

    Examples
    --------
    >>> from tichu_sim.bots.registry import parse_bot
    >>> calls_grand(parse_bot("greedy:tichu=4.5"), True).name
    'greedy:tichu=4.5'
    """
    answers = {"great_grand": _no, "grand": _yes if calls else _no}
    return Bot(bot.name, ForcedKind(bot.kind, answers), bot.values)


def calls_great_grand(bot: Bot, calls: bool) -> Bot:
    """Return a bot that calls Great Grand in every round, or never, and plays like another.

    All other announcements stay its own choice.

    Examples
    --------
    >>> from tichu_sim.bots.registry import parse_bot
    >>> calls_great_grand(parse_bot("greedy"), True).name
    'greedy'
    """
    return Bot(bot.name, ForcedKind(bot.kind, {"great_grand": _yes if calls else _no}), bot.values)
