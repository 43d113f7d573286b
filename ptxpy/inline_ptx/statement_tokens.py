"""The tokens of `asm` statements, before they are parsed."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.inline_ptx.included_files import ASM
from ptxpy.inline_ptx.preprocessing import OUTSIDE, Token, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ptxpy.inline_ptx.preprocessing import Directives

__all__ = [
    "StatementReader",
    "argument_in_text",
    "has_plain_text",
    "insert_commas",
    "name_in_text",
    "statements_of",
]

MAX_STATEMENT_TOKENS: Final = 50_000
"""Tokens after which an `asm` statement is given up: a bound on time."""


class _Tagged(NamedTuple):
    """A token, and the branches of conditions within the statement that it is in."""

    token: Token
    branches: tuple[tuple[int, int], ...]
    """Pairs of the number of a condition and of its branch."""


class StatementReader:
    """The reading of one statement's tokens from a file."""

    def __init__(self, text: str, directives: Directives) -> None:
        """Create a reader for a file."""
        self.text = text
        self.spans = directives.spans
        self._starts = [start for start, _ in directives.spans]

    def directive_end(self, offset: int) -> int:
        """Return the end of the directive that an offset is in; -1 if it is in none."""
        at = bisect_right(self._starts, offset) - 1
        return self.spans[at][1] if at >= 0 and offset < self.spans[at][1] else -1

    def read(self, offset: int, *, is_asm: bool) -> list[list[Token]] | None:
        """Return the tokens of the statement, or of the macro with its arguments, at an offset.

        A condition of the preprocessor in a statement makes two lists: that with all first
        branches, and that with all last ones. An empty list means that there is no statement, and
        None one that does not end.
        """
        found: list[_Tagged] = []
        open_branches: list[tuple[int, int]] = []
        last: dict[int, int] = {}
        # Tokens of a directive are skipped, since it belongs to the preprocessor.
        depth = 0
        skip = offset
        for token in tokens(self.text, offset):
            if token.origin < skip:
                continue
            if len(found) > MAX_STATEMENT_TOKENS:
                return None
            end = self.directive_end(token.origin) if token.text == "#" else -1
            if end >= 0:
                self._branch(token.origin, end, open_branches, last)
                skip = end
                continue
            if depth == 0 and found and token.text != "(":
                if is_asm and token.kind == "name":
                    found.append(_Tagged(token, ()))  # volatile, inline
                    continue
                return [] if is_asm else [[each.token for each in found]]
            found.append(_Tagged(token, tuple(open_branches)))
            # Parentheses count in first branches alone: an `#else` repeats those of its `#if`.
            if token.kind == "mark" and not any(branch for _, branch in open_branches):
                depth += (token.text == "(") - (token.text == ")")
                if depth == 0 and token.text == ")":
                    first = [
                        each.token
                        for each in found
                        if not any(branch for _, branch in each.branches)
                    ]
                    # Without conditions both readings are the same.
                    if not any(last.values()):
                        return [first]
                    other = [
                        each.token
                        for each in found
                        if all(branch == last[number] for number, branch in each.branches)
                    ]
                    return [first, other]
        return [[each.token for each in found]] if not is_asm and len(found) == 1 else None

    def _branch(
        self, start: int, end: int, open_branches: list[tuple[int, int]], last: dict[int, int]
    ) -> None:
        """Note a condition within a statement."""
        word = self.text[start:end].lstrip("# \t")
        if word.startswith("if"):
            number = len(last)
            last[number] = 0
            open_branches.append((number, 0))
        elif word.startswith("el") and open_branches:
            number, branch = open_branches.pop()
            last[number] = branch + 1
            open_branches.append((number, branch + 1))
        elif word.startswith("endif") and open_branches:
            open_branches.pop()


def has_plain_text(statement: Sequence[Token]) -> bool:
    """Return whether the text and the constraints of a statement have no macros."""
    depth = 0
    in_text = True
    for token in statement:
        if token.kind == "mark":
            if depth == 1 and token.text in {":", "::"}:
                in_text = False
            depth += (token.text in "([{") - (token.text in ")]}")
        if depth == 1 and token.kind == "name":
            return False
        if depth == 2 and in_text and token.text == "(":  # noqa: PLR2004 - within the statement
            return False  # a function-like macro, or parentheses around the text
    return depth == 0


def argument_in_text(statement: Sequence[Token], parameters: frozenset[str]) -> str:
    """Return the first parameter of a macro in the text of its statement; empty if there is none.

    The parameter may be an argument of another macro, which makes a string.
    """
    depth = 0
    for token in statement:
        if token.kind == "mark":
            depth += (token.text in "([{") - (token.text in ")]}")
            if depth == 1 and token.text in {":", "::"}:
                return ""
        elif depth and token.text in parameters:
            return token.text
    return ""


def name_in_text(statement: Sequence[Token]) -> str:
    """Return the first name in the text of a statement, which is no macro then; or empty."""
    depth = 0
    for token in statement:
        if token.kind == "mark":
            depth += (token.text in "([{") - (token.text in ")]}")
            if depth == 1 and token.text in {":", "::"}:
                return ""
        elif depth == 1 and token.kind == "name":
            return token.text
    return ""


def insert_commas(statement: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Return a statement with commas between its operands.

    Returns:
        The tokens, and those before which a comma was missing.
    """
    found: list[Token] = []
    missing: list[Token] = []
    depth = 0
    for token in statement:
        if token.kind == "mark":
            depth += (token.text == "(") - (token.text == ")")
        is_start = token.kind == "string" or token.text == "["
        # Two operands without a comma follow each other as `)` and a string, or `)` and `[`.
        if depth == 1 and is_start and found and found[-1].text == ")":
            missing.append(token)
            found.append(Token(",", "mark", OUTSIDE))
        found.append(token)
    return found, missing


def statements_of(body: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the `asm` statements among tokens."""
    index = 0
    while index < len(body):
        # The body of a macro may have other statements before and after.
        if not ASM.fullmatch(body[index].text):
            index += 1
            continue
        start = index
        depth = 0
        for index in range(start, len(body)):
            depth += (body[index].text == "(") - (body[index].text == ")")
            if depth == 0 and body[index].text == ")":
                yield list(body[start : index + 1])
                break
        index += 1
