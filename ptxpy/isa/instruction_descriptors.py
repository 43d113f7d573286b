"""The instruction descriptors of `tcgen05.mma`, 32 bits, and their fields (PTX ISA 9.7.16.4.2).

Kinds with block scaling have another layout: D is always f32, and there are numbers that choose the
bytes with the scale factors from words of tensor memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "BLOCK_SCALE_KINDS",
    "KINDS",
    "BlockScaleFields",
    "InstructionFields",
    "Kind",
    "block_scale_descriptor",
    "instruction_descriptor",
    "read_block_scale_descriptor",
    "read_descriptor",
]

_NARROW_CODES: Final = {"e4m3": 0, "e5m2": 1, "e2m3": 3, "e3m2": 4, "e2m1": 5}
"""The codes of types of 8 bits and fewer."""
_M_SIZES: Final = (32, 64, 128, 256)
"""Sizes of an MMA along M."""
_N_SIZES: Final = range(8, 257, 8)
"""Sizes of an MMA along N."""
_M_UNIT: Final = 16
_N_UNIT: Final = 8
_END: Final = 1 << 32


class Kind(NamedTuple):
    """The types of a kind of MMA, with their codes."""

    inputs: dict[str, int]
    sums: dict[str, int]


KINDS: Final = {
    "f16": Kind({"f16": 0, "bf16": 1}, {"f16": 0, "f32": 1}),
    "tf32": Kind({"tf32": 2}, {"f32": 1}),
    "f8f6f4": Kind(_NARROW_CODES, {"f16": 0, "f32": 1}),
    "i8": Kind({"u8": 0, "s8": 1}, {"s32": 2}),
}
"""The kinds without block scaling."""


class InstructionFields(NamedTuple):
    """The fields of an instruction descriptor; types are names, and 1 stands for true."""

    m: int
    n: int
    dtype_d: str
    dtype_a: str
    dtype_b: str
    a_major: int = 0
    """0 for K, 1 for M or N."""
    b_major: int = 0
    scale_a: int = 1
    """1, or -1 for a negated A."""
    scale_b: int = 1
    saturate: int = 0
    sparse: int = 0
    sparsity_selector: int = 0
    max_shift: int = 0


_BITS: Final = (
    ("sparsity_selector", 0, 2),
    ("sparse", 2, 1),
    ("saturate", 3, 1),
    ("dtype_d", 4, 2),
    ("dtype_a", 7, 3),
    ("dtype_b", 10, 3),
    ("scale_a", 13, 1),
    ("scale_b", 14, 1),
    ("a_major", 15, 1),
    ("b_major", 16, 1),
    ("n", 17, 6),
    ("m", 24, 5),
    ("max_shift", 30, 2),
)
"""The name of each field, its lowest bit, and how many bits it has."""


def instruction_descriptor(kind: str, fields: InstructionFields) -> int:
    """Return the descriptor with these fields; `ValueError`, with the allowed ones, for others."""
    found = KINDS.get(kind) if type(kind) is str else None
    if found is None:
        msg = f"the kind must be one of {', '.join(KINDS)}, got {kind!r}"
        raise ValueError(msg)
    codes: dict[str, int] = {
        "dtype_a": _code(found.inputs, fields.dtype_a, f"A of kind::{kind}"),
        "dtype_b": _code(found.inputs, fields.dtype_b, f"B of kind::{kind}"),
        "dtype_d": _code(found.sums, fields.dtype_d, f"D of kind::{kind}"),
    }
    _check(kind, fields, codes)
    codes["scale_a"] = _negated(fields.scale_a, kind)
    codes["scale_b"] = _negated(fields.scale_b, kind)
    codes["m"], codes["n"] = fields.m // _M_UNIT, fields.n // _N_UNIT
    for name in ("sparsity_selector", "max_shift"):
        if getattr(fields, name) not in (0, 1, 2, 3):
            msg = f"{name} must be a number from 0 to 3, got {getattr(fields, name)!r}"
            raise ValueError(msg)
    # Sizes are in units of 16 rows and 8 columns, so that they fit their bits.
    return sum(int(codes.get(name, getattr(fields, name))) << bit for name, bit, _ in _BITS)


def read_descriptor(kind: str, bits: int) -> InstructionFields | None:
    """Return the fields of a descriptor for a kind; None if it is not one of this kind."""
    found = KINDS.get(kind)
    if found is None or not 0 <= bits < _END:
        return None
    codes = {name: bits >> bit & (1 << width) - 1 for name, bit, width in _BITS}
    types = {
        name: next((known for known, code in table.items() if code == codes[name]), "")
        for name, table in (
            ("dtype_d", found.sums),
            ("dtype_a", found.inputs),
            ("dtype_b", found.inputs),
        )
    }
    scales = {name: -1 if codes[name] else 1 for name in ("scale_a", "scale_b")}
    sizes = {"m": codes["m"] * _M_UNIT, "n": codes["n"] * _N_UNIT}
    fields = InstructionFields(**{**codes, **types, **scales, **sizes})  # type: ignore[arg-type]
    try:
        # Encoding the fields again finds bits that no field has, and combinations that are refused.
        return fields if instruction_descriptor(kind, fields) == bits else None
    except ValueError:
        return None


def _check(kind: str, fields: InstructionFields, codes: Mapping[str, int]) -> None:
    m, n = fields.m, fields.n
    msg = ""
    if kind == "f16" and codes["dtype_a"] != codes["dtype_b"]:
        msg = "A and B of kind::f16 are both f16 or both bf16"
    elif not codes["dtype_d"] and fields.dtype_a == "bf16":
        msg = "products of bf16 are added in f32, not in f16"
    elif m not in _M_SIZES or n not in _N_SIZES or (m not in _M_SIZES[:2] and n % 16):
        msg = (
            "tcgen05.mma has 64, 128 or 256 rows and a multiple of 8 columns up to 256, "
            f"of 16 from 128 rows on; not {m!r} x {n!r}"
        )
    elif fields.saturate and kind != "i8":
        msg = f"saturate is for kind::i8: products of kind::{kind} have no limit to keep within"
    if msg:
        raise ValueError(msg)


def _code(known: Mapping[str, int], name: object, what: str) -> int:
    if type(name) is not str or name not in known:
        msg = f"{what} is of {', '.join(known)}; not {name!r}"
        raise ValueError(msg)
    return known[name]


def _negated(scale: int, kind: str) -> int:
    if scale not in (1, -1) or (scale == -1 and kind == "i8"):
        # Integers have no sign to flip in the descriptor.
        msg = f"scale_a and scale_b must be 1{'' if kind == 'i8' else ' or -1'}, got {scale!r}"
        raise ValueError(msg)
    return int(scale == -1)


class BlockScaleKind(NamedTuple):
    """The types and scale factors that a kind of MMA with block scaling allows."""

    inputs: dict[str, int]
    """The codes of the types of A and B."""
    scales: dict[str, int]
    """The codes of the types of the scale factors."""
    scale_ids: tuple[int, ...]
    """The first bytes of a word at which the scale factors of a product may begin."""
    vectors: tuple[str, ...]
    """The modifiers that say how many elements along K share a scale factor."""
    k: int
    """The elements along K of a product of dense matrices; of sparse ones, twice as many."""


_FP4: Final = {"e2m1": 1}

BLOCK_SCALE_KINDS: Final = {
    "mxf8f6f4": BlockScaleKind(
        KINDS["f8f6f4"].inputs, {"ue8m0": 1}, (0, 1, 2, 3), ("block32", "scale_vec::1X"), 32
    ),
    "mxf4": BlockScaleKind(_FP4, {"ue8m0": 1}, (0, 2), ("block32", "scale_vec::2X"), 64),
    "mxf4nvf4": BlockScaleKind(
        _FP4,
        {"ue4m3": 0, "ue8m0": 1},
        (0, 2),
        ("block16", "block32", "scale_vec::2X", "scale_vec::4X"),
        64,
    ),
}
"""The kinds with block scaling."""

LONG_K: Final = 96
"""Elements along K of the longer products of sm_103, for dense matrices of 4 bits."""

_SCALED_M_SIZES: Final = (128, 256)


class BlockScaleFields(NamedTuple):
    """The fields of an instruction descriptor; types are names."""

    m: int
    n: int
    dtype_a: str
    dtype_b: str
    scale_type: str = "ue8m0"
    a_scale_id: int = 0
    """The byte of a word at which the scale factors of A begin."""
    b_scale_id: int = 0
    a_major: int = 0
    """0 for K, 1 for M or N."""
    b_major: int = 0
    scale_a: int = 1
    """1, or -1 for a negated A."""
    scale_b: int = 1
    sparse: int = 0
    k: int | None = None
    """The elements along K, if the kind has a choice: 96 (sm_103), or its own by None."""


def block_scale_descriptor(kind: str, fields: BlockScaleFields) -> int:
    """Return the descriptor with these fields; `ValueError`, with the allowed ones, for others."""
    found = BLOCK_SCALE_KINDS.get(kind) if type(kind) is str else None
    if found is None:
        msg = f"the kind must be one of {', '.join(BLOCK_SCALE_KINDS)}, got {kind!r}"
        raise ValueError(msg)
    allowed = (
        ("A", fields.dtype_a, tuple(found.inputs)),
        ("B", fields.dtype_b, tuple(found.inputs)),
        ("a scale factor", fields.scale_type, tuple(found.scales)),
    )
    for what, name, names in allowed:
        if type(name) is not str or name not in names:
            msg = f"{what} of kind::{kind} is of {', '.join(names)}; not {name!r}"
            raise ValueError(msg)
    is_long = fields.k == LONG_K
    # Three or six scale factors in a row may begin at each byte of a word.
    scale_ids = range(4) if is_long else found.scale_ids
    lengths = [None, found.k * (2 if fields.sparse else 1)]
    if found.inputs == _FP4 and not fields.sparse:
        lengths.append(LONG_K)
    numbers = (
        ("k", fields.k, lengths),
        ("a_scale_id", fields.a_scale_id, scale_ids),
        ("b_scale_id", fields.b_scale_id, scale_ids),
        ("scale_a", fields.scale_a, (1, -1)),
        ("scale_b", fields.scale_b, (1, -1)),
        # Matrices of 4 bits are K-major only.
        ("a_major", fields.a_major, (0, 1) if kind == "mxf8f6f4" else (0,)),
        ("b_major", fields.b_major, (0, 1) if kind == "mxf8f6f4" else (0,)),
    )
    for name, number, choices in numbers:
        if number not in choices:
            shown = " or ".join(str(choice) for choice in choices if choice is not None)
            msg = f"{name} of kind::{kind} must be {shown}, got {number!r}"
            raise ValueError(msg)
    if fields.m not in _SCALED_M_SIZES or fields.n not in _N_SIZES:
        msg = (
            "a product with block scaling has 128 or 256 rows and a multiple of 8 columns up to "
            f"256; not {fields.m!r} x {fields.n!r}"
        )
        raise ValueError(msg)
    return (
        # The layout differs from that without block scaling: D has no type, and M begins at bit 27.
        int(bool(fields.sparse)) << 2
        | fields.b_scale_id << 4
        | found.inputs[fields.dtype_a] << 7
        | found.inputs[fields.dtype_b] << 10
        | (fields.scale_a < 0) << 13
        | (fields.scale_b < 0) << 14
        | fields.a_major << 15
        | fields.b_major << 16
        | fields.n >> 3 << 17
        | found.scales[fields.scale_type] << 23
        | fields.m >> 7 << 27
        | fields.a_scale_id << 29
        | (fields.k == LONG_K) << 31
    )


def read_block_scale_descriptor(kind: str, bits: int) -> BlockScaleFields | None:
    """Return the fields of a descriptor for a kind; None if it is not one of this kind."""
    found = BLOCK_SCALE_KINDS.get(kind)
    if found is None or not 0 <= bits < _END:
        return None
    fields = BlockScaleFields(
        m=(bits >> 27 & 3) << 7,
        n=(bits >> 17 & 63) << 3,
        dtype_a=_name_of(found.inputs, bits >> 7 & 7),
        dtype_b=_name_of(found.inputs, bits >> 10 & 7),
        scale_type=_name_of(found.scales, bits >> 23 & 1),
        a_scale_id=bits >> 29 & 3,
        b_scale_id=bits >> 4 & 3,
        a_major=bits >> 15 & 1,
        b_major=bits >> 16 & 1,
        scale_a=-1 if bits >> 13 & 1 else 1,
        scale_b=-1 if bits >> 14 & 1 else 1,
        sparse=bits >> 2 & 1,
        k=LONG_K if bits >> 31 else None,
    )
    try:
        # As above: only bits that the fields give back are a descriptor of this kind.
        return fields if block_scale_descriptor(kind, fields) == bits else None
    except ValueError:
        return None


def _name_of(codes: Mapping[str, int], code: int) -> str:
    """Return the name with a code; "" for none."""
    return next((name for name, known in codes.items() if known == code), "")
