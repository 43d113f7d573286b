"""Chains of instructions, and blocks that group instructions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import ExplicitInstructions, ExplicitOperation, helper
from ptxpy.dsl.values.operand_conversion import CONVERTERS, operand

_EXPLICIT = ExplicitInstructions()


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
    """Begin a chain, each instruction of which reads first what the one before it has written.

    `ptx.pipe(r[1]).add.s32(r[2], -8).and_.b32(r[3], 7)` is `add.s32 %r2, %r1, -8` and
    `and.b32 %r3, %r2, 7`: one instruction a call, in order.
    """
    operand(src)
    return Pipe(src)


@helper("expr")
@contextmanager
def expr() -> Iterator[None]:
    """Show that what the block emits belongs together; nothing is added to the PTX."""
    trace.function_body()
    yield
