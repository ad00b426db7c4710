"""Addressed random numbers: (seed, round, stream) names a sequence; nothing is shared.

The generator is SplitMix64 (Steele, Lea, Flood 2014): a counter in golden-ratio steps, mixed.
A stream is its counter; whoever draws keeps the counter it gets back. Bounded draws are exact
(Lemire 2019: multiply, keep the upper half, redraw the few values that would be too frequent).
"""

from tichu_sim.bits import multiply_high
from tichu_sim.jit import Array, i64, jit, jit_small, u64

_STEP = u64(0x9E37_79B9_7F4A_7C15)
_MIX_1 = u64(0xBF58_476D_1CE4_E5B9)
_MIX_2 = u64(0x94D0_49BB_1331_11EB)
_ZERO = u64(0)
_UNIT = 2.0**-53

DEAL = 0
"""Stream of the dealer and the deal; seat s draws from stream 1 + s."""
SEATING = 100
"""Stream of where the players of a game sit."""
HOLDING = 101
"""Stream of the suits of cards that are named by rank alone."""

HOLDING_CLASS = 102
"""Stream of which kind of holding is dealt, where it is drawn from many."""


@jit_small
def mix(word: int) -> int:
    """Return a word in which every bit depends on every bit of `word` (a bijection)."""
    word = (word ^ (word >> 30)) * _MIX_1
    word = (word ^ (word >> 27)) * _MIX_2
    return word ^ (word >> 31)


@jit
def stream(seed: int, unit: int, index: int, number: int) -> int:
    """Return the counter at which a stream starts.

    Parameters
    ----------
    seed : int
        The run's seed.
    unit : int
        Number of the round, or of the game where whole games are played.
    index : int
        Number of the round within its game, 0 for rounds that stand alone.
    number : int
        `DEAL`, or 1 + seat.

    Examples
    --------
    >>> stream(7, 1, 0, DEAL) == stream(7, 0, 1, DEAL)
    False
    """
    word = mix(u64(seed) + _STEP)
    word = mix((word ^ u64(unit)) + _STEP)
    word = mix((word ^ u64(index)) + _STEP)
    return mix((word ^ u64(number)) + _STEP)


@jit_small
def advance(counter: int) -> int:
    """Return the counter after one draw; `mix` of it is the number drawn."""
    return counter + _STEP


@jit_small
def below(counter: int, bound: int) -> tuple[int, int]:
    """Draw a whole number from 0 to bound - 1.

    Returns
    -------
    number : int
    counter : int
        Where the stream goes on.

    Examples
    --------
    >>> number, counter = below(u64(3), 10)
    >>> 0 <= number < 10
    True
    """
    limit = u64(bound)
    while True:
        counter = advance(counter)
        word = mix(counter)
        low = word * limit
        if low >= limit or low >= (_ZERO - limit) % limit:
            return i64(multiply_high(word, limit)), counter


@jit_small
def uniform(counter: int) -> tuple[float, int]:
    """Draw a number from [0, 1) in steps of 2**-53; returns it and the counter to go on with."""
    counter = advance(counter)
    return float(mix(counter) >> 11) * _UNIT, counter


@jit
def fill_uniform(seed: int, first: int, number: int, numbers: Array) -> None:
    """Fill a float64 array with one number of [0, 1) for each unit from `first` on.

    Parameters
    ----------
    seed, first : int
    number : int
        Of the stream, see `stream`.
    numbers : float64 array (n,)
        Overwritten; a number depends on its own unit alone.
    """
    for at in range(len(numbers)):
        numbers[at], _ = uniform(stream(seed, first + at, 0, number))
