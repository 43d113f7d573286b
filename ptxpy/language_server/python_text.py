"""The text of imported Python: its functions, its instructions, its names and their margins.

Nothing is executed. Instructions, `ptx.mad.lo.s32`, are found by their spelling, so that a line may
be half-written; names are found by Python's own parser in one function at a time, without the lines
that do not parse.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Final

from ptxpy import dsl
from ptxpy._records import NamedTuple
from ptxpy.dialect import (
    MARGIN_MARK,
    MarginTables,
    expand_margin,
    looks_like_margin,
    parse_names,
    split_margin,
    vocabulary,
    word,
)
from ptxpy.language_server.source_text import SourceText

__all__ = ["Chain", "Margin", "PythonFunction", "PythonName", "PythonText", "is_ptx_python"]

MAX_REPAIRS: Final = 20
"""The most lines of a function that are left out so that the rest parses."""
MAX_CACHED_FUNCTIONS: Final = 64
PIECE_CHARACTERS: Final = 4000
_STATEMENT: Final = re.compile(
    r"^(?<!\\\n)    (?!(?:else|elif|except|finally)\b)[A-Za-z_]", re.MULTILINE
)
"""The beginning of a statement of the body of a function."""
MAX_STATEMENT_LINES: Final = 100
"""The most lines between the beginning of a statement and its margin."""

_IMPORT: Final = re.compile(r"^[ \t]*(?:from|import)[ \t]+ptxpy\b", re.MULTILINE)
_DEFINITION: Final = re.compile(r"^((?:@.*\n)*)def[ \t]+(\w*)", re.MULTILINE)
_OUTSIDE: Final = re.compile(r"\n(?=[^\s#)\]}])")
_PIECE: Final = re.compile(
    r"#[^\n]*"
    r"|(?:\b[rbfuRBFU]{1,2})?(?:\"\"\"(?:[^\\]|\\.)*?(?:\"\"\"|\Z)|'''(?:[^\\]|\\.)*?(?:'''|\Z)"
    r"|\"(?:[^\"\\\n]|\\.)*(?:\"|(?=\n)|\Z)|'(?:[^'\\\n]|\\.)*(?:'|(?=\n)|\Z))"
    r"|(?<![\w.])ptx((?:\.\w*)+)",
    re.DOTALL,
)
"""A comment, a string, or, as its group, the attributes of `ptx`."""
_MARGIN: Final = re.compile(r"(?:^|\s)#:(?![^\n]*#:)")
_TARGETS: Final = re.compile(
    r"\s*((?:\*?[A-Za-z_]\w*\s*,\s*)*\*?[A-Za-z_]\w*),?\s*(?::[^=]+)?=(?!=)"
)


class Chain(NamedTuple):
    """An instruction in Python, `ptx.mad.lo.s32`, or the beginning of one."""

    opcode: str
    """As PTX spells it; empty behind `ptx.`."""
    modifiers: tuple[str, ...]
    """As PTX spells them, each with its dot."""
    start: int
    """The offset of `ptx`."""
    end: int
    path: str
    """The attributes as they are written: `ptx.mad.lo.s32`."""
    is_explicit: bool
    """Whether it is below `ptx.inst`, so that results are operands."""
    special: str = ""
    """The special register of `ptx.special.tid.x`: `%tid`."""


class PythonFunction(NamedTuple):
    """A function at the outermost level."""

    name: str
    start: int
    """The offset of its first decorator."""
    definition: int
    """The offset of `def`."""
    name_start: int
    end: int
    is_kernel: bool


class PythonName(NamedTuple):
    """A mention of a name in a function."""

    name: str
    start: int
    """Its offset in the file."""
    is_written: bool
    is_local: bool
    """Whether it is a parameter or variable of the function."""


class Margin(NamedTuple):
    """The registers of a statement, in the comment at its end."""

    row: int
    """The line with the margin, from 0."""
    first_row: int
    """The line on which its statement begins."""
    start: int
    """The offset of the mark in its line."""
    registers: tuple[str, ...]
    """Names as PTX has them; empty for a register that the margin leaves open."""
    is_abridged: bool
    """Whether the margin writes them in another way than one by one."""


def is_ptx_python(text: str) -> bool:
    """Return whether a Python file imports this package."""
    return _IMPORT.search(text) is not None


def chain_of(path: str, start: int, end: int) -> Chain:
    """Return the instruction that attributes of `ptx` spell.

    >>> chain = chain_of("ptx.ld.global_.f32", 0, 18)
    >>> chain.opcode, chain.modifiers
    ('ld', ('.global', '.f32'))
    """
    parts = path.split(".")[1:]
    is_explicit = parts[:1] == ["inst"]
    if is_explicit:
        parts = parts[1:]
    if parts[:1] == ["special"]:
        special = f"%{parts[1]}" if len(parts) > 1 else "%"
        return Chain("", (), start, end, path, is_explicit, special)
    words = [word(part) if part else "" for part in parts]
    modifiers = tuple(f".{each}" for each in words[1:])
    return Chain(words[0] if words else "", modifiers, start, end, path, is_explicit)


class PythonText:
    """The text of a Python file that uses `ptx`."""

    def __init__(self, source: SourceText) -> None:
        """Take a text."""
        self.source = source
        self.text = source.text

    @cached_property
    def functions(self) -> list[PythonFunction]:
        """The functions at the outermost level, in order."""
        text = self.text
        found = []
        for match in _DEFINITION.finditer(text):
            outside = _OUTSIDE.search(text, match.end())
            found.append(
                PythonFunction(
                    match[2],
                    match.start(),
                    match.end(1),
                    match.start(2),
                    len(text) if outside is None else outside.start(),
                    "@kernel" in match[1] or ".kernel" in match[1],
                )
            )
        return found

    @cached_property
    def outer_names(self) -> frozenset[str]:
        """The names that the file imports or defines outside of its functions."""
        outside, start = [], 0
        for function in self.functions:
            outside.append(self.text[start : function.start])
            start = function.end
        outside.append(self.text[start:])
        text = "".join(outside)
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            # Half-written: any word may be a name.
            return frozenset(re.findall(r"[^\W\d]\w*", text))
        found = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.alias):
                name = node.asname or node.name.partition(".")[0]
                found |= {*dsl.PROGRAM_NAMES, *dsl.NAMED} if name == "*" else {name}
            elif isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
        return frozenset(found)

    def function_at(self, offset: int) -> PythonFunction | None:
        """Return the function that an offset is in."""
        for function in self.functions:
            if function.start <= offset <= function.end:
                return function
        return None

    def chain_at(self, offset: int) -> Chain | None:
        """Return the instruction that an offset is in or directly behind, or None."""
        function = self.function_at(offset)
        line = self.source.line_of(offset)
        # Strings of several lines begin at most where the function does.
        start = self.source.starts[line] if function is None else function.definition
        for match in _PIECE.finditer(self.text, start, self.source.line_end(line)):
            if match.end() < offset:
                continue
            if match.start() > offset or match[1] is None:
                return None
            return chain_of(match[0], match.start(), match.end())
        return None

    def chains(self, start: int, end: int) -> Iterator[Chain]:
        """Yield the instructions between two offsets outside of strings and comments."""
        for match in _PIECE.finditer(self.text, start, end):
            if match[1] is not None:
                yield chain_of(match[0], match.start(), match.end())

    def call_at(self, offset: int) -> tuple[Chain, int] | None:
        """Return the instruction whose arguments an offset is in, and how many commas are before.

        Calls within the arguments, brackets and strings are passed over.
        """
        function = self.function_at(offset)
        limit = max(offset - 4000, 0 if function is None else function.definition)
        depth = commas = 0
        for at in range(offset - 1, limit - 1, -1):
            character = self.text[at]
            if character in ")]}":
                depth += 1
            elif character in "([{":
                if depth == 0:
                    chain = self.chain_at(at) if character == "(" else None
                    if chain is not None and chain.end == at:
                        return chain, commas
                    if character == "(":
                        return None
                    commas = 0
                else:
                    depth -= 1
            elif character == "," and depth == 0:
                commas += 1
        return None

    def names(self, function: PythonFunction) -> list[PythonName]:
        """Return the mentions of names in a function, in order."""
        base = function.definition
        found = _names(self.text[base : function.end])
        return [each._replace(start=each.start + base) for each in found]

    def name_at(self, offset: int) -> tuple[PythonFunction, PythonName] | None:
        """Return the name that an offset is in or directly behind, with its function."""
        function = self.function_at(offset)
        if function is None:
            return None
        for name in self.names(function):
            if name.start <= offset <= name.start + len(name.name):
                return function, name
        return None

    def margins(self, first: int, last: int) -> Iterator[Margin]:
        """Yield the margins of the lines from one to another."""
        for row in range(max(first, 0), min(last + 1, len(self.source.starts))):
            margin = self.margin(row)
            if margin is not None:
                yield margin

    def margin(self, row: int) -> Margin | None:
        """Return the margin of a line, or None."""
        line = self.source.row(row)
        at = line.rfind(MARGIN_MARK)
        if at < 0 or not looks_like_margin(line[at:]) or not line[:at].strip():
            return None
        text = line[at + len(MARGIN_MARK) :]
        if "&" in text:
            text = expand_margin(text, self._tables.behind(row + 1))
        registers, _ = split_margin(text)
        try:
            names = parse_names(registers)
        except ValueError:
            return None
        plain = " ".join((name or "_").removeprefix("%") for name in names)
        written, _ = split_margin(line[at + len(MARGIN_MARK) :])
        return Margin(
            row,
            self._beginning(row, line),
            at,
            tuple(name or "" for name in names),
            plain != re.sub(r"%|(?<!\.)\.(?!\.)", "", " ".join(written.split())),
        )

    def _beginning(self, row: int, line: str) -> int:
        """Return the line on which a statement begins that ends on another."""
        if line.lstrip()[:1] not in (")", "]", "}"):
            return row
        margin = len(line) - len(line.lstrip())
        for before in range(row - 1, max(row - MAX_STATEMENT_LINES, -1), -1):
            text = self.source.row(before)
            if text.strip() and len(text) - len(text.lstrip()) <= margin:
                return before
        return row

    @cached_property
    def _tables(self) -> MarginTables:
        return MarginTables(self.source.rows)

    def registers_of(self, margin: Margin) -> list[tuple[int, int, str]]:
        """Return the names that a statement assigns: start, end and register of each.

        Empty unless the margin has a register for each.
        """
        row = margin.first_row
        start = self.source.starts[row]
        targets = _TARGETS.match(self.source.row(row))
        if targets is None:
            return []
        found = [*re.finditer(r"\w+", targets[1])]
        if len(found) != len(margin.registers) or "*" in targets[1]:
            return []
        offset = start + targets.start(1)
        return [
            (offset + each.start(), offset + each.end(), register)
            for each, register in zip(found, margin.registers, strict=True)
            if register
        ]


@lru_cache(maxsize=MAX_CACHED_FUNCTIONS)
def _names(text: str) -> list[PythonName]:
    """Return the names in the text of a function."""
    pieces = [*_pieces(text)]
    read = [_names_of_piece(piece) for _, piece in pieces]
    # A cut within brackets or a string leaves two pieces that do not parse.
    if sum(not each.is_whole for each in read) > 1:
        pieces, read = [(0, text)], [_names_of_piece(text)]
    found = [
        (name, start + base, is_written)
        for (base, _), each in zip(pieces, read, strict=True)
        for name, start, is_written in each.found
    ]
    local = {name for name, _, is_written in found if is_written}
    return [PythonName(name, start, is_written, name in local) for name, start, is_written in found]


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield a function in pieces, each with its offset, so that an edit leaves the others known.

    A piece ends where a statement of the body begins.
    """
    start = 0
    while start < len(text):
        following = _STATEMENT.search(text, start + PIECE_CHARACTERS)
        end = len(text) if following is None else following.start()
        yield start, text[start:end]
        start = end


class _Piece(NamedTuple):
    """The names in a piece of a function."""

    found: list[tuple[str, int, bool]]
    """The name, the offset, and whether it is written, in order."""
    is_whole: bool
    """Whether each line parses."""


@lru_cache(maxsize=16 * MAX_CACHED_FUNCTIONS)
def _names_of_piece(piece: str) -> _Piece:
    head = "" if piece.startswith("def") else "def _():\n"
    text = f"{head}{piece}\n    pass\n"
    try:
        tree: ast.Module | None = ast.parse(text)
        is_whole = True
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        tree, is_whole = _parsed(text), False
    if tree is None or not tree.body or not isinstance(tree.body[0], ast.FunctionDef):
        return _Piece([], is_whole=False)
    lines = text.split("\n")
    starts = [-len(head)]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)

    def offset(row: int, column: int) -> int:
        line = lines[row - 1]
        # Python counts bytes of UTF-8.
        before = column if line.isascii() else len(line.encode()[:column].decode("utf-8", "ignore"))
        return starts[row - 1] + before

    found: list[tuple[str, int, bool]] = []
    for node in ast.walk(tree.body[0]):
        if isinstance(node, ast.Name):
            is_written = not isinstance(node.ctx, ast.Load)
            found.append((node.id, offset(node.lineno, node.col_offset), is_written))
        elif isinstance(node, ast.arg):
            found.append((node.arg, offset(node.lineno, node.col_offset), True))
    return _Piece(sorted(found, key=lambda each: each[1]), is_whole)


def _parsed(text: str) -> ast.Module | None:
    """Return the tree of a function, in which lines that do not parse are `pass`."""
    lines = text.split("\n")
    for _ in range(MAX_REPAIRS):
        try:
            return ast.parse("\n".join(lines))
        except SyntaxError as error:
            row = (error.lineno or 0) - 1
            if not 0 < row < len(lines):
                return None
            line = lines[row]
            repaired = f"{line[: len(line) - len(line.lstrip())]}pass"
            # An error that `pass` does not mend is due to the line before.
            while row > 0 and lines[row] == repaired:
                row -= 1
                line = lines[row]
                repaired = f"{line[: len(line) - len(line.lstrip())]}pass"
            if row == 0:
                return None
            lines[row] = repaired
        except (ValueError, RecursionError, MemoryError):
            return None
    return None


def is_word_of_dialect(path: str) -> bool:
    """Return whether a path below `ptx` is a word of the dialect and no instruction."""
    return path in vocabulary.WORDS
