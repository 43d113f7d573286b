"""A CUDA driver whose GPU is the simulator, for processes that load this module.

A cubin is the PTX that it would be made of. Memory of the GPU has addresses of its own: a parameter
with such an address is translated for a launch, and all memory is copied there and back.
"""

from __future__ import annotations

import ctypes
import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from ptxpy.assemble import Assembly
from ptxpy.check import check_text
from ptxpy.ir import nodes as n
from ptxpy.launch import load
from ptxpy.launch.cuda import assembling, driver
from ptxpy.launch_request import signature_of
from ptxpy.sim.errors import UnsupportedError
from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.sim.machine.geometry import Geometry
from ptxpy.syntax import parse
from tests.launch.cuda.fake_driver import FUNCTIONS, OK, FakeDriver

__all__ = ["ARCH", "FAULT", "SimulatedDriver"]

REAL = importlib.import_module("cuda.bindings.driver")

FAULT = "PTXPY_TEST_FAULTY_KERNEL"
"""The environment variable with the name of a kernel that uses an illegal address."""

ARCH = "PTXPY_TEST_ARCH"
"""The environment variable with the compute capability times 10; 90 without it."""

Array = np.ndarray[Any, Any]


class _Module:
    """A loaded module. Its variables have addresses of the GPU that are those of the simulator."""

    def __init__(self, image: bytes) -> None:
        self.tree: n.Module = parse(image)
        self.loaded = LoadedModule(self.tree)


@dataclass(frozen=True)
class _Function:
    module: _Module
    name: str


class SimulatedDriver(FakeDriver):
    """What `cuda.bindings.driver` is on a machine with such a GPU."""

    def __init__(self) -> None:
        super().__init__({}, arch=int(os.environ.get(ARCH, "90")))
        self.broken = False
        self.last: _Module | None = None
        self.capturing: dict[int, list[Callable[[], None]]] = {}
        """By stream: the launches that it has got since a capture began."""

    def __getattr__(self, name: str) -> Any:
        if name not in OWN:
            return super().__getattr__(name)
        function = OWN[name]

        def call(*arguments: Any) -> tuple[Any, ...]:
            if self.broken:
                return (REAL.CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, None)
            result = function(self, *arguments)
            if self.broken:
                return (REAL.CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, None)
            if result is None:
                return (OK,)
            if isinstance(result, REAL.CUresult):
                return (result, None)
            return (OK, *result) if isinstance(result, tuple) else (OK, result)

        return call

    def launch(
        self,
        config: Any,
        function: _Function,
        parameters: int,
    ) -> None:
        """Run a kernel, or add it to the graph that its stream captures."""
        tree, loaded = function.module.tree, function.module.loaded
        signature = signature_of(tree, load(tree, function.name).function)
        if function.name == os.environ.get(FAULT):
            self.broken = True
            return
        packed = bytearray(signature.size)
        pointers = (ctypes.c_void_p * len(signature.parameters)).from_address(parameters or 1)
        for parameter, pointer in zip(signature.parameters, pointers, strict=True):
            offset, size = parameter.offset or 0, parameter.size or 0
            packed[offset : offset + size] = ctypes.string_at(pointer or 0, size)
        grid = (config.gridDimX, config.gridDimY, config.gridDimZ)
        block = (config.blockDimX, config.blockDimY, config.blockDimZ)
        attributes = {each.id.name: each.value for each in config.attrs[: config.numAttrs]}
        cooperative = "CU_LAUNCH_ATTRIBUTE_COOPERATIVE" in attributes
        cluster = (1, 1, 1)
        if "CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION" in attributes:
            size = attributes["CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION"].clusterDim
            cluster = (size.x, size.y, size.z)
        geometry = Geometry(grid, block, cluster, cooperative=cooperative)
        work = partial(
            self.run, loaded, signature.name, bytes(packed), geometry, config.sharedMemBytes
        )
        captured = self.capturing.get(int(config.hStream))
        if captured is None:
            work()
        else:
            captured.append(work)

    def run(
        self,
        loaded: LoadedModule,
        name: str,
        parameters: bytes,
        geometry: Geometry,
        dynamic_shared: int,
    ) -> None:
        """Run a kernel on a copy of the memory of the GPU, and copy what it leaves back."""
        packed = bytearray(parameters)
        mark = loaded.memory.mark()
        try:
            places = {
                start: loaded.memory.allocate(len(held), "memory of the GPU", alignment=256)
                for start, held in self.memory.items()
            }
            for start, held in self.memory.items():
                place = places[start]
                loaded.memory.bytes[place : place + len(held)] = np.frombuffer(held, "u1")
            for offset in range(0, len(packed) - 7, 4):
                address = int.from_bytes(packed[offset : offset + 8], "little")
                for start, held in self.memory.items():
                    if start <= address < start + len(held):
                        moved = places[start] + address - start
                        packed[offset : offset + 8] = moved.to_bytes(8, "little")
            outcome = loaded.run(
                name,
                bytes(packed),
                geometry,
                dynamic_shared=dynamic_shared,
            )
            os.write(1, outcome.output)
            for start, held in self.memory.items():
                place = places[start]
                held[:] = loaded.memory.bytes[place : place + len(held)].tobytes()
        except UnsupportedError:
            return  # a GPU runs more than the simulator does
        finally:
            loaded.memory.reset(mark)

    def bytes_at(self, address: int, size: int) -> memoryview | Array:
        """Return memory of the GPU, or of a variable of the module that was loaded last."""
        if any(start <= address < start + len(data) for start, data in self.memory.items()):
            return self.piece(address, size)
        assert self.last is not None
        found: Array = self.last.loaded.memory.bytes[address : address + size]
        return found


def _load_module(fake: SimulatedDriver, image: bytes) -> _Module:
    fake.last = made = _Module(image)
    return made


def _compile(
    fake: SimulatedDriver, image: bytes, count: int, names: list[Any], values: list[Any]
) -> Any:
    """Return a module, or the error of PTX that is wrong, with its line in the log."""
    text = image.rstrip(b"\0")
    wrong = [each for each in check_text(text).found if each.severity == "error"]
    if wrong:
        form = "ptxas application ptx input, line {}; error   : {}\n"
        fake.log = "".join(form.format(each.line, each.message) for each in wrong).encode()
        fake.write_log(count, names, values)
        return REAL.CUresult.CUDA_ERROR_INVALID_PTX
    return _load_module(fake, text)


def _global(fake: SimulatedDriver, module: _Module, name: bytes) -> tuple[int, int]:
    fake.last = module
    return module.loaded.addresses[name.decode()], 0


def _begin_capture(fake: SimulatedDriver, stream: int, mode: object) -> None:
    del mode
    assert stream not in fake.capturing
    fake.capturing[stream] = []


def _launch_graph(fake: SimulatedDriver, graph: list[Callable[[], None]], stream: int) -> None:
    assert stream not in fake.capturing
    for work in graph:
        work()


def _copy_in(fake: SimulatedDriver, target: int, source: int, size: int, _: int) -> None:
    data = np.frombuffer(ctypes.string_at(source, size), "u1")
    np.asarray(fake.bytes_at(target, size))[:] = data


def _copy_out(fake: SimulatedDriver, target: int, source: int, size: int, _: int) -> None:
    ctypes.memmove(target, bytes(fake.bytes_at(source, size)), size)


OWN: dict[str, Callable[..., Any]] = {
    **{name: FUNCTIONS[name] for name in ("cuMemAlloc", "cuMemFree", "cuStreamSynchronize")},
    "cuDriverGetVersion": lambda _: 13000,
    "cuModuleLoadData": _load_module,
    "cuModuleLoadDataEx": _compile,
    "cuModuleUnload": lambda *_: None,
    "cuModuleGetFunction": lambda _, module, name: _Function(module, name.decode()),
    "cuModuleGetGlobal": _global,
    "cuFuncGetAttribute": lambda _, name, __: 1024 if "THREADS" in name.name else 0,
    "cuFuncSetAttribute": lambda *_: None,
    "cuMemcpyHtoDAsync": _copy_in,
    "cuMemcpyDtoHAsync": _copy_out,
    "cuLaunchKernelEx": lambda fake, config, function, parameters, _: fake.launch(
        config, function, parameters
    ),
    "cuStreamCreate": lambda _, __: 1,
    "cuStreamBeginCapture": _begin_capture,
    "cuStreamEndCapture": lambda fake, stream: fake.capturing.pop(stream),
    "cuGraphInstantiate": lambda _, graph, __: [*graph],
    "cuGraphLaunch": _launch_graph,
}


def _assemble(source: bytes, *, arch: str) -> Assembly:
    return Assembly(source, arch, (), (), "emulated 1.0")


def install() -> None:
    """Make it the driver of this process."""
    made = driver.Driver(SimulatedDriver())
    for module in (importlib.import_module("gpu_checking.facts"), assembling):
        vars(module)["assemble"] = _assemble
    vars(driver)["_driver"] = lambda: made


install()
