"""Kinds of statements and layout states: the two keys by which a style looks up a gap.

The gap before a statement depends on the statement's kind and on the state after the statements
before it. Both are small integers, so that the parser looks a gap up with two list indices.

A style has functions for the gaps that do not follow from its tables. They see the walk through the
module by `TriviaState`, which `ptxpy.styles.predictor` implements.
"""

from __future__ import annotations

import re
from enum import IntEnum, auto
from typing import Protocol

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
    """The beginning of the file, with the header comment of the producer."""
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
        # Only the ends of basic blocks have gaps of their own.
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


_ENTRY_STATES = frozenset({State.ENTRY, State.ENTRY_SHARED, State.ENTRY_LOCATION})
_AFTER: dict[StatementKind, State] = {
    StatementKind.CONDITIONAL: State.AFTER_CONDITIONAL,
    StatementKind.JUMP: State.AFTER_JUMP,
    StatementKind.EXIT: State.AFTER_EXIT,
    StatementKind.BLOCK_LABEL: State.AFTER_LABEL,
    StatementKind.LABEL: State.BODY,
    StatementKind.LOCATION: State.AFTER_LOCATION,
    StatementKind.SCOPE: State.AFTER_SCOPE,
    StatementKind.ASM: State.ASM,
    StatementKind.FUNCTION_END: State.AFTER_FUNCTION,
    StatementKind.ADDRESS_SIZE: State.HEADER,
    StatementKind.FUNCTION: State.ENTRY,
    StatementKind.SECTION: State.SECTION,
    StatementKind.DATA: State.DATA,
    StatementKind.SECTION_END: State.AFTER_SECTION,
}
_MODULE_KINDS = frozenset(
    {
        StatementKind.VERSION,
        StatementKind.TARGET,
        StatementKind.FILE,
        StatementKind.ALIAS,
        StatementKind.GLOBAL,
        StatementKind.DECLARATION,
        StatementKind.END,
    }
)
_NESTED = frozenset({StatementKind.ALIAS, StatementKind.DECLARATION})
"""Kinds of module items that are also allowed in the body of a function."""
_RESETTING = frozenset(
    {
        StatementKind.ADDRESS_SIZE,
        StatementKind.FUNCTION,
        StatementKind.FUNCTION_END,
        StatementKind.SECTION,
        StatementKind.DATA,
        StatementKind.SECTION_END,
    }
)
_TRANSPARENT = frozenset(
    {
        StatementKind.COMMENT,
        StatementKind.ASM,
        StatementKind.ASM_END,
        StatementKind.PRAGMA,
        StatementKind.LOCATION,
    }
)
MODULE_STATES = frozenset(
    {
        State.START,
        State.MODULE,
        State.HEADER,
        State.AFTER_FUNCTION,
        State.AFTER_SECTION,
        State.SECTION,
        State.DATA,
    }
)
"""The states outside functions."""
ASM_STATES = frozenset({State.ASM, State.ASM_LOCATION})
"""The states inside inline assembly."""


def next_state(state: State, kind: StatementKind) -> State:
    """Return the state after a statement."""
    # An alias or a declaration in a function does not end it.
    if kind in _MODULE_KINDS and (state in MODULE_STATES or kind not in _NESTED):
        return State.MODULE
    if kind in _RESETTING:
        return _AFTER[kind]
    # A comment between items changes nothing, but the file has begun.
    if state in MODULE_STATES and kind in _TRANSPARENT:
        return State.MODULE if state is State.START else state
    # Inside of inline assembly all gaps are the author's: only `.loc` comes from the compiler.
    if state in ASM_STATES and kind is not StatementKind.ASM_END:
        return State.ASM_LOCATION if kind is StatementKind.LOCATION else State.ASM
    if state in _ENTRY_STATES:
        if kind in (
            StatementKind.REGISTERS,
            StatementKind.LOCAL,
            StatementKind.COMMENT,
            StatementKind.LABEL,
        ):
            return State.ENTRY if state is State.ENTRY_LOCATION else state
        # Two `.loc` before the first instruction: only the first is in the state of the entry.
        if kind is StatementKind.LOCATION:
            twice = state is State.ENTRY_LOCATION
            return State.AFTER_LOCATION if twice else State.ENTRY_LOCATION
        if kind is StatementKind.VARIABLE:
            return State.ENTRY_SHARED
    if kind is StatementKind.COMMENT:
        return state
    if state in (State.SECTION, State.DATA) and kind is StatementKind.LABEL:
        return State.DATA
    return _AFTER.get(kind, State.BODY)


class TriviaState(Protocol):
    """The position of a walk through a module, and its counters."""

    state: State
    files: dict[int, str]
    """The last path component of every `.file`, by number."""
    first_function: tuple[str, tuple[str, ...]] | None
    """Name and linkage of the first function that has a body, if the gap after the header names it.
    """
    function_comments: bool
    """Whether comments name functions."""
    functions_defined: int
    """The number of functions with a body before this point."""
    previous: n.Node | None
    """The preceding statement of the same body."""
    section_gaps: list[str] | None
    """The gaps before the items of the current section and before its closing brace."""
    item: int
    """The number of items of the section before this point."""
    block: int
    """The index of the current basic block, in styles that count blocks."""
    has_trailing_comment: bool
    """Whether the preceding statement has a comment on its line."""

    def base_gap(self, state: State, kind: StatementKind) -> str | None:
        """Return the gap of the style's table, without the options of one file."""

    def predict_trailing_space(self, gap: str) -> str:
        """Predict the white space before a trailing comment."""
