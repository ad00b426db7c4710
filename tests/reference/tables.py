"""Tables in the middle of a round, for tests: small hands, a few events, what is refused."""

from typing import Any

from .cards import bag
from .faults import Illegal
from .position import Position

DEAL = [
    "2j 3j 4j 5j 6j 7j 8j 9j | Tj Jj Qj Kj Aj Mj",
    "2s 3s 4s 5s 6s 7s 8s 9s | Ts Js Qs Ks As Dg",
    "2p 3p 4p 5p 6p 7p 8p 9p | Tp Jp Qp Kp Ap Ph",
    "2t 3t 4t 5t 6t 7t 8t 9t | Tt Jt Qt Kt At Dr",
]


def start(rules: object = "standard", **more: Any) -> Position:
    """Begin a round of four with a deal that everybody knows."""
    return Position({"tichu": 1, "rules": rules, "deal": DEAL, **more})


def table(
    hands: list[str], turn: int, rules: object = "standard", begin: Any = None, **state: Any
) -> Position:
    """Return a table with small hands late in a round; everybody has played.

    `begin`: a whole record of the game, where the deal of four does not fit.
    """
    position = start(rules) if begin is None else Position(begin)
    position.hands = [bag(hand.split()) for hand in hands]
    position.exchange.steps = []
    position.complete = True
    position.played = set(range(len(hands)))
    position.turn = turn
    for name, value in state.items():
        setattr(position, name, value)
    return position


def play(position: Position, *events: str) -> Position:
    """Let some events happen."""
    for event in events:
        position.apply(event)
    return position


def refusal(position: Position, event: object) -> str:
    """Return why an event is refused; the position has not changed."""
    before = {name: repr(value) for name, value in vars(position).items() if name != "_combos"}
    try:
        position.apply(event)
    except Illegal as no:
        after = {name: repr(value) for name, value in vars(position).items() if name != "_combos"}
        assert after == before
        return no.reason
    raise AssertionError(f"{event!r} was taken")
