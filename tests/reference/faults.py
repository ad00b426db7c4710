"""How the twin says no."""


class Illegal(Exception):  # noqa: N818  (the word of the rules)
    """Something that the rules forbid: why, and the number of the rule."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.reason = reason
        self.rule = rule


class Fault(Exception):  # noqa: N818
    """An illegal record: the number of the event (None: the deal or the result), and why."""

    def __init__(self, index: int | None, event: str | None, reason: str, rule: str) -> None:
        where = "" if index is None else f'event {index} "{event}": '
        super().__init__(where + reason)
        self.index = index
        self.event = event
        self.reason = reason
        self.rule = rule
