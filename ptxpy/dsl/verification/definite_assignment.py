"""Definite assignment: every path to a use of a fresh register writes the register first.

A traced value lives in a register that one instruction writes. If that instruction is under
`ptx.if_`, or in a loop that may not run, and the use comes after it, the register may hold no
value. The check is a forward must-analysis over basic blocks (which registers are assigned on all
paths). Where values have types, a write under a guard does not count, and a register that seems to
be read without a value is looked at more closely (`guarded_values`): a use under the same guard
reads one. In the style of a compiler, a write under a guard counts as an assignment, and the
registers that a function declares may be read as they are.

A register of an array, or with a name of its own, is held to the same, but for this: a loop that
counts is taken to be run, as the sums that its body makes begin with its first turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import and_
from typing import TYPE_CHECKING, Final

from ptxpy.analysis import solve
from ptxpy.dsl.tracing.source_lines import attach_location
from ptxpy.dsl.tracing.trace import Body, TraceError
from ptxpy.dsl.values.assignment import HALF_BITS
from ptxpy.dsl.verification.statement_flow import (
    LocatedStatement,
    RecordedBlock,
    bounds_block,
    effect_of,
    guard_of_statement,
    located_error,
    located_statements,
    read_registers,
    recorded_blocks,
    with_first_turns,
    written_registers,
)
from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from ptxpy.dsl.verification.rebound_values import NamedValue

_UNREACHED: Final = -1
"""The state of a block that no path has reached: every register counts as assigned."""


class _Block:
    """A basic block: the registers that it assigns, and those that it reads unassigned."""

    __slots__ = ("assigned", "exposed", "successors")

    def __init__(self) -> None:
        self.assigned: set[str] = set()
        self.exposed: dict[str, LocatedStatement] = {}
        self.successors: list[int] = []


def check_definite_assignment(body: Body) -> None:
    """Raise `TraceError` at a use of a register that some path does not assign."""
    typed = body.module.style.is_typed
    function = body.function
    declares = typed and bool(function.array_registers or function.unassigned or function.files)
    # Code without branches and guards writes each fresh register before it is used. A kernel whose
    # margins name all registers has no fresh ones.
    if not declares and (
        not any(function.counts.values())
        or not any(
            bounds_block(each) or (typed and guard_of_statement(each)) for each in body.statements
        )
    ):
        return
    own = {
        f"{prefix}{index}"
        for (prefix, _), count in function.counts.items()
        for index in range(count)
    }
    variables = _variables(body) if declares else set()
    recorded = recorded_blocks(body)
    found = _found(recorded, own - variables, is_typed=typed)
    # Registers that are arrays or have names are looked at apart, with the first turn of counted
    # loops taken for granted.
    if variables:
        found += _found(with_first_turns(recorded), variables, is_typed=typed)
    for name, step in found:
        raise _unassigned(name, step, body)


def _variables(body: Body) -> set[str]:
    """Return the registers of arrays, and those that have names and are given a first value.

    Where no instruction gives one, as `x += 1` does not, a name is a register of the text around.
    """
    files = body.function.files
    named: set[str] = set()
    for step in located_statements(body) if files else ():
        names = {*written_registers(step.statement)}
        names.difference_update(read_registers(step.statement))
        named.update(name for name in names - named if files.storage(name) is not None)
    named.update(body.function.array_registers)
    return named


def _found(
    recorded: list[RecordedBlock], names: set[str], *, is_typed: bool
) -> list[tuple[str, LocatedStatement]]:
    """Return the uses of registers which some path does not assign."""
    if not names:
        return []
    blocks = _blocks(recorded, names, guards_count=not is_typed)
    exposed = sorted({name for block in blocks for name in block.exposed})
    # Only registers that some block reads before it writes them can be without a value. A kernel
    # may have thousands of others, for which no bits are needed.
    if not exposed:
        return []
    bits = {name: 1 << at for at, name in enumerate(exposed)}
    found = [
        (name, step)
        for block, assigned in zip(blocks, _solve(blocks, bits), strict=True)
        for name, step in block.exposed.items()
        if assigned != _UNREACHED and not assigned & bits[name]
    ]
    # The analysis above takes guarded writes for none; what it finds is examined again, with the
    # conditions under which each register has a value.
    if found and is_typed:
        from ptxpy.dsl.verification.guarded_values import unassigned_reads  # noqa: PLC0415 - seldom

        found = [*unassigned_reads(recorded, {name for name, _ in found})]
    return found


def _unassigned(name: str, step: LocatedStatement, body: Body) -> Exception:
    """Return the error for a use: no path assigns the register, or not every path does."""
    written = [
        each for each in located_statements(body) if name in written_registers(each.statement)
    ]
    writes = [each.statement for each in written]
    shown, first = _shown(name, body)
    if not writes:
        msg = f"{shown} is read here and written nowhere: give it a value first, "
        return located_error(step.body, step.at, msg + (first or "as with reg.scalar(dtype, 0)"))
    if any(guard_of_statement(each) is not None for each in writes):
        msg = (
            f"{shown} is read here, and has no value where the guard of its instruction is false: "
            "read it under the same guard, or give it a value first: "
        )
        remedy = first or (
            "with default=, or x = reg.scalar(dtype, 0) and x.set(…), with the guarded "
            "instruction in it"
        )
        return located_error(step.body, step.at, msg + remedy)
    msg = f"{shown} is read here, and not every path to this line writes it: "
    if first:
        msg += (
            "what does stands below, or under ptx.if_, or in a loop that may not be run. Give it a "
            f"value first: {first}"
        )
        return located_error(step.body, step.at, msg)
    from ptxpy.dsl.verification.rebound_values import named_value  # noqa: PLC0415 - seldom needed

    counts = body.function.counts
    prefix = name.rstrip("0123456789")
    storage = next(kind for each, kind in counts if each == prefix)
    named = named_value(written[0], step, storage)
    if named is not None and named.is_rebound:
        error = TraceError(_rebound(named))
        attach_location(error, named.location, named.callers)
        return error
    x, value, made, needed = "x", "x.set(…)", "x = reg.scalar(dtype, 0)", ""
    if named is not None:
        x, value, needed = named.name, named.given, named.needed_import
        made = f"{x} = reg.scalar({named.kind}, {_zero(named.kind)})"
        msg = f"{x} is read here, and not every path to this line writes it: "
    msg += (
        "its value is made under ptx.if_, or in a loop that may not be run. Declare a register "
        f"to change before that, {made}{needed}, write {value} in it, and read {x} here"
    )
    return located_error(step.body, step.at, msg)


def _rebound(named: NamedValue) -> str:
    """Return the message for a name with a value before a block that the block rebinds."""
    name = named.name
    what = (
        f"{name} is rebound in a block that the device may not run, and read after it, in line "
        f"{named.read}: Python rebinds the name in any case"
    )
    if named.declared:
        return (
            f"{what}. It is a register to change, declared in line {named.declared}: write "
            f"{named.given} here"
        )
    return (
        f"{what}. Declare a register to change before "
        f"the block, above line {named.block}, {name} = reg.from_({name}, {named.kind})"
        f"{named.needed_import}, and write {named.given} here; or give the new value a name of its "
        "own"
    )


def _shown(name: str, body: Body) -> tuple[str, str]:
    """Return what to call a register, and the line that gives it, as it is declared, a value.

    The line is empty for the register of a value, which nothing declares.
    """
    function = body.function
    element = function.array_registers.get(name)
    if element is not None:
        shown = f"{name}, element {element.position} of an array of {element.size},"
        if _has_numbers(element.kind):
            return shown, f"acc[:] = {_zero(element.kind)}"
        return shown, f"for each in acc: {_move_of_bits('each', element.kind)}"
    kind = function.files.storage(name)
    if kind is None:
        return name, "x = reg.scalar(dtype, 0)" if name in function.unassigned else ""
    # A register with a name of its own gets its first value where it is declared.
    if function.files.in_file(name) is None:
        held = kind if _has_numbers(kind) else f"b{TYPES[kind].bits}"
        return name, f"x = reg.scalar({held}, {_zero(held)}, {name!r})"
    prefix, number = function.files.parts(name)
    place = f"{prefix.lstrip('%')}[{number}]"
    given = f"{place} = {_zero(kind)}" if _has_numbers(kind) else _move_of_bits(place, kind)
    return name, given


def _has_numbers(kind: str) -> bool:
    """Return whether numbers of Python are moved into registers of a type."""
    return kind not in TYPES or TYPES[kind].kind != "float" or kind in ("f32", "f64", *HALF_BITS)


def _zero(kind: str) -> str:
    """Return the number 0 of a type, as a program has it."""
    if kind == "pred":
        return "False"
    return "0.0" if kind in TYPES and TYPES[kind].kind == "float" else "0"


def _move_of_bits(place: str, kind: str) -> str:
    """Return the line that makes all bits of a register 0."""
    # `mov` has no `.b8`: values of 8 bits are kept in registers of 16.
    return f"ptx.inst.mov.b{max(TYPES[kind].bits, 16)}({place}, 0)"


def _blocks(blocks: list[RecordedBlock], names: set[str], *, guards_count: bool) -> list[_Block]:
    """Return the registers that each basic block assigns, and those that it reads unassigned.

    `guards_count` means that a write under a guard is an assignment.
    """
    found = []
    for recorded in blocks:
        block = _Block()
        block.successors = recorded.successors
        assigned, exposed = block.assigned, block.exposed
        for step in recorded.steps:
            effect = effect_of(step.statement)
            # A statement reads before it writes: `x = x + 1` reads an x that has no value yet.
            for name in effect.read:
                if name in names and name not in assigned and name not in exposed:
                    exposed[name] = step
            if guards_count or guard_of_statement(step.statement) is None:
                assigned.update(effect.written)
        found.append(block)
    return found


def _solve(blocks: list[_Block], bits: dict[str, int]) -> list[int]:
    """Return, for each block, the registers that all paths to its beginning assign, as bits."""
    gen = [_union(bits[name] for name in block.assigned if name in bits) for block in blocks]
    order = range(len(blocks))
    return solve(
        # Only the first block begins without values; a block that no path reaches is not reported.
        [0 if block == 0 else _UNREACHED for block in order],
        order,
        lambda block: blocks[block].successors,
        lambda block, assigned: assigned | gen[block],
        and_,
    )


def _union(parts: Iterable[int]) -> int:
    found = 0
    for part in parts:
        found |= part
    return found
