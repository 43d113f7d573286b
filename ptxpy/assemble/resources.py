"""What a kernel needs of the machine, from the log of `-v` and from the cubin."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from ptxpy.assemble.elf import sections

__all__ = ["Resources", "resources"]


class Resources(NamedTuple):
    """What a kernel or a function needs."""

    name: str
    """As in the PTX: mangled, if it is."""
    kernel: bool
    """Whether it is a kernel (``.entry``), and not a function (``.func``)."""
    registers: int | None
    """Registers of a thread, those of the functions it calls included; None for a function."""
    stack: int
    """Bytes of stack of a thread. For a kernel, those of the functions that it calls included."""
    spill_stores: int
    """Bytes of spilled registers that a thread stores."""
    spill_loads: int
    """Bytes of spilled registers that a thread loads."""
    shared: int
    """Bytes of static shared memory, without the 1 KiB that the system reserves from sm_90 on."""
    constant: int
    """Bytes of constant memory of its own: parameters and what lies beside them."""
    barriers: int | None
    """Barriers, without those of the functions it calls; None for a function."""


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

_RESERVED_SHARED: Final = 1024
_RESERVED_SINCE: Final = 90


def resources(log: str, cubin: bytes, arch: str) -> tuple[Resources, ...]:
    """Return what kernels and functions need, in the order of the log.

    ptxas reports on each kernel and function, those that are inlined everywhere included. The stack
    of what a kernel calls is told by ptxas for a whole program, and otherwise by the linker after
    it, which also knows the registers. How much memory a kernel has is in the cubin.
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
            # The linker's barriers are those of the file, not of the kernel.
            found[name] = needs if linking else _with_barriers(needs, line)
    return tuple(_with_memory(list(found.values()), cubin, arch))


def _with_barriers(needs: Resources, line: str) -> Resources:
    match = _BARRIERS.search(line)
    return needs if match is None else needs._replace(barriers=int(match[1]))


def _with_stack(needs: Resources, line: str) -> Resources:
    match = _STACK.search(line)
    return needs if match is None else needs._replace(stack=int(match[1]))


def _with_memory(found: list[Resources], cubin: bytes, arch: str) -> Iterator[Resources]:
    """Yield them with the sizes of their sections."""
    shared: Counter[str] = Counter()
    constant: Counter[str] = Counter()
    for section in sections(cubin):
        if (match := _MEMORY.fullmatch(section.name)) is not None:
            (shared if match[1] == "shared" else constant)[match[2]] += section.size
    reserved = _RESERVED_SHARED if int(arch[3:].rstrip("af")) >= _RESERVED_SINCE else 0
    for needs in found:
        yield needs._replace(
            shared=max(shared[needs.name] - reserved, 0), constant=constant[needs.name]
        )
