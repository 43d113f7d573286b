"""The pieces of PTX around a place, for selections that grow from a word to the whole text."""

from __future__ import annotations

from ptxpy.language_server.listing import Found, Listing
from ptxpy.language_server.operands import instruction_of
from ptxpy.language_server.statements import Kind

__all__ = ["enclosing_spans"]


def enclosing_spans(listing: Listing, offset: int) -> list[tuple[int, int]]:
    """Return the pieces of a text that hold an offset, each within the next one.

    They are the word, the operand or parameter, the statement without and with its semicolon, the
    inside of each scope and the scope with its braces, the function with its head, and the text.
    """
    found: list[tuple[int, int]] = []
    token = listing.token_at(offset)
    if token is not None:
        found.append((token.start, token.end))
    statement = listing.statement_at(offset)
    if statement is not None:
        if statement.kind is Kind.INSTRUCTION:
            instruction = instruction_of(statement, listing.text)
            number = -1 if instruction is None else instruction.operand_at(offset)
            if instruction is not None and number >= 0:
                tokens = instruction.operands[number]
                found.append((tokens[0].start, tokens[-1].end))
        elif statement.kind is Kind.HEAD:
            found += _parameters(statement)
        # The brace of a head belongs to the body.
        if statement.kind is not Kind.HEAD:
            found.append((statement.start, statement.end))
        if listing.text[statement.end - 1] in ";{":
            body = listing.text[statement.start : statement.end - 1].rstrip()
            found.append((statement.start, statement.start + len(body)))
    for scope in listing.scope_at(offset).around():
        # The scope of the module is the text, and that of a function begins behind its brace.
        if scope.outer is None:
            continue
        function = next((each for each in listing.functions if each.scope is scope), None)
        opening = scope.start - 1 if function is not None else scope.start
        is_closed = listing.text[scope.end - 1 : scope.end] == "}"
        found.append((opening + 1, scope.end - 1 if is_closed else scope.end))
        found.append((opening, scope.end))
        if function is not None:
            found.append((function.start, function.end))
    found.append((0, len(listing.text)))
    holding = {(start, end) for start, end in found if start <= offset <= end and start < end}
    nested: list[tuple[int, int]] = []
    for start, end in sorted(holding, key=lambda span: span[1] - span[0]):
        if not nested or (start <= nested[-1][0] and end >= nested[-1][1]):
            nested.append((start, end))
    return nested


def _parameters(head: Found) -> list[tuple[int, int]]:
    """Return the parameters and results in the head of a function."""
    found: list[tuple[int, int]] = []
    is_inside = False
    first = last = -1
    for token, word in zip(head.tokens(), head.words(), strict=True):
        if word in ("(", ",", ")"):
            if first >= 0:
                found.append((first, last))
            is_inside = word != ")"
            first = -1
        elif is_inside:
            first = token.start if first < 0 else first
        last = token.end
    return found
