"""The style of NVVM 7, the code generator of nvcc and NVRTC 11 to 13.

There is a blank line before every basic block, and there are two between the register declarations
and the first instruction. `and`, `or` and `xor` have one more space after them.
"""

from __future__ import annotations

from ptxpy.styles import comments
from ptxpy.styles.comments import DEMOTED
from ptxpy.styles.kinds import State, StatementKind
from ptxpy.styles.style import Style

_BLANK = "\n\n\t"
_BODY_KINDS = (
    StatementKind.INSTRUCTION,
    StatementKind.CONDITIONAL,
    StatementKind.JUMP,
    StatementKind.EXIT,
    StatementKind.LOCATION,
    StatementKind.SCOPE,
    StatementKind.CALL,
    StatementKind.PRAGMA,
    StatementKind.ASM,
    StatementKind.TARGETS,
    StatementKind.PROTOTYPE,
)
_FIRST_KINDS = tuple(kind for kind in _BODY_KINDS if kind is not StatementKind.LOCATION)

LOGIC = {opcode: {"operands": "  \t"} for opcode in ("and", "or", "xor")}
"""Instructions after whose opcode NVVM writes one more space."""

NVVM = Style(
    name="nvvm",
    call_form="nvvm",
    header="",
    gaps={
        "operands": " \t",
        "declarator.register": " \t",
        "declarator.local": " \t",
        "returns": "  ",
        "function.name.func": " ",
        "call.target": " \n\t",
        "call.target.only": " \n\t",
        "call.arguments": " \n\t",
        "call.first": "\n\t",
        "call.argument": " \n\t",
        "call.close": "\n\t",
        "location.file": "\t",
        "file.number": "\t",
        "section.name": "\t",
        "section.open": "\n\t",
        "data.next": "",
        "parameter.close.empty": "\n",
    },
    opcode_gaps=LOGIC,
    has_function_comments=True,
    predict_leading_gap=comments.predict_leading_gap,
    update_counters=comments.count_functions,
    leading_gaps={
        **{(State.HEADER, kind): None for kind in comments.HEADER_KINDS},
        (None, StatementKind.FUNCTION): None,
        (None, StatementKind.BLOCK_LABEL): "\n\n",
        (None, StatementKind.FUNCTION_END): "\n\n",
        **{(state, StatementKind.VARIABLE): DEMOTED for state in (State.ENTRY, State.ENTRY_SHARED)},
        **{(State.ENTRY, kind): "\n\n\n\t" for kind in _FIRST_KINDS},
        **{(State.ENTRY_LOCATION, kind): "\n\n\n\t" for kind in _FIRST_KINDS},
        **{(State.ENTRY_SHARED, kind): _BLANK for kind in _FIRST_KINDS},
        **{
            (State.AFTER_CONDITIONAL, kind): _BLANK
            for kind in _BODY_KINDS
            if kind != StatementKind.JUMP
        },
        **{(State.AFTER_JUMP, kind): _BLANK for kind in _BODY_KINDS},
        **{(State.AFTER_EXIT, kind): _BLANK for kind in _BODY_KINDS},
        (None, StatementKind.FILE): "\n\t",
        (None, StatementKind.SECTION): "\n\t",
        (None, StatementKind.SECTION_END): "\n\n\t",
        (None, StatementKind.END): "\n\n",
    },
)
