"""Edits of generated Python, one line at a time, and what must change in the PTX.

An edit of a line that is run once changes one line of PTX; in the function of an inline-assembly
template it changes one line for every call. Blank lines are not compared: the style predicts them
from what stands around them (a blank line before a basic block, say), so they may follow an edit.

These are lines of the flat form, in which a line is an instruction. `locality` edits the statements
of the other forms, which nest several.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import ptxpy
from fuzzing.cases import BrokenLawError
from fuzzing.laws import described
from fuzzing.locality import check_random_locality
from fuzzing.sources import SMALL, corpus
from ptxpy.dialect import vocabulary
from ptxpy.dialect.spelling import word
from ptxpy.dsl.namespaces.ptx_namespace import PTX

RUNS = "an edited program runs"
CHANGED = "a changed line changes its line of PTX and no other"
INSERTED = "an inserted line is one line of PTX more"
DELETED = "a deleted line is its line of PTX less"

MARKER = 'ptx.inst.fuzzed.u32("%edited", 7)'
_MARK = "%edited"

_NOT_INSTRUCTIONS = frozenset(dir(PTX)) - {"inst"}
_TERMINATORS = frozenset({"bra", "brx", "ret", "exit", "trap", "call"})
_TRIVIA = frozenset(path.removeprefix("ptx.") for path in vocabulary.words(layout=True))


class Line(NamedTuple):
    """An instruction in generated Python: a statement, usually of one line."""

    first: int
    last: int
    indent: str
    opcode: str
    """The PTX opcode with its modifiers."""
    calls: int
    """The number of times it is run."""
    alone: bool
    """Whether it is the only statement of its block."""
    after_trivia: bool
    before_trivia: bool
    """Whether a comment, a blank line or layout of its own belongs to what follows."""
    odd: bool
    """Whether its own layout is given."""
    numbers: tuple[tuple[int, int, int, int], ...]
    """Integers in it: line, first column, end column, value."""


class Program(NamedTuple):
    """A corpus file as Python."""

    source: str
    lines: list[str]
    instructions: list[Line]


@lru_cache(maxsize=256)
def program(path: Path) -> Program:
    """Return the flat program of a corpus file."""
    module = ptxpy.parse(path.read_bytes())
    python = ptxpy.to_python(module, flat=True)
    tree = ast.parse(python)
    calls = _calls(tree)
    found: list[Line] = []
    for item in tree.body:
        if isinstance(item, ast.FunctionDef):
            count = 1 if item.decorator_list else calls.get(item.name, 0)
            lines = python.split("\n")
            found += _instructions(item.body, count, lines)
    return Program(ptxpy.emit(module), python.split("\n"), found)


def _calls(tree: ast.Module) -> dict[str, int]:
    """Return the number of calls of each function by name."""
    found: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found[node.func.id] = found.get(node.func.id, 0) + 1
    return found


def _instructions(body: Sequence[ast.stmt], calls: int, lines: list[str]) -> Iterator[Line]:
    paths = [_path(statement) for statement in body]
    for position, (statement, path) in enumerate(zip(body, paths, strict=True)):
        if isinstance(statement, ast.With):
            yield from _instructions(statement.body, calls, lines)
        if not path or path[0] in _NOT_INSTRUCTIONS:
            continue
        opcode = ".".join(path[1:] if path[0] == "inst" else path)
        numbers = sorted(_numbers(statement))
        after = position > 0 and _is_trivia(paths[position - 1])
        before = position + 1 < len(body) and (
            _is_trivia(paths[position + 1]) or _has_layout(body[position + 1])
        )
        yield Line(
            statement.lineno - 1,
            (statement.end_lineno or statement.lineno) - 1,
            lines[statement.lineno - 1][: statement.col_offset],
            opcode,
            calls,
            len(body) == 1,
            after,
            before,
            _has_layout(statement),
            tuple(numbers),
        )


def _has_layout(statement: ast.stmt) -> bool:
    words = [node.arg for node in ast.walk(statement) if isinstance(node, ast.keyword)]
    return "before" in words or "within" in words


def _is_trivia(path: Sequence[str]) -> bool:
    return bool(path) and path[0] in _TRIVIA


def _path(statement: ast.stmt) -> tuple[str, ...]:
    """Return the opcode and modifiers of a call `ptx.…`, in PTX spelling."""
    if not isinstance(statement, ast.Expr | ast.Assign) or not isinstance(
        statement.value, ast.Call
    ):
        return ()
    words: list[str] = []
    node: ast.expr = statement.value.func
    while isinstance(node, ast.Attribute):
        words.append(word(node.attr) if node.attr != "inst" else "inst")
        node = node.value
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        words += reversed(str(node.slice.value).split("."))
        node = node.value
        if isinstance(node, ast.Attribute):
            words.append(node.attr)
            node = node.value
    return tuple(reversed(words)) if isinstance(node, ast.Name) and node.id == "ptx" else ()


def _numbers(node: ast.AST) -> Iterator[tuple[int, int, int, int]]:
    """Yield the integers in a statement that can be changed without changing its form."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Slice | ast.keyword):
            continue
        if isinstance(child, ast.Constant) and type(child.value) is int:
            end = child.end_col_offset or 0
            yield child.lineno - 1, child.col_offset, end, child.value
        yield from _numbers(child)


# --------------------------------------------------------------------------- edits


_LIFTED = 0.6
"""How often statements are edited that nest several values."""


def check_random_edit(rng: Random) -> None:
    """Edit a random line of a random small corpus file, and check the properties."""
    path = rng.choice(corpus(SMALL))
    if rng.random() < _LIFTED:
        check_random_locality(path.read_bytes(), rng)
        return
    chosen = program(path)
    if not chosen.instructions:
        return
    instruction = rng.choice(chosen.instructions)
    if instruction.opcode.split(".")[0] in _TERMINATORS:
        return
    try:
        check_edit(chosen, instruction, rng)
    except BrokenLawError as error:
        error.source = chosen.source.encode("utf-8", "surrogateescape")
        raise


def check_edit(chosen: Program, line: Line, rng: Random) -> None:
    """Edit an instruction in a random way, and check the properties."""
    if line.numbers and rng.random() < 0.4:
        _check_number(chosen, line, rng)
        return
    if line.odd:
        return
    changed = _replaced(chosen, line, [line.indent + MARKER])
    places, before = _check_changed(chosen, line, changed)
    action = rng.choice(("change", "insert", "delete"))
    if not places or action == "change":
        return
    if action == "insert" and not line.after_trivia:
        _check_inserted(chosen, line)
    elif not line.alone and not line.before_trivia:
        _check_deleted(chosen, line, places, before)


def _check_number(chosen: Program, line: Line, rng: Random) -> None:
    at, start, end, value = rng.choice(line.numbers)
    edited = list(chosen.lines)
    edited[at] = f"{edited[at][:start]}{value + rng.choice((1, 2, 7))}{edited[at][end:]}"
    try:
        after = _run(edited)
    except BrokenLawError as error:
        if isinstance(error.__cause__, IndexError) and "is not declared" in str(error.__cause__):
            return  # no register has this number
        raise
    before = _full(chosen.source)
    different = [i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b]
    if len(before) != len(after) or not 1 <= len(different) <= line.calls:
        _broken(CHANGED, f"{len(different)} lines of {line.calls} changed", edited)


def _check_changed(chosen: Program, line: Line, edited: list[str]) -> tuple[list[int], list[str]]:
    """Check that the instruction's lines became the marker.

    Return them if it stands alone, and the lines as they were.
    """
    after = _run(edited)
    before = _joined(_full(chosen.source), after)
    places = [i for i, text in enumerate(after) if _MARK in text]
    if sum(text.count(_MARK) for text in after) != line.calls:
        _broken(CHANGED, f"{len(places)} lines have the marker, not {line.calls}", edited)
    different = [i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b]
    if len(before) != len(after) or different != places:
        first = next((i for i in different if i not in places), len(before))
        was = before[first] if first < len(before) else "the end"
        _broken(CHANGED, f"line {was!a} changed too", edited)
    for place in places:
        if line.opcode not in before[place]:
            _broken(CHANGED, f"{before[place]!a} changed, which is no {line.opcode}", edited)
    alone = all(_only_marker(after[place]) for place in places)
    return places if alone else [], before


def _joined(before: list[str], after: list[str]) -> list[str]:
    """Return lines with those as one that belong to an instruction that became the marker."""
    joined: list[str] = []
    rest = iter(before)
    for text in rest:
        whole = text
        if len(joined) < len(after) and _MARK in after[len(joined)]:
            while ";" not in whole and (following := next(rest, None)) is not None:
                whole += following
        joined.append(whole)
    return joined


def _only_marker(line: str) -> bool:
    return line.strip().startswith("fuzzed.u32") and line.strip().endswith(f"{_MARK}, 7;")


def _check_inserted(chosen: Program, line: Line) -> None:
    lines = [line.indent + MARKER, *chosen.lines[line.first : line.last + 1]]
    edited = _replaced(chosen, line, lines)
    after = _run(edited)
    count = sum(_MARK in text for text in after)
    rest = [text for text in after if _MARK not in text]
    if count != line.calls or rest != _full(chosen.source):
        _broken(INSERTED, f"{count} lines inserted, {_first(chosen.source, rest)}", edited)


def _check_deleted(chosen: Program, line: Line, places: list[int], before: list[str]) -> None:
    edited = _replaced(chosen, line, [])
    after = _run(edited)
    gone = set(places)
    expected = [text for i, text in enumerate(before) if i not in gone]
    if after != expected:
        _broken(DELETED, _first("\n".join(expected), after), edited)


def _first(expected: str, actual: list[str]) -> str:
    pairs = zip(_full(expected), actual, strict=False)
    return next((f"{a!a} became {b!a}" for a, b in pairs if a != b), "the end differs")


def _broken(law: str, detail: str, edited: list[str]) -> None:
    raise BrokenLawError(law, detail, python="\n".join(edited))


def _replaced(chosen: Program, line: Line, lines: list[str]) -> list[str]:
    return [*chosen.lines[: line.first], *lines, *chosen.lines[line.last + 1 :]]


def _full(text: str) -> list[str]:
    """Return the lines that are not blank."""
    return [line for line in text.split("\n") if line.strip()]


def _run(lines: list[str]) -> list[str]:
    text = "\n".join(lines)
    try:
        return _full(ptxpy.emit(ptxpy.from_python(text, check=False)))
    except Exception as error:
        raise BrokenLawError(RUNS, described(error), python=text) from error
