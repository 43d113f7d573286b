"""The instruction descriptor of `tcgen05.mma`, a register of 32 bits (PTX ISA 9.7.16.4.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from ptxpy.isa.instruction_descriptors import KINDS

__all__ = ["Fields", "Form", "decode"]


class Form(NamedTuple):
    """The immediate part of a `tcgen05.mma`."""

    kind: str
    """`f16`, `tf32`, `f8f6f4`, `i8`, `mxf8f6f4`, `mxf4` or `mxf4nvf4`."""
    group: int
    """The value of `.cta_group`."""
    a_in_tensor_memory: bool
    sparse: bool
    ws: bool
    """Whether it is `.ws`, which keeps B."""
    scales: int
    """How many scale factors a row has in one product with K of its usual length; 0 for none."""
    shifted: bool
    """Whether it has `.ashift`."""
    scale_d: int
    """D is divided by 2 to the power of it."""
    collector: str
    """The modifier of the collector buffer, which has no effect here; empty for none."""


class Fields(NamedTuple):
    """What an instruction descriptor says."""

    m: int
    n: int
    k: int
    """The extent of K, of which a sparse A has half."""
    d: str
    """The type of the elements of D."""
    a: str
    b: str
    negative: bool
    """Whether the product is subtracted: one of A and B is negated."""
    a_major: str
    """`K` or `MN`."""
    b_major: str
    saturate: bool
    selector: int
    """The sparsity selector."""
    scale_type: str
    """`ue8m0` or `ue4m3`; empty without block scaling."""
    a_scale: int
    """The index of the first byte of the scale factors of A in a word."""
    b_scale: int
    max_shift: int


_SCALED: Final = ("mxf8f6f4", "mxf4", "mxf4nvf4")
_BITS: Final = {
    "f16": 16,
    "tf32": 32,
    "f8f6f4": 8,
    "i8": 8,
    "mxf8f6f4": 8,
    "mxf4": 4,
    "mxf4nvf4": 4,
}
"""Bits that an element of A takes in memory, with its padding."""
_ROW_OCTETS: Final = 32
_I8_COLUMNS: Final = frozenset({8, 16, 24, *range(32, 257, 16)})
_WS_COLUMNS: Final = (64, 128, 256)


@lru_cache(maxsize=4096)
def decode(form: Form, bits: int) -> Fields:
    """Return the fields of a descriptor; `ValueError` names the field that is wrong."""
    scaled = form.kind in _SCALED
    _check_reserved(form, bits)
    kind = (
        KINDS["f8f6f4" if form.kind == "mxf8f6f4" else form.kind]
        if form.kind in KINDS or form.kind == "mxf8f6f4"
        else None
    )
    narrow = form.kind in ("mxf4", "mxf4nvf4")
    if narrow:
        inputs, sums = {"e2m1": 1}, {"f32": None}
    else:
        assert kind is not None  # noqa: S101 - all kinds without narrow elements
        inputs, sums = kind.inputs, kind.sums
    a = _type(inputs, bits >> 7 & 7, "bits 7 to 9, the type of A,", form.kind)
    b = _type(inputs, bits >> 10 & (3 if narrow else 7), "bits 10 to 12, the type of B,", form.kind)
    d = "f32" if scaled else _type(sums, bits >> 4 & 3, "bits 4 and 5, the type of D,", form.kind)
    if form.kind == "f16" and (a != b or (d == "f16" and a != "f16")):
        msg = f"A of {a} and B of {b} with D of {d}: kind::f16 takes two of a type, bf16 with f32"
        raise ValueError(msg)
    if bool(bits >> 2 & 1) != form.sparse:
        msg = (
            f"bit 2, sparsity, is {bits >> 2 & 1}, and the instruction is "
            f"{'with' if form.sparse else 'without'} .sp"
        )
        raise ValueError(msg)
    long = narrow and bool(bits >> 31)
    k = 96 if long else _ROW_OCTETS * 8 // _BITS[form.kind] * (2 if form.sparse else 1)
    if long and form.sparse:
        msg = "bit 31, K of 96, is for dense matrices"
        raise ValueError(msg)
    if scaled:
        m = (bits >> 27 & 3) << 7
        if bits >> 24 & 7:
            msg = f"bits 24 to 26 are reserved and hold {bits >> 24 & 7:#x}, not 0"
            raise ValueError(msg)
    else:
        m = (bits >> 24 & 31) << 4
    n = (bits >> 17 & 63) << 3
    _check_extents(form, m, n)
    majors = ["MN" if bits >> at & 1 else "K" for at in (15, 16)]
    return Fields(
        m, n, k, d, a, b,
        negative=bool((bits >> 13 ^ bits >> 14) & 1),
        a_major=majors[0],
        b_major=majors[1],
        saturate=not scaled and bool(bits >> 3 & 1),
        selector=0 if scaled else bits & 3,
        scale_type=("ue8m0" if bits >> 23 & 1 else "ue4m3") if scaled else "",
        a_scale=bits >> 29 & 3 if scaled else 0,
        b_scale=bits >> 4 & 3 if scaled else 0,
        max_shift=0 if scaled else bits >> 30 & 3,
    )  # fmt: skip


def _type(known: dict[str, int], code: int, where: str, kind: str) -> str:
    for name, each in known.items():
        if each == code:
            return name
    allowed = ", ".join(f"{each} ({name})" for name, each in known.items())
    msg = f"{where} hold {code}; of kind::{kind} they hold {allowed}"
    raise ValueError(msg)


def _check_reserved(form: Form, bits: int) -> None:
    """Raise `ValueError` if a field that the kind has not, or a reserved one, is not 0."""
    reserved: list[tuple[int, int, str]] = []
    if form.kind in _SCALED:
        reserved = [(0, 1, "reserved"), (3, 3, "reserved"), (6, 6, "reserved")]
        if form.kind == "mxf8f6f4":
            reserved.append((31, 31, "reserved"))
        else:
            reserved += [(12, 12, "reserved"), (15, 16, "reserved, as fp4 is K-major,")]
    else:
        reserved = [(6, 6, "reserved"), (23, 23, "reserved"), (29, 29, "reserved")]
        if not form.sparse:
            reserved.append((0, 1, "the sparsity selector"))
        if form.kind != "i8":
            reserved.append((3, 3, "saturation of kind::i8"))
        else:
            reserved.append((13, 14, "reserved, as integers are not negated,"))
        if not form.ws:
            reserved.append((30, 31, "the maximum shift of .ws"))
    for first, last, what in reserved:
        held = bits >> first & (1 << last - first + 1) - 1
        if held:
            where = f"bit {first}" if first == last else f"bits {first} to {last}"
            msg = f"{where}, {what}, hold {held:#x}, not 0"
            raise ValueError(msg)
    if form.kind == "mxf8f6f4" or (form.kind == "mxf4"):
        if not bits >> 23 & 1:
            msg = "bit 23, the type of the scale factors, is 0; it is 1 for ue8m0"
            raise ValueError(msg)
    if form.kind == "mxf4nvf4" and form.scales == 2 and not bits >> 23 & 1:  # noqa: PLR2004
        msg = "bit 23, the type of the scale factors, is 0 for ue4m3; blocks of 32 take ue8m0, 1"
        raise ValueError(msg)
    wide = {1: 1, 2: 2, 4: 4}.get(form.scales, 1)
    for at, name in ((29, "A"), (4, "B")):
        number = bits >> at & 3
        if form.kind in _SCALED and not bits >> 31 and number % wide:
            msg = (
                f"bits {at} and {at + 1}, the first scale factor of {name}, hold {number}: with "
                f"{form.scales} of them in a row it is a multiple of {wide}"
            )
            raise ValueError(msg)


def _check_extents(form: Form, m: int, n: int) -> None:
    """Raise `ValueError` unless a form has products of m rows and n columns (PTX ISA 9.7.16.2.1)."""
    scaled = form.kind in _SCALED
    if form.ws:
        rows, columns = (32, 64, 128), [64, 128] if form.sparse else list(_WS_COLUMNS)
    elif scaled:
        rows = (128,) if form.group == 1 else (256,) if form.sparse else (128, 256)
        columns = list(range(8 * form.group, 257, 8 * form.group))
    else:
        rows = (64, 128) if form.group == 1 else (128, 256)
        columns = list(range(8, 257, 8)) if form.group == 1 else list(range(16, 257, 16))
        if form.kind == "i8":
            columns = sorted(_I8_COLUMNS) if form.group == 1 else list(range(32, 257, 32))
    what = f"kind::{form.kind} with .cta_group::{form.group}{' and .ws' if form.ws else ''}"
    if m not in rows:
        known = " or ".join(map(str, rows))
        msg = f"bits 24 to 28, M, say {m} rows; {what} has {known}"
        raise ValueError(msg)
    if n not in columns:
        step = columns[1] - columns[0]
        known = f"{columns[0]} to {columns[-1]} in steps of {step}"
        if form.ws or form.kind == "i8":
            known = ", ".join(map(str, columns))
        msg = f"bits 17 to 22, N, say {n} columns; {what} has {known}"
        raise ValueError(msg)
