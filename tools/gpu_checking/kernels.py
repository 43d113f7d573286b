"""The section `kernels`: kernels of the corpus, against NumPy and against the other device."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from gpu_checking.capture import Capture
from gpu_checking.facts import number_of
from gpu_checking.harnesses import SimulatorOnly, harnesses, module_of
from gpu_checking.values import Array
from gpu_checking.worker import Result, Settings
from ptxpy.launch import LaunchError, load
from ptxpy.launch.cuda.assembling import gpu_target
from ptxpy.launch.cuda.device import current_context
from ptxpy.launch.cuda.device import device as gpu
from ptxpy.launch.cuda.loading import load_source
from ptxpy.launch_request import LaunchRequest, geometry_of, pack, signature_of
from ptxpy.sim.errors import SimulationError
from tests.sim.kernels import corpus

__all__ = ["Session", "jobs"]

_UNASKED_SHARED: Final = 48 << 10


def jobs() -> list[str]:
    """Return the names of all tests."""
    return [harness.name for harness in harnesses()]


class Session:
    """Runs tests on the device."""

    def __init__(self, settings: Settings, jobs: list[str]) -> None:
        """Find the tests."""
        self._reference, self._device = settings["devices"]
        self._named = {harness.name: harness for harness in harnesses() if harness.name in jobs}
        self._capture = Capture()
        self._launches = 0
        self._same: list[bool] = []
        self._most = 0.0

    def run(self, job: str) -> Result:
        """Run a test; count the results that are bit-identical to those of the other device."""
        harness = self._named[job]
        module = module_of(harness.file)
        mine = {
            "run": self._run,
            "Simulated": self._simulated,
            "pytest": SimpleNamespace(raises=_raises),
        }
        for name in mine.keys() & vars(module).keys():
            setattr(module, name, mine[name])
        self._launches, self._same = 0, []
        self._capture.take()
        function = getattr(module, harness.function)
        arguments = dict(harness.parameters)
        names = function.__code__.co_varnames[: _arity(function)]
        if "random" in names:
            arguments["random"] = np.random.default_rng(20)
        if "capsys" in names:
            arguments["capsys"] = SimpleNamespace(readouterr=self._written)
        note = ""
        try:
            function(**arguments)
        except SimulatorOnly as found:
            note = str(found)
        if not self._launches:
            return {"status": "skipped", "message": note or "it launches nothing"}
        result: Result = {"status": "ok", "launches": self._launches}
        if self._same:
            result |= {"arrays": len(self._same), "identical": sum(self._same)}
        if note:
            result["note"] = note
        return result

    def _written(self) -> SimpleNamespace:
        return SimpleNamespace(out=self._capture.take().decode(), err="")

    def _run(
        self,
        path: str,
        name: str | None,
        *arguments: Any,  # noqa: ANN401
        shared: int = 0,
        fresh: bool = False,
        **extents: Any,  # noqa: ANN401
    ) -> None:
        """Launch a kernel on both devices; the results of the first are only compared."""
        kernel = corpus.kernel(path, name, fresh=fresh)
        self._check_target(kernel.signature.target)
        copies = [each.copy() if isinstance(each, np.ndarray) else each for each in arguments]
        extents = {"grid": 1, "shared_bytes": shared, **extents}
        kept = self._capture.take()
        kernel.launch(*copies, **extents, device=self._reference)
        self._capture.take()
        if kept:
            print(kept.decode(), end="")
        self._launches += 1
        kernel.launch(*arguments, **extents, device=self._device)
        for copy, array in zip(copies, arguments, strict=True):
            if isinstance(array, np.ndarray):
                self._same.append(copy.tobytes() == array.tobytes())

    def _check_target(self, target: str) -> None:
        """Raise `SimulatorOnly` if the device is a GPU that lacks features of a target."""
        if not self._device.startswith("cuda"):
            return
        device = gpu(number_of(self._device))
        try:
            gpu_target(target, device.arch, str(device))
        except LaunchError as error:
            raise SimulatorOnly(str(error)) from None

    def _simulated(self, path: str) -> Any:  # noqa: ANN401
        module = corpus.kernel_source(path).module
        self._check_target(signature_of(module, module.kernels[0]).target)
        self._launches += 1
        if self._device.startswith("cuda"):
            return OnDevice(path, self._device, self._capture)
        return corpus.Simulated(path)


def _arity(function: Any) -> int:  # noqa: ANN401
    code = function.__code__
    return int(code.co_argcount + code.co_kwonlyargcount)


@contextmanager
def _raises(expected: type[BaseException], *, match: str = "") -> Iterator[None]:
    """A stand-in for `pytest.raises`, as a GPU raises other errors than the simulator."""
    if issubclass(expected, SimulationError):
        raise SimulatorOnly(f"up to an error that only the simulator tells: {match}")
    try:
        yield
    except expected:
        return
    raise AssertionError(f"no {expected.__name__}: {match}")


class OnDevice:
    """The counterpart of `tests.sim.kernels.corpus.Simulated` on a GPU: a module and its memory."""

    def __init__(self, path: str, device: str, capture: Capture) -> None:
        """Assemble and load a file of the corpus."""
        self._source = corpus.kernel_source(path)
        self.module = self._source.module
        self._device = gpu(number_of(device))
        self._driver = self._device.driver
        self._capture = capture
        target = signature_of(self.module, self.module.kernels[0]).target
        arch = gpu_target(target, self._device.arch, str(self._device))
        with current_context(self._device):
            self._handle = load_source(self._source, arch, self._device)

    @property
    def loaded(self) -> Any:  # noqa: ANN401
        """Do nothing: the layout of the simulator's memory does not apply to a GPU."""
        raise SimulatorOnly("it looks into the simulator")

    def put(self, array: Array) -> int:
        """Copy an array to new memory, and return its address."""
        with current_context(self._device):
            address = self._driver.allocate(array.nbytes)
        self.write(address, array)
        return address

    def write(self, place: int | str, array: Array) -> None:
        """Copy an array to an address, or to a variable."""
        data = np.ascontiguousarray(array)
        with current_context(self._device):
            self._driver.copy_in(self._address(place), data.ctypes.data, data.nbytes, 0)
            self._driver.synchronize(0)

    def get(self, place: int | str, like: Array) -> Array:
        """Return a copy of the memory at an address, or of a variable."""
        data = np.empty(like.shape, like.dtype)
        with current_context(self._device):
            self._driver.copy_out(data.ctypes.data, self._address(place), data.nbytes, 0)
            self._driver.synchronize(0)
        return data

    def run(
        self,
        name: str,
        *arguments: Any,  # noqa: ANN401
        grid: corpus.Extents = 1,
        block: corpus.Extents | None = None,
        shared: int = 0,
    ) -> bytes:
        """Run a kernel, with integers as pointers; return what it printed."""
        kernel = load(self.module, name)
        signature, packed = kernel.signature, pack(kernel.signature, arguments)
        shape = geometry_of(signature, grid, block, None, shared)
        request = LaunchRequest(kernel.source, signature, packed, shape)
        self._capture.take()
        with current_context(self._device):
            function = self._driver.function(self._handle, signature.name)
            if shared > _UNASKED_SHARED:
                attribute = "MAX_DYNAMIC_SHARED_SIZE_BYTES"
                self._driver.set_function_attribute(function, attribute, shared)
            self._driver.launch(function, request, bytearray(packed.parameters))
            self._driver.synchronize(0, signature.name)
        return self._capture.take()

    def _address(self, place: int | str) -> int:
        return self._variable(place) if isinstance(place, str) else place

    def _variable(self, name: str) -> int:
        status, address, _ = self._driver.api.cuModuleGetGlobal(self._handle, name.encode())
        if int(status):
            raise KeyError(f"no variable {name} in the module: error {int(status)}")
        return int(address)
