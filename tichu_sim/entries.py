"""Compiled functions that are called by their address.

Whoever calls a function in this way is compiled without it, so that either may change, or come from
elsewhere, without the other. The functions take records, then whole numbers, and return a whole
number or nothing. Plain Python can be called in the same way, and can call.

An entry follows Numba's own convention for calls: a pointer for the result, a pointer for an error,
the arguments; it returns 0 where all went well.
"""

import ctypes
import pickle
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types

from tichu_sim.jit import Record, intrinsic

BROKEN = -(1 << 63)
"""What a call by address returns where the function raised an error."""

_PARTS = attrgetter("library", "fndesc")
"""Of what Numba has compiled: the code in memory, and what its functions are called there."""
_frame = cast(Any, cgutils)
_INT64 = cast(Any, types).int64
_NOTHING = cast(Any, types).none


def entry_address(
    function: Callable[..., Any],
    records: Sequence[Any],
    numbers: int,
    answers: bool = True,
) -> int:
    """Compile a function and return its address.

    Parameters
    ----------
    function : callable
        Made with `jit.jit` or `jit.jit_small`; it must live as long as the address is used.
    records : sequence of dtype
        Of its first parameters; or Numba's types that are laid out like records.
    numbers : int
        How many whole numbers follow.
    answers : bool
        Whether it returns a number; otherwise it returns nothing.

    Raises
    ------
    numba.core.errors.NumbaError
        Where it does not compile.
    """
    kinds = (numba.from_dtype(one) if isinstance(one, np.dtype) else one for one in records)
    arguments = (*kinds, *[_INT64] * numbers)
    dispatcher = cast(Any, function)
    dispatcher.compile((_INT64 if answers else _NOTHING)(*arguments))
    machine_code, description = _PARTS(dispatcher.overloads[arguments])
    return int(machine_code.get_pointer_to_function(description.llvm_func_name))


def _call_by_address(records: int, numbers: int) -> Callable[..., Any]:
    # Makes the body of an intrinsic for so many records and whole numbers.
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, pointer = ir.IntType(64), ir.IntType(8).as_pointer()
        kinds = [word.as_pointer(), pointer.as_pointer()] + [pointer] * records + [word] * numbers
        kind = ir.FunctionType(ir.IntType(32), kinds).as_pointer()
        answer = _frame.alloca_once_value(builder, ir.Constant(word, 0))
        error = _frame.alloca_once(builder, pointer)
        views = [builder.bitcast(record, pointer) for record in arguments[1 : 1 + records]]
        function = builder.inttoptr(arguments[0], kind)
        passed = [answer, error, *views, *arguments[1 + records :]]
        status = builder.call(function, passed)
        well = builder.icmp_signed("==", status, ir.Constant(status.type, 0))
        return builder.select(well, builder.load(answer), ir.Constant(word, BROKEN))

    return generate


@intrinsic
def call_with_view(context: Any, address: Any, rules: Any, public: Any, own: Any) -> Any:
    """Call the function at an address with three records; returns its answer or `BROKEN`."""
    return _INT64(address, rules, public, own), _call_by_address(3, 0)


@intrinsic
def call_with_scratch(
    context: Any, address: Any, rules: Any, public: Any, own: Any, scratch: Any
) -> Any:
    """Call the function at an address with four records; returns its answer or `BROKEN`."""
    return _INT64(address, rules, public, own, scratch), _call_by_address(4, 0)


@intrinsic
def call_with_number(
    context: Any, address: Any, rules: Any, public: Any, own: Any, number: Any
) -> Any:
    """Call with three records and a whole number; returns its answer or `BROKEN`."""
    return _INT64(address, rules, public, own, _INT64), _call_by_address(3, 1)


@intrinsic
def call_with_numbers(
    context: Any, address: Any, rules: Any, public: Any, own: Any, number: Any, other: Any
) -> Any:
    """Call with three records and two whole numbers; returns its answer or `BROKEN`."""
    return _INT64(address, rules, public, own, _INT64, _INT64), _call_by_address(3, 2)


def _prototype(records: int, numbers: int) -> Any:
    word, pointer = ctypes.c_int64, ctypes.c_void_p
    kinds: list[Any] = [ctypes.POINTER(word), pointer, *[pointer] * records, *[word] * numbers]
    return ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)


class PythonEntry:
    """A Python function that is called by its address as a compiled one is.

    Attributes
    ----------
    address : int
        Good as long as the object lives.

    Parameters
    ----------
    answer : callable
        Gets the addresses of the records and the numbers, returns a whole number. What it raises
        is lost here, and the caller is told that it broke.
    records, numbers : int
        How many of each.
    """

    def __init__(
        self, answer: Callable[[Sequence[int], Sequence[int]], int], records: int, numbers: int
    ) -> None:
        def call(result: Any, error: object, *arguments: int) -> int:
            try:
                result[0] = answer(arguments[:records], arguments[records:])
            except BaseException:
                return 1
            return 0

        self._called = _prototype(records, numbers)(call)
        self.address = int(ctypes.cast(self._called, ctypes.c_void_p).value or 0)


def record_at(address: int, dtype: "np.dtype[np.void]") -> Record:
    """Return the record at an address, which may be written to while it is there."""
    memory = (ctypes.c_char * dtype.itemsize).from_address(address)
    return np.frombuffer(memoryview(memory), dtype)[0]


def copy_at(address: int, dtype: "np.dtype[np.void]") -> Record:
    """Return a copy of the record at an address, not to be written to."""
    return np.frombuffer(ctypes.string_at(address, dtype.itemsize), dtype)[0]


class RaisedError(Exception):
    """An error that a compiled function has raised.

    Attributes
    ----------
    error : BaseException
    place : tuple of str and int, or None
        File and line.
    """

    def __init__(self, error: BaseException, place: tuple[str, int] | None = None) -> None:
        super().__init__(str(error))
        self.error, self.place = error, place


class _Raised(ctypes.Structure):
    # How Numba hands an error on: what it is, pickled, and whether anything comes with it.
    _fields_ = (
        ("pickled", ctypes.c_void_p),
        ("size", ctypes.c_int32),
        ("hash", ctypes.c_void_p),
        ("unwrap", ctypes.c_void_p),
        ("dynamic", ctypes.c_int32),
    )


def _raised_error(pointer: int | None) -> RaisedError:
    if not pointer:
        return RaisedError(RuntimeError("compiled code has failed"))
    found = _Raised.from_address(pointer)
    kind, values, place = pickle.loads(ctypes.string_at(found.pickled, found.size))
    if kind is None:
        return RaisedError(RuntimeError("raise without an error"))
    error = kind(*(values or ())) if not found.dynamic else kind()
    return RaisedError(error, (place[1], place[2]) if place else None)


def call_at(address: int, records: Sequence[int], numbers: Sequence[int]) -> int:
    """Call the function at an address with the addresses of its records, from Python.

    Returns
    -------
    int
        The answer; 0 of a function that returns nothing.

    Raises
    ------
    RaisedError
    """
    answer, error = ctypes.c_int64(0), ctypes.c_void_p()
    function = _prototype(len(records), len(numbers))(address)
    if function(ctypes.byref(answer), ctypes.addressof(error), *records, *numbers):
        raise _raised_error(error.value)
    return answer.value


def call_entry(address: int, records: Sequence[Record], numbers: Sequence[int] = ()) -> int:
    """Call the function at an address from Python.

    Parameters
    ----------
    address : int
        As from `entry_address`.
    records : sequence of Record
        Elements of structured arrays, which the function may write to.
    numbers : sequence of int

    Returns
    -------
    int
        The answer; 0 of a function that returns nothing; `BROKEN` where it raised an error.
    """
    if not address:
        raise ValueError("nothing is to be called at address 0")
    # A record is a window on the array that it comes from; its buffer tells where.
    pointers = [np.frombuffer(record, np.uint8).ctypes.data for record in records]
    try:
        return call_at(address, pointers, numbers)
    except RaisedError:
        return BROKEN
