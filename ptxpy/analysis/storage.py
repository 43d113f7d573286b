"""The storage of variables and parameters: types, sizes, alignments, offsets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Storage",
    "constant",
    "parameters_of",
    "registers_of",
    "returns_of",
    "types_of",
    "variables_of",
]

LARGEST: Final = 1 << 63
"""The first number that is too large to be a size."""


class Storage(NamedTuple):
    """A variable, or a parameter of a function."""

    name: str
    space: str
    """Its state space without the dot."""
    type: str
    """`u64`, `v4.f32`; empty if none is given."""
    dimensions: tuple[int | None, ...]
    """The extents of an array; None for an unknown extent."""
    size: int | None
    """The size in bytes; None if unknown, as for an `extern` array without an extent."""
    alignment: int
    """The alignment in bytes (PTX ISA 5.4.5): as declared, else the size of an element or vector.
    """
    offset: int | None = None
    """The bytes from the first parameter of a kernel; None if a parameter before it has no size."""
    pointer: str = ""
    """The declared attributes of the memory that a parameter points to: `.global .align 16`."""
    extern: bool = False
    """Whether the variable is declared `.extern`."""


def variables_of(variable: n.Variable) -> list[Storage]:
    """Return the variables that a declaration declares; a range `x<4>` counts as one array."""
    extern = ".extern" in variable.linkage
    return [
        _storage(variable.specifiers, declarator)._replace(extern=extern)
        for declarator in variable.declarators
    ]


def returns_of(function: n.Function) -> tuple[Storage, ...]:
    """Return a function's return values."""
    return tuple(
        _storage(parameter.specifiers, parameter.declarator) for parameter in function.returns or ()
    )


def parameters_of(function: n.Function) -> tuple[Storage, ...]:
    """Return a function's parameters; for a kernel, with their offsets (PTX ISA 5.1.6.1).

    The parameters of a kernel are consecutive, each at the next multiple of its alignment.
    """
    offset: int | None = 0 if function.kind == ".entry" else None
    found = []
    for parameter in function.parameters or ():
        storage = _storage(parameter.specifiers, parameter.declarator)
        if offset is not None:
            offset += -offset % storage.alignment
        found.append(storage._replace(offset=offset))
        offset = None if offset is None or storage.size is None else offset + storage.size
    return tuple(found)


def types_of(parameters: Iterable[n.Parameter]) -> list[str]:
    """Return the types of the parameters of a function or a prototype: `f32`, `v2.b32`."""
    return [_storage(each.specifiers, each.declarator).type for each in parameters]


def registers_of(variable: n.Variable) -> tuple[str, int]:
    """Return the type of the registers that a declaration declares, with its dots, and how many."""
    words = [word.name for word in variable.specifiers if type(word) is n.Specifier]
    count = sum(
        1 if declarator.range is None else constant(declarator.range) or 0
        for declarator in variable.declarators
    )
    return "".join(word for word in words if word != ".reg"), count


_VECTOR: Final = re.compile(r"\.v[248]\Z")


def _storage(specifiers: Iterable[n.AnySpecifier], declarator: n.Declarator) -> Storage:
    own, pointed = _split(specifiers)
    words = [word.name for word in own if isinstance(word, n.Specifier)]
    base = next((word[1:] for word in reversed(words) if word[1:] in TYPES), "")
    vector = next((word for word in words if _VECTOR.match(word)), "")
    # A type of less than a byte takes a byte.
    element = max(1, TYPES[base].bits // 8) if base else 1
    if vector:
        element *= int(vector[2:])
    dimensions = [None if d.size is None else constant(d.size) for d in declarator.dimensions]
    # `.b8 x[] = {1, 2};` has as many elements as its initialiser.
    if dimensions and dimensions[0] is None and isinstance(declarator.initializer, n.Vector):
        dimensions[0] = len(declarator.initializer.elements)
    if declarator.range is not None:
        dimensions.insert(0, constant(declarator.range))
    size: int | None = element
    for extent in dimensions:
        size = None if size is None or extent is None else size * extent
        # The extents of a stranger's file may multiply to a number of any length.
        if size is not None and size >= LARGEST:
            size = None
    alignments = [constant(word.bytes) for word in own if isinstance(word, n.Align)]
    return Storage(
        declarator.name.name,
        n.space_of(tuple(own))[1:],
        f"{vector[1:]}.{base}" if vector else base,
        tuple(dimensions),
        size,
        next((value for value in alignments if value), element),
        pointer=" ".join(_word(word) for word in pointed),
    )


def _split(
    specifiers: Iterable[n.AnySpecifier],
) -> tuple[list[n.AnySpecifier], list[n.AnySpecifier]]:
    """Return the specifiers of a variable, and those after `.ptr`, which describe its target."""
    own: list[n.AnySpecifier] = []
    pointed: list[n.AnySpecifier] = []
    into = own
    for word in specifiers:
        if isinstance(word, n.Specifier) and word.name == ".ptr":
            into = pointed
        into.append(word)
    return own, pointed


def _word(word: n.AnySpecifier) -> str:
    if isinstance(word, n.Specifier):
        return word.name
    return f".align {constant(word.bytes) or '?'}" if isinstance(word, n.Align) else ".attribute"


def constant(operand: n.Node) -> int | None:
    """Return the value of a count or size; None if it is not an integer in range."""
    try:
        value = operand.value if isinstance(operand, n.Literal) else None
    except (ValueError, OverflowError):
        return None
    return value if isinstance(value, int) and 0 <= value < LARGEST else None
