"""A sequential test: deals are played until a mean is known to be one of two values."""

import math
from typing import Literal

import numpy as np
import numpy.typing as npt

from tichu_sim.errors import InputError

_MOST_POINTS = 1_000_000

MIN_DEALS = 200
"""Deals before a decision.

Bots may differ much in few deals. Before some of these have come, the mean is off and the variance
far too low. Where half the deals lose 5 points and a fiftieth wins 375, the error that should have
5 % has 17 % with this minimum, and 70 % without.
"""

Decision = Literal["low", "high"]


class Sprt:
    """A generalised sequential probability ratio test of a mean with unknown variance.

    It weighs the mean being `low` against it being `high` after every batch, and decides as soon as
    one is likely enough (Wald 1945). The variance is not known beforehand: under each hypothesis
    the normal distribution that fits the sample best is taken (as Van den Bergh does for chess
    engines, Comments on normalized Elo, section 4.2). A decision stays, whatever comes later.

    If the mean is `low`, ``"high"`` is decided with a chance of about `alpha` at most, and if it is
    `high`, ``"low"`` with one of `beta`. Means further out have fewer errors and sooner decisions;
    one halfway between the two takes longest and may be decided either way.

    These chances hold where the mean of some hundred differences is about normal. They do not where
    much of the spread comes from rare deals to one side: as long as those are too few, the mean is
    off and the spread too small. With `low` true it is rare large losses that lead to ``"high"``,
    with `high` true rare large wins that lead to ``"low"``; the other way round errors are fewer.
    In simulations of differences of which half lose a little and a share p wins much, with `high`
    true and a twentieth of their standard deviation above `low`, the error that should have 5 % had

    =====  ========  ====================  ======================
    p      skewness  batches of 100 deals  batches of 1,024 deals
    =====  ========  ====================  ======================
    3/10   0.6        4 %                  3 %
    1/10   2.3        5 %                  3 %
    1/20   3.8        8 %                  3 %
    1/50   6.7       15 %                  4 %
    1/100  9.7       21 %                  6 %
    1/200  14        41 %                  7 %
    =====  ========  ====================  ======================

    So where bots differ in few deals only, batches should hold ten or more of those deals.

    Parameters
    ----------
    low, high : float
        The two means, in points per round.
    alpha, beta : float
        Chances of the two errors, between 0 and 0.5.

    Attributes
    ----------
    n : int
        Number of values so far.
    mean : float
        Their mean; 0 before the first.
    m2 : float
        Sum of their squared distances from the mean.
    decision : {"low", "high"} or None
        Which mean it is; None as long as that is open.

    Raises
    ------
    InputError
        Unless ``low < high`` are finite and `alpha` and `beta` between 0 and 0.5.

    Examples
    --------
    >>> test = Sprt(0, 10)
    >>> test.update([8.0, 15.0] * 50)
    >>> round(test.llr, 1), test.decision
    (115.0, None)
    >>> test.update([8.0, 15.0] * 50)
    >>> round(test.llr, 1), test.decision
    (229.9, 'high')
    """

    def __init__(self, low: float, high: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        if not (math.isfinite(low) and math.isfinite(high)):
            raise InputError(f"means {low:g} and {high:g}: both should be finite")
        if max(abs(low), abs(high)) > _MOST_POINTS:
            raise InputError(
                f"means {low:g} and {high:g}: both should be within {_MOST_POINTS:,} points"
            )
        if not low < high:
            raise InputError(f"means {low:g} and {high:g}: the first should be the lower one")
        for name, chance in (("alpha", alpha), ("beta", beta)):
            if not 0 < chance < 0.5:
                raise InputError(f"{name}={chance:g} should lie between 0 and 0.5")
        self.low, self.high, self.alpha, self.beta = low, high, alpha, beta
        self.n = 0
        self.mean = 0.0
        self.m2 = 0.0
        self.decision: Decision | None = None

    def update(self, values: npt.ArrayLike) -> None:
        """Take in a batch of values and decide if that is possible now.

        A bound that is crossed is seen at the end of a batch only, so the same values in other
        batches can end at another deal.

        Parameters
        ----------
        values : array_like, shape (deals,)
            The mean of the two rounds of each deal, in points; may be empty.
        """
        batch = np.asarray(values, dtype=np.float64)
        if not len(batch):
            return
        # Two parts of a sample put together (Chan, Golub and LeVeque 1983).
        n, mean = self.n + len(batch), float(batch.mean())
        apart = mean - self.mean
        self.m2 += float(np.square(batch - mean).sum()) + apart**2 * self.n * len(batch) / n
        self.mean += apart * len(batch) / n
        self.n = n
        if self.decision is None and n >= MIN_DEALS:
            lower, upper = self.bounds
            llr = self.llr
            self.decision = "low" if llr <= lower else "high" if llr >= upper else None

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms at which ``"low"`` and ``"high"`` are decided (Wald 1945).

        Examples
        --------
        >>> [round(bound, 3) for bound in Sprt(0, 5).bounds]
        [-2.944, 2.944]
        """
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    @property
    def llr(self) -> float:
        """Logarithm of how many times likelier `high` makes the sample than `low` does.

        It is 0 while all values are equal: where two bots differ in rare deals only, the first may
        all be alike, and say nothing about the spread.

        Examples
        --------
        >>> test = Sprt(0, 2)
        >>> test.update([3.0, 1.0, 2.0])
        >>> round(test.llr, 2)
        2.92
        """
        # Equal values can leave a rest of rounding.
        if self.m2 <= 1e-24 * self.n * self.mean**2:
            return 0.0
        low, high = (self.m2 / self.n + (self.mean - mean) ** 2 for mean in (self.low, self.high))
        return self.n / 2 * math.log(low / high)


def parse_sprt(text: str, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
    """Return the test that a text names.

    Parameters
    ----------
    text : str
        ``LOW,HIGH`` in points per round.
    alpha, beta : float
        See `Sprt`.

    Raises
    ------
    InputError
        If it is not two numbers, or no test can be made of them.

    Examples
    --------
    >>> test = parse_sprt("-2.5,2.5")
    >>> test.low, test.high
    (-2.5, 2.5)
    """
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise InputError(
            f"sequential test {text!r} should read LOW,HIGH in points per round, such as 0,5"
        ) from None
    return Sprt(low, high, alpha, beta)
