"""The protocols of asynchronous work: mbarriers, groups of copies, proxy fences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._records import NamedTuple
from ptxpy.analysis import GenKill, facts_after, facts_before
from ptxpy.check.effects import Effect
from ptxpy.ir import nodes as n
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_async_groups", "check_mbarriers", "check_proxy_fences"]


def check_mbarriers(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report incorrect uses of mbarriers (PTX ISA 9.7.13.15)."""
    for function in context.functions:
        if function.is_kernel and function.has_effect(Effect.BARRIER_USE):
            yield from _initialised(function)
            if function.has_effect(Effect.BYTES) and not function.has_effect(Effect.EXPECT):
                index = next(index for index, effect in function.effects if effect & Effect.BYTES)
                message = (
                    "this performs complete-tx on an mbarrier, but nothing in the kernel performs"
                    " expect-tx"
                )
                help_ = "execute mbarrier.arrive.expect_tx with the number of bytes in one thread"
                yield function.report("PTX055", index, message, None, help_)
        if function.has_effect(Effect.BARRIER_TEST):
            yield from _tested(function)


_INIT = 1
"""An `mbarrier.init` may have been executed."""
_REACHED = 2

_HELP = "execute mbarrier.init.shared::cta.b64 [bar], count in one thread, then bar.sync in all"


def _initialised(function: FunctionContext) -> Iterator[Diagnostic]:
    """Report the first use without an `mbarrier.init` before it on any path.

    If there is none after the use either, another warp may execute it and start this one, for
    instance with `bar.sync`, as in the warp specialisation of Triton.
    """
    effects = dict(function.effects)
    transfers = [
        GenKill(index, _INIT if effect & Effect.BARRIER_INIT else 0)
        for index, effect in function.effects
        if effect & (Effect.BARRIER_INIT | Effect.BARRIER_USE)
    ]
    somewhere = function.has_effect(Effect.BARRIER_INIT)
    before = facts_before(function.graph, transfers, _REACHED)
    after = facts_after(function.graph, transfers)
    # `_REACHED` alone says that some path leads here, and none with an `init`.
    for transfer, first, then in zip(transfers, before, after, strict=True):
        if effects[transfer.statement_index] & Effect.BARRIER_INIT or first != _REACHED:
            continue
        # An `init` after the use is too late, unless another warp executes it.
        if not somewhere or then & _INIT:
            message = "this uses an mbarrier, but no path to it initialises one"
            yield function.report("PTX054", transfer.statement_index, message, None, _HELP)
            return
    yield from _named(function)


def _named(function: FunctionContext) -> Iterator[Diagnostic]:
    """Report the first use of each variable that is not initialised, although others are.

    There is no diagnostic if an `mbarrier.init` has its address in a register.
    """
    initialised: set[str | None] = set()
    used: dict[str, int] = {}
    for index, effect in function.effects:
        if effect & Effect.BARRIER_INIT:
            initialised.add(_variable(function.code.statements[index]))
        elif effect & Effect.BARRIER_USE:
            name = _variable(function.code.statements[index])
            if name is not None:
                used.setdefault(name, index)
    # An address in a register may be that of any barrier.
    if None in initialised:
        return
    for name, index in used.items():
        if name not in initialised:
            message = f"{name} is used as an mbarrier, but no mbarrier.init initialises it"
            yield function.report("PTX054", index, message, ("name", name), _HELP)


def _variable(statement: n.Node) -> str | None:
    """Return the variable that an operation on an mbarrier names directly, or None."""
    if type(statement) is n.Instruction and traits(statement.opcode, statement.modifiers).mbarrier:
        for operand in statement.operands:
            if type(operand) is n.Address:
                return operand.base.name if type(operand.base) is n.Symbol else None
    return None


def _tested(function: FunctionContext) -> Iterator[Diagnostic]:
    """Report the tests of a phase whose result is never read."""
    # A result that is read anywhere counts: a loop reads it before the test in the text.
    read = {register for access in function.accesses for register in access.reads}
    for index, effect in function.effects:
        statement = function.code.statements[index]
        if effect & Effect.BARRIER_TEST and type(statement) is n.Instruction:
            writes = function.accesses[index].writes
            if writes and read.isdisjoint(writes):
                name = function.registers.names[writes[0]]
                what = f"{statement.opcode}{statement.modifiers[0]}"
                message = f"{name} is never read: {what} returns whether the phase is complete"
                help_ = f"repeat until it is: @!{name} bra to a label before it"
                yield function.report("PTX059", index, message, ("name", name), help_)


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
                yield from _completed(function, kind)


def _completed(function: FunctionContext, kind: _Kind) -> Iterator[Diagnostic]:
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
            yield from _fenced(function)


def _fenced(function: FunctionContext) -> Iterator[Diagnostic]:
    effects = dict(function.effects)
    transfers = []
    for index, effect in function.effects:
        if effect & Effect.PROXY_FENCE:
            # A fence covers all writes before it, and the fact that there was one stays.
            transfers.append(GenKill(index, _FENCED, _WRITTEN))
        elif effect & Effect.SHARED_WRITE:
            transfers.append(GenKill(index, _WRITTEN))
        elif effect & Effect.ASYNC_READ:
            transfers.append(GenKill(index))
    unfenced = []
    for transfer, facts in zip(transfers, facts_before(function.graph, transfers), strict=True):
        effect = effects[transfer.statement_index]
        # A copy must see the write, while matrix instructions seldom read what a kernel has written
        # by itself.
        is_copy = bool(effect & Effect.BULK_GROUP)
        if effect & Effect.ASYNC_READ and facts & _WRITTEN and (is_copy or not facts & _FENCED):
            unfenced.append((not is_copy, transfer.statement_index))
    if not unfenced:
        return
    # Of several reads, a copy is the one that the fence is certainly for.
    _, read = min(unfenced)
    message = (
        "this reads shared memory through the async proxy, but no fence.proxy.async is"
        " between it and an earlier write"
    )
    help_ = "put fence.proxy.async.shared::cta after the writes, before the barrier"
    write = function.nearest_before(
        read,
        lambda at: bool(effects.get(at, Effect(0)) & Effect.SHARED_WRITE),
        lambda at: bool(effects.get(at, Effect(0)) & Effect.PROXY_FENCE),
    )
    notes = () if write is None else (function.related(write, "the write"),)
    yield function.report("PTX056", read, message, None, help_, related=notes)
