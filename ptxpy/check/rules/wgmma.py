"""Warpgroup-level matrix multiplications: what must stand before and behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.analysis.facts import Event, facts_before, facts_behind
from ptxpy.check.effects import Effect
from ptxpy.check.rules.fragments import copies, fragments
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.check.diagnostic import Diagnostic
    from ptxpy.check.rules.fragments import Fragments
    from ptxpy.check.subject import FunctionSubject, ModuleSubject

__all__ = ["wgmma"]


def wgmma(subject: ModuleSubject) -> Iterator[Diagnostic]:
    """Yield what is missing around each `wgmma.mma_async` (PTX ISA 9.7.15)."""
    for function in subject.functions:
        if function.does(Effect.WGMMA):
            yield from _fences(function)
            yield from _groups(function)


def _fences(function: FunctionSubject) -> Iterator[Diagnostic]:
    """Yield the multiplications that a path reaches without `wgmma.fence`.

    One must stand before the first, and behind whatever else writes their registers. Copies from
    register to register may stand behind it: compilers make them for inline assembly.
    """
    statements = function.code.statements
    held = {
        index: fragments(function, index)
        for index, effect in function.effects
        if effect & Effect.WGMMA and type(statements[index]) is n.Instruction
    }
    registers = {register for found in held.values() for part in found for register in part}
    bit_of = {register: 2 << k for k, register in enumerate(sorted(registers))}
    events = _fence_events(function, held, bit_of)
    for event, facts in zip(events, facts_before(function.graph, events, 1), strict=True):
        if not facts or event.at not in held:
            continue
        help_ = "put wgmma.fence.sync.aligned before the first wgmma.mma_async"
        if facts & 1:
            message = "a path comes to this wgmma.mma_async without a wgmma.fence"
            yield function.report("PTX050", event.at, message, None, help_)
            continue
        found = held[event.at]
        written = [k for k in (*found.accumulator, *found.a) if facts & bit_of[k]]
        if written:
            name = function.registers.names[written[0]]
            message = f"{name} is written, and no wgmma.fence follows before this wgmma.mma_async"
            help_ = f"put wgmma.fence.sync.aligned behind what writes {name}"
            yield function.report("PTX050", event.at, message, ("name", name), help_)


def _fence_events(
    function: FunctionSubject, held: Mapping[int, Fragments], bit_of: Mapping[int, int]
) -> list[Event]:
    """Return the fences, the multiplications, and what else writes their registers.

    A multiplication counts as a fence for itself: those behind it are not reported as well.
    """
    effects = dict(function.effects)
    every = (2 << len(bit_of)) - 1
    events = []
    for index, access in enumerate(function.accesses):
        if effects.get(index, Effect(0)) & Effect.WGMMA_FENCE:
            events.append(Event(index, 0, every))
        elif index in held:
            bits = 1
            for register in (*held[index].accumulator, *held[index].a):
                bits |= bit_of[register]
            events.append(Event(index, 0, bits))
        elif access.writes and not copies(function.code.statements[index]):
            bits = 0
            for register in access.writes:
                bits |= bit_of.get(register, 0)
            if bits:
                events.append(Event(index, bits))
    return events


_ENDS = 1
"""The function ends, and no `wgmma.wait_group` comes before."""
_WAITS = 2
"""A `wgmma.wait_group` comes, and no `wgmma.commit_group` before it."""


def _groups(function: FunctionSubject) -> Iterator[Diagnostic]:
    """Yield the multiplications that some path does not commit, or does not wait for."""
    events = []
    asked = set()
    for index, effect in function.effects:
        waits, commits = effect & Effect.WGMMA_WAIT, effect & Effect.WGMMA_COMMIT
        if waits or commits:  # a call may do both, in the right order
            made = 0 if commits else _WAITS
            events.append(Event(index, made, (_ENDS if waits else 0) | _WAITS))
        elif effect & Effect.WGMMA:
            events.append(Event(index, 0, _ENDS | _WAITS))  # only the last before them is reported
            asked.add(index)
    for event, facts in zip(events, facts_behind(function.graph, events, _ENDS), strict=True):
        if event.at not in asked:
            continue
        if facts & _WAITS:
            message = "no wgmma.commit_group stands between this and a wgmma.wait_group behind it"
            help_ = "put wgmma.commit_group.sync.aligned behind the last wgmma.mma_async of a group"
            yield function.report("PTX051", event.at, message, None, help_)
        elif facts & _ENDS and function.is_kernel:
            message = "the kernel can end without a wgmma.wait_group behind this wgmma.mma_async"
            help_ = "put wgmma.wait_group.sync.aligned 0 before its accumulator is read"
            yield function.report("PTX051", event.at, message, None, help_)
