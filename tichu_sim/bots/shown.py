"""Records that a user's compiled bot is shown: types that forbid to write most of their fields.

A bot gets the records of the live game, since a copy for each question would cost more than the
answer. So the compiler watches instead. These types are laid out as the plain ones, whose addresses
are handed over; code that writes what it may not, by whatever name or in whatever function, does
not compile, and code that only reads is the same as ever.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba.core.errors import TypingError

if TYPE_CHECKING:
    # Numba is not typed: what is used of it here.

    class _NestedArray:
        dtype: Any
        shape: tuple[int, ...]
        name: str

        def __init__(self, *arguments: Any) -> None: ...

    class _Record:
        name: str

        def __init__(self, *arguments: Any) -> None: ...

        def typeof(self, field: str) -> Any: ...

        def offset(self, field: str) -> int: ...

    RecordModel: Any
    NestedArrayModel: Any
    Conversion: Any
    lower_cast: Any
    lower_getattr: Any
    lower_setattr_generic: Any
    record_setattr: Any
    register_default: Any
else:
    from numba.core.datamodel import register_default
    from numba.core.datamodel.models import NestedArrayModel, RecordModel
    from numba.core.imputils import lower_cast, lower_getattr, lower_setattr_generic
    from numba.core.typeconv import Conversion
    from numba.core.types import NestedArray as _NestedArray
    from numba.core.types import Record as _Record
    from numba.np.arrayobj import record_setattr

WRITABLE = frozenset({"given", "given_2", "play_2", "random"})
"""Fields of the own record that a bot answers with, or draws from."""
_GIVEN = frozenset({"given", "given_2"})
"""Of those the ones that only an answer with cards writes."""
MAY_WRITE = "a bot may write own.given, own.random and scratch only, not"
"""Begins what a user is told; the name of what he has written follows."""


class ShownArray(_NestedArray):
    """An array in a record that is not to be written.

    Attributes
    ----------
    mutable : bool
        False: Numba makes no code that writes to it, or to a part of it.
    title : str
        What a user calls it, such as ``public.pile``; errors of the compiler name it so.

    Parameters
    ----------
    plain : numba.types.NestedArray
    title : str
    """

    def __init__(self, plain: Any, title: str) -> None:
        super().__init__(plain.dtype, plain.shape)
        self.mutable, self.title = False, title
        self.name = f"shown {title}"

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes the type another one."""
        return self.dtype, self.shape, self.name


class ShownRecord(_Record):
    """A record of which few fields may be written, or none.

    Attributes
    ----------
    bare : numba.types.Record
        The same without a guard, as the package's bots take it.
    title : str
    writable : frozenset of str
    gives : bool
        Whether the cards to give may be written.

    Parameters
    ----------
    bare, title, writable
        The title is the name of the parameter: ``public``.
    """

    def __init__(self, bare: Any, title: str, writable: frozenset[str]) -> None:
        fields = []
        for name, field in bare.fields.items():
            guarded = isinstance(field.type, _NestedArray) and name not in writable
            told = f"{title}.{name}" + (" outside of give" if name in _GIVEN else "")
            kind = ShownArray(field.type, told) if guarded else field.type
            entry = {"type": kind, "offset": field.offset, "alignment": field.alignment}
            fields.append((name, entry))
        self.bare, self.title, self.writable = bare, title, writable
        self.gives = not _GIVEN.isdisjoint(writable) or "given" not in bare.fields
        super().__init__(fields, bare.size, bare.aligned)
        self.name = f"shown {title}: {self.name}"

    def can_convert_to(self, context: Any, other: object) -> Any:
        """Tell that the package's own bots take it as it is."""
        return Conversion.safe if other == self.bare else None


@cache
def shown_kinds(dtypes: "tuple[np.dtype[np.void], ...]", gives: bool = True) -> tuple[Any, ...]:
    """Return the types of what a user's function gets.

    Parameters
    ----------
    dtypes : tuple of dtype
        As from `kinds.view_dtypes`, with or without the scratch record.
    gives : bool
        Whether the function answers by writing the cards that it gives.

    Examples
    --------
    >>> from tichu_sim.bots.kinds import view_dtypes
    >>> from tichu_sim.game.rules import make_rules
    >>> rules, public, own, scratch = shown_kinds(view_dtypes(make_rules()))
    >>> public.typeof("pile").name, public.typeof("pile").mutable, own.typeof("given").mutable
    ('shown public.pile', False, True)
    """
    rules, public, own, *scratch = (numba.from_dtype(dtype) for dtype in dtypes)
    nothing: frozenset[str] = frozenset()
    return (
        ShownRecord(rules, "rules", nothing),
        ShownRecord(public, "public", nothing),
        ShownRecord(own, "own", WRITABLE if gives else WRITABLE - _GIVEN),
        *scratch,
    )


def _set_field(context: Any, builder: Any, signature: Any, arguments: Any, field: str) -> Any:
    record = signature.args[0]
    if field not in record.writable:
        raise TypingError(f"{MAY_WRITE} {record.title}.{field}")
    if isinstance(record.typeof(field), _NestedArray):
        # As many values as the field has would be read, however many there are.
        raise TypingError(f"{record.title}.{field} is written place by place, with [k]")
    return record_setattr(context, builder, signature, arguments, field)


def _no_iterator(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    raise TypingError(f"{MAY_WRITE} {kind.title}: take [k] where .flat is to be read")


def _as_it_is(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    return value


register_default(ShownArray)(NestedArrayModel)
register_default(ShownRecord)(RecordModel)
lower_setattr_generic(ShownRecord)(_set_field)
lower_getattr(ShownArray, "flat")(_no_iterator)
lower_cast(ShownRecord, _Record)(_as_it_is)
lower_cast(ShownArray, ShownArray)(_as_it_is)
