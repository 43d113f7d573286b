"""The stack of a function, as compilers declare it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Stack", "stack_of"]

_DEPOT: Final = re.compile(r"__local_depot(0|[1-9][0-9]{0,8})\Z")
_PLAIN: Final = re.compile(r"(?:0|[1-9][0-9]{0,8})\Z")
_SPACE_ALIGN_TYPE: Final = 3
_REGISTERS: Final = ("%SP", "%SPL")


class Stack(NamedTuple):
    """What `reg.stack` takes."""

    size: int
    align: int
    depot: int


def stack_of(nodes: Sequence[n.Node]) -> Stack | None:
    """Return the stack that three statements declare, or None where they are something else."""
    # `.local .align 8 .b8 __local_depot0[16]; .reg .b64 %SP; .reg .b64 %SPL;`
    if len(nodes) != 1 + len(_REGISTERS) or any(type(node) is not n.Variable for node in nodes):
        return None
    memory: n.Variable = nodes[0]  # type: ignore[assignment]
    found = _memory(memory)
    if found is None:
        return None
    for name, node in zip(_REGISTERS, nodes[1:], strict=True):
        declarator = n.Declarator(n.Register(name))
        if node != n.Variable((), (n.Specifier(".reg"), n.Specifier(".b64")), (declarator,)):
            return None
    return found


def _memory(node: n.Variable) -> Stack | None:
    if (
        len(node.declarators) != 1
        or len(node.specifiers) != _SPACE_ALIGN_TYPE
        or node.within is not None
    ):
        return None
    (declarator,) = node.declarators
    depot = _DEPOT.match(declarator.name.name)
    space, align, kind = node.specifiers
    sizes = declarator.dimensions
    if depot is None or type(align) is not n.Align or len(sizes) != 1 or sizes[0].size is None:
        return None
    texts = [getattr(value, "text", "") for value in (sizes[0].size, align.bytes)]
    if not all(map(_PLAIN.match, texts)):
        return None
    size, alignment = map(int, texts)
    # `reg.stack` takes three numbers: all else on the declarator, an initialiser say, would be
    # lost.
    plain = declarator.replace(dimensions=()) == n.Declarator(n.Symbol(declarator.name.name))
    if not plain or (space, kind) != (n.Specifier(".local"), n.Specifier(".b8")) or node.linkage:
        return None
    return Stack(size, alignment, int(depot[1]))
