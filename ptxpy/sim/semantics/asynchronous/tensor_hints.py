"""Hints about tensor maps that look misused, though no copy of them was wrong.

A box that lies beyond its tensor is legal, and comes as zeros. When all boxes of a tensor map do,
and coordinates in another order would be within, they probably are in the wrong order.
"""

from __future__ import annotations

from itertools import islice, permutations
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.sim.machine.global_memory import Memory
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.tensor_boxes import Boxes

__all__ = ["hints", "note"]

_MAX_COPIES_PER_MAP: Final = 64
"""The most copies whose coordinates are kept for each tensor map."""
_MAX_DIMENSION_ORDERS: Final = 120


def note(machine: Machine, boxes: Boxes, coordinates: Sequence[int] = (), *, inside: bool) -> None:
    """Record a copy: whether any element of the box lies within the tensor."""
    if inside:
        machine.out_of_bounds_boxes[boxes] = None
        return
    held = machine.out_of_bounds_boxes.setdefault(boxes, [])
    if held is not None and len(held) < _MAX_COPIES_PER_MAP:
        held.append(tuple(coordinates))


def hints(beyond: Mapping[Boxes, list[tuple[int, ...]] | None], memory: Memory) -> Iterator[str]:
    """Yield the hints after a launch.

    Args:
        beyond: For each tensor map, the coordinates of boxes that lie beyond the tensor; None if
            some box does not.
        memory: Global memory.
    """
    for boxes, held in beyond.items():
        rank = len(boxes.layout.dims)
        if not held or boxes.layout.columns is not None or len(held[0]) != rank:
            continue
        for order in islice(permutations(range(rank)), 1, _MAX_DIMENSION_ORDERS):
            if all(_within(boxes, [at[axis] for axis in order]) for at in held):
                yield _describe(boxes, held[0], order, memory)
                break


def _within(boxes: Boxes, coordinates: Sequence[int]) -> bool:
    """Whether some element of a box lies within the tensor."""
    layout = boxes.layout
    return all(
        -count * step < at < extent
        for at, extent, count, step in zip(
            coordinates, layout.dims, layout.counts, boxes.steps, strict=True
        )
    )


def _describe(boxes: Boxes, at: tuple[int, ...], order: Sequence[int], memory: Memory) -> str:
    found = memory.find(boxes.address)
    tensor = "the tensor" if found is None else found.name
    dims = " x ".join(f"{extent:,}" for extent in boxes.layout.dims)
    moved = ", ".join(str(at[axis]) for axis in order)
    return (
        f"all copies by a tensor map of {tensor} lie beyond it, which is {dims}, such as that at "
        f"{{{', '.join(map(str, at))}}}: {{{moved}}} would be within it, and the innermost "
        "dimension comes first"
    )
