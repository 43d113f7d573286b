"""Plain layout: of files whose producer is not known, and of kernels that people write.

The two styles print alike. In `PTXPY`, that of a module that is written by hand, values have types
that instructions must agree with; a file of an unknown producer, `PLAIN`, is as free with types as
PTX is.
"""

from __future__ import annotations

from dataclasses import replace

from ptxpy.styles.kinds import Kind, State
from ptxpy.styles.style import Style

PLAIN = Style(
    name="plain",
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

PTXPY = replace(PLAIN, name="ptxpy", typed=True)
