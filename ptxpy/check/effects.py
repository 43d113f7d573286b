"""Effects of instructions on the protocols of asynchronous copies, mbarriers and wgmma."""

from __future__ import annotations

from enum import IntFlag, auto
from functools import lru_cache
from operator import or_
from typing import TYPE_CHECKING, Final

from ptxpy import isa
from ptxpy.analysis import solve
from ptxpy.ir import nodes as n
from ptxpy.isa import follows_protocol, traits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.analysis import Code
    from ptxpy.isa import Traits

__all__ = ["Effect", "callee_effects", "effect_of", "effects_of"]


class Effect(IntFlag):
    """The effects of an instruction that the rules on protocols distinguish."""

    WGMMA = auto()
    """`wgmma.mma_async`."""
    WGMMA_FENCE = auto()
    WGMMA_COMMIT = auto()
    WGMMA_WAIT = auto()
    COPY = auto()
    """`cp.async` of up to 16 bytes (PTX ISA 9.7.9.25.3)."""
    COPY_COMMIT = auto()
    COPY_WAIT = auto()
    """`cp.async.wait_group` and `wait_all`."""
    COPY_DONE = auto()
    """`cp.async.wait_all` and `cp.async.mbarrier.arrive`, which need no groups."""
    BULK_GROUP = auto()
    """A bulk or tensor copy that completes in a bulk group."""
    BULK_COMMIT = auto()
    BULK_WAIT = auto()
    BYTES = auto()
    """A copy, store or reduction that performs complete-tx on an mbarrier."""
    EXPECT = auto()
    """The expect-tx operation on an mbarrier."""
    BARRIER_INIT = auto()
    BARRIER_USE = auto()
    """Any operation on an mbarrier except `init`."""
    BARRIER_TEST = auto()
    """`mbarrier.try_wait` and `test_wait`."""
    SHARED_WRITE = auto()
    """A write to shared memory through the generic proxy."""
    ASYNC_READ = auto()
    """A read of shared memory through the async proxy."""
    PROXY_FENCE = auto()
    """`fence.proxy.async`, or a fence that orders all proxies."""
    UNCLEAR = auto()
    """An unknown instruction, or a call of an unknown function."""


_NO_EFFECT: Final = Effect(0)


@lru_cache(maxsize=1 << 14)
def effect_of(opcode: str, modifiers: tuple[str, ...]) -> Effect:
    """Return the effects of an instruction, given its opcode and modifiers."""
    found = traits(opcode, modifiers)
    # An unknown instruction of a known opcode outside of these protocols cannot take part in them.
    if not found.is_known and (not isa.is_known(opcode) or follows_protocol(opcode)):
        return Effect.UNCLEAR
    effect = _of_groups(found) | _of_mbarrier(found) | _of_memory(found)
    if "wgmma-registers" in found.fences:
        effect |= Effect.WGMMA_FENCE
    # A fence of global memory alone does not order shared memory.
    if "proxy.async" in found.fences and ".global" not in modifiers:
        effect |= Effect.PROXY_FENCE
    return effect


_GROUPS: Final = {
    "wgmma-group": (Effect.WGMMA, Effect.WGMMA_COMMIT, Effect.WGMMA_WAIT),
    "async-group": (Effect.COPY, Effect.COPY_COMMIT, Effect.COPY_WAIT),
    "bulk-async-group": (Effect.BULK_GROUP, Effect.BULK_COMMIT, Effect.BULK_WAIT),
}
"""The effects of initiating, committing and waiting, by the mechanism of completion."""


def _of_groups(found: Traits) -> Effect:
    """Return the effects of an instruction on groups of asynchronous operations."""
    effect = _NO_EFFECT
    for group, (initiates, commits, waits) in _GROUPS.items():
        if group in found.completion:
            effect |= initiates
        if group in found.commits:
            effect |= commits
        if group in found.waits:
            effect |= waits
    # These complete copies that no `commit_group` has put into a group.
    if "async-group" in found.waits_all | found.tracks:
        effect |= Effect.COPY_DONE
    return effect


def _of_mbarrier(found: Traits) -> Effect:
    """Return the effects of an instruction on mbarriers."""
    effect = _NO_EFFECT
    if "complete-tx" in found.completion:
        effect |= Effect.BYTES | Effect.BARRIER_USE
    if "init" in found.mbarrier:
        effect |= Effect.BARRIER_INIT
    elif found.mbarrier:
        effect |= Effect.BARRIER_USE
    if "expect-tx" in found.mbarrier:
        effect |= Effect.EXPECT
    if "wait" in found.mbarrier:
        effect |= Effect.BARRIER_TEST
    return effect


def _of_memory(found: Traits) -> Effect:
    """Return the accesses of an instruction to shared memory, by proxy."""
    shared = [access for access in found.accesses if access.space == "shared"]
    # The async proxy's own writes are ordered by mbarriers: only its reads need a fence.
    if found.proxy == "async":
        reads = any(access.kind == "read" for access in shared)
        return Effect.ASYNC_READ if reads else _NO_EFFECT
    # A write that completes on an mbarrier is visible to threads that wait there. A write without
    # ordering, such as the address from tcgen05.alloc, is not an operation of the memory model.
    is_ordered = bool(found.order) and "complete-tx" not in found.completion
    writes = is_ordered and any(access.writes for access in shared)
    return Effect.SHARED_WRITE if writes else _NO_EFFECT


_HARMLESS: Final = frozenset({"vprintf", "malloc", "free", "__assertfail"})
"""Functions provided by the driver (PTX ISA 10 and the CUDA runtime), which have no effects."""


def effects_of(code: Code, callees: Mapping[str, Effect]) -> list[tuple[int, Effect]]:
    """Return the statements of a function that have effects, by index.

    A call has the effects of the called function; for an unknown function, `Effect.UNCLEAR`.
    """
    found = []
    for index, statement in enumerate(code.statements):
        if type(statement) is n.Instruction:
            effect = effect_of(statement.opcode, statement.modifiers)
        elif type(statement) is n.Call:
            effect = _of_call(statement, callees)
        else:
            continue
        if effect:
            found.append((index, effect))
    return found


def callee_effects(codes: Mapping[str, Code]) -> dict[str, Effect]:
    """Return the effects of each function of a module, including those of its callees.

    Args:
        codes: The functions with a body, by name.
    """
    # A solver over numbers needs no names: effects go from callees to callers until nothing
    # changes, so that recursion ends.
    numbers = {name: number for number, name in enumerate(codes)}
    own: list[Effect] = []
    callers: list[list[int]] = [[] for _ in codes]
    for name, code in codes.items():
        effect = _NO_EFFECT
        for statement in code.statements:
            if type(statement) is n.Instruction:
                effect |= effect_of(statement.opcode, statement.modifiers)
            elif type(statement) is n.Call:
                target = getattr(statement.target, "name", "")
                if target in numbers:
                    callers[numbers[target]].append(numbers[name])
                else:
                    effect |= _of_call(statement, {})
        own.append(effect)
    found = solve(own, range(len(own)), callers.__getitem__, lambda _, effect: effect, or_)
    return dict(zip(codes, found, strict=True))


def _of_call(call: n.Call, callees: Mapping[str, Effect]) -> Effect:
    name = call.target.name if type(call.target) is n.Symbol else ""
    if name in _HARMLESS:
        return _NO_EFFECT
    return callees.get(name, Effect.UNCLEAR)
