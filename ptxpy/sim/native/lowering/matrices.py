"""Instructions on the matrices of a warp: `mma`, `ldmatrix`, `stmatrix` (PTX ISA 9.7.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.sim.compile.piece_writer import plain
from ptxpy.sim.compile.site import Site
from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.native.fragments import (
    COLUMNS,
    FRAGMENT_BYTES,
    ROWS,
    SUMS,
    fragment_name,
    fragment_signature,
)
from ptxpy.sim.native.lowering.memory import access_site, address_of, space_of_access
from ptxpy.sim.native.matrix_rows import TURN, matrix_rows_name, matrix_rows_signature
from ptxpy.sim.native.products import product_name
from ptxpy.sim.native.vector_builder import Value
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers
from ptxpy.sim.semantics.matrices.forms import element_types, form_of, shape_of

if TYPE_CHECKING:
    from ptxpy.ir import nodes as n

_OTHERS: Final = (".sp", ".sp::ordered_metadata")
_ACCUMULATOR_BYTES: Final = 4 * 128
_MAX_FRAGMENTS: Final = 16
"""The most decoded fragments of each side: more would not stay in a cache of the first level."""


def _whole_warp(writer: WarpTranslator, site: Site) -> None:
    """Give up unless all threads of the warp run; a guard is refused."""
    if site.node.guard is not None:
        raise site.unsupported()
    writer.require_every_lane()


@lowers("mma")
def _mma(writer: WarpTranslator, site: Site) -> None:
    form, shape = form_of(site.modifiers), shape_of(site.modifiers)
    types = element_types(site.modifiers)
    if form is None or shape is None or types is None or form.scales is not None:
        raise site.unsupported()
    (rows, columns, depth), (_, type_a, type_b, _) = shape, types
    known = (rows, columns) == (ROWS, COLUMNS) and {type_a, type_b} <= SUMS.keys()
    if not known or site.has(*_OTHERS):
        raise site.unsupported()
    _whole_warp(writer, site)
    d, a, b, c = site.operands
    count_a, count_b, count_c, count_d = form.counts
    left = _fragment(writer, site, fragment_name("a", type_a, depth), a, count_a)
    right = _fragment(writer, site, fragment_name("b", type_b, depth), b, count_b)
    start = writer.buffer("sums.c", _ACCUMULATOR_BYTES)
    end = writer.buffer("sums.d", _ACCUMULATOR_BYTES)
    source, result = form.source_kind, form.result_kind
    for number, register in enumerate(writer.slots.elements(c, site.level)[:count_c]):
        value = writer.as_bits(writer.source(site, register, source))
        place = writer.let(f"getelementptr <32 x i32>, ptr {start}, i64 {number}")
        writer.emit(f"store <32 x i32> {value.text}, ptr {place}, align 64")
    name = product_name(
        SUMS[type_a], _accumulated(source), _accumulated(result), depth,
        saturates=site.has(".satfinite"),
    )  # fmt: skip
    writer.helpers[name] = None
    writer.declare(f'declare void @"{name}"(ptr, ptr, ptr, ptr)')
    writer.emit(f'call void @"{name}"(ptr {left}, ptr {right}, ptr {start}, ptr {end})')
    for number, register in enumerate(writer.slots.elements(d, site.level)[:count_d]):
        place = writer.let(f"getelementptr <32 x i32>, ptr {end}, i64 {number}")
        value = Value(writer.let(f"load <32 x i32>, ptr {place}, align 64"), "i32")
        writer.assign(site, register, writer.as_kind(value, result), result, None)


def _accumulated(kind: str) -> str:
    """Return the type of the elements of C or D: a register of `u4` has two of `f2`."""
    return "f2" if kind == "u4" else kind


def _fragment(writer: WarpTranslator, site: Site, name: str, operand: n.Operand, count: int) -> str:
    """Return the buffer with the numbers of a fragment, which products of a piece share."""
    registers = writer.slots.elements(operand, site.level)[:count]
    key = (name, *(writer.version(site, each) for each in registers))
    held = writer.fragments.setdefault(name.split(".")[1], {})
    found = held.pop(key, None)
    if found is None:
        if len(held) == _MAX_FRAGMENTS:
            # The one that has not been used for longest gives its place.
            found = held.pop(next(iter(held)))
        else:
            found = writer.buffer(f"{name.split('.')[1]}.{len(held)}", FRAGMENT_BYTES)
        values = [writer.source(site, each, "u4") for each in registers]
        writer.helpers[name] = None
        writer.declare(f'declare void @"{name}"({fragment_signature(name)})')
        given = ", ".join(f"<32 x i32> {each.text}" for each in values)
        writer.emit(f'call void @"{name}"(ptr {found}, {given})')
    held[key] = found
    return found


def _rows_address(writer: WarpTranslator, site: Site, operand: n.Operand) -> Value:
    """Return the addresses of rows, as offsets in shared memory."""
    inner = plain(operand)
    space = space_of_access(writer, site, inner)
    if space not in ("shared", "generic") or site.has(".shared::cluster"):
        raise site.unsupported()
    address = address_of(writer, site, inner)
    if space == "generic":
        # Others than those of shared memory become offsets beyond it, which are refused.
        address = writer.binary("sub", address, writer.constant(SHARED_WINDOW, "i64"))
    # Rows in the memory of other CTAs become offsets beyond that of this one.
    return writer.binary("sub", address, writer.shared_low()) if writer.clustered else address


def _matrix_count(site: Site) -> int:
    found = [int(word[2:]) for word in site.modifiers if word in (".x1", ".x2", ".x4")]
    if not found or not site.has(".m8n8") or not site.has(".b16"):
        raise site.unsupported()
    return found[0]


def _move(
    writer: WarpTranslator, site: Site, action: str, address: Value, *values: Value
) -> tuple[str, str]:
    name = matrix_rows_name(action, _matrix_count(site), transposes=site.has(".trans"))
    result, types = matrix_rows_signature(name)
    writer.helpers[name] = None
    writer.declare(f'declare {result} @"{name}"({types})')
    given = "".join(f", <32 x i32> {each.text}" for each in values)
    return result, (
        f'call {result} @"{name}"(ptr %context, ptr {access_site(writer)}, '
        f"<32 x i64> {address.text}{given})"
    )


@lowers("ldmatrix")
def _ldmatrix(writer: WarpTranslator, site: Site) -> None:
    count = _matrix_count(site)
    _whole_warp(writer, site)
    target, operand = site.operands
    result, call = _move(writer, site, "load", _rows_address(writer, site, operand))
    found = writer.let(call)
    for number, register in enumerate(writer.slots.elements(target, site.level)[:count]):
        value = Value(writer.let(f"extractvalue {result} {found}, {number}"), "i32")
        writer.assign(site, register, value, "u4", None)


@lowers("stmatrix")
def _stmatrix(writer: WarpTranslator, site: Site) -> None:
    count = _matrix_count(site)
    _whole_warp(writer, site)
    operand, source = site.operands
    registers = writer.slots.elements(source, site.level)[:count]
    values = [writer.source(site, each, "u4") for each in registers]
    writer.emit(_move(writer, site, "store", _rows_address(writer, site, operand), *values)[1])


@lowers("movmatrix")
def _movmatrix(writer: WarpTranslator, site: Site) -> None:
    _whole_warp(writer, site)
    target, source = site.operands
    value: Any = writer.source(site, source, "u4")
    result, types = matrix_rows_signature(TURN)
    writer.helpers[TURN] = None
    writer.declare(f'declare {result} @"{TURN}"({types})')
    found = Value(writer.let(f'call {result} @"{TURN}"(<32 x i32> {value.text})'), "i32")
    writer.assign(site, target, found, "u4", None)


@lowers("wgmma")
def _wgmma(writer: WarpTranslator, site: Site) -> None:
    """Write nothing for fences and groups: products, which are complete at once, are served."""
    del writer
    if site.has(".mma_async"):
        raise site.unsupported()
