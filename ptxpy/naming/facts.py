"""A function as naming rules see it: its registers, their values, and the names of its module."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.analysis import SymbolTable, parameters_of
from ptxpy.demangle import demangled
from ptxpy.ir import nodes as n
from ptxpy.naming.addresses import Contents
from ptxpy.naming.barriers import Barriers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ptxpy.debug_info import DebugNames
    from ptxpy.naming.addresses import Root

__all__ = ["Context", "Facts", "context_of"]

_Found = TypeVar("_Found")

_NUMBERED: Final = re.compile(r"__[0-9]+\Z", re.ASCII)
"""The number after a name that a program may have several times: `shared__0`."""


def _stem(name: str) -> str:
    """Return a name without the underscores around it and without its number."""
    return _NUMBERED.sub("", name.strip("_"))


class ModuleNames:
    """The Python names of a module's variables and functions, which all its functions share."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """Take the Python names, by the exact ones."""
        self.names = names

    @cached_property
    def stems(self) -> Counter[str]:
        """The number of those with a name, whatever its number."""
        return Counter(map(_stem, self.names.values()))


class Context(NamedTuple):
    """The names that a module has for the things its functions mention."""

    symbols: Mapping[str, str] = {}
    """The Python name of each parameter and variable of the function, by its exact name."""
    module: ModuleNames = ModuleNames({})
    """The Python names of what `symbols` does not have."""
    debug: DebugNames | None = None
    """The names that debug information has for the function."""
    names: SymbolTable | None = None
    """The declarations of the module."""
    without: frozenset[str] = frozenset()
    """The names of rules that are not applied."""


def context_of(module: n.Module) -> dict[str, Context]:
    """Return the context of each function with a body, by its exact name.

    A generator that gives parameters and variables other names replaces `Context.symbols` and
    `Context.module`.
    """
    debug: dict[str, DebugNames] = {}
    if any(type(item) is n.Section for item in module.body):
        from ptxpy.debug_info import debug_names  # noqa: PLC0415 - seldom needed

        debug = debug_names(module)
    names = SymbolTable()
    names.declare(module.body)
    variables = ModuleNames(dict(_variables(module.body)))
    found: dict[str, Context] = {}
    for function in module.functions:
        if function.body is None:
            continue
        known = debug.get(function.name.name)
        symbols = dict(_variables(function.body))
        # Compilers make such names from the function's; a position says the same and is short.
        made_up = f"{function.name.name}_param_"
        for position, parameter in enumerate(function.parameters or ()):
            exact = parameter.declarator.name.name
            told = known.parameters[position] if known and known.parameters else ""
            own = exact if exact.isidentifier() and not exact.startswith(made_up) else ""
            symbols[exact] = told or own or f"param_{position}"
        found[function.name.name] = Context(symbols, variables, known, names)
    return found


def _variables(body: tuple[n.Node, ...]) -> Iterator[tuple[str, str]]:
    for statement in body:
        if type(statement) is n.Variable and statement.space != ".reg":
            for declarator in statement.declarators:
                exact = declarator.name.name
                yield exact, demangled(exact).name


class Facts(Contents):
    """A function and the facts that follow from its code."""

    def __init__(self, function: n.Function, context: Context) -> None:
        """Read a function with a body."""
        super().__init__(function, context.names)
        self.context = context
        self._found: dict[Callable[[Facts], Any], Any] = {}

    def once(self, find: Callable[[Facts], _Found]) -> _Found:
        """Return the result of a function of these facts; it is called at the first time only."""
        if find not in self._found:
            self._found[find] = find(self)
        found: _Found = self._found[find]
        return found

    @cached_property
    def barriers(self) -> Barriers:
        """The operations on mbarriers, and the purpose of each barrier."""
        return Barriers(self)

    @cached_property
    def has_ring(self) -> bool:
        """Whether the function waits for asynchronous copies, so that it may have stages."""
        # The same form occurs many times, and its traits are looked up once.
        forms = {(each.opcode, each.modifiers) for _, each in self.instructions}
        found = [isa.traits(*form) for form in forms]
        return any(traits.mbarrier or traits.completion for traits in found)

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
        """Return the name of the memory that a pointer points into.

        That is "" for a field of a parameter, unless debug information has its name or it is the
        only pointer that the parameter has.
        """
        is_field = root.kind == "parameter" and (root.place or root.name not in self.scalars)
        if is_field and (name := self.field_name(root.name, root.place)):
            return name
        return "" if is_field and self._roots[root.name] > 1 else self.python_name(root.name)

    def field_name(self, parameter: str, place: int) -> str:
        """Return the name of the field at a byte of a parameter, "" if debug information has none.

        A field `x` of a structure in the field `size` of a parameter `grid` is `grid_size_x`.
        """
        field = self._fields.get(parameter, {}).get(place, "")
        name = field and f"{self.python_name(parameter)}_{field}"
        return name if name.isidentifier() else ""

    @cached_property
    def _fields(self) -> Mapping[str, Mapping[int, str]]:
        """The fields of each parameter, by their places, as debug information has them."""
        debug = self.context.debug
        if debug is None:
            return {}
        parameters = [each.name for each in parameters_of(self.function)]
        return dict(zip(parameters, debug.fields, strict=False))

    def python_name(self, symbol: str) -> str:
        """Return the Python name of a parameter or variable, "" if it has none.

        Names of registers are made from it, so underscores around it are left out. A number after
        two underscores is left out, too, if no other symbol has the same name with another number.
        """
        own, module = self.context.symbols, self.context.module
        name = own[symbol] if symbol in own else module.names.get(symbol, "")
        stem = _stem(name)
        return stem if self._stems[stem] + module.stems[stem] == 1 else name.strip("_")

    @cached_property
    def _stems(self) -> Counter[str]:
        """How many more symbols have a name, whatever its number, in the function than outside."""
        own, outer = self.context.symbols, self.context.module.names
        found = Counter(map(_stem, own.values()))
        found.subtract(_stem(outer[symbol]) for symbol in own if symbol in outer)
        return found
