"""Names that a reader has changed in imported Python, and comments, kept at another import.

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
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.codegen.identifiers import RESERVED

__all__ = ["KeptNames", "keep_names", "with_comments"]

_NUMBERED_PARAMETER: Final = re.compile(r"param_[0-9]+")
"""The name of a parameter that PTX knows by its place alone."""

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
    comments: Sequence[tuple[int, str]] = ()
    """The reader's comments on lines of their own, each with the line that it is above."""


class _Statement(NamedTuple):
    """A statement: its tokens with local names left out, and these names with their places."""

    shape: tuple[str, ...]
    names: tuple[str, ...]
    line: int
    text: str
    comments: tuple[str, ...] = ()
    """The comments on lines of their own above it."""


class _Matched(NamedTuple):
    """The names and comments of a reader in a function."""

    names: dict[str, str]
    lost: list[tuple[int, str]]
    """The statements and comments that only the edited function has: line and text."""
    comments: list[tuple[int, str]]
    """Comments of the edited function, each with the line of the new text that it is above."""


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
    helpers = _renamed_helpers(new, edited)
    if helpers:
        new = _with_helpers(new, helpers)
        written = None if written is None else _with_helpers(written, helpers)
    theirs = {function.name: function for function in _functions(edited)}
    before = {each.name: each for each in _functions(written)} if written is not None else {}
    found: dict[str, dict[str, str]] = {}
    lost: list[tuple[int, str]] = []
    comments: list[tuple[int, str]] = []
    spans: dict[str, tuple[int, int]] = {}
    for function in _functions(new):
        other = theirs.pop(function.name, None)
        if other is None or other.lines == function.lines:
            continue
        first = before.get(function.name)
        if first is not None and other.lines == first.lines:
            continue
        names, missing, own = _match(function, other)
        if first is not None:
            given = frozenset(_bound(first.node, _free_parameters(first.node)))
            names = {name: own for name, own in names.items() if own not in given}
            # What the last import wrote is not the reader's.
            before_edit = _match(first, other)
            edits = {*before_edit.lost}
            missing = [each for each in missing if each in edits]
            given_comments = {text for _, text in before_edit.comments}
            own = [each for each in own if each[1] in given_comments]
        lost += missing
        comments += own
        if names:
            found[function.name] = names
            spans[function.name] = function.first, function.first + len(function.lines) - 1
    for name, other in theirs.items():
        if name in before and before[name].lines == other.lines:
            continue
        lost += [(each.line, each.text) for each in _statements(other, frozenset())[:1]]
    renamed = _renamed(new, [(spans[name], names) for name, names in found.items()])
    if helpers:
        found[""] = helpers
    return KeptNames(renamed, found, sorted(lost), comments)


def with_comments(text: str, comments: Sequence[tuple[int, str]]) -> str:
    """Return a text with comments above some of its lines, in their order, indented as these."""
    lines = text.splitlines(keepends=True)
    for line, comment in reversed(comments):
        below = lines[line - 1]
        indentation = below[: len(below) - len(below.lstrip())]
        lines.insert(line - 1, f"{indentation}{comment}\n")
    return "".join(lines)


def _renamed_helpers(new: str, edited: str) -> dict[str, str]:
    """Return the names that a reader has given to helpers, by those that they have in a new text.

    A helper is known by its statements, whatever its variables and other helpers are called. Of
    several that are alike, the first is the first.
    """
    ours, theirs = ({each.name: each for each in _functions(text)} for text in (new, edited))
    # A name that the new text has elsewhere would be taken for that.
    words = {token.string for token, _ in _tokens(io.StringIO(new).readline)}
    missing = [each for name, each in ours.items() if name not in theirs and _is_helper(each)]
    added = [
        each
        for name, each in theirs.items()
        if name not in words and _is_helper(each) and _is_allowed(name)
    ]
    helpers = frozenset(each.name for each in (*ours.values(), *theirs.values()))
    shapes = defaultdict(list)
    for each in added:
        shapes[_shape(each, helpers)].append(each.name)
    found: dict[str, str] = {}
    for each in missing:
        alike = shapes[_shape(each, helpers)]
        if alike:
            found[each.name] = alike.pop(0)
    return found


def _is_helper(function: _Function) -> bool:
    return not function.node.decorator_list


def _shape(function: _Function, others: frozenset[str]) -> tuple[tuple[str, ...], ...]:
    """Return the statements of a helper without the names of its own and of other functions."""
    free = _free_parameters(function.node)
    local = frozenset(_bound(function.node, free)) | others
    return tuple([each.shape for each in _statements(function, local)])


def _with_helpers(text: str, names: dict[str, str]) -> str:
    """Return a text with other names for some of its helpers."""
    return _renamed(text, [((1, text.count("\n") + 1), names)])


def _functions(text: str) -> Iterator[_Function]:
    """Yield the functions at the top level of a text."""
    lines = text.splitlines(keepends=True)
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            first, last = node.lineno, node.end_lineno or node.lineno
            yield _Function(node.name, node, lines[first - 1 : last], first)


def _bound(function: ast.FunctionDef, parameters: frozenset[int] = frozenset()) -> Iterator[str]:
    """Yield the names that a function binds, with its parameters at some places."""
    for at, argument in enumerate(function.args.args):
        if at in parameters:
            yield argument.arg
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _free_parameters(function: ast.FunctionDef) -> frozenset[int]:
    """Return the places of the parameters whose names PTX does not have.

    Those of helpers have any, and those of a kernel have numbers where their names are free.
    """
    return frozenset(
        at
        for at, argument in enumerate(function.args.args)
        if not function.decorator_list or _NUMBERED_PARAMETER.fullmatch(argument.arg)
    )


def _statements(function: _Function, local: frozenset[str]) -> list[_Statement]:
    """Return the statements of a function, its head included."""
    found: list[_Statement] = []
    shape: list[str] = []
    names: list[str] = []
    words: list[str] = []
    comments: list[str] = []
    line = 0
    for token, is_name in _tokens(io.StringIO("".join(function.lines)).readline):
        if token.type in _LAYOUT:
            continue
        if token.type == tokenize.NEWLINE:
            number = function.first + line - 1
            text = " ".join(words)
            found.append(_Statement(tuple(shape), tuple(names), number, text, tuple(comments)))
            shape, names, words, comments = [], [], [], []
            continue
        if not shape and token.type == tokenize.COMMENT:
            comments.append(token.string)
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


def _match(new: _Function, edited: _Function) -> _Matched:
    """Return the reader's names and comments, and what only the edited function has."""
    free = _free_parameters(new.node)
    local = frozenset(_bound(new.node, free))
    ours = _statements(new, local)
    theirs = _statements(edited, frozenset(_bound(edited.node, free)))
    if max(len(ours), len(theirs)) > MAX_STATEMENTS:
        return _Matched({}, [], [])
    votes: dict[str, set[str]] = defaultdict(set)
    lost: list[tuple[int, str]] = []
    comments: list[tuple[int, str]] = []
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
                own = [each for each in other.comments if each not in one.comments]
                comments += [(one.line, each) for each in own]
        elif tag != "delete":
            lost += [(each.line, each.text) for each in theirs[start:stop]]
            lost += [(each.line, text) for each in theirs[start:stop] for text in each.comments]
    return _Matched(_agreed(votes, local), lost, comments)


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
