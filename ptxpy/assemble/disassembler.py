"""`disassemble`: a cubin to the text of its machine code (SASS), by nvdisasm."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from ptxpy._extras import install_command
from ptxpy.assemble.child import DEFAULT_LIMITS, Limits, execute, text
from ptxpy.assemble.toolchain import find_program

__all__ = ["DisassembleError", "DisassemblerMissingError", "disassemble"]

VARIABLE: Final = "PTXPY_NVDISASM"
"""The environment variable with the path of the nvdisasm to use, instead of any other."""

_WHEEL: Final = "nvidia-cuda-nvdisasm"
"""The package on PyPI with nvdisasm."""

_CUBIN: Final = "input.cubin"


class DisassemblerMissingError(RuntimeError):
    """No nvdisasm was found, or it does not run; the message says what to install."""


class DisassembleError(RuntimeError):
    """nvdisasm does not read the cubin, or was stopped."""


def disassemble(
    cubin: bytes,
    *,
    ptx_lines: bool = False,
    life_ranges: bool = False,
    encodings: bool = False,
    limits: Limits = DEFAULT_LIMITS,
) -> str:
    """Return the machine code of a cubin as text, with all functions.

    With `ptx_lines`, the line of PTX is before the instructions that came from the line, if the
    cubin was assembled with the option ``-lineinfo``. With `life_ranges`, a table of the registers
    in use is beside them; nvdisasm writes one or the other. With `encodings`, the bits of each
    instruction are behind it.

    nvdisasm is looked for in the wheel ``nvidia-cuda-nvdisasm`` (``ptxpy[view]``), on ``PATH``, in
    ``CUDA_HOME``, ``CUDA_PATH`` and ``/usr/local/cuda``; if the environment variable
    ``PTXPY_NVDISASM`` is set, the one at that path is used. It runs in a child process, with
    limits.

    Raises `ValueError` if both are asked for, `DisassemblerMissingError` without an nvdisasm that
    runs, `DisassembleError` for bytes that it does not read, such as a cubin for an architecture
    that is newer than it.
    """
    if ptx_lines and life_ranges:
        message = "nvdisasm writes lines of PTX or life ranges, not both"
        raise ValueError(message)
    extra = ["--print-line-info-ptx"] if ptx_lines else []
    extra += ["--print-life-ranges"] if life_ranges else []
    extra += ["--print-instruction-encoding"] if encodings else []
    named = os.environ.get(VARIABLE)
    # A relative path would be looked for in the temporary folder.
    path = Path(named).absolute() if named else find_program("nvdisasm", _WHEEL)
    if path is None:
        message = f"no nvdisasm; {install_command('view')}, or set {VARIABLE} to its path"
        raise DisassemblerMissingError(message)
    with TemporaryDirectory(prefix="ptxpy-", ignore_cleanup_errors=True) as folder:
        # nvdisasm reads files only.
        Path(folder, _CUBIN).write_bytes(cubin)
        try:
            words = [str(path), "--print-code", *extra, _CUBIN]
            finished = execute(words, limits, folder=folder)
        except OSError as error:
            message = f"{path} does not run: {error.strerror or error}"
            raise DisassemblerMissingError(message) from None
    if finished.status is None:
        message = f"nvdisasm was stopped: it took more than {limits.seconds:g} s"
        raise DisassembleError(message)
    if finished.status:
        message = f"nvdisasm does not read the cubin {finished.describe_ending()}"
        raise DisassembleError(message)
    return text(finished.output)
