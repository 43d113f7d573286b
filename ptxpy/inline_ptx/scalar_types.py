"""Scalar types of CUDA C++: their sizes and kinds, on 64-bit machines."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ptxpy._records import NamedTuple

__all__ = ["VECTOR_ELEMENTS", "Scalar", "arithmetic_result", "normalise", "scalar"]


class Scalar(NamedTuple):
    """A scalar type."""

    kind: str
    """`integer`, `float`, `pointer`, `boolean` or `struct` (a class of a known size)."""
    size: int
    """In bytes; 0 if it differs between systems."""


_INTEGERS: Final = {
    1: "char|signed char|unsigned char|int8_t|uint8_t|uchar|char8_t",
    2: "short|unsigned short|int16_t|uint16_t|ushort|char16_t",
    4: "int|unsigned|int32_t|uint32_t|uint|char32_t",
    8: "long long|unsigned long long|int64_t|uint64_t|size_t|ptrdiff_t|intptr_t|uintptr_t",
    16: "__int128|unsigned __int128|__int128_t|__uint128_t",
}
_SCALARS: Final = {
    **{
        name: Scalar("integer", size)
        for size, names in _INTEGERS.items()
        for name in names.split("|")
    },
    "long": Scalar("integer", 0),
    "unsigned long": Scalar("integer", 0),
    "ulong": Scalar("integer", 0),
    "bool": Scalar("boolean", 1),
    "float": Scalar("float", 4),
    "double": Scalar("float", 8),
    **{
        name: Scalar("struct", size)
        for size, names in {
            2: "__half|half|__nv_bfloat16|nv_bfloat16",
            4: "__half2|half2|__nv_bfloat162|nv_bfloat162",
        }.items()
        for name in names.split("|")
    },
}
_ELEMENTS: Final = {
    "char": "signed char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned",
    "long": "long",
    "ulong": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "float": "float",
    "double": "double",
}
VECTOR_ELEMENTS: Final = {
    f"{name}{count}": element for name, element in _ELEMENTS.items() for count in (1, 2, 3, 4)
}
"""The type of the members `x`, `y`, … of CUDA's vector types."""

_DROPPED: Final = re.compile(
    r"\b(?:const|volatile|constexpr|static|inline|register|mutable|extern|typename|struct|enum"
    r"|__restrict__|__restrict|__shared__|__device__|__constant__|__grid_constant__|thread_local)\b"
)
_STANDARD: Final = re.compile(r"(?:::)?\b(?:cuda::std|std|cuda)::(?=\w+$)")
_WORDS: Final = {"signed", "unsigned", "short", "long", "int", "char", "__int128"}


@lru_cache(maxsize=1 << 14)
def normalise(text: str) -> str:
    """Return a type in one spelling, without qualifiers and references: `int` for `signed`."""
    text = " ".join(_DROPPED.sub(" ", text).replace("&", " ").split())
    stars = text.count("*")
    base = _STANDARD.sub("", text.replace("*", " ").strip())
    words = base.split()
    # C++ allows these words in any order: `long unsigned int` is `unsigned long`.
    if (words and set(words) <= _WORDS and len(words) > 1) or base == "signed":
        base = _integer(words)
    return base + "*" * stars


def _integer(words: list[str]) -> str:
    sign = "unsigned " if "unsigned" in words else ""
    if "char" in words:
        return sign + "char" if sign else "signed char" if "signed" in words else "char"
    if "__int128" in words:
        return sign + "__int128"
    if "short" in words:
        return sign + "short"
    longs = words.count("long")
    if longs:
        return sign + " ".join(["long"] * longs)
    return "unsigned" if sign else "int"


@lru_cache(maxsize=1 << 14)
def scalar(name: str | None) -> Scalar | None:
    """Return the kind and size of a type, or None if they are not known."""
    if not name:
        return None
    name = normalise(name)
    if name.endswith("*"):
        return Scalar("pointer", 8)
    return _SCALARS.get(name)


def arithmetic_result(left: str | None, right: str | None) -> str | None:
    """Return the type of a sum of two types, or None."""
    one, other = scalar(left), scalar(right)
    if one is None or other is None or left is None or right is None:
        return None
    if "pointer" in {one.kind, other.kind}:
        return left if one.kind == "pointer" else right
    if "float" in {one.kind, other.kind}:
        floats = [each.size for each in (one, other) if each.kind == "float"]
        return "double" if max(floats) == 8 else "float"  # noqa: PLR2004 - bytes
    # `long` has 4 bytes on Windows, so the type of a sum with it is not certain.
    if "struct" in {one.kind, other.kind} or not (one.size and other.size):
        return None
    if one.size <= 4 and other.size <= 4:  # noqa: PLR2004 - bytes: promoted to int
        return "int"
    return left if one.size >= other.size else right
