"""Inline PTX as it stands in a source file: blocks with their operands and positions.

Readers of languages produce blocks (`cuda_blocks`, `python_blocks`); the checker takes blocks of
any of them.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

__all__ = [
    "Arity",
    "Block",
    "Blocks",
    "Guard",
    "Operand",
    "Position",
    "Run",
    "Skipped",
    "TemplatePositions",
]


class Position(NamedTuple):
    """A place in a source file."""

    line: int
    """Line, from 1."""
    column: int
    """Column in characters, from 1."""


class Run(NamedTuple):
    """Consecutive characters of a template that stand next to each other in the file."""

    start: int
    """The offset of the first character in the template."""
    line: int
    column: int
    advances: bool = True
    """False if all characters are at one place: those of a macro that another file defines."""


class TemplatePositions(NamedTuple):
    """The places of the characters of a template in its file."""

    runs: tuple[Run, ...]
    """In the order of offsets; the first begins at 0."""
    strings: tuple[int, ...] = (0,)
    """The offsets at which the strings begin that the template consists of."""

    def place(self, offset: int) -> Position:
        """Return the place of the character at an offset of the template."""
        at = bisect_right(self.runs, offset, key=lambda run: run.start) - 1
        run = self.runs[max(at, 0)]
        return Position(run.line, run.column + (offset - run.start if run.advances else 0))


class Operand(NamedTuple):
    """An operand of a block."""

    constraint: str
    """As it is written, without quotes: `=r`, `+l`, `n`; of LLVM's a single one: `=r`, `0`."""
    text: str
    """The expression in the source, or empty if there is none."""
    type: str | None
    """The type of the expression in the source's language (`uint32_t`), if it is known."""
    line: int
    column: int
    name: str = ""
    """The name in brackets of `[name] "r"(x)`, or empty."""
    varies: bool = False
    """Whether the expression is known to be no constant: a parameter or variable."""


class Guard(NamedTuple):
    """The targets for which a block is compiled, from conditions such as `__CUDA_ARCH__ >= 900`."""

    lowest: int = 0
    """The lowest `__CUDA_ARCH__` (900); 0 if there is no bound."""
    highest: int = 0
    """The highest `__CUDA_ARCH__`; 0 if there is no bound."""
    feature: str = ""
    """`a` or `f` if a condition asks for architecture- or family-specific features, else empty."""


class Arity(NamedTuple):
    """The numbers of outputs and inputs that a call passes, beside those in its constraints."""

    outputs: int | None
    """None if the number is not known; also that of inputs."""
    inputs: int | None
    at_least: bool = False
    """Whether the number of inputs may be larger: packed elements take several registers."""
    line: int = 1
    """The place of the constraints."""
    column: int = 1
    constraints: str = ""
    """The constraints, as they are written."""
    wrong_type: str = ""
    """The type of the result, if it is given as a string, which Triton and PyTorch do not take."""


class Block(NamedTuple):
    """One piece of inline PTX."""

    template: str
    """The text of the assembly, strings concatenated and escapes replaced, before operands are."""
    positions: TemplatePositions
    outputs: tuple[Operand, ...]
    inputs: tuple[Operand, ...]
    clobbers: tuple[str, ...]
    """As they are written, without quotes and LLVM's `~{}`: `memory`."""
    volatile: bool
    """Whether the compiler must keep the block: `asm volatile`, `has_side_effects=True`."""
    dialect: str
    """`cuda` (operands are `%0`), or `mlir`, `triton`, `torch`, `numba` (operands are `$0`)."""
    line: int
    """The place of the statement or call."""
    column: int
    guard: Guard = Guard()
    basic: bool = False
    """Whether the block is C's asm without colons, in which `%` stands for itself."""
    open: bool = False
    """Whether a condition around the block could not be evaluated."""
    macro: str = ""
    """The macro whose expansion makes the block, or empty."""
    missing_commas: tuple[Position, ...] = ()
    """The places of operands before which a comma is missing."""
    arity: Arity | None = None
    """In Python, what the call says of the number of operands."""


class Skipped(NamedTuple):
    """Inline PTX that cannot be checked."""

    line: int
    column: int
    reason: str
    """One of a few phrases, so that they can be counted: `the text depends on a template`."""
    detail: str = ""
    """What exactly is meant: the name of the macro."""


class Blocks(NamedTuple):
    """The inline PTX of one file."""

    found: tuple[Block, ...]
    skipped: tuple[Skipped, ...]
    unreadable: bool = False
    """Whether the file is not of its language."""
