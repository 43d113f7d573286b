"""Moves, selections and comparisons (PTX ISA 9.7.6 and 9.7.9.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.broadcasting import call_lanewise
from ptxpy.sim.compile.function_writer import Sum, select
from ptxpy.sim.compile.operand_values import special_name
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError, space_of, types_of
from ptxpy.sim.machine.address_space import FIRST_ADDRESS, LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.numpy_types import KINDS, bits_of

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__: list[str] = []

_WIDE: Final = 128


@emits("mov", lanewise=True)
def _mov(writer: PieceWriter, site: Site) -> None:
    types = types_of(site)
    target, source = site.operands
    if not types:
        msg = "mov without a type"
        raise UnsupportedInstructionError(msg)
    type_ = types[0]
    targets = writer.slots.elements(target, site.level)
    sources = writer.slots.elements(source, site.level)
    if any(word in (".v2", ".v4") for word in site.modifiers):
        _move_vector(writer, site, targets, sources, type_)
    elif type_ == "b128":
        _wide(writer, site, targets, sources)
    elif len(sources) > 1 and len(targets) == 1:
        bits = bits_of(type_) // len(sources)
        whole, part = f"u{bits_of(type_) // 8}", f"u{bits // 8}"
        shifted = []
        for k, each in enumerate(sources):
            value = writer.source(site, each, part)
            wide = f"{value}.astype('{whole}')"
            shifted.append(f"({wide} << {writer.constant(bits * k, whole)})" if k else wide)
        writer.assign(site, target, " | ".join(shifted), KINDS[type_])
    elif len(targets) > 1:
        if len(sources) > 1:
            msg = "mov of a vector to a vector without .v2 or .v4"
            raise UnsupportedInstructionError(msg)
        _unpack(writer, site, targets, source, type_)
    else:
        writer.assign(site, target, writer.source(site, source, KINDS[type_]), KINDS[type_])


def _move_vector(
    writer: PieceWriter, site: Site, targets: tuple[Any, ...], sources: tuple[Any, ...], type_: str
) -> None:
    """Move a vector, the components of a special register, or one value to all elements."""
    source = site.operands[1]
    if special_name(source) is not None and len(sources) == 1 and isinstance(source, n.Register):
        sources = tuple([n.Component(source, axis) for axis in "xyzw"[: len(targets)]])
    elif len(sources) == 1:
        sources *= len(targets)
    if len(sources) != len(targets):
        msg = "mov of vectors of different lengths"
        raise UnsupportedInstructionError(msg)
    values = [writer.source(site, each, KINDS[type_]) for each in sources]
    for each, value in zip(targets, values, strict=True):
        writer.assign(site, each, value, KINDS[type_])


def _unpack(
    writer: PieceWriter, site: Site, targets: tuple[Any, ...], source: n.Operand, type_: str
) -> None:
    bits = bits_of(type_) // len(targets)
    whole, part = f"u{bits_of(type_) // 8}", f"u{bits // 8}"
    value = writer.source(site, source, whole)
    parts = []
    for k in range(len(targets)):
        shifted = f"({value} >> {writer.constant(bits * k, whole)})" if k else value
        parts.append(writer.let(f"{shifted}.astype('{part}')"))
    # All elements are read before the first is written: a target may be the source.
    for each, name in zip(targets, parts, strict=True):
        writer.assign(site, each, name, part)


def _wide(
    writer: PieceWriter, site: Site, targets: tuple[Any, ...], sources: tuple[Any, ...]
) -> None:
    """Move 128 bits: two halves of 64, or four of 32, or a register."""
    values = writer.half_values(site, sources)
    if len(targets) == 1:
        location = writer.slots.register(targets[0], site.level)
        if location is None or location.bits != _WIDE:
            msg = "mov.b128 to an operand of another size"
            raise UnsupportedInstructionError(msg)
        for slot, value in zip(location.slots, values, strict=True):
            writer.write(slot, value, "u8", site.guard)
        return
    if len(targets) == 2:  # noqa: PLR2004 - two halves
        for each, value in zip(targets, values, strict=True):
            writer.assign(site, each, value, "u8")
        return
    half = writer.constant(32, "u8")
    quarters = [
        writer.let(f"({value}{f' >> {half}' if upper else ''}).astype('u4')")
        for value in values
        for upper in (False, True)
    ]
    for each, value in zip(targets, quarters, strict=True):
        writer.assign(site, each, value, "u4")


@emits("cvta", lanewise=True)
def _cvta(writer: PieceWriter, site: Site) -> None:
    """Convert between a space's addresses and generic ones."""
    kind = KINDS[types_of(site)[0]]
    space = space_of(site)
    window = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW}.get(space, 0)
    if writer.program.has_short_pointers and window:
        msg = f"generic addresses of 32 bits in .{space} memory"
        raise UnsupportedInstructionError(msg)
    if space == "param" and kind == "u8" and not site.has(".to"):
        # Addresses of parameters fit in 32 bits on a device, and compilers truncate them.
        source = writer.source(site, site.operands[1], "u8")
        writer.assign(
            site, site.operands[0], f"({source} | {writer.constant(FIRST_ADDRESS, 'u8')})", kind
        )
        return
    # Like a sum of 64 bits, a converted address stays deferred: a load takes its parts.
    if kind == "u8" and site.guard is None:
        location = writer.slots.register(site.operands[0], site.level)
        if location is not None and len(location.slots) == 1:
            moved = Sum((), -window if site.has(".to") else window)
            writer.write_sum(location.slots[0], [writer.part(site, site.operands[1]), moved])
            return
    value = writer.source(site, site.operands[1], "u8")
    if window:
        sign = "-" if site.has(".to") else "+"
        value = writer.let(f"{value} {sign} {writer.constant(window, 'u8')}")
    writer.assign(site, site.operands[0], writer.cast(value, "u8", kind), kind)


@emits("selp", lanewise=True)
def _selp(writer: PieceWriter, site: Site) -> None:
    kind = KINDS[types_of(site)[0]]
    _, a, b, predicate = site.operands
    call = writer.call(
        select,
        writer.source(site, predicate, "?"),
        writer.source(site, a, kind),
        writer.source(site, b, kind),
    )
    writer.assign(site, site.operands[0], call, kind)


@emits("slct", lanewise=True)
def _slct(writer: PieceWriter, site: Site) -> None:
    data, tested = types_of(site)
    kind = KINDS[data]
    _, a, b, c = site.operands
    value = writer.source(site, c, KINDS[tested])
    if site.has(".ftz"):
        from ptxpy.sim.semantics.floats.rounding import flush  # noqa: PLC0415 - loads the functions

        value = writer.let(call_lanewise(writer, flush, value))
    # A NaN compares false, so that it selects `b`, as PTX has it.
    test = writer.let(f"{value} >= {writer.constant(0, KINDS[tested])}")
    call = writer.call(select, test, writer.source(site, a, kind), writer.source(site, b, kind))
    writer.assign(site, site.operands[0], call, kind)


_COMPARISONS: Final = {
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "lo": "<",
    "ls": "<=",
    "hi": ">",
    "hs": ">=",
}
_ORDERED: Final = frozenset({"eq", "lt", "le", "gt", "ge"})
_JOINS: Final = {".and": "&", ".or": "|", ".xor": "^"}


def _compare(writer: PieceWriter, site: Site, type_: str, a: n.Operand, b: n.Operand) -> str:
    """Return an expression for a comparison of scalars."""
    word = site.modifiers[0][1:]
    kind = KINDS[type_]
    left, right = writer.source(site, a, kind), writer.source(site, b, kind)
    if kind[0] != "f" and type_ not in ("f16", "bf16"):
        return f"{left} {_COMPARISONS[word]} {right}"
    # NumPy's comparisons with a NaN are false, like the ordered ones of PTX, but for `!=`.
    if kind[0] == "f" and not site.has(".ftz") and word in _ORDERED:
        return f"{left} {_COMPARISONS[word]} {right}"
    from ptxpy.sim.semantics.floats.float_comparisons import (  # noqa: PLC0415 - loads functions
        comparison,
    )
    from ptxpy.sim.semantics.floats.half import (  # noqa: PLC0415 - loads functions
        half_comparison,
    )

    ftz = site.has(".ftz")
    if kind[0] == "f":
        function = comparison(f".{word}", ftz=ftz)
    else:
        function = half_comparison(word, type_, ftz=ftz)
    if function is None:
        msg = f"the comparison {word} of {type_}"
        raise UnsupportedInstructionError(msg)
    return call_lanewise(writer, function, left, right)


def _combine(writer: PieceWriter, site: Site, value: str, operands: tuple[n.Operand, ...]) -> str:
    """Return an expression that combines a comparison with a predicate, if there is one."""
    join = next((_JOINS[word] for word in site.modifiers if word in _JOINS), "")
    if not join:
        return value
    return f"({value}) {join} {writer.source(site, operands[-1], '?')}"


@emits("setp", lanewise=True)
def _setp(writer: PieceWriter, site: Site) -> None:
    target, a, b, *rest = site.operands
    type_ = types_of(site)[-1]
    if type_ in ("f16x2", "bf16x2"):
        results = _packed_comparison(writer, site, type_)
        targets = (target.first, target.second) if isinstance(target, n.Pair) else (target,)
        for k, each in enumerate(targets):
            value = writer.let(_combine(writer, site, f"{results}[{k}]", tuple(rest)))
            writer.assign(site, each, value, "?")
        return
    value = writer.let(_compare(writer, site, type_, a, b))
    both = (target.first, target.second) if isinstance(target, n.Pair) else (target,)
    expressions = [_combine(writer, site, value, tuple(rest))]
    # In `setp.lt.and.s32 p|q, a, b, c`, q is `!(a < b) & c`: only the comparison is negated.
    if len(both) > 1:
        expressions.append(_combine(writer, site, f"~{value}", tuple(rest)))
    # Both are computed before the first is assigned: a destination may be the predicate `c`.
    names = [writer.let(expression) for expression in expressions]
    for each, name in zip(both, names, strict=True):
        writer.assign(site, each, name, "?")


def _packed_comparison(writer: PieceWriter, site: Site, type_: str) -> str:
    """Return a variable with both results of a comparison of packed values."""
    from ptxpy.sim.semantics.floats.half import (  # noqa: PLC0415 - loads functions
        half_comparison,
    )

    _, a, b, *_ = site.operands
    word = site.modifiers[0][1:]
    function = half_comparison(word, type_, ftz=site.has(".ftz"))
    if function is None:
        msg = f"the comparison {word} of {type_}"
        raise UnsupportedInstructionError(msg)
    return writer.let(
        call_lanewise(writer, function, writer.source(site, a, "u4"), writer.source(site, b, "u4"))
    )


@emits("set", lanewise=True)
def _set(writer: PieceWriter, site: Site) -> None:
    """Write all ones, or 1.0, if a comparison holds (PTX ISA 9.7.6.1)."""
    result, type_ = types_of(site)
    target, a, b, *rest = site.operands
    if type_ in ("f16x2", "bf16x2"):
        both = _packed_comparison(writer, site, type_)
        one = writer.constant({"f16x2": 0x3C00, "bf16x2": 0x3F80}.get(result, 0xFFFF), "u4")
        zero, shift = writer.constant(0, "u4"), writer.constant(16, "u4")
        parts = []
        for k in range(2):
            value = writer.let(_combine(writer, site, f"{both}[{k}]", tuple(rest)))
            parts.append(writer.let(writer.call(select, value, one, zero)))
        writer.assign(site, target, f"{parts[0]} | ({parts[1]} << {shift})", "u4")
        return
    value = writer.let(_combine(writer, site, _compare(writer, site, type_, a, b), tuple(rest)))
    ones = {"f32": 0x3F800000, "f16": 0x3C00, "bf16": 0x3F80}
    size = bits_of(result) // 8
    one = writer.constant(ones.get(result, (1 << 8 * size) - 1), f"u{size}")
    zero = writer.constant(0, f"u{size}")
    writer.assign(site, target, writer.call(select, value, one, zero), f"u{size}")


@emits("cvt", lanewise=True)
def _cvt(writer: PieceWriter, site: Site) -> None:
    from ptxpy.sim.compile.table_operations import conversion_of  # noqa: PLC0415 - loads functions

    operation = conversion_of(site.modifiers)
    parts = [writer.slots.elements(operand, site.level) for operand in site.operands[1:]]
    # `cvt.rs.satfinite.e4m3x4.f32 d, {a, b, e, f}, rbits` takes four values as a vector.
    first = 4 if site.modifiers[-2].endswith("x4") else 1
    counts = [] if operation is None else [first, *(1 for _ in operation.sources[1:])]
    if operation is None or [len(part) for part in parts] != counts:
        listed = ", ".join(str(len(part)) for part in parts)
        msg = f"cvt{''.join(site.modifiers)} with operands of {listed} values"
        raise UnsupportedInstructionError(msg)
    sources = [
        writer.source(site, element, kind)
        for part, kind in zip(parts, operation.sources, strict=True)
        for element in part
    ]
    writer.assign(
        site,
        site.operands[0],
        call_lanewise(writer, operation.function, *sources),
        operation.result,
    )
