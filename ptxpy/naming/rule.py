"""The form of a rule that names registers, and the names that it may give."""

from __future__ import annotations

import builtins
import keyword
import re
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.naming.facts import Context, Facts, context_of
from ptxpy.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["Element", "Name", "Rule", "RunName", "is_allowed", "named", "run_names", "together"]

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_REGISTER: Final = re.compile(r"(?:r|rd|rs|rq|rh|f|fd|p|h|hh|b|SP|SPL)[0-9]*\Z")
"""The spelling of registers, and of the files that they are elements of."""
_LONGEST: Final = 32
_RESERVED: Final = frozenset({*dir(builtins), *keyword.kwlist, *keyword.softkwlist})
_MIN_RUN: Final = 3
"""Values that are alike and made together are a run from this number on."""


class Name(NamedTuple):
    """A name for a register, by its number in the register table."""

    register: int
    name: str


class RunName(NamedTuple):
    """A name for registers in an order: the elements of one array."""

    registers: tuple[int, ...]
    name: str


class Element(NamedTuple):
    """A name for an array that has the register as an element.

    A register has it only if a loop of the program makes or reads such an array.
    """

    register: int
    name: str


class Rule(NamedTuple):
    """A rule: the names that it finds are true wherever the function mentions the register."""

    name: str
    """A word, to list the rule and to leave it out."""
    find: Callable[[Facts], Iterable[Name | RunName | Element]]
    """Yields names; its docstring explains the rule, with an example."""
    is_weak: bool = False
    """Whether an expression says as much as the name: a value that is used once is then nested."""


def is_allowed(name: str) -> bool:
    """Return whether a name is a plain identifier without another meaning.

    It must not be a keyword, a built-in or spelled like a register, nor longer than 32 characters.
    The generator also keeps it apart from the names of the DSL and from those around.

    >>> is_allowed("tile_x"), is_allowed("range"), is_allowed("rd3"), is_allowed("a.b")
    (True, False, False, False)
    """
    return (
        len(name) <= _LONGEST
        and _NAME.match(name) is not None
        and name not in _RESERVED
        and _REGISTER.match(name) is None
    )


def together(facts: Facts, registers: Iterable[int]) -> list[list[int]]:
    """Group registers that are written in one block before the first of the group is read.

    Args:
        facts: The function.
        registers: Registers that one statement writes, in the order of these statements.
    """
    groups: list[list[int]] = []
    block, end = -1, -1
    for register in registers:
        written = facts.definitions[register][0]
        here = facts.block_of(written)
        # A value that nothing reads is never read before another is written.
        read = next(iter(facts.uses[register]), len(facts.accesses))
        # A group ends with its block, and with the first read of one of its values.
        if not groups or here != block or written > end:
            groups.append([])
            block, end = here, read
        groups[-1].append(register)
        end = min(end, read)
    return groups


def run_names(facts: Facts, names: Iterable[Name]) -> Iterable[RunName]:
    """Yield a run for each three or more registers of one name that are made together."""
    by_name: dict[str, list[int]] = {}
    for register, name in names:
        by_name.setdefault(name, []).append(register)
    for name, registers in by_name.items():
        for group in together(facts, sorted(registers, key=lambda k: facts.definitions[k][0])):
            if len(group) >= _MIN_RUN:
                yield RunName(tuple(group), name)


def named(
    rule: Callable[[Facts], Iterable[Name | RunName | Element]], body: str, parameters: str = ""
) -> dict[str, str]:
    """Return the names that a rule gives the registers of a kernel's body: to try a rule.

    A name of several registers is that of a run; the first name of a register counts.
    """
    module = parse(
        f".version 9.0\n.target sm_100a\n.address_size 64\n.entry kernel({parameters}) {{\n"
        ".reg .pred %p<99>; .reg .b32 %r<99>; .reg .b64 %rd<99>; .reg .f32 %f<99>;\n"
        f"{body} ret;\n}}\n"
    )
    [function] = module.functions
    facts = Facts(function, context_of(module).get("kernel", Context()))
    found: dict[str, str] = {}
    for each in rule(facts):
        numbers = each.registers if isinstance(each, RunName) else (each.register,)
        found.setdefault(" ".join(facts.table.names[number] for number in numbers), each.name)
    return found
