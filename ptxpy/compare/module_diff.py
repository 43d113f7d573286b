"""The diff of two modules: declarations, and functions matched by name and content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy._hooks import repr_html
from ptxpy._records import NamedTuple
from ptxpy.analysis import SymbolTable, items
from ptxpy.compare.function_diff import Side, compare_functions
from ptxpy.compare.matching import count_opcodes, match_symbols, similarity
from ptxpy.compare.normal_form import KeyTable, build_normal_form
from ptxpy.compare.results import FunctionDiff, FunctionName, Line, ModuleDiff, count_differences
from ptxpy.compare.spelling import Speller
from ptxpy.compare.statement_lines import format_head, format_line
from ptxpy.demangle import demangled
from ptxpy.ir import nodes as n
from ptxpy.syntax import positions

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ptxpy.compare.correspondence import Correspondence

__all__ = ["Compared", "Comparison", "compare", "compare_in_detail"]


class Compared(NamedTuple):
    """Two matched functions and their correspondence."""

    a: Side
    b: Side
    found: Correspondence


class Comparison(NamedTuple):
    """The diff of two modules, with the correspondence of each pair of functions with bodies."""

    diff: ModuleDiff
    compared: dict[str, Compared]
    """The pairs of functions, by the symbol in A."""
    symbol_map: dict[str, str]
    """For functions and variables of B, their symbols in A if they differ."""

    def __repr__(self) -> str:
        """Show the counts alone: the correspondence has the functions with all their parts."""
        return f"<comparison: {count_differences(self.diff)}>"

    def _repr_html_(self) -> str | None:
        """Return it as HTML, for notebooks."""
        return repr_html(self)


class _File:
    """A module: its functions with bodies, and its other items."""

    def __init__(self, module: n.Module, only: str | None) -> None:
        self.module = module
        self.names = SymbolTable()
        self.names.declare(module.body)
        self.where = positions(module)
        self.functions: list[n.Function] = []
        self.ordinals: list[int] = []
        self.others: list[Any] = []
        self.other_ordinals: list[int] = []
        # The declaration of a function that the module also defines says nothing more.
        defined = {f.name.name for f in module.functions if f.body is not None}
        for ordinal, node in items(module):
            if type(node) is n.Function and node.body is not None:
                if only is None or only in (node.name.name, demangled(node.name.name).name):
                    self.functions.append(node)
                    self.ordinals.append(ordinal)
            elif not (type(node) is n.Function and node.name.name in defined):
                self.others.append(node)
                self.other_ordinals.append(ordinal)

    def line(self, ordinal: int) -> int:
        """Return the line of a statement."""
        return self.where.lines.place(self.where.offsets[ordinal]).line

    def named(self, function: n.Function, ordinal: int) -> FunctionName:
        """Return the symbol, signature, kind and line of a function."""
        symbol = function.name.name
        kind = "kernel" if function.kind == ".entry" else "function"
        return FunctionName(symbol, demangled(symbol).signature, kind, self.line(ordinal))


def compare(
    a: n.Module,
    b: n.Module,
    *,
    context: int = 3,
    debug: bool = False,
    kernel: str | tuple[str, str] | None = None,
) -> ModuleDiff:
    """Compare two modules, ignoring layout and the names of registers and labels.

    Args:
        a: A module.
        b: The module to compare it with.
        context: The number of lines shown around each difference.
        debug: Whether source locations and debug sections count.
        kernel: The symbol or short name of a single function to compare; or that of A and that of
            B, which are compared whatever their names and contents are.
    """
    return compare_in_detail(a, b, context=context, debug=debug, kernel=kernel).diff


def compare_in_detail(
    a: n.Module,
    b: n.Module,
    *,
    context: int = 3,
    debug: bool = False,
    kernel: str | tuple[str, str] | None = None,
) -> Comparison:
    """Compare as `compare` does; return also the correspondence of the functions."""
    of_a, of_b = kernel if isinstance(kernel, tuple) else (kernel, kernel)
    first, second = _File(a, of_a), _File(b, of_b)
    bags = [[count_opcodes(f) for f in file.functions] for file in (first, second)]

    def alike(i: int, j: int) -> float:
        # A host launches kernels and code calls functions: one cannot take the place of the other.
        if first.functions[i].kind != second.functions[j].kind:
            return 0.0
        return similarity(bags[0][i], bags[1][j])

    def content(side: str, index: int) -> Hashable:
        file, bag = (first, bags[0]) if side == "a" else (second, bags[1])
        return file.functions[index].kind, frozenset(bag[index].items())

    if isinstance(kernel, tuple) and len(first.functions) == len(second.functions) == 1:
        pairs = [(0, 0)]
    else:
        pairs = match_symbols(
            [f.name.name for f in first.functions],
            [f.name.name for f in second.functions],
            alike,
            content,
        )
    symbol_map, declarations = _declarations(first, second, debug=debug)
    for i, j in pairs:
        one, other = first.functions[i].name.name, second.functions[j].name.name
        if one != other:
            symbol_map[other] = one
    # Both sides share the table, so that equal statements have equal keys.
    keys = KeyTable()
    functions: list[FunctionDiff] = []
    compared: dict[str, Compared] = {}
    for i, j in pairs:
        one_side = _side(first, i, keys, {}, debug=debug)
        other_side = _side(second, j, keys, symbol_map, debug=debug)
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
    return Comparison(result, compared, symbol_map)


def _side(
    file: _File, index: int, keys: KeyTable, symbol_map: dict[str, str], *, debug: bool
) -> Side:
    function, ordinal = file.functions[index], file.ordinals[index]
    form = build_normal_form(function, ordinal, file.names, keys, symbol_map, debug=debug)
    return Side(file.named(function, ordinal), form, file.line, symbol_map)


def _only(file: _File, paired: set[int]) -> tuple[FunctionName, ...]:
    return tuple(
        [
            file.named(function, file.ordinals[index])
            for index, function in enumerate(file.functions)
            if index not in paired
        ]
    )


# ----------------------------------------------------------------------------------- declarations


class _Declared(NamedTuple):
    """A declaration or directive outside functions."""

    name: str
    """Its symbol, or its class and a number if it has none."""
    key: Hashable
    """The content including its name; equal for equal declarations with the names of A."""
    content: Hashable
    """The content without its name."""
    text: str
    line: int


def _declarations(a: _File, b: _File, *, debug: bool) -> tuple[dict[str, str], list[Line]]:
    """Return the map from symbols of B to symbols of A, and the lines that differ."""
    speller = Speller()
    first = _declared(a, speller, {}, debug=debug)
    second = _declared(b, speller, {}, debug=debug)
    pairs = match_symbols(
        [one.name for one in first],
        [one.name for one in second],
        lambda i, j: float(first[i].content == second[j].content),
        lambda side, index: (first if side == "a" else second)[index].content,
    )
    symbol_map = {
        second[j].name: first[i].name for i, j in pairs if first[i].name != second[j].name
    }
    # Initialisers and aliases name other symbols: what they are in A is known only now.
    if symbol_map:
        second = _declared(b, speller, symbol_map, debug=debug)
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
    return symbol_map, lines


def _declared(
    file: _File, speller: Speller, symbol_map: dict[str, str], *, debug: bool
) -> list[_Declared]:
    found: list[_Declared] = []

    def name(text: str) -> str:
        return symbol_map.get(text, text)

    counts: dict[str, int] = {}
    for node, ordinal in zip(file.others, file.other_ordinals, strict=True):
        kind = type(node)
        if kind in (n.File, n.Section, n.Location) and not debug:
            continue
        for part in _parts(node):
            spelled = _spelled(part, speller)
            symbol = _symbol(part)
            if symbol is None:
                # Items without a name are matched by class and position among their class.
                word = f".{kind.__name__.lower()}"
                counts[word] = counts.get(word, 0) + 1
                symbol = f"{word} {counts[word]}"
            key = (spelled[0], tuple(map(name, spelled[1])))
            content = (spelled[0], tuple(map(name, spelled[1][1:])))
            found.append(_Declared(symbol, key, content, _text(part), file.line(ordinal)))
    return found


def _parts(node: Any) -> list[Any]:  # noqa: ANN401
    """Split a declaration into declarations of one name each."""
    if type(node) is n.Variable and len(node.declarators) > 1:
        return [node.replace(declarators=(one,)) for one in node.declarators]
    return [node]


def _spelled(node: Any, speller: Speller) -> tuple[str, tuple[str, ...]]:  # noqa: ANN401
    spelling = speller.spell(node)
    names = spelling.names
    if type(node) is n.Function:
        # The names of the parameters of a function declaration have no meaning.
        names = (node.name.name, *("" for _ in names[1:]))
    elif type(node) is n.Variable:
        # Its own name comes first, where `content` leaves it out.
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


def _text(node: Any) -> str:  # noqa: ANN401
    if type(node) is n.Section:
        return f".section {node.name}"
    if type(node) is n.Function:
        return format_head(node, str)
    return format_line(node, str).strip()
