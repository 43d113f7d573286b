"""Registers that are touched while `wgmma.mma_async` still works on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ptxpy.analysis.dataflow import in_blocks, solve
from ptxpy.analysis.storage import constant
from ptxpy.check.effects import Effect
from ptxpy.check.rules.wgmma_fragments import find_fragments, is_register_copy
from ptxpy.ir import nodes as n
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_wgmma_in_flight"]

_MOST: Final = 9
"""Groups that are told apart: the oldest of them stands for all that are older."""

State: TypeAlias = tuple[int, ...]
"""The registers in flight, as bits: of what is not committed, of the newest group, and so on."""


class _Step(NamedTuple):
    """A statement that begins, ends or disturbs matrix multiplications."""

    at: int
    effect: Effect
    waits: int
    """How many groups may still be pending behind it, for `wait_group`."""
    begins: int
    """The registers that it holds from here on, as bits."""
    disturbs: int
    """The registers that must not be in flight before it."""


def check_wgmma_in_flight(context: ModuleContext) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each instruction that touches what may be in flight.

    Until a `wgmma.wait_group` that covers its group, an accumulator belongs to the
    multiplication, and a fragment of A must not change (PTX ISA 9.7.15.5.2). Copies from register
    to register are let pass: compilers make them for inline assembly; and so is what they compile
    for a debugger, which keeps accumulators in memory.
    """
    if context.is_debug:
        return
    for function in context.functions:
        if function.has_effect(Effect.WGMMA):
            yield from _of(function)


def _of(function: FunctionContext) -> Iterator[Diagnostic]:
    steps, bit_of = _steps(function)
    graph = function.graph
    inside = [[steps[at] for at in positions] for positions in in_blocks(graph, steps)]

    def transfer(number: int, state: State) -> State:
        for step in inside[number]:
            state = _behind(step, state)
        return state

    before: list[State] = [(0,) * _MOST for _ in graph.blocks]
    solve(before, graph.order(), lambda number: graph.blocks[number].successors, transfer, _merge)
    for number in sorted(function.graph.reachable()):
        state = before[number]
        for step in inside[number]:
            disturbed = step.disturbs & _union(state)
            if disturbed:
                touched = (*function.accesses[step.at].writes, *function.accesses[step.at].reads)
                register = next(k for k in touched if disturbed & bit_of.get(k, 0) * 3)
                yield _diagnostic(function, step.at, register)
                state = (0,) * _MOST  # what follows from the same missing wait is not reported
            state = _behind(step, state)


def _merge(one: State, other: State) -> State:
    return tuple(a | b for a, b in zip(one, other, strict=True))


def _behind(step: _Step, state: State) -> State:
    if step.begins:
        state = (state[0] | step.begins, *state[1:])
    if step.effect & Effect.WGMMA_COMMIT:
        state = (0, *state[:-2], state[-2] | state[-1])
    if step.effect & Effect.WGMMA_WAIT:
        # What was not committed is not waited for either: the rule on groups says so.
        kept = step.waits + 1 if step.waits else 0
        state = state if kept >= _MOST else (*state[:kept], *(0,) * (_MOST - kept))
    return state


def _union(state: State) -> int:
    found = 0
    for bits in state:
        found |= bits
    return found


def _steps(function: FunctionContext) -> tuple[list[_Step], dict[int, int]]:
    """Return the statements that have to do with fragments, and the bit of each register.

    The bit stands for a register that is an accumulator, the one above it for a part of A.
    """
    effects = dict(function.effects)
    held = {
        index: find_fragments(function, index)
        for index, effect in function.effects
        if effect & Effect.WGMMA and type(function.code.statements[index]) is n.Instruction
    }
    registers = {register for found in held.values() for part in found for register in part}
    bit_of = {register: 1 << (2 * k) for k, register in enumerate(sorted(registers))}
    steps = []
    for index, access in enumerate(function.accesses):
        effect = effects.get(index, Effect(0)) & _KEPT
        begins = disturbs = 0
        if index in held:
            for register in held[index].accumulator:
                begins |= bit_of[register]
                disturbs |= bit_of[register] << 1
            for register in held[index].a:
                begins |= bit_of[register] << 1
                disturbs |= bit_of[register]
        elif not is_register_copy(function.code.statements[index]):
            for register in access.reads:
                disturbs |= bit_of.get(register, 0)
            for register in access.writes:
                disturbs |= bit_of.get(register, 0) * 3
        if effect or disturbs:
            waits = _pending(function.code.statements[index])
            steps.append(_Step(index, effect, waits, begins, disturbs))
    return steps, bit_of


_KEPT: Final = Effect.WGMMA | Effect.WGMMA_COMMIT | Effect.WGMMA_WAIT


def _waits(statement: n.Instruction) -> bool:
    return "wgmma-group" in traits(statement.opcode, statement.modifiers).waits


def _pending(statement: Any) -> int:  # noqa: ANN401 - told apart by its class
    """Return how many groups a `wgmma.wait_group` leaves pending; 0 for others."""
    if type(statement) is n.Instruction and _waits(statement) and statement.operands:
        return min(constant(statement.operands[0]) or 0, _MOST)
    return 0


def _diagnostic(function: FunctionContext, index: int, register: int) -> Diagnostic:
    name = function.registers.names[register]
    has_effect = "written" if register in function.accesses[index].writes else "read"
    message = f"{name} is {has_effect} here while a wgmma.mma_async may still be working on it"
    help_ = "put wgmma.wait_group.sync.aligned before this"
    return function.report("PTX058", index, message, ("name", name), help_)
