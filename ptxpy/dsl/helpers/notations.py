"""Other notations of instructions: chains, groups, and operands by name.

`ptx.pipe(r[1]).add.s32(r[2], -8).and_.b32(r[3], 7)` is a chain, and `ptx.bar.sync(0, count=64)` has
an operand by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import ExplicitInstructions, ExplicitOperation, helper
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import CONVERTERS, operand
from ptxpy.dsl.values.operators import operation, style

__all__ = ["async_wait_group", "bra", "sync"]

_EXPLICIT = ExplicitInstructions()


class _LeftOut(int):
    """The barrier 0 as the default of an operand, which may be left out in PTX too."""


_LEFT_OUT: Final = _LeftOut(0)


class Pipe:
    """A register that the next instruction of a chain reads first; an operand by itself."""

    __slots__ = ("_source",)

    def __init__(self, source: Any) -> None:
        """Take the register."""
        self._source = source

    def __getattr__(self, name: str) -> PipeStep:
        """Return the step of an opcode: `.add`."""
        if name.startswith("__"):
            raise AttributeError(name)
        operation: Any = getattr(_EXPLICIT, name)
        return PipeStep(self._source, operation)

    def __repr__(self) -> str:
        """Show the register."""
        return f"<chain at {self._source!r}>"


CONVERTERS[Pipe] = lambda pipe, double: operand(pipe._source, double=double)  # noqa: SLF001


class PipeStep:
    """An instruction of a chain before it is emitted: attributes are its modifiers."""

    __slots__ = ("_operation", "_source")

    def __init__(self, source: Any, operation: ExplicitOperation) -> None:
        """Create an instruction that reads a register as its first source."""
        self._source = source
        self._operation = operation

    def __getattr__(self, name: str) -> PipeStep:
        """Add a modifier: `.add.s32`."""
        if name.startswith("__"):
            raise AttributeError(name)
        operation: Any = getattr(self._operation, name)
        return PipeStep(self._source, operation)

    def __call__(self, dst: Any, *operands: Any, **guard: Any) -> Pipe:
        """Emit the instruction `dst, source, operands…`; the chain goes on with `dst`.

        `when=`, `unless=` and `pred=` are guards.
        """
        self._operation(dst, self._source, *operands, **guard)
        return Pipe(dst)

    def __repr__(self) -> str:
        """Show the instruction."""
        return f"<chain at {self._source!r}, {self._operation!r}>"


@helper("pipe")
def pipe(src: Any) -> Pipe:
    """Begin a chain, in which each instruction reads first the result of the one before it.

    `ptx.pipe(r[1]).add.s32(r[2], -8).and_.b32(r[3], 7)` is `add.s32 %r2, %r1, -8` and
    `and.b32 %r3, %r2, 7`: one instruction a call, in order.
    """
    # A value that is no operand is refused here, and not by the first instruction of the chain.
    operand(src)
    return Pipe(src)


@helper("expr")
@contextmanager
def expr() -> Iterator[None]:
    """Show that the instructions of a block belong together; nothing is added to the PTX."""
    trace.function_body()
    yield


@helper("bar.sync", instruction=True)
def sync(
    n: Any = _LEFT_OUT, count: Any = None, *, pred: Any = None, **options: Any
) -> PendingResult:
    """Wait at the barrier of the block with the number `n`, by default 0: `bar.sync n;`.

    With `count`, a multiple of 32, that number of threads meet there: `bar.sync n, count;`.
    `options` are those of any instruction. Without operands, a module of a compiler's style gets
    `bar.sync;`.
    """
    # A 0 that is given stays in the PTX; one that is left out may be left out there, too.
    if n is _LEFT_OUT:
        n = 0
        if count is None and not style().is_typed:
            return operation("bar.sync")(pred=pred, **options)
    given = (n,) if count is None else (n, count)
    return operation("bar.sync")(*given, pred=pred, **options)


@helper("bra", instruction=True)
def bra(label: Any, *, pred: Any = None, **options: Any) -> PendingResult:
    """Branch to a label: `bra label;`. `options` are those of any instruction."""
    return operation("bra")(label, pred=pred, **options)


@helper("cp.async.wait_group", instruction=True)
def async_wait_group(n: Any, *, pred: Any = None, **options: Any) -> PendingResult:
    """Wait until at most `n` groups of copies are in flight: `cp.async.wait_group n;`.

    `options` are those of any instruction.
    """
    return operation("cp.async.wait_group")(n, pred=pred, **options)
