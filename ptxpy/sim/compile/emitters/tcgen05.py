"""Tensor memory: allocation, loads, stores, copies and products (PTX ISA 9.7.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.emitters.warps import FULL, await_warps
from ptxpy.sim.compile.memory_operands import memory_space
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.pieces import Await
from ptxpy.sim.semantics.matrices.elements import PADDED_BITS
from ptxpy.sim.semantics.matrices.whole_warps import run_guarded
from ptxpy.sim.semantics.tensor_memory import (
    allocation,
    commits,
    issue_queue,
    matrix_copies,
    transfers,
)
from ptxpy.sim.semantics.tensor_memory.instruction_fields import Form
from ptxpy.sim.semantics.tensor_memory.matrix_copies import MatrixCopy
from ptxpy.sim.semantics.tensor_memory.transfers import Transfer

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.compile.piece_writer import PieceWriter
    from ptxpy.sim.compile.site import Site

__all__: list[str] = []

_SCALES: Final = {
    "mxf8f6f4": {"": 1, ".scale_vec::1X": 1, ".block32": 1},
    "mxf4": {"": 2, ".scale_vec::2X": 2, ".block32": 2},
    "mxf4nvf4": {".scale_vec::2X": 2, ".block32": 2, ".scale_vec::4X": 4, ".block16": 4},
}
"""Scale factors of a row in one product, by the kind and the modifier."""
_LONG_K_ARCHITECTURE: Final = 103
"""The architecture with products of a K of 96 (PTX ISA 9.7.16.4.2)."""
_KINDS: Final = frozenset({"f16", "tf32", "f8f6f4", "i8", *_SCALES})
_SHAPES: Final = ("32x32b", "16x64b", "16x128b", "16x256b", "16x32bx2")
_MULTICASTS: Final = (".warpx4", ".warpx2::02_13", ".warpx2::01_23")


def _group_of(site: Site) -> str:
    """Return the value of `.cta_group`, as an argument."""
    return "2" if site.has(".cta_group::2") else "1"


def _ordinal(writer: PieceWriter, site: Site) -> str:
    """Return the ordinal of the statement in the module, as an argument."""
    return str(writer.routine.code.ordinals[site.at])


def _await(writer: PieceWriter, site: Site) -> None:
    await_warps(writer, site, writer.constant(FULL, "u4"))


def _guard(site: Site) -> str:
    return site.guard or "None"


def _alloc(writer: PieceWriter, site: Site) -> None:
    _await(writer, site)
    target, columns = site.operands
    call = writer.call(
        allocation.allocate,
        "M",
        _group_of(site),
        str(site.has(".exclusive")),
        _ordinal(writer, site),
        repr(memory_space(writer, site, target)),
        writer.address(site, target),
        writer.source(site, columns, "u4"),
        _guard(site),
        "I",
    )
    found = writer.let(call)
    # A warp that waits for columns leaves, and runs the piece once more.
    writer.emit(f"if type({found}) is {writer.bind(Await)}: return {found}")


def _dealloc(writer: PieceWriter, site: Site) -> None:
    _await(writer, site)
    values = [writer.source(site, each, "u4") for each in site.operands]
    arguments = ("M", _group_of(site), _ordinal(writer, site), *values, _guard(site), "I")
    writer.emit(writer.call(allocation.deallocate, *arguments))


def _relinquish(writer: PieceWriter, site: Site) -> None:
    _await(writer, site)
    arguments = ("M", _group_of(site), _ordinal(writer, site), _guard(site), "I")
    writer.emit(writer.call(allocation.relinquish, *arguments))


def _transfer(site: Site, split: n.Operand | None) -> Transfer:
    """Return the immediate part of a load or store."""
    shape = next((word[1:] for word in site.modifiers if word[1:] in _SHAPES), "")
    repeat = next((word for word in site.modifiers if word.startswith(".x")), "")
    if not shape or not repeat[2:].isdigit():
        raise site.unsupported()
    columns = 0
    if split is not None:
        sign = -1 if isinstance(split, n.Unary) and split.operator == "-" else 1
        # The distance of the two halves may be negative.
        number = split.operand if isinstance(split, n.Unary) and sign < 0 else split
        if not isinstance(number, n.Literal):
            raise site.unsupported()
        columns = sign * int(number.value)
    packed = site.has(".pack::16b", ".unpack::16b")
    return Transfer(shape, int(repeat[2:]), packed, columns)


def _ld(writer: PieceWriter, site: Site) -> None:
    if site.has(".spcompress"):
        raise site.unsupported()
    _await(writer, site)
    vector, *rest = site.operands
    reduces = site.has(".red")
    result = rest.pop(0) if reduces else None
    transfer = _transfer(site, rest[1] if len(rest) > 1 else None)
    slots: list[Any] = list(writer.slots.elements(vector, site.level))
    if len(slots) != transfer.registers:
        raise site.unsupported()
    function: Callable[..., object] = transfers.load
    immediate = [writer.bind(transfer, transfer)]
    if reduces:
        function = transfers.reduced
        kind, combine = transfers.reduction(site.modifiers)
        immediate += [repr(kind), writer.bind(combine)]
        slots.append(result)
    address = writer.address(site, rest[0])
    if site.guard is None:
        found = writer.let(writer.call(function, "M", "I", *immediate, address))
    else:
        operation = writer.bind(transfers.bound(transfer, site.modifiers))
        kinds = repr(("u4",) * len(slots))
        call = writer.call(run_guarded, "M", site.guard, "I", kinds, operation, f"(({address},),)")
        found = writer.let(call)
    for number, slot in enumerate(slots):
        writer.assign(site, slot, f"{found}[{number}]", "u4")


def _st(writer: PieceWriter, site: Site) -> None:
    _await(writer, site)
    target, *rest = site.operands
    vector = rest.pop()
    transfer = _transfer(site, rest[0] if rest else None)
    slots = writer.slots.elements(vector, site.level)
    if len(slots) != transfer.registers:
        raise site.unsupported()
    address = writer.address(site, target)
    registers = ", ".join(writer.source(site, slot, "u4") for slot in slots)
    immediate = writer.bind(transfer, transfer)
    arguments = ("M", "I", immediate, address, f"({registers},)", _guard(site))
    writer.emit(writer.call(transfers.store, *arguments))


def _wait(writer: PieceWriter, site: Site) -> None:
    _await(writer, site)
    kind = "loads" if site.has(".wait::ld") else "stores"
    writer.emit(writer.call(transfers.wait, "M", repr(kind), _guard(site), "I"))


def _cp(writer: PieceWriter, site: Site) -> None:
    shape = next((word for word in site.modifiers if "x" in word and word.endswith("b")), "")
    rows, _, bits = shape[1:-1].partition("x")
    if not rows.isdigit() or not bits.isdigit():
        raise site.unsupported()
    multicast = next((word for word in site.modifiers if word in _MULTICASTS), "")
    source = next((word[1:] for word in site.modifiers if word[1:] in PADDED_BITS), "")
    # The replicas of this shape depend on the shape, not on a modifier.
    if rows == "4":
        multicast = "4x256b"
    form = MatrixCopy(int(_group_of(site)), int(rows), int(bits) // 8, multicast, source)
    target, descriptor = site.operands
    writer.emit(
        writer.call(
            matrix_copies.copy,
            "M",
            writer.bind(form, form),
            _ordinal(writer, site),
            writer.address(site, target),
            writer.source(site, descriptor, "u8"),
            _guard(site),
            "I",
        )
    )


def _shift(writer: PieceWriter, site: Site) -> None:
    address = writer.address(site, site.operands[0])
    arguments = ("M", _group_of(site), _ordinal(writer, site), address, _guard(site), "I")
    writer.emit(writer.call(matrix_copies.shift, *arguments))


@emits("tcgen05")
def _tcgen05(writer: PieceWriter, site: Site) -> None:
    emitter = _EMITTERS.get(site.modifiers[0])
    if emitter is None:
        raise site.unsupported()
    emitter(writer, site)


def _mma(writer: PieceWriter, site: Site) -> None:
    operands = list(site.operands)
    d, a, b = operands[:3]
    rest = operands[3:]
    metadata = rest.pop(0) if site.has(".sp") else None
    descriptor = rest.pop(0)
    scales = [rest.pop(0), rest.pop(0)] if site.has(".block_scale") else []
    disabled: list[Any] = []
    # The mask of disabled lanes is the only vector here; the predicate that enables D comes next.
    if rest and isinstance(rest[0], n.Vector):
        disabled = list(writer.slots.elements(rest.pop(0), site.level))
    enable, *last = rest
    mask, scale_d = None, 0
    # With `.ws` the last operand is a mask of zero columns, otherwise a scale of D.
    if last and site.has(".ws"):
        mask = last[0]
    elif last:
        if not isinstance(last[0], n.Literal):
            raise site.unsupported()
        scale_d = int(last[0].value)
    kind = next((word[7:] for word in site.modifiers if word.startswith(".kind::")), "")
    sizes = _SCALES.get(kind, {})
    size = next((word for word in site.modifiers if word in sizes), "")
    collector = [word for word in site.modifiers if word.startswith(".collector::")]
    if kind not in _KINDS or any("decompress" in word for word in site.modifiers):
        raise site.unsupported()
    # A kind whose scale factors have no usual size needs a modifier.
    if sizes and size not in sizes:
        raise site.unsupported()
    form = Form(
        kind,
        int(_group_of(site)),
        isinstance(site.operands[1], n.Address),
        site.has(".sp"),
        site.has(".ws"),
        sizes.get(size, 0),
        site.has(".ashift"),
        scale_d,
        collector[0] if collector else "",
        has_long_k=writer.program.architecture == _LONG_K_ARCHITECTURE,
    )
    left = writer.address(site, a) if form.a_in_tensor_memory else writer.source(site, a, "u8")
    words = ", ".join(writer.source(site, each, "u4") for each in disabled)
    addresses = ", ".join(writer.address(site, each) for each in scales)
    values = (
        writer.address(site, d),
        left,
        writer.source(site, b, "u8"),
        writer.source(site, descriptor, "u4"),
        writer.source(site, enable, "?"),
        f"({addresses},)" if scales else "()",
        writer.address(site, metadata) if metadata is not None else "None",
        f"({words},)" if disabled else "()",
        writer.source(site, mask, "u8") if mask is not None else "None",
    )
    name = writer.bind(form, form)
    writer.emit(
        writer.call(
            issue_queue.multiply, "M", name, _ordinal(writer, site), *values,
            site.guard or "None", "I",
        )
    )  # fmt: skip


def _commit(writer: PieceWriter, site: Site) -> None:
    if site.has(".multicast::cluster::32b") or any(
        word.startswith(".sync_restrict") for word in site.modifiers
    ):
        raise site.unsupported()
    address, *mask = site.operands
    writer.emit(
        writer.call(
            commits.commit,
            "M",
            _group_of(site),
            _ordinal(writer, site),
            repr(memory_space(writer, site, address)),
            writer.address(site, address),
            writer.source(site, mask[0], "u2") if mask else "None",
            site.guard or "None",
            "I",
        )
    )


def _fence(writer: PieceWriter, site: Site) -> None:
    """Write nothing: issued operations are done when other threads can see them."""
    del writer, site


_EMITTERS: Final[dict[str, Callable[[PieceWriter, Site], None]]] = {
    ".alloc": _alloc,
    ".dealloc": _dealloc,
    ".relinquish_alloc_permit": _relinquish,
    ".ld": _ld,
    ".st": _st,
    ".wait::ld": _wait,
    ".wait::st": _wait,
    ".cp": _cp,
    ".shift": _shift,
    ".mma": _mma,
    ".commit": _commit,
    ".fence::before_thread_sync": _fence,
    ".fence::after_thread_sync": _fence,
}
"""The emitters, by the first modifier, which is part of the name of the instruction."""
