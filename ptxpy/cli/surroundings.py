"""The surroundings of all commands: variables, files, exit statuses.

`ptxpy help environment` and the manual page show them.
"""

from __future__ import annotations

from typing import Final

__all__ = ["ENVIRONMENT", "FILES", "SEE_ALSO", "STATUSES"]

ENVIRONMENT: Final = {
    "PTXPY_PTXAS": "the ptxas to use, in place of any other",
    "PTXPY_NVDISASM": "the nvdisasm to use, in place of any other",
    "PTXPY_ENGINE": "what runs kernels on the CPU: interpreted, compiled or auto",
    "PTXPY_CACHE": "the folder of all caches, or `off`",
    "PTXPY_DEBUG": "if set, an internal error shows its traceback",
    "NO_COLOR": "if set, output has no colours",
    "FORCE_COLOR": "if set, output has colours though it is no terminal; NO_COLOR comes first",
    "XDG_CACHE_HOME": "the folder of the caches of all programs",
    "CC": "the C compiler, with which `ptxpy exec` builds its driver once",
}
FILES: Final = {
    "~/.cache/ptxpy": "imported programs, compiled kernels and others; `ptxpy cache` lists them",
    "pyproject.toml": "[tool.ptxpy] has the settings of `ptxpy check` for files below its folder",
}
STATUSES: Final = {
    "0": "the command has done what it was asked for",
    "1": "a file has an error, differs, or does not come back; a kernel or its results are at "
    "fault; `isa` knows no such name",
    "2": "the command cannot do its work: a wrong option, a file that cannot be read",
    "130": "it was interrupted, by Ctrl-C",
    "141": "the reader of its output has gone",
    "others": "of `exec` and `capture`: the status of the program, 127 where there is none",
}
SEE_ALSO: Final = ("ptxas(1)", "nvdisasm(1)", "cuobjdump(1)", "nvcc(1)", "cuda-gdb(1)")
