"""Arithmetic, comparison, logic and conversion: functions of `ptxpy.sim.semantics`, lane by lane.

The most frequent integer instructions are Python operators on vectors. The last part is for video
instructions (PTX ISA 9.7.18).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.broadcasting import call_lanewise
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError, types_of
from ptxpy.sim.numpy_types import KINDS
from ptxpy.sim.semantics.integers.arithmetic import WIDER

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

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
_VIDEO_COMPARISONS: Final = ("vset", "vset2", "vset4")
"""Instructions without a type of their result, which is `.u32`."""


def unsigned(type_: str) -> str:
    """Return the unsigned NumPy type for instructions that do the same with signs and without."""
    kind = KINDS[type_]
    return kind if kind == "?" else f"u{kind[1:]}"


@emits("add", "sub", "mul", "and", "or", "xor", lanewise=True)
def _binary(writer: PieceWriter, site: Site) -> None:
    words = tuple(word for word in site.modifiers if word[1:] not in _INTEGERS)
    types = types_of(site)
    if len(types) != 1 or types[0] not in _INTEGERS:
        operator = None
    else:
        operator = _OPERATORS.get((site.node.opcode, *words))
    if operator is None and site.node.opcode == "mul" and site.modifiers[0] == ".wide":
        kind = KINDS[types_of(site)[0]]
        left, right = (writer.source(site, operand, kind) for operand in site.operands[1:])
        wide = WIDER[kind]
        writer.assign(site, site.operands[0], _product(left, right, wide), wide)
        return
    if operator is None:
        _general(writer, site)
        return
    kind = unsigned(types_of(site)[0])
    _, a, b = site.operands
    # Sums of 64 bits are mostly addresses: they stay deferred, so that a load takes the array and
    # the displacement apart.
    if kind == "u8" and site.guard is None and site.node.opcode == "add":
        location = writer.slots.register(site.operands[0], site.level)
        if (
            location is not None
            and len(location.slots) == 1
            and writer.slots.kinds[location.slots[0]] == "u8"
        ):
            writer.write_sum(location.slots[0], [writer.part(site, a), writer.part(site, b)])
            return
    left, right = writer.source(site, a, kind), writer.source(site, b, kind)
    writer.assign(site, site.operands[0], f"{left} {operator} {right}", kind)


def _product(a: str, b: str, wide: str) -> str:
    """Return an expression for the whole product of two integers."""
    return f"{a}.astype('{wide}') * {b}.astype('{wide}')"


@emits("mad", lanewise=True)
def _mad(writer: PieceWriter, site: Site) -> None:
    kind = KINDS[types_of(site)[0]]
    words = site.modifiers[:-1]
    if words == (".wide",):
        a, b = (writer.source(site, operand, kind) for operand in site.operands[1:3])
        wide = WIDER[kind]
        c = writer.source(site, site.operands[3], wide)
        writer.assign(site, site.operands[0], f"{_product(a, b, wide)} + {c}", wide)
        return
    if words != (".lo",):
        _general(writer, site)
        return
    # The lower half of a product has the same bits with signs and without.
    kind = unsigned(types_of(site)[0])
    a, b, c = (writer.source(site, operand, kind) for operand in site.operands[1:])
    writer.assign(site, site.operands[0], f"{a} * {b} + {c}", kind)


@emits("not", lanewise=True)
def _not(writer: PieceWriter, site: Site) -> None:
    kind = unsigned(types_of(site)[0])
    value = writer.source(site, site.operands[1], kind)
    writer.assign(site, site.operands[0], f"~{value}", kind)


@emits("shl", "shr", lanewise=True)
def _shift(writer: PieceWriter, site: Site) -> None:
    """Write a shift by a constant as an operator; others are clamped."""
    type_ = types_of(site)[0]
    kind = KINDS[type_]
    amount = site.operands[2]
    size = 8 * int(kind[1:])
    # NumPy's shift by a constant below the width is that of PTX; other amounts must be clamped.
    if isinstance(amount, n.Literal) and isinstance(amount.value, int) and 0 <= amount.value < size:
        value = writer.source(site, site.operands[1], kind)
        by = writer.constant(amount.value, kind)
        sign = "<<" if site.node.opcode == "shl" else ">>"
        writer.assign(site, site.operands[0], f"{value} {sign} {by}", kind)
        return
    _general(writer, site)


@emits("lop3", lanewise=True)
def _lop3(writer: PieceWriter, site: Site) -> None:
    """Write a logical operation of three inputs; its first modifier joins it with a predicate."""
    if len(site.modifiers) == 1:
        _general(writer, site)
        return
    from ptxpy.sim.semantics.integers.integer_operations import (  # noqa: PLC0415 - at the first use
        integer_operation,
    )

    function = integer_operation("lop3", site.modifiers)
    target, *inputs, table, predicate = site.operands
    if function is None:
        raise site.unsupported()
    sources = [writer.source(site, operand, "u4") for operand in (*inputs, table)]
    call = call_lanewise(writer, function, *sources, writer.source(site, predicate, "?"))
    both = writer.let(call)
    first, second = (target.first, target.second) if isinstance(target, n.Pair) else (target, None)
    writer.assign(site, first, f"{both}[0]", "u4")
    if second is not None:
        writer.assign(site, second, f"{both}[1]", "?")


@emits(
    "abs", "addc", "bfe", "bfi", "bfind", "bmsk", "brev", "clmad", "clz", "cnot", "copysign", "cos",
    "div", "dp2a", "dp4a", "ex2", "fma", "fns", "lg2", "mad24", "madc", "max", "min",
    "mul24", "neg", "popc", "prmt", "rcp", "rem", "rsqrt", "sad", "shf", "sin", "sqrt", "subc",
    "szext", "tanh", "testp",
    lanewise=True,
)  # fmt: skip
def _general(writer: PieceWriter, site: Site) -> None:
    """Write a call of the function that computes the instruction."""
    from ptxpy.sim.compile.table_operations import (  # noqa: PLC0415 - loads the functions
        operation_of,
    )

    operands = site.operands[1:]
    operation = operation_of(site.node.opcode, site.modifiers, len(operands))
    if operation is None:
        raise site.unsupported()
    if len(operands) != len(operation.sources):
        msg = f"{site.node.opcode} with {len(operands)} sources"
        raise UnsupportedInstructionError(msg)
    sources = [
        writer.source(site, operand, kind)
        for operand, kind in zip(operands, operation.sources, strict=True)
    ]
    carry = [writer.read(writer.slots.carry, "?")] if operation.takes_carry else []
    call = call_lanewise(writer, operation.function, *sources, *carry)
    if operation.gives_carry:
        both = writer.let(call)
        writer.assign(site, site.operands[0], f"{both}[0]", operation.result)
        writer.write(writer.slots.carry, f"{both}[1]", "?", site.guard)
    else:
        writer.assign(site, site.operands[0], call, operation.result)


def _split_selector(operand: n.Operand) -> tuple[n.Operand, str]:
    """Return the register of an operand, and its selector, with `-` in front if it is negated."""
    if isinstance(operand, n.Unary) and not isinstance(operand.operand, n.Literal):
        inner, selector = _split_selector(operand.operand)
        return inner, operand.operator + selector
    if isinstance(operand, n.Component):
        return operand.base, f".{operand.component}"
    return operand, ""


@emits(
    "vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset",
    "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2", "vset2",
    "vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4", "vset4",
)  # fmt: skip
def _video(writer: PieceWriter, site: Site) -> None:
    from ptxpy.sim.semantics.integers.video import (  # noqa: PLC0415 - loads the functions
        video_operation,
    )

    opcode = site.node.opcode
    operands, selectors = zip(*map(_split_selector, site.operands), strict=True)
    function = video_operation(opcode, site.modifiers, selectors)
    types = types_of(site)
    if opcode in _VIDEO_COMPARISONS:
        types.insert(0, "u32")
    if function is None:
        raise site.unsupported()
    # `vadd.dtype.atype.btype d, a, b, c`: the source `c`, if there is one, has the type of `d`.
    kinds = [KINDS[type_] for type_ in (*types[1:], types[0])]
    sources = [
        writer.source(site, operand, kind)
        for operand, kind in zip(operands[1:], kinds, strict=False)
    ]
    writer.assign(site, operands[0], writer.call(function, *sources), kinds[-1])
