"""The call of ptxas, in a child process."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ptxpy.assemble.assembly import Assembly, make_assembly
from ptxpy.assemble.child import FinishedProcess, Limits, execute, text
from ptxpy.assemble.messages import (
    AssembleError,
    Message,
    UnsupportedError,
    assemble_error,
    parse_log,
)
from ptxpy.assemble.toolchain import Ptxas

__all__ = ["assemble"]

_SOURCE: Final = "input.ptx"
_CUBIN: Final = "output.cubin"

_VERSION: Final = re.compile(r"Unsupported \.version ([^\s;]{1,20})")
_ARCH: Final = re.compile(r"Value '[^']*' is not defined for option 'gpu-name'")


def assemble(
    tool: Ptxas, ptx: bytes, arch: str, options: Sequence[str], limits: Limits
) -> Assembly:
    """Assemble PTX as a whole program, unless the options request another mode.

    Raises `AssembleError` if the PTX has errors, or `UnsupportedError` if this version of ptxas
    does not support the PTX version or the architecture.
    """
    # ptxas writes files beside the source with some options.
    with TemporaryDirectory(prefix="ptxpy-", ignore_cleanup_errors=True) as folder:
        Path(folder, _SOURCE).write_bytes(ptx)
        command = [str(tool.path), *options, "-v", f"-arch={arch}", "-o", _CUBIN, _SOURCE]
        finished = execute(command, limits, folder=folder)
        cubin = Path(folder, _CUBIN)
        written = cubin.read_bytes() if cubin.is_file() else b""
    if finished.status is None:
        message = f"{tool} was stopped: it took more than {limits.seconds:g} s"
        raise assemble_error(message)
    log = text(finished.output + finished.errors)
    messages = parse_log(log)
    if finished.status:
        raise _refusal(tool, arch, finished, messages)
    return make_assembly(str(tool), arch, written, log, messages)


def _refusal(
    tool: Ptxas, arch: str, finished: FinishedProcess, messages: tuple[Message, ...]
) -> AssembleError:
    """Return the exception for the errors of ptxas, or for its crash."""
    errors = [message for message in messages if message.severity == "error"]
    # A crash has no message of its own.
    if finished.status is None or finished.status < 0 or not errors:
        return AssembleError(
            [*messages, Message("error", f"{tool} crashed {finished.describe_ending()}")]
        )
    # Another ptxas may support what this one refuses.
    for message in errors:
        if (match := _VERSION.match(message.text)) is not None:
            return UnsupportedError(messages, f"{tool} does not assemble PTX {match[1]}")
        if _ARCH.fullmatch(message.text) is not None:
            reason = f"{tool} does not assemble for {arch}"
            return UnsupportedError([Message("error", reason)], reason)
    return AssembleError(messages)
