"""The types of compiled code: words, records and arrays.

They stand apart from `jit`, which hands them on: to import the compiler takes longer than some
commands run, and those need the types only.
"""

from collections.abc import Callable
from typing import Any, TypeAlias, cast

import numpy as np

Mask: TypeAlias = int
"""A set of cards, one bit a card; `uint64` inside compiled code."""
Record: TypeAlias = Any
"""One element of a structured array; its fields are those of the dtype named beside it."""
Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

# Compiled code knows NumPy's scalar types only; to the type checker a word is a plain int.
u64 = cast(Callable[[int], Mask], np.uint64)
i64 = cast(Callable[[int], int], np.int64)
