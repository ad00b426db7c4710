"""What a bot does in a position that a round record leads to.

The bot gets the view that the kernel gives it at that moment, as far as the record tells: the
points of the game before the round are not in it, and count as none.
"""

from typing import NamedTuple

from tichu_sim.bots.registry import Bot
from tichu_sim.game.position import Position
from tichu_sim.game.record import RoundRecord
from tichu_sim.studies.answers import Asked


class Decision(NamedTuple):
    """What is done next.

    Attributes
    ----------
    seat : int or None
        Who was asked; None after the end of the round, and where nobody is to be asked.
    event : str or None
        What that seat does, an event without its number.
    """

    seat: int | None
    event: str | None


def decide(
    bot: Bot,
    record: RoundRecord,
    position: Position,
    seed: int = 0,
    bombs: bool = False,
    where: str = "here",
) -> Decision:
    """Return what a bot does in a position.

    Parameters
    ----------
    bot : Bot
    record : RoundRecord
        That leads to the position.
    position : Position
        Used up.
    seed : int
        The bot draws from the stream (seed, round, number of events, 1 + seat), see `rng.stream`,
        with the record's ``round``, or 0.
    bombs : bool
        Whether bombs out of turn are asked for first, in order of play after the owner of the trick
        (R5.8).
    where : str
        What the position is called in an error.

    Raises
    ------
    RefusedAnswerError
        For an illegal answer.
    InputError
        For a bot that does not play these rules.

    Examples
    --------
    >>> from tichu_sim.bots.registry import parse_bot
    >>> from tichu_sim.game.record import read_record
    >>> from tichu_sim.game.referee import replay
    >>> deal = ["2j 3j 4j 5j 6j 7j 8j 9j", "2s 3s 4s 5s 6s 7s 8s 9s",
    ...     "2p 3p 4p 5p 6p 7p 8p 9p", "2t 3t 4t 5t 6t 7t Dr Ph"]
    >>> record = read_record({"tichu": 1, "rules": "standard", "deal": deal, "events": []})
    >>> decide(parse_bot("greedy"), record, replay(record))
    Decision(seat=0, event='silent')
    """
    asked = Asked(bot, record, position, seed, where)
    if bombs:
        for seat in asked.bombers():
            words = asked.bomb(seat)
            if words is not None:
                return Decision(seat, words)
    acting = position.to_act()
    return Decision(acting, None if acting is None else asked.event(acting))
