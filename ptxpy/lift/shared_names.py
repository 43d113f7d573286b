"""The names of one function for another one that differs in a few instructions.

Which names are true of a register follows from what is computed from it, so a changed instruction
changes the names of others. Where two functions are to be compared as text, registers that are the
same in both are better called the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ptxpy.lift.function_tree import FunctionTree
    from ptxpy.naming import Suggestions

__all__ = ["with_names_of"]


def with_names_of(earlier: FunctionTree, tree: FunctionTree, own: Suggestions) -> Suggestions:
    """Return suggestions for a function with those names first that registers have in another.

    The other function has been named. A register that has its own name there, `r319`, gets no
    other one; what stands in an expression there is suggested what is true of it here.
    """
    other = earlier.suggestions
    if other is None:
        return own
    candidates = dict(own.candidates)
    for register, name in earlier.names.items():
        if name == register.removeprefix("%"):
            candidates.pop(register, None)
        elif register in candidates or tree.writes.get(register) == 1:
            rest = (each for each in candidates.get(register, ()) if each != name)
            candidates[register] = (name, *rest)
    strong = {name: each for name, each in own.strong.items() if name not in earlier.writes}
    strong.update(other.strong)
    return own._replace(candidates=candidates, strong=strong)
