"""Registers, stack, spills and memory of kernels, from the log of `-v` and from the cubin."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from ptxpy.assemble.elf import read_sections

__all__ = ["Resources", "read_resources"]


class Resources(NamedTuple):
    """The resources that a kernel or a function uses."""

    name: str
    """The symbol in the PTX."""
    kernel: bool
    """Whether it is a kernel (``.entry``) rather than a function (``.func``)."""
    registers: int | None
    """Registers per thread, including those of called functions; None for a function."""
    stack: int
    """Bytes of stack per thread; for a kernel, including those of called functions."""
    spill_stores: int
    """Bytes of spill stores per thread."""
    spill_loads: int
    """Bytes of spill loads per thread."""
    shared: int
    """Bytes of static shared memory, without the 1 KiB that the system reserves since sm_90."""
    constant: int
    """Bytes of the kernel's own constant memory, which contains its parameters."""
    barriers: int | None
    """Barriers, without those of called functions; None for a function."""


_ENTRY: Final = re.compile(r"ptxas info\s*: Compiling entry function '([^']+)' for ")
_PROPERTIES: Final = re.compile(r"(ptxas )?info\s*: Function properties for '?([^'\s:]+)'?:?$")
_FRAME: Final = re.compile(
    r"(?:ptxas)?[\s.]+(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads"
)
_USED: Final = re.compile(r"(?:ptxas )?info\s*: [Uu]sed (\d+) registers")
_BARRIERS: Final = re.compile(r", used (\d+) barriers")
_STACK: Final = re.compile(r", (\d+) (?:bytes cumulative stack size|stack\b)")
_MEMORY: Final = re.compile(r"\.nv\.(shared|constant\d+)\.(.+)", re.DOTALL)
"""The name of the section with the shared memory, or constant memory, of a kernel."""

_RESERVED_SHARED_BYTES: Final = 1024
_RESERVED_FROM_ARCHITECTURE: Final = 90


def read_resources(log: str, cubin: bytes, arch: str) -> tuple[Resources, ...]:
    """Return the resources of kernels and functions, in the order of the log.

    ptxas reports on each kernel and function, including functions that are inlined everywhere. The
    stack of called functions is reported by ptxas for a whole program, and otherwise by the linker
    after it, which also reports the registers. The sizes of memory are in the cubin.
    """
    kernels: set[str] = set()
    found: dict[str, Resources] = {}
    name, linking = "", False
    for line in log.split("\n"):
        if (match := _ENTRY.match(line)) is not None:
            kernels.add(match[1])
        elif (match := _PROPERTIES.match(line)) is not None:
            name, linking = match[2], match[1] is None
            found.setdefault(name, Resources(name, name in kernels, None, 0, 0, 0, 0, 0, None))
        elif name and (match := _FRAME.match(line)) is not None:
            stack, stores, loads = map(int, match.groups())
            found[name] = found[name]._replace(stack=stack, spill_stores=stores, spill_loads=loads)
        elif name and (match := _USED.match(line)) is not None:
            needs = _with_stack(found[name]._replace(registers=int(match[1])), line)
            # The linker reports the barriers of the file, not of the kernel.
            found[name] = needs if linking else _with_barriers(needs, line)
    return tuple(_with_memory(list(found.values()), cubin, arch))


def _with_barriers(needs: Resources, line: str) -> Resources:
    match = _BARRIERS.search(line)
    return needs if match is None else needs._replace(barriers=int(match[1]))


def _with_stack(needs: Resources, line: str) -> Resources:
    match = _STACK.search(line)
    return needs if match is None else needs._replace(stack=int(match[1]))


def _with_memory(found: list[Resources], cubin: bytes, arch: str) -> Iterator[Resources]:
    """Yield the resources with the sizes of their sections in the cubin."""
    shared: Counter[str] = Counter()
    constant: Counter[str] = Counter()
    for section in read_sections(cubin):
        if (match := _MEMORY.fullmatch(section.name)) is not None:
            (shared if match[1] == "shared" else constant)[match[2]] += section.size
    reserved = (
        _RESERVED_SHARED_BYTES if int(arch[3:].rstrip("af")) >= _RESERVED_FROM_ARCHITECTURE else 0
    )
    for needs in found:
        yield needs._replace(
            shared=max(shared[needs.name] - reserved, 0), constant=constant[needs.name]
        )
