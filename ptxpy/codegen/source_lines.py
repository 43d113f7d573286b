"""Lines of the source as comments of an imported program, above the statements that they became.

A position of a `.loc`, in a margin or as a call of `at`, tells the line. Each line is a comment
once in a function, before its first statement. Comments emit nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.dialect import (
    MARGIN_MARK,
    MarginTables,
    expand_margin,
    file_of,
    parse_positions,
    split_margin,
)
from ptxpy.dialect import vocabulary as words
from ptxpy.ir import nodes as n
from ptxpy.ir import statements
from ptxpy.pytree import WIDTH

__all__ = [
    "SourceFile",
    "short_sources",
    "source_names",
    "sources_of",
    "with_source_lines",
    "without_source_lines",
]

_MAX_BYTES: Final = 16 << 20
"""A larger file is no source that anybody wrote."""
_FEWEST_COLUMNS: Final = 30
"""Columns of the source that are shown however deep a statement is indented."""


class SourceFile(NamedTuple):
    """The text of a source file."""

    name: str
    lines: Sequence[str]


def sources_of(module: n.Module, folder: Path) -> dict[int, SourceFile]:
    """Return the sources of a module that a folder has, by their numbers in `.file`.

    The path in `.file` is where the compiler ran. Of `/build/src/kernel.cu` the folder may have
    `build/src/kernel.cu`, `src/kernel.cu` or `kernel.cu`; the longest of these counts, and nothing
    outside of the folder is read.
    """
    found: dict[int, SourceFile] = {}
    root = folder.resolve()
    for number, name in source_names(module).items():
        parts = [part for part in PurePosixPath(name).parts if part != "/"]
        for start in range(len(parts)):
            path = root.joinpath(*parts[start:])
            lines = None if ".." in parts[start:] else _lines_of(path, root)
            if lines is not None:
                found[number] = SourceFile(_shown(parts[-1]), lines)
                break
    return found


def source_names(module: n.Module) -> dict[int, str]:
    """Return the paths of the sources of a module, with slashes, by their numbers in `.file`."""
    found: dict[int, str] = {}
    for node in module.body:
        if type(node) is n.File and node.number.text.isdecimal():
            whole = node.name if node.directory is None else f"{node.directory}/{node.name}"
            found[int(node.number.text)] = whole.replace("\\", "/")
    return found


def _lines_of(path: Path, root: Path) -> list[str] | None:
    try:
        if not path.resolve().is_relative_to(root) or not path.is_file():
            return None
        if path.stat().st_size > _MAX_BYTES:
            return None
        return path.read_bytes().decode("utf-8", "replace").split("\n")
    except (OSError, ValueError):  # a name with a null byte, or too long
        return None


def with_source_lines(python: str, module: n.Module, sources: Mapping[int, SourceFile]) -> str:
    """Return a program with the lines of its sources as comments.

    The statements of the program are the same.
    """
    tree = ast.parse(python)
    lines = python.split("\n")
    tables = MarginTables(lines)
    files = [file_of(each.body) for each in module.functions if each.body is not None]
    own = iter(files)
    comments: dict[int, list[str]] = {}
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        # Positions of a function that others call have the files of its callers.
        file = next(own, 0) if function.decorator_list else 0
        seen: set[tuple[int, int]] = set()
        for statement in _statements(function.body):
            for place in _places(statement, lines, tables):
                number, line = place[0] or file, place[1]
                source = sources.get(number)
                if source is None or (number, line) in seen or not 0 < line <= len(source.lines):
                    continue
                seen.add((number, line))
                comment = _comment(source, line, statement.col_offset)
                if comment:
                    comments.setdefault(statement.lineno, []).append(comment)
    written = [
        each
        for number, line in enumerate(lines, start=1)
        for each in (*comments.get(number, ()), line)
    ]
    return "\n".join(written)


def short_sources(module: n.Module, sources: Mapping[int, SourceFile]) -> list[str]:
    """Return the names of sources that have fewer lines than positions in them say."""
    found = {
        sources[number].name
        for node in statements(module)
        if type(node) is n.Location
        and node.file.text.isdecimal()
        and (number := int(node.file.text)) in sources
        and node.line.text.isdecimal()
        and int(node.line.text) > len(sources[number].lines)
    }
    return sorted(found)


def without_source_lines(python: str, module: n.Module) -> str:
    """Return a program without the comments that are lines of its sources."""
    names = {_shown(PurePosixPath(name).name) for name in source_names(module).values()}
    return "\n".join(
        [
            line
            for line in python.split("\n")
            if (found := _COMMENT.match(line)) is None or found[1] not in names
        ]
    )


_COMMENT: Final = re.compile(r" *# (.+?):[0-9]+: ")


def _statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        yield statement
        yield from _statements(getattr(statement, "body", ()))


def _places(
    statement: ast.stmt, lines: Sequence[str], tables: MarginTables
) -> Iterator[tuple[int, int]]:
    """Yield the files, 0 for that of the function, and the lines that a statement is made of."""
    heads: list[ast.AST] = [statement]
    last = statement.end_lineno or statement.lineno
    if isinstance(statement, ast.With | ast.For):
        heads = [item.context_expr for item in getattr(statement, "items", ())]
        last = max([each.end_lineno or 0 for each in heads], default=statement.lineno)  # type: ignore[attr-defined]
    for head in heads:
        for node in ast.walk(head):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = _called(node) if node.func.id == words.AT else None
                if place is not None:
                    yield place
    _, mark, margin = lines[last - 1].rpartition(MARGIN_MARK)
    if not mark:
        return
    if "&" in margin:
        margin = expand_margin(margin, tables.behind(last))
    _, positions = split_margin(margin)
    try:
        found = parse_positions(positions)
    except ValueError:
        return
    for each in found:
        # The line of a function that is inlined is shown behind the line that calls it.
        for part in (each.inlined_at, each.place):
            if part is not None:
                yield part.file or 0, part.line


def _called(call: ast.Call) -> tuple[int, int] | None:
    """Return file and line of a call of `at`, if they are numbers."""
    file = next((each.value for each in call.keywords if each.arg == "file"), ast.Constant(0))
    line = call.args[0] if call.args else None
    match file, line:
        case ast.Constant(value=int(number)), ast.Constant(value=int(at)):
            return number, at
    return None


def _comment(source: SourceFile, line: int, column: int) -> str:
    """Return a line of a source as a comment; nothing for one without a word."""
    text = _shown(source.lines[line - 1]).strip()
    if not any(character.isalnum() for character in text):
        return ""
    comment = f"# {source.name}:{line}: {text}"
    room = max(WIDTH - column, _FEWEST_COLUMNS)
    if len(comment) > room:
        comment = comment[: room - 1].rstrip() + "…"
    return " " * column + comment


def _shown(text: str) -> str:
    """Return a text in which whatever could end a line, or hide one, is a blank."""
    return "".join([each if each.isprintable() else " " for each in text])
