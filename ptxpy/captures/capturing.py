"""`ptxpy.capture`: recording the launches of a Python program while it runs."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.captures.limits import MAX_BYTES
from ptxpy.captures.manifest import POINTER_BYTES, TENSOR_MAP_BYTES, CaptureError
from ptxpy.captures.obstacles import obstacle_of
from ptxpy.captures.reachability import EncodedMap, Range
from ptxpy.captures.recorded_driver import recorded_driver
from ptxpy.captures.recorder import LaunchFacts, Recorder
from ptxpy.launch import CPU, CUDA, register
from ptxpy.launch_request import VariableRequest, module_variables

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator

    from ptxpy.captures.contents import Bytes
    from ptxpy.captures.recorded_driver import RecordedDriver
    from ptxpy.launch import Backend
    from ptxpy.launch_request import LaunchRequest, Limits, Signature

__all__ = ["capture"]

_FIRST_ADDRESS: Final = 0x9_6A00_0000
"""The address that is written for the first array; no small numbers look like it."""
_ALIGNMENT: Final = 256
_MAP_MARK: Final = b"\x91tensor map "


@contextmanager
def capture(
    folder: str | os.PathLike[str],
    *,
    kernel: str = "",
    nth: int | Iterable[int] = (),
    max_bytes: int = MAX_BYTES,
    say: Callable[[str], None] | None = None,
) -> Iterator[Recorder]:
    """Record the launches in a `with` block, each in a file of a folder.

    Launches on the CPU and on a GPU are recorded: `launch-000-KERNEL.zip` has the PTX, the
    arguments, and their bytes before and after; see `ptxpy.load`. A launch on a GPU is waited for.

    On a machine with a GPU, launches of other libraries in the process are recorded too, such as
    Triton, CuPy and cuda-python, if the block is entered before CUDA is first used; else a warning
    says that they are not.

    Args:
        folder: The folder, which is made if it does not exist, and has no captured launches.
        kernel: Only this kernel: its symbol, its C++ name or declaration.
        nth: Only this launch of the chosen kernels, or these, counted from 0.
        max_bytes: A launch with more bytes that are not zero is not recorded.
        say: Called with a line for each file, and for each launch that is not recorded. Default:
            nothing is said; `recorder.files` and `recorder.skipped` have them.

    Yields the `Recorder`. Raises `CaptureError` for a folder with captured launches, and `OSError`.
    """
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    # Launches are numbered from 0: files of two runs would be mixed up.
    if any(path.glob("launch-*.zip")):
        message = f"{path}: has captured launches already; name another folder"
        raise CaptureError(message)
    chosen = frozenset([nth] if isinstance(nth, int) else nth)
    said: Callable[[str], None] = (lambda _: None) if say is None else say
    recorder = Recorder(path, said, device="", kernel=kernel, nth=chosen, max_bytes=max_bytes)
    with ExitStack() as stack:
        others = stack.enter_context(recorded_driver(recorder, kernel, chosen, max_bytes))
        for name in (CPU, CUDA):
            stack.enter_context(_recorded(name, recorder, others))
        yield recorder


@contextmanager
def _recorded(name: str, recorder: Recorder, others: RecordedDriver) -> Iterator[None]:
    """Record the launches of a back end."""
    recording = _RecordingBackend(name, recorder, others)
    before = register(name, recording)
    assert before is not None  # noqa: S101 - these two are always there
    recording.backend = before
    try:
        yield
    finally:
        register(name, before)


class _RecordingBackend:
    """A back end that records the launches of another."""

    backend: Backend

    def __init__(self, name: str, recorder: Recorder, others: RecordedDriver) -> None:
        self._name = name
        self._recorder = recorder
        self._others = others

    def count(self) -> int:
        return self.backend.count()

    def limits(self, number: int, signature: Signature) -> Limits:
        return self.backend.limits(number, signature)

    def read_variable(self, request: VariableRequest) -> bytes:
        found: bytes = self._other("read_variable")(request)
        return found

    def write_variable(self, request: VariableRequest, data: bytes) -> None:
        self._other("write_variable")(request, data)

    def _other(self, name: str) -> Any:  # noqa: ANN401 - a function of a back end
        return getattr(self.backend, name)

    def run(self, request: LaunchRequest) -> None:
        self._recorder.device = (
            "the simulator of ptxpy" if self._name == CPU else f"GPU {request.device}"
        )
        # Our own launch goes through the driver, too, and must not be recorded twice.
        with self._others.paused():
            view = _RequestMemory(request, self._other("read_variable"))
            geometry = request.geometry
            facts = LaunchFacts(
                request.signature.name,
                request.source.ptx,
                request.source.filename,
                geometry.grid,
                geometry.block,
                geometry.cluster,
                geometry.shared_bytes,
                request.cooperative,
                bytes(view.parameters),
                view.variables,
                view.maps,
                obstacle_of(request.source, request.signature.name),
            )
            recording = self._recorder.begin(facts, view)
            try:
                self.backend.run(request)
            # A launch that fails is what a capture is often wanted for.
            except Exception as error:
                if recording is not None:
                    recording.finish(_LAUNCH_FAILED, str(error))
                raise
            if recording is not None:
                recording.finish()


_LAUNCH_FAILED: Final = 719
"""`CUDA_ERROR_LAUNCH_FAILED`."""


class _RequestMemory:
    """The memory of a launch: its arrays and the variables of its module, at our own addresses."""

    def __init__(self, request: LaunchRequest, read: Callable[[VariableRequest], bytes]) -> None:
        arguments = request.arguments
        self.parameters = bytearray(arguments.parameters)
        self.variables: dict[str, int] = {}
        self.maps: dict[bytes, EncodedMap] = {}
        self._ranges: list[Range] = []
        self._readers: dict[int, Callable[[], Bytes]] = {}
        self._next = _FIRST_ADDRESS
        starts = [
            self._add(" and ".join(each.names), each.size, each.bytes)
            for each in arguments.memories
        ]
        for offset, number, displacement in arguments.pointers:
            size = 4 if offset in arguments.short_pointers else POINTER_BYTES
            data = (starts[number] + displacement).to_bytes(POINTER_BYTES, "little")[:size]
            self.parameters[offset : offset + size] = data
        for name, variable in module_variables(request.source.module).items():
            if not variable.size:
                continue
            wanted = VariableRequest(request.source, request.signature.target, name, variable.size)
            self.variables[name] = self._add(
                f"the variable {name}",
                variable.size,
                lambda wanted=wanted: np.frombuffer(read(wanted), np.uint8),  # type: ignore[misc]
            )
        for number, each in enumerate(arguments.tensor_maps):
            address = each.map.address
            if each.memory is not None:
                address = starts[each.memory] + each.displacement
            # Bytes of our own stand for the tensor map, whose encoding is that of a back end.
            data = (_MAP_MARK + str(number).encode()).ljust(TENSOR_MAP_BYTES, b"\0")
            self.maps[data] = EncodedMap(each.map.layout, address)
            if not each.by_value:
                copy = np.frombuffer(data, np.uint8)
                place = self._add(f"the tensor map {each.name}", len(data), lambda copy=copy: copy)  # type: ignore[misc]
                data = place.to_bytes(POINTER_BYTES, "little")
            self.parameters[each.offset : each.offset + len(data)] = data
        self._add_device_arrays(request)

    def _add(self, name: str, size: int, reader: Callable[[], Bytes]) -> int:
        start = self._next
        # A gap after each: a pointer past the end of an array must not be one to the next.
        self._next += size + -size % _ALIGNMENT + _ALIGNMENT
        self._ranges.append(Range(start, start + size, name))
        self._readers[start] = reader
        return start

    def _add_device_arrays(self, request: LaunchRequest) -> None:
        """Add the arrays on a GPU, at the addresses that they have there."""
        from ptxpy.launch import cuda  # noqa: PLC0415 - only with a GPU

        merged: list[Range] = []
        arrays = sorted(
            (each.address, each.address + each.size, name)
            for name, each in request.arguments.device_arrays
            if each.size
        )
        for start, stop, name in arrays:
            # Slices of one array overlap, and the search needs disjoint allocations.
            if merged and start < merged[-1].stop:
                last = merged.pop()
                merged.append(Range(last.start, max(last.stop, stop), f"{last.name} and {name}"))
            else:
                merged.append(Range(start, stop, name))
        for each in merged:
            self._ranges.append(each)
            self._readers[each.start] = lambda each=each: np.frombuffer(  # type: ignore[misc]
                cuda.read_memory(each.start, each.stop - each.start, request), np.uint8
            )
        self._ranges.sort()

    def allocations(self) -> list[Range]:
        """Return the arrays and variables in order."""
        return self._ranges

    def parts(self, start: int, stop: int) -> Iterator[tuple[int, Bytes]]:
        """Yield the bytes of one allocation."""
        del stop
        yield start, self._readers[start]()
