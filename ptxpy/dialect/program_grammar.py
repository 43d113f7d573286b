"""The grammar of a generated program: the part of Python that an imported kernel may consist of.

A generated program comes from a stranger's file, so its syntax tree is held against this grammar
before it runs, and that tree is compiled. A program imports names of ptxpy, and defines
functions and names. Its statements are instructions, assignments, `with`, `for` over a constant
range or over constants, which may be counted, and `return`. Only the few forms in which numbers are
spelled are computed while Python runs. An imported name has any attribute, as `ptx.add.s32`; all
else has the methods of the dialect alone, also under a name, so that no value leads to the objects
of Python behind it.

Comments and the quotes of strings, which a tree does not show, are checked line by line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Final, NoReturn

from ptxpy.dialect.vocabulary import LAYOUT, METHODS
from ptxpy.ir import compile_pattern

__all__ = ["ProgramGrammarError", "UndefinedNameError", "parse_program"]


class ProgramGrammarError(ValueError):
    """A text that is no generated program."""


class UndefinedNameError(ProgramGrammarError):
    """A text that is a generated program but for a name that it uses and does not define."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"the generated program uses {name!r}, which it does not define")


def parse_program(python: str) -> ast.Module:
    r"""Return the tree of a generated program; `ProgramGrammarError` for any other text.

    >>> parse_program("from ptxpy import ptx\n\nptx.comment('x')\n").body[1].lineno
    3
    >>> try:
    ...     parse_program("from ptxpy import ptx\n\nimport os\n")
    ... except ProgramGrammarError as error:
    ...     print(error)
    line 3: Import is not part of a generated program
    """
    head = _IMPORT.match(python)
    if head is None:
        msg = "the generated program does not begin with its import"
        raise ProgramGrammarError(msg)
    _check_lines(python.removeprefix(MYPY_COMMENT))
    try:
        tree = ast.parse(python)
    # CPython reports brackets and operators that nest too deep as any of these, by its version.
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        msg = f"the generated program is not Python: {error}"
        raise ProgramGrammarError(msg) from error
    imports = 1 + (head[1] is not None)
    imported = {
        name.name
        for node in tree.body[:imports]
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    checker = _Checker(python, imported)
    checker.check(checker.block(tree.body[imports:]))
    return tree


# ------------------------------------------------------------------------------- the lines

MYPY_COMMENT: Final = (
    '# mypy: disable-error-code="no-untyped-def, no-untyped-call", allow-redefinition'
)
"""The first line of a program, so that it is clean under `mypy --strict` without options."""

_IMPORT: Final = compile_pattern(
    rf"(?:{re.escape(MYPY_COMMENT)}\n)?"
    r"(from typing import Annotated\n\n)?"
    r"from ptxpy import (?:\(\n(?:    [A-Za-z0-9_]+,\n)+\)|[A-Za-z0-9_]+(?:, [A-Za-z0-9_]+)*)\n"
)
_STRING: Final = r"(?:b?\"(?:[^\"\\\n]|\\.)*+\"|b?'(?:[^'\\\n]|\\.)*+')(?![\"'])"
_LINE: Final = compile_pattern(
    rf"(?:{_STRING}|[A-Za-z0-9_]++(?![\"'])|[-+*/%&|^<>=!~., :@()\[\]{{}}])*+"
)
"""A line without its comment: strings of one line without a prefix but `b`, words and signs."""

_DOCUMENTATION: Final = compile_pattern(r'(?<=:\n    )"""[ !#-\[\]-~…\n]*+"""(?=\n)')
"""A docstring below the head of a function: neither quotes nor backslashes are in it."""

_PLACE: Final = r"0:0(?::0)?+"
_MARGIN: Final = compile_pattern(
    r"(?:  |\A +)#: (?:&[a-z_0]++(?::|(?= |\Z)) ?)?+"
    r"(?:(?:[(]?=?[A-Za-z$_%.0-9]++(?:/-?0)?[)]?| )*+)"
    rf"(?:(?:![a-z_]*+0?)?(?:@{_PLACE}(?:/0)?(?:<{_PLACE})?(?:>{_PLACE}(?:/0)?)*+)? ?)*+\Z"
)
"""Registers and positions behind a statement, or in a table, once numbers are folded."""

_COMMENT: Final = compile_pattern(
    r"\A +# producer: loads tiles\Z|"
    r"\A +# (?:prologue: the first|main loop:|all|older groups of|"
    r"all but the last (?:0 groups|group) of)"
    r" copies to (?:shared memory|[A-Za-z]\w{0,99})"
    r"(?:, mma(?: (?:and )?m0n0k0(?:, \w{2,5}(?: x \w{2,5})?)?)*"
    r"| are complete (?:behind the barrier|for this thread))?\Z|"
    r"\A +# epilogue: stores the results\Z|"
    r"\A +# consumers: (?:multiply with )?(?:wgmma|tcgen0\.mma)"
    r"(?: (?:and )?(?:kind::\w{2,10}|m0n0k0, \w{2,5}(?: x \w{2,5})?))*\Z|"
    r"\A +# [\w$%]++(?: [+-] 0)?+(?: \+ …)?+: (?:0 more|(?:0 (?:x|stages of) )?"
    r"(?:(?:up to )?0(?:,0)*+ bytes, )?(?:(?:full|empty) )?"
    r"(?:mbarrier|tile|response|tensor memory|data)\b[\w$%+,: -]*+)\Z",
    re.ASCII,
)
"""The role of warps, a part of a pipeline, or a line of the map of shared memory: numbers are 0."""

_FOLD: Final = compile_pattern(r"[0-9]+")


def _check_lines(python: str) -> None:
    # Lines that differ in nothing but numbers are seen once.
    folded = _DOCUMENTATION.sub('"0"', _FOLD.sub("0", python))
    for line in dict.fromkeys(folded.split("\n")):
        if _LINE.fullmatch(_MARGIN.sub("", _COMMENT.sub("", line))) is None:
            msg = f"a line of the generated program is not of an expected form: {line[:80]!r}"
            raise ProgramGrammarError(msg)


# -------------------------------------------------------------------------------- the tree

_METHODS: Final = compile_pattern(
    "|".join(METHODS) + r"|(?:as_)?(?:b|s|u|f|bf|tf)[0-9]+(?:x[0-9]+)?"
)
"""The methods of the dialect, and views of values as other types."""

_MAX_ROUNDS: Final = 1 << 24
"""Rounds of a loop of Python: no module has as many statements."""

_WRITTEN_VIEWS: Final = ("SP", "SPL", "value")
"""The attributes that are assigned to: those of `reg.stack`, and a register that changes."""

_MAX_REPEATED: Final = 1024
"""Operands of one value in a row, `(zero,) * 128`: no instruction has as many."""

_MAX_SPELLED: Final = 1000
"""Numbers in powers and fractions are less, so that no power takes long to compute."""

_OPERATORS: Final = frozenset(
    {
        *(ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Mod),
        *(ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift),
    }
)
_COMPARISONS: Final = frozenset({ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE})
_TRUTH_TABLE: Final = frozenset(
    {
        *(ast.Name, ast.Load, ast.BinOp, ast.UnaryOp),
        *(ast.BitAnd, ast.BitOr, ast.BitXor, ast.Invert),
    }
)
"""The nodes of the function whose truth table `lop3` takes: `lambda a, b, c: a & b | c`."""


class _Checker:
    """Checks the nodes of one program, and that it uses no name without defining it."""

    def __init__(self, python: str, imported: set[str]) -> None:
        self.lines = python.split("\n")
        self.imported = imported
        self.defined = {*imported}
        self.used: set[str] = set()

    def check(self, body: Iterable[ast.AST]) -> None:
        """Check the statements of the module, without the imports."""
        # Statements wait on a stack, not in calls: how deep they nest is the file's choice.
        waiting: list[ast.AST] = list(body)
        while waiting:
            node = waiting.pop()
            rule = _RULES.get(type(node))
            if rule is None:
                self.refuse(node)
            waiting += rule(self, node)
        unknown = self.used - self.defined
        if unknown:
            raise UndefinedNameError(min(unknown))

    def refuse(self, node: ast.AST, what: str = "") -> NoReturn:
        """Raise the error of a node."""
        line = f"line {node.lineno}: " if isinstance(node, ast.stmt | ast.expr) else ""
        what = what or f"{type(node).__name__} is not part of a generated program"
        msg = f"{line}{what}"
        raise ProgramGrammarError(msg)

    def define(self, node: ast.AST, name: str) -> None:
        """Define a name, which must not be an imported one: these have other attributes."""
        if name in self.imported:
            self.refuse(node, f"{name} is imported, and cannot be defined")
        self.defined.add(name)

    # ------------------------------------------------------------------------- statements

    def block(self, body: list[ast.stmt]) -> Iterator[ast.AST]:
        """Yield the statements of a block, each of which must begin its line."""
        for each in body:
            if self.lines[each.lineno - 1][: each.col_offset].strip(" "):
                self.refuse(each, "a statement of a generated program begins its line")
            yield each

    def function(self, node: ast.FunctionDef) -> Iterator[ast.AST]:
        self.define(node, node.name)
        given = node.args
        if given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg:
            self.refuse(node, "a parameter of a generated function is a name")
        if getattr(node, "type_params", None):  # from Python 3.12 on
            self.refuse(node, "a generated function has no type parameters")
        for each in given.args:
            self.define(each, each.arg)
            if each.annotation is not None:
                yield each.annotation
        yield from given.defaults
        yield from node.decorator_list
        if node.returns is not None:
            yield node.returns
        first, *rest = node.body
        yield from self.block(rest if _is_docstring(first) else node.body)

    def expression(self, node: ast.Expr) -> Iterator[ast.AST]:
        # An operator is an instruction, also if nothing reads its value, and so is `x.as_f32`.
        is_cast = isinstance(node.value, ast.Attribute) and node.value.attr.startswith("as_")
        if not is_cast and not isinstance(
            node.value, ast.Call | ast.BinOp | ast.UnaryOp | ast.Compare
        ):
            self.refuse(node, "a statement of a generated program is an instruction")
        yield node.value

    def assignment(self, node: ast.Assign | ast.AugAssign) -> Iterator[ast.AST]:
        targets = [node.target] if isinstance(node, ast.AugAssign) else node.targets
        for each in targets:
            parts = each.elts if isinstance(each, ast.Tuple | ast.List) else [each]
            for part in parts:
                if type(part) is ast.Name:
                    self.define(part, part.id)
                elif type(part) is ast.Subscript:
                    yield from (part.value, part.slice)
                elif self.is_written_view(part):
                    yield part
                else:
                    self.refuse(part, "a generated program assigns to names and elements")
        if isinstance(node, ast.AugAssign) and type(node.op) not in (ast.Add, ast.Sub):
            self.refuse(node, "a generated program has += and -= alone")
        yield node.value

    def is_written_view(self, node: ast.expr) -> bool:
        return (
            isinstance(node, ast.Attribute)
            and node.attr in _WRITTEN_VIEWS
            and isinstance(node.value, ast.Name)
            and node.value.id not in self.imported
        )

    def with_(self, node: ast.With) -> Iterator[ast.AST]:
        for item in node.items:
            yield item.context_expr
            if item.optional_vars is not None:
                if type(item.optional_vars) is not ast.Name:
                    self.refuse(item.optional_vars)
                self.define(item.optional_vars, item.optional_vars.id)
        yield from self.block(node.body)

    def for_(self, node: ast.For) -> Iterator[ast.AST]:
        target, values = node.target, node.iter
        names = [target]
        if _is_enumerated(values):
            if not (isinstance(target, ast.Tuple) and len(target.elts) == 2):  # noqa: PLR2004
                self.refuse(target, "a generated loop that counts constants names both")
            counter, target = target.elts
            names, values = [counter, target], values.args[0]  # type: ignore[attr-defined]
        if isinstance(target, ast.Tuple):
            names[-1:] = target.elts
        for each in names:
            if type(each) is not ast.Name:
                self.refuse(each)
            self.define(each, each.id)
        if isinstance(values, ast.Call):
            if not _is_range(values):
                self.refuse(values, "a generated loop counts to a number")
        elif not (
            isinstance(values, ast.Tuple) and all(_is_row(v, self.imported) for v in values.elts)
        ):
            self.refuse(values, "a generated loop is over a range, over constants or registers")
        else:
            yield from values.elts
        if node.orelse:
            self.refuse(node)
        yield from self.block(node.body)

    def return_(self, node: ast.Return) -> Iterator[ast.AST]:
        if node.value is not None:
            yield node.value

    def nothing(self, _: ast.AST) -> Iterator[ast.AST]:
        yield from ()

    # ------------------------------------------------------------------------ expressions

    def name(self, node: ast.Name) -> Iterator[ast.AST]:
        if not node.id.isascii():
            self.refuse(node, "a name of a generated program has letters of ASCII")
        self.used.add(node.id)
        yield from ()

    def attribute(self, node: ast.Attribute) -> Iterator[ast.AST]:
        path: ast.expr = node
        words = []
        while isinstance(path, ast.Attribute):
            words.append(path.attr)
            path = path.value
        # `__class__` and the like lead from any value to the objects of Python.
        if any(word.startswith("__") or not word.isascii() for word in words):
            self.refuse(node, f".{'.'.join(reversed(words))} is no attribute of the dialect")
        is_imported = isinstance(path, ast.Name) and path.id in self.imported
        if not is_imported and not all(_METHODS.fullmatch(word) for word in words):
            self.refuse(node, f".{'.'.join(reversed(words))} is no method of the dialect")
        if isinstance(path, ast.Constant):
            self.refuse(node, "a constant of a generated program has no attributes")
        yield path

    def constant(self, node: ast.Constant) -> Iterator[ast.AST]:
        if node.value is not None and type(node.value) not in (bool, int, float, str, bytes):
            self.refuse(node, f"{node.value!r} is not part of a generated program")
        yield from ()

    def call(self, node: ast.Call) -> Iterator[ast.AST]:
        yield node.func
        for argument in node.args:
            # The gaps of a module by name: `ptx.layout({…})`.
            if not isinstance(argument, ast.Dict):
                yield argument
            elif ast.unparse(node.func) != LAYOUT or not _is_gaps(argument):
                self.refuse(argument)
        for each in node.keywords:
            # `f(**options)` has a keyword without a name: the options would not be in the tree.
            if each.arg is None or each.arg.startswith("__"):
                self.refuse(each.value)
            if isinstance(each.value, ast.Dict):
                # The gaps of a statement, or those of a module in older programs.
                if each.arg not in ("before", "within", "gaps") or not _is_gaps(each.value):
                    self.refuse(each.value)
            else:
                yield each.value

    def subscript(self, node: ast.Subscript) -> Iterator[ast.AST]:
        yield node.value
        yield node.slice

    def slice(self, node: ast.Slice) -> Iterator[ast.AST]:
        yield from (each for each in (node.lower, node.upper, node.step) if each is not None)

    def row(self, node: ast.Tuple | ast.List) -> Iterator[ast.AST]:
        yield from node.elts

    def labels(self, node: ast.Dict) -> Iterator[ast.AST]:
        # The labels of a switch: `{1: L[5], "default": L[6]}`.
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None or not (_is_string(key) or _is_number(key)):
                self.refuse(node, "a table of a generated program has numbers and words as keys")
            is_numbered = isinstance(value, ast.Subscript) and ast.unparse(value.value) == "L"
            if not is_numbered and not _is_string(value):
                self.refuse(node, "a table of a generated program has labels")
            yield value

    def starred(self, node: ast.Starred) -> Iterator[ast.AST]:
        yield node.value

    def binary(self, node: ast.BinOp) -> Iterator[ast.AST]:
        # Only numbers are below a number that is spelled, so that nothing there is left to check.
        if _is_spelled(node):
            return
        if _is_repeated(node):
            yield node.left
            return
        if isinstance(node.right, ast.Dict) and type(node.op) is ast.BitOr:
            yield from (node.left, node.right)
            return
        if type(node.op) not in _OPERATORS:
            self.refuse(node, "a generated program computes with numbers")
        self.operands(node, node.left, node.right)
        yield node.left
        yield node.right

    def comparison(self, node: ast.Compare) -> Iterator[ast.AST]:
        (operator, *others), right = node.ops, node.comparators[0]
        if others or type(operator) not in _COMPARISONS:
            self.refuse(node)
        self.operands(node, node.left, right)
        yield node.left
        yield right

    def operands(self, node: ast.expr, left: ast.expr, right: ast.expr) -> None:
        """Refuse an operator on constants: it would compute while Python runs."""
        for each in (left, right):
            if isinstance(each, ast.List | ast.Tuple | ast.Constant) and not _is_number(each):
                self.refuse(node, "an operator of a generated program takes values and numbers")
        if _is_number(left) and _is_number(right):
            self.refuse(node, "a generated program computes with numbers")

    def unary(self, node: ast.UnaryOp) -> Iterator[ast.AST]:
        operand = node.operand
        negative = type(node.op) is ast.USub
        if not negative and (type(node.op) is not ast.Invert or _is_number(operand)):
            self.refuse(node)
        if isinstance(operand, ast.Constant | ast.List | ast.Tuple) and not _is_number(operand):
            self.refuse(node)
        yield operand

    def truth_table(self, node: ast.Lambda) -> Iterator[ast.AST]:
        given = [each.arg for each in node.args.args]
        nodes = [*ast.walk(node.body)]
        names = {each.id for each in nodes if isinstance(each, ast.Name)}
        # Defaults and starred parameters are children of the arguments, too: the count refuses
        # them.
        if given != ["a", "b", "c"] or len(given) != len([*ast.iter_child_nodes(node.args)]):
            self.refuse(node)
        if not names <= {*given} or not all(type(each) in _TRUTH_TABLE for each in nodes):
            self.refuse(node)
        yield from ()


_RULES: Final[dict[type[ast.AST], Callable[[_Checker, Any], Iterator[ast.AST]]]] = {
    ast.FunctionDef: _Checker.function,
    ast.Expr: _Checker.expression,
    ast.Assign: _Checker.assignment,
    ast.AugAssign: _Checker.assignment,
    ast.With: _Checker.with_,
    ast.For: _Checker.for_,
    ast.Return: _Checker.return_,
    ast.Pass: _Checker.nothing,
    ast.Name: _Checker.name,
    ast.Attribute: _Checker.attribute,
    ast.Constant: _Checker.constant,
    ast.Call: _Checker.call,
    ast.Subscript: _Checker.subscript,
    ast.Slice: _Checker.slice,
    ast.Tuple: _Checker.row,
    ast.List: _Checker.row,
    ast.Dict: _Checker.labels,
    ast.Starred: _Checker.starred,
    ast.BinOp: _Checker.binary,
    ast.Compare: _Checker.comparison,
    ast.UnaryOp: _Checker.unary,
    ast.Lambda: _Checker.truth_table,
}
"""The grammar: a check for each class of nodes, which yields the nodes to be checked next."""


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _is_range(node: ast.Call) -> bool:
    """Return whether a call is `range(4)`."""
    if not (isinstance(node.func, ast.Name) and node.func.id == "range" and not node.keywords):
        return False
    return len(node.args) == 1 and all(
        isinstance(count, ast.Constant) and type(count.value) is int and count.value < _MAX_ROUNDS
        for count in node.args
    )


def _is_enumerated(node: ast.expr) -> bool:
    """Return whether a loop counts constants: `enumerate((16, 8, 4))`."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "enumerate"
        and not node.keywords
        and len(node.args) == 1
        and type(node.args[0]) is ast.Tuple
    )


def _is_row(node: ast.expr, imported: Collection[str]) -> bool:
    """Return whether a loop may be over this: a string, a number, a register, or a pair.

    The second of a pair is no string, and an imported name is no register.
    """

    def is_number(part: ast.expr) -> bool:
        is_own = isinstance(part, ast.Name) and part.id not in imported
        return is_own or _is_number(part) or isinstance(part, ast.Subscript)

    if not isinstance(node, ast.Tuple):
        return _is_string(node) or is_number(node)
    if len(node.elts) != 2:  # noqa: PLR2004
        return False
    first, second = node.elts
    return (_is_string(first) or is_number(first)) and is_number(second)


def _is_gaps(node: ast.Dict) -> bool:
    """Return whether a dictionary names gaps: strings, and a string or several for each."""
    values = [
        part
        for value in node.values
        for part in (value.elts if isinstance(value, ast.Tuple) else [value])
    ]
    return all(each is not None and _is_string(each) for each in (*node.keys, *values))


def _is_string(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (str, bytes)


def _is_number(node: ast.expr) -> bool:
    """Return whether an expression has numbers and operators alone."""
    # Sums nest to the left: following them in a loop keeps the recursion as deep as right sides.
    while True:
        if isinstance(node, ast.UnaryOp):
            node = node.operand
        elif isinstance(node, ast.BinOp) and _is_number(node.right):
            node = node.left
        else:
            return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _is_repeated(node: ast.BinOp) -> bool:
    """Return whether one operand is repeated: `(zero,) * 128`."""
    one, count = node.left, node.right
    return (
        isinstance(one, ast.Tuple)
        and len(one.elts) == 1
        and type(node.op) is ast.Mult
        and isinstance(count, ast.Constant)
        and type(count.value) is int
        and count.value <= _MAX_REPEATED
    )


def _is_small(node: ast.expr) -> bool:
    while isinstance(node, ast.UnaryOp):
        node = node.operand
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and abs(node.value) < _MAX_SPELLED
    )


def _is_power(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.BinOp)
        and type(node.op) is ast.Pow
        and _is_small(node.left)
        and _is_small(node.right)
    )


def _is_spelled(node: ast.BinOp) -> bool:
    """Return whether numbers are spelled as `1 / 3`, `2**31 - 1` or `1.5 * 2**-3`."""
    kind = type(node.op)
    if kind is ast.Pow:
        return _is_power(node)
    if kind is ast.Div:
        return _is_small(node.left) and _is_number(node.right)
    if kind is ast.Mult:
        return _is_small(node.left) and _is_power(node.right)
    if kind in (ast.Add, ast.Sub) and _is_small(node.right):
        left = node.left
        return (
            isinstance(left, ast.BinOp)
            and type(left.op) in (ast.Pow, ast.Mult)
            and _is_spelled(left)
        )
    return False
