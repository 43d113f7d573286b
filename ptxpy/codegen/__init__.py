"""From the IR to Python."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names
from ptxpy.codegen.passes import PASSES, chosen
from ptxpy.codegen.proof import LeftOutWarning, Proof, ProofError, collector_off, prove, proved
from ptxpy.ir import nodes as n
from ptxpy.styles import PLAIN, find_style


def to_python(
    module: n.Module, *, flat: bool = False, roll: bool = True, without: Iterable[str] = ()
) -> str:
    """Return a Python program that rebuilds a module: running it gives an equal IR.

    The program has been run. Where one of the lift passes would give something else, it is written
    without, as `ptxpy import` does, with a `LeftOutWarning` that says why. Raises `ProofError`
    where no program gives the module back; nothing that ptxas accepts is known to.

    `flat` asks for one call an instruction and nothing lifted; `roll=False` keeps repeated code
    unrolled, so that a line is an instruction; `without` names passes to leave out
    (`ptxpy.codegen.passes`), `ValueError` for one that there is not.

    A module in ptxpy's own style, in which values have types, is written in the style `plain`,
    which prints the same and has none.
    """
    if type(module) is not n.Module:
        msg = f"to_python takes a module, as parse(…) returns it, not {type(module).__name__}"
        raise TypeError(msg)
    if find_style(module.style).is_typed:
        module = module.replace(style=PLAIN.name)
    passes = chosen(flat=flat, roll=roll, without=without)
    with collector_off():
        lifted = proved(module, passes, fallback=True)
    if lifted.reason:
        left_out = ", ".join(name for name in PASSES if name in passes - lifted.passes)
        msg = f"written without {left_out}: with all passes {lifted.reason}"
        warnings.warn(msg, LeftOutWarning, stacklevel=2)
    return lifted.python


if TYPE_CHECKING:
    from ptxpy.codegen.census.program import ProgramCensus, Written
    from ptxpy.codegen.census.reader import program_of
    from ptxpy.codegen.census.source import Source, source_of
    from ptxpy.codegen.edited_lines import compare_lines
    from ptxpy.codegen.pairs import WITHOUT, pair_to_python
    from ptxpy.codegen.program_writer import option_texts
    from ptxpy.codegen.proof import (
        PROGRAM_NAME,
        check_program,
        checked_tree,
        restricted_namespace,
    )
    from ptxpy.codegen.renames import keep_names, with_comments
    from ptxpy.codegen.source_lines import (
        SourceFile,
        short_sources,
        source_names,
        sources_of,
        with_source_lines,
        without_source_lines,
    )
    from ptxpy.codegen.stages import STAGES, watched

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.codegen.census.program": "ProgramCensus Written",
        "ptxpy.codegen.census.reader": "program_of",
        "ptxpy.codegen.census.source": "Source source_of",
        "ptxpy.codegen.edited_lines": "compare_lines",
        "ptxpy.codegen.pairs": "WITHOUT pair_to_python",
        "ptxpy.codegen.program_writer": "option_texts",
        "ptxpy.codegen.proof": "PROGRAM_NAME check_program checked_tree restricted_namespace",
        "ptxpy.codegen.renames": "keep_names with_comments",
        "ptxpy.codegen.source_lines": (
            "SourceFile short_sources source_names sources_of with_source_lines"
            " without_source_lines"
        ),
        "ptxpy.codegen.stages": "STAGES watched",
    },
)

__all__ = [
    "PASSES",
    "PROGRAM_NAME",
    "STAGES",
    "WITHOUT",
    "LeftOutWarning",
    "ProgramCensus",
    "Proof",
    "ProofError",
    "Source",
    "SourceFile",
    "Written",
    "check_program",
    "checked_tree",
    "chosen",
    "compare_lines",
    "keep_names",
    "option_texts",
    "pair_to_python",
    "program_of",
    "prove",
    "restricted_namespace",
    "short_sources",
    "source_names",
    "source_of",
    "sources_of",
    "to_python",
    "watched",
    "with_comments",
    "with_source_lines",
    "without_source_lines",
]
