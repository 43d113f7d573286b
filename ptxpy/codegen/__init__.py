"""From the IR to Python."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

from ptxpy.codegen.passes import PASSES, chosen
from ptxpy.codegen.proof import LeftOutWarning, Proof, ProofError, collector_off, prove, proved
from ptxpy.ir import nodes as n
from ptxpy.styles import PLAIN, find_style

__all__ = ["LeftOutWarning", "Proof", "ProofError", "prove", "to_python"]


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
