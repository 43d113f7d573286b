"""Branches to labels that do not exist or are out of scope."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from ptxpy.analysis import constant
from ptxpy.check.fixes import Suggestion
from ptxpy.ir import nodes as n
from ptxpy.ir import operand_tokens
from ptxpy.isa import DIRECT_BRANCHES, INDEXED_BRANCHES, is_special

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ptxpy.check.context import FunctionContext, ModuleContext
    from ptxpy.check.diagnostic import Diagnostic

__all__ = ["check_missing_labels"]

MAX_TARGETS_CHECKED: Final = 1 << 16
"""Labels of one range in a list of branch targets that are checked."""
MAX_REPORTS_PER_LIST: Final = 4
"""Missing labels of one list that are reported."""


def check_missing_labels(context: ModuleContext) -> Iterator[Diagnostic]:
    """Report branches to missing labels, and missing labels in `.branchtargets`."""
    finder = _Finder(context)
    for function in context.functions:
        for index, statement in enumerate(function.code.statements):
            if type(statement) is n.TargetList and statement.directive == ".branchtargets":
                missing = (
                    # A range in a list may name thousands of labels: reports are made as they are
                    # found.
                    d
                    for name in _listed(statement)
                    for d in finder.problem(function, index, name)
                )
                yield from islice(missing, MAX_REPORTS_PER_LIST)
            elif type(statement) is n.Instruction:
                opcode, operands = statement.opcode, statement.operands
                if opcode in DIRECT_BRANCHES and operands and type(operands[0]) is n.Symbol:
                    yield from finder.problem(function, index, operands[0].name)
                elif opcode in DIRECT_BRANCHES and operands and type(operands[0]) is n.Register:
                    yield from _special_label(function, index, operands[0].name)
                elif opcode in DIRECT_BRANCHES and operands and type(operands[0]) is n.Component:
                    name = "".join(text for _, text in operand_tokens(operands[0]))
                    message = f"there is no label {name}, for a name cannot have a dot"
                    yield function.report("PTX023", index, message, ("operand", 0))
                elif opcode in INDEXED_BRANCHES and operands and type(operands[-1]) is n.Symbol:
                    yield from _list_problem(function, index, operands[-1].name)


def _listed(targets: n.TargetList) -> Iterator[str]:
    for target in targets.targets:
        if type(target) is n.Symbol:
            yield target.name
        elif type(target) is n.Ranged:
            count = min(constant(target.count) or 0, MAX_TARGETS_CHECKED)
            yield from (f"{target.name.name}{k}" for k in range(count))


class _Finder:
    """A lookup of the labels of a module."""

    def __init__(self, context: ModuleContext) -> None:
        self._context = context
        self._places: dict[str, dict[str, None]] | None = None

    def problem(self, function: FunctionContext, index: int, name: str) -> Iterator[Diagnostic]:
        """Yield the diagnostic for a label used by a statement, if it is missing."""
        level = function.code.scopes[index]
        # No label belongs to a range, so that single names count alone.
        if any(
            name in scope.exact for scope in function.names_at(level).scopes()
        ) or self._context.is_unparsed(name):
            return
        message, help_ = f"there is no label {name}", ""
        suggestion = None
        own = function.function.name.name
        places = self._found().get(name, {})
        if own in places:
            message = f"the label {name} is in a scope that does not contain this branch"
            help_ = "put the label in the scope of the branch, or in one around it"
        elif places:
            message = f"the label {name} is in another function, {next(iter(places))}"
            help_ = "branch to a label of the same function"
        else:
            close = self._nearest(name, own)
            help_ = f"is it {' or '.join(close)}?" if close else f"add the line {name}:"
            if close:
                suggestion = Suggestion(
                    "replace", close[0], is_certain=False, alternatives=close[1:]
                )
        yield function.report("PTX023", index, message, ("name", name), help_, suggestion)

    def _found(self) -> dict[str, dict[str, None]]:
        """Return the names of the functions that have a label, by the label's name."""
        if self._places is None:
            self._places = {}
            for function in self._context.functions:
                own = function.function.name.name
                for level in function.code.levels:
                    for name, declaration in level.names.exact.items():
                        if declaration.kind == "label":
                            self._places.setdefault(name, {})[own] = None
        return self._places

    def _nearest(self, name: str, own: str) -> tuple[str, ...]:
        near = (
            known
            for known, places in self._found().items()
            # A difference of more than one character is hardly a misspelling, and distances take
            # time.
            if own in places and abs(len(known) - len(name)) <= 1
        )
        return self._context.nearest(name, near)


def _special_label(function: FunctionContext, index: int, name: str) -> Iterator[Diagnostic]:
    """Yield the diagnostic for a later label by the name of a special register."""
    found = function.declaration(name, function.code.scopes[index], index)
    # A special register can be declared anew as a label, which holds only after the declaration.
    if is_special(name) and found is not None and found.kind == "label" and found.place > index:
        message = f"{name} is a special register until the label of that name"
        yield function.report(
            "PTX023", index, message, ("name", name), "give the label another name"
        )


def _list_problem(function: FunctionContext, index: int, name: str) -> Iterator[Diagnostic]:
    """Yield the diagnostic for the list of an indirect branch, if it is missing."""
    level = function.code.scopes[index]
    if function.module.is_unparsed(name):
        return
    if function.declaration(name, level, index) is None:
        later = function.names_at(level).declaration(name)
        if later is None:
            message = f"there is no list of branch targets {name}"
        else:
            message = f"the list {name} is declared after the branch"
        help_ = f"write {name}: .branchtargets with the labels before the branch"
        yield function.report("PTX023", index, message, ("name", name), help_)
