"""The verdict of the table on the same statements, in parsed modules, as ptxpy checks them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

import ptxpy
from isa_prover.context import module
from ptxpy.analysis import bodies
from ptxpy.check import check_module, diagnose_module, version_and_target_of


def judge(version: str, target: str, statements: list[str], *, rules: bool = False) -> list[str]:
    """Return for each statement the first error of the table, or of all rules, or None."""
    verdicts = [""] * len(statements)
    readable = []
    for index, statement in enumerate(statements):
        try:
            ptxpy.parse(f".version 9.0\n.target sm_90\n.entry k() {{\n{statement}\n}}\n")
        except ptxpy.PtxSyntaxError as error:
            verdicts[index] = str(error.problems[0].message)
        else:
            readable.append(index)
    # The first kernel is empty: errors in it are errors in the context of the statements.
    parsed = ptxpy.parse(module(version, target, ["", *(statements[index] for index in readable)]))
    around: set[str] = set()
    for function, message in (_by_rules if rules else _by_table)(parsed):
        if not function.startswith("k"):
            continue
        number = int(function.removeprefix("k"))
        if not number:
            around.add(message)
        elif message not in around:
            index = readable[number - 1]
            verdicts[index] = verdicts[index] or message
    return verdicts


def _by_table(parsed: ptxpy.ir.Module) -> Iterator[tuple[str, str]]:
    for finding in check_module(parsed, *version_and_target_of(parsed)):
        yield finding.function, finding.problem.message


def _by_rules(parsed: ptxpy.ir.Module) -> Iterator[tuple[str, str]]:
    """Yield the function and the message of each error that `ptxpy check` tells."""
    functions = [*bodies(parsed)]
    starts = [body.ordinal for body in functions]
    for diagnostic in diagnose_module(parsed):
        at = bisect_right(starts, diagnostic.ordinal) - 1
        if diagnostic.severity == "error" and at >= 0:
            yield functions[at].function.name.name, diagnostic.message
