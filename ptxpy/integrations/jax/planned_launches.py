"""Launches of a planned call on the buffers of XLA."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.integrations.jax.structs import XLA_TYPES, DeviceArray, XlaBuffer
from ptxpy.launch_request import LaunchError, readonly

if TYPE_CHECKING:
    from ptxpy.integrations.jax.handler import FfiCall
    from ptxpy.launch import CallPlan

__all__ = ["ExpectedBuffer", "PlannedLaunch", "device_of_buffers"]


class ExpectedBuffer(NamedTuple):
    """A tensor that a JAX program passes to a kernel."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    """The name of the dtype in JAX."""
    column_major: bool

    def without_memory(self) -> DeviceArray:
        """Return an array of this shape and type at the null address."""
        number = next(number for number, names in XLA_TYPES.items() if names[0] == self.dtype)
        return XlaBuffer(0, self.shape, number).on_gpu(column_major=self.column_major)


class PlannedLaunch:
    """The launcher of a planned call: XLA calls it with buffers."""

    def __init__(
        self,
        plan: CallPlan,
        inputs: tuple[ExpectedBuffer, ...],
        outputs: tuple[ExpectedBuffer, ...],
    ) -> None:
        """Take the plan, and the buffers that JAX passes: inputs, and outputs to begin with."""
        self.plan = plan
        self.inputs = inputs
        self.outputs = outputs
        self._mapped = plan.mapped
        self._device = plan.options.get("device")
        self._options = {
            name: value
            for name, value in plan.options.items()
            if name not in {"device", "stream"} and value is not None
        }

    def __call__(self, call: FfiCall) -> None:
        """Launch the kernel on the buffers; raise whatever `Kernel.launch` raises."""
        where = "cpu" if call.stream is None else "cuda"
        # JAX may run the call on another device than the one that the call names.
        if self._device is not None and self._device.partition(":")[0] != where:
            msg = f"device={self._device!r}, but JAX runs this call on {where}"
            raise LaunchError(msg)
        tensors: dict[str, Any] = {}
        for expected, buffer in self._pairs(self.inputs, call.inputs):
            tensors[expected.name] = self._tensor(expected, buffer, call.stream, written=False)
        for expected, buffer in self._pairs(self.outputs, call.outputs):
            self._check_alias(expected.name, buffer, call)
            tensors[expected.name] = self._tensor(expected, buffer, call.stream, written=True)
        # XLA lays buffers out as the call asks for: contiguous in the order of the tile.
        if call.stream is None:
            given = {each.name for each in self.inputs}
            new = [each.name for each in self.outputs if each.name not in given]
            self.plan.run(tensors, checked=True, new=new, device="cpu", **self._options)
        else:
            device = f"cuda:{device_of_buffers((*call.inputs, *call.outputs))}"
            self.plan.run(tensors, checked=True, device=device, stream=call.stream, **self._options)

    def _tensor(
        self, expected: ExpectedBuffer, buffer: XlaBuffer, stream: int | None, *, written: bool
    ) -> Any:
        """Return what `CallPlan.run` takes for a buffer; on a GPU, an address is fastest."""
        if stream is None:
            array = buffer.on_host(column_major=expected.column_major)
            return array if written else readonly(array)
        if expected.name not in self._mapped:
            return buffer.address
        return buffer.on_gpu(column_major=expected.column_major)

    def _pairs(
        self, expected: tuple[ExpectedBuffer, ...], given: list[XlaBuffer]
    ) -> list[tuple[ExpectedBuffer, XlaBuffer]]:
        """Return tensors with their buffers; raise `ValueError` if those are not the planned."""
        if len(expected) != len(given):
            msg = (
                f"{format_count(len(given), 'buffer')} of XLA for "
                f"{format_count(len(expected), 'tensor')}"
            )
            raise ValueError(msg)
        found = list(zip(expected, given, strict=True))
        for each, buffer in found:
            if (buffer.dtype, buffer.shape) != (each.dtype, each.shape):
                msg = (
                    f"{each.name}: a buffer of {buffer.dtype} of shape {buffer.shape}; the kernel "
                    f"was called with {each.dtype} of shape {each.shape}"
                )
                raise ValueError(msg)
        return found

    def _check_alias(self, name: str, buffer: XlaBuffer, call: FfiCall) -> None:
        """Raise `RuntimeError` if an output that is given is not in the buffer of its input."""
        # An output that is given begins with the contents of its input: both must be one buffer.
        for expected, begun in zip(self.inputs, call.inputs, strict=True):
            if expected.name == name and begun.address != buffer.address:
                msg = f"{name}: XLA has not put the output into the buffer of the array given"
                raise RuntimeError(msg)


def device_of_buffers(buffers: tuple[XlaBuffer, ...]) -> int:
    """Return the number of the GPU that holds the buffers; 0 if all are empty."""
    from ptxpy.launch.cuda.driver import driver  # noqa: PLC0415 - the bindings load slowly

    # Any buffer with memory tells the device, since all are on one.
    address = next((each.address for each in buffers if each.address), 0)
    return driver().device_of(address) if address else 0
