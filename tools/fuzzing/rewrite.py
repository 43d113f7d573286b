"""Edits of generated Python that may move control flow, and what must stay in the PTX.

A line, or a block, is put in, deleted, doubled, or has a number changed, anywhere in a program and
in any of its forms. What the other lines have said they say afterwards, and every branch among them
reaches the statement that it reached before: `reach` knows statements by the lines of Python that
have made them. Or the edit is refused, at a line of the program.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import ptxpy
from fuzzing.cases import BrokenLawError
from fuzzing.laws import described
from fuzzing.names import called, head_of, readers
from fuzzing.reach import Said, difference, faults, said
from fuzzing.renamed import same_values, written
from fuzzing.sources import SMALL, corpus
from ptxpy import dsl
from ptxpy.ir import nodes as n
from ptxpy.ir.layout import statements

KEPT = "an edit changes what its own lines say, and nothing else"
REFUSED = "an edit is taken, or refused at a line of the program"
PUT_IN = "what is put in is there"
COMES_BACK = "a part of a corpus file comes back"

NAME = "k.py"
MAX_STATEMENTS_PER_FUNCTION = 250
"""Statements of a function in a program; of a longer one, a random window is taken."""

_MARKER = 'ptx.inst.mov.u32("%edited", 7)'

_SNIPPETS = (
    (_MARKER,),
    ('with ptx.if_("%edited_p"):', f"    {_MARKER}"),
    ('with ptx.unless("%edited_p"):', f"    {_MARKER}"),
    (
        'with ptx.if_("%edited_p"):',
        f"    {_MARKER}",
        "with ptx.else_():",
        f"    {_MARKER}",
    ),
    (
        "with ptx.loop() as fuzzed:",
        f"    {_MARKER}",
        '    fuzzed.again(when="%edited_p")',
    ),
    (
        "with ptx.block() as fuzzed:",
        '    fuzzed.leave(when="%edited_p", next=True)',
        f"    {_MARKER}",
    ),
    (_MARKER, "ptx.next_block()"),
    (_MARKER, 'ptx.label("fuzzed")'),
    ("with ptx.scope():", f"    {_MARKER}"),
)


class Statement(NamedTuple):
    """A statement of generated Python: lines from `first` up to `last`, counted from 1."""

    first: int
    last: int
    indent: str
    node: ast.stmt
    alone: bool
    """Whether it is all that its block holds."""


def calls_scope(node: ast.AST) -> bool:
    """Return whether a statement opens or closes a brace by hand, for the statements after it."""
    names = {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}
    return not names.isdisjoint(("scope_open", "scope_close"))


class Program(NamedTuple):
    """A part of the corpus as Python, and what each of its lines says."""

    source: bytes
    lines: list[str]
    statements: list[Statement]
    traced: dsl.Traced
    made: frozenset[int]
    """The lines that make statements of PTX."""
    functions: tuple[ast.FunctionDef, ...]
    templates: dict[str, ast.FunctionDef]
    """The functions of inline assembly: what they emit is said by their own lines."""

    def is_whole(self, statement: Statement) -> bool:
        """Return whether a statement makes something, and says all of that itself."""
        calls = {
            node.func.id
            for node in ast.walk(statement.node)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        if calls_scope(statement.node):
            return False
        own = range(statement.first, statement.last + 1)
        return not self.made.isdisjoint(own) and calls.isdisjoint(self.templates)

    def readers(self, statement: Statement) -> frozenset[int]:
        """Return the lines that read what a statement makes, by its names and names for them."""
        line = statement.first
        inside = (f for f in self.functions if f.lineno <= line <= (f.end_lineno or 0))
        return readers(next(inside), statement.node, self.made, self.templates)

    def is_in_helper(self, line: int) -> bool:
        """Return whether a line is one of a function that the kernels call."""
        ranges = (range(f.lineno, (f.end_lineno or 0) + 1) for f in self.templates.values())
        return any(line in lines for lines in ranges)

    def rest(self, first: int, last: int, reading: frozenset[int]) -> list[Said]:
        """Return what the other lines say; those in `reading`, whatever they read."""
        return _rest(self.traced, first, last, reading)


def _rest(traced: dsl.Traced, first: int, last: int, reading: frozenset[int]) -> list[Said]:
    lines = traced.lines
    fresh = {  # declarations of registers for values without a margin
        number
        for number, node in enumerate(statements(traced.module))
        if type(node) is n.Variable and lines[number] == 0
    }
    return said(
        traced.module,
        lambda number: first <= lines[number] <= last or number in fresh,
        lambda number: lines[number] in reading,
    )


def _written(traced: dsl.Traced, first: int, last: int) -> frozenset[str]:
    """Return the registers that some lines write."""
    nodes = zip(statements(traced.module), traced.lines, strict=True)
    return written(node for node, line in nodes if first <= line <= last)


# --------------------------------------------------------------------------- programs


@lru_cache(maxsize=8)
def _module(path: Path) -> n.Module:
    return ptxpy.parse(path.read_bytes())


_HEADER = (n.Version, n.Target, n.AddressSize)
_FORMS: tuple[dict[str, Any], ...] = ({}, {"roll": False}, {"flat": True})
FLAT = 2
"""The number of the form in which a line is a statement."""


def random_program(rng: Random) -> Program | None:
    """Return a small corpus file, or one function of a large one, in one of the forms of Python."""
    path = rng.choice(corpus(10**9))
    source = path.read_bytes() if path.stat().st_size <= SMALL else _function(path, rng)
    return program(source, rng.randrange(len(_FORMS)))


def _function(path: Path, rng: Random) -> bytes:
    """Return one function of a file, not too much of it, with all that is declared around it."""
    module = _module(path)
    chosen = rng.choice([item for item in module.functions if item.body] or [None])
    items: list[n.ModuleItem] = []
    for item in module.body:
        if type(item) is n.Function and item is chosen:
            items.append(_shortened(item, rng))
        elif isinstance(item, _HEADER) or (type(item) is n.Variable and _is_short(item)):
            items.append(item)
        elif type(item) is n.Function and item.kind == ".func":
            items.append(item.replace(body=None, closing=None))
    return ptxpy.emit_bytes(module.replace(body=tuple(items)))


def _is_short(item: n.Variable) -> bool:
    return sum(len(str(each.initializer)) for each in item.declarators) < SMALL


def _shortened(item: n.Function, rng: Random) -> n.Function:
    body = item.body or ()
    if len(body) <= MAX_STATEMENTS_PER_FUNCTION:
        return item
    head = [node for node in body if type(node) is n.Variable]
    start = rng.randrange(len(body) - MAX_STATEMENTS_PER_FUNCTION)
    window = [
        node
        for node in body[start : start + MAX_STATEMENTS_PER_FUNCTION]
        if type(node) is not n.Variable
    ]
    return item.replace(body=(*head, *window))


def program(source: bytes, form: int) -> Program | None:
    """Return the program of a text; None where nothing in it can be edited."""
    try:
        # `to_python` would be content with fewer passes.
        python, module = ptxpy.prove(source, **_FORMS[form])[:2]
        traced = _traced(python)
    except Exception as error:
        raise BrokenLawError(COMES_BACK, described(error), source=source) from error
    if traced.module != module:
        raise BrokenLawError(COMES_BACK, "it does not", source=source, python=python)
    lines = python.split("\n")
    tree = ast.parse(python)
    found = [*_statements(tree, lines)]
    functions = tuple(item for item in tree.body if isinstance(item, ast.FunctionDef))
    templates = {each.name: each for each in functions if not each.decorator_list}
    made = frozenset(traced.lines)
    return Program(source, lines, found, traced, made, functions, templates) if found else None


def _traced(python: str) -> dsl.Traced:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return dsl.trace_python(python, filename=NAME)


def _statements(tree: ast.Module, lines: list[str]) -> Iterator[Statement]:
    """Yield the statements of the functions of a program."""
    stack = [item for item in tree.body if isinstance(item, ast.FunctionDef)]
    bodies: list[Sequence[ast.stmt]] = [item.body for item in stack]
    while bodies:
        body = bodies.pop()
        for node in body:
            indent = lines[node.lineno - 1][: node.col_offset]
            yield Statement(
                node.lineno, node.end_lineno or node.lineno, indent, node, len(body) == 1
            )
            if isinstance(node, ast.With | ast.For):
                bodies.append(node.body)


# --------------------------------------------------------------------------- edits


EDITS_PER_PROGRAM = 4
"""The number of edits of each program, each applied to the original."""


def check_random_rewrites(rng: Random) -> None:
    """Edit a random program in random ways, and check the properties."""
    chosen = random_program(rng)
    for _ in range(EDITS_PER_PROGRAM if chosen is not None else 0):
        check_rewrite(chosen, rng)  # type: ignore[arg-type]


def check_rewrite(chosen: Program, rng: Random) -> None:
    """Edit a program in a random way, and check the properties."""
    statement = rng.choice(chosen.statements)
    kind = rng.choice((_put_in, _put_in, _delete, _double, _renumber))
    try:
        kind(chosen, statement, rng)
    except BrokenLawError as error:
        error.source = chosen.source
        raise


def _put_in(chosen: Program, statement: Statement, rng: Random) -> None:
    """Insert a few lines before or after a statement."""
    lines = [statement.indent + line for line in rng.choice(_SNIPPETS)]
    before = rng.random() < 0.7
    at = statement.first if before else statement.last + 1
    if "ptx.else_(" in "".join(chosen.lines[at - 1 : at]):
        return  # an else belongs to what stands before it, as it reads
    after = _run(chosen, at, at - 1, lines)
    if after is None:
        return
    _hold(chosen, (at, at - 1), after, (at, at + len(lines) - 1))
    runs = isinstance(statement.node, ast.Expr | ast.Assign) and statement.first in chosen.made
    there = any(at <= line < at + len(lines) for line in after.lines)
    if runs and not there:
        raise BrokenLawError(PUT_IN, f"{lines} are not")


def _delete(chosen: Program, statement: Statement, rng: Random) -> None:
    del rng
    check_deleted(chosen, statement)


def check_deleted(chosen: Program, statement: Statement) -> None:
    """Delete a statement, or a block with its contents, and check the properties."""
    first, last = statement.first, statement.last
    if not chosen.is_whole(statement) or ".again(" in chosen.lines[statement.first - 1]:
        return  # without it, a loop goes on for ever
    lines = [statement.indent + "pass"] if statement.alone else []
    if isinstance(statement.node, ast.Assign):
        names = [ast.unparse(target) for target in statement.node.targets]
        lines = [statement.indent + " = ".join(names)] if _gives_name(statement.node) else lines
    after = _run(chosen, first, last, lines)
    if after is not None:
        named = isinstance(statement.node, ast.Assign) and _gives_name(statement.node)
        reading = frozenset[int]() if named else chosen.readers(statement)
        _hold(chosen, (first, last), after, (first, first + len(lines) - 1), reading)


def _gives_name(node: ast.Assign) -> bool:
    """Return whether a statement gives a name to a register that it writes."""
    kinds = {type(target) for target in node.targets}
    return len(node.targets) > 1 and ast.Name in kinds


def _double(chosen: Program, statement: Statement, rng: Random) -> None:
    """Duplicate a statement."""
    del rng
    first, last = statement.first, statement.last
    if not chosen.is_whole(statement):
        return
    lines = chosen.lines[first - 1 : last] * 2
    after = _run(chosen, first, last, lines)
    if after is not None:
        _hold(chosen, (first, last), after, (first, first + len(lines) - 1))


def _renumber(chosen: Program, statement: Statement, rng: Random) -> None:
    """Change a number, of a register or a constant."""
    node = statement.node
    if isinstance(node, ast.With):
        roots: list[ast.AST] = [item.context_expr for item in node.items]
        last = node.body[0].lineno - 1
    elif isinstance(node, ast.Assign) and _gives_name(node):
        roots, last = [node.value], statement.last
    elif isinstance(node, ast.Expr | ast.Assign):
        roots, last = [node], statement.last
    else:
        return
    if not chosen.made.intersection(range(statement.first, last + 1)):
        return
    if called(head_of(node), chosen.templates):
        return  # what it calls says the number in lines of its own
    numbers = [
        each
        for root in roots
        for each in ast.walk(root)
        if isinstance(each, ast.Constant) and type(each.value) is int
    ]
    if not numbers:
        return
    number = rng.choice(numbers)
    if _is_label(roots, number) and faults(chosen.traced.module):
        return  # a branch whose label is missing may find it
    line = chosen.lines[number.lineno - 1]
    value = max(0, int(str(number.value)) + rng.choice((-1, 1, 2, 7)))
    edited = f"{line[: number.col_offset]}{value}{line[number.end_col_offset :]}"
    at = number.lineno
    lines = [*chosen.lines[statement.first - 1 : last]]
    lines[at - statement.first] = edited
    after = _run(chosen, statement.first, last, lines)
    if after is not None:
        _hold(chosen, (statement.first, last), after, (statement.first, last))


def _is_label(roots: Sequence[ast.AST], number: ast.Constant) -> bool:
    """Return whether a number is one of a label: `L[3]`."""
    return any(
        isinstance(each, ast.Subscript)
        and ast.unparse(each.value) == "L"
        and number in ast.walk(each)
        for root in roots
        for each in ast.walk(root)
    )


def _run(chosen: Program, first: int, last: int, lines: list[str]) -> dsl.Traced | None:
    """Run a program with some lines replaced; return None if it is rejected."""
    text = _edited(chosen, first, last, lines)
    try:
        return _traced(text)
    except Exception as error:
        if dsl.raising_line(error, NAME) and str(error):
            return None
        detail = f"{lines}: {described(error)}"
        raise BrokenLawError(REFUSED, detail, python=text) from error


def _edited(chosen: Program, first: int, last: int, lines: list[str]) -> str:
    return "\n".join([*chosen.lines[: first - 1], *lines, *chosen.lines[last:]])


def _hold(
    chosen: Program,
    before: tuple[int, int],
    edited: dsl.Traced,
    after: tuple[int, int],
    reading: frozenset[int] = frozenset(),
) -> None:
    """Check that the other lines make the same PTX as before.

    Those in `reading` may read something else, which had the same name before. Where a helper is
    edited, values may be in other registers: a margin names those of all that a call makes.
    """
    moved = after[1] - before[1]
    now = frozenset(line + moved if line > before[1] else line for line in reading)
    was, says = chosen.rest(*before, reading), _rest(edited, *after, now)
    found = difference(was, says)
    if found and chosen.is_in_helper(before[0]):
        own = _written(chosen.traced, *before), _written(edited, *after)
        found = "" if same_values(was, says, own) else found
    if found and faults(edited.module) <= faults(chosen.traced.module):
        old = chosen.lines[before[0] - 1 : before[1]][:3]
        detail = f"lines {before[0]}-{before[1]} {old} ({moved:+}): {found}"
        raise BrokenLawError(KEPT, detail)
