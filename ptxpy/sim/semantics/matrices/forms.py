"""The forms of `mma` and `wmma.mma`: the functions that compute them, by their modifiers."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final

from ptxpy._records import NamedTuple
from ptxpy.sim.semantics.matrices.block_scales import SCALED_KINDS, BlockScales, block_scales_of
from ptxpy.sim.semantics.matrices.elements import BITS, FLOATS, INTEGERS, NARROW, decode
from ptxpy.sim.semantics.matrices.fragments import (
    Accumulator,
    Operand,
    quad_accumulator,
    quad_operand,
    quad_part,
)
from ptxpy.sim.semantics.matrices.products import (
    product_of_bits,
    product_of_doubles,
    product_of_floats,
    product_of_integers,
)
from ptxpy.sim.semantics.matrices.sparse import Sparsity, dense

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Form", "element_types", "form_of", "merge_forms", "shape_of", "sparse_form_of"]

_SHAPE: Final = re.compile(r"\.m(\d+)n(\d+)k(\d+)$")
_ACCUMULATORS: Final = {"f16": "f2", "f32": "f4", "f64": "f8", "s32": "i4"}
_SIZES: Final = {**BITS, **NARROW}
_TYPES: Final = frozenset({*BITS, *_ACCUMULATORS})
_NARROW_TYPES: Final = frozenset({"e3m2", "e2m3", "e2m1"})
_EIGHT_BITS: Final = frozenset({".kind::f8f6f4", ".kind::mxf8f6f4"})
"""The kinds whose elements are in 8 bits each."""
_FOUR_BITS: Final = frozenset({".kind::mxf4", ".kind::mxf4nvf4"})
"""The kinds whose elements are packed."""
_KINDS: Final = frozenset({None, *_EIGHT_BITS})
_ORDERED: Final = ".sp::ordered_metadata"
_SMALLEST_SPARSE: Final = 8
_ROWS: Final = 16
"""Rows of a block of registers."""


class Form(NamedTuple):
    """The functions that compute D = A * B + C. A form always has the same function objects."""

    left: Callable[..., Any]
    """Gathers A from a tuple of registers and the number of warps.

    It also takes the metadata and the selector of a sparse A, and then the register, the byte-id
    and the thread-id of its scale factors, if it has such.
    """
    right: Callable[..., Any]
    """Gathers B from its registers, with the same further arguments."""
    start: Callable[[tuple[Any, ...], int], Any]
    """Gathers C from its registers."""
    multiply: Callable[[Any, Any, Any], Any]
    """Computes D."""
    part: Callable[[Any, int], Any]
    """Returns a register of D, by its index."""
    kind: str
    """The NumPy type of the registers of A and B."""
    source_kind: str
    """The NumPy type of the registers of C."""
    result_kind: str
    """The NumPy type of the registers of D."""
    counts: tuple[int, int, int, int]
    """The numbers of registers of A, B, C and D that hold elements."""
    sparsity: Sparsity | None = None
    """The metadata of a sparse A."""
    scales: BlockScales | None = None
    """The scale factors of A and B."""
    whole: tuple[Any, ...] | None = None
    """The arguments of `_dense`, if several products can be one (`merge_forms`)."""

    @property
    def chains(self) -> bool:
        """Whether D has the representation of C, so that it can be the next C."""
        return self.source_kind == self.result_kind


def shape_of(modifiers: tuple[str, ...]) -> tuple[int, int, int] | None:
    """Return m, n and k of a shape among modifiers."""
    for modifier in modifiers:
        found = _SHAPE.match(modifier)
        if found is not None:
            return int(found[1]), int(found[2]), int(found[3])
    return None


def element_types(modifiers: tuple[str, ...]) -> tuple[str, str, str, str] | None:
    """Return the types of D, A, B and C, None for others than a product has.

    `wmma.mma` with `.f16` names only the types of D and C.
    """
    kind = next((word for word in modifiers if word.startswith(".kind::")), None)
    elements = _TYPES if kind is None else _TYPES | _NARROW_TYPES
    names = [word[1:] for word in modifiers if word[1:] in elements]
    if len(names) == 2 and kind is None:  # noqa: PLR2004 - matrices
        return names[0], "f16", "f16", names[1]
    if len(names) != 4:  # noqa: PLR2004 - matrices
        return None
    # Elements of these kinds are packed, two in a byte; those of other kinds have a byte each.
    if kind in _FOUR_BITS:
        return names[0], f"{names[1]}x2", f"{names[2]}x2", names[3]
    return (names[0], names[1], names[2], names[3]) if kind in _KINDS else None


def _is_scaled(modifiers: tuple[str, ...]) -> bool:
    return ".block_scale" in modifiers or not SCALED_KINDS.keys().isdisjoint(modifiers)


def _multiplication(
    modifiers: tuple[str, ...], a: str, b: str, result: str
) -> Callable[[Any, Any, Any], Any] | None:
    satfinite = ".satfinite" in modifiers
    if a in FLOATS and b in FLOATS and result in ("f2", "f4"):
        return product_of_floats(result, satfinite=satfinite)
    if a in INTEGERS and b in INTEGERS and result == "i4":
        return product_of_integers(satfinite=satfinite)
    if a == b == "b1" and result == "i4":
        return product_of_bits("and" if ".and" in modifiers else "xor")
    if a == b == "f64" and result == "f8":
        rounding = next((m[1:] for m in modifiers if m in (".rz", ".rm", ".rp")), "rn")
        return product_of_doubles(rounding)
    return None


def _decoding(operand: Operand, type_: str, *, natural: bool) -> Callable[..., Any]:
    def gather(registers: tuple[Any, ...], warps: int) -> Any:
        return decode(type_, operand.gather(registers, warps, natural=natural))

    return gather


def _scaled(
    gather: Callable[..., Any], side: str, scales: BlockScales | None
) -> Callable[..., Any]:
    """Return a function that gathers a matrix, whose columns are in order, with its factors."""
    if scales is None:
        return gather

    def gather_scaled(registers: tuple[Any, ...], warps: int, *more: Any) -> Any:
        *metadata, words, byte, thread = more
        factors = scales.gather(side, words, byte, thread, warps)
        return scales.apply(gather(registers, warps, *metadata), factors)

    return gather_scaled


@lru_cache(maxsize=1024)
def form_of(modifiers: tuple[str, ...]) -> Form | None:
    """Return the form of an `mma` without `.sp`, or a `wmma.mma`; None if unsupported."""
    shape, types = shape_of(modifiers), element_types(modifiers)
    if shape is None or types is None:
        return None
    d, a, b, c = types
    result, source = _ACCUMULATORS[d], _ACCUMULATORS[c]
    multiply = _multiplication(modifiers, a, b, result)
    if multiply is None:
        return None
    # This shape is of four products, each of eight threads.
    if shape == (8, 8, 4) and a == "f16":
        layouts = [modifier for modifier in modifiers if modifier in (".row", ".col")]
        return Form(
            quad_operand(along=layouts[0] == ".row"),
            quad_operand(along=layouts[1] == ".col"),
            partial(quad_accumulator, kind=source),
            multiply,
            partial(quad_part, kind=result),
            "u4",
            "u4" if source == "f2" else source,
            "u4" if result == "f2" else result,
            (2, 2, 4 if source == "f2" else 8, 4 if result == "f2" else 8),
        )
    scales = block_scales_of(modifiers)
    # Scale factors that a kind does not have must not be ignored.
    if scales is None and _is_scaled(modifiers):
        return None
    return _dense(shape, types, multiply, scales)


@lru_cache(maxsize=1024)
def _dense(
    shape: tuple[int, int, int],
    types: tuple[str, str, str, str],
    multiply: Callable[[Any, Any, Any], Any],
    scales: BlockScales | None = None,
) -> Form:
    (m, n, k), (d, a, b, c) = shape, types
    left, right = Operand("a", m, k, _SIZES[a]), Operand("b", n, k, _SIZES[b])
    natural = a == "f64" or scales is not None  # its fused multiply-adds, or blocks, have an order
    start, end = Accumulator(m, n, _ACCUMULATORS[c]), Accumulator(m, n, _ACCUMULATORS[d])
    return Form(
        _scaled(_decoding(left, a, natural=natural), "a", scales),
        _scaled(_decoding(right, b, natural=natural), "b", scales),
        start.gather,
        multiply,
        end.part,
        left.kind,
        start.register_kind,
        end.register_kind,
        (left.registers, right.registers, start.registers, end.registers),
        scales=scales,
        whole=None if natural or a == "b1" else (shape, types, multiply),
    )


def merge_forms(form: Form, down: int, across: int) -> Form | None:
    """Return the form for several As stacked vertically, or several Bs side by side.

    Each element of its D is computed as by the form itself. None when there is no such form.
    """
    if form.whole is None:
        return None
    (m, n, k), types, multiply = form.whole
    if m > _ROWS or (down > 1 and m < _ROWS):  # the order of registers would be another
        return None
    return _dense((m * down, n * across, k), types, multiply)


@lru_cache(maxsize=1024)
def sparse_form_of(modifiers: tuple[str, ...]) -> Form | None:
    """Return the form of an `mma.sp`; its `left` also takes the metadata and the selector."""
    shape, types = shape_of(modifiers), element_types(modifiers)
    if shape is None or types is None:
        return None
    (m, n, k), (d, a, b, c) = shape, types
    result, source = _ACCUMULATORS[d], _ACCUMULATORS[c]
    multiply = _multiplication(modifiers, a, b, result)
    if multiply is None or a in ("b1", "f64") or k < _SMALLEST_SPARSE:
        return None
    scales = block_scales_of(modifiers)
    if scales is None and _is_scaled(modifiers):
        return None
    # Of a sparse A the registers hold half of the columns.
    held, right = Operand("a", m, k // 2, _SIZES[a]), Operand("b", n, k, _SIZES[b])
    start, end = Accumulator(m, n, source), Accumulator(m, n, result)

    def left(registers: tuple[Any, ...], warps: int, metadata: Any, selector: int) -> Any:
        # The metadata are about columns in their natural order.
        values = decode(a, held.gather(registers, warps, natural=True))
        return dense(a, k, values, metadata, selector, warps)

    return Form(
        _scaled(left, "a", scales),
        _scaled(_decoding(right, b, natural=True), "b", scales),
        start.gather,
        multiply,
        end.part,
        held.kind,
        start.register_kind,
        end.register_kind,
        (held.registers, right.registers, start.registers, end.registers),
        Sparsity(a, k, ordered=_ORDERED in modifiers),
        scales,
    )
