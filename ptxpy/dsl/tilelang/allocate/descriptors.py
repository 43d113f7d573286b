"""Registers for the descriptors of wgmma and tcgen05."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias, get_args

from ptxpy.dsl.tilelang.allocate.elements import NAMES, undefined_register
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.types import Type

DescKind: TypeAlias = Literal["wgmma", "tcgen05", "utcmma"]
"""What a descriptor is for; `utcmma` is another name of `tcgen05`."""

_CLASSES: Final = {
    "u64": "b64",
    "s64": "b64",
    "b64": "b64",
    "u32": "b32",
    "s32": "b32",
    "b32": "b32",
}


def alloc_descriptor(kind: DescKind = "wgmma", dtype: Any = "uint64") -> Register:
    """Return a register for a descriptor; it is written with `ptx.inst.mov.b64(d, …)`.

    A descriptor of a matrix in shared memory has 64 bits, for wgmma (PTX ISA 9.7.15.5.1.2) as for
    tcgen05 (9.7.16.4.1); the instruction descriptor of tcgen05 has 32, `dtype="uint32"`
    (9.7.16.4.2). Emits nothing but the declaration of the register, `.b64` or `.b32`.
    """
    if kind not in get_args(DescKind):
        msg = (
            f"a descriptor is of the kind {', '.join(map(repr, get_args(DescKind)))}, not {kind!r}"
        )
        raise ValueError(msg)
    name = dtype.fundamental if isinstance(dtype, Type) else NAMES.get(dtype)
    declared = _CLASSES.get(name or "")
    if declared is None or (kind == "wgmma" and declared != "b64"):
        sizes = "64 bits" if kind == "wgmma" else "64 bits for a matrix and 32 for an instruction"
        msg = f"a descriptor of {kind} has {sizes}: dtype='uint64', not {dtype!r}"
        raise ValueError(msg)
    return undefined_register(declared)


def _sized(kind: DescKind, dtype: Any, declared: str, what: str) -> Register:
    register = alloc_descriptor(kind, dtype)
    if register.declared != declared:
        msg = f"{what} has {declared[1:]} bits: dtype='uint{declared[1:]}', not {dtype!r}"
        raise ValueError(msg)
    return register


def alloc_wgmma_desc(dtype: Any = "uint64") -> Register:
    """Return a `.b64` register for the descriptor of a matrix that wgmma reads."""
    return alloc_descriptor("wgmma", dtype)


def alloc_tcgen05_smem_desc(dtype: Any = "uint64") -> Register:
    """Return a `.b64` register for the descriptor of a matrix that tcgen05 reads."""
    return _sized("tcgen05", dtype, "b64", "a matrix descriptor of tcgen05")


def alloc_tcgen05_instruction_desc(dtype: Any = "uint32") -> Register:
    """Return a `.b32` register for the instruction descriptor of `tcgen05.mma`."""
    return _sized("tcgen05", dtype, "b32", "an instruction descriptor of tcgen05")


def alloc_tcgen05_instr_desc(dtype: Any = "uint32") -> Register:
    """Do the same as `alloc_tcgen05_instruction_desc`, of which this is another name."""
    return alloc_tcgen05_instruction_desc(dtype)
