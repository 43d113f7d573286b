"""Products in tensor memory, `tcgen05.mma`, and their completion (PTX ISA 9.7.16.10 and on)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.ir import nodes as n
from ptxpy.sim.compile.emitters import tensor_memory
from ptxpy.sim.compile.emitters.tensor_memory import group_of, ordinal, unsupported
from ptxpy.sim.compile.memory_operands import memory_space
from ptxpy.sim.compile.registry import emits
from ptxpy.sim.semantics.tensor_memory import commits, product_issue
from ptxpy.sim.semantics.tensor_memory.instruction_fields import Form

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


@emits("tcgen05")
def _tcgen05(writer: PieceWriter, site: Site) -> None:
    emitter = _EMITTERS.get(site.modifiers[0])
    if emitter is None:
        raise unsupported(site)
    emitter(writer, site)


def _form(writer: PieceWriter, site: Site, scale_d: int) -> Form:
    """Return the immediate part of a product."""
    kind = next((word[7:] for word in site.modifiers if word.startswith(".kind::")), "")
    sizes = _SCALES.get(kind, {})
    size = next((word for word in site.modifiers if word in sizes), "")
    collector = [word for word in site.modifiers if word.startswith(".collector::")]
    if kind not in _KINDS or any("decompress" in word for word in site.modifiers):
        raise unsupported(site)
    if sizes and size not in sizes:
        raise unsupported(site)
    return Form(
        kind,
        int(group_of(site)),
        isinstance(site.operands[1], n.Address),
        site.has(".sp"),
        site.has(".ws"),
        sizes.get(size, 0),
        site.has(".ashift"),
        scale_d,
        collector[0] if collector else "",
        has_long_k=writer.program.architecture == _LONG_K_ARCHITECTURE,
    )


def _mma(writer: PieceWriter, site: Site) -> None:
    operands = list(site.operands)
    d, a, b = operands[:3]
    rest = operands[3:]
    metadata = rest.pop(0) if site.has(".sp") else None
    descriptor = rest.pop(0)
    scales = [rest.pop(0), rest.pop(0)] if site.has(".block_scale") else []
    disabled: list[Any] = []
    if rest and isinstance(rest[0], n.Vector):
        disabled = list(writer.slots.elements(rest.pop(0), site.level))
    enable, *last = rest
    mask, scale_d = None, 0
    if last and site.has(".ws"):
        mask = last[0]
    elif last:
        if not isinstance(last[0], n.Literal):
            raise unsupported(site)
        scale_d = int(last[0].value)
    form = _form(writer, site, scale_d)
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
            product_issue.multiply, "M", name, ordinal(writer, site), *values,
            site.guard or "None", "I",
        )
    )  # fmt: skip


def _commit(writer: PieceWriter, site: Site) -> None:
    if site.has(".multicast::cluster::32b") or any(
        word.startswith(".sync_restrict") for word in site.modifiers
    ):
        raise unsupported(site)
    address, *mask = site.operands
    writer.emit(
        writer.call(
            commits.commit,
            "M",
            group_of(site),
            ordinal(writer, site),
            repr(memory_space(writer, site, address)),
            writer.address(site, address),
            writer.source(site, mask[0], "u2") if mask else "None",
            site.guard or "None",
            "I",
        )
    )


def _fence(writer: PieceWriter, site: Site) -> None:
    """Write nothing: what has been issued is done when other threads can see it."""
    del writer, site


_EMITTERS: Final[dict[str, Callable[[PieceWriter, Site], None]]] = {
    **tensor_memory.EMITTERS,
    ".mma": _mma,
    ".commit": _commit,
    ".fence::before_thread_sync": _fence,
    ".fence::after_thread_sync": _fence,
}
"""The emitters, by the first modifier, which is part of the name of the instruction."""
