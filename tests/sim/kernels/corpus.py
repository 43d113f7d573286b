"""Running kernels of the corpus on the CPU, and what tests of them share."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ptxpy.launch import Kernel, load
from ptxpy.launch_request import ModuleSource, geometry_of, pack, signature_of
from ptxpy.sim.loaded_module import LoadedModule
from ptxpy.sim.machine.geometry import Geometry
from ptxpy.syntax import parse
from tests.sim.reference import formats

__all__ = [
    "EPSILON",
    "Array",
    "Extents",
    "Simulated",
    "bfloat",
    "close",
    "eight_bits",
    "fma",
    "kernel",
    "kernel_source",
    "run",
    "widened",
]

Array: TypeAlias = npt.NDArray[Any]
Extents: TypeAlias = int | tuple[int, ...]

EPSILON: Final = {name: float(np.finfo(name).eps) / 2 for name in ("f2", "f4", "f8")}
"""Half a unit in the last place of 1: the relative error of one rounding to nearest."""

_CORPUS: Final = Path(__file__).parents[3] / "corpus"


def _read(path: str) -> ModuleSource:
    file = _CORPUS / path
    data = file.read_bytes()
    return ModuleSource(parse(data, filename=str(file)), str(file), data)


_kept = cache(_read)


def kernel_source(path: str) -> ModuleSource:
    """Return the module of a file of the corpus, one of its own for each call."""
    return _read(path)


def kernel(path: str, name: str | None = None, *, fresh: bool = False) -> Kernel:
    """Return a kernel of a file of the corpus.

    A module is loaded once for all tests, and its variables keep what they hold; `fresh` gives one
    whose variables hold what the file says.
    """
    return load(_read(path) if fresh else _kept(path), name)


def run(
    path: str,
    name: str | None,
    *arguments: Any,
    grid: Extents = 1,
    block: Extents | None = None,
    shared: int = 0,
    fresh: bool = False,
) -> None:
    """Launch a kernel of a file of the corpus on the CPU."""
    found = kernel(path, name, fresh=fresh)
    found.launch(*arguments, grid=grid, block=block, shared_bytes=shared, device="cpu")


class Simulated:
    """A module of the corpus in the simulator, with arrays in its memory.

    For what a launch does not do: set variables of the module, and pass structures with pointers.
    """

    def __init__(self, path: str) -> None:
        """Load a file of the corpus."""
        self.module = _read(path).module
        self.loaded = LoadedModule(self.module)

    def put(self, array: Array) -> int:
        """Copy an array to new memory, and return its address."""
        address = self.loaded.memory.allocate(array.nbytes, "an array of the test")
        self.write(address, array)
        return address

    def write(self, place: int | str, array: Array) -> None:
        """Copy an array to an address, or to a variable."""
        address = self._address(place)
        data = np.ascontiguousarray(array).reshape(-1).view("u1")
        self.loaded.memory.bytes[address : address + len(data)] = data

    def get(self, place: int | str, like: Array) -> Array:
        """Return a copy of what lies at an address, or in a variable."""
        address = self._address(place)
        data = self.loaded.memory.bytes[address : address + like.nbytes]
        return data.copy().view(like.dtype).reshape(like.shape)

    def run(
        self,
        name: str,
        *arguments: Any,
        grid: Extents = 1,
        block: Extents | None = None,
        cluster: Extents | None = None,
        shared: int = 0,
    ) -> bytes:
        """Run a kernel, with integers as pointers; return what it printed."""
        found = load(self.module, name)
        signature = signature_of(self.module, found.function)
        shape = geometry_of(signature, grid, block, cluster, shared)
        outcome = self.loaded.run(
            signature.name,
            pack(signature, arguments).parameters,
            Geometry(shape.grid, shape.block, shape.cluster or (1, 1, 1)),
            dynamic_shared=shared,
        )
        return outcome.output

    def _address(self, place: int | str) -> int:
        return self.loaded.addresses[place] if isinstance(place, str) else place


def fma(a: Any, b: Any, c: Any) -> Array:
    """Return a * b + c in f32, rounded once.

    The product is exact in f64. The sum is rounded to odd there, so that rounding it again to f32
    is the same as rounding the exact sum (Boldo and Melquiond, 2008).
    """
    product = np.asarray(a, "f8") * np.asarray(b, "f8")
    addend = np.asarray(c, "f8")
    total = product + addend
    back = total - product
    error = (product - (total - back)) + (addend - back)
    even = (total.view("i8") & 1) == 0
    toward = np.where(error > 0, np.inf, -np.inf)
    rounded: Array = np.where((error != 0) & even, np.nextafter(total, toward), total).astype("f4")
    return rounded


def close(found: Array, expected: Array, error: Any) -> None:
    """Assert that no element differs by more than an absolute error, in f64, nor is NaN."""
    difference = np.abs(found.astype("f8") - expected.astype("f8"))
    worst = int(np.argmax(np.where(np.isnan(difference), np.inf, difference - error)))
    text = f"at {worst}: {found.flat[worst]!r} for {expected.flat[worst]!r}"
    assert (difference <= error).all(), text


def bfloat(values: Any) -> Array:
    """Return the bits of the nearest bfloat16 numbers, ties to even, of finite f32 numbers."""
    bits = np.asarray(values, "f4").view("u4")
    rounded: Array = ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("u2")
    return rounded


def widened(bits: Array) -> Array:
    """Return the f32 numbers that bits of bfloat16 stand for."""
    return (bits.astype("u4") << 16).view("f4")


@cache
def eight_bits(name: str) -> Array:
    """Return what the 256 codes of an 8-bit format stand for: numbers, infinities and NaNs."""
    values = [formats.decode(name, code) for code in range(256)]
    return np.array([(-1.0 if v.negative else 1.0) * float(v.magnitude) for v in values])
