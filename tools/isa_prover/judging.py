"""What the table says of the same statements, asked as ptxpy asks it: of parsed modules."""

from __future__ import annotations

import ptxpy
from isa_prover.context import module
from ptxpy.check import check_module, platform_of


def judge(version: str, target: str, statements: list[str]) -> list[str]:
    """Return for each statement what the table has against it, or nothing."""
    verdicts = [""] * len(statements)
    readable = []
    for index, statement in enumerate(statements):
        try:
            ptxpy.parse(f".version 9.0\n.target sm_90\n.entry k() {{\n{statement}\n}}\n")
        except ptxpy.PtxSyntaxError as error:
            verdicts[index] = str(error.problems[0].message)
        else:
            readable.append(index)
    parsed = ptxpy.parse(module(version, target, [statements[index] for index in readable]))
    for finding in check_module(parsed, *platform_of(parsed)):
        if not finding.function.startswith("k"):
            continue
        index = readable[int(finding.function.removeprefix("k"))]
        verdicts[index] = verdicts[index] or finding.problem.message
    return verdicts
