"""What naming rules ask about a function: its registers, what they hold, and what they point to."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from ptxpy.analysis.storage import parameters_of
from ptxpy.naming.barriers import Barriers
from ptxpy.naming.contents import Contents
from ptxpy.naming.offsets import AddressPart, offsets_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.analysis import SymbolTable
    from ptxpy.debug_info import DebugNames
    from ptxpy.ir import nodes as n
    from ptxpy.naming.pointers import Root

__all__ = ["Context", "Facts"]

_NUMBERED: Final = re.compile(r"__[0-9]+\Z", re.ASCII)
"""What a compiler puts after a name that a program may have several times: `shared__0`."""


class Context(NamedTuple):
    """What a module says about the names in its functions."""

    symbols: Mapping[str, str] = {}
    """The Python name of each parameter, variable and function, by its exact name."""
    debug: DebugNames | None = None
    """What the debug information says about the function."""
    names: SymbolTable | None = None
    """The declarations of the module."""
    without: frozenset[str] = frozenset()
    """The names of rules that are not applied."""


class Facts(Contents):
    """A function and what follows from its code."""

    def __init__(self, function: n.Function, context: Context) -> None:
        """Read a function with a body."""
        super().__init__(function, context.names)
        self.context = context

    @cached_property
    def offsets(self) -> dict[int, AddressPart]:
        """What each register is that is only ever a part of addresses."""
        return offsets_of(self, self.pointers)

    @cached_property
    def barriers(self) -> Barriers:
        """The operations on mbarriers, and what each barrier is for."""
        return Barriers(self)

    @cached_property
    def scalars(self) -> frozenset[str]:
        """The parameters that are one value: no structures, arrays or vectors."""
        return frozenset(
            each.name
            for each in parameters_of(self.function)
            if not each.dimensions and "." not in each.type
        )

    @cached_property
    def _roots(self) -> Counter[str]:
        """How many things of each parameter or variable there are pointers into."""
        return Counter(root.name for root in {*self.pointers.values()})

    def root_name(self, root: Root) -> str:
        """Return the name of what a pointer points into.

        That is "" for a field of a parameter, unless it is the only pointer that the parameter has.
        """
        is_field = root.kind == "parameter" and (root.place or root.name not in self.scalars)
        return "" if is_field and self._roots[root.name] > 1 else self.python_name(root.name)

    def python_name(self, symbol: str) -> str:
        """Return the Python name of a parameter or variable, "" where it has none.

        Names of registers are made of it, so underscores around it are left out. So is a number
        after two of them, by which a compiler tells variables apart, where there is only one.
        """
        name = self.context.symbols.get(symbol, "").strip("_")
        stem = _NUMBERED.sub("", name)
        return stem if self._stems[stem] == 1 else name

    @cached_property
    def _stems(self) -> Counter[str]:
        """How many parameters and variables have a name, whatever its number."""
        names = self.context.symbols.values()
        return Counter(_NUMBERED.sub("", name.strip("_")) for name in names)
