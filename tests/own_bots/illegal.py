"""Bots that answer each question illegally, or not at all."""

from typing import Any

from tichu_sim.bots.own import PythonBot, View, compiled_bot, jit_small
from tichu_sim.game.cards import NORMAL
from tichu_sim.jit import Record, u64
from tichu_sim.rng import uniform


def yes(rules: Record, public: Record, own: Record) -> int:
    return 1


def seven(rules: Record, public: Record, own: Record) -> int:
    return 7


def gives_all(rules: Record, public: Record, own: Record) -> None:
    own.given[1] = own.hand


def passes(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    return 0


def whole_hand(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    return int(own.hand)


def nonsense(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    return -12345


def own_seat(rules: Record, public: Record, own: Record) -> int:
    return int(own.seat)


def own_hand(rules: Record, public: Record, own: Record) -> int:
    return int(own.hand)


def two_cards(rules: Record, public: Record, own: Record, place: int) -> int:
    return int(own.hand)


def lowest_pushed(rules: Record, public: Record, own: Record, n: int, k: int) -> None:
    # The lowest cards, though the best are asked for.
    rest = own.hand & NORMAL
    for _ in range(n):
        card = rest & (~rest + u64(1))
        own.given[k] |= card
        rest ^= card


def nothing_back(rules: Record, public: Record, own: Record, n: int, k: int) -> None:
    own.given[k] = 0


def raises(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    raise ValueError("no idea")  # line: raises


def asserts(rules: Record, public: Record, own: Record) -> bool:
    assert own.seat > 8, "too few"  # line: asserts
    return False


def reaches(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    return int(public.pile[own.seat + 9])  # line: reaches


@jit_small
def _ahead(public: Record, seat: int) -> int:
    return int(public.size[seat + 3])  # line: inner


def reaches_deep(rules: Record, public: Record, own: Record, scratch: Record) -> int:
    return _ahead(public, own.seat) + _ahead(public, own.seat + 2)


def gives_away(rules: Record, public: Record, own: Record) -> None:
    own.given[own.seat + 4] = own.hand  # line: gives


def unlucky_calls(rules: Record, public: Record, own: Record) -> bool:
    number, own.random = uniform(own.random)
    if number < 1 / 64:
        raise ValueError("bad luck")
    return False


great_grand = compiled_bot("calls seven", great_grand=seven)
grand = compiled_bot("calls seven", grand=seven)
tichu = compiled_bot("calls seven", tichu=seven)
give = compiled_bot("gives its hand", give=gives_all)
play = compiled_bot("plays its hand", play=whole_hand)
nothing = compiled_bot("always passes", play=passes)
noise = compiled_bot("plays nonsense", play=nonsense)
bomb = compiled_bot("bombs with its hand", bomb=whole_hand)
wish = compiled_bot("wishes for itself", wish=own_seat)
gift = compiled_bot("keeps the trick", gift=own_seat)
much = compiled_bot("answers with its hand", gift=own_hand)
much_wish = compiled_bot("wishes for its hand", wish=own_hand)
dog = compiled_bot("keeps the lead", dog=own_seat)
first = compiled_bot("plays a seventh hand", first=seven)
stack = compiled_bot("puts down its hand", stack=two_cards)
push = compiled_bot("keeps its best cards", court={"push": lowest_pushed})
give_back = compiled_bot("keeps its cards", court={"give_back": nothing_back})
broken = compiled_bot("raises an error", play=raises)
asserting = compiled_bot("is not sure", tichu=asserts)
far = compiled_bot("reaches out of an array", play=reaches)
deep = compiled_bot("reaches out of one elsewhere", play=reaches_deep)
away = compiled_bot("gives cards to nobody", give=gives_away)
unlucky = compiled_bot("raises an error by chance", grand=unlucky_calls)


class Failing(PythonBot):
    """Divides by zero."""

    def play(self, view: View) -> float:
        return 1 / len(view.finish)


class Mumbling(PythonBot):
    """Plays what is no card."""

    def play(self, view: View) -> str:
        return "play 5x"


class Asking(PythonBot):
    """Answers with what there is none of."""

    answer: Any = None

    def give(self, view: View) -> Any:
        return self.answer


class Few(Asking):
    """Gives one card."""

    answer = "2j"


class Odd(Asking):
    """Gives cards to itself."""

    answer = {0: "2j"}  # noqa: RUF012
