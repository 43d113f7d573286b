"""The instruction descriptor of `tcgen05.mma`, 32 bits, and its fields (PTX ISA 9.7.16.4.2).

Kinds with block scaling have another layout (`block_scale_descriptors`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["KINDS", "InstructionFields", "Kind", "instruction_descriptor", "read_descriptor"]

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
    """Return the descriptor with these fields; `ValueError`, with what is allowed, for others."""
    found = KINDS.get(kind) if type(kind) is str else None
    if found is None:
        msg = f"the kind is one of {', '.join(KINDS)}, not {kind!r}"
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
            msg = f"{name} is a number from 0 to 3, not {getattr(fields, name)!r}"
            raise ValueError(msg)
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
        msg = f"scale_a and scale_b are 1{'' if kind == 'i8' else ' or -1'}, not {scale!r}"
        raise ValueError(msg)
    return int(scale == -1)
