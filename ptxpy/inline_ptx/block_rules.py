"""Rules for the code of inline PTX, which the compiler takes as one opaque instruction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.analysis import bodies, flatten, register_table
from ptxpy.check import Diagnostic
from ptxpy.inline_ptx.early_clobbers import check_early_clobbers
from ptxpy.inline_ptx.effects import effects_of
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.analysis import Code
    from ptxpy.inline_ptx.blocks import Block

__all__ = ["check_code"]


def check_code(block: Block, module: n.Module) -> Iterator[Diagnostic]:
    """Yield the mistakes in the code of a block, given the kernel around it."""
    for body in bodies(module):
        code = flatten(body.function, body.ordinal)
        yield from _written_inputs(block, code)
        yield from check_early_clobbers(block, code)
        yield from _effects(block, code)
        yield from _names_outside_braces(block, code)


def _written_inputs(block: Block, code: Code) -> Iterator[Diagnostic]:
    sign = "%" if block.dialect == "cuda" else "$"
    first = len(block.outputs)
    inputs = {f"{sign}{first + number}": operand for number, operand in enumerate(block.inputs)}
    table, accesses = register_table(code)
    reported: set[str] = set()
    for index, access in enumerate(accesses):
        for register in access.writes:
            name = table.names[register]
            operand = inputs.get(name)
            if operand is None or name in reported:
                continue
            reported.add(name)
            message = f"{name} is an input, and this instruction writes it"
            help_ = f'list it as an output, "+{operand.constraint}"'
            yield Diagnostic("INL009", message, code.ordinals[index], ("name", name), help_)


def _effects(block: Block, code: Code) -> Iterator[Diagnostic]:
    """Yield the first instruction that needs `volatile`, and the first that needs "memory"."""
    has_memory = "memory" in block.clobbers
    kept = block.volatile or has_memory
    if block.dialect == "cuda":
        kept = kept or not block.outputs
    needs_memory = block.dialect == "cuda" and not has_memory
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        effects = effects_of(statement)
        name = statement.opcode + "".join(statement.modifiers)
        if effects.side_effect and not kept:
            kept = True
            message = f"{name} {effects.side_effect}, but the compiler may move or remove it"
            help_ = {
                "cuda": "write asm volatile",
                "triton": "pass is_pure=False",
                "torch": "PyTorch takes is_pure=True alone: write a Triton kernel",
                "mlir": "pass has_side_effects=True",
                "numba": "pass side_effect=True",
            }[block.dialect]
            yield Diagnostic("INL010", message, code.ordinals[index], ("opcode",), help_)
        if effects.memory and needs_memory:
            needs_memory = False
            message = f"{name} {effects.memory}, which the compiler does not know"
            help_ = 'add "memory" to the clobbers: `::: "memory"`'
            yield Diagnostic("INL011", message, code.ordinals[index], ("opcode",), help_)


def _names_outside_braces(block: Block, code: Code) -> Iterator[Diagnostic]:
    """Yield labels and registers that the block declares outside of braces."""
    sign = "%" if block.dialect == "cuda" else "$"
    operands = {f"{sign}{number}" for number in range(len(block.outputs) + len(block.inputs))}
    help_ = "put the code in braces: { … }"
    for index, statement in enumerate(code.statements):
        if code.scopes[index] != 0:
            continue
        if type(statement) is n.Label:
            name = statement.name
            message = f"the label {name} is declared again where the code is inlined twice"
            yield Diagnostic("INL014", message, code.ordinals[index], None, help_)
        elif type(statement) is n.Variable:
            name = statement.declarators[0].name.name
            if name not in operands:
                message = f"{name} is declared again where the code is inlined twice"
                yield Diagnostic("INL015", message, code.ordinals[index], None, help_)
