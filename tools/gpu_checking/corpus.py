"""The section `corpus`: files of the corpus, assembled and loaded."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from gpu_checking.facts import number_of
from gpu_checking.worker import Result, Settings
from ptxpy.ir import nodes as n
from ptxpy.launch.cuda.assembling import gpu_target
from ptxpy.launch.cuda.device import current_context
from ptxpy.launch.cuda.device import device as gpu
from ptxpy.launch.cuda.loading import load_source
from ptxpy.launch_request import LaunchError, ModuleSource, signature_of
from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.syntax import parse

__all__ = ["Session", "jobs"]

_ROOT: Final = Path(__file__).resolve().parents[2] / "corpus"


def jobs() -> list[str]:
    """Return the files, ordered by size."""
    files = sorted(_ROOT.rglob("*.ptx"), key=lambda path: (path.stat().st_size, path))
    return [path.relative_to(_ROOT).as_posix() for path in files]


class Session:
    """Loads files on the device."""

    def __init__(self, settings: Settings, jobs: list[str]) -> None:
        """Prepare for a device."""
        del jobs
        self._device: str = settings["devices"][1]

    def run(self, job: str) -> Result:
        """Load a file, and look up its kernels."""
        data = (_ROOT / job).read_bytes()
        source = ModuleSource(parse(data, filename=job), job, data)
        kernels = source.module.kernels
        if not self._device.startswith("cuda"):
            LoadedModule(source.module)
            return {"status": "ok", "kernels": len(kernels)}
        named = [item.names[0] for item in source.module.body if type(item) is n.Target]
        chosen = gpu(number_of(self._device))
        try:
            arch = gpu_target(named[0] if named else "", chosen.arch, str(chosen))
        except LaunchError as error:
            return {"status": "skipped", "message": str(error)}
        calls = chosen.driver
        with current_context(chosen):
            module = load_source(source, arch, chosen)
            try:
                for kernel in kernels:
                    name = signature_of(source.module, kernel).name
                    function = calls.function(module, name)
                    calls.function_attribute(function, "NUM_REGS")
            finally:
                with contextlib.suppress(Exception):
                    calls.unload_module(module)
        return {"status": "ok", "kernels": len(kernels)}
