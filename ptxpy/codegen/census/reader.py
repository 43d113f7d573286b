"""Reads generated Python, statement by statement.

The vocabulary (`ptxpy.dialect.vocabulary`) says which calls emit no instruction; any other counts
as one. Expressions nest, and each operator in them is an instruction; so are `u32(8192)`,
`x.set(…)`, `reg.from_(…)`, `at(1, 2)(…)`. Names have no register in the text.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from ptxpy import isa
from ptxpy._records import NamedTuple
from ptxpy.codegen.census.expressions import (
    is_truth,
    iterations,
    label_name,
    line_span,
    name_path,
    only_names,
    opcode_of,
    root_name,
)
from ptxpy.codegen.census.numbering import Names, names_of, numbered_targets, numbered_tokens
from ptxpy.codegen.census.program import Block, Branch, ProgramCensus, Written
from ptxpy.codegen.census.repetition import repetitions_in
from ptxpy.dialect import (
    BINARY,
    MARGIN_MARK,
    MAX_MARGIN,
    UNARY,
    MarginTables,
    expand_margin,
    parse_names,
    split_margin,
    vocabulary,
)
from ptxpy.isa import DIRECT_BRANCHES
from ptxpy.styles import BLOCK_LABEL

_NO_CODE: Final = frozenset(
    {
        *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
        tokenize.ENDMARKER,
    }
)


class Text(NamedTuple):
    """The facts of a program that its tokens say, and its syntax tree does not."""

    margins: Mapping[int, tuple[str | None, ...]]
    """The registers that the margin names, by its line; None is a `_`."""
    beside: tuple[str, ...]
    """The margins beside statements, as they are written."""
    code: frozenset[int]
    """The lines that hold more than comments and blanks."""


def read_text(python: str) -> Text:
    """Read the tokens of a program."""
    margins: dict[int, tuple[str | None, ...]] = {}
    code: set[int] = set()
    beside: list[str] = []
    tables = MarginTables(python.splitlines())
    for token in tokenize.generate_tokens(io.StringIO(python).readline):
        line = token.start[0]
        if token.type == tokenize.COMMENT and token.string.startswith(MARGIN_MARK):
            margin = token.string.removeprefix(MARGIN_MARK)
            if token.line[: token.start[1]].strip():
                beside.append(margin.strip())
            if "&" in margin:
                margin = expand_margin(margin, tables.behind(line))
            margins[line] = _registers(margin)
        elif token.type not in _NO_CODE:
            code.update(range(line, token.end[0] + 1))
    return Text(margins, tuple(beside), frozenset(code))


def _registers(margin: str) -> tuple[str | None, ...]:
    try:
        return tuple(parse_names(split_margin(margin)[0]))
    except ValueError:
        return ()


_SILENT: Final = vocabulary.words(emits=False, operand=False)
"""Statements that emit no instruction. So does all else that is imported from ptxpy."""

_BRANCHES: Final = frozenset(vocabulary.branch_methods())
_NUMBERS: Final = vocabulary.words(number=True)
_TAKING_LABELS: Final = vocabulary.words(takes_label=True)
# The comment on the loop of a block is written from the control flow: it is no leftover.
# The table at the end of a program is no layout between the lines that are read.
_LAYOUT: Final = vocabulary.words(layout=True) - {vocabulary.LOOP_COMMENT, vocabulary.LAYOUT}

_UNNAMING: Final = frozenset({vocabulary.ASM, vocabulary.COMMENT})
"""Calls in which arguments that are named as those of labels are layout."""

TYPE: Final = re.compile(r"[busf]\d+(?:x\d+)?|pred|bf16|tf32")
"""A type, which as a function materialises a constant or copies a value."""

_OPERATORS: Final = ast.BinOp | ast.BoolOp | ast.Compare | ast.UnaryOp | ast.IfExp
_MOVES: Final = ast.Attribute | ast.Constant | ast.Name | ast.Subscript | ast.Tuple | ast.List
_LISTED: Final = ast.ListComp | ast.GeneratorExp
_COMPUTED: Final = frozenset({*BINARY.values(), *UNARY.values(), "mov", "setp"})
"""Opcodes that operators and moves stand for."""


def program_of(python: str) -> ProgramCensus:
    """Count the contents of a generated program."""
    tree = ast.parse(python)
    text = read_text(python)
    names = names_of(tree)
    definitions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    declared = names.given - names.imported
    called = declared.union(node.name for node in definitions)
    templates: dict[str, Written] = {}
    silent: set[str] = set()
    # Functions without a decorator stand for inline assembly. They are read first, since calls of
    # those that emit nothing do not count.
    for node in definitions:
        if not node.decorator_list:
            found = _Reader(names, text, called, silent).function(node)
            templates[node.name] = found
            if not found.statements:
                silent.add(node.name)
    functions = [
        _Reader(names, text, called, silent).function(node)
        for node in definitions
        if node.decorator_list
    ]
    # Debug sections are the `with` blocks of a module.
    sections = [line_span(node) for node in tree.body if isinstance(node, ast.With)]
    return ProgramCensus(
        functions,
        templates,
        lines=python.count("\n"),
        section_lines=sum(map(len, sections)),
        trivia=len(_trivia_lines(tree)),
        margins=len(text.beside),
        long_margins=sum(len(margin) > MAX_MARGIN for margin in text.beside),
        positions=sum(
            isinstance(node, ast.Expr) and ast.unparse(_root_of(node.value)) in _POSITIONS
            for node in ast.walk(tree)
        ),
    )


class _Reader:
    """Reads one function, statement by statement."""

    def __init__(self, names: Names, text: Text, called: frozenset[str], silent: set[str]) -> None:
        """Take the names of the program, and the functions whose calls emit nothing."""
        self.names = names
        self.text = text
        self.functions = called
        self.silent = silent
        self.found = Written("")
        self.times = 1
        self.depth = 0
        self.conditional = 0
        """The blocks around the statement that are read, loops aside."""
        self.cases: dict[str, str] = {}
        """The labels in tables, by the text that stands for them: `case[1]`."""
        self.numbers: Counter[str] = Counter()
        """The variables of Python's loops around, which are numbers."""

    def function(self, node: ast.FunctionDef) -> Written:
        """Return the contents of a function."""
        found = self.found
        found.name = node.name
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        if body:
            lines = range(body[0].lineno, (body[-1].end_lineno or 0) + 1)
            found.lines = len(self.text.code.intersection(lines))
        found.numbered = numbered_tokens(node, self.names)
        if node.decorator_list:
            found.numbered_targets, found.targets = numbered_targets(node, self.names)
            found.repetitions = [*repetitions_in(node)]
        self._body(body)
        return found

    def _body(self, body: Sequence[ast.stmt]) -> None:
        for node in body:
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign():
                self._assignment(node)
            case ast.AugAssign():
                self._lifted()
                self._operands(node)
            case ast.Expr(value=value):
                self._effect(value)
            case ast.With():
                self._with(node)
            case ast.For():
                self._repeated(node.target, node.iter, node.body)
            case ast.If() | ast.While():
                self._body([*node.body, *node.orelse])
            case ast.Return(value=ast.expr() as value):
                self._value(value, moved=False)

    # ----------------------------------------------------------------- statements

    def _lifted(self) -> None:
        self.found.statements += self.times
        self.found.lifted += self.times

    def _assignment(self, node: ast.Assign) -> None:
        table = node.value.right if isinstance(node.value, ast.BinOp) else node.value
        if isinstance(table, ast.Dict):
            self._table(node.targets[0], node.value)
            return
        registers = [target for target in node.targets if not isinstance(target, ast.Name)]
        names = len(node.targets) - len(registers)
        registers = [target for target in registers if not only_names(target)]
        if names:
            self.found.named.update(map(ast.unparse, registers))
        if not registers:
            self._name_margin(node)
        self._value(node.value, moved=bool(registers))

    def _name_margin(self, node: ast.Assign) -> None:
        """Count the registers in the margin of an assignment to names, which name the last ones."""
        # The margin of a statement is behind its last line.
        registers = self.text.margins.get(node.end_lineno or node.lineno, ())
        if not registers:
            return
        many = isinstance(node.value, ast.ListComp) or name_path(_head(node.value)) == [
            *("reg", "run")
        ]
        targets = [
            item
            for target in node.targets
            for item in (target.elts if isinstance(target, ast.Tuple | ast.List) else [target])
        ]
        # The registers before those of the targets belong to values inside the expression.
        named = registers if many else registers[-len(targets) * self.times :]
        # A value that is called by its register, `r319`, has no other name.
        numbered = {f"%{each.id}" for each in targets if isinstance(each, ast.Name)}
        self.found.named.update({*filter(None, named)} - numbered)

    def _effect(self, value: ast.expr) -> None:
        """Count an expression that is a statement."""
        match value:
            case ast.Call(func=ast.Attribute(attr=method), args=[argument, *_]) if (
                method == "set" and root_name(value.func) not in self.names.imported
            ):
                self._value(argument, moved=True)
            case ast.Call(func=ast.Attribute(value=ast.Call(), attr="into")):
                pass  # positions alone
            case ast.Call(func=ast.Call()):
                self._value(value, moved=False)
            case ast.Call():
                self._call(value)
            case ast.ListComp():
                self._value(value, moved=False)

    def _repeated(self, target: ast.expr, iterated: ast.expr, body: Sequence[ast.stmt]) -> None:
        times, self.times = self.times, self.times * iterations(iterated)
        numbers = _loop_variables(target)
        self.numbers.update(numbers)
        self._body(body)
        self.numbers.subtract(numbers)
        self.times = times

    # ----------------------------------------------------------------- values

    def _value(self, value: ast.expr, *, moved: bool) -> None:
        """Count the operations of a value; `moved` tells whether a plain one is moved somewhere."""
        # A number that Python computes takes an instruction only when it is moved to a register.
        if self._is_number(value):
            if moved:
                self._lifted()
            return
        match value:
            case ast.Call():
                self._called_value(value, moved=moved)
            case ast.ListComp() | ast.GeneratorExp():
                self._listed(value, moved=moved)
            case ast.Tuple() | ast.List() if not moved:
                for element in value.elts:
                    self._value(element, moved=False)
            case _ if self._is_special(value) or (moved and not self._is_lifted(value)):
                self._left(name_path(value), [])
            case _ if self._is_operator(value) or moved:
                self._lifted()
                self._operands(value)

    def _called_value(self, call: ast.Call, *, moved: bool) -> None:
        match call:
            case ast.Call(func=ast.Call(), args=[argument, *_]):  # at(12, 5)(…)
                self._value(argument, moved=moved)
            case ast.Call(args=[argument, *_]) if name_path(call.func) == ["reg", "from_"]:
                self._value(argument, moved=True)
            case _:
                self._call(call)

    def _listed(self, value: ast.ListComp | ast.GeneratorExp, *, moved: bool) -> None:
        """Count the elements of a comprehension, each of which is a value."""
        times = self.times
        numbers: list[str] = []
        for generator in value.generators:
            self.times *= iterations(generator.iter)
            numbers.extend(_loop_variables(generator.target))
        self.numbers.update(numbers)
        self._value(value.elt, moved=moved)
        self.numbers.subtract(numbers)
        self.times = times

    def _operands(self, node: ast.AST) -> None:
        """Count the operators, calls and constants inside an expression."""
        for inner in ast.iter_child_nodes(node):
            match inner:
                case ast.Call() if self._emits(inner):
                    self._value(inner, moved=False)
                case ast.Call() | ast.Lambda():
                    pass
                case ast.Subscript():
                    self._operands(inner.value)  # and an index is a number
                case ast.expr() if self._is_operator(inner):
                    self._lifted()
                    self._operands(inner)
                case ast.ListComp() | ast.GeneratorExp():
                    self._listed(inner, moved=False)
                case _:
                    self._operands(inner)

    def _emits(self, call: ast.Call) -> bool:
        """Whether a call inside of an expression emits anything."""
        match name_path(call.func):
            case ["ptx", *words] as path:
                return ".".join(path) not in _NUMBERS and (
                    words[:1] in (["call"], ["special"]) or isa.is_known(opcode_of(path))
                )
            case [name]:
                return name in self.functions or TYPE.fullmatch(name) is not None
            case ["reg", name]:
                return name == "from_"
            case [name, *_]:
                return name not in self.names.imported
            case _:
                return True

    def _is_lifted(self, value: ast.expr) -> bool:
        """Whether a value is an operator, a number, or a register or a view of one."""
        if isinstance(value, _OPERATORS):
            return True
        return isinstance(value, _MOVES) and root_name(value) not in self.names.imported

    def _is_operator(self, value: ast.expr) -> bool:
        """Whether a value is an operator on something else than numbers of Python."""
        return isinstance(value, _OPERATORS) and not self._is_number(value)

    def _is_number(self, value: ast.expr) -> bool:
        """Whether Python computes a value by itself."""
        match value:
            case ast.Name(id=name):
                return self.numbers[name] > 0
            case ast.BinOp(left=left, right=right):
                return self._is_number(left) and self._is_number(right)
            case ast.UnaryOp(operand=operand):
                return self._is_number(operand)
            case ast.Attribute():
                path = name_path(value)
                named = path[1].isupper() or path[1] in ("inf", "nan") if len(path) > 1 else False
                return path[:1] == ["ptx"] and named
            case ast.Call(func=function):
                path = name_path(function)
                return ".".join(path) in _NUMBERS
        return isinstance(value, ast.Constant)

    def _is_special(self, value: ast.expr) -> bool:
        return isinstance(value, ast.Attribute) and name_path(value)[:2] == ["ptx", "special"]

    def _call(self, call: ast.Call) -> None:
        """Count a call that is a statement, or makes a value."""
        path = name_path(call.func)
        self._labels(path, call)
        match path:
            case _ if ".".join(path[:2]) in _SILENT:
                return
            case [_, name] if name in _BRANCHES:
                self.found.statements += self.times
            case ["ptx", *_]:
                self._left(path, call.keywords)
                target = call.args[0] if call.args else None
                # A branch to the case of a switch is a part of that.
                if opcode_of(path) in DIRECT_BRANCHES and not _is_case(target):
                    name = "" if target is None else label_name(target)
                    self.found.bare.append(Branch(call.lineno, name, self.times))
            case [name] if TYPE.fullmatch(name):
                self._lifted()
            case [name] if name in self.functions:
                self.found.called[name] += self.times
                if name not in self.silent:
                    self._lifted()
            case [name]:
                pass  # a declaration, or a position whose place has a name: `mean(7, 2)`
            case [name, *_] if name in self.names.imported:
                return  # a declaration, too
            case _:
                self._left(path, call.keywords)
        self._operands(call)

    def _left(self, path: Sequence[str], keywords: Sequence[ast.keyword]) -> None:
        """Count an instruction that is left as a call."""
        found = self.found
        found.statements += self.times
        opcode = opcode_of(path)
        found.opcodes[opcode] += self.times
        arguments = {keyword.arg for keyword in keywords}
        if opcode in _COMPUTED and arguments & {"when", "unless"}:
            found.guarded += self.times
        elif opcode in _COMPUTED and arguments & vocabulary.LAYOUT_OPTIONS:
            found.spaced += self.times

    # ----------------------------------------------------------------- blocks

    def _with(self, node: ast.With) -> None:
        found = self.found
        self.depth += 1
        conditional = sum(_opens_block(item.context_expr) for item in node.items)
        self.conditional += conditional
        found.deepest = max(found.deepest, self.conditional)
        found.blocks.append(Block(node.lineno, node.end_lineno or node.lineno, self.depth))
        for item in node.items:
            self._head(item.context_expr)
        self._body(node.body)
        self.depth -= 1
        self.conditional -= conditional

    def _table(self, name: ast.expr, table: ast.expr) -> None:
        """Count the labels in the table of a switch, which its keys stand for elsewhere."""
        while isinstance(table, ast.BinOp):
            self._table(name, table.right)
            table = table.left
        if not isinstance(table, ast.Dict):
            return
        for key, value in zip(table.keys, table.values, strict=True):
            self._label(value)
            if key is not None:
                self.cases[f"{ast.unparse(name)}[{ast.unparse(key)}]"] = label_name(value)

    def _head(self, head: ast.expr) -> None:
        if isinstance(head, ast.Call) and isinstance(head.func, ast.Call) and head.args:
            head = head.args[0]  # at(12, 5)(…)
        if not isinstance(head, ast.Call):
            if root_name(head) == "L":
                self._label(head)
            elif _is_case(head):
                # The label has been counted in its table.
                text = label_name(head)
                self.found.places[self.cases.get(text, text)] = head.lineno
            else:
                self.found.statements += self.times
            return
        path = name_path(head.func)
        self._labels(path, head)
        if path[:1] == ["ptx"] and ".".join(path[:2]) not in _SILENT:
            self.found.statements += self.times
            self._operands(head)

    def _labels(self, path: Sequence[str], call: ast.Call) -> None:
        """Count the labels that a call writes out."""
        helper = ".".join(path[:2])
        for keyword in call.keywords if helper not in _UNNAMING else ():
            # A name is that of a block, whose label is written there.
            is_said = not (is_truth(keyword.value) or isinstance(keyword.value, ast.Name))
            if keyword.arg in vocabulary.LABEL_OPTIONS and is_said:
                self._label(keyword.value)
        for argument in call.args[:1] if helper in _TAKING_LABELS else ():
            if not (isinstance(argument, ast.Name) or _is_case(argument)):
                self._label(argument)

    def _label(self, node: ast.expr) -> None:
        name = label_name(node)
        self.found.labels += 1
        self.found.block_labels += name.isdecimal() or BLOCK_LABEL.match(name) is not None
        self.found.places[name] = node.lineno


_POSITIONS: Final = vocabulary.words(position=True)


def _root_of(value: ast.expr) -> ast.expr:
    """Return the first function of calls of calls: `at` of `at(12, 5).into("2:216:16/0")`."""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        inner = value.func.value
        if not isinstance(inner, ast.Call):
            break
        value = inner
    return value.func if isinstance(value, ast.Call) else value


def _head(value: ast.expr) -> ast.expr:
    """Return the function that a value calls, if the value is a call."""
    return value.func if isinstance(value, ast.Call) else value


def _loop_variables(target: ast.expr) -> list[str]:
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]


def _trivia_lines(tree: ast.Module) -> set[int]:
    """Return the lines that have comments, blank lines, or arguments for layout."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        path = name_path(node.func)
        if ".".join(path) in _LAYOUT:
            lines.update(line_span(node))
        for keyword in node.keywords:
            if keyword.arg in vocabulary.LAYOUT_OPTIONS or (
                keyword.arg == "end" and ".".join(path) == vocabulary.ASM
            ):
                lines.update(line_span(keyword))
    return lines


_CONDITIONAL: Final = frozenset(
    {vocabulary.BLOCK, vocabulary.ELSE, vocabulary.IF, vocabulary.UNLESS}
)


def _opens_block(head: ast.expr) -> bool:
    """Return whether a `with` opens a block that is no loop."""
    if isinstance(head, ast.Call) and isinstance(head.func, ast.Call) and head.args:
        head = head.args[0]  # at(12, 5)(…)
    return isinstance(head, ast.Call) and ".".join(name_path(head.func)) in _CONDITIONAL


def _is_case(label: ast.expr | None) -> bool:
    """Return whether a label is given by its key in a table: `case[1]`."""
    return isinstance(label, ast.Subscript) and root_name(label) != "L"
