"""The types and state spaces of PTX, as plain data (PTX ISA 9.0, sections 5.1 and 5.2).

A name in these tables has no dot: the instruction modifier ``.u32`` is the type ``u32``.
Sizes are in bits. The packed and the alternate floating-point types are *instruction types*:
no register is declared with them (`register_class` gives the class that holds their values).
"""

from __future__ import annotations

from typing import Final

from ptxpy._records import NamedTuple

__all__ = [
    "REGISTER_CLASSES",
    "STATE_SPACES",
    "TYPES",
    "StateSpace",
    "Type",
    "register_class",
]


class Type(NamedTuple):
    """A type that a PTX modifier can name."""

    name: str
    """Its name, without the dot."""
    bits: int
    """Size of one value; a predicate counts as 1 bit."""
    kind: str
    """``bits``, ``unsigned``, ``signed``, ``float``, ``pred`` or ``opaque``."""
    lanes: int
    """How many elements one value packs: 2 for ``f16x2``, 1 for a scalar."""
    fundamental: bool
    """Whether a register or a variable may be declared with it (section 5.2.1)."""


def _table(*rows: tuple[str, str, bool, str]) -> dict[str, Type]:
    """Build the table of types from rows of kind, size and so on.

    A row holds the kind, the lanes and bits of its types, whether they are fundamental, and the
    names of all types that share them.
    """
    types: dict[str, Type] = {}
    for kind, layout, fundamental, names in rows:
        lanes, bits = layout.split("x")
        for name in names.split():
            types[name] = Type(name, int(lanes) * int(bits), kind, int(lanes), fundamental)
    return types


TYPES: Final[dict[str, Type]] = _table(
    # kind, lanes x bits of one element, fundamental, names
    ("pred", "1x1", True, "pred"),
    ("bits", "1x8", True, "b8"),
    ("bits", "1x16", True, "b16"),
    ("bits", "1x32", True, "b32"),
    ("bits", "1x64", True, "b64"),
    ("bits", "1x128", True, "b128"),
    ("unsigned", "1x8", True, "u8"),
    ("unsigned", "1x16", True, "u16"),
    ("unsigned", "1x32", True, "u32"),
    ("unsigned", "1x64", True, "u64"),
    ("signed", "1x8", True, "s8"),
    ("signed", "1x16", True, "s16"),
    ("signed", "1x32", True, "s32"),
    ("signed", "1x64", True, "s64"),
    ("float", "1x16", True, "f16"),
    ("float", "2x16", True, "f16x2"),
    ("float", "1x32", True, "f32"),
    ("float", "1x64", True, "f64"),
    ("opaque", "1x64", True, "texref samplerref surfref"),
    # Alternate floating-point formats and packed types: instruction types only.
    ("float", "1x16", False, "bf16"),
    ("float", "2x16", False, "bf16x2"),
    ("float", "1x32", False, "tf32"),
    ("float", "2x32", False, "f32x2"),
    ("unsigned", "2x16", False, "u16x2"),
    ("signed", "2x16", False, "s16x2"),
    ("unsigned", "4x8", False, "u8x4"),
    ("signed", "4x8", False, "s8x4"),
    ("bits", "2x16", False, "b16x2"),
    ("float", "1x8", False, "e4m3 e5m2 ue8m0 ue4m3"),
    ("float", "2x8", False, "e4m3x2 e5m2x2 e2m3x2 e3m2x2 ue8m0x2 s2f6x2"),
    ("float", "4x8", False, "e4m3x4 e5m2x4 e2m3x4 e3m2x4"),
    ("float", "1x6", False, "e2m3 e3m2"),
    ("float", "1x4", False, "e2m1"),
    ("float", "2x4", False, "e2m1x2"),
    ("float", "4x4", False, "e2m1x4"),
    # Elements narrower than a byte, which occur in matrices only.
    ("bits", "1x1", False, "b1"),
    ("bits", "1x2", False, "b2"),
    ("bits", "1x4", False, "b4"),
    ("unsigned", "1x4", False, "u4"),
    ("signed", "1x4", False, "s4"),
    # Formats that ldmatrix and tcgen05.cp decompress: sixteen elements and their padding.
    ("bits", "16x8", False, "b8x16 b6x16_p32 b4x16_p64"),
)
"""Every type that a modifier of PTX ISA 9.0 (and those known of 9.1 to 9.4) can name."""

REGISTER_CLASSES: Final = ("pred", "b8", "b16", "b32", "b64", "b128", "f32", "f64")
"""The classes in which compilers declare registers; ``b`` classes hold integers and halves."""


def register_class(name: str) -> str:
    """Return the class of register in which nvcc and LLVM keep a value of a type.

    Args:
        name: A key of `TYPES`.

    Returns:
        ``pred``, ``f32`` and ``f64`` for themselves; else the ``b`` class of the same size, and
        ``b16`` for narrower types, since the instructions that take bytes (loads, stores, ``cvt``)
        accept a wider register. For ``e2m1x2`` ptxas requires ``b8``.

    Raises:
        KeyError: The name is not that of a type.
    """
    entry = TYPES[name]
    if name in ("pred", "f32", "f64"):
        return name
    # ptxas takes no wider register for two numbers of 4 bits.
    if name == "e2m1x2":
        return "b8"
    return f"b{max(16, entry.bits)}"


class StateSpace(NamedTuple):
    """A state space, or one of its sub-spaces written with ``::`` (section 5.1)."""

    name: str
    """Its name, without the dot, as a modifier writes it."""
    parent: str | None
    """The space of which it is a window (``shared`` for ``shared::cta``), else None."""
    addressable: bool
    """Whether memory instructions can address it."""
    writable: bool
    """Whether a kernel may store to it."""
    sharing: str
    """The group that shares one instance: ``thread``, ``cta``, ``cluster``, ``grid`` or
    ``context``."""


STATE_SPACES: Final[dict[str, StateSpace]] = {
    space.name: space
    for space in (
        StateSpace("reg", None, addressable=False, writable=True, sharing="thread"),
        StateSpace("sreg", None, addressable=False, writable=False, sharing="thread"),
        StateSpace("const", None, addressable=True, writable=False, sharing="grid"),
        StateSpace("global", None, addressable=True, writable=True, sharing="context"),
        StateSpace("local", None, addressable=True, writable=True, sharing="thread"),
        StateSpace("param", None, addressable=True, writable=True, sharing="grid"),
        StateSpace("param::entry", "param", addressable=True, writable=False, sharing="grid"),
        StateSpace("param::func", "param", addressable=True, writable=True, sharing="thread"),
        StateSpace("shared", None, addressable=True, writable=True, sharing="cta"),
        StateSpace("shared::cta", "shared", addressable=True, writable=True, sharing="cta"),
        StateSpace("shared::cluster", "shared", addressable=True, writable=True, sharing="cluster"),
        StateSpace("tex", None, addressable=True, writable=False, sharing="context"),
    )
}
"""The state spaces by name. ``tex`` is deprecated: textures are ``texref`` variables now."""
