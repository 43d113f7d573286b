"""`assemble`: PTX text to a cubin, with the first assembler that supports it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from ptxpy.assemble import nvjitlink, ptxas, toolchain
from ptxpy.assemble.assembly import Assembly
from ptxpy.assemble.child import DEFAULT_LIMITS, AssemblerMissingError, Limits
from ptxpy.assemble.messages import AssembleError, Message, UnsupportedError, assemble_error

__all__ = ["AssemblerName", "assemble", "target_of"]

AssemblerName: TypeAlias = Literal["ptxas", "nvjitlink"]
"""The assemblers: the program of the toolkit, or the library that comes as a wheel."""

_TARGET: Final = re.compile(
    rb"//[^\n]*|/\*.*?(?:\*/|\Z)|\.target\b[^\n]{0,200}?\b(?P<arch>sm_[0-9]{1,4}[af]?)\b", re.DOTALL
)
"""A comment, or a `.target` directive with its architecture (PTX ISA 9.0, section 11.1.2)."""

_ARCH: Final = re.compile(r"sm_[0-9]{1,4}[af]?")


def assemble(
    source: str | bytes,
    *,
    arch: str | None = None,
    options: Sequence[str] = (),
    limits: Limits = DEFAULT_LIMITS,
    assembler: AssemblerName | None = None,
) -> Assembly:
    """Assemble PTX for an architecture, by default that of its ``.target``.

    By default ptxas is used if it is found, else nvJitLink; the result names the assembler. ptxas
    is looked for in this order: the wheel ``nvidia-cuda-nvcc`` (``ptxpy[ptxas]``), ``PATH``,
    ``CUDA_HOME``, ``CUDA_PATH``, ``/usr/local/cuda``. A ptxas that does not support the version of
    the PTX or the architecture is skipped, and finally nvJitLink is tried; the messages list the
    assemblers that were skipped. If the environment variable ``PTXPY_PTXAS`` is set, only the ptxas
    at that path is used.

    Options are passed to the assembler unchanged: ``-O0`` or ``--warn-on-spills`` to ptxas, which
    runs in a temporary folder, ``-O0`` or ``-Xptxas=--warn-on-spills`` to nvJitLink. Since these
    differ, options without `assembler` raise `ValueError`.

    The assembler runs in a child process, with limits. Raises `AssembleError` if the PTX has
    errors, or the assembler crashes or takes too long, `UnsupportedError` if every assembler on
    this machine is too old for it; `AssemblerMissingError` if there is none.

    nvJitLink assembles like `ptxas --compile-only`, and then links. Register counts therefore
    differ from those of ptxas for a whole program, by a factor of three for some kernels;
    ``setmaxnreg`` is ignored, with a message; PTX older than 3.1 is not supported. Neither
    assembles PTX that calls a function defined elsewhere, except ptxas with the option ``-c``.
    """
    # A misspelt name would otherwise mean "any".
    if assembler not in {None, *get_args(AssemblerName)}:
        message = f"no assembler {assembler!r}; expected 'ptxas' or 'nvjitlink'"
        raise ValueError(message)
    if options and assembler is None:
        message = "options need assembler='ptxas' or 'nvjitlink': their options differ"
        raise ValueError(message)
    ptx = _ptx(source)
    if arch is None:
        arch = target_of(ptx)
    elif _ARCH.fullmatch(arch) is None:
        message = f"not an architecture: {arch!r}; expected a name such as 'sm_90a'"
        raise assemble_error(message)
    if assembler == "nvjitlink":
        return nvjitlink.assemble(ptx, arch, options, limits)
    # A ptxas that the user names is the only one that is tried.
    if (path := toolchain.find_configured()) is not None:
        return ptxas.assemble(_probe_named(path, limits), ptx, arch, options, limits)
    return _assemble_with_first(ptx, arch, options, limits, link=assembler is None)


def _assemble_with_first(
    ptx: bytes, arch: str, options: Sequence[str], limits: Limits, *, link: bool
) -> Assembly:
    """Assemble with the first assembler that supports the PTX version and the architecture.

    nvJitLink is tried last, if `link` allows it.
    """
    passed: dict[str, Message] = {}  # why assemblers were skipped, by their names
    refusal: UnsupportedError | None = None
    try:
        for path in toolchain.candidates():
            try:
                tool = toolchain.probe(path, limits)
                # Two paths may lead to the same version, which would refuse again.
                if str(tool) in passed:
                    continue
                return _prepend_messages(ptxas.assemble(tool, ptx, arch, options, limits), passed)
            except AssemblerMissingError as error:
                passed[str(path)] = Message("info", str(error))
            except UnsupportedError as error:
                refusal = error
                passed[str(tool)] = Message("info", error.reason)
        if link:
            try:
                return _prepend_messages(nvjitlink.assemble(ptx, arch, options, limits), passed)
            except AssemblerMissingError as error:
                # The refusal of a ptxas says more than that nvJitLink is missing, too.
                if refusal is None:
                    message = f"{'; '.join(map(str, passed.values())) or 'no ptxas'}, and {error}"
                    raise AssemblerMissingError(message) from None
        if refusal is not None:
            raise refusal
    except UnsupportedError as error:
        raise UnsupportedError([*passed.values(), *error.messages], error.reason) from None
    except AssembleError as error:
        raise AssembleError([*passed.values(), *error.messages]) from None
    found = "".join(f"; {message.text}" for message in passed.values())
    message = f"{toolchain.missing_ptxas()}{found}"
    raise AssemblerMissingError(message)


def _prepend_messages(assembly: Assembly, passed: dict[str, Message]) -> Assembly:
    """Return the assembly, with the messages about skipped assemblers first."""
    return assembly._replace(messages=(*passed.values(), *assembly.messages))


def _probe_named(path: Path, limits: Limits) -> toolchain.Ptxas:
    try:
        return toolchain.probe(path, limits)
    except AssemblerMissingError as error:
        message = f"{toolchain.VARIABLE}: {error}"
        raise AssemblerMissingError(message) from None


def target_of(ptx: bytes) -> str:
    """Return the first architecture in the PTX; raise `AssembleError` without one."""
    # The pattern passes over comments, in which `.target` may be named.
    for match in _TARGET.finditer(ptx):
        if match["arch"] is not None:
            return match["arch"].decode("ascii")
    message = "no .target directive names an architecture"
    raise assemble_error(message)


def _ptx(source: str | bytes) -> bytes:
    """Return the bytes to assemble, without trailing NUL bytes, as C strings have."""
    ptx = (source if isinstance(source, bytes) else _encode(source)).rstrip(b"\0")
    if not ptx.strip():
        message = "the source is empty"
        raise assemble_error(message)
    # An assembler reads a C string, and would stop at the NUL byte without a message.
    if (nul := ptx.find(b"\0")) >= 0:
        message = "a NUL byte in the source, at which assemblers stop"
        raise assemble_error(message, ptx.count(b"\n", 0, nul) + 1)
    return ptx


def _encode(source: str) -> bytes:
    try:
        return source.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        message = f"the source contains {source[error.start]!r}, which has no encoding"
        raise assemble_error(message, source.count("\n", 0, error.start) + 1) from None
