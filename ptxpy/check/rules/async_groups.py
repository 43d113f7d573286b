"""Asynchronous copies that are not committed to a group, and groups that are not waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ptxpy.analysis.dataflow import GenKill, facts_after
from ptxpy.check.effects import Effect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_async_groups"]


class _Kind(NamedTuple):
    """A kind of asynchronous groups."""

    copy: Effect
    commit: Effect
    wait: Effect
    other: Effect
    """The effect that completes copies outside of groups."""
    copies: str
    """The name of the copies in messages."""
    family: str
    """The prefix of `.commit_group` and `.wait_group`."""


_KINDS = (
    _Kind(
        Effect.COPY,
        Effect.COPY_COMMIT,
        Effect.COPY_WAIT,
        Effect.COPY_DONE,
        "cp.async",
        "cp.async",
    ),
    _Kind(
        Effect.BULK_GROUP,
        Effect.BULK_COMMIT,
        Effect.BULK_WAIT,
        Effect(0),
        "this bulk copy",
        "cp.async.bulk",
    ),
)

_WAITED = 1
_COMMITTED = 2
_DONE = 4


def check_async_groups(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report copies that no path completes, and groups that no path waits for.

    Device functions are not checked, because their callers may wait.
    """
    for function in context.functions:
        for kind in _KINDS:
            if function.is_kernel and function.has_effect(kind.copy | kind.commit):
                yield from _of(function, kind)


def _of(function: FunctionContext, kind: _Kind) -> Iterator[Diagnostic]:
    """Report the first copy or group that is not completed."""
    effects = dict(function.effects)
    transfers = []
    for index, effect in function.effects:
        gen = 0
        if effect & (kind.wait | kind.other):
            gen |= _WAITED
        if effect & kind.other:
            gen |= _DONE
        if effect & kind.commit:
            gen |= _COMMITTED
        if gen or effect & kind.copy:
            transfers.append(GenKill(index, gen))
    for transfer, facts in zip(transfers, facts_after(function.graph, transfers), strict=True):
        effect = effects[transfer.statement_index]
        if effect & kind.commit and not (facts | transfer.gen) & _WAITED:
            message = (
                f"nothing after this waits for the group: there is no {kind.family}.wait_group"
            )
            help_ = f"put {kind.family}.wait_group 0 before the copied bytes are used"
            yield function.report("PTX052", transfer.statement_index, message, None, help_)
            return
        if effect & kind.copy and not (facts | transfer.gen) & (_DONE | _COMMITTED):
            message = f"nothing after this completes {kind.copies}: no {kind.family}.commit_group"
            help_ = f"put {kind.family}.commit_group and {kind.family}.wait_group after it"
            yield function.report("PTX052", transfer.statement_index, message, None, help_)
            return
