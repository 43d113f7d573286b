"""Variables of a module on an emulated GPU."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from ptxpy.launch import Kernel, load
from ptxpy.launch.cuda import CudaError, DriverMissingError
from ptxpy.launch_request import LaunchError
from tests.launch.cuda.conftest import Gpus
from tests.launch.cuda.fake_driver import REAL, FakeDriver, FakeKernel

PTX = """\
.version 8.0
.target sm_80
.address_size 64
.visible .global .f32 table[4] = {1.0, 2.0};
.entry k() { ret; }
"""


def driver(kernel: FakeKernel | None = None) -> FakeDriver:
    """Return a driver with two GPUs and room for the variable."""
    fake = FakeDriver({"k": kernel or FakeKernel((), lambda *_: None)}, 80, 2)
    fake.contexts.append(0)
    address = fake.allocate(16)
    fake.contexts.clear()
    fake.piece(address, 16)[:] = np.array([1, 2, 0, 0], np.float32).tobytes()
    fake.variables["table"] = (address, 16)
    return fake


@pytest.fixture
def kernel() -> Kernel:
    """Return the kernel that the driver knows."""
    return load(PTX)


def test_reading_and_writing(gpus: Gpus, kernel: Kernel) -> None:
    """The default device is the GPU; the module is assembled and loaded once."""
    fake = gpus.use(driver())
    assert kernel.globals["table"].tolist() == [1, 2, 0, 0]
    kernel.globals["table"] = [5, 6, 7, 8]
    assert kernel.globals["table"].tolist() == [5, 6, 7, 8]
    kernel.launch(grid=1, block=1)
    assert (len(gpus.assembled), len(fake.images), len(fake.launches)) == (1, 1, 1)
    assert fake.contexts == []
    assert len(fake.memory) == 1
    assert kernel.globals.on("cpu")["table"].tolist() == [1, 2, 0, 0]


def test_what_a_kernel_writes(gpus: Gpus, kernel: Kernel) -> None:
    """Copies are made behind it, and waited for."""

    def body(fake: FakeDriver, _: list[bytes]) -> None:
        address, size = fake.variables["table"]
        fake.piece(address, size)[:4] = np.float32(9).tobytes()

    fake = gpus.use(driver(FakeKernel((), body)))
    kernel[1, 1]()
    fake.calls.clear()
    assert kernel.globals.on("cuda:0")["table"].tolist() == [9, 2, 0, 0]
    assert fake.names() == [
        "cuCtxGetCurrent",
        "cuCtxPushCurrent",
        "cuModuleGetGlobal",
        "cuMemcpyDtoHAsync",
        "cuStreamSynchronize",
        "cuCtxPopCurrent",
    ]


def test_each_gpu_has_its_own(gpus: Gpus, kernel: Kernel) -> None:
    """The module is loaded on the one that is named."""
    fake = gpus.use(driver())
    kernel.globals.on("cuda:1")["table"] = 0
    assert fake.calls[-1] == ("cuCtxPopCurrent",)
    assert {call[1] for call in fake.calls if call[0] == "cuCtxPushCurrent"} == {101}
    with pytest.raises(DriverMissingError, match="no GPU cuda:2"):
        kernel.globals.on("cuda:2")["table"]


def test_what_the_driver_does_not_have(gpus: Gpus, kernel: Kernel) -> None:
    """The assembler may leave a variable out; another size would be a mistake of ours."""
    fake = gpus.use(driver())
    fake.fails["cuModuleGetGlobal"] = REAL.CUresult.CUDA_ERROR_NOT_FOUND
    with pytest.raises(CudaError, match="table: CUDA_ERROR_NOT_FOUND"):
        kernel.globals["table"]
    fake.fails.clear()
    fake.variables["table"] = (fake.variables["table"][0], 8)
    with pytest.raises(LaunchError, match="table has 16 bytes in the PTX, but 8 on cuda:0"):
        kernel.globals["table"] = 1
    assert fake.contexts == []


def test_kernels_of_a_module_share_it(gpus: Gpus) -> None:
    """It is loaded once for all that are loaded from the same module, as long as one is in use."""
    fake = gpus.use(driver())
    module = ptxpy.parse(PTX)
    first = load(module)
    first.globals["table"] = [5, 6, 7, 8]
    second = load(module, first.name)
    second.launch(grid=1, block=1)
    assert second.globals["table"].tolist() == [5, 6, 7, 8]
    assert (len(gpus.assembled), len(fake.images)) == (1, 1)
    assert load(PTX).globals["table"] is not None
    assert len(fake.images) == 2
