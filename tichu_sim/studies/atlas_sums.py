"""What the pairs of rounds of many rank classes came to, as sums of whole numbers."""

from threading import Event

import numpy as np

from tichu_sim.jit import Array
from tichu_sim.sim.holdings import Holdings
from tichu_sim.studies.call_pairs import CallPairs, ahead
from tichu_sim.studies.rank_classes import Ints, words_of_classes

SUMS = np.dtype(
    [
        ("deals", np.int64),
        ("first_called", np.int64),
        ("first_silent", np.int64),
        ("called", np.int64),
        ("silent", np.int64),
        ("squares", np.int64),
    ]
)
"""A row a class.

==============  ==================================================================================
field           content
==============  ==================================================================================
deals           pairs of rounds
first_called    how often the hand went out first with the call
first_silent    and without it
called, silent  sum of the points of a round, us minus them, with the call and without it
squares         sum of the squares of what the call gains in a deal
==============  ==================================================================================
"""

_CLASSES_A_BLOCK = 64


def play_classes(pairs: CallPairs, classes: Ints, deals: int, first: int, stop: Event) -> Array:
    """Play so many deals of each of some classes, suits drawn anew in each.

    Parameters
    ----------
    pairs : CallPairs
    classes : ndarray of int64, shape (n,)
    deals : int
        Of each class.
    first : int
        Unit of the first deal; ``n * deals`` units are played.
    stop : Event
        Once it is set, the work is dropped.

    Returns
    -------
    array (n,) of `SUMS`

    Raises
    ------
    InputError, StoppedError
        As `blocks.play_block`.
    """
    parts = []
    for start in range(0, len(classes), _CLASSES_A_BLOCK):
        block = classes[start : start + _CLASSES_A_BLOCK]
        parts.append(_play_block(pairs, block, deals, first + start * deals, stop))
    return np.concatenate(parts) if parts else np.zeros(0, SUMS)


def _play_block(pairs: CallPairs, classes: Ints, deals: int, first: int, stop: Event) -> Array:
    words = np.column_stack(words_of_classes(classes)).repeat(deals, axis=0)
    rows = pairs.play(Holdings(words, first), first, first + len(words), stop)
    found = np.zeros(len(classes), SUMS)

    def per_class(values: Array) -> Array:
        return np.asarray(values.reshape(-1, deals).sum(axis=1))

    asked = rows.asked
    gains = rows.differences
    found["deals"] = per_class(asked)
    found["first_called"] = per_class(rows.first_called & asked)
    found["first_silent"] = per_class(rows.first_silent & asked)
    found["called"] = per_class(ahead(rows.called) * asked)
    found["silent"] = per_class(ahead(rows.silent) * asked)
    found["squares"] = per_class(gains * gains * asked)
    return found


def add_sums(one: Array, other: Array) -> Array:
    """Return the sums of both, class by class."""
    found = np.zeros(len(one), SUMS)
    for name in SUMS.names or ():
        found[name] = one[name] + other[name]
    return found
