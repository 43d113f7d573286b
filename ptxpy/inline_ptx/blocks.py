"""Inline PTX in a source file: blocks with their operands and positions, and expanded text.

Readers of languages produce blocks (`cuda_blocks`, `python_blocks`); the checker takes the blocks
of any language.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.inline_ptx.preprocessing import OUTSIDE
from ptxpy.isa import entries

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ptxpy.inline_ptx.preprocessing import Token

__all__ = [
    "HOST",
    "Arity",
    "Block",
    "Blocks",
    "Expansion",
    "Guard",
    "Lines",
    "Operand",
    "Position",
    "Run",
    "Skipped",
    "TemplatePositions",
    "is_for_other_processor",
    "join_tokens",
]


class Position(NamedTuple):
    """A place in a source file."""

    line: int
    """Line, from 1."""
    column: int
    """Column in characters, from 1."""


class Run(NamedTuple):
    """Consecutive characters of a template that are next to each other in the file, too."""

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
        # The run that begins last at or before the offset has it.
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
    """In Python, the number of operands by the arguments of the call."""


class Skipped(NamedTuple):
    """Inline PTX that cannot be checked."""

    line: int
    column: int
    reason: str
    """One of a few phrases, so that they can be counted: `the text depends on a template`."""
    detail: str = ""
    """The name that the reason is about: that of a macro."""


class Blocks(NamedTuple):
    """The inline PTX of one file."""

    found: tuple[Block, ...]
    skipped: tuple[Skipped, ...]
    unreadable: bool = False
    """Whether the file is not of its language."""


HOST: Final = "the assembly is not for NVIDIA's GPUs"

_PTX_CONSTRAINT: Final = re.compile(r"[=+]?[&%]?(?:[hrlqfdnCbci]|[0-9]+)")
_WORD: Final = re.compile(r"\s*(?:\{\s*)?(?:@!?[%\w]+\s+)?(?:[$%\w]+:\s*)?([a-z_]\w*)")


def is_for_other_processor(block: Block) -> bool:
    """Return whether neither the text of a block nor its operands are PTX."""
    if block.dialect == "cuda" and _names_other_registers(block):
        return True
    word = _WORD.match(block.template)
    # A word that opens a PTX instruction speaks for PTX, whatever its operands are.
    if word is None or entries(word[1]):
        return False
    operands = (*block.outputs, *block.inputs)
    # `a`, `S` or `m` are constraints of other processors: PTX has no such letter.
    if any(not _PTX_CONSTRAINT.fullmatch(operand.constraint) for operand in operands):
        return True
    # Every instruction of PTX ends with a semicolon: text without one is of another assembler.
    return ";" not in block.template


_X86: Final = (
    r"(?:[re]?(?:[abcd]x|[sd]i|[bs]p)|[re]ip|[abcd][lh]|(?:[sd]i|[bs]p)l|[xyz]mm\d+|mm[0-7]|st(?:\([0-7]\))?)"
)
_OTHER_REGISTER: Final = re.compile(rf"%{{0,2}}{_X86}|e?flags|fpsr|dirflag")
"""Clobbers of other processors alone."""
_ANY_REGISTER: Final = re.compile(r"cc|r(?:8|9|1[0-5])[dwb]?|[xwvqdk]\d+|lr")
"""Clobbers of other processors that someone may believe PTX to have."""
_IN_TEXT: Final = re.compile(rf"(?<![\w%$])%%?{_X86}(?![\w$(])")
_IMMEDIATE: Final = re.compile(r"(?<![\w$%])\$-?(?:0x[0-9a-fA-F]+|\d+)(?![\w$])")
_OPCODE_OF_PTX: Final = re.compile(r"(?<![\w.%$])[a-z]\w*(?:\.|::)[a-z]")
"""An opcode with a modifier, which all of PTX have but those of control flow."""


def _names_other_registers(block: Block) -> bool:
    """Return whether a block names registers of x86 or ARM, or has immediates of AT&T's syntax.

    Mistakes in PTX are left to the checks: a clobber `"cc"`, or `$0` for an operand.
    """
    if any(map(_OTHER_REGISTER.fullmatch, block.clobbers)):
        return True
    if _OPCODE_OF_PTX.search(block.template) is not None or not block.template.strip():
        return False
    return (
        any(map(_ANY_REGISTER.fullmatch, block.clobbers))
        or _IN_TEXT.search(block.template) is not None
        or _IMMEDIATE.search(block.template) is not None
    )


_SPLICE: Final = re.compile(r"\\\r?\n")


class Lines:
    """The lines of a file."""

    def __init__(self, text: str) -> None:
        """Find the lines of a text."""
        self.text = text
        self.starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def place(self, offset: int) -> Position:
        """Return the line and column of an offset."""
        line = bisect_right(self.starts, offset)
        return Position(line, offset - self.starts[line - 1] + 1)

    def row(self, line: int) -> str:
        """Return the text of a line, from 1, without its end."""
        start = self.starts[line - 1]
        end = self.text.find("\n", start)
        return self.text[start : None if end < 0 else end].rstrip("\r")


class Expansion(NamedTuple):
    """Text after the replacement of macros."""

    text: str
    starts: list[int]
    """Offsets of tokens in the text."""
    tokens: list[Token]
    lines: Lines
    """The file."""
    site: int
    """The offset of the statement in the file, or of the macro that makes it."""

    def place(self, offset: int) -> tuple[Position, bool]:
        """Return the place in the file of a character.

        The second value is whether the following characters of its token follow it in the file.
        """
        at = max(bisect_right(self.starts, offset) - 1, 0)
        token = self.tokens[at]
        # A token of another file has no place in this one: the statement's place stands for it.
        if token.origin == OUTSIDE:
            return self.lines.place(self.site), False
        # A token that was changed, by joining lines for example, has only a beginning.
        if self.lines.text.startswith(token.text, token.origin):
            return self.lines.place(token.origin + offset - self.starts[at]), True
        return self.lines.place(token.origin), False


def join_tokens(given: Iterable[Token], lines: Lines, site: int) -> Expansion:
    """Return the text of tokens, each with a space before it."""
    starts: list[int] = []
    kept: list[Token] = []
    parts: list[str] = []
    length = 0
    for each in given:
        token = each
        if token.kind == "string" and "\\\n" in token.text.replace("\r", ""):
            # Lines that end with a backslash are joined, and places within the string are lost.
            token = token._replace(text=_SPLICE.sub("", token.text))
        gap = 1 if token.spaced or token.kind != "mark" else 0
        parts.append(" " * gap + token.text)
        starts.append(length + gap)
        kept.append(token)
        length += gap + len(token.text)
    return Expansion("".join(parts), starts, kept, lines, site)
