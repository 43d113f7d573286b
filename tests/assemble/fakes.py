"""A machine without CUDA, on which programs called ptxas can be put."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ptxpy.assemble import toolchain

if TYPE_CHECKING:
    import pytest

VERSION = "echo 'Cuda compilation tools, release {version}, V{version}.1'"

TOO_OLD = """\
echo "ptxas input.ptx, line 1; fatal   : Unsupported .version 8.0; current version is '7.8'" >&2
echo "ptxas fatal   : Ptx assembly aborted due to errors" >&2
exit 255
"""

NO_SUCH_ARCH = """\
echo "ptxas fatal   : Value 'sm_80' is not defined for option 'gpu-name'" >&2
exit 255
"""


class Machine(NamedTuple):
    """Where programs are put: in folders of their own."""

    folder: Path
    cubin: Path
    """What `works` gives."""

    def put(self, place: str, script: str, version: str = "13.9") -> Path:
        """Put a ptxas with a version somewhere, that does what the script says, and return it."""
        tell = VERSION.format(version=version)
        return self.put_raw(place, f'[ "$1" = --version ] && {{ {tell}; exit 0; }}\n{script}')

    def put_raw(self, place: str, script: str) -> Path:
        """Put a program somewhere."""
        path = self.folder / place / "ptxas"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    @property
    def works(self) -> str:
        """The script of a ptxas that gives a cubin."""
        return f"/bin/cp {shlex.quote(str(self.cubin))} output.cubin"

    def read(self, name: str) -> str:
        """Return the text of a file that a script has written, '' when it has not."""
        path = self.folder / name
        return path.read_text(encoding="utf-8") if path.exists() else ""


def empty_machine(folder: Path, cubin: bytes, patch: pytest.MonkeyPatch) -> Machine:
    """Return a machine: what this one has is not found."""
    machine = Machine(folder, folder / "some.cubin")
    machine.cubin.write_bytes(cubin)
    patch.setenv("PATH", str(folder / "path"))
    for name in (toolchain.VARIABLE, "CUDA_HOME", "CUDA_PATH"):
        patch.delenv(name, raising=False)
    patch.setattr(toolchain, "WHEEL", "ptxpy-has-no-such-wheel")
    patch.setattr(toolchain, "DEFAULT_TOOLKIT", str(folder / "default"))
    return machine
