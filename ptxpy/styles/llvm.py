"""The style of LLVM's NVPTX back end: Triton, CuTe DSL, Numba, llvmlite, and nvcc from NVVM 20.

Trailing comments are aligned at column 40. A basic block without a label has a comment `// %bb.N:`
before it, and a `.loc` has a trailing comment with the source position.
"""

from __future__ import annotations

from collections.abc import Mapping

from ptxpy.ir import nodes as n
from ptxpy.styles import comments
from ptxpy.styles.comments import DEMOTED
from ptxpy.styles.kinds import ASM_STATES, MODULE_STATES, State, StatementKind, TriviaState
from ptxpy.styles.nvvm import LOGIC
from ptxpy.styles.predictor import file_number
from ptxpy.styles.style import Style, pad_to_column

COMMENT_COLUMN = 40
_MARGIN = "\n" + " " * COMMENT_COLUMN
_BLOCK_ENDS = frozenset({State.AFTER_CONDITIONAL, State.AFTER_JUMP, State.AFTER_EXIT})
_ENTRY = frozenset({State.ENTRY, State.ENTRY_SHARED, State.ENTRY_LOCATION})
_FIRST_KINDS = frozenset(
    {
        StatementKind.INSTRUCTION,
        StatementKind.CONDITIONAL,
        StatementKind.JUMP,
        StatementKind.EXIT,
        StatementKind.SCOPE,
        StatementKind.CALL,
        StatementKind.ASM,
        StatementKind.PRAGMA,
    }
)
_LOCATION_STATES = frozenset({State.AFTER_LOCATION, State.ENTRY_LOCATION, State.ASM_LOCATION})


_SECTION_STATES = frozenset({State.SECTION, State.DATA})


def _predict_leading_gap(layout: TriviaState, kind: StatementKind, node: n.Node | None) -> str:
    if layout.state in _SECTION_STATES and layout.section_gaps is not None:
        return layout.section_gaps[min(layout.item, len(layout.section_gaps) - 1)]
    comment = ""
    if (
        layout.state in _LOCATION_STATES
        and isinstance(layout.previous, n.Location)
        and not layout.has_trailing_comment
    ):
        # The comment on a position is after the `.loc`, so it is part of the gap of the next
        # statement.
        where = _describe_location(layout, layout.previous)
        comment = f"{layout.predict_trailing_space('')}// {where}" if where else ""
    return comment + _predict_gap_after_comment(layout, kind, node)


def _predict_gap_after_comment(
    layout: TriviaState, kind: StatementKind, node: n.Node | None
) -> str:
    """Predict the gap before a statement, without the trailing comment of the statement before."""
    if layout.state is State.HEADER or kind is StatementKind.FUNCTION:
        return _predict_function_comment(layout, kind, node)
    # A second comment after a statement is aligned below the first.
    if kind is StatementKind.COMMENT and layout.has_trailing_comment:
        return _MARGIN
    if kind is StatementKind.BLOCK_LABEL:
        return "\n"
    if kind is StatementKind.FUNCTION_END:
        return f"{_MARGIN}// -- End function\n" if layout.function_comments else "\n"
    if layout.state in (State.ENTRY, State.ENTRY_LOCATION) and kind in _FIRST_KINDS:
        return "\n\n// %bb.0:\n\t"
    if layout.state is State.ENTRY_SHARED and kind in _FIRST_KINDS:
        return "\n// %bb.0:\n\t"
    if _falls_through(layout, kind):
        return f"\n// %bb.{layout.block + 1}:\n\t"
    if kind is StatementKind.COMMENT:
        return "\n" if layout.state in MODULE_STATES else "\n\t"
    if layout.state in _SECTION_STATES:
        return "\n\t" if kind is StatementKind.SECTION_END else "\n"
    # Where a state has a gap of its own by a function, the usual gap is that of the body.
    state = State.ASM if layout.state in ASM_STATES else State.BODY
    gap = layout.base_gap(state, kind)
    return gap if gap is not None else "\n\t"


def _falls_through(layout: TriviaState, kind: StatementKind) -> bool:
    """Whether a statement begins a basic block without a label."""
    # LLVM writes no comment before a jump that follows a conditional branch.
    if kind is StatementKind.JUMP and layout.state is State.AFTER_CONDITIONAL:
        return False
    return layout.state in _BLOCK_ENDS and (kind in _FIRST_KINDS or kind is StatementKind.LOCATION)


def _update_counters(layout: TriviaState, kind: StatementKind, node: n.Node | None) -> None:
    """Update the index of the current basic block and the number of functions."""
    if kind is StatementKind.BLOCK_LABEL and isinstance(node, n.Label):
        # A label names its block: `$L__BB0_12` is block 12.
        layout.block = int(node.name.rpartition("_")[2])
    elif kind is StatementKind.FUNCTION:
        layout.block = 0
        layout.functions_defined += 1
    elif _falls_through(layout, kind):
        layout.block += 1


def _predict_function_comment(layout: TriviaState, kind: StatementKind, node: n.Node | None) -> str:
    """Predict the gap before a function or before the first item after the header.

    The first of the two comments of the first function is directly after the header, and the
    declarations and variables of the module are between the two.
    """
    margin = " " * COMMENT_COLUMN
    after_header = layout.state is State.HEADER
    gap = "\n\n" if after_header else "\n"
    if after_header and layout.first_function is not None:
        gap += _begin_function_comment(*layout.first_function)
    elif (
        kind is StatementKind.FUNCTION
        and isinstance(node, n.Function)
        and layout.functions_defined
        and layout.function_comments
    ):
        gap += _begin_function_comment(node.name.name, node.linkage)
    if kind is StatementKind.FUNCTION and isinstance(node, n.Function) and layout.function_comments:
        return f"{gap}{margin}// @{node.name.name}\n"
    return gap + "\t" if kind is StatementKind.FILE else gap


def _begin_function_comment(name: str, linkage: tuple[str, ...]) -> str:
    line = comments.linkage_comment(name, linkage)
    # Without linkage the comment begins at its column, after nothing.
    margin = pad_to_column(line, COMMENT_COLUMN) if line else " " * COMMENT_COLUMN
    return f"{line}{margin}// -- Begin function {name}\n"


def _describe_location(layout: TriviaState, location: n.Location) -> str:
    """Return a source position as text, `file.py:12:3`; "" if the file is unknown."""
    number = file_number(location.file)
    name = layout.files.get(number) if number is not None else None
    if name is None:
        return ""
    where = f"{name}:{location.line.text}"
    # LLVM leaves out column 0, except at the beginning of a function.
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
"""LLVM's call sequences: calls on one line, parameters declared like other variables."""

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
"""Instructions after which LLVM writes no tab, or whose operands it writes one to a line."""
_TIGHT = {"vector.first": "", "vector.close": "", "address.base": "", "address.close": ""}
_TRITON_OPCODES = {
    "cp.async.bulk": _TIGHT,
    "ldmatrix": _TIGHT,
    "mbarrier": _TIGHT,
    "tcgen05": _TIGHT,
    "tcgen05.mma": {},
    "wgmma": {**_TIGHT, "element": ""},
}
"""Triton writes spaces inside brackets and braces, but not around operands of these."""

_FILES_AND_SECTIONS: dict[tuple[State | None, StatementKind], str | None] = {
    (None, StatementKind.FILE): "\n\t",
    (None, StatementKind.SECTION): "\n\t",
    (None, StatementKind.SECTION_END): "\n\t",
    (None, StatementKind.END): "\n",
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
    asm_opcode_gaps=_TRITON_OPCODES,
    opcode_gaps=_OPCODES,
    comment_column=COMMENT_COLUMN,
    compares_equality_untyped=True,
    moves_untyped=True,
    has_debug_comments=True,
    describe_location=_describe_location,
    has_function_comments=True,
    predict_leading_gap=_predict_leading_gap,
    update_counters=_update_counters,
    leading_gaps={
        **{(State.HEADER, kind): None for kind in comments.HEADER_KINDS},
        (None, StatementKind.FUNCTION): None,
        (None, StatementKind.FUNCTION_END): None,
        (None, StatementKind.BLOCK_LABEL): None,
        (None, StatementKind.COMMENT): None,
        **{(state, kind): None for state in _ENTRY for kind in _FIRST_KINDS},
        **{
            (state, kind): None
            for state in _BLOCK_ENDS
            for kind in (*_FIRST_KINDS, StatementKind.LOCATION)
        },
        **{(state, kind): None for state in _LOCATION_STATES for kind in StatementKind},
        **{
            (state, kind): None
            for state in _SECTION_STATES
            for kind in (StatementKind.DATA, StatementKind.LABEL, StatementKind.SECTION_END)
        },
        **{(state, StatementKind.VARIABLE): DEMOTED for state in (State.ENTRY, State.ENTRY_SHARED)},
        (State.ASM, StatementKind.LABEL): "\n\t",
        (State.ASM, StatementKind.SCOPE_END): "\n",
        **_FILES_AND_SECTIONS,
    },
)
"""LLVM with its default of verbose assembly, which has comments."""


def _quiet_style(
    name: str,
    opcode_gaps: Mapping[str, Mapping[str, str]],
    *,
    rounds_explicitly: bool,
    call_form: str = "llvm",
) -> Style:
    return Style(
        name=name,
        compares_equality_untyped=True,
        moves_untyped=True,
        rounds_explicitly=rounds_explicitly,
        call_form=call_form,
        header="//\n// Generated by LLVM NVPTX Back-End\n//\n\n",
        gaps={**_GAPS, **(_OWN_CALLS if call_form == "llvm" else _NVVM_CALLS)},
        opcode_gaps={**_OPCODES, **opcode_gaps},
        has_function_comments=True,
        predict_leading_gap=comments.predict_leading_gap,
        update_counters=comments.count_functions,
        leading_gaps={
            **{(State.HEADER, kind): None for kind in comments.HEADER_KINDS},
            (None, StatementKind.FUNCTION): None,
            (None, StatementKind.FUNCTION_END): "\n\n",
            **{
                (state, kind): "\n\n\t"
                for state in (State.ENTRY, State.ENTRY_LOCATION)
                for kind in _FIRST_KINDS
            },
            (State.ENTRY_LOCATION, StatementKind.LOCATION): "\n\n\t",
            **{
                (state, StatementKind.VARIABLE): DEMOTED
                for state in (State.ENTRY, State.ENTRY_SHARED)
            },
            **_FILES_AND_SECTIONS,
        },
    )


LLVM_QUIET = _quiet_style("llvm-quiet", {}, rounds_explicitly=True)
"""LLVM without comments: llvmlite, and NVVM from 21 on."""

NVVM_20 = _quiet_style(
    "nvvm-20",
    {**LOGIC, "shfl": {"operands": "\t"}},
    rounds_explicitly=False,
    call_form="stored",
)
"""NVVM 20, which nvcc 13.0 uses for Blackwell: the layout of LLVM, the padding of NVVM 7."""
