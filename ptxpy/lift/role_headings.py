"""Roles of warps as comments: `# producer: loads tiles`, `# consumers: wgmma m64n256k16, bf16`.

A warp group that gives registers back and then only copies tiles into shared memory is a producer,
and one that takes more registers and multiplies is a consumer. Other roles are not certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ptxpy.pytree import tree as t

__all__ = ["Program", "write_role_headings"]

_PREFIX: Final = re.compile(r"ptx\.(?:inst\.)?")
_MULTIPLICATIONS: Final = {"wgmma.mma_async": "wgmma", "tcgen05.mma": "tcgen05.mma"}
_SHAPE: Final = re.compile(r"m\d+n\d+k\d+")
_KIND: Final = "kind__"
_MAX_FORMS: Final = 2
"""The most shapes and types that a heading lists."""


def write_role_headings(blocks: Iterable[t.Block], definitions: Iterable[t.Define]) -> None:
    """Write a comment before the statements with which warps take their roles.

    Args:
        blocks: The bodies of the kernels.
        definitions: The functions of the program that they call, and that emit their statements.
    """
    program = Program(definitions)
    for block in blocks:
        program.write(block)


class Program:
    """The instructions that statements emit, those of the functions that they call included."""

    def __init__(self, definitions: Iterable[t.Define]) -> None:
        self.definitions = {each.name: each for each in definitions}
        self._emitted: dict[str, frozenset[str]] = {}

    def write(self, block: t.Block) -> None:
        """Write the headings in a block, and in those within it."""
        for index in range(len(block) - 1, -1, -1):
            statement = block[index]
            inner = t.statement_bodies(statement)
            if inner is not None:
                self.write(inner)
                continue
            change = next((each for each in self.emitted([statement]) if "setmaxnreg" in each), "")
            heading = _heading(self.emitted(block[index + 1 :]), change) if change else ""
            if heading:
                block.insert(index, t.Comment(heading))

    def emitted(self, statements: Sequence[t.Statement]) -> frozenset[str]:
        """Return the instructions that statements emit, as they are spelled without `ptx.`."""
        found: set[str] = set()
        for name in _called(statements):
            opcode = _PREFIX.match(name)
            if opcode is not None:
                found.add(name[opcode.end() :])
            elif name in self.definitions:
                if name not in self._emitted:
                    self._emitted[name] = self.emitted(self.definitions[name].body)
                found |= self._emitted[name]
        return frozenset(found)


def _heading(instructions: frozenset[str], change: str) -> str:
    """Return the heading for the statements that follow a change of registers, "" for none."""
    if change.startswith("setmaxnreg.dec"):
        loads = any("mbarrier__complete_tx" in each for each in instructions)
        multiplies = any("mma" in each for each in instructions)
        return "producer: loads tiles" if loads and not multiplies else ""
    found = {
        shown: {_form(each) for each in instructions if each.startswith(f"{opcode}.")}
        for opcode, shown in _MULTIPLICATIONS.items()
    }
    used = [(shown, forms) for shown, forms in found.items() if forms]
    if len(used) != 1:
        return ""
    [(shown, forms)] = used
    if "" in forms or len(forms) > _MAX_FORMS:
        return f"consumers: multiply with {shown}"
    return f"consumers: {shown} {' and '.join(sorted(forms))}"


def _form(instruction: str) -> str:
    """Return the shape and the types of the factors that a multiplication names, "" for none."""
    words = instruction.split(".")
    for position, word in enumerate(words):
        if word.startswith(_KIND):
            return word.replace("__", "::")
        if _SHAPE.fullmatch(word):
            factors = [*dict.fromkeys(words[position + 2 : position + 4])]
            return f"{word}, {' x '.join(factors)}"
    return ""


def _called(statements: Sequence[t.Statement]) -> Iterator[str]:
    """Yield the functions that statements call."""
    for statement in t.walk_statements(statements):
        for call in t.calls_of(statement):
            if isinstance(call.function, str):
                yield call.function
