"""The style of LLVM's NVPTX back end: Triton, CuTe DSL, Numba, llvmlite, and nvcc from NVVM 20.

Comments are aligned at column 40. Basic blocks without a label are announced by a comment
`// %bb.N:`, and a `.loc` is followed by the source position in words.
"""

from __future__ import annotations

from collections.abc import Mapping

from ptxpy.ir import nodes as n
from ptxpy.styles import announce
from ptxpy.styles.announce import DEMOTED
from ptxpy.styles.kinds import Kind, State
from ptxpy.styles.layout import file_number
from ptxpy.styles.nvvm import LOGIC
from ptxpy.styles.style import ASM_STATES, MODULE_STATES, Style, aligned
from ptxpy.styles.trivia_state import TriviaState

COMMENT_COLUMN = 40
_MARGIN = "\n" + " " * COMMENT_COLUMN
_BLOCK_ENDS = frozenset({State.AFTER_CONDITIONAL, State.AFTER_JUMP, State.AFTER_EXIT})
_ENTRY = frozenset({State.ENTRY, State.ENTRY_SHARED, State.ENTRY_LOCATION})
_FIRST_KINDS = frozenset(
    {
        Kind.INSTRUCTION,
        Kind.CONDITIONAL,
        Kind.JUMP,
        Kind.EXIT,
        Kind.SCOPE,
        Kind.CALL,
        Kind.ASM,
        Kind.PRAGMA,
    }
)
_LOCATION_STATES = frozenset({State.AFTER_LOCATION, State.ENTRY_LOCATION, State.ASM_LOCATION})


_SECTION_STATES = frozenset({State.SECTION, State.DATA})


def _lead(layout: TriviaState, kind: Kind, node: n.Node | None) -> str:
    if layout.state in _SECTION_STATES and layout.section is not None:
        return layout.section[min(layout.item, len(layout.section) - 1)]
    behind = ""
    if (
        layout.state in _LOCATION_STATES
        and isinstance(layout.previous, n.Location)
        and not layout.commented
    ):
        behind = _position(layout, layout.previous)
    return behind + _own(layout, kind, node)


def _own(  # noqa: PLR0911 - a table in the form of code
    layout: TriviaState, kind: Kind, node: n.Node | None
) -> str:
    """Predict the gap before a statement, the comment behind the one before it excluded."""
    if layout.state is State.HEADER or kind is Kind.FUNCTION:
        return _announcement(layout, kind, node)
    if kind is Kind.COMMENT and layout.commented:
        return _MARGIN
    if kind is Kind.BLOCK_LABEL:
        return "\n"
    if kind is Kind.FUNCTION_END:
        return _MARGIN + "// -- End function\n"
    if layout.state in (State.ENTRY, State.ENTRY_LOCATION) and kind in _FIRST_KINDS:
        return "\n\n// %bb.0:\n\t"
    if layout.state is State.ENTRY_SHARED and kind in _FIRST_KINDS:
        return "\n// %bb.0:\n\t"
    if _falls_through(layout, kind):
        return f"\n// %bb.{layout.block + 1}:\n\t"
    if kind is Kind.COMMENT:
        return "\n" if layout.state in MODULE_STATES else "\n\t"
    if layout.state in _SECTION_STATES:
        return "\n\t" if kind is Kind.SECTION_END else "\n"
    state = State.ASM if layout.state in ASM_STATES else State.BODY
    gap = layout.base_gap(state, kind)
    return gap if gap is not None else "\n\t"


def _falls_through(layout: TriviaState, kind: Kind) -> bool:
    """Whether a statement begins a basic block without a label."""
    if kind is Kind.JUMP and layout.state is State.AFTER_CONDITIONAL:
        return False
    return layout.state in _BLOCK_ENDS and (kind in _FIRST_KINDS or kind is Kind.LOCATION)


def _count(layout: TriviaState, kind: Kind, node: n.Node | None) -> None:
    """Keep the number of the current basic block."""
    if kind is Kind.BLOCK_LABEL and isinstance(node, n.Label):
        layout.block = int(node.name.rpartition("_")[2])
    elif kind is Kind.FUNCTION:
        layout.block = 0
        layout.defined += 1
    elif _falls_through(layout, kind):
        layout.block += 1


def _announcement(layout: TriviaState, kind: Kind, node: n.Node | None) -> str:
    """Predict the gap before a function, and before what follows the header.

    The first function is announced directly behind the header, in two comments between which the
    declarations and variables of the module stand.
    """
    margin = " " * COMMENT_COLUMN
    first = layout.state is State.HEADER
    gap = "\n\n" if first else "\n"
    if first and layout.first is not None:
        gap += _begin(*layout.first)
    elif kind is Kind.FUNCTION and isinstance(node, n.Function) and layout.defined:
        gap += _begin(node.name.name, node.linkage)
    if kind is Kind.FUNCTION and isinstance(node, n.Function):
        return f"{gap}{margin}// @{node.name.name}\n"
    return gap + "\t" if kind is Kind.FILE else gap


def _begin(name: str, linkage: tuple[str, ...]) -> str:
    line = announce.linkage_comment(name, linkage)
    margin = aligned(line, COMMENT_COLUMN) if line else " " * COMMENT_COLUMN
    return f"{line}{margin}// -- Begin function {name}\n"


def _position(layout: TriviaState, location: n.Location) -> str:
    """Predict the comment behind a `.loc`, with the white space before it."""
    where = _where(layout, location)
    return f"{layout.behind('')}// {where}" if where else ""


def _where(layout: TriviaState, location: n.Location) -> str:
    """Return a source position in words, `file.py:12:3`, or ""."""
    number = file_number(location.file)
    name = layout.files.get(number) if number is not None else None
    if name is None:
        return ""
    where = f"{name}:{location.line.text}"
    if location.column is not None and (
        location.column.text != "0" or layout.state is State.ENTRY_LOCATION
    ):
        where += f":{location.column.text}"
    return where


_GAPS = {
    "operands": " \t",
    "declarator.register": " \t",
    "declarator.local": " \t",
    "returns": "  ",
    "location.file": "\t",
    "file.number": "\t",
    "section.name": "\t",
    "section.open": "\n\t",
}
_OWN_CALLS = {"declarator.param": " \t"}
"""Calls of LLVM's, on one line; the parameters are declared like other variables."""

_NVVM_CALLS = {
    "call.target": " \n\t",
    "call.target.only": " \n\t",
    "call.arguments": " \n\t",
    "call.first": "\n\t",
    "call.argument": " \n\t",
    "call.close": "\n\t",
}
_OPCODES = {
    "ldmatrix": {"operands": " "},
    "stmatrix": {"operands": " "},
    "mma": {"operands": "\n\t\t", "operand": "\n\t\t"},
}
"""Instructions behind which LLVM writes no tab, or every operand on its own line."""
_TIGHT = {"vector.first": "", "vector.close": "", "address.base": "", "address.close": ""}
_TRITON_OPCODES = {
    "cp.async.bulk": _TIGHT,
    "ldmatrix": _TIGHT,
    "mbarrier": _TIGHT,
    "tcgen05": _TIGHT,
    "tcgen05.mma": {},
    "wgmma": {**_TIGHT, "element": ""},
}
"""Triton puts spaces into brackets and braces, but not in the newer of its inline assembly."""

_FILES_AND_SECTIONS: dict[tuple[State | None, Kind], str | None] = {
    (None, Kind.FILE): "\n\t",
    (None, Kind.SECTION): "\n\t",
    (None, Kind.SECTION_END): "\n\t",
    (None, Kind.END): "\n",
}

LLVM = Style(
    name="llvm",
    header="//\n// Generated by LLVM NVPTX Back-End\n//\n\n",
    gaps={**_GAPS, **_OWN_CALLS},
    asm_gaps={
        # as Triton writes it
        "vector.first": " ",
        "vector.close": " ",
        "address.base": " ",
        "address.close": " ",
        "offset": " ",
        "offset.value": " ",
        "location.file": "\t",
    },
    asm_opcodes=_TRITON_OPCODES,
    opcodes=_OPCODES,
    comment_column=COMMENT_COLUMN,
    untyped_equality=True,
    untyped_moves=True,
    debug_comments=True,
    position=_where,
    lead=_lead,
    count=_count,
    leads={
        **{(State.HEADER, kind): None for kind in announce.HEADER_KINDS},
        (None, Kind.FUNCTION): None,
        (None, Kind.FUNCTION_END): None,
        (None, Kind.BLOCK_LABEL): None,
        (None, Kind.COMMENT): None,
        **{(state, kind): None for state in _ENTRY for kind in _FIRST_KINDS},
        **{(state, kind): None for state in _BLOCK_ENDS for kind in (*_FIRST_KINDS, Kind.LOCATION)},
        **{(state, kind): None for state in _LOCATION_STATES for kind in Kind},
        **{
            (state, kind): None
            for state in _SECTION_STATES
            for kind in (Kind.DATA, Kind.LABEL, Kind.SECTION_END)
        },
        **{(state, Kind.VARIABLE): DEMOTED for state in (State.ENTRY, State.ENTRY_SHARED)},
        (State.ASM, Kind.LABEL): "\n\t",
        (State.ASM, Kind.SCOPE_END): "\n",
        **_FILES_AND_SECTIONS,
    },
)
"""LLVM as compilers run it by default, with comments."""


def _quiet(
    name: str, opcodes: Mapping[str, Mapping[str, str]], *, rounded: bool, calls: str = "llvm"
) -> Style:
    return Style(
        name=name,
        untyped_equality=True,
        untyped_moves=True,
        rounded=rounded,
        calls=calls,
        header="//\n// Generated by LLVM NVPTX Back-End\n//\n\n",
        gaps={**_GAPS, **(_OWN_CALLS if calls == "llvm" else _NVVM_CALLS)},
        opcodes={**_OPCODES, **opcodes},
        lead=announce.lead,
        count=announce.count,
        leads={
            **{(State.HEADER, kind): None for kind in announce.HEADER_KINDS},
            (None, Kind.FUNCTION): None,
            (None, Kind.FUNCTION_END): "\n\n",
            **{
                (state, kind): "\n\n\t"
                for state in (State.ENTRY, State.ENTRY_LOCATION)
                for kind in _FIRST_KINDS
            },
            (State.ENTRY_LOCATION, Kind.LOCATION): "\n\n\t",
            **{(state, Kind.VARIABLE): DEMOTED for state in (State.ENTRY, State.ENTRY_SHARED)},
            **_FILES_AND_SECTIONS,
        },
    )


LLVM_QUIET = _quiet("llvm-quiet", {}, rounded=True)
"""LLVM without comments: llvmlite, and NVVM from 21 on."""

NVVM_20 = _quiet("nvvm-20", LOGIC, rounded=False, calls="stored")
"""NVVM 20, of nvcc 13.0 for Blackwell: LLVM's layout, NVVM 7's padding."""
