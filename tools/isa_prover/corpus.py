"""The check that the table accepts all instructions of PTX files that compilers wrote."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import ptxpy
from ptxpy.check import check_module, version_and_target_of
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import statements

INVENTED = frozenset({"tomorrow.ptx"})
"""Files of the corpus with instructions that do not exist."""


class Coverage(NamedTuple):
    """How many instructions of a file the table allows."""

    instructions: int
    refused: list[str]
    """Function, instruction and reason of those that it does not."""


def coverage(path: Path) -> Coverage:
    """Return the errors of the table about a file."""
    module = ptxpy.parse(path.read_bytes(), filename=str(path))
    count = sum(type(statement) is n.Instruction for statement in statements(module))
    refused = [
        f"{finding.function}: {finding.instruction.opcode}"
        f"{''.join(finding.instruction.modifiers)}: {finding.problem.message}"
        for finding in check_module(module, *version_and_target_of(module))
    ]
    return Coverage(count, refused)


def report(paths: Iterable[Path]) -> int:
    """Print the instructions in files and folders that the table rejects; return 1 if any."""
    total = refused = files = 0
    for root in paths:
        for path in sorted(root.rglob("*.ptx")) if root.is_dir() else [root]:
            if path.name in INVENTED:
                continue
            found = coverage(path)
            files += 1
            total += found.instructions
            refused += len(found.refused)
            for line in found.refused:
                print(f"{path}: {line}")
    share = 100 * (1 - refused / max(1, total))
    print(f"{files} files, {total:,} instructions: {refused:,} refused, {share:.3f} % allowed")
    return int(refused > 0)
