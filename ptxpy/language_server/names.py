"""Names in a listing: their meaning, their references, and their renaming."""

from __future__ import annotations

import re
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.isa import is_special
from ptxpy.language_server.listing import Declared, Found, Listing, Scope, number_of
from ptxpy.language_server.operands import instruction_of, is_written
from ptxpy.language_server.statements import Kind
from ptxpy.syntax import Token

__all__ = [
    "Edit",
    "Name",
    "RenameError",
    "definitions",
    "name_at",
    "references",
    "rename",
    "writes_of",
]

_IDENTIFIER: Final = re.compile(r"[A-Za-z][A-Za-z0-9_$]*|[_$%][A-Za-z0-9_$]+", re.ASCII)
_DIGITS: Final = "0123456789"


class Name(NamedTuple):
    """A name at a place, with its meaning."""

    text: str
    token: Token
    declared: Declared | None
    """Its declaration; None if there is none."""
    scope: Scope
    """The scope that declares it; for a name that is not declared, its function's."""


class Edit(NamedTuple):
    """A replacement of the text between two offsets."""

    start: int
    end: int
    text: str


class RenameError(ValueError):
    """A name that cannot be changed, or not to this."""


def name_at(listing: Listing, offset: int) -> Name | None:
    """Return the name at an offset: a register, label, variable, parameter or function."""
    token = listing.token_at(offset)
    if token is None or token.kind not in ("register", "word"):
        return None
    text = listing.text[token.start : token.end]
    found = listing.statement_at(token.start)
    if found is not None and found.kind is Kind.INSTRUCTION:
        instruction = instruction_of(found, listing.text)
        # An opcode without modifiers, such as `ret`, is a word as well.
        if instruction is not None and instruction.opcode_token.start == token.start:
            return None
    scope = listing.scope_at(token.start)
    meant = scope.find(text)
    if meant is not None:
        return Name(text, token, *meant)
    if text.startswith("%") and (is_special(text) or is_special(text.partition(".")[0])):
        return None
    for each in scope.around():
        if text in each.ranges:
            # The prefix in `%r<10>` stands for all names of the range.
            return Name(text, token, each.ranges[text], each)
    function = listing.function_at(token.start)
    home = function.scope if function is not None and function.scope else listing.module
    return Name(text, token, None, home)


def is_range(name: Name) -> bool:
    """Return whether a name is the prefix of a range in its declaration."""
    declared = name.declared
    return declared is not None and declared.count >= 0 and declared.name == name.text


def references(listing: Listing, name: Name) -> list[int]:
    """Return the offsets at which a name means the same, its declaration included."""
    scope = name.scope
    start, end = scope.start, scope.end
    if scope is listing.module:
        start, end = 0, len(listing.text) + 1
    else:
        function = next((each for each in listing.functions if each.scope is scope), None)
        # Parameters are declared in the head, before the brace.
        if function is not None:
            start = function.start
    found = []
    for offset in listing.occurrences(name.text, start, end):
        inner = listing.scope_at(offset)
        meant = inner.find(name.text)
        if name.declared is None:
            is_same = meant is None
        elif meant is not None:
            is_same = meant[0] is name.declared and not _is_opcode(listing, offset)
        else:
            is_same = is_range(name) and offset == name.declared.start
        if is_same:
            found.append(offset)
    return found


def _is_opcode(listing: Listing, offset: int) -> bool:
    found = listing.statement_at(offset)
    if found is None or found.kind is not Kind.INSTRUCTION:
        return False
    instruction = instruction_of(found, listing.text)
    return instruction is not None and instruction.opcode_token.start == offset


def writes_of(listing: Listing, name: Name) -> list[tuple[int, Found]]:
    """Return where instructions write a register: the offset of each mention, and its statement."""
    found = []
    for offset in references(listing, name):
        statement = listing.statement_at(offset)
        if statement is None or statement.kind is not Kind.INSTRUCTION:
            continue
        instruction = instruction_of(statement, listing.text)
        if instruction is not None and is_written(instruction, offset):
            found.append((offset, statement))
    return found


def definitions(listing: Listing, name: Name) -> list[tuple[int, int]]:
    """Return the definitions of a name: writes of a register, declarations of others."""
    declared = name.declared
    if declared is None or declared.kind == "register":
        written = [(offset, offset + len(name.text)) for offset, _ in writes_of(listing, name)]
        at_one = [span for span in written if span[0] == name.token.start]
        # On the only write itself, its declaration is what is asked for.
        if written and not (at_one and len(written) == 1):
            return written
    return [] if declared is None else [(declared.start, declared.end)]


def rename(listing: Listing, name: Name, new: str) -> list[Edit]:
    """Return the edits that give a name another text.

    A register of a range gets a declaration of its own: `%r7` of `%r<10>` that becomes `%sum` is
    declared below the range. The prefix of a range is changed in all of its names.

    Raises:
        RenameError: If the new name is none, is taken, or the name is not declared.
    """
    if not _IDENTIFIER.fullmatch(new):
        msg = f"{new!r} is no name: write letters, digits, _ and $, after an optional %"
        raise RenameError(msg)
    declared = name.declared
    if declared is None:
        msg = f"{name.text} is not declared in this file"
        raise RenameError(msg)
    _refuse_taken(listing, name, new)
    if is_range(name):
        return _rename_range(listing, name, new)
    length = len(name.text)
    edits = [Edit(at, at + length, new) for at in references(listing, name)]
    if declared.count >= 0:
        end = declared.statement.end
        start = declared.statement.start
        line = listing.source.starts[listing.source.line_of(start)]
        # The declaration stands in a line of its own where that of the range does.
        margin = listing.text[line:start]
        gap = f"\n{margin}" if not margin.strip() else " "
        edits.append(Edit(end, end, f"{gap}{declared.specifiers} {new};"))
    return sorted(edits)


def _refuse_taken(listing: Listing, name: Name, new: str) -> None:
    if is_special(new):
        msg = f"{new} is a special register"
        raise RenameError(msg)
    scopes = [name.scope, *name.scope.around()]
    scopes += [listing.scope_at(offset) for offset in references(listing, name)]
    for scope in scopes:
        taken = scope.find(new)
        if taken is not None and not (
            taken[0].count >= 0 and number_of(new[len(taken[0].name) :]) >= taken[0].count
        ):
            line = listing.source.line_of(taken[0].start) + 1
            msg = f"{new} is declared already, in line {line}"
            raise RenameError(msg)


def _rename_range(listing: Listing, name: Name, new: str) -> list[Edit]:
    """Return the edits that change the prefix of a range in all of its names."""
    declared, scope = name.declared, name.scope
    assert declared is not None  # noqa: S101 - a range is a declaration
    if new[-1] in _DIGITS:
        msg = f"names of {new}<{declared.count}> end with their number: write a letter at its end"
        raise RenameError(msg)
    start, end = (0, len(listing.text) + 1) if scope.outer is None else (scope.start, scope.end)
    prefix = name.text
    edits = {Edit(declared.start, declared.end, new)}
    for other in {*listing.names_in(start, end)}:
        if other.startswith(prefix) and other[len(prefix) :].isdecimal():
            for offset in listing.occurrences(other, start, end):
                meant = listing.scope_at(offset).find(other)
                if meant is not None and meant[0] is declared:
                    edits.add(Edit(offset, offset + len(prefix), new))
    return sorted(edits)
