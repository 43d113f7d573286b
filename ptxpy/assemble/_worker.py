"""The child process that calls nvJitLink, which may crash or hang on damaged PTX.

It runs as a script and does not import ptxpy, so that it starts quickly. Standard input is a line
of JSON, `{"arch": …, "options": […]}`, followed by the PTX. Standard output is a line of JSON,
`{"version": …}` or `{"missing": reason}`, a line `{"status": …, "sizes": […]}` after the work, and
then the cubin, the error log and the info log, of these sizes.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Sequence
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_void_p
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO, Final

from ptxpy._records import NamedTuple

SUCCESS: Final = "fine"
"""The status if there is a cubin. Any other status is nvJitLink's name of an error."""

_LIBRARY: Final = {"linux": "libnvJitLink.so.13", "win32": "nvJitLink_130_0.dll"}
_ROOTS: Final = ("CUDA_HOME", "CUDA_PATH", "CONDA_PREFIX")
"""Environment variables that name folders with libraries of CUDA."""
PTX: Final = 2
"""`NVJITLINK_INPUT_PTX`."""
STATUSES: Final = (
    SUCCESS,
    "ERROR_UNRECOGNIZED_OPTION",
    "ERROR_MISSING_ARCH",
    "ERROR_INVALID_INPUT",
    "ERROR_PTX_COMPILE",
    "ERROR_NVVM_COMPILE",
    "ERROR_INTERNAL",
    "ERROR_THREADPOOL",
    "ERROR_UNRECOGNIZED_INPUT",
    "ERROR_FINALIZE",
    "ERROR_NULL_INPUT",
    "ERROR_INCOMPATIBLE_OPTIONS",
    "ERROR_INCORRECT_INPUT_TYPE",
    "ERROR_ARCH_MISMATCH",
    "ERROR_OUTDATED_LIBRARY",
    "ERROR_MISSING_FATBIN",
    "ERROR_UNRECOGNIZED_ARCH",
    "ERROR_UNSUPPORTED_ARCH",
    "ERROR_LTO_NOT_ENABLED",
)
"""The names of `nvJitLinkResult`, without `NVJITLINK_`, by their numbers."""


class Outcome(NamedTuple):
    """The status, the cubin and the logs of one call of nvJitLink."""

    status: str
    cubin: bytes = b""
    errors: bytes = b""
    infos: bytes = b""


def load_library() -> ctypes.CDLL:
    """Load nvJitLink 13 from its package, a CUDA toolkit or Conda, or where the system looks.

    Raises `OSError` without it, or for one that cannot be loaded.
    """
    name = _LIBRARY.get(sys.platform, _LIBRARY["linux"])
    package = find_spec("nvidia")
    folders = package.submodule_search_locations if package is not None else None
    places = [Path(each) / "cu13" for each in folders or ()]
    places += [Path(os.environ[each]) for each in _ROOTS if os.environ.get(each)]
    for place in places:
        for folder in ("lib", "lib64", "bin", "bin/x64", "bin/x86_64"):
            if (place / folder / name).is_file():
                return ctypes.CDLL(str(place / folder / name))
    return ctypes.CDLL(name)


def library_version(library: ctypes.CDLL) -> str:
    """Return the version of nvJitLink: `13.5`."""
    major, minor = c_uint(), c_uint()
    library.nvJitLinkVersion(byref(major), byref(minor))
    return f"{major.value}.{minor.value}"


def assemble(library: ctypes.CDLL, ptx: bytes, arch: str, options: Sequence[str]) -> Outcome:
    """Assemble and link one PTX file."""

    def call(name: str, *arguments: object) -> str:
        # Each version of the library has the functions of all versions since 13.0.
        return _status(getattr(library, f"__nvJitLink{name}_13_0")(*arguments))

    def read(name: str) -> bytes:
        size = c_size_t()
        call(f"{name}Size", handle, byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        if size.value:
            call(name, handle, buffer)
        return buffer.raw

    # Its cache, in the user's home, would give no log; it also loads the driver.
    words = [word.encode() for word in (f"-arch={arch}", "-verbose", "-no-cache", *options)]
    handle = c_void_p()
    # The handle is created with the options, so a wrong option fails here.
    status = call("Create", byref(handle), c_uint(len(words)), (c_char_p * len(words))(*words))
    if status != SUCCESS:
        return Outcome(status)
    status = call("AddData", handle, c_int(PTX), ptx, c_size_t(len(ptx)), b"ptx")
    if status == SUCCESS:
        status = call("Complete", handle)
    # The cubin can be read only after the linking is complete, the logs after an error as well:
    # they have the reasons.
    cubin = read("GetLinkedCubin") if status == SUCCESS else b""
    return Outcome(status, cubin, read("GetErrorLog"), read("GetInfoLog"))


def _status(number: int) -> str:
    """Return the name of a status: `ERROR_PTX_COMPILE` for 4."""
    return STATUSES[number] if number < len(STATUSES) else f"ERROR_{number}"


def main(source: BinaryIO, target: BinaryIO) -> None:
    """Read one request, assemble, and write the result."""
    try:
        library = load_library()
        version = library_version(library)
    except (AttributeError, OSError) as error:
        write_line(target, {"missing": f"{type(error).__name__}: {error}"})
        return
    # The version is sent before the work, which may crash the process.
    write_line(target, {"version": version})
    request = json.loads(source.readline())
    status, *parts = assemble(library, source.read(), request["arch"], request["options"])
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
