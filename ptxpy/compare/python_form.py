"""The diff of two functions written as Python, for which B is renamed to the names of A."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy.codegen import WITHOUT, pair_to_python, to_python
from ptxpy.compare.function_diff import windows
from ptxpy.compare.results import FunctionDiff, Hunk, Line
from ptxpy.compare.sequences import common_subsequence
from ptxpy.ir import nodes as n
from ptxpy.syntax import emit, parse

if TYPE_CHECKING:
    from ptxpy.compare.module_diff import Comparison
import re
from typing import TYPE_CHECKING, Any, Final

from ptxpy.compare.normal_form import LABEL, NOT_LOCAL
from ptxpy.compare.statement_lines import rename_node
from ptxpy.ir import walk, without_layout

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.compare.correspondence import Correspondence
    from ptxpy.compare.normal_form import NormalForm

__all__ = ["python_diff", "rename_like", "strip_trivia"]

_MAX_LINES_OF_A_CHANGE: Final = 8
"""The changed lines from which on functions are compared without loops of repetitions as well."""
_HEADER = frozenset({n.Version, n.Target, n.AddressSize})


def python_diff(
    a: n.Module, comparison: Comparison, function: FunctionDiff, context: int = 3
) -> tuple[Hunk, ...]:
    """Return the hunks of the Python of two functions, with line numbers in that Python.

    Both are written as functions of file A, in its style and with its version and target. B has the
    names of A; where most lines differ, and no more of them with names of its own, B keeps those.
    There may be no hunks although the functions differ, if their Python is the same.
    """
    compared = comparison.compared[function.a.name]
    header = tuple([node for node in a.body if type(node) in _HEADER])
    one = strip_trivia(compared.a.form.code.function)
    other = rename_like(compared.a.form, compared.b.form, compared.found, comparison.symbol_map)
    first, second = (
        _read_again(n.Module(a.style, (*header, side), a.options)) for side in (one, other)
    )
    hunks = _hunks_of(first, second, WITHOUT, context)
    # A change in a repetition that both share otherwise leaves one of them without its loop.
    if _changed_lines(hunks) > _MAX_LINES_OF_A_CHANGE:
        unrolled = _hunks_of(first, second, (*WITHOUT, "roll"), context)
        hunks = min(hunks, unrolled, key=_changed_lines)
    # Names of A would be declared one by one in a function that has little of A.
    own = strip_trivia(compared.b.form.code.function)
    if own != other and _changed_lines(hunks) > len(compared.a.form.code.statements):
        module = n.Module(a.style, (*header, own), a.options)
        # Each for itself: registers of one number in both have nothing to do with each other.
        texts = [to_python(each, without=WITHOUT) for each in (first, _read_again(module))]
        before, after = map(_after_head, texts)
        kept = _hunks(before, after, context)
        hunks = min(kept, hunks, key=_changed_lines)
    return tuple(hunks)


def _hunks_of(a: n.Module, b: n.Module, without: Sequence[str], context: int) -> list[Hunk]:
    """Return the hunks of two modules whose programs are made without some passes."""
    # `pair_to_python` gives nothing if one of the programs does not rebuild its module.
    programs = pair_to_python(a, b, without) or tuple(
        to_python(each, without=without) for each in (a, b)
    )
    before, after = map(_after_head, programs)
    return _hunks(before, after, context)


def _changed_lines(hunks: list[Hunk]) -> int:
    return sum(line.sign != " " for hunk in hunks for line in hunk.lines)


def _read_again(module: n.Module) -> n.Module:
    """Return a module printed and parsed again: its names are classified by its declarations."""
    return parse(emit(module)).replace(style=module.style, options=module.options)


def _after_head(python: str) -> list[str]:
    """Return the lines of a program after its head."""
    lines = python.splitlines()
    start = next((k for k, line in enumerate(lines) if line.startswith("module(")), -1) + 1
    while start < len(lines) and (not lines[start] or lines[start][0] in " )"):
        start += 1
    return lines[start:]


def _hunks(before: list[str], after: list[str], context: int) -> list[Hunk]:
    numbers: dict[str, int] = {}
    keys = [[numbers.setdefault(line, len(numbers)) for line in lines] for lines in (before, after)]
    track: list[Line] = []
    i, j = 0, 0
    for i_next, j_next in [*common_subsequence(*keys), (len(before), len(after))]:
        track += [Line("-", before[k], k + 1, None) for k in range(i, i_next)]
        track += [Line("+", after[k], None, k + 1) for k in range(j, j_next)]
        if i_next < len(before):
            track.append(Line(" ", before[i_next], i_next + 1, j_next + 1))
        i, j = i_next + 1, j_next + 1
    changed = [index for index, line in enumerate(track) if line.sign != " "]
    return [
        Hunk(_first(track, start, "a"), _first(track, start, "b"), "", tuple(track[start:stop]))
        for start, stop in windows(changed, len(track), context)
    ]


def _first(track: list[Line], start: int, side: str) -> int:
    """Return the first line number of a side at or after an index."""
    numbers = (getattr(line, side) for line in track[start:])
    return next((int(number) for number in numbers if number is not None), len(track))


_NUMBERED: Final = re.compile(r"(.*?)(0|[1-9][0-9]*)\Z", re.DOTALL)
_MARK: Final = "_b"


def strip_trivia(function: n.Function) -> n.Function:
    """Return a function without layout, source locations and unused labels."""
    used = {node[0] for node in walk(function) if type(node) is n.Symbol}
    return without_layout(function.replace(body=_bare(function.body or (), used)))


def _bare(body: tuple[n.Statement, ...], used: set[str]) -> tuple[n.Statement, ...]:
    return tuple(
        [
            node.replace(body=_bare(node.body, used)) if type(node) is n.Scope else node
            for node in body
            if type(node) is not n.Location and (type(node) is not n.Label or node.name in used)
        ]
    )


def rename_like(
    a: NormalForm, b: NormalForm, found: Correspondence, symbol_map: Mapping[str, str]
) -> n.Function:
    """Return the function of B with the names of A, stripped by `strip_trivia`.

    Its registers are declared as in A; registers that only B has are numbered after those of A.
    """
    return _Renamer(a, b, found, symbol_map).function()


class _Renamer:
    def __init__(
        self, a: NormalForm, b: NormalForm, found: Correspondence, symbol_map: Mapping[str, str]
    ) -> None:
        self.a = a
        self.b = b
        self.symbol_map = symbol_map
        self.back = {other: one for one, other in found.names.items()}
        self.used = set(a.entities.names)
        self.declared: list[n.Variable] = [
            without_layout(node)
            for node in a.code.function.body or ()
            if type(node) is n.Variable and node.space == ".reg"
        ]
        self.counts: dict[str, int] = {}
        """The number of registers declared by each range, by the prefix of their names."""
        self.names = [self._name(number) for number in range(len(b.entities.names))]
        self.levels = 0

    def function(self) -> n.Function:
        """Return the function."""
        function = self.b.code.function
        body = self._body(function.body or (), 0, declarations=False)
        place = self._place(function.body or ())
        head: Any = rename_node(function.replace(body=None), lambda name: self._find(name, 0))
        declared = tuple(map(self._enlarged, self.declared))
        whole = (*body[:place], *declared, *body[place:])
        return strip_trivia(head.replace(name=self.a.code.function.name, body=whole))

    @staticmethod
    def _place(body: tuple[n.Statement, ...]) -> int:
        """Return the index of the first register declaration, not counting source locations."""
        place = 0
        for node in body:
            if type(node) is n.Variable and node.space == ".reg":
                return place
            place += type(node) is not n.Location
        return 0

    def _name(self, number: int) -> str:
        """Return the name of an entity of B."""
        entities = self.b.entities
        own, kind = entities.names[number], entities.classes[number]
        one = self.back.get(self.b.label_aliases.get(number, number))
        if kind == LABEL:
            if entities.levels[number] > 0:
                return own
            # Only one of the labels of a block can have the name that the block has in A.
            named = one is not None and self.b.label_aliases.get(number, number) == number
            if named and one is not None and self.a.entities.names[one]:
                return self.a.entities.names[one]
            return self._unused(own)
        if one is not None and (entities.levels[number] > 0 or self.a.entities.levels[one] == 0):
            return self.a.entities.names[one]
        if entities.levels[number] > 0 or not kind.startswith("register"):
            return own
        return self._fresh(own, entities.types[number])

    def _fresh(self, own: str, kind: str) -> str:
        """Return a name for a register that A does not have."""
        match = _NUMBERED.match(own)
        for variable in self.declared:
            declarator = variable.declarators[0]
            prefix = declarator.name.name
            if (
                match
                and match[1] == prefix
                and type(declarator.range) is n.Literal
                and n.Specifier(f".{kind}") in variable.specifiers
            ):
                # `%r<10>` of A grows by one for each register that only B has.
                count = self.counts.setdefault(prefix, int(declarator.range.value))
                self.counts[prefix] += 1
                return f"{prefix}{count}"
        name = self._unused(own)
        specifiers = (n.Specifier(".reg"), n.Specifier(f".{kind}"))
        self.declared.append(n.Variable((), specifiers, (n.Declarator(n.Register(name)),)))
        return name

    def _unused(self, name: str) -> str:
        """Return a name that is not used in A."""
        while name in self.used:
            name += _MARK
        self.used.add(name)
        return name

    def _enlarged(self, variable: n.Variable) -> n.Variable:
        """Return a declaration whose range includes the registers that only B has."""
        declarator = variable.declarators[0]
        count = self.counts.get(declarator.name.name)
        if count is None:
            return variable
        size = n.Literal(str(count))
        return variable.replace(declarators=(declarator.replace(range=size),))

    def _find(self, name: str, level: int) -> str:
        number = self.b.entities.find(name, level)
        return self.symbol_map.get(name, name) if number == NOT_LOCAL else self._named(number)

    def _named(self, number: int) -> str:
        # Names that no row has, those of registers that are never used, are numbered on the way.
        while number >= len(self.names):
            self.names.append(self._name(len(self.names)))
        return self.names[number]

    def _body(
        self, body: tuple[n.Statement, ...], level: int, *, declarations: bool
    ) -> tuple[n.Statement, ...]:
        found: list[Any] = []
        for node in body:
            if type(node) is n.Scope:
                # Scopes are numbered as they open, as `flatten` numbers them.
                self.levels += 1
                found.append(n.Scope(self._body(node.body, self.levels, declarations=True)))
            elif type(node) is n.Variable and node.space == ".reg":
                if declarations:
                    found += self._declaration(node, level)
            elif type(node) is not n.Location:
                found.append(rename_node(node, lambda name: self._find(name, level)))
        return tuple(found)

    def _declaration(self, node: n.Variable, level: int) -> list[n.Variable]:
        """Return a declaration without the registers that A declares in an outer scope."""
        kept = []
        for declarator in node.declarators:
            number = NOT_LOCAL
            if declarator.range is None:
                number = self.b.entities.find(declarator.name.name, level)
            one = self.back.get(number)
            if one is None or self.a.entities.levels[one] > 0:
                kept.append(
                    declarator
                    if number == NOT_LOCAL
                    else declarator.replace(name=n.Register(self._named(number)))
                )
        return [node.replace(declarators=tuple(kept))] if kept else []
