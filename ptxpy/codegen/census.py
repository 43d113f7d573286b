"""How idiomatic a generated program is, counted: `ptxpy import --report` and the benchmarks.

What the source holds is counted in the IR (`source_of`), what is made of it in the syntax tree of
the Python (`program_of`). The tables at the top are all that is known of names in the language; a
new helper of `ptx` that emits no instruction belongs in one of them, and any other counts as an
instruction.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ptxpy import isa
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import walk
from ptxpy.isa import DIRECT_BRANCHES, INDEXED_BRANCHES
from ptxpy.lift.operators import BINARY, UNARY
from ptxpy.lift.structure import DEEPEST
from ptxpy.styles.kinds import BLOCK_LABEL

__all__ = ["Branch", "Program", "Source", "Written", "program_of", "source_of", "why_left"]

SILENT: Final = frozenset(
    [
        *("address_size", "alias", "asm", "at", "blank", "callseq", "comment", "file", "label"),
        *("loc", "loop_comment", "mark", "position", "pragma", "prototype", "scope", "scope_close"),
        *("scope_open", "target", "targets", "version"),
    ]
)
"""What `ptx` has that emits no instruction. So does all else that is imported from ptxpy."""

STEERING: Final = frozenset({"again", "leave", "next_block"})
"""Methods of blocks and loops that are branches, and helpers of `ptx` that are."""

NAMING: Final = frozenset({"end", "label", "next", "over"})
"""Arguments that write the name or number of a label out, unless they are a truth value."""

UNNAMING: Final = frozenset({"asm", "comment"})
"""Helpers of `ptx` with arguments of such names that are layout."""

LABELLED: Final = frozenset({"label", "loop", "next_block"})
"""Helpers of `ptx` that take a label as their first argument, unless that is a block."""

TRIVIA: Final = frozenset({"blank", "comment"})
"""Statements of `ptx` that are layout alone."""

SPACING: Final = frozenset({"before", "begin", "closing", "space", "within"})
"""Arguments that are layout alone; so is `end` of `ptx.asm`."""

_OPERATORS: Final = ast.BinOp | ast.BoolOp | ast.Compare | ast.UnaryOp | ast.IfExp
_MOVES: Final = ast.Attribute | ast.Constant | ast.Name | ast.Subscript | ast.Tuple | ast.List
_COMPUTED: Final = frozenset({*BINARY.values(), *UNARY.values(), "mov", "setp"})
"""Opcodes that operators and moves stand for."""

# --------------------------------------------------------------------------- the IR


class Source(NamedTuple):
    """What the function of a module holds, scopes included."""

    name: str
    instructions: int
    """Instructions and calls."""
    branches: int
    """Of them `bra`."""
    indirect: int
    """Of them `brx`."""
    labels: int
    block_labels: int
    """Labels with the names that compilers give to basic blocks."""
    registers: int
    """How many are written."""
    listed: frozenset[str]
    """Labels in lists of targets, for `brx`."""


def source_of(function: n.Function) -> Source:
    """Count what a function of the IR holds."""
    counts: Counter[str] = Counter()
    written: set[str] = set()
    listed: set[str] = set()
    for node in _statements(function.body or ()):
        if isinstance(node, n.Instruction):
            counts[node.opcode] += 1
            counts["instructions"] += 1
        elif isinstance(node, n.Call):
            counts["instructions"] += 1
        elif isinstance(node, n.Label):
            counts["labels"] += 1
            counts["block labels"] += BLOCK_LABEL.match(node.name) is not None
        elif isinstance(node, n.TargetList):
            listed.update(target.name for target in node.targets if isinstance(target, n.Symbol))
        written.update(_written(node))
    return Source(
        function.name.name,
        counts["instructions"],
        sum(counts[opcode] for opcode in DIRECT_BRANCHES),
        sum(counts[opcode] for opcode in INDEXED_BRANCHES),
        counts["labels"],
        counts["block labels"],
        len(written),
        frozenset(listed),
    )


def _statements(body: Sequence[n.Node]) -> Iterator[n.Node]:
    pending = [*reversed(body)]
    while pending:
        node = pending.pop()
        if isinstance(node, n.Scope):
            pending.extend(reversed(node.body))
        else:
            yield node


def _written(statement: n.Node) -> Iterator[str]:
    """Yield the registers that a statement writes."""
    if isinstance(statement, n.Call):
        operands: Iterable[n.Node] = statement.returns or ()
    elif isinstance(statement, n.Instruction):
        places = _places(statement.opcode, statement.modifiers)
        operands = [item for place, item in enumerate(statement.operands) if place in places]
    else:
        return
    for operand in operands:
        if isinstance(operand, n.Register):
            yield operand.name
        elif not isinstance(operand, n.Address):
            yield from (node.name for node in walk(operand) if isinstance(node, n.Register))


@lru_cache(maxsize=65536)
def _places(opcode: str, modifiers: tuple[str, ...]) -> frozenset[int]:
    """Return the positions of the operands that an instruction writes."""
    first = {0} if isa.destinations(opcode, modifiers) else set()
    return frozenset(first | {*isa.explicit_writes(opcode, modifiers)})


# --------------------------------------------------------------------------- the Python


class Branch(NamedTuple):
    """A `ptx.bra` that is left in the Python."""

    line: int
    target: str
    """The name of the label, or its number."""
    times: int
    """How often it is emitted."""


class Block(NamedTuple):
    """A `with` statement."""

    first: int
    """Its first line."""
    last: int
    depth: int
    """In how many it stands, and itself."""


class Written:
    """What a function of the Python holds.

    Instructions are counted as often as they are emitted, so that a line in `for i in range(4):`
    counts four times; labels, as often as they are written.
    """

    def __init__(self, name: str) -> None:
        """Start with nothing."""
        self.name = name
        self.lines = 0
        """Those of the body."""
        self.statements = 0
        """Those that emit instructions: what blocks of inline assembly hold counts as one."""
        self.lifted = 0
        """Of them operators, moves by assignment, views, and calls of functions by name."""
        self.opcodes: Counter[str] = Counter()
        """What is left as a call of `ptx`, by the opcode."""
        self.guarded = 0
        """Of them those that would be operators or moves but for a guard."""
        self.spaced = 0
        """The same, but for arguments for their layout."""
        self.bare: list[Branch] = []
        """Branches that are not structured, as they stand in the text."""
        self.labels = 0
        """Labels that are written out, but for numbers of marks: what names one has it written."""
        self.block_labels = 0
        """Of them those of basic blocks."""
        self.places: dict[str, int] = {}
        """The line of each label that is written out."""
        self.named: set[str] = set()
        """The registers that got a name."""
        self.called: Counter[str] = Counter()
        """The functions that are called by name."""
        self.blocks: list[Block] = []
        """The `with` statements."""


class Program(NamedTuple):
    """What a generated program holds."""

    functions: list[Written]
    """Kernels and device functions, in their order."""
    templates: dict[str, Written]
    """The functions that stand for blocks of inline assembly, by name."""
    lines: int
    section_lines: int
    """Of them those of debug sections."""
    trivia: int
    """Lines with comments, blank lines, and arguments for layout."""

    @property
    def body_lines(self) -> int:
        """The lines of all bodies."""
        return sum(item.lines for item in self.every())

    def every(self) -> list[Written]:
        """Return all functions."""
        return [*self.templates.values(), *self.functions]

    def parts(self, function: Written) -> Iterator[tuple[Written, int]]:
        """Yield a function and the blocks of inline assembly in it, with how often they are."""
        yield function, 1
        for name, times in function.called.items():
            if name in self.templates:
                yield self.templates[name], times


def program_of(python: str) -> Program:
    """Count what a generated program holds."""
    tree = ast.parse(python)
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    definitions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    templates: dict[str, Written] = {}
    for node in definitions:
        if not node.decorator_list:
            templates[node.name] = _Reader(imported, frozenset()).function(node)
    silent = frozenset(name for name, item in templates.items() if not item.statements)
    functions = [
        _Reader(imported, silent).function(node) for node in definitions if node.decorator_list
    ]
    sections = [_span(node) for node in tree.body if isinstance(node, ast.With)]
    return Program(
        functions,
        templates,
        lines=python.count("\n"),
        section_lines=sum(map(len, sections)),
        trivia=len(_trivia_lines(tree)),
    )


def why_left(program: Program, function: Written, listed: frozenset[str]) -> Counter[str]:
    """Return how many branches of a function are left, by the reason.

    Args:
        program: The program.
        function: One of its functions.
        listed: The labels that stand in lists of targets (`Source.listed`).
    """
    reasons: Counter[str] = Counter()
    for part, times in program.parts(function):
        for branch in part.bare:
            reasons[_why(part, branch, listed)] += branch.times * times
    return reasons


def _why(function: Written, branch: Branch, listed: frozenset[str]) -> str:
    at = function.places.get(branch.target)
    if at is None:
        return "to no label in sight"
    # The Python may have the number that a name ends with.
    if any(branch.target in (name, name.rpartition("_")[2]) for name in listed):
        return "shared with a jump table"
    first, last = sorted((at, branch.line))
    blocks = function.blocks
    if max((item.depth for item in blocks if first <= item.first <= last), default=0) >= DEEPEST:
        return "too deep"
    inside = [item for item in blocks if item.first < at <= item.last]
    entered = any(not item.first < branch.line <= item.last for item in inside)
    return "into another region" if entered else "across another region"


class _Reader:
    """Reads one function, statement by statement."""

    def __init__(self, imported: set[str], silent: frozenset[str]) -> None:
        """Take what is imported from ptxpy, and the functions whose calls emit nothing."""
        self.imported = imported
        self.silent = silent
        self.found = Written("")
        self.times = 1
        self.depth = 0

    def function(self, node: ast.FunctionDef) -> Written:
        """Return what a function holds."""
        self.found.name = node.name
        self.found.lines = (node.body[-1].end_lineno or 0) - node.body[0].lineno + 1
        self._body(node.body)
        return self.found

    def _body(self, body: Sequence[ast.stmt]) -> None:
        for node in body:
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign():
                self._assignment(node)
            case ast.AugAssign():
                self._lifted()
            case ast.Expr(value=ast.Call() as call):
                self._call(call)
            case ast.With():
                self._with(node)
            case ast.For():
                times, self.times = self.times, self.times * _times(node.iter)
                self._body(node.body)
                self.times = times
            case ast.If() | ast.While():
                self._body([*node.body, *node.orelse])

    # ----------------------------------------------------------------- statements

    def _lifted(self) -> None:
        self.found.statements += self.times
        self.found.lifted += self.times

    def _assignment(self, node: ast.Assign) -> None:
        value = node.value
        registers = [target for target in node.targets if not isinstance(target, ast.Name)]
        names = len(node.targets) - len(registers)
        registers = [target for target in registers if not _only_names(target)]
        if names:
            self.found.named.update(map(ast.unparse, registers))
        if isinstance(value, ast.Call):
            self._call(value)
        elif not registers:
            return
        elif self._is_lifted(value):
            self._lifted()
        else:
            self._left(_path(value), [])

    def _is_lifted(self, value: ast.expr) -> bool:
        """Whether a value is an operator, a number, or a register or a view of one."""
        if isinstance(value, _OPERATORS):
            return True
        return isinstance(value, _MOVES) and _root(value) not in self.imported

    def _call(self, call: ast.Call) -> None:
        """Count a call that is a statement, or the right side of one."""
        path = _path(call.func)
        self._labels(path, call)
        match path:
            case ["ptx", name, *_] if name in SILENT:
                pass
            case [_, name] if name in STEERING:
                self.found.statements += self.times
            case ["ptx", *_]:
                self._left(path, call.keywords)
                if _opcode(path) in DIRECT_BRANCHES:
                    target = _label_name(call.args[0]) if call.args else ""
                    self.found.bare.append(Branch(call.lineno, target, self.times))
            case [name] if name not in self.imported:
                self.found.called[name] += self.times
                if name not in self.silent:
                    self._lifted()
            case [name, *_] if name in self.imported:
                pass  # a declaration
            case _:
                self._left(path, call.keywords)

    def _left(self, path: Sequence[str], keywords: Sequence[ast.keyword]) -> None:
        """Count an instruction that is left as a call."""
        found = self.found
        found.statements += self.times
        opcode = _opcode(path)
        found.opcodes[opcode] += self.times
        arguments = {keyword.arg for keyword in keywords}
        if opcode in _COMPUTED and arguments & {"when", "unless"}:
            found.guarded += self.times
        elif opcode in _COMPUTED and arguments & SPACING:
            found.spaced += self.times

    # ----------------------------------------------------------------- blocks

    def _with(self, node: ast.With) -> None:
        found = self.found
        self.depth += 1
        found.blocks.append(Block(node.lineno, node.end_lineno or node.lineno, self.depth))
        for item in node.items:
            self._head(item.context_expr)
        self._body(node.body)
        self.depth -= 1

    def _head(self, head: ast.expr) -> None:
        if not isinstance(head, ast.Call):
            if _root(head) == "L":
                self._label(head)
            else:
                self.found.statements += self.times
            return
        path = _path(head.func)
        self._labels(path, head)
        if path[:1] == ["ptx"] and path[1] not in SILENT:
            self.found.statements += self.times

    def _labels(self, path: Sequence[str], call: ast.Call) -> None:
        """Count the labels that a call writes out."""
        helper = path[1] if path[:1] == ["ptx"] else ""
        for keyword in call.keywords if helper not in UNNAMING else ():
            if keyword.arg in NAMING and not _is_truth(keyword.value):
                self._label(keyword.value)
        for argument in call.args[:1] if helper in LABELLED else ():
            if not isinstance(argument, ast.Name):
                self._label(argument)

    def _label(self, node: ast.expr) -> None:
        name = _label_name(node)
        self.found.labels += 1
        self.found.block_labels += name.isdecimal() or BLOCK_LABEL.match(name) is not None
        self.found.places[name] = node.lineno


# --------------------------------------------------------------------------- expressions


def _times(iterated: ast.expr) -> int:
    """Return how often a loop of Python runs, once where that is not plain to see."""
    match iterated:
        case ast.Call(func=ast.Name(id="range"), args=arguments):
            try:
                return len(range(*map(ast.literal_eval, arguments)))
            except (TypeError, ValueError):
                return 1
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return len(elements)
    return 1


def _path(node: ast.expr) -> list[str]:
    """Return the words of `ptx.mad.lo.s32` or `ptx.inst["mad.lo"]`, or nothing for all else."""
    words: list[str] = []
    while True:
        match node:
            case ast.Attribute(value=inner, attr=word):
                node = inner
            case ast.Subscript(value=inner, slice=ast.Constant(value=str(word))):
                node = inner
            case ast.Name(id=word):
                return [word, *(word for word in reversed(words) if word != "inst")]
            case _:
                return []
        words.append(word)


def _opcode(path: Sequence[str]) -> str:
    """Return the opcode of a path: `async` of `["ptx", "async_", "s32"]`."""
    return path[1].partition(".")[0].strip("_") if len(path) > 1 else "other"


def _root(node: ast.expr) -> str:
    """Return the name that an expression begins with, or "" where it begins with none."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _only_names(target: ast.expr) -> bool:
    """Whether what is assigned to consists of Python's names, which emits nothing."""
    elements = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    return all(isinstance(element, ast.Name) for element in elements)


def _is_truth(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _label_name(node: ast.expr) -> str:
    """Return the name of a label, or its number, or the text of what says so."""
    inner = node.slice if isinstance(node, ast.Subscript) and _root(node) == "L" else node
    return str(inner.value) if isinstance(inner, ast.Constant) else ast.unparse(inner)


def _trivia_lines(tree: ast.Module) -> set[int]:
    """Return the lines that have comments, blank lines, or arguments for layout."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        path = _path(node.func)
        if path[:1] == ["ptx"] and path[1:] and path[1] in TRIVIA:
            lines.update(_span(node))
        for keyword in node.keywords:
            if keyword.arg in SPACING or (keyword.arg == "end" and path == ["ptx", "asm"]):
                lines.update(_span(keyword))
    return lines


def _span(node: ast.expr | ast.keyword | ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)
