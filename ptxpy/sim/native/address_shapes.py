"""Rows of addresses: the addresses of a warp as a few scalars.

In most loops the lanes of each half of a warp have neighbouring addresses or one, in every turn.
Whether registers are such rows is found once in a piece; the sum of a row and an offset that all
lanes share is a row again. LLVM moves the test of a register that a loop leaves alone out of the
loop. An access to a row compares its ends with those of an allocation, and needs no function of
the run-time; all others call it (see `accesses.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.sim.native.vector_builder import BITS, LANES, Value, suffix, vector

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.sim.compile.site import Site
    from ptxpy.sim.native.operands import OperandTranslator

__all__ = [
    "MAX_ROW_ACCESSES", "AddressShape", "Rows", "is_in_row", "load_rows", "parts_of_sum",
    "register_of", "shape_of", "store_rows",
]  # fmt: skip

MAX_ROW_ACCESSES: Final = 128
"""The most accesses of a kernel that are written so: each takes LLVM some milliseconds."""
_HALF: Final = LANES // 2
_PLAIN_WORDS: Final = frozenset({".s32", ".u32", ".b32", ".s64", ".u64", ".b64", ".to", ".global"})


class AddressShape(NamedTuple):
    """The addresses of the halves of a warp: rows of elements of one size, or one address each."""

    type: str
    """The type of an address: `i32` or `i64`."""
    starts: tuple[str, str]
    """The address of the first lane of each half."""
    rows: tuple[str, str]
    """Whether a half has a row, as an `i1`; else it has one address."""
    is_regular: str
    """Whether that is so, as an `i1`; else the rest says nothing."""


Part = tuple[tuple[object, ...], Value] | int
"""A part of a sum: a register, by its key and its value, or a constant."""


class Rows:
    """The registers of a piece that are sums, and the shapes that have been found."""

    def __init__(self, versions: Mapping[int, int]) -> None:
        """Take how often registers have been written before the piece."""
        self.sums: dict[tuple[object, ...], tuple[Part, ...]] = {}
        """The registers that are sums of registers as they were before the piece, by their keys."""
        self.shapes: dict[tuple[tuple[object, ...], int], AddressShape] = {}
        """The shapes that have been found, by the keys of registers and the size of elements."""
        self._versions = dict(versions)

    def is_from_before(self, key: tuple[object, ...]) -> bool:
        """Return whether a register has not been written in the piece."""
        return len(key) > 1 and key[1] == self._versions.get(cast("int", key[0]), 0)


def parts_of_sum(writer: OperandTranslator, rows: Rows, site: Site) -> tuple[Part, ...]:
    """Return the parts of the sum that an instruction makes; none for other instructions."""
    node = site.node
    if node.guard is not None or not _PLAIN_WORDS.issuperset(node.modifiers):
        return ()
    if node.opcode not in ("add", "mov", "cvta"):
        return ()
    parts: list[Part] = []
    for operand in node.operands[1:]:
        if isinstance(operand, n.Literal):
            # The bits of a float, `mov.b64 %rd1, 0d7FF0000000000000`, are part of no address.
            if not isinstance(operand.value, int):
                return ()
            parts.append(operand.value)
            continue
        found = register_of(writer, site, operand)
        if found is None:
            return ()
        if found[0] not in rows.sums and not rows.is_from_before(found[0]):
            return ()
        parts.append(found)
    types = {part[1].type for part in parts if not isinstance(part, int)}
    target = register_of(writer, site, node.operands[0])
    if target is None or types != {target[1].type}:
        return ()
    return tuple(parts)


def register_of(
    writer: OperandTranslator, site: Site, operand: n.Operand
) -> tuple[tuple[object, ...], Value] | None:
    """Return the key and the value of a register of 32 or 64 bits; None for other operands."""
    location = writer.slots.register(operand, site.level)
    if location is None or len(location.slots) != 1:
        return None
    value = writer.peek(writer.activation.first_register + location.slots[0])
    return (writer.version(site, operand), value) if value.type in ("i32", "i64") else None


def shape_of(
    writer: OperandTranslator, rows: Rows, key: tuple[object, ...], value: Value, size: int
) -> AddressShape:
    """Return the shape of a register, for elements of a size in bytes."""
    found = rows.shapes.get((key, size))
    if found is None:
        known = rows.sums.get(key)
        if known is None:
            found = _tested(writer, value, size)
        else:
            offset = sum(part for part in known if isinstance(part, int))
            shapes = [
                shape_of(writer, rows, *part, size) for part in known if not isinstance(part, int)
            ]
            found = shapes[0]
            for other in shapes[1:]:
                found = _together(writer, found, other)
            if offset:
                found = _moved(writer, found, offset)
        rows.shapes[key, size] = found
    return found


def _tested(writer: OperandTranslator, value: Value, size: int) -> AddressShape:
    """Return the shape of a value, which a comparison of all its lanes finds."""
    type_, kind = value.type, vector(value.type)
    starts, rows, steps = [], [], []
    for first in (0, _HALF):
        start, second = (
            writer.let(f"extractelement {kind} {value.text}, i64 {lane}")
            for lane in (first, first + 1)
        )
        starts.append(start)
        rows.append(writer.let(f"icmp ne {type_} {start}, {second}"))
        steps.append(writer.let(f"sext i1 {rows[-1]} to {type_}"))
    picked = ", ".join(f"i32 {_HALF * (lane // _HALF)}" for lane in range(LANES))
    spread = f"{kind} poison, <{LANES} x i32> <{picked}>"
    text = writer.let(f"insertelement {kind} poison, {type_} {steps[0]}, i64 0")
    text = writer.let(f"insertelement {kind} {text}, {type_} {steps[1]}, i64 {_HALF}")
    stepping = Value(writer.let(f"shufflevector {kind} {text}, {spread}"), type_)
    distances = writer.lanes((size * (lane % _HALF) for lane in range(LANES)), type_)
    begins = Value(writer.let(f"shufflevector {kind} {value.text}, {spread}"), type_)
    wanted = writer.binary("add", begins, writer.binary("and", stepping, distances))
    differs = writer.binary("xor", wanted, value)
    name = f"llvm.vector.reduce.or.{suffix(type_)}"
    writer.declare(f"declare {type_} @{name}({kind})")
    some = writer.let(f"call {type_} @{name}({kind} {differs.text})")
    is_regular = writer.let(f"icmp eq {type_} {some}, 0")
    return AddressShape(type_, (starts[0], starts[1]), (rows[0], rows[1]), is_regular)


def _together(writer: OperandTranslator, a: AddressShape, b: AddressShape) -> AddressShape:
    """Return the shape of a sum: two rows make none."""
    starts = [writer.let(f"add {a.type} {x}, {y}") for x, y in zip(a.starts, b.starts, strict=True)]
    rows = [writer.let(f"or i1 {x}, {y}") for x, y in zip(a.rows, b.rows, strict=True)]
    both = [writer.let(f"and i1 {x}, {y}") for x, y in zip(a.rows, b.rows, strict=True)]
    none = writer.let(f"xor i1 {writer.let(f'or i1 {both[0]}, {both[1]}')}, true")
    good = writer.let(f"and i1 {a.is_regular}, {b.is_regular}")
    is_regular = writer.let(f"and i1 {good}, {none}")
    return AddressShape(a.type, (starts[0], starts[1]), (rows[0], rows[1]), is_regular)


def _moved(writer: OperandTranslator, shape: AddressShape, offset: int) -> AddressShape:
    """Return the shape of addresses that a constant is added to."""
    size = 1 << BITS[shape.type]
    signed = (offset + size // 2) % size - size // 2
    first, second = (writer.let(f"add {shape.type} {each}, {signed}") for each in shape.starts)
    return shape._replace(starts=(first, second))


def is_in_row(
    writer: OperandTranslator, shape: AddressShape, offset: int, size: int, low: str, limit: str
) -> tuple[str, tuple[str, str]]:
    """Return whether a complete warp has rows in an allocation, and the address of each half.

    Args:
        writer: The translator of the kernel.
        shape: The shape of the address without its offset.
        offset: The constant offset of the access, in bytes.
        size: The bytes of an element.
        low: The first address of the allocation.
        limit: The number of addresses behind it at which an element may begin.
    """
    # Addresses of 32 bits that pass 2^32 are refused, as shared memory ends long before.
    starts = [
        each if shape.type == "i64" else writer.let(f"zext i32 {each} to i64")
        for each in shape.starts
    ]
    if offset:
        starts = [writer.let(f"add i64 {each}, {offset}") for each in starts]
    either = writer.let(f"or i64 {starts[0]}, {starts[1]}")
    odd = writer.let(f"and i64 {either}, {size - 1}")
    found = writer.let(f"and i1 {shape.is_regular}, {writer.let(f'icmp eq i64 {odd}, 0')}")
    every = writer.let(f"icmp eq i32 {writer.bits(writer.mask)}, -1")
    found = writer.let(f"and i1 {found}, {every}")
    for start, row in zip(starts, shape.rows, strict=True):
        length = writer.let(f"select i1 {row}, i64 {(_HALF - 1) * size}, i64 0")
        begin = writer.let(f"sub i64 {start}, {low}")
        end = writer.let(f"add i64 {begin}, {length}")
        for each in (begin, end):
            found = writer.let(f"and i1 {found}, {writer.let(f'icmp ult i64 {each}, {limit}')}")
    return found, (starts[0], starts[1])


def load_rows(
    writer: OperandTranslator, shape: AddressShape, hosts: tuple[str, str], type_: str, parts: int
) -> tuple[list[str], str]:
    """Load a row or one address for each half, given their places on the host.

    Args:
        writer: The translator of the kernel.
        shape: The shape of the addresses.
        hosts: The place of the first lane of each half.
        type_: The type of an element, of which each lane loads some that are neighbours.
        parts: How many.

    Returns the names of the results, and the label of the block that they are made in.
    """
    half, size = vector(type_, _HALF), BITS[type_] // 8
    whole = vector(type_, _HALF * parts)
    halves: list[list[str]] = []
    after = ""
    for host, row in zip(hosts, shape.rows, strict=True):
        place = writer.let(f"inttoptr i64 {host} to ptr")
        is_row, is_one, after = (writer.new_label(word) for word in ("row", "one", "loaded"))
        writer.emit(f"br i1 {row}, label %{is_row}, label %{is_one}")
        writer.label(is_row)
        several = writer.let(f"load {whole}, ptr {place}, align {size}")
        in_rows = [several]
        if parts > 1:
            in_rows = [
                writer.let(
                    f"shufflevector {whole} {several}, {whole} poison, <{_HALF} x i32> <"
                    + ", ".join(f"i32 {parts * lane + k}" for lane in range(_HALF))
                    + ">"
                )
                for k in range(parts)
            ]
        writer.emit(f"br label %{after}")
        writer.label(is_one)
        same = []
        for k in range(parts):
            at = writer.let(f"getelementptr i8, ptr {place}, i64 {size * k}") if k else place
            one = writer.let(f"load {type_}, ptr {at}, align {size}")
            first = writer.let(f"insertelement {half} poison, {type_} {one}, i64 0")
            same.append(
                writer.let(
                    f"shufflevector {half} {first}, {half} poison, "
                    f"<{_HALF} x i32> zeroinitializer"
                )
            )
        writer.emit(f"br label %{after}")
        writer.label(after)
        halves.append(
            [
                writer.let(f"phi {half} [ {row_}, %{is_row} ], [ {one}, %{is_one} ]")
                for row_, one in zip(in_rows, same, strict=True)
            ]
        )
    both = ", ".join(f"i32 {lane}" for lane in range(LANES))
    found = [
        writer.let(f"shufflevector {half} {first}, {half} {second}, <{LANES} x i32> <{both}>")
        for first, second in zip(*halves, strict=True)
    ]
    return found, after


def store_rows(
    writer: OperandTranslator, hosts: tuple[str, str], values: tuple[Value, ...]
) -> None:
    """Store the row of each half, given their places on the host.

    Each lane has as many elements as there are values, which are neighbours.
    """
    type_, parts = values[0].type, len(values)
    half, size = vector(type_, _HALF), BITS[type_] // 8
    for number, host in enumerate(hosts):
        picked = ", ".join(f"i32 {_HALF * number + lane}" for lane in range(_HALF))
        held = [
            writer.let(
                f"shufflevector {vector(type_)} {value.text}, {vector(type_)} poison, "
                f"<{_HALF} x i32> <{picked}>"
            )
            for value in values
        ]
        wide = _HALF
        # Pairs of registers are joined, then pairs of pairs; at last each lane's are put together.
        while len(held) > 1:
            kind = vector(type_, wide)
            every = ", ".join(f"i32 {each}" for each in range(2 * wide))
            held = [
                writer.let(f"shufflevector {kind} {x}, {kind} {y}, <{2 * wide} x i32> <{every}>")
                for x, y in zip(held[::2], held[1::2], strict=True)
            ]
            wide *= 2
        row, kind = held[0], vector(type_, wide)
        if parts > 1:
            order = ", ".join(
                f"i32 {_HALF * k + lane}" for lane in range(_HALF) for k in range(parts)
            )
            row = writer.let(f"shufflevector {kind} {row}, {kind} poison, <{wide} x i32> <{order}>")
        else:
            kind = half
        place = writer.let(f"inttoptr i64 {host} to ptr")
        writer.emit(f"store {kind} {row}, ptr {place}, align {size}")
