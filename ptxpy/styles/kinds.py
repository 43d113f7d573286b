"""Kinds of statements and layout states: the two keys by which a style looks up a gap.

The gap before a statement depends on the statement's kind and on the state after the statements
before it. Both are small integers, so that the parser looks a gap up with two list indices.
"""

from __future__ import annotations

import re
from enum import IntEnum, auto

from ptxpy.ir import nodes as n
from ptxpy.isa import ABORTS, BRANCHES, RETURNS, TERMINATORS


class StatementKind(IntEnum):
    """The class of a statement with respect to layout."""

    INSTRUCTION = 0
    CONDITIONAL = auto()
    """A guarded branch, return or exit: it ends a basic block and may fall through."""
    JUMP = auto()
    """An unguarded `bra` or `brx`."""
    EXIT = auto()
    """An unguarded `ret`, `exit` or `trap`."""
    BLOCK_LABEL = auto()
    LABEL = auto()
    """A label that does not name a basic block: debug labels, labels in inline assembly."""
    REGISTERS = auto()
    LOCAL = auto()
    VARIABLE = auto()
    LOCATION = auto()
    SCOPE = auto()
    SCOPE_END = auto()
    CALL = auto()
    PRAGMA = auto()
    TARGETS = auto()
    PROTOTYPE = auto()
    ASM = auto()
    """The comment that opens a block of inline assembly."""
    ASM_END = auto()
    COMMENT = auto()
    FUNCTION_END = auto()
    # module level
    VERSION = auto()
    TARGET = auto()
    ADDRESS_SIZE = auto()
    FILE = auto()
    ALIAS = auto()
    GLOBAL = auto()
    DECLARATION = auto()
    FUNCTION = auto()
    SECTION = auto()
    DATA = auto()
    SECTION_END = auto()
    END = auto()


class State(IntEnum):
    """The class of the preceding statements with respect to layout."""

    START = 0
    """The beginning of the file, where the header comment of the producer is."""
    MODULE = auto()
    """Between the items of a module."""
    HEADER = auto()
    """After `.address_size`."""
    AFTER_FUNCTION = auto()
    ENTRY = auto()
    """In a function, before its first instruction."""
    ENTRY_SHARED = auto()
    """In a function, before its first instruction, after a variable moved into the function."""
    BODY = auto()
    AFTER_CONDITIONAL = auto()
    AFTER_JUMP = auto()
    AFTER_EXIT = auto()
    AFTER_LABEL = auto()
    AFTER_LOCATION = auto()
    ENTRY_LOCATION = auto()
    """After a `.loc` that precedes the first instruction."""
    AFTER_SCOPE = auto()
    """Directly after the opening brace of a scope."""
    ASM = auto()
    """Inside a block of inline assembly."""
    ASM_LOCATION = auto()
    """After a `.loc` inside a block of inline assembly."""
    SECTION = auto()
    """Directly after the opening brace of a section."""
    DATA = auto()
    AFTER_SECTION = auto()


BLOCK_LABEL = re.compile(r"(?:\$L__)?BB[0-9]{1,9}_[0-9]{1,9}\Z")
"""The names that NVVM and LLVM give to basic blocks."""

_UNGUARDED = {
    **dict.fromkeys(BRANCHES, StatementKind.JUMP),
    **dict.fromkeys(RETURNS, StatementKind.EXIT),
    **dict.fromkeys(ABORTS, StatementKind.INSTRUCTION),
}
_BY_TYPE: dict[type, StatementKind] = {
    n.Call: StatementKind.CALL,
    n.Scope: StatementKind.SCOPE,
    n.Location: StatementKind.LOCATION,
    n.Pragma: StatementKind.PRAGMA,
    n.CallPrototype: StatementKind.PROTOTYPE,
    n.TargetList: StatementKind.TARGETS,
    n.Version: StatementKind.VERSION,
    n.Target: StatementKind.TARGET,
    n.AddressSize: StatementKind.ADDRESS_SIZE,
    n.File: StatementKind.FILE,
    n.Alias: StatementKind.ALIAS,
    n.Data: StatementKind.DATA,
    n.Section: StatementKind.SECTION,
}
_SPACES = {".reg": StatementKind.REGISTERS, ".local": StatementKind.LOCAL}


def classify_statement(statement: n.Node) -> StatementKind:
    """Classify a statement of a body; `classify_item` does so for items of a module."""
    cls = type(statement)
    if cls is n.Instruction:
        opcode = statement.opcode  # type: ignore[attr-defined]
        if opcode not in TERMINATORS:
            return StatementKind.INSTRUCTION
        if statement.guard is not None and opcode not in ABORTS:  # type: ignore[attr-defined]
            return StatementKind.CONDITIONAL
        return _UNGUARDED[opcode]
    if cls is n.Label:
        is_block = BLOCK_LABEL.match(statement.name)  # type: ignore[attr-defined]
        return StatementKind.BLOCK_LABEL if is_block else StatementKind.LABEL
    if cls is n.Variable:
        return _SPACES.get(statement.space, StatementKind.VARIABLE)  # type: ignore[attr-defined]
    if cls is n.Function:
        return StatementKind.DECLARATION if statement.body is None else StatementKind.FUNCTION  # type: ignore[attr-defined]
    return _BY_TYPE[cls]


def classify_item(item: n.Node) -> StatementKind:
    """Classify an item at module level."""
    return StatementKind.GLOBAL if type(item) is n.Variable else classify_statement(item)
