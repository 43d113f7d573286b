"""Fragments of matrices: accumulators and operands of matrix multiplications, as runs."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.analysis.instruction_classes import classify
from ptxpy.ir import nodes as n
from ptxpy.naming.helper_names import operand_names
from ptxpy.naming.rule import Rule, RunName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.naming.facts import Facts

_NAMES: Final = {"d": "acc", "c": "acc", "a": "a_frag", "b": "b_frag"}
_TENSOR_CORE: Final = "tensor core"
_WORD: Final = 32
_LEAST: Final = 2
"""A run has at least this many registers."""


class Fragments(Rule):
    """A register that is only ever part of one operand of multiplications is part of a run.

    Fragments that are made one after the other, before a multiplication takes the first of them,
    are one run in the order of the text; so are the accumulators that multiplications of one block
    take at the same depth of their chains. Accumulators beside others are a product of matrices.
    """

    name = "fragments"
    help = "operands of matrix multiplications, as arrays: acc, product, a_frag, b_frag"

    def runs(self) -> Iterator[RunName]:
        """Yield the runs of accumulators and of fragments."""
        facts = self.facts
        vectors = _Vectors(facts)
        taken: set[int] = set()
        for name, groups in vectors.groups():
            for group in groups:
                registers = tuple(dict.fromkeys(k for each in group for k in each))
                if len(registers) >= _LEAST and taken.isdisjoint(registers):
                    taken.update(registers)
                    yield RunName(registers, name)
                    if name == "acc":
                        yield RunName(registers, "product")


class _Operand(NamedTuple):
    """A vector of a multiplication."""

    registers: tuple[int, ...]
    name: str
    at: int
    """The index of the multiplication."""


class _Vectors:
    """The operands of the multiplications of a function."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.operands: list[_Operand] = []
        self.depths: dict[tuple[int, ...], int] = {}
        """How many multiplications of its block an accumulator has been through."""
        for index, statement in enumerate(facts.code.statements):
            if type(statement) is n.Instruction and _multiplies(statement):
                self._read(statement, index)
        self.names = self._agreed()

    def _read(self, statement: n.Instruction, index: int) -> None:
        found: dict[str, tuple[int, ...]] = {}
        for operand, slot in zip(statement.operands, operand_names(statement), strict=False):
            name = _NAMES.get(slot)
            registers = self._registers(operand, index)
            if name and registers:
                found[slot] = registers
                self.operands.append(_Operand(registers, name, index))
        result, added = found.get("d"), found.get("c")
        if result and added and result != added:
            self.depths.setdefault(result, self.depths.get(added, 0) + 1)

    def _registers(self, operand: n.Operand, index: int) -> tuple[int, ...]:
        """Return the registers of a vector, or a fragment of one register of 32 bits."""
        elements = operand.elements if isinstance(operand, n.Vector) else (operand,)
        registers = tuple([self.facts.number(element, index) for element in elements])
        if min(registers, default=-1) < 0 or len({*registers}) != len(registers):
            return ()
        # A larger one alone is a descriptor.
        is_fragment = isinstance(operand, n.Vector) or self.facts.table.bits(registers[0]) <= _WORD
        return registers if is_fragment else ()

    def _agreed(self) -> dict[int, str]:
        """Return the name of each register that all operands agree on."""
        names: dict[int, str] = {}
        for registers, name, _ in self.operands:
            for register in registers:
                names[register] = name if names.get(register, name) == name else ""
        return names

    def groups(self) -> Iterator[tuple[str, list[list[tuple[int, ...]]]]]:
        """Yield the names with their groups of vectors."""
        wholes = [each for each in self.operands if all(self.names[k] for k in each.registers)]
        yield "acc", self._accumulators([each for each in wholes if each.name == "acc"])
        for name in ("a_frag", "b_frag"):
            yield name, self._fragments([each for each in wholes if each.name == name])

    def _accumulators(self, operands: list[_Operand]) -> list[list[tuple[int, ...]]]:
        groups: dict[tuple[int, int], dict[tuple[int, ...], None]] = defaultdict(dict)
        seen: set[tuple[int, ...]] = set()
        for registers, _, at in operands:
            if registers not in seen:
                seen.add(registers)
                key = self.facts.block_of(at), self.depths.get(registers, 0)
                groups[key][registers] = None
        return [[*group] for group in groups.values()]

    def _fragments(self, operands: list[_Operand]) -> list[list[tuple[int, ...]]]:
        """Group vectors by where they are made, until the first of them is taken."""
        first_use: dict[tuple[int, ...], int] = {}
        for registers, _, at in operands:
            first_use.setdefault(registers, at)
        made = sorted((self._made(registers), registers) for registers in first_use)
        groups: list[list[tuple[int, ...]]] = []
        block, end = -1, -1
        for index, registers in made:
            here = self.facts.block_of(index)
            if not groups or here != block or index > end:
                groups.append([])
                block, end = here, first_use[registers]
            groups[-1].append(registers)
            end = min(end, first_use[registers])
        return groups

    def _made(self, registers: tuple[int, ...]) -> int:
        definitions = self.facts.definitions[registers[0]]
        return definitions[0] if definitions else -1


def _multiplies(statement: n.Instruction) -> bool:
    """Return whether an instruction multiplies matrices."""
    if classify(statement.opcode, statement.modifiers).kind != _TENSOR_CORE:
        return False
    names = operand_names(statement)
    return ("d" in names and "a" in names) or "b-desc" in names
