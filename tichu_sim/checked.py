"""How code from elsewhere is compiled: an index out of range is an error, and has a line.

Numba finds such an index where it is told to, but does not tell where.
"""

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # Numba is not typed: what is used of its classes here.

    class _CPUCallConv:
        context: Any

        def __init__(self, context: Any) -> None: ...

        def set_static_user_exc(self, *arguments: Any) -> None: ...

    class _CPUContext: ...

    class _Lower:
        context: Any

        def init(self) -> None: ...

    class _NativeLowering: ...

    class _CompilerBase:
        state: Any

    _register_pass: Callable[..., Callable[[type], type]]

    DefaultPassBuilder: Any
    PassManager: Any
else:
    from numba.core.callconv import CPUCallConv as _CPUCallConv
    from numba.core.compiler import CompilerBase as _CompilerBase
    from numba.core.compiler import DefaultPassBuilder
    from numba.core.compiler_machinery import PassManager
    from numba.core.compiler_machinery import register_pass as _register_pass
    from numba.core.cpu import CPUContext as _CPUContext
    from numba.core.lowering import Lower as _Lower
    from numba.core.typed_passes import NativeLowering as _NativeLowering


class _TellingConvention(_CPUCallConv):
    # An error without a place gets that of the instruction that is being made.
    def set_static_user_exc(
        self,
        builder: Any,
        exc: Any,
        exc_args: Any = None,
        loc: Any = None,
        func_name: str | None = None,
    ) -> None:
        maker = self.context.maker
        place = maker.loc if loc is None or loc == -1 else loc
        name = func_name or maker.func_ir.func_id.func_qualname
        super().set_static_user_exc(builder, exc, exc_args, place, name)


class _TellingContext(_CPUContext):
    maker: Any

    @property
    def call_conv(self) -> Any:
        return _TellingConvention(self)


class _TellingLower(_Lower):
    def init(self) -> None:
        super().init()
        # A copy, since others are made with the same one.
        context = copy(self.context)
        context.__class__ = _TellingContext
        context.maker = self
        self.context = context


@_register_pass(mutates_CFG=True, analysis_only=False)
class _LoweringWithPlaces(_NativeLowering):
    _name = "native_lowering_with_places"

    @property
    def lowering_class(self) -> Any:
        return _TellingLower


class CheckedCompiler(_CompilerBase):
    """Numba's usual steps, but for errors that have their place."""

    def define_pipelines(self) -> list[Any]:
        """Return the steps."""
        manager = PassManager("checked")
        for step, what in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            manager.add_pass(_LoweringWithPlaces if step is _NativeLowering else step, what)
        manager.finalize()
        return [manager]
