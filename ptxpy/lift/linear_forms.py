"""Addresses as sums of registers with constant factors: `base + 8 * stage`, without the constants.

A register that is written once, by a sum, a shift or a product with a constant, is looked into; any
other one is a term of its own.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from ptxpy.analysis import constant
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.analysis import Accesses, Code, RegisterTable

__all__ = ["LinearForms"]

MAX_DEPTH: Final = 32
"""The most definitions that are followed from a register."""


class LinearForms:
    """The registers of a function as sums of others."""

    def __init__(self, code: Code, table: RegisterTable, accesses: Sequence[Accesses]) -> None:
        """Find the registers that are written once, and unconditionally."""
        self._code = code
        self._table = table
        found: dict[int, list[int]] = defaultdict(list)
        for index, access in enumerate(accesses):
            for register in access.writes:
                found[register].append(index)
        # The value of a register that is written several times depends on the path.
        self._definitions = {
            register: indices[0] for register, indices in found.items() if len(indices) == 1
        }

    def terms(self, operand: n.Node | None, level: int) -> Mapping[int, int]:
        """Return the factor of each register in an operand, without those that are 0."""
        found: dict[int, int] = defaultdict(int)
        self._add(found, operand, level, 1, MAX_DEPTH)
        return {register: factor for register, factor in found.items() if factor}

    def number(self, operand: n.Node, level: int) -> int | None:
        """Return the constant that an operand is, if a `mov` of a number defines it."""
        definition = self._definition(operand, level)
        if definition is None:
            return constant(operand)
        instruction, _ = definition
        return constant(instruction.operands[1]) if instruction.opcode == "mov" else None

    def _definition(self, operand: n.Node | None, level: int) -> tuple[n.Instruction, int] | None:
        """Return the instruction that writes a register, and its scope; None for several."""
        if type(operand) is not n.Register and type(operand) is not n.Symbol:
            return None
        index = self._definitions.get(self._table.number(operand.name, level), -1)
        statement = self._code.statements[index] if index >= 0 else None
        if type(statement) is not n.Instruction or statement.guard is not None:
            return None
        return statement, self._code.scopes[index]

    def _add(
        self, found: dict[int, int], operand: n.Node | None, level: int, factor: int, depth: int
    ) -> None:
        """Add the terms of an operand, each with a factor."""
        if type(operand) is n.Address:
            operand = operand.base
        if type(operand) is not n.Register and type(operand) is not n.Symbol:
            return
        register = self._table.number(operand.name, level)
        if register < 0:  # a variable: its address is a constant
            return
        definition = self._definition(operand, level) if depth else None
        parts = None if definition is None else self._parts(*definition)
        if parts is None or definition is None:
            found[register] += factor
            return
        for part, times in parts:
            self._add(found, part, definition[1], factor * times, depth - 1)

    def _parts(self, instruction: n.Instruction, level: int) -> list[tuple[n.Node, int]] | None:
        """Return the operands whose sum an instruction is, with factors; None for another one."""
        opcode, operands = instruction.opcode, instruction.operands
        if len(operands) < 2 or type(operands[1]) is n.Address:  # noqa: PLR2004 - and a source
            return None
        if opcode in ("mov", "cvt", "cvta") and type(operands[1]) is not n.Vector:
            return [(operands[1], 1)]
        if opcode in ("add", "sub"):
            return [(operands[1], 1), (operands[2], 1 if opcode == "add" else -1)]
        # The upper half of a product is no multiple of its factor.
        if opcode not in ("shl", "mul", "mad") or "hi" in "".join(instruction.modifiers):
            return None
        number = self.number(operands[2], level)
        if number is None:
            return None
        product = (operands[1], 1 << number if opcode == "shl" else number)
        return [product, (operands[3], 1)] if opcode == "mad" else [product]
