"""Two files side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ptxpy.analysis import SymbolTable
from ptxpy.compare.functions import Side, compare_functions
from ptxpy.compare.matching import instructions, likeness, match
from ptxpy.compare.normal_form import Keys, normal_form
from ptxpy.compare.results import FunctionDiff, Line, ModuleDiff, Named
from ptxpy.compare.spelling import Speller
from ptxpy.compare.text import head_of, line_of
from ptxpy.ir import nodes as n
from ptxpy.lift.symbols import demangled
from ptxpy.syntax.printer import positions

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from ptxpy.compare.correspondence import Correspondence

__all__ = ["Compared", "Comparison", "compare", "compare_closely"]


class Compared(NamedTuple):
    """Two functions, and all that is known of them."""

    a: Side
    b: Side
    found: Correspondence


class Comparison(NamedTuple):
    """What differs, and for each pair of functions with a body what corresponds in them."""

    diff: ModuleDiff
    compared: dict[str, Compared]
    """By the symbol in A."""
    outside: dict[str, str]
    """What functions and variables of B are called in A, where they differ."""


class _File:
    """A module: its functions with bodies, and what else it says."""

    def __init__(self, module: n.Module, only: str | None) -> None:
        self.module = module
        self.names = SymbolTable()
        self.names.declare(module.body)
        self.where = positions(module)
        self.functions: list[n.Function] = []
        self.ordinals: list[int] = []
        self.others: list[Any] = []
        self.other_ordinals: list[int] = []
        defined = {f.name.name for f in module.functions if f.body is not None}
        ordinal = 0
        for node in module.body:
            if type(node) is n.Function and node.body is not None:
                if only is None or only in (node.name.name, demangled(node.name.name).name):
                    self.functions.append(node)
                    self.ordinals.append(ordinal)
            elif not (type(node) is n.Function and node.name.name in defined):
                self.others.append(node)
                self.other_ordinals.append(ordinal)
            ordinal += _size(node)

    def line(self, ordinal: int) -> int:
        """Return the line of a statement."""
        return self.where.lines.place(self.where.offsets[ordinal]).line

    def named(self, function: n.Function, ordinal: int) -> Named:
        """Say what a function is called."""
        symbol = function.name.name
        kind = "kernel" if function.kind == ".entry" else "function"
        return Named(symbol, demangled(symbol).signature, kind, self.line(ordinal))


def compare(
    a: n.Module,
    b: n.Module,
    *,
    context: int = 3,
    debug: bool = False,
    kernel: str | None = None,
) -> ModuleDiff:
    """Compare two modules: what they say, apart from layout and the names of temporaries.

    Args:
        a: A module.
        b: Another one.
        context: The lines shown around what differs.
        debug: Whether positions in the source and debug sections count.
        kernel: The symbol or the short name of the only function to compare.
    """
    return compare_closely(a, b, context=context, debug=debug, kernel=kernel).diff


def compare_closely(
    a: n.Module,
    b: n.Module,
    *,
    context: int = 3,
    debug: bool = False,
    kernel: str | None = None,
) -> Comparison:
    """Compare as `compare` does; what corresponds is returned too."""
    first, second = _File(a, kernel), _File(b, kernel)
    pairs = _functions(first, second)
    outside, declarations = _declarations(first, second, debug=debug)
    for i, j in pairs:
        one, other = first.functions[i].name.name, second.functions[j].name.name
        if one != other:
            outside[other] = one
    keys = Keys()
    functions: list[FunctionDiff] = []
    compared: dict[str, Compared] = {}
    for i, j in pairs:
        one_side = _side(first, i, keys, {}, debug=debug)
        other_side = _side(second, j, keys, outside, debug=debug)
        diff, found = compare_functions(one_side, other_side, context)
        functions.append(diff)
        compared[diff.a.name] = Compared(one_side, other_side, found)
    paired_a, paired_b = {i for i, _ in pairs}, {j for _, j in pairs}
    result = ModuleDiff(
        () if kernel else tuple(declarations),
        tuple(functions),
        _only(first, paired_a),
        _only(second, paired_b),
    )
    return Comparison(result, compared, outside)


def _side(file: _File, index: int, keys: Keys, outside: dict[str, str], *, debug: bool) -> Side:
    function, ordinal = file.functions[index], file.ordinals[index]
    form = normal_form(function, ordinal, file.names, keys, outside, debug=debug)
    return Side(file.named(function, ordinal), form, file.line, outside)


def _only(file: _File, paired: set[int]) -> tuple[Named, ...]:
    return tuple(
        [
            file.named(function, file.ordinals[index])
            for index, function in enumerate(file.functions)
            if index not in paired
        ]
    )


def _functions(a: _File, b: _File) -> list[tuple[int, int]]:
    bags = [[instructions(f) for f in file.functions] for file in (a, b)]

    def alike(i: int, j: int) -> float:
        if a.functions[i].kind != b.functions[j].kind:
            return 0.0
        return likeness(bags[0][i], bags[1][j])

    def content(side: str, index: int) -> Hashable:
        file, bag = (a, bags[0]) if side == "a" else (b, bags[1])
        return file.functions[index].kind, frozenset(bag[index].items())

    return match(
        [f.name.name for f in a.functions], [f.name.name for f in b.functions], alike, content
    )


# ----------------------------------------------------------------------------------- declarations


class _Declared(NamedTuple):
    """Something outside functions."""

    name: str
    """Its symbol, or a word for what has none."""
    key: Hashable
    """What it says; equal for what says the same by the names of A."""
    content: Hashable
    """What it says apart from its name."""
    text: str
    line: int


def _declarations(a: _File, b: _File, *, debug: bool) -> tuple[dict[str, str], list[Line]]:
    """Return what names of B are called in A, and the lines that differ."""
    speller = Speller()
    first = _declared(a, speller, {}, debug=debug)
    second = _declared(b, speller, {}, debug=debug)
    pairs = match(
        [one.name for one in first],
        [one.name for one in second],
        lambda i, j: float(first[i].content == second[j].content),
        lambda side, index: (first if side == "a" else second)[index].content,
    )
    outside = {second[j].name: first[i].name for i, j in pairs if first[i].name != second[j].name}
    if outside:
        second = _declared(b, speller, outside, debug=debug)
    partner = dict(pairs)
    lines: list[Line] = []
    for index, one in enumerate(first):
        other = second[partner[index]] if index in partner else None
        if other is None or one.key != other.key:
            lines.append(Line("-", one.text, one.line, None))
            if other is not None:
                lines.append(Line("+", other.text, None, other.line))
    paired = set(partner.values())
    lines += [
        Line("+", other.text, None, other.line)
        for index, other in enumerate(second)
        if index not in paired
    ]
    return outside, lines


def _declared(
    file: _File, speller: Speller, outside: dict[str, str], *, debug: bool
) -> list[_Declared]:
    found: list[_Declared] = []

    def name(text: str) -> str:
        return outside.get(text, text)

    counts: dict[str, int] = {}
    for node, ordinal in zip(file.others, file.other_ordinals, strict=True):
        kind = type(node)
        if kind in (n.File, n.Section, n.Location) and not debug:
            continue
        for part in _parts(node):
            spelled = _spelled(part, speller)
            symbol = _symbol(part)
            if symbol is None:
                # What has no name is known by what it is, and by its place among those.
                word = f".{kind.__name__.lower()}"
                counts[word] = counts.get(word, 0) + 1
                symbol = f"{word} {counts[word]}"
            key = (spelled[0], tuple(map(name, spelled[1])))
            content = (spelled[0], tuple(map(name, spelled[1][1:])))
            found.append(_Declared(symbol, key, content, _text(part, name), file.line(ordinal)))
    return found


def _parts(node: Any) -> list[Any]:  # noqa: ANN401
    """Return the declarations that a statement makes, one name each."""
    if type(node) is n.Variable and len(node.declarators) > 1:
        return [node.replace(declarators=(one,)) for one in node.declarators]
    return [node]


def _spelled(node: Any, speller: Speller) -> tuple[str, tuple[str, ...]]:  # noqa: ANN401
    spelling = speller.spell(node)
    names = spelling.names
    if type(node) is n.Function:
        # The names of the parameters of a declaration say nothing.
        names = (node.name.name, *("" for _ in names[1:]))
    elif type(node) is n.Variable:
        own = node.declarators[0].name.name
        names = (own, *[name for name in names if name != own])
    return spelling.text, names


def _symbol(node: Any) -> str | None:  # noqa: ANN401
    if type(node) is n.Variable:
        return str(node.declarators[0].name.name)
    if type(node) in (n.Function, n.Alias):
        return str(node.name.name)
    if type(node) is n.Section:
        return f".section {node.name}"
    return None


def _text(node: Any, name: Callable[[str], str]) -> str:  # noqa: ANN401
    if type(node) is n.Section:
        return f".section {node.name}"
    if type(node) is n.Function:
        return head_of(node, name)
    return line_of(node, name).strip()


def _size(node: Any) -> int:  # noqa: ANN401
    """Return how many statements a node is, those in it included."""
    total, stack = 0, [node]
    while stack:
        inner = stack.pop()
        total += 1
        if type(inner) in (n.Function, n.Scope, n.Section):
            stack += inner.body or ()
    return total
