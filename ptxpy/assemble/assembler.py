"""From PTX text to a cubin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from ptxpy.assemble.child import DEFAULT_LIMITS, Limits, Reply, run
from ptxpy.assemble.messages import AssembleError, Message, failure, parse_log
from ptxpy.assemble.resources import Resources, resources

__all__ = ["Assembly", "assemble", "target_of"]

_TARGET: Final = re.compile(
    rb"//[^\n]*|/\*.*?(?:\*/|\Z)|\.target\b[^\n]{0,200}?\b(?P<arch>sm_[0-9]{1,4}[af]?)\b", re.DOTALL
)
"""A comment, or the directive with its architecture (PTX ISA 9.0, section 11.1.2)."""

_ARCH: Final = re.compile(r"sm_[0-9]{1,4}[af]?")


class Assembly(NamedTuple):
    """A cubin, and what was said about it."""

    cubin: bytes
    """An ELF file that the driver loads."""
    arch: str
    """The architecture it is for: ``sm_90a``."""
    kernels: tuple[Resources, ...]
    """What the kernels and functions in it need."""
    messages: tuple[Message, ...]
    """Warnings and information."""
    assembler: str
    """Name and version of the assembler: ``nvJitLink 13.5``."""


def assemble(
    source: str | bytes,
    *,
    arch: str | None = None,
    options: Sequence[str] = (),
    limits: Limits = DEFAULT_LIMITS,
) -> Assembly:
    """Assemble PTX for an architecture, by default that of its ``.target``.

    Options are nvJitLink's, such as ``-lineinfo``, ``-O0`` or ``-Xptxas=--warn-on-spills``.
    It runs in a process of its own, with limits. `AssembleError` says why PTX was refused;
    `AssemblerMissing` is raised when nvJitLink is not installed.

    nvJitLink assembles as `ptxas --compile-only` does, and links afterwards. So registers differ
    from those that `ptxas` gives a whole program, by a factor of three for some kernels;
    ``setmaxnreg`` is ignored, which a message tells; PTX older than 3.1 is refused.
    """
    ptx = _ptx(source)
    if arch is None:
        arch = target_of(ptx)
    elif _ARCH.fullmatch(arch) is None:
        message = f"not an architecture: {arch!r}; one is 'sm_90a'"
        raise failure(message)
    reply = run(ptx, arch, options, limits)
    if not reply.fine:
        raise _refusal(reply, arch)
    return Assembly(
        cubin=reply.cubin,
        arch=arch,
        kernels=resources(reply.infos, reply.cubin, arch),
        messages=(*parse_log(reply.errors), *parse_log(reply.infos)),
        assembler=f"nvJitLink {reply.version}",
    )


def target_of(ptx: bytes) -> str:
    """Return the architecture that PTX names first; `AssembleError` when it names none."""
    for match in _TARGET.finditer(ptx):
        if match["arch"] is not None:
            return match["arch"].decode("ascii")
    message = "no .target directive names an architecture"
    raise failure(message)


def _ptx(source: str | bytes) -> bytes:
    """Return the bytes to assemble: without the NUL bytes at its end, as C has one there."""
    ptx = (source if isinstance(source, bytes) else _encode(source)).rstrip(b"\0")
    if not ptx.strip():
        message = "the source is empty"
        raise failure(message)
    if (nul := ptx.find(b"\0")) >= 0:
        message = "a NUL byte, at which nvJitLink would stop reading"
        raise failure(message, ptx.count(b"\n", 0, nul) + 1)
    return ptx


def _encode(source: str) -> bytes:
    try:
        return source.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        message = f"the source holds {source[error.start]!r}, which has no bytes"
        raise failure(message, source.count("\n", 0, error.start) + 1) from None


_REFUSALS: Final = {
    "ERROR_UNRECOGNIZED_ARCH": "nvJitLink {version} does not know {arch}",
    "ERROR_UNSUPPORTED_ARCH": "nvJitLink {version} does not assemble for {arch}",
    "ERROR_UNRECOGNIZED_OPTION": "nvJitLink {version} does not know one of the options",
    "ERROR_INCOMPATIBLE_OPTIONS": "nvJitLink {version} cannot combine the options",
    "ERROR_INCORRECT_INPUT_TYPE": "the source does not look like PTX",
}
"""Errors for which nvJitLink has no words of its own, or none that help."""


def _refusal(reply: Reply, arch: str) -> AssembleError:
    """Return the exception for what nvJitLink refused."""
    template = _REFUSALS.get(reply.status)
    if template is not None:
        return failure(template.format(version=reply.version, arch=arch))
    messages = (*parse_log(reply.errors), *parse_log(reply.infos))
    if all(message.severity != "error" or message.from_library for message in messages):
        text = (
            f"nvJitLink {reply.version} does not say why: {reply.status}; too little memory, maybe"
        )
        messages = (*messages, Message("error", text))
    return AssembleError(messages)
