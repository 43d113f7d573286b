"""The text of PTX that each statement of a traced program emits."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise
from typing import NamedTuple

from ptxpy import dsl
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import statements
from ptxpy.ir.tokens import tokens
from ptxpy.styles.kinds import BLOCK_LABEL
from ptxpy.syntax.printer.source_map import positions

_NAME = re.compile(r"[\w$]+")
_POSITION = re.compile(r":[0-9]+(?::[0-9]+)?(?: \])*$")
_REGISTER = re.compile(r"%[A-Za-z_$][\w$]*")


class Piece(NamedTuple):
    """A statement of PTX."""

    line: int
    """The line of Python that emits it; 0 for declarations of fresh registers."""
    text: tuple[str, ...]
    """Its lines without indentation and blank lines."""
    node: n.Node
    function: int
    """How many functions begin up to here: registers belong to one."""

    @property
    def kind(self) -> type:
        """What it is."""
        return type(self.node)

    @property
    def registers(self) -> tuple[str, ...]:
        """The names of registers in it, in order."""
        return tuple(_REGISTER.findall("\n".join(self.text)))

    @property
    def opcode(self) -> str:
        """The opcode with its modifiers, of an instruction."""
        words = [word for word in self.text[0].split() if not word.startswith("@")]
        return words[0].rstrip(";") if words else ""


class Emitted(NamedTuple):
    """The statements of a module, and the comments in its text."""

    pieces: list[Piece]
    comments: list[str]
    """What is written between statements, but for braces, blanks and what the style predicts.

    They are sorted: a comment may stand before one statement, or close a body.
    """
    labels: tuple[str, ...]
    """The labels of basic blocks, in order."""

    def owned(self, own: range) -> list[Piece]:
        """Return what some lines of Python emit."""
        return [piece for piece in self.pieces if piece.line in own]

    def others(self, own: range, *, renumbered: bool = False) -> list[Piece]:
        """Return what all other lines emit, without the declarations of fresh registers.

        With `renumbered`, labels of basic blocks are called by their order.
        """
        found = [p for p in self.pieces if p.line not in own and not _is_fresh(p)]
        if not renumbered:
            return found
        order = {name: f"label{at}" for at, name in enumerate(self.labels)}
        return [
            piece._replace(text=tuple(_renamed(line, order) for line in piece.text))
            for piece in found
        ]


def _renamed(line: str, names: dict[str, str]) -> str:
    return _NAME.sub(lambda found: names.get(found[0], found[0]), line)


def rename_registers(
    text: tuple[str, ...], names: dict[str, str], rest: str = ""
) -> tuple[str, ...]:
    """Return lines of PTX with other registers, those without a new name as they are, or `rest`."""
    return tuple(
        _REGISTER.sub(lambda found: names.get(found[0], rest or found[0]), line) for line in text
    )


def _is_fresh(piece: Piece) -> bool:
    return piece.line == 0 and piece.kind is n.Variable


def emitted(traced: dsl.Traced) -> Emitted:
    """Return what each line of a traced program emits."""
    where = positions(traced.module)
    nodes = [*statements(traced.module)]
    functions = accumulate(type(node) is n.Function for node in nodes)
    pieces: list[Piece] = []
    bounds = pairwise([*where.offsets, len(where.text)])
    for line, node, function, bound in zip(traced.lines, nodes, functions, bounds, strict=True):
        text = where.text[slice(*bound)]
        end = _length(text, node)
        pieces.append(Piece(line, _rows(text[:end]), node, function))
    labels = [node.name for node in nodes if type(node) is n.Label]
    layout = [gap for node in nodes for gap in (node.before, getattr(node, "closing", None))]
    comments = sorted(row for gap in layout for row in _rows(gap or "") if _is_comment(row))
    return Emitted(pieces, comments, tuple(name for name in labels if BLOCK_LABEL.match(name)))


def _length(text: str, node: n.Node) -> int:
    """Return how long a statement is at the beginning of a text."""
    at = 0
    for _, token in tokens(node):
        at = text.find(token, at) + len(token)
    return at


def _is_comment(row: str) -> bool:
    """Return whether a line is one that is written: compilers add positions to `.loc`."""
    return bool(row.strip("{} ")) and not _POSITION.search(row)


def _rows(text: str) -> tuple[str, ...]:
    return tuple(row.strip() for row in text.split("\n") if row.strip())
