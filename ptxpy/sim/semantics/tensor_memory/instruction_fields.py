"""The instruction descriptor of `tcgen05.mma`, a register of 32 bits (PTX ISA 9.7.16.4.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.isa import KINDS
from ptxpy.sim.number_formats import BY_NAME

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
    """The power of 2 by which D is divided."""
    collector: str
    """The modifier of the collector buffer, which has no effect here; empty for none."""
    has_long_k: bool = True
    """Whether the target has products with K of 96."""


class Fields(NamedTuple):
    """The fields of an instruction descriptor."""

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
_OCTETS: Final = ("f8f6f4", "mxf8f6f4", "i8")
"""The kinds whose elements have a byte each."""
_UNIT: Final = 16
_NARROW: Final = ("mxf4", "mxf4nvf4")
_ROW_OCTETS: Final = 32
_LONG_K: Final = 96
_I8_COLUMNS: Final = (8, 16, 24, *range(32, 257, 16))
_WS_COLUMNS: Final = (64, 128, 256)

_TYPES: Final = {
    **{name: (kind.inputs, kind.sums) for name, kind in KINDS.items()},
    "mxf8f6f4": (KINDS["f8f6f4"].inputs, {}),
    "mxf4": ({"e2m1": 1}, {}),
    "mxf4nvf4": ({"e2m1": 1}, {}),
}
"""The codes of the types of A and B, and of D; with block scaling D is always of `.f32`."""


@lru_cache(maxsize=4096)
def decode(form: Form, bits: int) -> Fields:
    """Return the fields of a descriptor; `ValueError` names the field that is wrong."""
    scaled = form.kind in _SCALED
    _check_reserved(form, bits)
    a, b, d = _types(form.kind, bits)
    if bool(bits >> 2 & 1) != form.sparse:
        msg = (
            f"bit 2, sparsity, is {bits >> 2 & 1}, and the instruction is "
            f"{'with' if form.sparse else 'without'} .sp"
        )
        raise ValueError(msg)
    long = form.kind in _NARROW and bool(bits >> 31)
    if long and not form.has_long_k:
        msg = "bit 31, K of 96, needs .target sm_103a"
        raise ValueError(msg)
    if long and form.sparse:
        msg = "bit 31, K of 96, is for dense matrices"
        raise ValueError(msg)
    # One product takes 32 bytes of each row of A; with a sparse A, K is twice as long.
    k = _ROW_OCTETS * 8 // _BITS[form.kind] * (2 if form.sparse else 1)
    # With block scaling M has two bits, in units of 128 rows, else five in units of 16.
    m = (bits >> 27 & 3) << 7 if scaled else (bits >> 24 & 31) << 4
    n = (bits >> 17 & 63) << 3
    _check_extents(form, m, n)
    majors = ["MN" if bits >> at & 1 else "K" for at in (15, 16)]
    # Not all elements, and not every N, can be MN-major (PTX ISA 9.7.16.10).
    types = (a, b)
    if form.kind in _OCTETS:
        for at, name, type_, major in zip((15, 16), "AB", types, majors, strict=True):
            layout = BY_NAME.get(type_)
            if major == "MN" and layout is not None and layout.bits < 8:  # noqa: PLR2004 - a byte
                msg = (
                    f"bit {at} is 1: {name} of {type_} is MN-major, where elements of 4 and 6 "
                    "bits are K-major"
                )
                raise ValueError(msg)
        if majors[1] == "MN" and n % (_UNIT * form.group):
            msg = (
                f"bits 17 to 22, N, say {n} columns; B of {types[1]} that is MN-major has a "
                f"multiple of {_UNIT * form.group}"
            )
            raise ValueError(msg)
    # Two negations, of A and of B, cancel out.
    fields = Fields(
        m, n, _LONG_K if long else k, d, a, b,
        negative=bool((bits >> 13 ^ bits >> 14) & 1),
        a_major=majors[0],
        b_major=majors[1],
        saturate=form.kind == "i8" and bool(bits >> 3 & 1),
        selector=0,
        scale_type="",
        a_scale=0,
        b_scale=0,
        max_shift=0,
    )  # fmt: skip
    if not scaled:
        return fields._replace(selector=bits & 3, max_shift=bits >> 30 & 3)
    type_ = "ue8m0" if bits >> 23 & 1 else "ue4m3"
    return fields._replace(scale_type=type_, a_scale=bits >> 29 & 3, b_scale=bits >> 4 & 3)


def _types(kind: str, bits: int) -> tuple[str, str, str]:
    """Return the types of A, B and D."""
    inputs, sums = _TYPES[kind]
    # Of elements of 4 bits the type of B has two bits: bit 12 is reserved.
    wide = 3 if kind in _NARROW else 7
    a = _type(inputs, bits >> 7 & 7, "bits 7 to 9, the type of A,", kind)
    b = _type(inputs, bits >> 10 & wide, "bits 10 to 12, the type of B,", kind)
    d = _type(sums, bits >> 4 & 3, "bits 4 and 5, the type of D,", kind) if sums else "f32"
    if kind == "f16" and (a != b or (d == "f16" and a != "f16")):
        msg = f"A of {a} and B of {b} with D of {d}: kind::f16 takes two of a type, bf16 with f32"
        raise ValueError(msg)
    return a, b, d


def _type(known: dict[str, int], code: int, where: str, kind: str) -> str:
    for name, each in known.items():
        if each == code:
            return name
    allowed = ", ".join(f"{each} ({name})" for name, each in known.items())
    msg = f"{where} hold {code}; of kind::{kind} they hold {allowed}"
    raise ValueError(msg)


class _Reserved(NamedTuple):
    """Bits that must be 0 in the descriptors of some forms."""

    first: int
    last: int
    what: str
    kinds: tuple[str, ...]


_PLAIN: Final = tuple(KINDS)
_RESERVED: Final = (
    _Reserved(0, 1, "reserved", _SCALED),
    _Reserved(3, 3, "reserved", _SCALED),
    _Reserved(3, 3, "saturation of kind::i8", ("f16", "tf32", "f8f6f4")),
    _Reserved(6, 6, "reserved", (*_PLAIN, *_SCALED)),
    _Reserved(12, 12, "reserved", _NARROW),
    _Reserved(13, 14, "reserved, as integers are not negated", ("i8",)),
    _Reserved(15, 16, "reserved, as elements of 4 bits are K-major", _NARROW),
    _Reserved(23, 23, "reserved", _PLAIN),
    _Reserved(24, 26, "reserved", _SCALED),
    _Reserved(29, 29, "reserved", _PLAIN),
    _Reserved(31, 31, "reserved", ("mxf8f6f4",)),
)


def _check_reserved(form: Form, bits: int) -> None:
    """Raise `ValueError` if a reserved field, or one of other forms, is not 0."""
    reserved = [each for each in _RESERVED if form.kind in each.kinds]
    # What has a meaning only with `.sp` or `.ws` must be 0 without it.
    if form.kind in _PLAIN and not form.sparse:
        reserved.append(_Reserved(0, 1, "the sparsity selector", ()))
    if form.kind in _PLAIN and not form.ws:
        reserved.append(_Reserved(30, 31, "the maximum shift of .ws", ()))
    for each in reserved:
        held = bits >> each.first & (1 << each.last - each.first + 1) - 1
        if held:
            one = each.first == each.last
            where = f"bit {each.first}" if one else f"bits {each.first} to {each.last}"
            msg = f"{where}, {each.what}, hold{'s' if one else ''} {held:#x}, not 0"
            raise ValueError(msg)
    if form.kind not in _SCALED:
        return
    if not bits >> 23 & 1 and not (form.kind == "mxf4nvf4" and form.scales == 4):  # noqa: PLR2004
        msg = (
            "bit 23, the type of the scale factors, is 0 for ue4m3, which only blocks of 16 of "
            "kind::mxf4nvf4 have; it is 1 for ue8m0"
        )
        raise ValueError(msg)
    for at, name in ((29, "A"), (4, "B")):
        # The factors of a row must be in one word, unless K is 96.
        number = bits >> at & 3
        if not (form.kind in _NARROW and bits >> 31) and number % form.scales:
            msg = (
                f"bits {at} and {at + 1}, the first scale factor of {name}, hold {number}: with "
                f"{form.scales} of them in a row it is a multiple of {form.scales}"
            )
            raise ValueError(msg)


def _extents(form: Form) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of rows and of columns that products of a form have (9.7.16.2.1)."""
    pair = form.group - 1
    if form.ws:
        return (32, 64, 128), _WS_COLUMNS[:2] if form.sparse else _WS_COLUMNS
    columns = tuple(range(8 * form.group, 257, 8 * form.group))
    if form.kind in _SCALED:
        return ((128,), (256,) if form.sparse else (128, 256))[pair], columns
    if form.kind == "i8":
        columns = (_I8_COLUMNS, tuple(range(32, 257, 32)))[pair]
    rows = ((64, 128), (128, 256))[pair]
    # `.ashift` is for 128 and 256 rows.
    return rows[-1 - pair :] if form.shifted else rows, columns


def _check_extents(form: Form, m: int, n: int) -> None:
    """Raise `ValueError` unless a form has products of m rows and n columns."""
    rows, columns = _extents(form)
    more = " and .ws" if form.ws else " and .ashift" if form.shifted else ""
    what = f"kind::{form.kind} with .cta_group::{form.group}{more}"
    if m not in rows:
        known = " or ".join(map(str, rows))
        msg = f"bits 24 to 28, M, say {m} rows; {what} has {known}"
        raise ValueError(msg)
    if n not in columns:
        known = f"{columns[0]} to {columns[-1]} in steps of {columns[1] - columns[0]}"
        if form.ws or form.kind == "i8":
            known = ", ".join(map(str, columns))
        msg = f"bits 17 to 22, N, say {n} columns; {what} has {known}"
        raise ValueError(msg)
