"""From the IR to Python."""

from __future__ import annotations

from collections.abc import Iterable

from ptxpy.codegen.generate import generate
from ptxpy.codegen.proof import Proof, ProofError, prove
from ptxpy.ir import nodes as n
from ptxpy.lift.passes import chosen

__all__ = ["Proof", "ProofError", "prove", "to_python"]


def to_python(
    module: n.Module, *, flat: bool = False, roll: bool = True, without: Iterable[str] = ()
) -> str:
    """Return a Python program that rebuilds a module: running it gives an equal IR.

    `flat` asks for one call an instruction and nothing lifted; `roll=False` keeps repeated code
    unrolled, so that a line is an instruction; `without` names passes to leave out
    (`ptxpy.lift.passes`), `ValueError` for one that there is not.
    """
    return generate(module, chosen(flat=flat, roll=roll, without=without))
