"""How many registers a thread of a kernel starts with, where its directives fix that."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["fixes_registers", "registers_at_entry"]

_REGISTERS: Final = 65_536
"""The registers of a multiprocessor (CUDA C++ Programming Guide, Technical Specifications)."""
_MOST_REGISTERS: Final = 255
"""The most that a thread can start with."""


def fixes_registers(kernel: n.Function) -> bool:
    """Return whether directives of a kernel fix the number of registers that it starts with.

    Without them ptxas ignores `setmaxnreg` (its note C7508): it wants `.maxnreg`, or a number of
    threads together with `.minnctapersm`.
    """
    names = _directives(kernel).keys()
    return ".maxnreg" in names or (
        ".minnctapersm" in names and not names.isdisjoint({".maxntid", ".reqntid"})
    )


def registers_at_entry(kernel: n.Function) -> int | None:
    """Return how many registers a thread starts with; None if several numbers may be."""
    numbers = {}
    for name, directive in _directives(kernel).items():
        values = [each for each in directive.values if isinstance(each, n.Literal)]
        if len(values) != len(directive.values):
            return None
        numbers[name] = [int(each.text, 0) for each in values]
    sizes = numbers.get(".reqntid", numbers.get(".maxntid"))
    ctas = numbers.get(".minnctapersm")
    most = numbers.get(".maxnreg")
    if most is not None:
        # Which of the two limits holds is the assembler's choice.
        return None if ctas is not None else -(-most[0] // 8) * 8
    if not sizes or not ctas:
        return None
    warps = -(-prod(sizes) // 32) * ctas[0]
    # A warp gets registers by 256, so a thread by 8.
    found = _REGISTERS // (32 * max(1, warps)) // 8 * 8
    return found if found < _MOST_REGISTERS else None


def _directives(kernel: n.Function) -> Mapping[str, n.TuningDirective]:
    return {each.name: each for each in kernel.directives if type(each) is n.TuningDirective}
