"""Generated Python whose statements nest several values, and such a program with one edited."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import ptxpy
from fuzzing.cases import BrokenLawError
from fuzzing.emitted import Emitted, Piece, emitted, rename_registers
from fuzzing.laws import described
from fuzzing.names import Head, block_of, head_of, readers
from ptxpy import dsl, isa
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import without_layout

NAME = "k.py"

REFUSED = "an edit is taken, or refused at a line that it concerns"
OTHERS = "an edit changes what its own statement emits, and nothing else"

FORMS: tuple[dict[str, Any], ...] = (
    {},
    {"roll": False},
    {"without": ("nest",)},
    {"without": ("names",)},
)


class Statement(NamedTuple):
    """A statement of a function of the program, without the block that it may have."""

    head: Head
    function: ast.FunctionDef
    alone: bool
    repeated: bool
    """Whether it is run several times: in a loop, or in a function that others call."""

    @property
    def own(self) -> range:
        """Its lines."""
        return self.head.own

    @property
    def indent(self) -> str:
        """The blanks before it."""
        return " " * self.head.node.col_offset

    def is_simple(self) -> bool:
        """Return whether it is one that has no block."""
        return isinstance(self.head.node, ast.Expr | ast.Assign | ast.AugAssign)

    def has_layout(self) -> bool:
        """Return whether it has layout of its own, or is a comment."""
        words = {node.arg for node in self.nodes() if isinstance(node, ast.keyword)}
        return not words.isdisjoint(("before", "within", "closing")) or any(
            isinstance(node, ast.Attribute) and node.attr == "comment" for node in self.nodes()
        )

    def nodes(self) -> Iterator[ast.AST]:
        """Yield the expressions of which it consists."""
        return self.head.nodes()


class Program(NamedTuple):
    """A corpus file as Python, and what its lines emit."""

    source: str
    lines: list[str]
    statements: list[Statement]
    emitted: Emitted
    made: frozenset[int]
    helpers: dict[str, ast.FunctionDef]
    """Its functions that are no kernels, by name: what they emit are lines of their own."""

    def function(self, statement: Statement) -> list[Piece]:
        """Return what the function of a statement emits."""
        pieces = self.emitted.pieces
        heads = {
            piece.function
            for piece in pieces
            if piece.kind is n.Function and piece.line == statement.function.lineno
        }
        return [piece for piece in pieces if piece.function in heads]

    def readers(self, statement: Statement) -> frozenset[int]:
        """Return the lines that read what a statement makes, by its names and names for them."""
        return readers(statement.function, statement.head.node, self.made, self.helpers)


@lru_cache(maxsize=64)
def program(source: bytes, form: int) -> Program:
    """Return the program of a text in one of the forms."""
    # `to_python` would be content with fewer passes.
    python, module = ptxpy.prove(source, **FORMS[form])[:2]
    traced = _traced(python)
    tree = ast.parse(python)
    functions = [item for item in tree.body if isinstance(item, ast.FunctionDef)]
    helpers = {each.name: each for each in functions if not each.decorator_list}
    found = [
        statement
        for each in functions
        for statement in _statements(each.body, each, repeated=each.name in helpers)
    ]
    return Program(
        ptxpy.emit(module),
        python.split("\n"),
        found,
        emitted(traced),
        frozenset(traced.lines),
        helpers,
    )


def _statements(
    body: Sequence[ast.stmt], function: ast.FunctionDef, *, repeated: bool
) -> Iterator[Statement]:
    for node in body:
        yield Statement(head_of(node), function, len(body) == 1, repeated)
        loops = repeated or isinstance(node, ast.For)
        yield from _statements(block_of(node), function, repeated=loops)


def _traced(python: str) -> dsl.Traced:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return dsl.trace_python(python, filename=NAME)


# --------------------------------------------------------------------------- edits


_COMMENTED = (n.Location, n.Scope)
"""What compilers write comments behind."""


class Edited(NamedTuple):
    """A program in which some lines stand in place of those of a statement."""

    chosen: Program
    statement: Statement
    lines: list[str]
    text: str
    emitted: Emitted
    own: range
    """The lines that have been put in."""

    def fail(self, law: str, detail: str) -> None:
        """Raise the error for a property that does not hold."""
        at = self.statement.own
        was = self.chosen.lines[at.start - 1 : at.stop - 1]
        raise BrokenLawError(law, f"{was} edited to {self.lines}: {detail}", python=self.text)

    def check_others(self, reading: frozenset[int] = frozenset()) -> None:
        """Check that the lines which have not been edited emit what they did.

        Of those in `reading`, what instructions read may be another register.
        """
        before, after = self.chosen.emitted, self.emitted
        renumbered = before.labels != after.labels
        was = before.others(self.statement.own, renumbered=renumbered)
        now = after.others(self.own, renumbered=renumbered)
        moved = len(self.own) - len(self.statement.own)
        end = self.statement.own.stop
        for one, other in zip(was, now, strict=False):
            line = one.line + moved if one.line >= end else one.line
            same = one.text == other.text or (one.line in reading and _reads_alike(one, other))
            if line != other.line or not same:
                self.fail(OTHERS, f"{one} became {other}")
        if len(was) != len(now):
            self.fail(OTHERS, f"{len(was)} statements became {len(now)}")
        kinds = {piece.kind for piece in before.owned(self.statement.own)}
        has_comments = self.statement.has_layout() or not kinds.isdisjoint(_COMMENTED)
        if before.comments != after.comments and not has_comments:
            self.fail(OTHERS, f"{before.comments} became {after.comments}")


def _reads_alike(one: Piece, other: Piece) -> bool:
    """Return whether two instructions differ in nothing but what they read.

    Where they change a register, as in `x += 1`, it may be another one.
    """
    first, second = (rename_registers(each.text, {}, "%_") for each in (one, other))
    return first == second or _written(one) == _written(other)


def _written(piece: Piece) -> n.Node:
    """Return an instruction with nothing but its opcode and what it writes."""
    node = without_layout(piece.node)
    if type(node) is not n.Instruction:
        return node
    count = isa.destinations(node.opcode, node.modifiers)
    return node.replace(operands=node.operands[:count], guard=None)


def edit(chosen: Program, statement: Statement, lines: list[str]) -> Edited | int:
    """Run a program with other lines in place of a statement.

    Returns the line at which it is refused, where it is, counted as in the program as it was; 0 for
    one of the lines that have been put in.
    """
    own = statement.own
    text = "\n".join([*chosen.lines[: own.start - 1], *lines, *chosen.lines[own.stop - 1 :]])
    put_in = range(own.start, own.start + len(lines))
    try:
        traced = _traced(text)
    except Exception as error:
        line = dsl.raising_line(error, NAME)
        if line and str(error):
            if line in put_in:
                return 0
            return line if line < own.start else line - len(lines) + len(own)
        raise BrokenLawError(REFUSED, f"{lines}: {described(error)}", python=text) from error
    return Edited(chosen, statement, lines, text, emitted(traced), put_in)


def refuse(chosen: Program, statement: Statement, lines: list[str], line: int) -> None:
    """Raise the error for an edit that is refused at a line that it does not concern."""
    at = statement.own
    was = chosen.lines[at.start - 1 : at.stop - 1]
    shown = chosen.lines[line - 1]
    raise BrokenLawError(REFUSED, f"{was} edited to {lines} is refused at {line} {shown!a}")
