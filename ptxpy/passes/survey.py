"""The registers and labels that a function declares and uses, for canonical names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk
from ptxpy.passes.bindings import Binding, register_class, walk_with_bindings

__all__ = ["Find", "Survey", "expand_ranges", "names_in"]

Find = Callable[[str], Binding | None]
"""Returns the register or label that a name refers to, or None."""


class Survey:
    """The registers and labels of a function."""

    def __init__(self, function: n.Function, ordinal: int, number: int) -> None:
        """Collect the names of a function with a body.

        Args:
            function: The function.
            ordinal: The ordinal of the function among the statements of the module.
            number: The index of the function among those with a body.
        """
        self.function = function
        self.ordinal = ordinal
        self.number = number
        self.registers: dict[Binding, int] = {}
        """The used registers, each with its number in its scope and class."""
        self.counts: dict[int, Counter[str]] = {}
        """The number of used registers of each class, by the scope that declares them."""
        self.labels: list[Binding] = []
        """The labels in their order."""
        self.used: set[Binding] = set()
        """The labels used by an instruction or a list of targets."""
        self.lists: dict[Binding, str] = {}
        """The lists of targets with their directive, and the prototypes with an empty string."""
        self.unbound: set[str] = set()
        """The names that are neither registers nor labels of the function."""
        self.kept: frozenset[str]
        """The labels that cannot be renamed, because they belong to an incomplete range."""
        ranges: set[str] = set()
        for _, node, binder in walk_with_bindings(function, ordinal):
            kind = type(node)
            if kind in _NAMED:
                self._define(node, binder.find(node.name))
            if kind is n.TargetList:
                for target in expand_ranges(node.targets, binder.find):
                    if type(target) is n.Ranged:
                        ranges.add(target.name.name)
                    else:
                        self._use(names_in(target), binder.find)
            elif kind is n.Instruction or kind is n.Call:
                self._use(names_in(node), binder.find)
            elif kind is n.Variable and not register_class(node):
                self.unbound.update(each.name.name for each in node.declarators)
        self.kept = frozenset(label.name for label in self.labels if _stem(label.name) in ranges)

    def _define(self, node: Any, binding: Binding | None) -> None:  # noqa: ANN401
        if binding is None or binding.kind not in ("label", "targets"):
            self.unbound.add(node.name)
        elif binding.kind == "label":
            self.labels.append(binding)
        else:
            self.lists[binding] = getattr(node, "directive", "")

    def _use(self, names: Iterable[str], find: Find) -> None:
        for name in names:
            binding = find(name)
            if binding is None:
                self.unbound.add(name)
            elif binding.kind == "label":
                self.used.add(binding)
            elif binding.kind not in ("targets", "parameter") and binding not in self.registers:
                counts = self.counts.setdefault(binding.level, Counter())
                counts[binding.kind] += 1
                self.registers[binding] = counts[binding.kind]


_NAMED = frozenset({n.Label, n.TargetList, n.CallPrototype})


def _stem(name: str) -> str:
    return name.rstrip("0123456789")


def names_in(node: n.Node) -> Iterator[str]:
    """Yield the names of registers and symbols in a statement or operand, in order."""
    for inner in walk(node):
        if type(inner) is n.Register or type(inner) is n.Symbol:
            yield inner.name


def expand_ranges(targets: tuple[n.Operand, ...], find: Find) -> tuple[n.Operand, ...]:
    """Return branch targets with the range `L<2>` written as `L0, L1`, if all the labels exist."""
    found: list[n.Operand] = []
    for target in targets:
        if type(target) is not n.Ranged:
            found.append(target)
            continue
        count = target.count.value
        members: list[n.Operand] = []
        while len(members) < count and find(f"{target.name.name}{len(members)}") is not None:
            members.append(n.Symbol(f"{target.name.name}{len(members)}"))
        found += members if len(members) == count else [target]
    return tuple(found)
