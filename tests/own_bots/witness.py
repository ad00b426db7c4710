"""A bot whose answers follow from everything that it sees."""

from zlib import crc32

from tichu_sim.bots.own import PythonBot, View

# What a record does not tell, what changes between two times when the same is asked, and `dog_to`,
# which is left over from the last Dog.
_LEFT_OUT = {"total", "victory", "call", "random", "params", "more", "dog_to"}


def seen(view: View) -> int:
    """A number that is another one wherever something else is seen."""
    records = view._public, view._own
    values = [
        record[name].tolist()
        for record in records
        for name in record.dtype.names or ()
        if name not in _LEFT_OUT
    ]
    return crc32(repr(values).encode())


class Witness(PythonBot):
    """Plays at random, chance being a hash of the view."""

    def great_grand(self, view: View) -> bool:
        return seen(view) % 16 == 0

    def grand(self, view: View) -> bool:
        return seen(view) % 4 == 0

    def tichu(self, view: View) -> bool:
        # Only on the own turn: how often a window comes is another matter.
        return view.turn == view.seat and seen(view) % 4 == 0

    def give(self, view: View) -> tuple[str, ...]:
        begin = seen(view) % 8
        return view.hand[begin : begin + len(view.receivers)]

    def play(self, view: View) -> str:
        if view.may_pass and (seen(view) % 2 or not view.plays):
            return "pass"
        return view.plays[seen(view) % len(view.plays)]

    def bomb(self, view: View) -> str | None:
        return view.bombs[0] if view.bombs and seen(view) % 2 else None

    def wish(self, view: View) -> str | None:
        return "23456789TJQK"[seen(view) % 12] if seen(view) % 5 else None

    def gift(self, view: View) -> int:
        return view.opponents[seen(view) % len(view.opponents)]

    def dog(self, view: View) -> int:
        there = [seat for seat in view.partners if view.sizes[seat]]
        return there[seen(view) % len(there)]

    def first(self, view: View) -> bool:
        return seen(view) % 2 == 0

    def stack(self, view: View, side: str) -> str:
        return view.hand[seen(view) % len(view.hand)]
