"""What comes of assembling."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ptxpy.assemble.elf import ElfError
from ptxpy.assemble.messages import Message, failure
from ptxpy.assemble.resources import Resources, resources

__all__ = ["Assembly", "assembled"]


class Assembly(NamedTuple):
    """A cubin, and what was said about it."""

    cubin: bytes
    """An ELF file that the driver loads."""
    arch: str
    """The architecture it is for: ``sm_90a``."""
    kernels: tuple[Resources, ...]
    """What the kernels and functions in it need."""
    messages: tuple[Message, ...]
    """Warnings and information; which assemblers were passed over, and why, comes first."""
    assembler: str
    """Name and version of the assembler: ``ptxas 13.0``, ``nvJitLink 13.5``."""


def assembled(
    assembler: str, arch: str, cubin: bytes, log: str, messages: Iterable[Message]
) -> Assembly:
    """Return the assembly; `AssembleError` when the cubin is none. The log has the statistics."""
    try:
        kernels = resources(log, cubin, arch)
    except ElfError as error:
        message = f"what {assembler} wrote is no cubin: {error}"
        raise failure(message) from None
    return Assembly(cubin, arch, kernels, tuple(messages), assembler)
