"""The instruction descriptor of `tcgen05.mma` with block scaling (PTX ISA 9.7.16.4.2).

It differs from that of the other kinds: D is always f32, and there are numbers that choose the
bytes with the scale factors from words of tensor memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.isa.instruction_descriptors import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "BLOCK_SCALE_KINDS",
    "BlockScaleFields",
    "block_scale_descriptor",
    "read_block_scale_descriptor",
]


class BlockScaleKind(NamedTuple):
    """What a kind of MMA with block scaling allows."""

    inputs: dict[str, int]
    """The codes of the types of A and B."""
    scales: dict[str, int]
    """The codes of the types of the scale factors."""
    scale_ids: tuple[int, ...]
    """The first bytes of a word at which the scale factors of a product may lie."""
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

_M_SIZES: Final = (128, 256)
_N_SIZES: Final = range(8, 257, 8)
_END: Final = 1 << 32


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
    """The elements along K, where the kind has a choice: 96 (sm_103), or its own by None."""


def block_scale_descriptor(kind: str, fields: BlockScaleFields) -> int:
    """Return the descriptor with these fields; `ValueError`, with what is allowed, for others."""
    found = BLOCK_SCALE_KINDS.get(kind) if type(kind) is str else None
    if found is None:
        msg = f"the kind is one of {', '.join(BLOCK_SCALE_KINDS)}, not {kind!r}"
        raise ValueError(msg)
    _check(kind, found, fields)
    return (
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
        return fields if block_scale_descriptor(kind, fields) == bits else None
    except ValueError:
        return None


def _name_of(codes: Mapping[str, int], code: int) -> str:
    """Return the name with a code; "" for none."""
    return next((name for name, known in codes.items() if known == code), "")


def _check(kind: str, found: BlockScaleKind, fields: BlockScaleFields) -> None:
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
        ("a_major", fields.a_major, (0, 1) if kind == "mxf8f6f4" else (0,)),
        ("b_major", fields.b_major, (0, 1) if kind == "mxf8f6f4" else (0,)),
    )
    for name, number, choices in numbers:
        if number not in choices:
            shown = " or ".join(str(choice) for choice in choices if choice is not None)
            msg = f"{name} of kind::{kind} is {shown}, not {number!r}"
            raise ValueError(msg)
    if fields.m not in _M_SIZES or fields.n not in _N_SIZES:
        msg = (
            "a product with block scaling has 128 or 256 rows and a multiple of 8 columns up to "
            f"256; not {fields.m!r} x {fields.n!r}"
        )
        raise ValueError(msg)
