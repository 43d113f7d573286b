"""Instructions as Python statements: one line each, the destination on the left."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, cast

from ptxpy import isa
from ptxpy.codegen.identifiers import Namer
from ptxpy.codegen.operand_expressions import Scope, expression, guard_text
from ptxpy.codegen.operator_expressions import operator_line
from ptxpy.codegen.wrap import WIDTH, quoted
from ptxpy.dsl.namespaces.ptx_namespace import PTX
from ptxpy.dsl.spelling import attribute
from ptxpy.dsl.tracing.instructions import hides_instruction
from ptxpy.ir import nodes as n

_ROOM = 8
"""What ` = ` and a number behind a name take."""

_TAKEN = frozenset(name for name in dir(PTX) if not name.startswith("_"))
"""Attributes of `ptx` that are no opcodes."""


class Spelling(NamedTuple):
    """How one opcode with its modifiers is written."""

    value: str
    """`ptx.mad.lo.s32`."""
    explicit: str
    """`ptx.inst.mad.lo.s32`."""
    writes: int
    double: bool
    """Whether floats are spelled with `0d`."""


@lru_cache(maxsize=65536)
def spelling(opcode: str, modifiers: tuple[str, ...]) -> Spelling:
    """Return how an instruction is written in Python."""
    words = [attribute(opcode), *(attribute(modifier[1:]) for modifier in modifiers)]
    writes = isa.destinations(opcode, modifiers)
    double = ".f64" in modifiers
    if all(words):
        path = ".".join(word for word in words if word)
        value = f"ptx.{path}"
        name = opcode + "".join(modifiers)
        if words[0] in _TAKEN or hides_instruction(name):
            value = f"ptx[{quoted(opcode + ''.join(modifiers))}]"
        return Spelling(value, f"ptx.inst.{path}", writes, double)
    text = quoted(opcode + "".join(modifiers))
    return Spelling(f"ptx[{text}]", f"ptx.inst[{text}]", writes, double)


def instruction_line(
    node: n.Instruction, scope: Scope, layout: str, namer: Namer, room: int
) -> str:
    """Return the Python statement of an instruction; `layout` is `, before=…` or "" .

    A register that has a name to be given gets it here, if the line has room for it.
    """
    line = _line(node, scope, layout)
    if scope.suggested and node.operands and type(node.operands[0]) is n.Register:
        register = node.operands[0].name
        wanted = scope.suggested.get(register)
        indexed = scope.indexed(register)
        if wanted is not None and indexed is not None:
            head = f"{indexed[0]}[{indexed[1]}] = "
            if node.opcode == "mov" and not line.startswith("ptx.", len(head)):
                return line  # the value of an assignment is not the register
            if line.startswith(head) and len(wanted) + len(line) + _ROOM <= room:
                del scope.suggested[register]
                parameter = wanted in scope.symbols.values() and not scope.loops
                name = wanted if parameter else namer.name(wanted)
                scope.give_name(register, name)
                return f"{name} = {line}"
    return line


def _line(node: n.Instruction, scope: Scope, layout: str) -> str:
    guard, opcode, modifiers, operands, _, _ = node
    if scope.style is not None and guard is None and not layout:
        line = _lifted(node, scope)
        if line is not None:
            return line
    spelled = spelling(opcode, modifiers)
    if scope.unchecked and opcode + "".join(modifiers) in scope.unchecked:
        spelled = _unchecked(opcode + "".join(modifiers), spelled)
    left = ""
    path = spelled.value
    if spelled.writes:
        target = _destination(operands[0], opcode, modifiers, scope) if operands else None
        if target is None:
            path = spelled.explicit
        else:
            left = target + " = "
            operands = operands[1:]
    double = spelled.double
    arguments = [expression(operand, scope, double=double) for operand in operands]
    if guard is not None:
        word = "unless" if guard.negated else "when"
        arguments.append(f"{word}={guard_text(guard, scope)}")
    if layout:
        arguments.append(layout)
    return f"{left}{path}({', '.join(arguments)})"


def _lifted(node: n.Instruction, scope: Scope) -> str | None:
    """Return the operator of an instruction that the instruction table allows."""
    if scope.unchecked and node.opcode + "".join(node.modifiers) in scope.unchecked:
        return None
    return operator_line(node, scope)


def _unchecked(name: str, spelled: Spelling) -> Spelling:
    """Return how an instruction is written that the instruction table does not allow."""
    return spelled._replace(value=f"ptx[{quoted(name)}]", explicit=f"ptx.inst[{quoted(name)}]")


def _destination(
    operand: n.Operand, opcode: str, modifiers: tuple[str, ...], scope: Scope
) -> str | None:
    """Return the left side for a destination, or `None` where only `ptx.inst` can say it."""
    kind = type(operand)
    if kind is n.Register:
        name = cast("n.Register", operand).name
        single = scope.registers.get(name)
        if single is not None:
            return single if "." in single else None
        indexed = scope.indexed(name)
        return None if indexed is None else f"{indexed[0]}[{indexed[1]}]"
    if kind is n.Vector:
        elements = operand.elements  # type: ignore[union-attr]
        sliced = scope.slice(elements)
        if sliced is not None:
            return sliced
        return _unpacked(elements, "vector", opcode, modifiers, scope)
    if kind is n.Pair:
        parts = (operand.first, operand.second)  # type: ignore[union-attr]
        return _unpacked(parts, "pair", opcode, modifiers, scope)
    return None


def _unpacked(
    elements: tuple[n.Operand, ...],
    kind: str,
    opcode: str,
    modifiers: tuple[str, ...],
    scope: Scope,
) -> str | None:
    count, shape = isa.destination_arity(opcode, modifiers)
    if count <= 1 or count != len(elements) or shape != kind:  # one needs no unpacking
        return None
    parts: list[str] = []
    for element in elements:
        if type(element) is n.Register and element.name not in scope.registers:
            indexed = scope.indexed(element.name)
            if indexed is None:
                return None
            parts.append(f"{indexed[0]}[{indexed[1]}]")
        elif element == _SINK:
            parts.append("_")
        else:
            return None
    left = ", ".join(parts)
    return left if len(left) < WIDTH // 2 else None


_SINK = n.Symbol("_")
