"""Loads, stores and atomic operations (PTX ISA 9.7.9 and 9.7.13)."""

from __future__ import annotations

from typing import Any, Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.piece_writer import plain
from ptxpy.sim.compile.site import Site, space_of, types_of
from ptxpy.sim.compile.symbol_operands import resolve_symbol
from ptxpy.sim.compile.symbol_operands import space_of as space_of_symbol
from ptxpy.sim.native.accesses import access_name, atomic_name, signature
from ptxpy.sim.native.address_search import GENERIC, LOCAL, REMOTE, SHARED, WRITES
from ptxpy.sim.native.address_shapes import (
    MAX_ROW_ACCESSES,
    AddressShape,
    is_in_row,
    load_rows,
    register_of,
    shape_of,
    store_rows,
)
from ptxpy.sim.native.local_memory import load_local, store_local
from ptxpy.sim.native.operands import Unsupported
from ptxpy.sim.native.vector_builder import BITS, Value, type_of_kind, vector
from ptxpy.sim.native.warp_translator import WarpTranslator, lowers
from ptxpy.sim.numpy_types import KINDS

__all__ = ["SITE_BYTES", "access_site", "address_of", "memory_of", "space_of_access"]

_REFUSED: Final = (
    ".unified", ".v8", ".mbarrier::complete_tx::bytes", ".bulk", ".async",
)  # fmt: skip
_REMOTE: Final = (".shared::cluster",)
_STRONG: Final = (".volatile", ".relaxed", ".acquire", ".mmio")
SITE_BYTES: Final = 16


def space_of_access(writer: WarpTranslator, site: Site, address: n.Address) -> str:
    """Return the memory of an access: `global`, `shared`, `local` or `generic`."""
    if site.has(*_REFUSED):
        raise site.unsupported()
    return memory_of(writer, site, address)


def memory_of(writer: WarpTranslator, site: Site, address: n.Address) -> str:
    """Return the memory that an instruction names: `global`, `shared`, `local` or `generic`."""
    if writer.program.has_short_pointers:
        raise site.unsupported()
    space = space_of(site)
    found = resolve_symbol(writer.slots, address.base, site.level)
    if space == "param":
        is_local = found is not None and writer.routine.local_variable(found.name, site.level)
        return "local" if is_local else "global"
    if space == "generic" and found is not None:
        space = space_of_symbol(writer.slots, found.name, site.level)
    return "global" if space == "const" else space


def address_of(writer: WarpTranslator, site: Site, address: n.Address) -> Value:
    """Return the address in each lane."""
    base = writer.source(site, address.base, "u8")
    if address.offset is None:
        return base
    return writer.binary("add", base, writer.source(site, address.offset, "u8"))


def access_site(writer: WarpTranslator) -> str:
    """Return the place where an access remembers the allocation that it was in last."""
    number = writer.sites
    writer.sites += 1
    sites = writer.context("sites", "ptr")
    return writer.let(f"getelementptr i8, ptr {sites}, i64 {SITE_BYTES * number}")


def _access(
    writer: WarpTranslator,
    name: str,
    space: str,
    address: Value,
    size: int,
    guard: Value | None,
    *values: Value,
    writes: bool,
    row: tuple[AddressShape, int] | None = None,
    constant: bool = False,
    remote: bool = False,
) -> list[str]:
    """Write the call of a function of the run-time; returns the names of its results.

    A `remote` access may be in the shared memory of any CTA of the cluster. `row` is the shape of
    an address and its constant offset, if there may be rows.
    """
    result, types = signature(name)
    writer.helpers[name] = None
    writer.declare(f'declare {result} @"{name}"({types})')
    mask = writer.bits(writer.running(guard))
    flags = WRITES if writes else 0
    place = access_site(writer)
    low, limit = "0", "0"
    if space == "shared":
        flags |= SHARED | (REMOTE if remote else 0)
        base = writer.context("shared", "i64")
        if writer.clustered:
            low = writer.context("shared_low", "i64")
            base = writer.let(f"sub i64 {base}, {low}")
        # As many addresses as have all their bytes there; none if the memory is smaller.
        room = writer.let(f"sub i64 {writer.context('shared_bytes', 'i64')}, {size - 1}")
        some = writer.let(f"icmp sgt i64 {room}, 0")
        limit = writer.let(f"select i1 {some}, i64 {room}, i64 0")
    elif space == "local":
        # The addresses of each thread are its own: the search finds them.
        flags |= LOCAL
        base = "0"
    else:
        flags |= GENERIC if space == "generic" else 0
        base = writer.context("memory", "i64")
        low = writer.let(f"load i64, ptr {place}")
        behind = writer.let(f"getelementptr i8, ptr {place}, i64 8")
        limit = writer.let(f"load i64, ptr {behind}")
    listed = "".join(f", {vector(each.type)} {each.text}" for each in values)
    call = (
        f'call {result} @"{name}"(ptr %context, ptr {place}, i64 {base}, i64 {low}, i64 {limit}, '
        f"<32 x i64> {address.text}, i32 {mask}, i32 {flags}{listed})"
    )
    if row is not None:
        found = _row_or_call(writer, row, size, (base, low, limit), values, result, call)
    else:
        found = _called(writer, result, call)
    if writer.strict is not None:
        action = "constant" if constant else name.partition(".")[0]
        writer.strict.note(writer, action, space, address, size, mask)
    return found


def _called(writer: WarpTranslator, result: str, call: str) -> list[str]:
    """Write a call of the run-time; return the names of its results."""
    if result == "void":
        writer.emit(call)
        return []
    found = writer.let(call)
    if not result.startswith("{"):
        return [found]
    return [writer.let(f"extractvalue {result} {found}, {k}") for k in range(result.count(",") + 1)]


def _row_or_call(
    writer: WarpTranslator,
    row: tuple[AddressShape, int],
    size: int,
    memory: tuple[str, str, str],
    values: tuple[Value, ...],
    result: str,
    call: str,
) -> list[str]:
    """Write an access to rows, and the call for all that are none; return the results' names."""
    shape, offset = row
    base, low, limit = memory
    near, far, done = (writer.new_label(word) for word in ("near", "far", "done"))
    is_row, starts = is_in_row(writer, shape, offset, size, low, limit)
    for each in shape.rows if values else ():
        # Of lanes that store to one address the last one is seen, which the run-time knows.
        is_row = writer.let(f"and i1 {is_row}, {each}")
    writer.emit(f"br i1 {is_row}, label %{near}, label %{far}, !prof !0")
    writer.label(near)
    first, second = (writer.let(f"add i64 {start}, {base}") for start in starts)
    loaded: list[str] = []
    after, kind = near, ""
    if values:
        store_rows(writer, (first, second), values)
    else:
        kind, _, others = result.strip("{ }").partition(", ")
        parts = others.count(",") + 2 if others else 1
        loaded, after = load_rows(writer, shape, (first, second), f"i{8 * size // parts}", parts)
    writer.emit(f"br label %{done}")
    writer.label(far)
    called = _called(writer, result, call)
    writer.emit(f"br label %{done}")
    writer.label(done)
    return [
        writer.let(f"phi {kind} [ {one}, %{after} ], [ {other}, %{far} ]")
        for one, other in zip(loaded, called, strict=True)
    ]


def _row(
    writer: WarpTranslator, site: Site, address: n.Address, space: str, size: int
) -> tuple[AddressShape, int] | None:
    """Return the shape of an address and its offset; None where the run-time is called at once."""
    offset = address.offset
    if not writer.is_in_loop or site.node.guard is not None or space == "local":
        return None
    if writer.row_accesses == MAX_ROW_ACCESSES or (site.has(*_STRONG) and space != "shared"):
        return None
    found = register_of(writer, site, address.base)
    if found is None or not isinstance(offset, n.Literal | None):
        return None
    writer.row_accesses += 1
    shape = shape_of(writer, writer.rows, *found, size)
    return shape, 0 if offset is None else int(offset.value)


def _element_type(type_: str) -> str:
    """Return the integer type of an element in memory."""
    bits = BITS[type_of_kind(KINDS[type_])]
    if bits == 1 or type_ == "b128":
        msg = f"an access of .{type_}"
        raise Unsupported(msg)
    return f"i{bits}"


def _elements(writer: WarpTranslator, site: Site, operand: n.Operand) -> tuple[Any, ...]:
    found = writer.slots.elements(operand, site.level)
    width = next((int(word[2:]) for word in site.modifiers if word in (".v2", ".v4")), 1)
    if len(found) != width:
        raise site.unsupported()
    return found


def _type_of(site: Site) -> str:
    """Return the type of the data that is accessed."""
    types = types_of(site)
    # `st.bulk` has none.
    if not types:
        raise site.unsupported()
    return types[-1]


@lowers("ld", "ldu")
def _load(writer: WarpTranslator, site: Site) -> None:
    type_ = _type_of(site)
    element = _element_type(type_)
    target, operand = site.operands[:2]
    parts = _elements(writer, site, target)
    address = plain(operand)
    space = space_of_access(writer, site, address)
    guard = writer.guard(site)
    kind = KINDS[type_]
    if guard is None and len(parts) == 1 and _load_parameter(writer, site, address, kind):
        return
    if site.has(*_STRONG):
        writer.waits_for_others = True
    writer.loads = True
    size = BITS[element] // 8 * len(parts)
    own = _own_variable(writer, site, address, size)
    if own is not None:
        values = load_local(writer, writer.activation, own, [element] * len(parts), guard)
        for part, each in zip(parts, values, strict=True):
            writer.assign(site, part, writer.bitcast(each, type_of_kind(kind)), kind, guard)
        return
    name = access_name("load", element, len(parts))
    where = address_of(writer, site, address)
    row = _row(writer, site, address, space, size)
    constant = site.has(".nc") or site.node.opcode == "ldu"
    found = _access(
        writer, name, space, where, size, guard, writes=False, row=row, constant=constant,
        remote=site.has(*_REMOTE),
    )  # fmt: skip
    for part, text in zip(parts, found, strict=True):
        value = writer.bitcast(Value(text, element), type_of_kind(kind))
        writer.assign(site, part, value, kind, guard)


def _own_variable(writer: WarpTranslator, site: Site, address: n.Address, size: int) -> int | None:
    """Return where an access to a variable of the function is; None unless that is known."""
    found = resolve_symbol(writer.slots, address.base, site.level)
    offset = address.offset
    if found is None or found.counter is not None or not isinstance(offset, n.Literal | None):
        return None
    variable = writer.routine.local_variable(found.name, site.level)
    if variable is None or space_of(site) not in ("local", "param"):
        return None
    displacement = found.offset + (int(offset.value) if offset is not None else 0)
    place = variable[1].offset + displacement
    inside = 0 <= displacement <= (variable[1].storage.size or 0) - size
    return place if inside and place % size == 0 else None


def _load_parameter(writer: WarpTranslator, site: Site, address: n.Address, kind: str) -> bool:
    """Write a load of a kernel parameter, which is uniform; return whether it is one."""
    found = resolve_symbol(writer.slots, address.base, site.level)
    offset = address.offset
    if found is None or found.counter is not None or not isinstance(offset, n.Literal | None):
        return False
    place = writer.parameter_offset(found.name, site.level)
    if place is None:
        return False
    displacement = found.offset + (int(offset.value) if offset is not None else 0)
    storage = next(each for each in writer.routine.parameters if each.name == found.name)
    size = int(kind[1:])
    if displacement % size or not 0 <= displacement <= (storage.size or 0) - size:
        return False
    type_ = type_of_kind(kind)
    parameters = writer.context("parameters", "ptr")
    at = writer.let(f"getelementptr i8, ptr {parameters}, i64 {place + displacement}")
    value = writer.splat(writer.let(f"load {type_}, ptr {at}, align {size}"), type_)
    writer.assign(site, site.operands[0], value, kind, None)
    return True


@lowers("st")
def _store(writer: WarpTranslator, site: Site) -> None:
    type_ = _type_of(site)
    element = _element_type(type_)
    operand, source = site.operands[:2]
    parts = _elements(writer, site, source)
    address = plain(operand)
    space = space_of_access(writer, site, address)
    guard = writer.guard(site)
    values = [writer.as_bits(writer.source(site, part, KINDS[type_])) for part in parts]
    size = BITS[element] // 8 * len(parts)
    own = _own_variable(writer, site, address, size)
    if own is not None:
        store_local(writer, writer.activation, own, values, guard)
        return
    name = access_name("store", element, len(parts))
    where = address_of(writer, site, address)
    row = _row(writer, site, address, space, size)
    _access(
        writer, name, space, where, size, guard, *values, writes=True, row=row,
        remote=site.has(*_REMOTE),
    )  # fmt: skip


_OPERATIONS: Final = ("add", "and", "or", "xor", "exch", "cas", "min", "max", "inc", "dec")


@lowers("atom", "red")
def _atomic(writer: WarpTranslator, site: Site) -> None:
    type_ = _type_of(site)
    operation = next((word[1:] for word in site.modifiers if word[1:] in _OPERATIONS), "")
    if site.has(".v2", ".v4", ".noftz") or not operation:
        raise site.unsupported()
    operands = list(site.operands)
    target = operands.pop(0) if site.node.opcode == "atom" else None
    address = plain(operands[0])
    sources = operands[1 : 3 if operation == "cas" else 2]
    kind = KINDS[type_]
    if type_ in ("f32", "f64"):
        if operation != "add":
            raise site.unsupported()
        operation, element = "fadd", type_of_kind(kind)
    else:
        element = _element_type(type_)
        if element not in ("i32", "i64") and operation != "cas":
            raise site.unsupported()
        if operation in ("min", "max") and kind[0] == "u":
            operation = f"u{operation}"
    space = space_of_access(writer, site, address)
    if space == "local":
        raise site.unsupported()
    writer.waits_for_others = True
    guard = writer.guard(site)
    values = [writer.bitcast(writer.source(site, each, kind), element) for each in sources]
    where = address_of(writer, site, address)
    name = atomic_name(operation, element)
    size = BITS[element] // 8
    found = _access(
        writer, name, space, where, size, guard, *values, writes=True, remote=site.has(*_REMOTE)
    )
    if target is not None:
        writer.assign(site, target, Value(found[0], element), kind, guard)


@lowers(
    "membar", "fence", "prefetch", "prefetchu", "applypriority", "discard", "pragma", "brkpt",
    "pmevent", "setmaxnreg", "griddepcontrol",
)  # fmt: skip
def _nothing(writer: WarpTranslator, site: Site) -> None:
    """Write nothing: memory is always coherent here, and caches are not simulated."""
    del writer, site
