"""Two modules as Python programs that can be compared as text.

The names of registers follow from the instructions that use them, so a change of one changes the
names of others. Registers that are the same in both programs are therefore called the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.codegen.generate import Generator
from ptxpy.codegen.passes import chosen
from ptxpy.codegen.proof import ProofError, check_program, collector_off
from ptxpy.styles import PLAIN, find_style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ptxpy.codegen.identifiers import Namer
    from ptxpy.codegen.operand_expressions import Scope
    from ptxpy.ir import nodes as n
    from ptxpy.lift import FunctionTree
    from ptxpy.naming import Facts, Suggestions
    from ptxpy.pytree import tree as t

__all__ = ["WITHOUT", "pair_to_python"]

WITHOUT: Final = ("groups",)
"""The passes that ask how often statements occur.

One changed instruction would dissolve a group of statements that both programs share otherwise.
"""


def pair_to_python(
    a: n.Module, b: n.Module, without: Sequence[str] = WITHOUT
) -> tuple[str, str] | None:
    """Return programs that rebuild two modules, with the same name for a register if possible.

    Functions of one name are taken for versions of one function. Passes `without` are left out. The
    result is None if one of the programs does not give its module back.
    """
    if find_style(a.style).is_typed:
        a, b = (module.replace(style=PLAIN.name) for module in (a, b))
    with collector_off():
        first = Generator(a, chosen(without=without))
        try:
            # The first program chooses its names freely, and the second one follows.
            before = _text(first)
            named = {tree.definition.name: tree for tree in first.functions}
            after = _text(_LikeAnother(b, named, without))
            check_program(before, a, None)
            check_program(after, b, None)
        except ProofError:
            return None
    return before, after


def _text(program: Generator) -> str:
    """Return the text of a program; `ProofError` if none can be written."""
    try:
        return program.text()
    except Exception as error:
        msg = f"no program is written: {type(error).__name__}: {error}"
        raise ProofError(msg) from error


class _LikeAnother(Generator):
    """Writes a program with the names that another one has."""

    def __init__(
        self, module: n.Module, named: dict[str, FunctionTree], without: Sequence[str]
    ) -> None:
        super().__init__(module, chosen(without=without))
        self.named = named

    def function_tree(
        self,
        item: n.Function,
        definition: t.Define,
        scope: Scope,
        namer: Namer,
        facts: Facts | None,
    ) -> FunctionTree:
        """Return a function for passes on the tree, with the names of the other program."""
        tree = super().function_tree(item, definition, scope, namer, facts)
        earlier = self.named.get(tree.definition.name)
        if earlier is not None and tree.suggestions is not None:
            return tree._replace(suggestions=with_names_of(earlier, tree, tree.suggestions))
        return tree


def with_names_of(earlier: FunctionTree, tree: FunctionTree, own: Suggestions) -> Suggestions:
    """Return the suggestions for a function, with the names that another one has given put first.

    A register that has its own name there, `r319`, gets no other name. A register whose value is
    written in an expression there keeps the suggestions that are true here.
    """
    other = earlier.suggestions
    if other is None:
        return own
    candidates = dict(own.candidates)
    for register, name in earlier.names.items():
        if name == register.removeprefix("%"):
            candidates[register] = ()
        elif (
            register in candidates
            or tree.writes.get(register) == 1
            or register not in own.unassigned
        ):
            rest = (each for each in candidates.get(register, ()) if each != name)
            candidates[register] = (name, *rest)
    # A register that is an element of its file there has no name here.
    candidates.update(dict.fromkeys(earlier.elements, ()))
    strong = {name: each for name, each in own.strong.items() if name not in earlier.writes}
    strong.update(other.strong)
    return own._replace(candidates=candidates, strong=strong, given=earlier.names)
