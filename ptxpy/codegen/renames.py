"""Names that a reader has changed in imported Python, kept when the file is imported again.

The changes of a reader are told by the text that an import had written, if that is known: a
new version of the generator and another PTX change names and lines as well.

The edited text is read as tokens and never executed. Its functions are matched with those of the
new text by their names and symbols, and their statements by all tokens except local names. A name
of the new text becomes the reader's if all matching statements agree on it.
"""

from __future__ import annotations

import ast
import io
import keyword
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.codegen.identifiers import RESERVED

__all__ = ["KeptNames", "keep_names"]

MAX_STATEMENTS: Final = 20_000
"""The most statements of a function in which renames are looked for: matching takes long."""

_LAYOUT: Final = frozenset(
    {tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER}
)


class KeptNames(NamedTuple):
    """A text with the names of a reader, and the lines of the edited text that it lacks."""

    python: str
    names: dict[str, dict[str, str]]
    """By function, the names of the reader by those that were given."""
    lost: list[tuple[int, str]]
    """Statements of the edited text that the new one does not have: line and text."""


class _Statement(NamedTuple):
    """A statement: its tokens with local names left out, and these names with their places."""

    shape: tuple[str, ...]
    names: tuple[str, ...]
    line: int
    text: str


class _Function(NamedTuple):
    name: str
    node: ast.FunctionDef
    lines: list[str]
    first: int
    """The number of its first line in the text."""


def keep_names(new: str, edited: str, written: str | None = None) -> KeptNames:
    """Return a new text with the names that a reader has given in an edited one.

    `written` is the text that the reader has edited, if it is known. Without it, all names and
    lines that the new text does not have are taken for the reader's.

    Raises `SyntaxError` where the edited text is no Python.
    """
    if edited in (new, written):
        return KeptNames(new, {}, [])
    theirs = {function.name: function for function in _functions(edited)}
    before = {each.name: each for each in _functions(written)} if written is not None else {}
    found: dict[str, dict[str, str]] = {}
    lost: list[tuple[int, str]] = []
    spans: dict[str, tuple[int, int]] = {}
    for function in _functions(new):
        other = theirs.pop(function.name, None)
        if other is None or other.lines == function.lines:
            continue
        first = before.get(function.name)
        if first is not None and other.lines == first.lines:
            continue
        names, missing = _match(function, other)
        if first is not None:
            given = frozenset(_bound(first.node))
            names = {name: own for name, own in names.items() if own not in given}
            edits = {line for line, _ in _match(first, other)[1]}
            missing = [each for each in missing if each[0] in edits]
        lost += missing
        if names:
            found[function.name] = names
            spans[function.name] = function.first, function.first + len(function.lines) - 1
    for name, other in theirs.items():
        if name in before and before[name].lines == other.lines:
            continue
        lost += [(each.line, each.text) for each in _statements(other, frozenset())[:1]]
    renamed = _renamed(new, [(spans[name], names) for name, names in found.items()])
    return KeptNames(renamed, found, sorted(lost))


def _functions(text: str) -> Iterator[_Function]:
    """Yield the functions at the top level of a text."""
    lines = text.splitlines(keepends=True)
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            first, last = node.lineno, node.end_lineno or node.lineno
            yield _Function(node.name, node, lines[first - 1 : last], first)


def _bound(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the names that a function binds, its parameters left out: they are of its head."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _statements(function: _Function, local: frozenset[str]) -> list[_Statement]:
    """Return the statements of a function, its head included."""
    found: list[_Statement] = []
    shape: list[str] = []
    names: list[str] = []
    words: list[str] = []
    line = 0
    for token, is_name in _tokens(io.StringIO("".join(function.lines)).readline):
        if token.type in _LAYOUT:
            continue
        if token.type == tokenize.NEWLINE:
            number = function.first + line - 1
            found.append(_Statement(tuple(shape), tuple(names), number, " ".join(words)))
            shape, names, words = [], [], []
            continue
        if not shape:
            line = token.start[0]
        if is_name and token.string in local:
            names.append(token.string)
            shape.append("")
        else:
            shape.append(token.string)
        words.append(token.string)
    return found


def _tokens(readline: object) -> Iterator[tuple[tokenize.TokenInfo, bool]]:
    """Yield tokens, each with whether it is a name, not an attribute or a keyword argument."""
    tokens = [*tokenize.generate_tokens(readline)]  # type: ignore[arg-type]
    depth = 0
    before = ""
    for at, token in enumerate(tokens):
        depth += (token.string in "([{" and token.type == tokenize.OP) - (
            token.string in ")]}" and token.type == tokenize.OP
        )
        following = tokens[at + 1].string if at + 1 < len(tokens) else ""
        # `f(x=1)` names an argument, and `x = 1` a variable.
        is_argument = depth > 0 and following == "="
        is_name = token.type == tokenize.NAME and before != "." and not is_argument
        yield token, is_name and not keyword.iskeyword(token.string)
        before = token.string


def _match(new: _Function, edited: _Function) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """Return the reader's names, and the statements that only the edited function has."""
    local = frozenset(_bound(new.node))
    ours = _statements(new, local)
    theirs = _statements(edited, frozenset(_bound(edited.node)))
    if max(len(ours), len(theirs)) > MAX_STATEMENTS:
        return {}, []
    votes: dict[str, set[str]] = defaultdict(set)
    lost: list[tuple[int, str]] = []
    matcher = SequenceMatcher(
        None,
        [each.shape for each in ours],
        [each.shape for each in theirs],
        # By default, frequent lines of a long text would not be matched at all.
        autojunk=False,
    )
    for tag, first, last, start, stop in matcher.get_opcodes():
        if tag == "equal":
            for one, other in zip(ours[first:last], theirs[start:stop], strict=True):
                for name, given in zip(one.names, other.names, strict=True):
                    votes[name].add(given)
        elif tag != "delete":
            lost += [(each.line, each.text) for each in theirs[start:stop]]
    return _agreed(votes, local), lost


def _agreed(votes: dict[str, set[str]], local: frozenset[str]) -> dict[str, str]:
    """Return the names on which all statements agree, that are new and mean one thing each."""
    names = {
        name: next(iter(others))
        for name, others in votes.items()
        if len(others) == 1 and others != {name}
    }
    # Two names of the new text must not become one.
    wanted = [*names.values()]
    taken = local - names.keys()
    return {
        name: other
        for name, other in names.items()
        if wanted.count(other) == 1 and other not in taken and _is_allowed(other)
    }


def _is_allowed(name: str) -> bool:
    return name.isascii() and name.isidentifier() and name not in RESERVED and name[:2] != "__"


def _renamed(text: str, functions: Iterable[tuple[tuple[int, int], dict[str, str]]]) -> str:
    """Return a text with names of some functions changed: the margins say their registers."""
    lines = text.splitlines(keepends=True)
    for (first, last), names in functions:
        body: Sequence[str] = lines[first - 1 : last]
        # `generate_tokens` asks for lines until it gets an empty one.
        changes = [
            (*token.start, token.string)
            for token, is_name in _tokens(iter([*body, ""]).__next__)
            if is_name and token.string in names
        ]
        # From the end, earlier columns of a line stay valid.
        for row, column, name in reversed(changes):
            at = first + row - 2
            line = lines[at]
            lines[at] = line[:column] + names[name] + line[column + len(name) :]
    return "".join(lines)
