"""A map of shared memory as comments at the top of a kernel: `# smem + 64: 4 x 8 bytes, …`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.lift.shared_memory_map import shared_memory_map
from ptxpy.pytree import INDENT, WIDTH
from ptxpy.pytree import tree as t

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.ir import nodes as n
    from ptxpy.lift.shared_memory_parts import SharedVariable

__all__ = ["memory_comments"]

MAX_PARTS: Final = 24
"""The most parts of a variable that are listed."""


def memory_comments(
    module: n.Module, function: n.Function, names: Mapping[str, str]
) -> list[t.Comment]:
    """Return what lies where in the shared memory of a function, a line a part.

    Nothing where no variable has several parts: its declaration says all.

    Args:
        module: The module.
        function: One of its functions.
        names: What variables and parameters are called, by their exact names.
    """
    variables = shared_memory_map(module, function)
    if all(len(variable.parts) < 2 for variable in variables):  # noqa: PLR2004 - parts
        return []
    found = [line for variable in variables for line in _lines(variable, names)]
    return [t.Comment(line) for line in found]


def _lines(variable: SharedVariable, names: Mapping[str, str]) -> Iterator[str]:
    name = names.get(variable.name, variable.name)
    room = WIDTH - len(f"{INDENT}# ")
    for part in variable.parts[:MAX_PARTS]:
        place = f"{name} + {part.offset}: " if part.offset else f"{name}: "
        if len(part.operations) > 1:  # there is no barrier that nobody initialises
            part = part._replace(operations=part.operations - {"init"})  # noqa: PLW2901
        text = place + part.describe(names, variable.name)
        # What is done there is left out where it does not fit.
        yield text if len(text) <= room else text.rpartition(": ")[0]
    left = len(variable.parts) - MAX_PARTS
    if left > 0:
        yield f"{name}: {left} more"
