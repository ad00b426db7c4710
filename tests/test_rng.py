"""Random numbers: the published generator, even draws, and streams that are nothing alike."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from tichu_sim.jit import Array, jit, u64
from tichu_sim.rng import DEAL, advance, below, mix, stream, uniform

ALL = 2**64 - 1
DRAWS = 200_000

LEAST = 1e-4
"""Smaller chances, on either side, are not put down to chance."""


@jit
def _fill_below(counter: int, bound: int, out: Array) -> int:
    for i in range(out.shape[0]):
        out[i], counter = below(counter, bound)
    return counter


@jit
def _fill_uniform(counter: int, out: Array) -> int:
    for i in range(out.shape[0]):
        out[i], counter = uniform(counter)
    return counter


@jit
def _fill_first(seed: int, unit: int, index: int, number: int, which: int, out: Array) -> None:
    # The first draw of streams whose addresses differ in one place by 1.
    for i in range(out.shape[0]):
        a, b, c, d = seed, unit, index, number
        if which == 0:
            a += i
        elif which == 1:
            b += i
        elif which == 2:
            c += i
        else:
            d += i
        out[i], _ = uniform(stream(a, b, c, d))


def start(seed: int, unit: int = 0, index: int = 0, number: int = DEAL) -> int:
    return u64(stream(u64(seed), unit, index, number))


def draws(bound: int, seed: int = 11, n: int = DRAWS) -> Array:
    out = np.zeros(n, np.int64)
    _fill_below(start(seed), bound, out)
    return out


def numbers(seed: int, unit: int, index: int, number: int, n: int = DRAWS) -> Array:
    out = np.zeros(n)
    _fill_uniform(start(seed, unit, index, number), out)
    return out


def chance(found: Array, bound: int) -> float:
    return float(chisquare(np.bincount(found, minlength=bound)).pvalue)


def assert_even(found: Array, bound: int) -> None:
    assert LEAST < chance(found, bound) < 1 - LEAST


def test_the_generator_is_splitmix64() -> None:
    """The first five numbers of the published generator from 1234567."""
    counter, found = u64(1234567), []
    for _ in range(5):
        counter = u64(advance(counter))
        found.append(mix(counter))
    assert found == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@settings(derandomize=True, deadline=None, max_examples=300)
@given(st.integers(0, ALL))
def test_mix_can_be_undone(word: int) -> None:
    def unshift(found: int, by: int) -> int:
        out = found
        for _ in range(64 // by):
            out = found ^ out >> by
        return out

    back = unshift(mix(u64(word)), 31)
    back = unshift(back * pow(0x94D0_49BB_1331_11EB, -1, 2**64) & ALL, 27)
    back = unshift(back * pow(0xBF58_476D_1CE4_E5B9, -1, 2**64) & ALL, 30)
    assert back == word


def test_every_address_is_a_stream_of_its_own() -> None:
    seeds, units = (0, 1, 2, 7, 2**32, 2**63, ALL), (*range(40), 999_999, 2**40)
    addresses = list(product(seeds, units, range(12), range(6)))
    counters = {stream(u64(a), b, c, d) for a, b, c, d in addresses}
    assert len(counters) == len(addresses)


def test_a_stream_goes_on_where_it_is_told() -> None:
    whole, parts = np.zeros(100), np.zeros(100)
    counter = start(5, 3, 1, 2)
    _fill_uniform(counter, whole)
    _fill_uniform(u64(_fill_uniform(counter, parts[:37])), parts[37:])
    assert (whole == parts).all()


@pytest.mark.parametrize("bound", [1, 2, 3, 4, 5, 7, 10, 13, 56, 57, 100])
def test_below_is_even(bound: int) -> None:
    found = draws(bound)
    assert found.min() >= 0
    assert found.max() < bound
    if bound == 1:
        return
    assert_even(found, bound)
    # Nor does a number say anything about the next one.
    assert_even(found[:-1:2] * bound + found[1::2], bound * bound)


@pytest.mark.parametrize(("bound", "part"), [(3 << 61, 3), (5 << 60, 5), (7 << 60, 7)])
def test_below_is_even_where_the_words_do_not_divide(bound: int, part: int) -> None:
    """Without the redraw some remainders would come up half as often again as others."""
    found = draws(bound)
    assert_even(found % part, part)
    assert_even(found // (bound // part), part)
    words = np.array([mix(u64(word)) for word in range(20_000)], object)
    biased = (words * bound >> 64) % part
    assert chance(biased.astype(np.int64), part) < 1e-12


def test_uniform_is_even() -> None:
    found = numbers(3, 0, 0, DEAL)
    assert found.min() >= 0.0
    assert found.max() < 1.0
    assert_even((found * 64).astype(np.int64), 64)
    # In steps of 2**-53, the last of which is as often odd as even.
    assert_even((found * 2.0**53).astype(np.int64) & 1, 2)


def assert_unrelated(one: Array, other: Array) -> None:
    correlation = float(np.corrcoef(one, other)[0, 1])
    assert abs(correlation) < 4 / np.sqrt(len(one)), correlation


def test_streams_know_nothing_of_each_other() -> None:
    for other in ((7, 0, 0, 1), (7, 0, 0, 4), (7, 0, 1, 0), (7, 1, 0, 0), (8, 0, 0, 0)):
        assert_unrelated(numbers(7, 0, 0, DEAL), numbers(*other))
    found = numbers(7, 0, 0, DEAL)
    for lag in (1, 2, 3, 56):
        assert_unrelated(found[lag:], found[:-lag])


@pytest.mark.parametrize("which", range(4))
def test_neighbouring_addresses_begin_apart(which: int) -> None:
    """People take the seeds 0, 1, 2, and the rounds of a run follow each other."""
    out = np.zeros(DRAWS)
    _fill_first(u64(100), 100, 100, 100, which, out)
    assert_even((out * 100).astype(np.int64), 100)
    for lag in (1, 2, 4):
        assert_unrelated(out[lag:], out[:-lag])
