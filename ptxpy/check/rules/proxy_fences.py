"""Missing proxy fences between generic writes and async reads of shared memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.analysis.dataflow import GenKill, facts_before
from ptxpy.check.effects import Effect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_proxy_fences"]

_WRITTEN = 1
"""Shared memory may have been written without a fence since."""
_FENCED = 2
"""A fence may have been executed before."""


def check_proxy_fences(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report reads of shared memory through the async proxy without a fence after a write.

    Copies from shared memory require `fence.proxy.async` on every path from a write (PTX ISA 8.3).
    Matrix instructions rarely read the memory to which a kernel writes scalars or tensor maps, so
    that they are reported only if no path to them has a fence.
    """
    for function in context.functions:
        if function.has_effect(Effect.ASYNC_READ) and function.has_effect(Effect.SHARED_WRITE):
            yield from _of(function)


def _of(function: FunctionContext) -> Iterator[Diagnostic]:
    effects = dict(function.effects)
    transfers = []
    for index, effect in function.effects:
        if effect & Effect.PROXY_FENCE:
            transfers.append(GenKill(index, _FENCED, _WRITTEN))
        elif effect & Effect.SHARED_WRITE:
            transfers.append(GenKill(index, _WRITTEN))
        elif effect & Effect.ASYNC_READ:
            transfers.append(GenKill(index))
    for transfer, facts in zip(transfers, facts_before(function.graph, transfers), strict=True):
        effect = effects[transfer.statement_index]
        if not (effect & Effect.ASYNC_READ and facts & _WRITTEN):
            continue
        if effect & Effect.BULK_GROUP or not facts & _FENCED:
            message = (
                "this reads shared memory through the async proxy, but no fence.proxy.async is"
                " between it and an earlier write"
            )
            help_ = "put fence.proxy.async.shared::cta after the writes, before the barrier"
            yield function.report("PTX056", transfer.statement_index, message, None, help_)
            return
