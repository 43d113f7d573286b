"""The numbers that `tensormap.replace` takes for the fields of a tensor map (PTX ISA 9.7.9.26)."""

from __future__ import annotations

from typing import Final

from ptxpy.isa.swizzles import SWIZZLES

__all__ = ["TENSOR_MAP_CODES", "tensor_map_code"]

TENSOR_MAP_CODES: Final = {
    "elemtype": (
        "u8",
        "u16",
        "u32",
        "s32",
        "u64",
        "s64",
        "f16",
        "f32",
        "f32.ftz",
        "f64",
        "bf16",
        "tf32",
        "tf32.ftz",
        "b4x16",
        "b4x16_p64",
        "b6x16_p32",
    ),
    "interleave_layout": ("none", "16B", "32B"),
    "swizzle_mode": tuple([swizzle.name for swizzle in SWIZZLES[:4]]),
    "swizzle_atomicity": ("16B", "32B", "32B+8B_flip", "64B"),
    "fill_mode": ("zeros", "nan"),
}
"""The names of the values of each field, by their numbers."""


def tensor_map_code(field: str, name: str) -> int:
    """Return the number of a value; `ValueError`, with what there is, for another name."""
    names = TENSOR_MAP_CODES.get(field)
    if names is None:
        msg = f"no field {field!r} with names; there are {', '.join(TENSOR_MAP_CODES)}"
        raise ValueError(msg)
    if name not in names:
        msg = f"{field} is one of {', '.join(names)}, not {name!r}"
        raise ValueError(msg)
    return names.index(name)
