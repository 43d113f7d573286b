"""Whether two declarations of one name agree: signatures of functions, types of variables.

Functions agree as nvlink 13.0 has it: parameters are of equal sizes, and floating-point numbers in
both or in neither. Their alignments are equal, too, since ptxas compares these in one file. Of
variables nvlink compares the sizes alone; here a float does not stand for an integer, either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy.analysis import parameters_of, returns_of, variables_of
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis import Storage

__all__ = ["disagreement"]


def disagreement(here: Any, there: Any) -> str:  # noqa: ANN401 - dispatched by their classes
    """Return how a declaration differs from another of its name; empty if it does not.

    The text has two parts, about this declaration and about the other: `has 1 parameter|has 2`.
    """
    if type(here) is n.Alias or type(there) is n.Alias:
        return ""  # the type of an alias is that of its target, which has its own declaration
    if type(here) is not type(there):
        return f"is {_sort(here)}|is {_sort(there)}"
    if type(here) is n.Function:
        return _functions(here, there)
    return _variables(variables_of(here)[0], variables_of(there)[0])


def _sort(node: object) -> str:
    if type(node) is n.Function:
        return "a kernel" if node.kind == ".entry" else "a function"
    return "a variable"


def _functions(here: n.Function, there: n.Function) -> str:
    if here.kind != there.kind:
        return f"is {_sort(here)}|is {_sort(there)}"
    for what, own, other in (
        ("return value", returns_of(here), returns_of(there)),
        ("parameter", parameters_of(here), parameters_of(there)),
    ):
        if len(own) != len(other):
            plural = "" if len(own) == 1 else "s"
            return f"has {len(own)} {what}{plural}|has {len(other)}"
        for number, (one, two) in enumerate(zip(own, other, strict=True), 1):
            if _parameter(one) != _parameter(two):
                which = f"{what} {number}" if len(own) > 1 else what
                return f"has the {which} {_spelled(one)}|has {_spelled(two)}"
    return ""


def _parameter(storage: Storage) -> tuple[object, ...]:
    return storage.space, storage.size, storage.alignment, _is_float(storage)


def _is_float(storage: Storage) -> bool:
    return storage.type.rpartition(".")[2].startswith(("f", "bf"))


def _variables(here: Storage, there: Storage) -> str:
    if here.space != there.space:
        return f"is in .{here.space}|is in .{there.space}"
    sizes = (here.size, there.size)
    # `.extern .b8 x[];` declares an array of any extent.
    if (None not in sizes and here.size != there.size) or _are_unlike(here, there):
        return f"is {_spelled(here)}|is {_spelled(there)}"
    return ""


def _are_unlike(here: Storage, there: Storage) -> bool:
    """Whether types have different meanings: bits stand for anything."""
    kinds = [each.type.rpartition(".")[2] for each in (here, there)]
    if any(kind.startswith("b") and kind[1:].isdigit() for kind in kinds):
        return False
    # A texture, a surface and a sampler are what they are.
    is_opaque = any(kind.endswith("ref") for kind in kinds)
    return kinds[0] != kinds[1] if is_opaque else _is_float(here) != _is_float(there)


def _spelled(storage: Storage) -> str:
    """Return the type of a variable or parameter as it is declared."""
    extents: Sequence[int | None] = storage.dimensions
    array = "".join(f"[{'' if extent is None else extent}]" for extent in extents)
    natural = f".{storage.type}{array}"
    return f".align {storage.alignment} {natural}" if array else natural
