"""The vocabulary of imported kernels: a row with the facts of each name that is no opcode.

Any other name below `ptx` is an instruction. The modules that write, read, count or rewrite
programs ask the rows here and keep no lists of their own, so a new name of the dialect is a row in
this module and its code in `ptxpy.dsl`.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from ptxpy._records import NamedTuple

__all__ = [
    "ADDRESS",
    "ADDRESS_SIZE",
    "ALIAS",
    "ASM",
    "AT",
    "AT_INLINED",
    "BLANK",
    "BLOCK",
    "BLOCK_SCALE_INSTRUCTION_DESCRIPTOR",
    "CALLSEQ",
    "COMMENT",
    "COMPONENT",
    "DIALECT",
    "ELSE",
    "FILE",
    "HEX",
    "IF",
    "INSTRUCTION_DESCRIPTOR",
    "LABEL",
    "LABEL_OPTIONS",
    "LAYOUT",
    "LAYOUT_OPTIONS",
    "LITERAL",
    "LOC",
    "LOOP",
    "LOOP_COMMENT",
    "LUT",
    "MARK",
    "METHODS",
    "NEXT_BLOCK",
    "POSITION",
    "PRAGMA",
    "PROTOTYPE",
    "RANGED",
    "REGISTER",
    "SCOPE",
    "SCOPE_CLOSE",
    "SCOPE_OPEN",
    "SHUFFLE_CLAMP",
    "TARGET",
    "TARGETS",
    "TCGEN05_DESCRIPTOR",
    "TENSOR_MAP_CODE",
    "UNLESS",
    "VERSION",
    "WGMMA_DESCRIPTOR",
    "WORDS",
    "Word",
    "add_word",
    "branch_methods",
    "words",
]

DIALECT: Final = 2
"""The version of the notation in which programs are written: `module("nvcc-13.0", dialect=2)`.

Version 2 reads as compilers write: the address `[x, 0]` is `[x]`, and `ptx.if_(i < n)`, with a
comparison of integers in it, is the inverse comparison and `@p bra`. In the first version these are
`[x+0]`, and the comparison with `@!p bra`.
"""

Runs: TypeAlias = Literal["always", "once", "repeatedly"]
"""How often the device runs the statements in a `with`, each time that it comes there.

``always`` is once, to the end; ``once`` is at most once, and they may be left or skipped.
"""


class Word(NamedTuple):
    """A name of the dialect: its spelling, and the facts about it that other code needs."""

    path: str
    """The name as programs write it: `ptx.callseq`, `at`."""
    emits: bool = False
    """Whether it is an instruction of its own, such as a branch."""
    layout: bool = False
    """Whether it is white space or comments alone, which nothing but a reader of the PTX sees."""
    position: bool = False
    """Whether it is a position in a source file, for the instructions after it."""
    branch: bool = False
    """Whether it branches, in one call that is no expression."""
    takes_label: bool = False
    """Whether its first argument is a label, by name or number, unless that is a block."""
    operand: bool = False
    """Whether it makes an operand, so that it is no statement."""
    number: bool = False
    """Whether it says the meaning of a number, which Python computes."""
    runs: Runs | None = None
    """How often its `with` block is run; None for a name that no `with` enters."""


WORDS: Final[dict[str, Word]] = {}
"""The rows by path, in the order of this module."""


def add_word(path: str, **facts: Any) -> str:  # noqa: ANN401 - a fact of a row
    """Add a row, before the modules that ask for facts are imported; return its path."""
    WORDS[path] = Word(path, **facts)
    return path


def words(**facts: object) -> frozenset[str]:
    """Return the paths of the names that have some facts.

    >>> sorted(words(layout=True))
    ['ptx.blank', 'ptx.comment', 'ptx.layout', 'ptx.loop_comment']
    >>> sorted(words(runs="always"))
    ['ptx.asm', 'ptx.callseq', 'ptx.scope']
    """
    return frozenset(
        path
        for path, word in WORDS.items()
        if all(getattr(word, fact) == value for fact, value in facts.items())
    )


# --- layout -----------------------------------------------------------------------------------
BLANK: Final = add_word("ptx.blank", layout=True)
COMMENT: Final = add_word("ptx.comment", layout=True)
LAYOUT: Final = add_word("ptx.layout", layout=True)
LOOP_COMMENT: Final = add_word("ptx.loop_comment", layout=True)

# --- positions in source files ----------------------------------------------------------------
AT: Final = add_word("at", position=True)
AT_INLINED: Final = add_word("at.inlined", position=True)
MARK: Final = add_word("mark", position=True)
LOC: Final = add_word("ptx.loc", position=True)
POSITION: Final = add_word("ptx.position", position=True)

# --- statements that are no instructions ------------------------------------------------------
ADDRESS_SIZE: Final = add_word("ptx.address_size")
ALIAS: Final = add_word("ptx.alias")
FILE: Final = add_word("ptx.file")
LABEL: Final = add_word("ptx.label", takes_label=True)
PRAGMA: Final = add_word("ptx.pragma")
PROTOTYPE: Final = add_word("ptx.prototype")
SCOPE_CLOSE: Final = add_word("ptx.scope_close")
SCOPE_OPEN: Final = add_word("ptx.scope_open")
TARGET: Final = add_word("ptx.target")
TARGETS: Final = add_word("ptx.targets")
VERSION: Final = add_word("ptx.version")

# --- blocks -----------------------------------------------------------------------------------
ASM: Final = add_word("ptx.asm", runs="always")
CALLSEQ: Final = add_word("ptx.callseq", runs="always")
SCOPE: Final = add_word("ptx.scope", runs="always")
BLOCK: Final = add_word("ptx.block", emits=True, runs="once")
ELSE: Final = add_word("ptx.else_", emits=True, runs="once")
IF: Final = add_word("ptx.if_", emits=True, runs="once")
UNLESS: Final = add_word("ptx.unless", emits=True, runs="once")
LOOP: Final = add_word("ptx.loop", emits=True, takes_label=True, runs="repeatedly")
NEXT_BLOCK: Final = add_word("ptx.next_block", emits=True, branch=True, takes_label=True)

# --- operands ---------------------------------------------------------------------------------
ADDRESS: Final = add_word("ptx.address", operand=True)
COMPONENT: Final = add_word("ptx.component", operand=True)
LITERAL: Final = add_word("ptx.literal", operand=True)
RANGED: Final = add_word("ptx.ranged", operand=True)
REGISTER: Final = add_word("ptx.register", operand=True)
add_word("ptx.apply", operand=True)
add_word("ptx.binary", operand=True)
add_word("ptx.cast", operand=True)
add_word("ptx.conditional", operand=True)
add_word("ptx.pair", operand=True)
add_word("ptx.parenthesized", operand=True)
add_word("ptx.subscript", operand=True)
add_word("ptx.unary", operand=True)

# --- numbers ----------------------------------------------------------------------------------
HEX: Final = add_word("ptx.hex", operand=True, number=True)
LUT: Final = add_word("ptx.lut", operand=True, number=True)
SHUFFLE_CLAMP: Final = add_word("ptx.shfl.clamp", operand=True, number=True)
TENSOR_MAP_CODE: Final = add_word("ptx.tensormap.code", operand=True, number=True)
WGMMA_DESCRIPTOR: Final = add_word("ptx.wgmma.descriptor_bits", operand=True, number=True)
TCGEN05_DESCRIPTOR: Final = add_word("ptx.tcgen05.descriptor_bits", operand=True, number=True)
INSTRUCTION_DESCRIPTOR: Final = add_word("ptx.tcgen05.make_instr_desc", operand=True, number=True)
BLOCK_SCALE_INSTRUCTION_DESCRIPTOR: Final = add_word(
    "ptx.tcgen05.make_block_scale_instr_desc", operand=True, number=True
)

METHODS: Final = (
    *("into", "align", "string", "named", "ptr", "followed", "preceded", "repeated", "v2", "v4"),
    *(
        "set",
        "value",
        "leave",
        "again",
        "entry",
        "SP",
        "SPL",
        "depot",
        "each",
        "label",
        "info_string",
    ),
)
"""The methods and views of values, blocks, loops, `reg.stack` and the lines of a section.

Besides these, a value has the types: `x.u32` is its bits as another type.
"""

LAYOUT_OPTIONS: Final = frozenset({"before", "begin", "closing", "space", "within"})
"""The arguments of any name that are layout alone; `end` of `ptx.asm` is one as well."""

LABEL_OPTIONS: Final = frozenset({"end", "label", "next", "over"})
"""The arguments that give a label its name or number, unless they are a truth value."""


def branch_methods() -> tuple[str, ...]:
    """Return the last words of calls that branch and are no expressions: blocks', and `ptx`'s.

    >>> branch_methods()
    ('again', 'leave', 'next_block')
    """
    return ("again", "leave", *(path.rpartition(".")[2] for path in sorted(words(branch=True))))
