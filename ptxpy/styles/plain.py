"""ptxpy's own style: what the printer writes where no producer's habits are to be kept."""

from __future__ import annotations

from ptxpy.styles.kinds import Kind, State
from ptxpy.styles.style import Style

PLAIN = Style(
    name="ptxpy",
    unit="    ",
    header="",
    gaps={"parameter": "\n    ", "parameter.next": "\n    ", "declared.parameters": ""},
    parameter_names="{name}",
    leads={
        **{
            (None, kind): "\n    "
            for kind in (
                Kind.INSTRUCTION,
                Kind.CONDITIONAL,
                Kind.JUMP,
                Kind.EXIT,
                Kind.REGISTERS,
                Kind.LOCAL,
                Kind.VARIABLE,
                Kind.LOCATION,
                Kind.SCOPE,
                Kind.SCOPE_END,
                Kind.CALL,
                Kind.PRAGMA,
                Kind.ASM,
                Kind.ASM_END,
                Kind.COMMENT,
                Kind.TARGETS,
                Kind.PROTOTYPE,
            )
        },
        (None, Kind.FUNCTION): "\n\n",
        (State.HEADER, Kind.GLOBAL): "\n\n",
    },
)
