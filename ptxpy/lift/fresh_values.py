"""The registers that a value may have without being written: each is written once, unguarded.

What an instruction writes has the class that its opcode gives (`value_classes.value_class`). A
register that is declared otherwise is more than a value's place, and is written as what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES, destinations, explicit_writes, part_types, result_type
from ptxpy.lift.value_classes import ValueClass, value_class

__all__ = ["fresh_values"]

_NUMBERED: Final = re.compile(r"(.*?)(0|[1-9][0-9]*)", re.ASCII | re.DOTALL)


def fresh_values(function: n.Function, types: Mapping[str, str]) -> frozenset[str]:
    """Return the names of the registers of a function that may be values without a register.

    Args:
        function: The function.
        types: What operators take the registers of each file for, by its prefix: ``f32`` for
            ``%f`` even where that is declared ``.b32``.
    """
    found = _Writes()
    found.read(function.body or ())
    return frozenset(
        name
        for name, result in found.results.items()
        if name not in found.several and _is_plain(name, result, found.files, types)
    )


def _is_plain(name: str, result: str, files: Mapping[str, str], types: Mapping[str, str]) -> bool:
    """Return whether a register is declared as a fresh one is for the result that it holds."""
    match = _NUMBERED.fullmatch(name)
    prefix = match[1] if match is not None else ""
    if prefix not in files or prefix not in types:
        return False
    return value_class(result, files) == ValueClass(files[prefix], types[prefix])


class _Writes:
    """What the instructions of a function write."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        """The declared types of the files of the function itself, by prefix."""
        self.results: dict[str, str] = {}
        """For each register the type of the result that it holds."""
        self.several: set[str] = set()
        """Registers that are written otherwise than once and without a guard."""

    def read(self, body: tuple[n.Node, ...] | list[n.Node], *, inner: bool = False) -> None:
        """Read statements, and those of the scopes in them."""
        for node in body:
            if isinstance(node, n.Instruction):
                self._instruction(node)
            elif isinstance(node, n.Scope):
                self.read([*node.body], inner=True)
            elif isinstance(node, n.Call):
                for operand in node.returns or ():
                    self.several.update(name for name, _ in _registers(operand, "", ()))
            elif isinstance(node, n.Variable) and node.space == ".reg":
                self._declare(node, inner=inner)

    def _declare(self, node: n.Variable, *, inner: bool) -> None:
        kinds = [
            each.name[1:]
            for each in node.specifiers
            if isinstance(each, n.Specifier) and each.name[1:] in TYPES
        ]
        for declarator in node.declarators:
            name = declarator.name.name
            if inner or name in self.files or not kinds:
                # One name for several files: which of them a register is of depends on the place.
                self.files.pop(name, None)
                self.several.add(name)
            elif declarator.range is not None:
                self.files[name] = kinds[-1]

    def _instruction(self, node: n.Instruction) -> None:
        opcode, modifiers = node.opcode, node.modifiers
        written = {*explicit_writes(opcode, modifiers)}
        result = result_type(opcode, modifiers) or ""
        for place, operand in enumerate(node.operands):
            is_result = place == 0 and destinations(opcode, modifiers) > 0
            if not is_result and place not in written:
                continue
            for name, kind in _registers(operand, result, part_types(opcode, modifiers)):
                if name in self.results or node.guard is not None or not is_result or not kind:
                    self.several.add(name)
                self.results[name] = kind


def _registers(
    operand: n.Operand, result: str, parts: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Yield the registers of a destination, each with the type of what it holds, or ""."""
    if isinstance(operand, n.Register):
        yield operand.name, result
        return
    each: tuple[n.Operand, ...] = ()
    if isinstance(operand, n.Pair):
        each = (operand.first, operand.second)
    elif isinstance(operand, n.Vector):
        each = operand.elements
    for place, part in enumerate(each):
        if isinstance(part, n.Register):
            yield part.name, parts[place] if place < len(parts) else ""
