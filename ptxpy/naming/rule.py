"""A rule that names registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ptxpy.naming.facts import Facts

__all__ = ["Name", "Rule", "RunName", "singles", "together"]


class Name(NamedTuple):
    """A name for a register, by its number in the register table."""

    register: int
    name: str


class RunName(NamedTuple):
    """A name for registers in an order: the elements of one array."""

    registers: tuple[int, ...]
    name: str


class Rule:
    """A rule: what it finds is true of the register wherever the function mentions it."""

    name: ClassVar[str]
    """A word, to list the rule and to leave it out."""
    help: ClassVar[str]
    """A line that explains it."""
    is_weak: ClassVar[bool] = False
    """Whether an expression says as much as the name: what is used once is rather nested."""

    def __init__(self, facts: Facts) -> None:
        """Take a function; a rule is made for each."""
        self.facts = facts

    def names(self) -> Iterable[Name]:
        """Yield names for single registers."""
        return ()

    def runs(self) -> Iterable[RunName]:
        """Yield names for groups of registers."""
        return ()

    def elements(self) -> Iterable[Name]:
        """Yield for registers what an array is called of which they are elements.

        A register has it only where a loop of the program makes or reads such an array.
        """
        return ()


def singles(facts: Facts) -> Iterator[int]:
    """Yield the registers that one unguarded instruction writes."""
    for register in range(len(facts.table)):
        if facts.single(register) is not None:
            yield register


def together(facts: Facts, registers: Iterable[int]) -> list[list[int]]:
    """Group registers that are written in one block before the first of them is read.

    Args:
        facts: The function.
        registers: Registers that one statement writes, in the order of these statements.
    """
    groups: list[list[int]] = []
    block, end = -1, -1
    for register in registers:
        written = facts.definitions[register][0]
        here = facts.block_of(written)
        read = next(iter(facts.uses[register]), len(facts.accesses))
        if not groups or here != block or written > end:
            groups.append([])
            block, end = here, read
        groups[-1].append(register)
        end = min(end, read)
    return groups
