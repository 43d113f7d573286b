"""The style of NVVM 7, the code generator of nvcc and NVRTC 11 to 13.

A blank line stands before every basic block and two between the register declarations and the
first instruction. `and`, `or` and `xor` have one more space behind them.
"""

from __future__ import annotations

from ptxpy.styles import announce
from ptxpy.styles.announce import DEMOTED
from ptxpy.styles.kinds import Kind, State
from ptxpy.styles.style import Style

_BLANK = "\n\n\t"
_BODY_KINDS = (
    Kind.INSTRUCTION,
    Kind.CONDITIONAL,
    Kind.JUMP,
    Kind.EXIT,
    Kind.LOCATION,
    Kind.SCOPE,
    Kind.CALL,
    Kind.PRAGMA,
    Kind.ASM,
    Kind.TARGETS,
    Kind.PROTOTYPE,
)
_FIRST_KINDS = tuple(kind for kind in _BODY_KINDS if kind is not Kind.LOCATION)

LOGIC = {opcode: {"operands": "  \t"} for opcode in ("and", "or", "xor")}
"""NVVM puts one more space behind these."""

NVVM = Style(
    name="nvvm",
    calls="nvvm",
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
    opcodes=LOGIC,
    lead=announce.lead,
    count=announce.count,
    leads={
        **{(State.HEADER, kind): None for kind in announce.HEADER_KINDS},
        (None, Kind.FUNCTION): None,
        (None, Kind.BLOCK_LABEL): "\n\n",
        (None, Kind.FUNCTION_END): "\n\n",
        **{(state, Kind.VARIABLE): DEMOTED for state in (State.ENTRY, State.ENTRY_SHARED)},
        **{(State.ENTRY, kind): "\n\n\n\t" for kind in _FIRST_KINDS},
        **{(State.ENTRY_LOCATION, kind): "\n\n\n\t" for kind in _FIRST_KINDS},
        **{(State.ENTRY_SHARED, kind): _BLANK for kind in _FIRST_KINDS},
        **{(State.AFTER_CONDITIONAL, kind): _BLANK for kind in _BODY_KINDS if kind != Kind.JUMP},
        **{(State.AFTER_JUMP, kind): _BLANK for kind in _BODY_KINDS},
        **{(State.AFTER_EXIT, kind): _BLANK for kind in _BODY_KINDS},
        (None, Kind.FILE): "\n\t",
        (None, Kind.SECTION): "\n\t",
        (None, Kind.SECTION_END): "\n\n\t",
        (None, Kind.END): "\n\n",
    },
)
