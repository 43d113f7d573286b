"""Warpgroup-level matrix multiplications (wgmma): their fences, groups, and registers in flight.

Copies between registers are no accesses here, because compilers generate them for inline assembly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ptxpy._records import NamedTuple
from ptxpy.analysis import GenKill, constant, facts_after, facts_before, positions_by_block, solve
from ptxpy.check.effects import Effect
from ptxpy.check.fixes import Suggestion
from ptxpy.ir import nodes as n
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic, Related

__all__ = [
    "Fragments",
    "check_wgmma_fences",
    "check_wgmma_in_flight",
    "find_fragments",
    "is_register_copy",
]


class Fragments(NamedTuple):
    """The registers of a `wgmma.mma_async` by their numbers."""

    accumulator: tuple[int, ...]
    a: tuple[int, ...]
    """The registers of matrix A, if it is not in shared memory."""


def find_fragments(function: FunctionContext, index: int) -> Fragments:
    """Return the registers of the `wgmma.mma_async` at an index (PTX ISA 9.7.15.5.2)."""
    statement = function.code.statements[index]
    # Nothing else is written. A first product only writes it, the next ones read it as well.
    accumulator = function.accesses[index].writes
    operand = statement.operands[1] if len(statement.operands) > 1 else None
    if type(operand) is not n.Vector:
        return Fragments(accumulator, ())
    level = function.code.scopes[index]
    numbers = [
        function.registers.number(part.name, level)
        for part in operand.elements
        if type(part) is n.Register
    ]
    return Fragments(accumulator, tuple(number for number in numbers if number >= 0))


def is_register_copy(statement: n.Node) -> bool:
    """Return whether a statement copies one register to another."""
    return (
        type(statement) is n.Instruction
        and bool(traits(statement.opcode, statement.modifiers).copies)
        and all(type(operand) is n.Register for operand in statement.operands)
    )


_FENCE: Final = Suggestion("before", "wgmma.fence.sync.aligned;")
"""A fence directly before the multiplication is after all writes of its registers."""


def check_wgmma_fences(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report `wgmma.mma_async` without its fence, commit or wait (PTX ISA 9.7.15)."""
    for function in context.functions:
        if function.has_effect(Effect.WGMMA):
            # A fence is required before the first multiplication, and after other writes of its
            # registers.
            statements = function.code.statements
            held = {
                index: find_fragments(function, index)
                for index, effect in function.effects
                if effect & Effect.WGMMA and type(statements[index]) is n.Instruction
            }
            registers = {register for found in held.values() for part in found for register in part}
            # Bit 0 says that no fence came before: each register has a bit of its own after it.
            bit_of = {register: 2 << k for k, register in enumerate(sorted(registers))}
            transfers = _fence_transfers(function, held, bit_of)
            by_index = {each.statement_index: each for each in transfers}
            for transfer, facts in zip(
                transfers, facts_before(function.graph, transfers, 1), strict=True
            ):
                if not facts or transfer.statement_index not in held:
                    continue
                help_ = "put wgmma.fence.sync.aligned before the first wgmma.mma_async"
                # Without any fence the registers need no look.
                if facts & 1:
                    message = "a path reaches this wgmma.mma_async without a wgmma.fence"
                    yield function.report(
                        "PTX050", transfer.statement_index, message, None, help_, _FENCE
                    )
                    continue
                found = held[transfer.statement_index]
                written = [k for k in (*found.accumulator, *found.a) if facts & bit_of[k]]
                if written:
                    name = function.registers.names[written[0]]
                    message = f"{name} is written without a wgmma.fence before this wgmma.mma_async"
                    help_ = f"put wgmma.fence.sync.aligned after the write of {name}"
                    bit = bit_of[written[0]]
                    yield function.report(
                        "PTX050",
                        transfer.statement_index,
                        message,
                        ("name", name),
                        help_,
                        _FENCE,
                        _write_note(function, by_index, transfer.statement_index, written[0], bit),
                    )
            yield from _groups(function)


def _write_note(
    function: FunctionContext,
    transfers: Mapping[int, GenKill],
    index: int,
    register: int,
    bit: int,
) -> tuple[Related, ...]:
    """Return where a register is written on a path without a fence to the statement at an index."""
    write = function.nearest_before(
        index,
        lambda at: at in transfers and bool(transfers[at].gen & bit),
        lambda at: at in transfers and bool(transfers[at].kill & bit),
    )
    if write is None:
        return ()
    name = function.registers.names[register]
    return (function.related(write, f"{name} is written here", ("name", name)),)


def _fence_transfers(
    function: FunctionContext, held: Mapping[int, Fragments], bit_of: Mapping[int, int]
) -> list[GenKill]:
    """Return the transfer functions of fences, multiplications and writes of their registers.

    A multiplication counts as a fence, so that later ones are not reported as well.
    """
    effects = dict(function.effects)
    every = (2 << len(bit_of)) - 1
    transfers = []
    for index, access in enumerate(function.accesses):
        if effects.get(index, Effect(0)) & Effect.WGMMA_FENCE:
            transfers.append(GenKill(index, 0, every))
        elif index in held:
            bits = 1
            for register in (*held[index].accumulator, *held[index].a):
                bits |= bit_of[register]
            transfers.append(GenKill(index, 0, bits))
        elif access.writes and not is_register_copy(function.code.statements[index]):
            bits = 0
            for register in access.writes:
                bits |= bit_of.get(register, 0)
            if bits:
                transfers.append(GenKill(index, bits))
    return transfers


_ENDS = 1
"""The function may end without a `wgmma.wait_group` before."""
_WAITS = 2
"""A `wgmma.wait_group` may follow without a `wgmma.commit_group` before it."""


def _groups(function: FunctionContext) -> Iterator[Diagnostic]:
    """Report the multiplications that some path does not commit or does not wait for."""
    transfers = []
    asked = set()
    for index, effect in function.effects:
        waits, commits = effect & Effect.WGMMA_WAIT, effect & Effect.WGMMA_COMMIT
        if waits or commits:  # a call may do both, in the right order
            gen = 0 if commits else _WAITS
            transfers.append(GenKill(index, gen, (_ENDS if waits else 0) | _WAITS))
        elif effect & Effect.WGMMA:
            transfers.append(
                GenKill(index, 0, _ENDS | _WAITS)
            )  # only the last before them is reported
            asked.add(index)
    for transfer, facts in zip(
        transfers, facts_after(function.graph, transfers, _ENDS), strict=True
    ):
        if transfer.statement_index not in asked:
            continue
        if facts & _WAITS:
            message = "no wgmma.commit_group stands between this and a wgmma.wait_group after it"
            help_ = "put wgmma.commit_group.sync.aligned after the last wgmma.mma_async of a group"
            yield function.report("PTX051", transfer.statement_index, message, None, help_)
        elif facts & _ENDS and function.is_kernel:
            message = "the kernel can end without a wgmma.wait_group after this wgmma.mma_async"
            help_ = "put wgmma.wait_group.sync.aligned 0 before its accumulator is read"
            yield function.report("PTX051", transfer.statement_index, message, None, help_)


MAX_GROUPS_DISTINGUISHED: Final = 9
"""Groups in flight that the analysis distinguishes; older ones are merged with the oldest."""

State: TypeAlias = tuple[int, ...]
"""The registers in flight, as bit sets: not committed, of the newest group, of the next, ..."""


_NONE_IN_FLIGHT: Final[State] = (0,) * MAX_GROUPS_DISTINGUISHED


class _Step(NamedTuple):
    """A statement that initiates, commits, awaits or conflicts with matrix multiplications."""

    statement_index: int
    effect: Effect
    waits: int
    """The number of groups that may still be in flight after it, for `wait_group`."""
    begins: int
    """The registers in flight after it, as a bit set."""
    disturbs: int
    """The registers that must not be in flight before it, as a bit set."""

    @property
    def waits_for_all(self) -> bool:
        """Whether no group is in flight after it."""
        return bool(self.effect & Effect.WGMMA_WAIT) and not self.waits


def check_wgmma_in_flight(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report instructions that access registers of a `wgmma.mma_async` in flight.

    Before a `wgmma.wait_group` for its group, an accumulator must not be accessed, and a fragment
    of A must not be written (PTX ISA 9.7.15.5.2). Copies between registers are exempt, because
    compilers generate them for inline assembly. Modules compiled for a debugger are exempt too, as
    they keep accumulators in memory.
    """
    if context.is_debug:
        return
    for function in context.functions:
        if function.has_effect(Effect.WGMMA):
            yield from _of(function)


def _of(function: FunctionContext) -> Iterator[Diagnostic]:
    steps, bit_of = _steps(function)
    by_index = {step.statement_index: step for step in steps}
    graph = function.graph
    inside = [[steps[at] for at in positions] for positions in positions_by_block(graph, steps)]

    def transfer(number: int, state: State) -> State:
        for step in inside[number]:
            state = _apply_step(step, state)
        return state

    before: list[State] = [_NONE_IN_FLIGHT for _ in graph.blocks]
    # States only grow when they are merged, so the solver ends.
    solve(before, graph.order(), lambda number: graph.blocks[number].successors, transfer, _merge)
    reported: set[int] = set()
    for number in sorted(function.graph.reachable()):
        state = before[number]
        for step in inside[number]:
            disturbed = step.disturbs & _union(state)
            if disturbed:
                touched = (
                    *function.accesses[step.statement_index].writes,
                    *function.accesses[step.statement_index].reads,
                )
                # Each register has two bits, for accumulators and for A, so both are tested.
                register = next(k for k in touched if disturbed & bit_of.get(k, 0) * 3)
                name = function.registers.names[register]
                bits = bit_of[register] * 3
                has_effect = (
                    "written"
                    if register in function.accesses[step.statement_index].writes
                    else "read"
                )
                message = (
                    f"{name} is {has_effect} here while a wgmma.mma_async that uses it may be in "
                    "flight"
                )
                help_ = "put wgmma.wait_group.sync.aligned before this"
                notes = _start_note(function, by_index, step.statement_index, name, bits)
                # Other paths lack the same wait, and one report of it is enough.
                if not notes or notes[0].ordinal not in reported:
                    reported |= {note.ordinal for note in notes}
                    yield function.report(
                        "PTX058",
                        step.statement_index,
                        message,
                        ("name", name),
                        help_,
                        related=notes,
                    )
                # Further accesses without the same wait are not reported.
                state = _NONE_IN_FLIGHT
            state = _apply_step(step, state)


def _start_note(
    function: FunctionContext, steps: Mapping[int, _Step], index: int, name: str, bits: int
) -> tuple[Related, ...]:
    """Return the multiplication before a statement that uses a register."""
    start = function.nearest_before(
        index,
        lambda at: at in steps and bool(steps[at].begins & bits),
        lambda at: at in steps and steps[at].waits_for_all,
    )
    return () if start is None else (function.related(start, f"this uses {name}"),)


def _merge(one: State, other: State) -> State:
    return tuple(a | b for a, b in zip(one, other, strict=True))


def _apply_step(step: _Step, state: State) -> State:
    # New products belong to the group that the next commit closes.
    if step.begins:
        state = (state[0] | step.begins, *state[1:])
    if step.effect & Effect.WGMMA_COMMIT:
        # A commit moves each group on by one; the oldest two are merged, as more are not told
        # apart.
        state = (0, *state[:-2], state[-2] | state[-1])
    if step.effect & Effect.WGMMA_WAIT:
        # Uncommitted operations are not waited for either; another rule reports them.
        kept = step.waits + 1 if step.waits else 0
        state = (
            state
            if kept >= MAX_GROUPS_DISTINGUISHED
            else (*state[:kept], *(0,) * (MAX_GROUPS_DISTINGUISHED - kept))
        )
    return state


def _union(state: State) -> int:
    found = 0
    for bits in state:
        found |= bits
    return found


def _steps(function: FunctionContext) -> tuple[list[_Step], dict[int, int]]:
    """Return the statements that access fragments, and the bit of each register.

    The bit is set for an accumulator, and the next higher bit for a part of A.
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
            # Products in a row may use one accumulator without a wait, but may not overwrite a part
            # of A.
            for register in held[index].accumulator:
                begins |= bit_of[register]
                disturbs |= bit_of[register] << 1
            for register in held[index].a:
                begins |= bit_of[register] << 1
                disturbs |= bit_of[register]
        elif not is_register_copy(function.code.statements[index]):
            for register in access.reads:
                # Reading a part of A in flight is harmless, since the product only reads it as
                # well.
                disturbs |= bit_of.get(register, 0)
            for register in access.writes:
                disturbs |= bit_of.get(register, 0) * 3
        if effect or disturbs:
            waits = _pending(function.code.statements[index])
            steps.append(_Step(index, effect, waits, begins, disturbs))
    return steps, bit_of


_KEPT: Final = Effect.WGMMA | Effect.WGMMA_COMMIT | Effect.WGMMA_WAIT


def _pending(statement: Any) -> int:  # noqa: ANN401 - dispatched by its class
    """Return the number of groups that a `wgmma.wait_group` leaves in flight; 0 for others."""
    if (
        type(statement) is n.Instruction
        and "wgmma-group" in traits(statement.opcode, statement.modifiers).waits
        and statement.operands
    ):
        return min(constant(statement.operands[0]) or 0, MAX_GROUPS_DISTINGUISHED)
    return 0
