"""Calls in a text of PTX: which function calls which, directly or through a list of targets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.language_server.listing import Found, Function, Listing
from ptxpy.language_server.names import name_at
from ptxpy.language_server.operands import Instruction, instruction_of
from ptxpy.language_server.statements import Kind

__all__ = ["Call", "calls_in", "calls_of", "function_named", "is_linked", "named_function_at"]

_LINKED: Final = (".visible", ".extern", ".weak")


class Call(NamedTuple):
    """A call of a function."""

    callee: str
    """The symbol of the function that is called, or may be."""
    start: int
    """The offset of the name in the call; of the register in a call through a pointer."""
    end: int


def named_function_at(listing: Listing, offset: int) -> str:
    """Return the symbol of the function that the name at an offset means; empty for none."""
    name = name_at(listing, offset)
    if name is not None and name.declared is not None and name.declared.kind == "function":
        return name.text
    function = listing.function_at(offset)
    # The whole head of a function stands for it.
    if function is not None and offset <= function.head.end:
        return function.name
    return ""


def function_named(listing: Listing, name: str) -> Function | None:
    """Return the definition of a function, or else its first declaration; None for neither."""
    found = [each for each in listing.functions if each.name == name]
    return next((each for each in found if each.scope is not None), found[0] if found else None)


def is_linked(function: Function) -> bool:
    """Return whether the linker knows a function by its name: `.visible`, `.extern` or `.weak`."""
    return any(word in _LINKED for word in function.head.words())


def calls_in(listing: Listing, function: Function) -> list[Call]:
    """Return the calls in the body of a function, in order."""
    if function.scope is None:
        return []
    found: list[Call] = []
    for statement in listing.statements(function.head.end, function.end):
        # Most statements are no calls, and are not looked at word by word.
        if statement.kind is Kind.INSTRUCTION and "call" in statement.text:
            found += _calls(listing, statement)
    return found


def calls_of(listing: Listing, name: str) -> list[tuple[Function, list[Call]]]:
    """Return the functions that call a function, each with its calls, in order."""
    callers = []
    # Of a function that no other one names, nothing is read.
    homes = {
        id(home): home
        for offset in listing.occurrences(name, 0, len(listing.text))
        if (home := listing.function_at(offset)) is not None and home.scope is not None
    }
    for function in homes.values():
        calls = [call for call in calls_in(listing, function) if call.callee == name]
        if calls:
            callers.append((function, calls))
    return callers


def _calls(listing: Listing, statement: Found) -> Iterator[Call]:
    instruction = instruction_of(statement, listing.text)
    if instruction is None or instruction.opcode != "call":
        return
    # Return values come first, in parentheses.
    number = 1 if instruction.operand_text(0).startswith("(") else 0
    callee = instruction.operand_text(number)
    if not callee:
        return
    tokens = instruction.operands[number]
    start, end = tokens[0].start, tokens[-1].end
    meant = listing.scope_at(start).find(callee)
    # A name that nothing declares may be that of a function which is still to be declared.
    if tokens[0].kind == "word" if meant is None else meant[0].kind == "function":
        yield Call(callee, start, end)
        return
    for name in _targets(listing, instruction):
        yield Call(name, start, end)


def _targets(listing: Listing, instruction: Instruction) -> list[str]:
    """Return the functions that a call through a register may reach, of its `.calltargets`."""
    name = instruction.operand_text(len(instruction.operands) - 1)
    meant = listing.scope_at(instruction.opcode_token.start).find(name)
    if meant is None or meant[0].kind != ".calltargets":
        return []
    # `list: .calltargets f, g;`
    return [word for word in meant[0].statement.words()[3:] if word not in (",", ";")]
