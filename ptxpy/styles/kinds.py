"""How a statement counts for layout: the classes and states that styles speak of.

The gap before a statement depends on its own class and on the state that the statements before
it have left. Both are small integers, so that a parser looks a gap up in two steps.
"""

from __future__ import annotations

import re
from enum import IntEnum, auto

from ptxpy.ir import nodes as n
from ptxpy.isa import ABORTS, BRANCHES, RETURNS, TERMINATORS


class Kind(IntEnum):
    """What a statement is, as far as layout is concerned."""

    INSTRUCTION = 0
    CONDITIONAL = auto()
    """A guarded branch, return or exit: a basic block ends, the next follows."""
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
    """What came before, as far as layout is concerned."""

    START = 0
    """Nothing yet: the header comment of the producer stands here."""
    MODULE = auto()
    """Between the items of a module."""
    HEADER = auto()
    """After `.address_size`."""
    AFTER_FUNCTION = auto()
    ENTRY = auto()
    """In a function, before its first instruction."""
    ENTRY_SHARED = auto()
    """The same, after a variable that was moved into the function."""
    BODY = auto()
    AFTER_CONDITIONAL = auto()
    AFTER_JUMP = auto()
    AFTER_EXIT = auto()
    AFTER_LABEL = auto()
    AFTER_LOCATION = auto()
    ENTRY_LOCATION = auto()
    """After a `.loc` that precedes the first instruction."""
    AFTER_SCOPE = auto()
    """Just after the opening brace of a scope."""
    ASM = auto()
    """Inside a block of inline assembly."""
    ASM_LOCATION = auto()
    """After a `.loc` inside a block of inline assembly."""
    SECTION = auto()
    """Just after the opening brace of a section."""
    DATA = auto()
    AFTER_SECTION = auto()


BLOCK_LABEL = re.compile(r"(?:\$L__)?BB[0-9]{1,9}_[0-9]{1,9}\Z")
"""The names that NVVM and LLVM give to basic blocks."""

_UNGUARDED = {
    **dict.fromkeys(BRANCHES, Kind.JUMP),
    **dict.fromkeys(RETURNS, Kind.EXIT),
    **dict.fromkeys(ABORTS, Kind.INSTRUCTION),
}
_BY_TYPE: dict[type, Kind] = {
    n.Call: Kind.CALL,
    n.Scope: Kind.SCOPE,
    n.Location: Kind.LOCATION,
    n.Pragma: Kind.PRAGMA,
    n.CallPrototype: Kind.PROTOTYPE,
    n.TargetList: Kind.TARGETS,
    n.Version: Kind.VERSION,
    n.Target: Kind.TARGET,
    n.AddressSize: Kind.ADDRESS_SIZE,
    n.File: Kind.FILE,
    n.Alias: Kind.ALIAS,
    n.Data: Kind.DATA,
    n.Section: Kind.SECTION,
}
_SPACES = {".reg": Kind.REGISTERS, ".local": Kind.LOCAL}


def kind_of(statement: n.Node) -> Kind:  # noqa: PLR0911 - one for each class
    """Classify a statement; variables count as local ones (`Kind.GLOBAL` is for module level)."""
    cls = type(statement)
    if cls is n.Instruction:
        opcode = statement.opcode  # type: ignore[attr-defined]
        if opcode not in TERMINATORS:
            return Kind.INSTRUCTION
        if statement.guard is not None and opcode not in ABORTS:  # type: ignore[attr-defined]
            return Kind.CONDITIONAL
        return _UNGUARDED[opcode]
    if cls is n.Label:
        return Kind.BLOCK_LABEL if BLOCK_LABEL.match(statement.name) else Kind.LABEL  # type: ignore[attr-defined]
    if cls is n.Variable:
        return _SPACES.get(statement.space, Kind.VARIABLE)  # type: ignore[attr-defined]
    if cls is n.Function:
        return Kind.DECLARATION if statement.body is None else Kind.FUNCTION  # type: ignore[attr-defined]
    return _BY_TYPE[cls]


def module_kind_of(item: n.Node) -> Kind:
    """Classify an item at module level."""
    return Kind.GLOBAL if type(item) is n.Variable else kind_of(item)
