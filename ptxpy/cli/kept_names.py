"""Imported programs with the names that their reader has given, or without margins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.codegen import ProofError
from ptxpy.codegen.proof import PROGRAM_NAME, check_program, check_text, restricted_namespace
from ptxpy.codegen.renames import keep_names
from ptxpy.compare import compare
from ptxpy.dsl.margins.stripping import strip_margins
from ptxpy.dsl.programs.exec_program import run_program

if TYPE_CHECKING:
    import ptxpy

__all__ = ["with_kept_names", "without_margins"]

MAX_LINES_SHOWN: Final = 5
"""The most edited lines that are listed."""


def with_kept_names(proof: ptxpy.Proof, edited: bytes, name: str) -> tuple[str, list[str]]:
    """Return a program with the names that an edited one has, and remarks for its reader.

    The edited program is read and not executed; the result is proved as the program was.
    """
    remarks: list[str] = []
    try:
        kept = keep_names(proof.python, edited.decode("utf-8"))
    except (SyntaxError, ValueError, RecursionError) as error:
        return proof.python, [f"{name} is no Python that names could be kept of: {error}"]
    python = kept.python
    if kept.names:
        count = sum(map(len, kept.names.values()))
        try:
            check_program(python, proof.module, None)
        except ProofError as error:
            python = proof.python
            remarks.append(f"the {count} changed names of {name} are not kept: {error}")
        else:
            remarks.append(f"{count} changed names of {name} are kept (--discard-names)")
    if kept.lost:
        remarks.append(f"{len(kept.lost)} edited lines of {name} are undone:")
        remarks += [f"  line {line}: {text}" for line, text in kept.lost[:MAX_LINES_SHOWN]]
        if len(kept.lost) > MAX_LINES_SHOWN:
            remarks.append(f"  and {len(kept.lost) - MAX_LINES_SHOWN} more")
    return python, remarks


def without_margins(proof: ptxpy.Proof, python: str) -> tuple[str, str]:
    """Return a program without margins, and what it is equal to; `ProofError` where it is not."""
    bare = strip_margins(python)
    check_text(bare)
    traced = run_program(bare, PROGRAM_NAME, restricted_namespace())
    if not compare(proof.module, traced, debug=True).equal:
        msg = "the program without margins emits other instructions"
        raise ProofError(msg)
    return bare, (
        "without margins: the same instructions, with other names of registers and their "
        "declarations (ptxpy diff says equal)"
    )
