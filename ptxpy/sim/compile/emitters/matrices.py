"""Instructions on the matrices of a warp (PTX ISA 9.7.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.sim.compile.emitters.warps import FULL, await_warps
from ptxpy.sim.compile.memory_operands import is_sink, memory_space
from ptxpy.sim.compile.product_batches import Batch, Product, gather
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.compile.site import Site, UnsupportedInstructionError
from ptxpy.sim.semantics.matrices.elements import PADDED_BITS
from ptxpy.sim.semantics.matrices.forms import Form, form_of, sparse_form_of
from ptxpy.sim.semantics.matrices.movement import (
    load_matrices,
    load_octets,
    load_tile,
    load_unpacked,
    store_matrices,
    store_octets,
    store_tile,
    tile_of,
    transpose_register,
)
from ptxpy.sim.semantics.matrices.whole_warps import run_guarded, warps_of

if TYPE_CHECKING:
    from ptxpy.sim.compile.piece_writer import PieceWriter

__all__: list[str] = []

_MATRICES: Final = 4
"""Operands of a product that are matrices."""


def _await_warps(writer: PieceWriter, site: Site) -> None:
    await_warps(writer, site, writer.constant(FULL, "u4"))


def _warps(writer: PieceWriter) -> str:
    """Return the variable of the number of warps that run; each must be complete."""
    found = writer.shared.get("warps")
    if found is None:
        found = writer.shared["warps"] = writer.let(writer.call(warps_of, "M", "I"))
    return found


def _tuple(names: list[str]) -> str:
    return f"({', '.join(names)},)"


def _elements(writer: PieceWriter, site: Site, operand: n.Operand, count: int) -> tuple[Any, ...]:
    """Return the registers of a fragment; `UnsupportedInstructionError` when there are too few."""
    found = writer.slots.elements(operand, site.level)
    if len(found) < count:
        raise site.unsupported()
    return found


def _sources(
    writer: PieceWriter, site: Site, operand: n.Operand, count: int, kind: str
) -> list[str]:
    return [
        writer.source(site, element, kind)
        for element in _elements(writer, site, operand, count)[:count]
    ]


# ------------------------------------------------------------------- products


@emits("mma")
def _mma(writer: PieceWriter, site: Site) -> None:
    words = site.modifiers
    sparse = any(word.startswith(".sp") for word in words)
    form = (sparse_form_of if sparse else form_of)(words)
    if form is None:
        raise site.unsupported()
    # Behind C, a sparse product has metadata and a selector; a scaled one has the factors of A and
    # of B, each with a vector of two ids.
    more = (2 if form.sparsity is not None else 0) + (4 if form.scales is not None else 0)
    if len(site.operands) != _MATRICES + more:
        msg = f"{site.node.opcode} with {len(site.operands)} operands, not {_MATRICES + more}"
        raise UnsupportedInstructionError(msg)
    _product(writer, site, form, site.operands[:_MATRICES], site.operands[_MATRICES:])


class _Extras(NamedTuple):
    """The operands besides registers with which A and B are gathered, as texts."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    from_registers: bool
    """Whether a byte-id or a thread-id is a register."""


def _product(
    writer: PieceWriter,
    site: Site,
    form: Form,
    operands: tuple[n.Operand, ...],
    more: tuple[n.Operand, ...],
) -> None:
    """Write D = A * B + C. Matrices it gathers are shared with other products of the piece."""
    _await_warps(writer, site)
    d, a, b, c = operands
    count_a, count_b, count_c, count_d = form.counts
    left = _sources(writer, site, a, count_a, form.kind)
    right = _sources(writer, site, b, count_b, form.kind)
    results = _elements(writer, site, d, count_d)[:count_d]
    extras = _extras(writer, site, form, more)
    if site.guard is not None:
        start = _sources(writer, site, c, count_c, form.source_kind)
        groups = (left, right, start, extras.left, extras.right)
        sources = _tuple([_tuple(list(group)) if group else "()" for group in groups])
        kinds = repr((form.result_kind,) * count_d)
        operation = writer.bind(_register_function(form), form)
        call = writer.call(run_guarded, "M", site.guard, "I", kinds, operation, sources)
        _assign(writer, site, results, writer.let(call), form.result_kind)
        return
    warps = _warps(writer)
    if not extras.left:
        found = _elements(writer, site, c, count_c)[:count_c]
        # The registers of C may be deferred results of a batch: then they stay deferred.
        slots = [_slot(writer, site, each, form.source_kind) for each in found]
        names = tuple(
            [
                (
                    writer.source(site, each, form.source_kind)
                    if slot is None
                    else writer.peek(slot, form.source_kind)
                )
                for each, slot in zip(found, slots, strict=True)
            ]
        )
        product = Product(tuple(left), tuple(right), names)
        batch = writer.open_batch
        if batch is None or not batch.accepts(form, product):
            if batch is not None:
                batch.finish()
            batch = writer.open_batch = Batch(writer, form, warps)
        batch.products.append(product)
        for index, target in enumerate(results):
            if is_sink(target):
                continue
            slot = _slot(writer, site, target, form.result_kind)
            if slot is None:
                raise site.unsupported()
            number = batch.part(index)
            name = writer.defer(slot, form.result_kind, batch.writer_of(number))
            batch.results[name] = number
        return
    start = _sources(writer, site, c, count_c, form.source_kind)
    if form.sparsity is not None:
        check = writer.bind(form.sparsity.check, ("check", form.sparsity))
        writer.emit(f"{check}(M, I, {', '.join(extras.left[:2])})")
    if form.scales is not None and extras.from_registers:
        check = writer.bind(form.scales.check, ("check", form.scales))
        for side, texts in (("a", extras.left), ("b", extras.right)):
            writer.emit(f"{check}(M, I, {side!r}, {', '.join(texts[-2:])})")
    # Equal registers are gathered once: products of a piece share A or B.
    matrix_a = gather(writer, form.left, tuple(left), warps, *extras.left)
    matrix_b = gather(writer, form.right, tuple(right), warps, *extras.right)
    matrix_c = gather(writer, form.start, tuple(start), warps)
    matrix = writer.let(writer.call(form.multiply, matrix_a, matrix_b, matrix_c))
    part = writer.bind(form.part)
    for index, target in enumerate(results):
        if not is_sink(target):
            writer.assign(site, target, f"{part}({matrix}, {index})", form.result_kind)


def _extras(
    writer: PieceWriter, site: Site, form: Form, operands: tuple[n.Operand, ...]
) -> _Extras:
    """Return the metadata and the selector of A, and the scale factors of A and B."""
    left: list[str] = []
    right: list[str] = []
    from_registers = False
    if form.sparsity is not None:
        metadata, selector, *rest = operands
        if not isinstance(selector, n.Literal):
            raise site.unsupported()
        left += [_single(writer, site, metadata)]
        left += [_selected(writer, site, selector, "selector", range(form.sparsity.selectors))]
        operands = tuple(rest)
    if form.scales is not None:
        sides = (("a", left, operands[:2]), ("b", right, operands[2:4]))
        for side, texts, (factors, ids) in sides:
            byte, thread = _elements(writer, site, ids, 2)[:2]
            texts.append(_single(writer, site, factors))
            texts.append(_selected(writer, site, byte, f"byte-id-{side}", form.scales.byte_ids))
            choices = form.scales.thread_ids(side)
            texts.append(_selected(writer, site, thread, f"thread-id-{side}", choices))
            # Ids in registers might differ from thread to thread, which is an error at run time.
            from_registers |= not all(isinstance(each, n.Literal) for each in (byte, thread))
    return _Extras(tuple(left), tuple(right), from_registers)


def _single(writer: PieceWriter, site: Site, operand: n.Operand) -> str:
    """Return a register of 32 bits, which may be in braces."""
    if isinstance(operand, n.Vector):
        return writer.source(site, _elements(writer, site, operand, 1)[0], "u4")
    return writer.source(site, operand, "u4")


def _selected(
    writer: PieceWriter, site: Site, operand: n.Operand | int, name: str, choices: range
) -> str:
    """Return a selector; `UnsupportedInstructionError` for a constant that selects nothing."""
    if isinstance(operand, n.Literal) and operand.value not in choices:
        listed = ", ".join(map(str, choices))
        msg = f"{site.node.opcode} with the {name} {operand.value}, where it may be {listed}"
        raise UnsupportedInstructionError(msg)
    return writer.source(site, operand, "u2")


def _slot(writer: PieceWriter, site: Site, operand: Any, kind: str) -> int | None:
    """Return the slot of a register that has the size of a NumPy type."""
    if isinstance(operand, int):
        slot = operand
    else:
        location = writer.slots.register(operand, site.level)
        if location is None or len(location.slots) != 1:
            return None
        slot = location.slots[0]
    return slot if writer.slots.kinds[slot][1:] == kind[1:] else None


def _register_function(form: Form) -> Any:
    """Return a function that computes the registers of D from those of A, B and C."""

    def compute(
        machine: Any,
        lanes: Any,
        a: tuple[Any, ...],
        b: tuple[Any, ...],
        c: tuple[Any, ...],
        more_a: tuple[Any, ...],
        more_b: tuple[Any, ...],
    ) -> tuple[Any, ...]:
        warps = warps_of(machine, lanes)
        if form.sparsity is not None:
            form.sparsity.check(machine, lanes, *more_a[:2])
        if form.scales is not None:
            form.scales.check(machine, lanes, "a", *more_a[-2:])
            form.scales.check(machine, lanes, "b", *more_b[-2:])
        left, right = form.left(a, warps, *more_a), form.right(b, warps, *more_b)
        matrix = form.multiply(left, right, form.start(c, warps))
        return tuple([form.part(matrix, index) for index in range(form.counts[3])])

    return compute


def _assign(
    writer: PieceWriter, site: Site, targets: tuple[Any, ...], results: str, kind: str
) -> None:
    for index, target in enumerate(targets):
        if not is_sink(target):
            writer.assign(site, target, f"{results}[{index}]", kind)


# ------------------------------------------------------------ to and from memory


def _run(
    writer: PieceWriter, site: Site, operation: str, groups: list[list[str]], kinds: tuple[str, ...]
) -> str:
    """Write a call of an operation on complete warps; return the variable of its results."""
    if site.guard is None:
        _warps(writer)
        tuples = ", ".join(map(_tuple, groups))
        return writer.let(f"{operation}(M, I, {tuples})")
    sources = _tuple(list(map(_tuple, groups)))
    return writer.let(
        writer.call(run_guarded, "M", site.guard, "I", repr(kinds), operation, sources)
    )


def _matrix_count(site: Site) -> int:
    """Return how many matrices are moved."""
    return next(int(word[2:]) for word in site.modifiers if word in (".x1", ".x2", ".x4"))


@emits("ldmatrix")
def _ldmatrix(writer: PieceWriter, site: Site) -> None:
    count, transpose, wide = _matrix_count(site), site.has(".trans"), site.has(".m16n16")
    packing = next((word[1:] for word in site.modifiers if word[1:] in PADDED_BITS), "")
    if wide:
        # PTX has `.m16n16` only for elements of 8 bits or fewer, with `.trans`, and not as `.x4`.
        movable = transpose and not site.has(".x4") and bool(packing or site.has(".b8"))
    elif site.has(".m8n16"):
        movable = bool(packing) and not transpose
    else:
        movable = site.has(".b16")
    if not movable:
        raise site.unsupported()
    target, address = site.operands
    space = memory_space(writer, site, address)
    _await_warps(writer, site)

    def operation(machine: Any, lanes: Any, sources: Any) -> Any:
        if wide:
            return load_octets(machine, lanes, space, sources[0], count, packing)
        if packing:
            return load_unpacked(machine, lanes, space, sources[0], count, packing)
        return load_matrices(machine, lanes, space, sources[0], count, transpose)

    # Of 16 x 16 bytes each thread gets two registers, of other matrices one.
    number = 2 * count if wide else count
    results = _elements(writer, site, target, number)
    # Without the key each instruction would bind a function of its own, though they are alike.
    name = writer.bind(operation, ("ldmatrix", space, count, transpose, wide, packing))
    where = writer.address(site, address)
    found = _run(writer, site, name, [[where]], ("u4",) * number)
    _assign(writer, site, results, found, "u4")


@emits("stmatrix")
def _stmatrix(writer: PieceWriter, site: Site) -> None:
    count, transpose, octets = _matrix_count(site), site.has(".trans"), site.has(".b8")
    if octets != site.has(".m16n8") or (octets and not transpose):
        raise site.unsupported()
    address, source = site.operands
    space = memory_space(writer, site, address)
    _await_warps(writer, site)

    def operation(machine: Any, lanes: Any, sources: Any, registers: Any) -> tuple[()]:
        if octets:
            store_octets(machine, lanes, space, sources[0], registers)
        else:
            store_matrices(machine, lanes, space, sources[0], registers, transpose)
        return ()

    name = writer.bind(operation, ("stmatrix", space, count, transpose, octets))
    registers = _sources(writer, site, source, count, "u4")
    _run(writer, site, name, [[writer.address(site, address)], registers], ())


def _move(machine: Any, lanes: Any, sources: tuple[Any, ...]) -> tuple[Any, ...]:
    (value,) = sources
    number = machine.count if lanes is None else len(lanes)
    return (transpose_register(value if value.ndim else value.repeat(number)),)


@emits("movmatrix")
def _movmatrix(writer: PieceWriter, site: Site) -> None:
    _await_warps(writer, site)
    target, source = site.operands
    value = writer.source(site, source, "u4")
    found = _run(writer, site, writer.bind(_move), [[value]], ("u4",))
    _assign(writer, site, (target,), found, "u4")


@emits("wmma")
def _wmma(writer: PieceWriter, site: Site) -> None:
    action, *words = site.modifiers
    if action == ".mma":
        form = form_of(tuple(words))
        if form is None:
            raise site.unsupported()
        _product(writer, site, form, site.operands, ())
        return
    matrix, modifiers = words[0][1:], tuple(words[1:])
    tile = tile_of(matrix, modifiers) if matrix in ("a", "b", "c", "d") else None
    if tile is None:
        raise site.unsupported()
    _await_warps(writer, site)
    first, second, *rest = site.operands
    address, fragment = (second, first) if action == ".load" else (first, second)
    space = memory_space(writer, site, address)
    sources = [writer.address(site, address)]
    sources += [writer.source(site, operand, "u4") for operand in rest[:1]]

    def load(machine: Any, lanes: Any, where: tuple[Any, ...]) -> tuple[Any, ...]:
        stride = where[1] if len(where) > 1 else None
        return load_tile(machine, lanes, space, tile, where[0], stride)

    def store(machine: Any, lanes: Any, where: Any, registers: Any) -> tuple[()]:
        stride = where[1] if len(where) > 1 else None
        store_tile(machine, lanes, space, tile, where[0], stride, registers)
        return ()

    count = tile.registers
    if action == ".load":
        name = writer.bind(load, ("wmma.load", space, matrix, modifiers))
        results = _elements(writer, site, fragment, count)
        found = _run(writer, site, name, [sources], (tile.kind,) * count)
        _assign(writer, site, results[:count], found, tile.kind)
    else:
        name = writer.bind(store, ("wmma.store", space, matrix, modifiers))
        registers = _sources(writer, site, fragment, count, tile.kind)
        _run(writer, site, name, [sources, registers], ())
