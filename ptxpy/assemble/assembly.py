"""`Assembly`: the cubin, resources and messages of a successful call of an assembler.

Registers, stack, spills and memory of kernels are read from the log of `-v` and from the sections
of the cubin, a 64-bit little-endian ELF file (System V ABI, chapter 4).
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterable
from typing import Final

from ptxpy._records import NamedTuple
from ptxpy.assemble.messages import Message, assemble_error

__all__ = [
    "Assembly",
    "ElfError",
    "Resources",
    "Section",
    "make_assembly",
    "read_resources",
    "read_sections",
]


class Assembly(NamedTuple):
    """A cubin, with the assembler's statistics and messages."""

    cubin: bytes
    """An ELF file that the driver loads."""
    arch: str
    """The architecture it is for: ``sm_90a``."""
    kernels: tuple[Resources, ...]
    """Registers, stack and memory of its kernels and functions."""
    messages: tuple[Message, ...]
    """Warnings and information, after one message for each assembler that was skipped."""
    assembler: str
    """Name and version of the assembler: ``ptxas 13.0``, ``nvJitLink 13.5``."""


def make_assembly(
    assembler: str, arch: str, cubin: bytes, log: str, messages: Iterable[Message]
) -> Assembly:
    """Return the assembly with its resources; raise `AssembleError` if the cubin is invalid."""
    try:
        kernels = read_resources(log, cubin, arch)
    except ElfError as error:
        message = f"the output of {assembler} is not a cubin: {error}"
        raise assemble_error(message) from None
    return Assembly(cubin, arch, kernels, tuple(messages), assembler)


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
    # The log of ptxas and of the linker have nearly the same lines: a name is followed by its
    # numbers.
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
            needs = found[name]._replace(registers=int(match[1]))
            # The linker knows the whole call graph, so its stack replaces that of ptxas.
            if (stack_size := _STACK.search(line)) is not None:
                needs = needs._replace(stack=int(stack_size[1]))
            # The linker reports the barriers of the file, not of the kernel.
            if not linking and (barriers := _BARRIERS.search(line)) is not None:
                needs = needs._replace(barriers=int(barriers[1]))
            found[name] = needs
    # A function may have several sections of constants.
    shared: Counter[str] = Counter()
    constant: Counter[str] = Counter()
    for section in read_sections(cubin):
        if (match := _MEMORY.fullmatch(section.name)) is not None:
            (shared if match[1] == "shared" else constant)[match[2]] += section.size
    reserved = (
        _RESERVED_SHARED_BYTES if int(arch[3:].rstrip("af")) >= _RESERVED_FROM_ARCHITECTURE else 0
    )
    return tuple(
        # The sections have the memory that the system reserves, too.
        needs._replace(shared=max(shared[needs.name] - reserved, 0), constant=constant[needs.name])
        for needs in found.values()
    )


_IDENT: Final = b"\x7fELF\x02\x01"
"""Magic number, 64 bits, little-endian."""

_HEADER: Final = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION: Final = struct.Struct("<IIQQQQIIQQ")


class ElfError(ValueError):
    """An error for a file that is not a 64-bit little-endian ELF file, or is damaged."""


class Section(NamedTuple):
    """A section header."""

    name: str
    size: int
    """In bytes; a section such as ``.nv.shared`` has a size, but no bytes in the file."""
    offset: int = 0
    """Where its bytes begin in the file."""


def read_sections(elf: bytes) -> tuple[Section, ...]:
    """Return the sections in order; raise `ElfError` if a header refers outside the file."""
    if not elf.startswith(_IDENT) or len(elf) < _HEADER.size:
        message = "not a 64-bit little-endian ELF file"
        raise ElfError(message)
    header = _HEADER.unpack_from(elf)
    offset, entry_size, count, names_index = header[6], *header[11:14]
    # All offsets are checked first, since the file may be damaged.
    if entry_size < _SECTION.size or offset + count * entry_size > len(elf) or names_index >= count:
        message = "the section headers are outside of the file"
        raise ElfError(message)
    headers = [_SECTION.unpack_from(elf, offset + i * entry_size) for i in range(count)]
    start, size = headers[names_index][4:6]
    if start + size > len(elf):
        message = "the names of the sections are outside of the file"
        raise ElfError(message)
    names = elf[start : start + size]
    return tuple(Section(_name(names, fields[0]), fields[5], fields[4]) for fields in headers)


def _name(names: bytes, offset: int) -> str:
    end = names.find(b"\0", offset)
    if end < 0:
        message = "the name of a section has no end"
        raise ElfError(message)
    return names[offset:end].decode("utf-8", "surrogateescape")
