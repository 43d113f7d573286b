"""The transitions between layout states, and the states outside functions and inside assembly."""

from __future__ import annotations

from ptxpy.styles.kinds import State, StatementKind

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
    if kind in _MODULE_KINDS and (state in MODULE_STATES or kind not in _NESTED):
        return State.MODULE
    if kind in _RESETTING:
        return _AFTER[kind]
    if state in MODULE_STATES and kind in _TRANSPARENT:
        return State.MODULE if state is State.START else state
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
