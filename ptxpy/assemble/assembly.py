"""`Assembly`: the cubin, resources and messages of a successful call of an assembler."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ptxpy.assemble.elf import ElfError
from ptxpy.assemble.messages import Message, assemble_error
from ptxpy.assemble.resources import Resources, read_resources

__all__ = ["Assembly", "make_assembly"]


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
