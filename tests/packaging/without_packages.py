"""Commands of ptxpy in a Python that lacks packages, though this one has them.

A folder on the path of Python has a `sitecustomize.py`, which processes that the command starts
load as well. It hides modules and distributions where Python looks for them, as on a machine where
they are not installed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

__all__ = ["ptxpy_without", "write_hook"]

_COMMAND = """\
import sys
import ptxpy.assemble.toolchain

ptxpy.assemble.toolchain.DEFAULT_TOOLKIT = "/nowhere"
sys.argv[0] = "ptxpy"
from ptxpy.cli import main

raise SystemExit(main())
"""
"""The command `ptxpy` on a machine without a CUDA toolkit."""

_HOOK = '''\
import os
import sys

KEPT = {*sys.stdlib_module_names, "ptxpy", "sitecustomize", *os.environ["KEPT_PACKAGES"].split()}


class Hiding:
    """A finder that does not find what is hidden."""

    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        # What Python itself makes, such as `_sysconfigdata__linux_`, is not in its list.
        if top not in KEPT and name not in KEPT and not top.startswith(("_sysconfigdata", "__")):
            return None
        return self.finder.find_spec(name, path, target)

    def find_distributions(self, context=None):
        for each in getattr(self.finder, "find_distributions", lambda _: ())(context):
            if each.metadata["Name"].replace("-", "_") in KEPT:
                yield each


sys.meta_path[:] = [Hiding(each) for each in sys.meta_path]
'''


def write_hook(folder: Path) -> None:
    """Write the module that hides packages into a folder."""
    (folder / "sitecustomize.py").write_text(_HOOK, encoding="utf-8")


def ptxpy_without(
    hook: Path, kept: Iterable[str], *arguments: str, cwd: Path
) -> subprocess.CompletedProcess[str]:
    """Run a command of ptxpy with some packages alone.

    Args:
        hook: The folder of `write_hook`.
        kept: The packages, by the names that they are imported by; a package of CUDA by that of
            its distribution, with underscores.
        arguments: Those of the command.
        cwd: The folder to run in.
    """
    path = [str(hook), *(each for each in sys.path if each)]
    environment = {
        **os.environ,
        "KEPT_PACKAGES": " ".join(kept),
        "PATH": os.pathsep.join((str(cwd), "/usr/bin", "/bin")),
        "PYTHONPATH": os.pathsep.join(path),
        "CUDA_HOME": "",
        "CUDA_PATH": "",
    }
    for name in ("PTXPY_PTXAS", "PTXPY_NVDISASM", "PTXPY_DEBUG"):
        environment.pop(name, None)
    return subprocess.run(
        [sys.executable, "-c", _COMMAND, *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
