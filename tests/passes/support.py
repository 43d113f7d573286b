"""Test cases of passes, and the machine code of modules."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import ptxpy
from ptxpy.assemble import assemble
from ptxpy.ir import nodes as n

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "corpus"
HEADER = ".version 9.0\n.target sm_90a\n.address_size 64\n"


class Case(NamedTuple):
    """A case: `=== title`, a module, `---`, and the module that a pass returns.

    `HEADER` stands before a module that has no `.version`.
    """

    title: str
    before: str
    after: str

    @property
    def module(self) -> n.Module:
        """The module before the pass."""
        return ptxpy.parse(self.before)


def cases(name: str) -> list[Case]:
    """Return the cases of a data file of this folder."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    found = []
    for block in text.split("\n=== ".removeprefix("\n"))[1:]:
        title, _, rest = block.partition("\n")
        before, _, after = rest.partition("---\n")
        found.append(Case(title, _whole(before), _whole(after)))
    return found


def _whole(text: str) -> str:
    return text if text.startswith(".version") else HEADER + text


def machine_code(module: n.Module) -> dict[str, bytes]:
    """Return the machine instructions of a module, by section."""
    return {
        name: content
        for name, content in _sections(assemble(ptxpy.emit_bytes(module)).cubin)
        if name.startswith(".text")
    }


def _sections(elf: bytes) -> Iterator[tuple[str, bytes]]:
    offset = struct.unpack_from("<Q", elf, 0x28)[0]
    size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", elf, offset + k * size) for k in range(count)]
    for name, _, _, _, start, length in headers:
        at = headers[names][4] + name
        yield elf[at : elf.index(b"\0", at)].decode(), elf[start : start + length]


def randomly(seed: int) -> Random:
    """Return random numbers for a seed."""
    return Random(seed)  # noqa: S311 - repeatable
