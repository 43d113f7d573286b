"""The call of nvJitLink, in a child process."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ptxpy._extras import install_command
from ptxpy._records import NamedTuple
from ptxpy.assemble.assembly import Assembly, make_assembly
from ptxpy.assemble.child import AssemblerMissingError, Limits, execute, text
from ptxpy.assemble.messages import AssembleError, Message, assemble_error, parse_log

__all__ = ["assemble"]

WORKER: Final = Path(__file__).with_name("_worker.py")

_SUCCESS: Final = "fine"

_REFUSALS: Final = {
    "ERROR_UNRECOGNIZED_ARCH": "{name} does not know {arch}",
    "ERROR_UNSUPPORTED_ARCH": "{name} does not assemble for {arch}",
    "ERROR_UNRECOGNIZED_OPTION": "{name} does not know one of the options",
    "ERROR_INCOMPATIBLE_OPTIONS": "{name} cannot combine the options",
    "ERROR_INCORRECT_INPUT_TYPE": "the source does not look like PTX",
}
"""Messages for errors that nvJitLink does not describe, or not helpfully."""


class Reply(NamedTuple):
    """The result of a call of nvJitLink."""

    status: str
    """``fine``, or nvJitLink's name of the error: ``ERROR_PTX_COMPILE``."""
    cubin: bytes
    errors: str
    """The error log."""
    infos: str
    """The info log."""


def assemble(ptx: bytes, arch: str, options: Sequence[str], limits: Limits) -> Assembly:
    """Assemble PTX.

    Raises `AssembleError` if it has errors, `AssemblerMissingError` if nvJitLink is not found.
    """
    name, reply = _run_worker(ptx, arch, options, limits)
    # The log of such an error is empty or misleading.
    if reply.status in _REFUSALS:
        raise assemble_error(_REFUSALS[reply.status].format(name=name, arch=arch))
    messages = (*parse_log(reply.errors), *parse_log(reply.infos))
    if reply.status == _SUCCESS:
        return make_assembly(name, arch, reply.cubin, reply.infos, messages)
    # nvJitLink may fail without a log, for lack of memory for example.
    if all(message.severity != "error" or message.from_library for message in messages):
        silent = f"{name} gives no reason: {reply.status}; perhaps too little memory"
        messages = (*messages, Message("error", silent))
    raise AssembleError(messages)


def _run_worker(ptx: bytes, arch: str, options: Sequence[str], limits: Limits) -> tuple[str, Reply]:
    """Run the worker; return the name and version of the library, and its result."""
    request = json.dumps({"arch": arch, "options": list(options)}).encode("ascii")
    # `-P` keeps the folder of the script out of the path: its modules could hide others.
    command = [sys.executable, "-P", str(WORKER)]
    feed = b"%s\n%s" % (request, ptx)
    finished = execute(
        command,
        limits,
        feed=feed,
        environment={
            **os.environ,
            # The child has the same modules as this process, which may have changed its path.
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        },
    )
    hello, _, answer = finished.output.partition(b"\n")
    greeting = json.loads(hello) if hello.startswith(b"{") else {}
    if "missing" in greeting:
        message = f"no nvJitLink; {install_command('assemble')} ({greeting['missing']})"
        raise AssemblerMissingError(message)
    name = f"nvJitLink {greeting['version']}" if greeting else "nvJitLink"
    if finished.status is None:
        message = f"{name} was stopped: it took more than {limits.seconds:g} s"
        raise assemble_error(message)
    # Damaged PTX can crash the library, which is why it runs in a process of its own.
    if finished.status:
        message = f"{name} crashed {finished.describe_ending()}"
        raise assemble_error(message)
    header, _, rest = answer.partition(b"\n")
    result = json.loads(header)
    cubin, errors, _ = result["sizes"]
    logs = text(rest[cubin : cubin + errors]), text(rest[cubin + errors :])
    return name, Reply(result["status"], rest[:cubin], *logs)
