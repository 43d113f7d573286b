"""Bounds of counted loops that begin again from the largest number where they would be below 0.

`ptx.range_(n - 8)` of a `.u32` goes on for 4,294,967,288 rounds where n is 0, and Python's range
has none there. It is refused unless the kernel compares n, or the difference, before the loop, or
the way in which n is made shows that it is large enough. Differences of two registers are not
looked at.
"""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.tracing.trace import Body, RecordedStatement
from ptxpy.dsl.verification.loop_conditions import LoopCount
from ptxpy.dsl.verification.statement_flow import (
    LocatedStatement,
    guard_of_statement,
    located_error,
    located_statements,
    read_registers,
    register_names,
    statement_parts,
    written_registers,
)
from ptxpy.ir import nodes as n
from ptxpy.isa import comparison, is_special

__all__ = ["check_loop_bounds"]

_POSITIVE: Final = ("%n", "%cluster_n")
"""How the special registers begin that are 1 at least: numbers of threads, CTAs and clusters."""
_UNSIGNED: Final = (".u16", ".u32", ".u64")


def check_loop_bounds(body: Body) -> None:
    """Raise `TraceError` at a loop whose unsigned stop is a number less some other one."""
    loops: dict[int, LoopCount] = {
        id(loop.first): loop
        for loop in body.function.counts_of_loops
        if loop.stop and loop.first.modifiers[-1] in _UNSIGNED
    }
    if not loops:
        return
    makers: dict[str, list[RecordedStatement]] = {}
    compared: set[str] = set()
    for step in located_statements(body):
        statement = step.statement
        loop = loops.get(id(statement))
        if loop is not None:
            # The loop's own comparison with its stop comes after its first statement, so that it is
            # not taken for one by which the author has excluded a number below 0.
            _check(loop, step, makers, compared)
        opcode, modifiers, _, _ = statement_parts(statement)
        if opcode and comparison(opcode, modifiers) is not None:
            compared.update(read_registers(statement))
        for name in written_registers(statement):
            makers.setdefault(name, []).append(statement)


def _check(
    loop: LoopCount,
    step: LocatedStatement,
    makers: dict[str, list[RecordedStatement]],
    compared: set[str],
) -> None:
    """Raise `TraceError` if the stop of a loop may be less than 0."""
    found = _difference(_maker(loop.stop, makers))
    if found is None:
        return
    minuend, less = found
    if not compared.isdisjoint((minuend, loop.stop)) or _least(minuend, makers) >= less:
        return
    kind = loop.first.modifiers[-1]  # type: ignore[attr-defined] # a `mov`
    taken = (1 << int(kind[2:])) - less
    msg = (
        f"{loop.what}: {loop.stop} is n - {less} of a {kind}, which is never negative: where n is "
        f"0 it is {taken}. Write n.max({less}) - {less}, which is 0 where n is "
        f"smaller, or compare n before the loop, as in with ptx.if_(n >= {less})"
    )
    raise located_error(step.body, step.at, msg)


def _maker(name: str, makers: dict[str, list[RecordedStatement]]) -> PendingResult | None:
    """Return the one instruction that writes a register, always; None if there is none."""
    found = makers.get(name, [])
    if len(found) != 1 or guard_of_statement(found[0]) is not None:
        return None
    return found[0] if isinstance(found[0], PendingResult) else None


def _difference(maker: PendingResult | None) -> tuple[str, int] | None:
    """Return the register and the number of `n - 8`; None for other sums."""
    if maker is None or maker.opcode not in ("add", "sub") or len(maker.sources) != _TWO:
        return None
    left, right = maker.sources
    number = _number(right)
    # A difference is recorded as `sub n, 8` or as `add n, -8`.
    less = -number if maker.opcode == "add" else number
    if type(left) is not n.Register or maker.modifiers[-1] not in _UNSIGNED or less <= 0:
        return None
    return left.name, less


def _least(name: str, makers: dict[str, list[RecordedStatement]]) -> int:
    """Return a number that a register has at least, from the instruction that makes it."""
    if is_special(name.partition(".")[0]):
        return int(name.startswith(_POSITIVE))
    maker = _maker(name, makers)
    if maker is None or not maker.sources:
        return 0
    if maker.opcode == "mov":
        return max([_least(each, makers) for each in register_names(maker.sources)], default=0)
    # `n.max(8)` is 8 at least, and so is `n | 8` of an unsigned n.
    if maker.opcode in ("max", "or"):
        return max(map(_number, maker.sources))
    return 0


def _number(operand: Any) -> int:
    """Return the value of a constant, and 0 for other operands."""
    return int(operand.value) if type(operand) is n.Literal else 0


_TWO: Final = 2
"""The operands of a sum."""
