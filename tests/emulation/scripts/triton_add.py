"""A kernel of Triton, compiled and launched by Triton itself, without PyTorch."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from cuda.bindings import driver


class WithoutTorch:
    """Hides PyTorch, whose CPU builds have no CUDA to ask."""

    def find_spec(self, name: str, *rest: object) -> None:
        """Refuse PyTorch; leave other modules to the finders after this one."""
        del rest
        if name == "torch":
            raise ImportError(name)


sys.meta_path.insert(0, WithoutTorch())

import triton  # noqa: E402
import triton.language as tl  # noqa: E402


class DeviceArray:
    """An array on the device, as Triton takes it: with `dtype` and `data_ptr()`."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        """Copy an array to the device."""
        self.array = array
        self.dtype = array.dtype.name
        error, self.address = driver.cuMemAlloc(array.nbytes)
        assert not error, error
        (error,) = driver.cuMemcpyHtoD(self.address, array.ctypes.data, array.nbytes)
        assert not error, error

    def data_ptr(self) -> int:
        """Return the address."""
        return int(self.address)

    def read(self) -> np.ndarray[Any, Any]:
        """Return a copy of the array."""
        result = np.empty_like(self.array)
        (error,) = driver.cuMemcpyDtoH(result.ctypes.data, self.address, result.nbytes)
        assert not error, error
        return result


@triton.jit
def add(x, y, z, n, block: tl.constexpr):
    """Add two arrays."""
    at = tl.program_id(0) * block + tl.arange(0, block)
    inside = at < n
    total = tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside)
    tl.store(z + at, total, mask=inside)


def main() -> None:
    """Add, and compare with NumPy."""
    assert not driver.cuInit(0)[0]
    _, context = driver.cuDevicePrimaryCtxRetain(driver.cuDeviceGet(0)[1])
    assert not driver.cuCtxSetCurrent(context)[0]
    size = 1000
    x, y, z = (DeviceArray(np.arange(size, dtype=np.float32) * factor) for factor in (1, 2, 0))
    add[(8,)](x, y, z, size, block=128)
    assert np.array_equal(z.read(), x.array + y.array)
    sys.stdout.write("PASSED\n")


main()
