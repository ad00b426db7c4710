"""What can be tuned in a bot."""

from typing import NamedTuple


class Parameter(NamedTuple):
    """One named parameter of a bot.

    Attributes
    ----------
    name : str
    default, least, most : float
    unit : str
        What it counts, such as chance, points or cards.
    what : str
        One line of what it does.
    """

    name: str
    default: float
    least: float
    most: float
    unit: str
    what: str
