"""Bit counting on 64-bit words, and on words read as sixteen nibbles of four bits.

A word is `uint64` in compiled code.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types

from tichu_sim.jit import Mask, intrinsic, jit_small, u64

LOW = u64(0x1111_1111_1111_1111)
"""The lowest bit of every nibble."""
_FIVES = u64(0x5555_5555_5555_5555)
_THREES = u64(0x3333_3333_3333_3333)
_UPPER_3 = u64(0xEEEE_EEEE_EEEE_EEEE)
_UPPER_2 = u64(0xCCCC_CCCC_CCCC_CCCC)
_UPPER_1 = u64(0x8888_8888_8888_8888)
_LAST_PLACE = 63


def _one_word(emit_from: Callable[[Any, Any, Any], Any], result: Any) -> Callable[[Mask], int]:
    def typed(typingctx: Any, word: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            zero_is_defined = context.get_constant(types.boolean, False)
            return emit_from(builder, args[0], zero_is_defined)

        return result(types.uint64), emit

    return intrinsic(typed)


_ones = _one_word(lambda builder, word, _: builder.ctpop(word), types.int64)
_zeros_below = _one_word(lambda builder, word, defined: builder.cttz(word, defined), types.int64)
_zeros_above = _one_word(lambda builder, word, defined: builder.ctlz(word, defined), types.int64)


def _typed_multiply_high(typingctx: Any, left: Any, right: Any) -> Any:
    wide = ir.IntType(128)

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), emit


_multiply_high: Callable[[int, int], int] = intrinsic(_typed_multiply_high)


@jit_small
def count(word: Mask) -> int:
    """Return the number of ones.

    Examples
    --------
    >>> count(u64(0b1011))
    3
    """
    return _ones(word)


@jit_small
def lowest(word: Mask) -> int:
    """Return the place of the lowest one, 64 for an empty word.

    Examples
    --------
    >>> lowest(u64(0b1000))
    3
    """
    return _zeros_below(word)


@jit_small
def highest(word: Mask) -> int:
    """Return the place of the highest one, -1 for an empty word.

    Examples
    --------
    >>> highest(u64(0b1001))
    3
    """
    return _LAST_PLACE - _zeros_above(word)


@jit_small
def select(word: Mask, k: int) -> Mask:
    """Return the word with only its k-th one (from below, 0-based); it must have more than k ones.

    Examples
    --------
    >>> select(u64(0b10110), 1)
    4
    """
    for _ in range(k):
        word &= word - u64(1)
    return word & (~word + u64(1))


@jit_small
def multiply_high(left: int, right: int) -> int:
    """Return the upper 64 bits of the 128-bit product.

    Examples
    --------
    >>> multiply_high(u64(2**63), u64(6))
    3
    """
    return _multiply_high(left, right)


@jit_small
def nibble_counts(word: Mask) -> Mask:
    """Return for every nibble the number of its ones (0..4), as a nibble.

    Examples
    --------
    >>> hex(nibble_counts(u64(0xF3010)))
    '0x42010'
    """
    pairs = word - ((word >> 1) & _FIVES)
    return (pairs & _THREES) + ((pairs >> 2) & _THREES)


@jit_small
def nibbles_with(counts: Mask, least: int) -> Mask:
    """Mark in its lowest bit every nibble of `nibble_counts` that is at least `least` (1..4).

    Examples
    --------
    >>> hex(nibbles_with(u64(0x42010), 2))
    '0x11000'
    """
    if least == 1:
        found = counts | counts >> 1 | counts >> 2
    elif least == 2:
        found = counts >> 1 | counts >> 2
    elif least == 3:
        found = counts >> 2 | (counts >> 1 & counts)
    else:
        found = counts >> 2
    return found & LOW


@jit_small
def lowest_in_nibbles(word: Mask) -> Mask:
    """Return the word with only the lowest one of every nibble.

    Examples
    --------
    >>> hex(lowest_in_nibbles(u64(0xF6A0)))
    '0x1220'
    """
    above = (word << 1 & _UPPER_3) | (word << 2 & _UPPER_2) | (word << 3 & _UPPER_1)
    return word & ~above


@jit_small
def whole_nibbles(marks: Mask) -> Mask:
    """Return all four bits of every nibble that is marked in its lowest bit.

    Examples
    --------
    >>> hex(whole_nibbles(u64(0x101)))
    '0xf0f'
    """
    return marks * u64(15)
