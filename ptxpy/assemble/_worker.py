"""The child process that calls nvJitLink, which may crash or hang on damaged PTX.

It runs as a script and does not import ptxpy, so that it starts quickly. Standard input is a line
of JSON, `{"arch": …, "options": […]}`, followed by the PTX. Standard output is a line of JSON,
`{"version": …}` or `{"missing": reason}`, a line `{"status": …, "sizes": […]}` after the work, and
then the cubin, the error log and the info log, of these sizes.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, BinaryIO, Final

from ptxpy._records import NamedTuple

SUCCESS: Final = "fine"
"""The status if there is a cubin. Any other status is nvJitLink's name of an error."""


class Outcome(NamedTuple):
    """The status, the cubin and the logs of one call of nvJitLink."""

    status: str
    cubin: bytes = b""
    errors: bytes = b""
    infos: bytes = b""


def assemble(nvjitlink: ModuleType, ptx: bytes, arch: str, options: Sequence[str]) -> Outcome:
    """Assemble and link one PTX file."""
    # Its cache, in the user's home, would give no log; it also loads the driver.
    arguments = [f"-arch={arch}", "-verbose", "-no-cache", *options]
    try:
        # The handle is created with the options, so a wrong option fails here.
        handle = nvjitlink.create(len(arguments), arguments)
    except nvjitlink.nvJitLinkError as error:
        return Outcome(_status(error))
    status, cubin = SUCCESS, b""
    try:
        nvjitlink.add_data(handle, nvjitlink.InputType.PTX, ptx, len(ptx), "ptx")
        nvjitlink.complete(handle)
        # The cubin can be read only after the linking is complete.
        cubin = _read(handle, nvjitlink.get_linked_cubin_size, nvjitlink.get_linked_cubin)
    except nvjitlink.nvJitLinkError as error:
        status = _status(error)
    # The logs are read after an error as well: they have the reasons.
    errors = _read(handle, nvjitlink.get_error_log_size, nvjitlink.get_error_log)
    infos = _read(handle, nvjitlink.get_info_log_size, nvjitlink.get_info_log)
    return Outcome(status, cubin, errors, infos)


def _status(error: Exception) -> str:
    """Return nvJitLink's name of an error: `ERROR_PTX_COMPILE` for `ERROR_PTX_COMPILE (4)`."""
    return str(error).partition(" ")[0] or type(error).__name__


def _read(
    handle: object, measure: Callable[[object], int], fill: Callable[[object, bytearray], object]
) -> bytes:
    size = measure(handle)
    buffer = bytearray(size)
    if size:
        fill(handle, buffer)
    return bytes(buffer)


def main(source: BinaryIO, target: BinaryIO) -> None:
    """Read one request, assemble, and write the result."""
    try:
        nvjitlink = importlib.import_module("cuda.bindings.nvjitlink")
        version = ".".join(map(str, nvjitlink.version()))
    except Exception as error:  # noqa: BLE001 - exceptions of the loader differ by version
        write_line(target, {"missing": f"{type(error).__name__}: {error}"})
        return
    # The version is sent before the work, which may crash the process.
    write_line(target, {"version": version})
    request = json.loads(source.readline())
    status, *parts = assemble(nvjitlink, source.read(), request["arch"], request["options"])
    write_line(target, {"status": status, "sizes": [len(part) for part in parts]})
    target.writelines(parts)
    target.flush()


def write_line(target: BinaryIO, what: dict[str, Any]) -> None:
    """Write a line of JSON and flush it."""
    target.write(json.dumps(what).encode("ascii") + b"\n")
    target.flush()


if __name__ == "__main__":
    # The library may print to standard output, which must not mix with the result.
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    main(sys.stdin.buffer, answer)
    answer.close()
    os._exit(0)  # skip the library's clean-up, which takes as long as a small kernel
