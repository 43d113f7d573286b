"""A unit with new names in place of its own ones, and new numbers for its files.

A label may have the name of a function in another unit. ptxas takes a branch to a label that comes
later for one to that function, so such labels get another name, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.analysis import SymbolTable
from ptxpy.ir import Transformer, statements
from ptxpy.ir import nodes as n

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

__all__ = ["Renamer"]


class Renamer(Transformer):
    """Renames names of a module where no declaration of a function hides them."""

    def __init__(
        self,
        names: dict[str, str],
        files: Mapping[str, str],
        linkage: Mapping[str, tuple[str, ...]],
        own: AbstractSet[str],
        every: AbstractSet[str],
    ) -> None:
        """Take the changes, and the names that units declare.

        Args:
            names: The new names, by the names that are the unit's own.
            files: The new numbers of files.
            linkage: The linkage of functions that are defined.
            own: The names that the unit declares.
            every: The names that all units declare.
        """
        super().__init__()
        self.names = names
        self._files = files
        self._linkage = linkage
        self._own = own
        self._every = every

    def changes(self, item: n.Node) -> bool:
        """Return whether an item may look different afterwards."""
        if self.names or self._files:
            return True
        return isinstance(item, n.Function) and any(
            type(each) is n.Function or self._is_clash(each) for each in statements(item)
        )

    def _is_clash(self, node: n.Node) -> bool:
        """Return whether a statement is a label with a name that another unit declares."""
        if not isinstance(node, n.Label):
            return False
        return node.name in self._every and node.name not in self._own

    def visit_Symbol(self, node: n.Symbol) -> n.Symbol:  # noqa: N802 - named after its class
        """Rename a symbol."""
        return n.Symbol(self.names[node.name]) if node.name in self.names else node

    def visit_Register(self, node: n.Register) -> n.Register:  # noqa: N802 - named after its class
        """Rename a name that the parser takes for a register."""
        return n.Register(self.names[node.name]) if node.name in self.names else node

    def visit_Label(self, node: n.Label) -> n.Label:  # noqa: N802 - named after its class
        """Rename a label of a section, or one of a function."""
        return node.replace(name=self.names[node.name]) if node.name in self.names else node

    def visit_File(self, node: n.File) -> n.File:  # noqa: N802 - named after its class
        """Renumber a file."""
        return node.replace(number=self._number(node.number))

    def visit_Location(self, node: n.Location) -> n.Location:  # noqa: N802 - named after its class
        """Renumber the file of a place."""
        made: n.Location = self.generic_visit(node)
        inlined = made.inlined
        if inlined is not None:
            inlined = inlined.replace(file=self._number(inlined.file))
        return made.replace(file=self._number(made.file), inlined=inlined)

    def _number(self, number: n.Literal) -> n.Literal:
        new = self._files.get(number.text)
        return number if new is None else n.Literal(new)

    def visit_Function(self, node: n.Function) -> n.Function:  # noqa: N802 - named after its class
        """Rename in a function, without the names that it declares."""
        name = self.visit_Symbol(node.name)
        formals = [*(node.returns or ()), *(node.parameters or ())]
        variables = [n.Variable((), each.specifiers, (each.declarator,)) for each in formals]
        outer = self._hide([*variables, *(node.body or ())])
        made: n.Function = self.generic_visit(node)
        self.names = outer
        # A prototype in the body of a function is `.extern` no more if there is a definition.
        linkage = self._linkage.get(name.name) if ".extern" in node.linkage else None
        if linkage is not None:
            made = made.replace(linkage=linkage)
        return made.replace(name=name)

    def visit_Scope(self, node: n.Scope) -> n.Scope:  # noqa: N802 - named after its class
        """Rename in a block, without the names that it declares."""
        outer = self._hide(node.body)
        made: n.Scope = self.generic_visit(node)
        self.names = outer
        return made

    def _hide(self, declared: Sequence[n.Node]) -> dict[str, str]:
        """Leave out the names that statements declare; return those from before."""
        outer = self.names
        labels = [
            each.name for each in declared if isinstance(each, n.Label) and self._is_clash(each)
        ]
        if outer:
            table = SymbolTable()
            # A prototype in a function is about the name of the module.
            table.declare(each for each in declared if type(each) is not n.Function)
            self.names = {name: new for name, new in outer.items() if table.own(name) is None}
        if labels:
            self.names = {**self.names, **{name: f"{name}$label" for name in labels}}
        return outer
