"""The contents of a function of the IR, to be compared with those of its Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.ir import nodes as n
from ptxpy.ir import walk
from ptxpy.isa import DIRECT_BRANCHES, INDEXED_BRANCHES
from ptxpy.styles import BLOCK_LABEL

__all__ = ["Source", "source_of"]


class Source(NamedTuple):
    """The contents of a function of a module, scopes included."""

    name: str
    instructions: int
    """Instructions and calls."""
    branches: int
    """The branches that are `bra`."""
    indirect: int
    """The branches that are `brx`."""
    labels: int
    block_labels: int
    """Labels with the names that compilers give to basic blocks."""
    registers: int
    """How many are written."""
    listed: frozenset[str]
    """Labels in lists of targets, for `brx`."""


def source_of(function: n.Function) -> Source:
    """Count the contents of a function of the IR."""
    counts: Counter[str] = Counter()
    written: set[str] = set()
    listed: set[str] = set()
    for node in _statements(function.body or ()):
        if isinstance(node, n.Instruction):
            counts[node.opcode] += 1
            counts["instructions"] += 1
        elif isinstance(node, n.Call):
            counts["instructions"] += 1
        elif isinstance(node, n.Label):
            counts["labels"] += 1
            counts["block labels"] += BLOCK_LABEL.match(node.name) is not None
        elif isinstance(node, n.TargetList):
            listed.update(target.name for target in node.targets if isinstance(target, n.Symbol))
        written.update(_written(node))
    return Source(
        function.name.name,
        counts["instructions"],
        sum(counts[opcode] for opcode in DIRECT_BRANCHES),
        sum(counts[opcode] for opcode in INDEXED_BRANCHES),
        counts["labels"],
        counts["block labels"],
        len(written),
        frozenset(listed),
    )


def _statements(body: Sequence[n.Node]) -> Iterator[n.Node]:
    pending = [*reversed(body)]
    while pending:
        node = pending.pop()
        if isinstance(node, n.Scope):
            pending.extend(reversed(node.body))
        else:
            yield node


def _written(statement: n.Node) -> Iterator[str]:
    """Yield the registers that a statement writes."""
    if isinstance(statement, n.Call):
        operands: Iterable[n.Node] = statement.returns or ()
    elif isinstance(statement, n.Instruction):
        places = _places(statement.opcode, statement.modifiers)
        operands = [item for place, item in enumerate(statement.operands) if place in places]
    else:
        return
    for operand in operands:
        if isinstance(operand, n.Register):
            yield operand.name
        elif not isinstance(operand, n.Address):
            yield from (node.name for node in walk(operand) if isinstance(node, n.Register))


@lru_cache(maxsize=65536)
def _places(opcode: str, modifiers: tuple[str, ...]) -> frozenset[int]:
    """Return the positions of the operands that an instruction writes."""
    first = {0} if isa.destinations(opcode, modifiers) else set()
    return frozenset(first | {*isa.explicit_writes(opcode, modifiers)})
