"""The counted contents of a generated program, and the reasons for branches that are left in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ptxpy._records import NamedTuple
from ptxpy.codegen.census.repetition import Repetition
from ptxpy.lift import DEEPEST

__all__ = ["Block", "Branch", "ProgramCensus", "Written", "why_left"]


class Branch(NamedTuple):
    """A `ptx.bra` that is left in the Python."""

    line: int
    target: str
    """The name of the label, or its number."""
    times: int
    """How often it is emitted."""


class Block(NamedTuple):
    """A `with` statement."""

    first: int
    """Its first line."""
    last: int
    depth: int
    """The number of functions around it, and itself."""


class Written:
    """The contents of a function of the Python.

    Instructions are counted as often as they are emitted, so that a line in `for i in range(4):`
    counts four times; labels, as often as they are written.
    """

    def __init__(self, name: str) -> None:
        """Start with nothing."""
        self.name = name
        self.lines = 0
        """Those of the body that hold code: no comments, no docstring, no blank ones."""
        self.statements = 0
        """The statements that emit instructions: calls, operators, moves, inline assembly."""
        self.lifted = 0
        """The operators, moves by assignment, views, and calls of functions by name."""
        self.numbered = 0
        """Numbered tokens (`numbering`)."""
        self.targets = 0
        """The parts of assignments of a kernel or device function (`numbering`)."""
        self.numbered_targets = 0
        """The numbered tokens among these."""
        self.repetitions: list[Repetition] = []
        """Statements that repeat without a loop."""
        self.opcodes: Counter[str] = Counter()
        """The instructions left as calls of `ptx`, by the opcode."""
        self.guarded = 0
        """The calls that would be operators or moves without their guards."""
        self.spaced = 0
        """The calls that would be operators or moves without arguments for their layout."""
        self.bare: list[Branch] = []
        """Branches that are not structured, in the order of the text."""
        self.labels = 0
        """The labels that are written out. Numbers of marks do not count, since only an explicit
        reference makes them necessary."""
        self.block_labels = 0
        """The labels of basic blocks that are written out."""
        self.places: dict[str, int] = {}
        """The line of each label that is written out."""
        self.named: set[str] = set()
        """The registers that got a name."""
        self.called: Counter[str] = Counter()
        """The functions that are called by name."""
        self.blocks: list[Block] = []
        """The `with` statements."""
        self.deepest = 0
        """How many blocks are within each other at most, loops aside."""


class ProgramCensus(NamedTuple):
    """The contents of a generated program."""

    functions: list[Written]
    """Kernels and device functions, in their order."""
    templates: dict[str, Written]
    """The functions that stand for blocks of inline assembly, by name."""
    lines: int
    section_lines: int
    """The lines of debug sections among these."""
    trivia: int
    """Lines with comments, blank lines, and arguments for layout."""
    margins: int
    """The statements with a margin."""
    long_margins: int
    """The margins of more than `MAX_MARGIN` characters beside a statement."""
    positions: int
    """Statements that only say a position in a source file."""

    @property
    def numbered(self) -> int:
        """The numbered tokens of all bodies."""
        return sum(item.numbered for item in self.every())

    @property
    def body_lines(self) -> int:
        """The lines of all bodies."""
        return sum(item.lines for item in self.every())

    def every(self) -> list[Written]:
        """Return all functions."""
        return [*self.templates.values(), *self.functions]

    def parts(self, function: Written) -> Iterator[tuple[Written, int]]:
        """Yield a function and the blocks of inline assembly in it, with how often they are."""
        yield function, 1
        for name, times in function.called.items():
            if name in self.templates:
                yield self.templates[name], times


def why_left(program: ProgramCensus, function: Written, listed: frozenset[str]) -> Counter[str]:
    """Return how many branches of a function are left, by the reason.

    Args:
        program: The program.
        function: One of its functions.
        listed: The labels in lists of targets (`Source.listed`).
    """
    reasons: Counter[str] = Counter()
    for part, times in program.parts(function):
        for branch in part.bare:
            reasons[_why(part, branch, listed)] += branch.times * times
    return reasons


def _why(function: Written, branch: Branch, listed: frozenset[str]) -> str:
    at = function.places.get(branch.target)
    if at is None:
        return "to no label in sight"
    # The Python may have the number that a name ends with.
    if any(branch.target in (name, name.rpartition("_")[2]) for name in listed):
        return "shared with a jump table"
    first, last = sorted((at, branch.line))
    blocks = function.blocks
    # No further block can be opened inside the deepest ones.
    if max((item.depth for item in blocks if first <= item.first <= last), default=0) >= DEEPEST:
        return "too deep"
    inside = [item for item in blocks if item.first < at <= item.last]
    entered = any(not item.first < branch.line <= item.last for item in inside)
    return "into another region" if entered else "across another region"
