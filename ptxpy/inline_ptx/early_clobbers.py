"""Outputs of inline PTX that need `&`, since the code writes them before it has read all inputs.

Compilers take the code as one instruction, which reads its inputs before it writes its outputs, and
may give an output the register of an input. The code of several instructions may read that input
after it has overwritten it.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from ptxpy.analysis import control_flow, register_table
from ptxpy.analysis.guarded_facts import Change, guarded_facts
from ptxpy.check import Diagnostic
from ptxpy.inline_ptx.templates import REGISTERS, register_class
from ptxpy.ir import nodes as n
from ptxpy.isa import traits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.analysis import Code
    from ptxpy.inline_ptx.blocks import Block, Operand

__all__ = ["check_early_clobbers"]


def check_early_clobbers(block: Block, code: Code) -> Iterator[Diagnostic]:
    """Yield the outputs that are written before an input is read that may have their register.

    An output that is written with the value of that input is harmless: if both are one register,
    nothing changes.
    """
    pairs = list(_sharing(block))
    if not pairs:
        return
    sign = "%" if block.dialect == "cuda" else "$"
    names = [f"{sign}{number}" for number in range(len(block.outputs) + len(block.inputs))]
    table, accesses = register_table(code)
    by_output: dict[str, int] = {}
    by_input: dict[str, int] = {}
    for bit, (output, other) in enumerate(pairs):
        by_output[names[output]] = by_output.get(names[output], 0) | 1 << bit
        by_input[names[other]] = by_input.get(names[other], 0) | 1 << bit
    changes: dict[int, Change] = {}
    asked: dict[int, int] = {}
    first_write: dict[str, int] = {}
    for index, access in enumerate(accesses):
        written = [table.names[register] for register in access.writes]
        overwritten = _union(by_output, written)
        overwritten &= ~_union(by_input, _copied(code.statements[index]))
        asked[index] = _union(by_input, (table.names[register] for register in access.reads))
        if overwritten or asked[index]:
            changes[index] = Change(overwritten)
        if overwritten:
            first_write = dict.fromkeys(written, index) | first_write
    clobbered = 0
    for index, before in guarded_facts(control_flow(code), table, accesses, changes).items():
        clobbered |= before & asked[index]
    reported: set[int] = set()
    for bit, (output, other) in enumerate(pairs):
        if clobbered >> bit & 1 and output not in reported:
            reported.add(output)
            message = (
                f"{names[output]} is written before {names[other]} is read, and the compiler may"
                " give both one register"
            )
            constraint = block.outputs[output].constraint
            help_ = f'write "{constraint[0]}&{constraint[1:]}" for {names[output]}'
            ordinal = code.ordinals[first_write[names[output]]]
            yield Diagnostic("INL021", message, ordinal, ("name", names[output]), help_)


def _union(sets: dict[str, int], names: Iterable[str]) -> int:
    return reduce(or_, (sets.get(name, 0) for name in names), 0)


def _copied(statement: n.Instruction | n.Call) -> Iterator[str]:
    """Yield the register of which an instruction is a copy."""
    if type(statement) is not n.Instruction:
        return
    for at in traits(statement.opcode, statement.modifiers).copies:
        operand = statement.operands[at] if at < len(statement.operands) else None
        if isinstance(operand, n.Register | n.Symbol):
            yield operand.name


def _sharing(block: Block) -> Iterator[tuple[int, int]]:
    """Yield each output and input that may have the same register, by number.

    An output that has a value before the code has the register of inputs of the same value alone.
    """
    first = len(block.outputs)
    tied = {each.constraint.lstrip("%"): each.text for each in block.inputs}
    for number, output in enumerate(block.outputs):
        kind = _register_file(block, output)
        if kind is None or "&" in output.constraint or output.constraint[0] not in "=+":
            continue
        value = output.text if output.constraint[0] == "+" else tied.get(str(number))
        for at, each in enumerate(block.inputs, start=first):
            is_tied = each.constraint.lstrip("%").isdecimal()
            same = value is None or (bool(value) and value.split() == each.text.split())
            if not is_tied and same and _register_file(block, each) == kind:
                yield number, at


def _register_file(block: Block, operand: Operand) -> str | None:
    """Return the kind of registers of which an operand gets one; None if it gets none.

    LLVM has one kind for integers and floats of a size, libNVVM one for each.
    """
    letter = register_class(operand, block.outputs)
    if letter not in REGISTERS or "*" in operand.constraint:
        return None
    if block.dialect in {"triton", "torch"}:
        return {"f": "r", "d": "l"}.get(letter, letter)
    return letter
