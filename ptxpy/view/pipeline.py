"""Tiles, buffers and barriers of a kernel that follow from its instructions alone."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from ptxpy.demangle import abridged, demangled
from ptxpy.ir import nodes as n
from ptxpy.isa import matrix_of, work_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.analysis import Code
    from ptxpy.lift import SharedVariable

__all__ = ["rings_of", "shared_variables", "stages_of", "tiles"]


_MAX_TITLE: Final = 60
_TIMES: Final = re.compile(r"^(\d+) x ")
"""How many parts there are: comments of Python write it in ASCII, a page as all its products."""
_KIND: Final = ".kind::"
"""Begins the modifier with the types of a product whose shape is in a descriptor."""


def tiles(code: Code, lines: Sequence[int]) -> list[dict[str, Any]]:
    """Return the products of matrices of a function by shape, with the line of the first.

    The shape of `tcgen05.mma` is in a descriptor, and is empty here.

    Args:
        code: The function.
        lines: The line of each statement of the module.
    """
    counts: Counter[tuple[str, tuple[int, ...], str]] = Counter()
    first: dict[tuple[str, tuple[int, ...], str], int] = {}
    for index, statement in enumerate(code.statements):
        if type(statement) is not n.Instruction:
            continue
        key: tuple[str, tuple[int, ...], str] | None = None
        matrix = matrix_of(statement.opcode, statement.modifiers)
        work = work_of(statement.opcode, statement.modifiers)
        if matrix is not None:
            key = (statement.opcode, (matrix.m, matrix.n, matrix.k), matrix.type)
        elif work is not None and work.kind.startswith("tensor"):
            words = [word for word in statement.modifiers if word.startswith(_KIND)]
            name = ".".join([statement.opcode, statement.modifiers[0][1:]])
            key = (name, (), words[0].removeprefix(_KIND) if words else "")
        if key is not None:
            counts[key] += 1
            # The line of the first product stands for all of a shape.
            first.setdefault(key, lines[code.ordinals[index]])
    return [
        {"opcode": key[0], "shape": key[1], "type": key[2], "count": count, "line": first[key]}
        for key, count in counts.most_common()
    ]


def shared_variables(
    variables: Sequence[SharedVariable], code: Code, lines: Sequence[int]
) -> list[dict[str, Any]]:
    """Return the layout of the shared memory of a function, with the lines that take addresses."""
    return [
        {
            "name": variable.name,
            "title": abridged(demangled(variable.name).name or variable.name, _MAX_TITLE),
            "size": variable.size,
            "alignment": variable.alignment,
            "parts": [
                {
                    "offset": f"{part.offset} + …" if part.is_computed else part.offset,
                    "bytes": part.number * part.stride if part.stride is not None else None,
                    "number": part.number,
                    "what": _TIMES.sub("\\1 \u00d7 ", part.describe(variable=variable.name)),
                    "lines": sorted({lines[code.ordinals[each]] for each in part.statements}),
                }
                for part in variable.parts
            ],
        }
        for variable in variables
    ]


def stages_of(variables: Sequence[SharedVariable]) -> list[int]:
    """Return how many stages the rings of full and empty barriers of a kernel have.

    A ring is certain where a variable has as many barriers that are full as empty ones, at even
    distances, each of which is initialised.
    """
    found = []
    for variable in variables:
        sizes: dict[str, Counter[int]] = {"full": Counter(), "empty": Counter()}
        # A barrier that is never initialised may be something else.
        for part in variable.parts:
            if part.kind in sizes and part.stride is not None and "init" in part.operations:
                sizes[part.kind][part.number] += 1
        found += sorted((sizes["full"] & sizes["empty"]).elements())
    return found


def rings_of(variables: Sequence[SharedVariable]) -> list[dict[str, Any]]:
    """Return the rings of stages that full barriers guard, with the bytes of each tile in a stage.

    A ring of four stages of A and B is `{"stages": 4, "bytes": [16384, 32768]}`.
    """
    parts = {
        (variable.name, part.offset): part
        for variable in variables
        for part in variable.parts
        if part.is_ring
    }
    found: list[dict[str, Any]] = []
    for variable in variables:
        for barrier in variable.parts:
            tiles_in = [
                part
                for place in (barrier.guards if barrier.kind == "full" else ())
                if (part := parts.get(place)) is not None
                and part.number == barrier.number
                and part.stride is not None
            ]
            if tiles_in and barrier.number > 1:
                found.append(
                    {"stages": barrier.number, "bytes": [part.stride for part in tiles_in]}
                )
    return sorted(found, key=lambda ring: -ring["stages"] * sum(ring["bytes"]))
