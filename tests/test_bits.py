"""The bit tricks against plain Python on lists of bits."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tichu_sim.bits import (
    count,
    highest,
    lowest,
    lowest_in_nibbles,
    multiply_high,
    nibble_counts,
    nibbles_with,
    select,
    whole_nibbles,
)
from tichu_sim.jit import u64

ALL = 2**64 - 1
EDGES = [0, 1, 2**63, ALL, 0x1111_1111_1111_1111, 0x8000_0000_0000_0001, 0xFFFF_FFFF]
words = st.one_of(
    st.sampled_from(EDGES),
    st.integers(0, ALL),
    st.sets(st.integers(0, 63), max_size=12).map(lambda places: sum(1 << p for p in places)),
)
fixed = settings(derandomize=True, deadline=None, max_examples=100)


def places(word: int) -> list[int]:
    return [place for place in range(64) if word >> place & 1]


def nibbles(word: int) -> list[int]:
    return [word >> 4 * i & 15 for i in range(16)]


def from_nibbles(values: list[int]) -> int:
    return sum(value << 4 * i for i, value in enumerate(values))


@fixed
@given(words)
def test_count_lowest_highest(word: int) -> None:
    ones = places(word)
    assert count(u64(word)) == len(ones)
    assert lowest(u64(word)) == (ones[0] if ones else 64)
    assert highest(u64(word)) == (ones[-1] if ones else -1)


@fixed
@given(words)
def test_select_gives_every_one_in_turn(word: int) -> None:
    found = [select(u64(word), k) for k in range(word.bit_count())]
    assert found == [1 << place for place in places(word)]


@fixed
@given(words, words)
def test_multiply_high(left: int, right: int) -> None:
    assert multiply_high(u64(left), u64(right)) == left * right >> 64


@fixed
@given(words)
def test_nibble_counts(word: int) -> None:
    counts = [nibble.bit_count() for nibble in nibbles(word)]
    assert nibble_counts(u64(word)) == from_nibbles(counts)
    for least in (1, 2, 3, 4):
        marked = from_nibbles([number >= least for number in counts])
        assert nibbles_with(u64(from_nibbles(counts)), least) == marked


@fixed
@given(words)
def test_lowest_in_nibbles(word: int) -> None:
    assert lowest_in_nibbles(u64(word)) == from_nibbles([n & -n for n in nibbles(word)])


@fixed
@given(st.lists(st.booleans(), min_size=16, max_size=16))
def test_whole_nibbles(marks: list[bool]) -> None:
    marked = from_nibbles([int(mark) for mark in marks])
    assert whole_nibbles(u64(marked)) == from_nibbles([15 * mark for mark in marks])
