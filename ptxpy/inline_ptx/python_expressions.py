"""Values of expressions of Python that are known without running the program.

They are strings and whole numbers, and expressions of these: names that are bound once, adjacent
strings, sums, f-strings, `join`, and `textwrap.dedent`.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from ptxpy.inline_ptx.python_literals import (
    NO_STRING,
    Piece,
    UnresolvedError,
    literal_pieces,
    plain_piece,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ptxpy.inline_ptx.blocks import Lines
    from ptxpy.inline_ptx.python_scopes import Scope

__all__ = ["Offsets", "Resolver", "UnresolvedError"]

MAX_DEPTH: Final = 60
"""Names, sums and calls within each other: a bound on time."""
MAX_CHARACTERS: Final = 1 << 20
MAX_REPETITIONS: Final = 4096
_COMPUTED: Final = "the text is computed while the program runs"
_UNBOUND: Final = "the text depends on a name that is not bound once"
_NO_EXPRESSION: Final = "the text has a field that is no expression"
_TOO_LONG: Final = "the text is too long"
_INDIFFERENT: Final = {"strip", "lstrip", "rstrip"}
_TRANSPARENT: Final = {"dedent", "cleandoc", "constexpr"}
"""Methods, and functions, that change white space alone, which PTX does not care about."""


class Offsets:
    """The offsets in a file of the places that `ast` gives, whose columns count bytes."""

    def __init__(self, lines: Lines) -> None:
        """Take the lines of the file."""
        self._lines = lines

    def of(self, line: int, column: int) -> int:
        """Return the offset of a line, from 1, and a column in bytes, from 0."""
        row = self._lines.row(line)
        # `ast` counts columns in bytes of UTF-8, and offsets are in characters.
        if not row.isascii():
            column = len(row.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace"))
        return self._lines.starts[line - 1] + column

    def span(self, node: ast.expr) -> tuple[int, int]:
        """Return where an expression begins and ends."""
        last_line = node.end_lineno or node.lineno
        last_column = node.col_offset if node.end_col_offset is None else node.end_col_offset
        return self.of(node.lineno, node.col_offset), self.of(last_line, last_column)


class Resolver:
    """The evaluation of expressions in one file."""

    def __init__(self, text: str, offsets: Offsets) -> None:
        """Take the file."""
        self._text = text
        self._offsets = offsets
        self._depth = 0
        self._alternative = True
        self.has_chosen = False
        """Whether a conditional expression has been evaluated since `choose`."""
        self._at: int | None = None
        """The place of the field of an f-string whose expression is evaluated."""

    def choose(self, *, alternative: bool) -> None:
        """Take the conditions of conditional expressions to hold, or not to."""
        self._alternative = alternative
        self.has_chosen = False

    def pieces(self, node: ast.expr, scope: Scope) -> tuple[Piece, ...]:
        """Return the value of a string; raise `UnresolvedError` if it is not known."""
        found = self._value(node, scope, {})
        if isinstance(found, int):
            raise UnresolvedError(NO_STRING)
        return found

    def text(self, node: ast.expr, scope: Scope) -> str:
        """Return a value as text; raise `UnresolvedError` if it is not known."""
        return _joined(self._value(node, scope, {}))

    def _value(
        self, node: ast.expr, scope: Scope, bound: Mapping[str, str | int]
    ) -> tuple[Piece, ...] | int:
        self._depth += 1
        try:
            # Names can be bound in a circle, and sums can be as deep as a file is long.
            if self._depth > MAX_DEPTH:
                raise UnresolvedError(_COMPUTED)
            return self._of_kind(node, scope, bound)
        finally:
            self._depth -= 1

    def _of_kind(
        self, node: ast.expr, scope: Scope, bound: Mapping[str, str | int]
    ) -> tuple[Piece, ...] | int:
        if isinstance(node, ast.IfExp):
            self.has_chosen = True
            # All conditional expressions of a text are taken to agree, which makes two readings and
            # not 2^n.
            return self._value(node.body if self._alternative else node.orelse, scope, bound)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self._number(node.operand, scope, bound)
        if isinstance(node, ast.Constant):
            found = self._constant(node, scope, bound)
        elif isinstance(node, ast.JoinedStr):
            found = self._literal(node, scope, bound)
        elif isinstance(node, ast.Name):
            found = self._name(node, scope, bound)
        elif isinstance(node, ast.BinOp):
            found = self._operation(node, scope, bound)
        elif isinstance(node, ast.Call):
            found = self._call(node, scope, bound)
        else:
            raise UnresolvedError(_COMPUTED, _shown(node))
        return found

    def _constant(
        self, node: ast.Constant, scope: Scope, bound: Mapping[str, str | int]
    ) -> tuple[Piece, ...] | int:
        value = node.value
        if isinstance(value, str):
            return self._literal(node, scope, bound)
        if isinstance(value, int):
            return int(value)
        raise UnresolvedError(NO_STRING, _shown(node))

    def _literal(
        self, node: ast.expr, scope: Scope, bound: Mapping[str, str | int]
    ) -> tuple[Piece, ...]:
        if self._at is not None:
            # `ast` gives expressions in f-strings places of their own.
            if isinstance(node, ast.Constant):
                return (plain_piece(str(node.value), self._at),)
            raise UnresolvedError(_COMPUTED, _shown(node))

        def field(text: str, offset: int) -> str:
            return self._field(text, offset, scope, bound)

        start, end = self._offsets.span(node)
        return tuple(literal_pieces(self._text, start, end, field))

    def _field(self, text: str, offset: int, scope: Scope, bound: Mapping[str, str | int]) -> str:
        """Return the value of an expression in braces."""
        try:
            node = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            raise UnresolvedError(_NO_EXPRESSION) from None
        before, self._at = self._at, offset
        try:
            return _joined(self._value(node, scope, bound))
        finally:
            self._at = before

    def _name(
        self, node: ast.Name, scope: Scope, bound: Mapping[str, str | int]
    ) -> tuple[Piece, ...] | int:
        if node.id in bound:
            one = bound[node.id]
            return one if isinstance(one, int) else (plain_piece(one, self._place(node)),)
        found = scope.find(node.id)
        if found is None:
            raise UnresolvedError(_UNBOUND, node.id)
        value, where = found
        # A name in a field has the place of the field; elsewhere its value keeps the places of its
        # own literal.
        place = self._at if self._at is None else self._place(node)
        before, self._at = self._at, None
        try:
            held = self._value(value, where, {})
        finally:
            self._at = before
        if place is None or isinstance(held, int):
            return held
        return (plain_piece(_joined(held), place),)

    def _operation(
        self, node: ast.BinOp, scope: Scope, bound: Mapping[str, str | int]
    ) -> tuple[Piece, ...] | int:
        left = self._value(node.left, scope, bound)
        right = self._value(node.right, scope, bound)
        if isinstance(left, int) and isinstance(right, int):
            return _arithmetic(node.op, left, right)
        if (
            isinstance(node.op, ast.Add)
            and not isinstance(left, int)
            and not isinstance(right, int)
        ):
            return _limited((*left, *right))
        if isinstance(node.op, ast.Mult):
            pieces, count = (right, left) if isinstance(left, int) else (left, right)
            if not isinstance(pieces, int) and isinstance(count, int):
                # The product is bounded before it is made: `"x" * 10**9` must not take memory.
                if count * max(len(pieces), 1) > MAX_REPETITIONS:
                    raise UnresolvedError(_COMPUTED)
                return _limited(pieces * count)
        raise UnresolvedError(_COMPUTED, _shown(node))

    def _number(self, node: ast.expr, scope: Scope, bound: Mapping[str, str | int]) -> int:
        found = self._value(node, scope, bound)
        if not isinstance(found, int):
            raise UnresolvedError(_COMPUTED, _shown(node))
        return found

    def _call(
        self, node: ast.Call, scope: Scope, bound: Mapping[str, str | int]
    ) -> tuple[Piece, ...] | int:
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else ""
        if isinstance(function, ast.Name):
            name = function.id
        # These change white space alone, which has no meaning in PTX, so places are kept.
        if name in _TRANSPARENT and len(node.args) == 1 and not node.keywords:
            return self._value(node.args[0], scope, bound)
        if name == "str" and len(node.args) == 1 and not node.keywords:
            value = self._value(node.args[0], scope, bound)
            return (plain_piece(_joined(value), self._place(node)),)
        if not isinstance(function, ast.Attribute) or node.keywords:
            raise UnresolvedError(_COMPUTED, _shown(node))
        if name in _INDIFFERENT and not node.args:
            return self._value(function.value, scope, bound)
        if name == "join" and len(node.args) == 1:
            separator = self._value(function.value, scope, bound)
            if not isinstance(separator, int):
                return self._join(separator, list(self._elements(node.args[0], scope, bound)))
        raise UnresolvedError(_COMPUTED, _shown(node))

    @staticmethod
    def _join(
        separator: tuple[Piece, ...], parts: Sequence[tuple[Piece, ...] | int]
    ) -> tuple[Piece, ...]:
        joined: list[Piece] = []
        for number, part in enumerate(parts):
            if isinstance(part, int):
                raise UnresolvedError(NO_STRING)
            joined += (*(separator if number else ()), *part)
        return _limited(tuple(joined))

    def _elements(
        self, node: ast.expr, scope: Scope, bound: Mapping[str, str | int]
    ) -> Iterator[tuple[Piece, ...] | int]:
        """Yield the values of a list, a tuple, or a comprehension over one or over a range."""
        if isinstance(node, ast.List | ast.Tuple):
            if any(isinstance(each, ast.Starred) for each in node.elts):
                raise UnresolvedError(_COMPUTED, _shown(node))
            yield from (self._value(each, scope, bound) for each in node.elts)
            return
        # A list under a name is followed to where it is bound.
        if isinstance(node, ast.Name) and node.id not in bound:
            found = scope.find(node.id)
            if found is not None and isinstance(found[0], ast.List | ast.Tuple | ast.BinOp):
                yield from self._elements(found[0], found[1], {})
                return
        if isinstance(node, ast.BinOp):
            if isinstance(node.op, ast.Add):
                yield from self._elements(node.left, scope, bound)
                yield from self._elements(node.right, scope, bound)
            elif isinstance(node.op, ast.Mult):
                count = self._number(node.right, scope, bound)
                values = list(self._elements(node.left, scope, bound))
                if count * len(values) > MAX_REPETITIONS:
                    raise UnresolvedError(_COMPUTED)
                yield from values * count
            else:
                raise UnresolvedError(_COMPUTED, _shown(node))
            return
        if not isinstance(node, ast.GeneratorExp | ast.ListComp) or len(node.generators) != 1:
            raise UnresolvedError(_COMPUTED, _shown(node))
        (generator,) = node.generators
        if not isinstance(generator.target, ast.Name) or generator.ifs or generator.is_async:
            raise UnresolvedError(_COMPUTED, _shown(node))
        for value in self._iterated(generator.iter, scope, bound):
            # Each value of the loop is bound while the element is evaluated.
            yield self._value(node.elt, scope, {**bound, generator.target.id: value})

    def _iterated(
        self, node: ast.expr, scope: Scope, bound: Mapping[str, str | int]
    ) -> Iterator[str | int]:
        function = node.func if isinstance(node, ast.Call) else None
        if isinstance(node, ast.Call) and isinstance(function, ast.Name) and function.id == "range":
            numbers = [self._number(each, scope, bound) for each in node.args]
            try:
                found = range(*numbers)
            except (TypeError, ValueError):
                raise UnresolvedError(_COMPUTED, _shown(node)) from None
            if node.keywords or len(found) > MAX_REPETITIONS:
                raise UnresolvedError(_COMPUTED, _shown(node))
            yield from found
            return
        for value in self._elements(node, scope, bound):
            yield value if isinstance(value, int) else _joined(value)

    def _place(self, node: ast.expr) -> int:
        return self._offsets.span(node)[0] if self._at is None else self._at


def _joined(value: tuple[Piece, ...] | int) -> str:
    return str(value) if isinstance(value, int) else "".join(piece.text for piece in value)


def _repeated(pieces: tuple[Piece, ...], count: int) -> tuple[Piece, ...]:
    if count * max(len(pieces), 1) > MAX_REPETITIONS:
        raise UnresolvedError(_COMPUTED)
    return _limited(pieces * count)


def _limited(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    if sum(len(piece.text) for piece in pieces) > MAX_CHARACTERS:
        raise UnresolvedError(_TOO_LONG)
    return pieces


MAX_NUMBER: Final = 1 << 64


def _arithmetic(operator: ast.operator, left: int, right: int) -> int:
    """Return the result of an operation, whose operands and result are of at most 65 bits."""
    if isinstance(operator, ast.Add):
        found = left + right
    elif isinstance(operator, ast.Sub):
        found = left - right
    elif isinstance(operator, ast.Mult):
        found = left * right
    elif isinstance(operator, ast.FloorDiv) and right:
        found = left // right
    elif isinstance(operator, ast.Mod) and right:
        found = left % right
    else:
        raise UnresolvedError(_COMPUTED)
    # Products in a loop grow fast, and a text never needs such numbers.
    if abs(found) > MAX_NUMBER:
        raise UnresolvedError(_COMPUTED)
    return found


_SHOWN: Final = 40


def _shown(node: ast.expr) -> str:
    """Return an expression in a few characters."""
    try:
        text = ast.unparse(node)
    except RecursionError:
        return "…"
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
