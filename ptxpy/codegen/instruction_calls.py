"""Instructions as Python statements, the destination on the left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.codegen.operand_expressions import Scope, expression, guard_expression
from ptxpy.dialect import attribute
from ptxpy.dsl import PTX, hides_instruction
from ptxpy.ir import nodes as n
from ptxpy.pytree import WIDTH, quoted, target_text
from ptxpy.pytree import tree as t

_TAKEN = frozenset(name for name in dir(PTX) if not name.startswith("_"))
"""Attributes of `ptx` that are no opcodes."""


class Spelling(NamedTuple):
    """How one opcode with its modifiers is written."""

    value: t.Expression
    """`ptx.mad.lo.s32`."""
    explicit: t.Expression
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
        value: t.Expression = f"ptx.{path}"
        name = opcode + "".join(modifiers)
        # `ptx.label` is a function of the dialect: an opcode of that name would be `ptx["label"]`.
        if words[0] in _TAKEN or hides_instruction(name):
            value = t.Element("ptx", quoted(opcode + "".join(modifiers)))
        return Spelling(value, f"ptx.inst.{path}", writes, double)
    text = quoted(opcode + "".join(modifiers))
    return Spelling(t.Element("ptx", text), t.Element("ptx.inst", text), writes, double)


def instruction_statement(
    node: n.Instruction, scope: Scope, layout: Sequence[t.Keyword]
) -> t.Assign | t.Evaluate:
    """Return the Python statement of an instruction; `layout` are its layout arguments."""
    # Nodes are compared by value, but the numbers of two equal instructions may mean two things.
    if id(node) not in scope.spellings:
        return _statement(node, scope, layout)
    scope.spelled = scope.spellings[id(node)]
    made = _statement(node, scope, layout)
    scope.spelled = {}
    return made


def _statement(
    node: n.Instruction, scope: Scope, layout: Sequence[t.Keyword]
) -> t.Assign | t.Evaluate:
    guard, opcode, modifiers, operands, _, _ = node
    result = scope.take_result(operands[0]) if operands else None
    unchecked = scope.unchecked and opcode + "".join(modifiers) in scope.unchecked
    if guard is None and not layout and not unchecked:
        line = scope.lifting.operator_line(node, scope, result)
        if line is not None:
            return line
    spelled = spelling(opcode, modifiers)
    if unchecked:
        text = quoted(opcode + "".join(modifiers))
        spelled = spelled._replace(
            value=t.Element("ptx", text), explicit=t.Element("ptx.inst", text)
        )
    target: t.Expression | None = None
    path = spelled.value
    if spelled.writes:
        target = result
        if target is None and operands:
            target = destination(operands[0], opcode, modifiers, scope)
        if target is None:
            path = spelled.explicit
        else:
            operands = operands[1:]
    double = spelled.double
    arguments = [expression(operand, scope, double=double) for operand in operands]
    if guard is not None:
        word = "unless" if guard.negated else "when"
        arguments.append(t.Keyword(word, guard_expression(guard, scope)))
    if layout:
        arguments += layout
    call = t.Call(path, tuple(arguments))
    return t.Evaluate(call) if target is None else t.Assign([target], call, node)


def destination(
    operand: n.Operand, opcode: str, modifiers: tuple[str, ...], scope: Scope
) -> t.Expression | None:
    """Return the left side for a destination, or `None` where only `ptx.inst` can say it."""
    kind = type(operand)
    if kind is n.Register:
        name = cast("n.Register", operand).name
        single = scope.registers.get(name)
        if single is not None:
            return single if "." in single else None
        indexed = scope.indexed(name)
        return None if indexed is None else t.Register(*indexed)
    if kind is n.Vector:
        elements = operand.elements  # type: ignore[union-attr]
        sliced = scope.slice(elements)
        if sliced is not None:
            return sliced
    return parts_of(operand, opcode, modifiers, scope)


def parts_of(
    operand: n.Operand, opcode: str, modifiers: tuple[str, ...], scope: Scope
) -> t.Expression | None:
    """Return the left side for an instruction that writes several registers, one by one."""
    if type(operand) is n.Vector:
        return _unpacked(operand.elements, "vector", opcode, modifiers, scope)
    if type(operand) is n.Pair:
        return _unpacked((operand.first, operand.second), "pair", opcode, modifiers, scope)
    return None


def _unpacked(
    elements: tuple[n.Operand, ...],
    kind: str,
    opcode: str,
    modifiers: tuple[str, ...],
    scope: Scope,
) -> t.Expression | None:
    count, shape = isa.destination_arity(opcode, modifiers)
    if count <= 1 or count != len(elements) or shape != kind:  # one needs no unpacking
        return None
    parts: list[t.Expression] = []
    results = [scope.take_result(element) for element in elements]
    for element, result in zip(elements, results, strict=True):
        single = scope.registers.get(element.name, ".") if type(element) is n.Register else "."
        if result is not None:
            parts.append(result)
        elif any(results) and "." not in single:
            # An assignment would bind the register's name to something else.
            parts.append(t.View(single, "value"))
        elif type(element) is n.Register and element.name not in scope.registers:
            indexed = scope.indexed(element.name)
            if indexed is None:
                return None
            parts.append(t.Register(*indexed))
        elif element == _SINK:
            parts.append("_")
        else:
            return None
    target = t.Tuple(tuple(parts))
    # A longer target would hide the instruction at the end of its line.
    return target if len(target_text(target)) < WIDTH // 2 else None


_SINK = n.Symbol("_")
