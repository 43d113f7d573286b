"""Replaying a captured launch."""

from __future__ import annotations

import os
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ptxpy._counts import format_count
from ptxpy.analysis import flatten, parameter_uses
from ptxpy.captures.archive import read_capture
from ptxpy.captures.comparing import FLOATS, Replayed, compare
from ptxpy.captures.manifest import POINTER_BYTES, CaptureError
from ptxpy.launch import Kernel, choose_device
from ptxpy.launch_request import (
    Arguments,
    Geometry,
    HostMemory,
    LaunchError,
    LaunchRequest,
    ModuleSource,
    Pointer,
    Relocation,
    TensorMap,
    TensorMapArgument,
    VariableRequest,
    check_limits,
    signature_of,
)
from ptxpy.syntax import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptxpy.captures.archive import Capture
    from ptxpy.captures.comparing import Comparison
    from ptxpy.captures.contents import Bytes
    from ptxpy.captures.manifest import CapturedPointer, Manifest, PlacedMap
    from ptxpy.launch import LaunchOptions
    from ptxpy.launch_request import Dim3, StrictMode

__all__ = ["CapturedKernel", "CapturedLaunch", "load_capture"]

Runner: TypeAlias = "Callable[[LaunchRequest], Any]"
"""Runs a request, as a back end does."""


class CapturedKernel(Kernel):
    """The kernel of a captured launch: `kernel.captured` has the arguments and the results."""

    def __init__(self, source: ModuleSource, captured: CapturedLaunch) -> None:
        """Find the kernel of a captured launch in its module."""
        super().__init__(source, captured.manifest.kernel)
        self.captured = captured


class CapturedLaunch:
    """A captured launch, which can be replayed on any device.

    `arrays` are the bytes of its allocations before the launch; they can be changed, and a replay
    begins with the changed bytes.
    """

    def __init__(self, capture: Capture, name: str) -> None:
        """Take a capture; `name` is that of its file, for messages."""
        self._capture = capture
        self.name = name

    @property
    def manifest(self) -> Manifest:
        """The facts of the launch."""
        return self._capture.manifest

    @property
    def ptx(self) -> bytes:
        """The PTX of its module."""
        return self._capture.ptx

    @cached_property
    def kernel(self) -> CapturedKernel:
        """The kernel, which can be launched with other arguments."""
        return CapturedKernel(self._source(), self)

    def _source(self) -> ModuleSource:
        shown = f"{self.name}::kernel.ptx"
        return ModuleSource(parse(self.ptx, filename=shown), shown, self.ptx)

    @property
    def options(self) -> LaunchOptions:
        """Grid, block, cluster and the like, as `Kernel.launch` takes them."""
        manifest = self.manifest
        return {
            "grid": self._given_grid,
            "block": manifest.block,
            "cluster": manifest.cluster,
            "shared_bytes": manifest.shared_bytes,
            "cooperative": manifest.cooperative,
        }

    @property
    def _given_grid(self) -> Dim3:
        """The grid as a launch gives it: in clusters, if the kernel has `.blocksareclusters`."""
        grid, cluster = self.manifest.grid, self.manifest.cluster
        if cluster is None or not self.kernel.signature.blocks_are_clusters:
            return grid
        x, y, z = (count // size for count, size in zip(grid, cluster, strict=True))
        return x, y, z

    @cached_property
    def arrays(self) -> tuple[Bytes, ...]:
        """The bytes of each allocation before the launch, as arrays of `uint8`."""
        return tuple(map(self._before, range(len(self.manifest.allocations))))

    def _before(self, number: int) -> Bytes:
        """Return an array of the bytes of an allocation before the launch."""
        if "arrays" in self.__dict__:  # they may have been changed
            return self.arrays[number].copy()
        array = np.zeros(self.manifest.allocations[number].size, np.uint8)
        self._capture.before[number].write(array)
        return array

    def results(self) -> tuple[Bytes, ...]:
        """Return the bytes of each allocation after the launch, as they were captured."""
        made = []
        for each, before, after in zip(
            self.manifest.allocations, self._capture.before, self._capture.after, strict=True
        ):
            array = np.zeros(each.size, np.uint8)
            before.write(array)
            after.write(array)
            made.append(array)
        return tuple(made)

    @cached_property
    def arguments(self) -> dict[str, Any]:
        """The arguments by parameter: a pointer is an array, of which the kernel may change a copy.

        Arrays have the element type that the kernel accesses, else `uint8`. Raises `CaptureError`
        if a parameter is a struct that holds pointers, or a tensor map: `replay` handles these.
        """
        found: dict[str, Any] = {}
        manifest, types = self.manifest, self._types
        for each in self.kernel.signature.parameters:
            first, size = each.offset or 0, each.size or 0
            # A scalar parameter that is a pointer becomes an array; one within a struct has no
            # Python value.
            inner = [p for p in manifest.pointers if first <= p.offset < first + size]
            maps = [m for m in manifest.maps if first <= m.offset < first + size]
            if maps or (inner and (size != POINTER_BYTES or each.dimensions)):
                message = (
                    f"{self.name}: the parameter {each.name} holds pointers or tensor maps, which "
                    "no Python value stands for: replay() launches with it as it was captured"
                )
                raise CaptureError(message)
            data = manifest.parameters[first : first + size]
            if inner:
                found[each.name] = self._array(inner[0], types.get(inner[0].allocation, ""))
            elif each.dimensions:
                found[each.name] = data
            else:
                found[each.name] = _scalar(data, each.type)
        return found

    def _array(self, pointer: CapturedPointer, kind: str) -> np.ndarray[Any, Any]:
        # A pointer into the middle of an allocation is the array from there on.
        data = self.arrays[pointer.allocation][pointer.displacement :].copy()
        dtype = FLOATS.get(kind, np.dtype(np.uint8))
        if kind[:1] in ("s", "u") and kind[1:].isdigit():
            dtype = np.dtype(f"{'i' if kind[0] == 's' else 'u'}{int(kind[1:]) // 8}")
        return data[: len(data) // dtype.itemsize * dtype.itemsize].view(dtype)

    @cached_property
    def _types(self) -> dict[int, str]:
        """The element types, if known, of allocations that a parameter points to."""
        signature = self.kernel.signature
        uses = parameter_uses(flatten(self.kernel.function), signature.parameters)
        by_offset = {each.offset or 0: uses[each.name].type for each in signature.parameters}
        found: dict[int, str] = {}
        for pointer in self.manifest.pointers:
            kind = by_offset.get(pointer.offset, "")
            # Parameters that use one allocation as different types leave it without a type.
            if found.setdefault(pointer.allocation, kind) != kind:
                found[pointer.allocation] = ""
        return found

    # ---------------------------------------------------------------------------- replaying

    def replay(
        self,
        kernel: Kernel | None = None,
        *,
        device: str = "cpu",
        strict: StrictMode = False,
        tolerance: float = 0.0,
        run: Runner | None = None,
    ) -> Comparison:
        """Launch as captured, and compare the results.

        Args:
            kernel: Another kernel with the same parameters, such as an edited one. Default: the
                captured one.
            device: `cpu` or `cuda`; see `Kernel.launch`.
            strict: Whether to detect races and other faults; on the CPU only.
            tolerance: The error that a floating-point element may have, as a fraction of the larger
                of 1 and its magnitude. Other bytes have to be equal.
            run: Runs the request, instead of the device: `ptxpy.sim.observe.profile`, for example.

        Raises `LaunchError` if the kernel does not take the parameters, and the errors of a launch.
        """
        source = self.kernel.source if kernel is None else kernel.source
        name = self.manifest.kernel if kernel is None else kernel.name
        # A new source, since the variables of another one may have been changed by a launch.
        fresh = ModuleSource(
            source.module, source.filename, python=source.python, calls=source.calls
        )
        chosen = Kernel(fresh, name)
        request, memories, placed = self._request(chosen, device, strict)
        backend = choose_device(device, request.arguments).backend
        check_limits(
            request.signature, request.geometry, backend.limits(request.device, request.signature)
        )
        variables = self._variables(chosen)
        write: Any = getattr(backend, "write_variable", None)
        for number, variable in variables.items():
            # Variables first: the launch reads them, and writes pointers into them.
            write(variable, self._before(number).tobytes())
        if run is None:
            backend.run(request)
        else:
            run(request)
        read: Any = getattr(backend, "read_variable", None)
        for number, variable in variables.items():
            memories[number] = np.frombuffer(read(variable), np.uint8)
        facts = [(name, self._types.get(n, "")) for n, name in enumerate(self._names())]
        return compare(self.manifest, self.results(), Replayed(memories, placed), facts, tolerance)

    def _variables(self, kernel: Kernel) -> dict[int, VariableRequest]:
        """Return the requests for the variables of the module, by allocation."""
        return {
            number: VariableRequest(
                kernel.source, kernel.signature.target, each.variable, each.size
            )
            for number, each in enumerate(self.manifest.allocations)
            if each.variable
        }

    def _request(
        self, kernel: Kernel, device: str, strict: StrictMode
    ) -> tuple[LaunchRequest, dict[int, Bytes], list[int]]:
        """Return the launch, its memories by allocation, and a list for their addresses."""
        manifest = self.manifest
        signature = signature_of(kernel.module, kernel.function)
        # The captured parameters may have padding at their end.
        if not signature.size <= len(manifest.parameters) <= signature.size + POINTER_BYTES:
            message = (
                f"{kernel.name} takes "
                f"{format_count(signature.size, 'byte')} of parameters; {self.name} has "
                f"{len(manifest.parameters):,}"
            )
            raise LaunchError(message)
        held = [n for n, each in enumerate(manifest.allocations) if not each.variable]
        index = {number: place for place, number in enumerate(held)}
        memories = {number: self._before(number) for number in held}
        names = self._names()
        placed: list[int] = []
        arguments = Arguments(
            manifest.parameters[: signature.size],
            tuple(
                HostMemory(
                    memories[number].ctypes.data,
                    len(memories[number]),
                    writable=True,
                    owners=(memories[number],),
                    names=(names[number],),
                )
                for number in held
            ),
            tuple(
                Pointer(each.offset, index[each.allocation], each.displacement)
                for each in manifest.pointers
                if each.allocation in index
            ),
            (),
            tensor_maps=tuple(self._maps(index)),
            relocations=tuple(self._relocations(index)),
            placed=placed,
        )
        geometry = Geometry(manifest.grid, manifest.block, manifest.cluster, manifest.shared_bytes)
        request = LaunchRequest(
            kernel.source,
            signature,
            arguments,
            geometry,
            strict=strict,
            cooperative=manifest.cooperative,
            device=int(device.partition(":")[2] or 0),
        )
        return request, memories, placed

    def _names(self) -> list[str]:
        """Return the names of the allocations: those of the parameters that point to them."""
        names = [each.name for each in self.manifest.allocations]
        for each in self.kernel.signature.parameters:
            first, size = each.offset or 0, each.size or 0
            for pointer in self.manifest.pointers:
                if first <= pointer.offset < first + size and not pointer.displacement:
                    names[pointer.allocation] = each.name
        return names

    def _relocations(self, index: Mapping[int, int]) -> list[Relocation]:
        """Return the pointers in memory, and those to variables."""
        allocations = self.manifest.allocations

        def relocation(holder: int | str | None, each: CapturedPointer) -> Relocation:
            target: int | str = allocations[each.allocation].variable
            if not target:
                target = index[each.allocation]
            return Relocation(holder, each.offset, target, each.displacement)

        found = [
            relocation(None, each)
            for each in self.manifest.pointers
            if each.allocation not in index
        ]
        for number, held in enumerate(allocations):
            holder: int | str = held.variable or index[number]
            found += [relocation(holder, each) for each in held.pointers]
        return found

    def _maps(self, index: Mapping[int, int]) -> list[TensorMapArgument]:
        """Return the tensor maps, in the parameters and in memory."""
        allocations, maps = self.manifest.allocations, self.manifest.tensor_maps
        places: list[tuple[int | None, PlacedMap]] = [(None, each) for each in self.manifest.maps]
        places += [
            (index[number], each)
            for number, held in enumerate(allocations)
            if not held.variable
            for each in held.maps
        ]
        found = []
        for holder, placed in places:
            each = maps[placed.map]
            # Variables are placed when the module is loaded, not with the arguments.
            if each.allocation not in index:
                name = allocations[each.allocation].variable
                message = f"{self.name}: a tensor map of the variable {name} cannot be replayed"
                raise CaptureError(message)
            found.append(
                TensorMapArgument(
                    f"tensor map {placed.map}",
                    placed.offset,
                    by_value=True,
                    # The address follows when the back end has placed the memory.
                    map=TensorMap.of_layout(each.layout, 0),
                    memory=index[each.allocation],
                    displacement=each.displacement,
                    holder=holder,
                )
            )
        return found


def _scalar(data: bytes, type_: str) -> int | float:
    kind = type_.lstrip(".")
    if kind in FLOATS:
        return float(np.frombuffer(data, FLOATS[kind])[0])
    return int.from_bytes(data, "little", signed=kind.startswith("s"))


def load_capture(path: str | os.PathLike[str]) -> CapturedLaunch:
    """Return the captured launch of a file.

    Raises `CaptureError` if it is none, or damaged, and `OSError`.
    """
    return CapturedLaunch(read_capture(path), os.fspath(path))
