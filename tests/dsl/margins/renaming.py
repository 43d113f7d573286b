"""Programs with other names for their variables."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

__all__ = ["Place", "renamed", "renamed_everywhere", "variables", "with_letters"]


class Place(NamedTuple):
    """Where a name stands in a text: its line, and the column in it, from 1 and from 0."""

    line: int
    column: int


def variables(program: str) -> Iterator[tuple[str, list[Place]]]:
    """Yield the parameters and variables of each function, with the places of each."""
    for function in ast.walk(ast.parse(program)):
        if not isinstance(function, ast.FunctionDef):
            continue
        found: defaultdict[str, list[Place]] = defaultdict(list)
        bound = set()
        for node in ast.walk(function):
            if isinstance(node, ast.Name):
                found[node.id].append(Place(node.lineno, node.col_offset))
                if isinstance(node.ctx, ast.Store):
                    bound.add(node.id)
            elif isinstance(node, ast.arg):
                found[node.arg].append(Place(node.lineno, node.col_offset))
                bound.add(node.arg)
        yield from ((name, found[name]) for name in sorted(bound - {"_"}))


def renamed(program: str, names: Mapping[Place, tuple[str, str]]) -> str:
    """Return a program with other names at some places: each has the name there and the new one."""
    lines = program.splitlines(keepends=True)
    for place, (old, new) in sorted(names.items(), reverse=True):
        line = lines[place.line - 1].encode()
        before, behind = line[: place.column], line[place.column :]
        assert behind.startswith(old.encode())
        lines[place.line - 1] = (before + new.encode() + behind[len(old) :]).decode()
    return "".join(lines)


def renamed_everywhere(program: str, old: str, new: str) -> str:
    """Return a program with another name in the place of one, in all functions and comments.

    That is what an editor does which renames a word wherever it stands for a variable, or may.
    """
    names: dict[Place, tuple[str, str]] = {}
    lines = program.splitlines(keepends=True)
    depth, before = 0, ""
    tokens = [*tokenize.generate_tokens(io.StringIO(program).readline)]
    for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        row, column = token.start
        line = lines[row - 1] if row <= len(lines) else ""
        depth += (token.string in ("(", "[", "{")) - (token.string in (")", "]", "}"))
        # `f(x=1)` names a parameter, and `a.x` an attribute.
        is_keyword = depth > 0 and following.string == "="
        found = []
        if token.type == tokenize.COMMENT:
            found = [column + each.start() for each in re.finditer(rf"\b{old}\b", token.string)]
        elif token.string == old and before != "." and not is_keyword:
            found = [column]
        for at in found:
            names[Place(row, len(line[:at].encode()))] = old, new
        before = token.string
    return renamed(program, names)


def with_letters(program: str) -> str:
    """Return a program whose variables all have other names, none of them a register's."""
    return renamed(
        program,
        {
            place: (old, _letters(number))
            for number, (old, places) in enumerate(variables(program))
            for place in places
        },
    )


def _letters(number: int) -> str:
    """Return a name without digits, which is no register's."""
    return "v_" + "".join(chr(ord("a") + int(digit)) for digit in str(number))
