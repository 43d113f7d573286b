"""Instructions whose operands may also be given by name: `ptx.bar.sync(0, count=64)`."""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operators import operation, style

__all__ = ["async_wait_group", "bra", "sync"]


class _LeftOut(int):
    """The barrier 0 as the default of an operand, which may be left out in PTX too."""


_LEFT_OUT: Final = _LeftOut(0)


@helper("bar.sync", instruction=True)
def sync(
    n: Any = _LEFT_OUT, count: Any = None, *, pred: Any = None, **options: Any
) -> PendingResult:
    """Wait at the barrier of the block with the number `n`, by default 0: `bar.sync n;`.

    With `count`, a multiple of 32, so many threads meet there: `bar.sync n, count;`. `options` are
    those of any instruction. What a compiler's module leaves out stays out.
    """
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
