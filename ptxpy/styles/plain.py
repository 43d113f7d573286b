"""The plain layout: `PLAIN` for files of unknown producers, `PTXPY` for hand-written kernels.

The two styles print alike. In `PTXPY`, values have types that instructions must match. In `PLAIN`,
only the type rules of PTX apply.
"""

from __future__ import annotations

from ptxpy.styles.kinds import State, StatementKind
from ptxpy.styles.style import Style

PLAIN = Style(
    name="plain",
    indent="    ",
    header="",
    gaps={"parameter": "\n    ", "parameter.next": "\n    ", "declared.parameters": ""},
    parameter_names="{name}",
    leading_gaps={
        **{
            (None, kind): "\n    "
            for kind in (
                StatementKind.INSTRUCTION,
                StatementKind.CONDITIONAL,
                StatementKind.JUMP,
                StatementKind.EXIT,
                StatementKind.REGISTERS,
                StatementKind.LOCAL,
                StatementKind.VARIABLE,
                StatementKind.LOCATION,
                StatementKind.SCOPE,
                StatementKind.SCOPE_END,
                StatementKind.CALL,
                StatementKind.PRAGMA,
                StatementKind.ASM,
                StatementKind.ASM_END,
                StatementKind.COMMENT,
                StatementKind.TARGETS,
                StatementKind.PROTOTYPE,
            )
        },
        (None, StatementKind.FUNCTION): "\n\n",
        (State.HEADER, StatementKind.GLOBAL): "\n\n",
    },
)
"""The style of files that no known producer has written."""

PTXPY = PLAIN._replace(name="ptxpy", is_typed=True)
