"""Arithmetic, comparison, logic and conversion: functions of `ptxpy.sim.numbers`, lane by lane.

The most frequent integer instructions are Python operators on vectors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.sim.generate.registry import Site, handles, types_of
from ptxpy.sim.generate.writer import Missing
from ptxpy.sim.values import KINDS

if TYPE_CHECKING:
    from ptxpy.sim.generate.piece import PieceWriter

__all__ = []

_INTEGERS: Final = frozenset(
    {"u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "b8", "b16", "b32", "b64", "pred"}
)
_OPERATORS: Final = {
    ("add",): "+",
    ("sub",): "-",
    ("mul", ".lo"): "*",
    ("and",): "&",
    ("or",): "|",
    ("xor",): "^",
}


def _operator(site: Site) -> str | None:
    """Return the Python operator of an instruction on integers, if it is one."""
    words = tuple(word for word in site.modifiers if word[1:] not in _INTEGERS)
    types = types_of(site)
    if len(types) != 1 or types[0] not in _INTEGERS:
        return None
    return _OPERATORS.get((site.node.opcode, *words))


@handles("add", "sub", "mul", "and", "or", "xor")
def _binary(writer: PieceWriter, site: Site) -> None:
    operator = _operator(site)
    if operator is None:
        _general(writer, site)
        return
    kind = KINDS[types_of(site)[0]]
    _, a, b = site.operands
    left, right = writer.source(site, a, kind), writer.source(site, b, kind)
    writer.assign(site, site.operands[0], f"{left} {operator} {right}", kind)


@handles("mad")
def _mad(writer: PieceWriter, site: Site) -> None:
    if set(site.modifiers[:-1]) != {".lo"}:
        _general(writer, site)
        return
    kind = KINDS[types_of(site)[0]]
    a, b, c = (writer.source(site, operand, kind) for operand in site.operands[1:])
    writer.assign(site, site.operands[0], f"{a} * {b} + {c}", kind)


@handles("not")
def _not(writer: PieceWriter, site: Site) -> None:
    kind = KINDS[types_of(site)[0]]
    value = writer.source(site, site.operands[1], kind)
    writer.assign(site, site.operands[0], f"~{value}", kind)


@handles("shl", "shr")
def _shift(writer: PieceWriter, site: Site) -> None:
    """Write a shift by a constant as an operator; others are clamped."""
    type_ = types_of(site)[0]
    kind = KINDS[type_]
    amount = site.operands[2]
    size = 8 * int(kind[1:])
    if isinstance(amount, n.Literal) and isinstance(amount.value, int) and 0 <= amount.value < size:
        value = writer.source(site, site.operands[1], kind)
        by = writer.constant(amount.value, kind)
        sign = "<<" if site.node.opcode == "shl" else ">>"
        writer.assign(site, site.operands[0], f"{value} {sign} {by}", kind)
        return
    _general(writer, site)


@handles("lop3")
def _lop3(writer: PieceWriter, site: Site) -> None:
    """Write a logical operation of three inputs; its first modifier joins it with a predicate."""
    if len(site.modifiers) == 1:
        _general(writer, site)
        return
    from ptxpy.sim.numbers.integers import integer_operation  # noqa: PLC0415 - loads the functions

    function = integer_operation("lop3", site.modifiers)
    target, *inputs, table, predicate = site.operands
    if function is None:
        msg = f"lop3{''.join(site.modifiers)}"
        raise Missing(msg)
    sources = [writer.source(site, operand, "u4") for operand in (*inputs, table)]
    call = writer.call(function, *sources, writer.source(site, predicate, "?"))
    both = writer.let(call)
    first, second = (target.first, target.second) if isinstance(target, n.Pair) else (target, None)
    writer.assign(site, first, f"{both}[0]", "u4")
    if second is not None:
        writer.assign(site, second, f"{both}[1]", "?")


@handles("clmad")
def _clmad(writer: PieceWriter, site: Site) -> None:
    from ptxpy.sim.numbers import carryless  # noqa: PLC0415 - loads the functions

    high = site.has(".hi")
    function = carryless.multiply_high_add if high else carryless.multiply_low_add
    sources = [writer.source(site, operand, "u8") for operand in site.operands[1:]]
    writer.assign(site, site.operands[0], writer.call(function, *sources), "u8")


@handles(
    "abs", "addc", "bfe", "bfi", "bfind", "bmsk", "brev", "clz", "cnot", "copysign", "cos",
    "div", "dp2a", "dp4a", "ex2", "fma", "fns", "lg2", "mad24", "madc", "max", "min",
    "mul24", "neg", "popc", "prmt", "rcp", "rem", "rsqrt", "sad", "shf", "sin", "sqrt", "subc",
    "szext", "tanh", "testp",
)  # fmt: skip
def _general(writer: PieceWriter, site: Site) -> None:
    """Write a call of the function that computes the instruction."""
    from ptxpy.sim.generate.operations import operation_of  # noqa: PLC0415 - loads the functions

    operation = operation_of(site.node.opcode, site.modifiers)
    if operation is None:
        msg = f"{site.node.opcode}{''.join(site.modifiers)}"
        raise Missing(msg)
    operands = site.operands[1:]
    if len(operands) != len(operation.sources):
        msg = f"{site.node.opcode} with {len(operands)} sources"
        raise Missing(msg)
    sources = [
        writer.source(site, operand, kind)
        for operand, kind in zip(operands, operation.sources, strict=True)
    ]
    carry = [writer.read(writer.slots.carry, "?")] if operation.takes_carry else []
    call = writer.call(operation.function, *sources, *carry)
    if operation.gives_carry:
        both = writer.let(call)
        writer.assign(site, site.operands[0], f"{both}[0]", operation.result)
        writer.write(writer.slots.carry, f"{both}[1]", "?", site.guard)
    else:
        writer.assign(site, site.operands[0], call, operation.result)
