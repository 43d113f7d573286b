"""Running a kernel on PyTorch tensors, in the memory that they have."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final

from ptxpy.integrations.pytorch.requirements import require_torch, unseen
from ptxpy.integrations.pytorch.tensors import (
    allocate_outputs,
    check_tensors,
    device_of,
    kernel_memory,
)
from ptxpy.launch.arguments import ArgumentError
from ptxpy.launch.call_plans import CallPlan, plan_call
from ptxpy.launch.request.streams import stream_handle
from ptxpy.launch.tensor_arrays import strip_readonly

if TYPE_CHECKING:
    from ptxpy.dsl import StandaloneKernel
    from ptxpy.launch.call_plans import CallArguments

__all__ = ["execute", "written_names"]

torch: Final = require_torch()


def execute(kernel: StandaloneKernel, given: CallArguments) -> dict[str, Any]:
    """Run a kernel; return the outputs that the call does not give, by name.

    CPU tensors are read and written by the simulator. CUDA tensors are used where they are: the
    kernel is queued on the current stream of their device, or on `stream`, and may still be running
    when this returns.
    """
    found: dict[str, Any] = unseen(_execute)(kernel, given)
    return found


def _execute(kernel: StandaloneKernel, given: CallArguments) -> dict[str, Any]:
    check_tensors(kernel, given.tensors)
    plan = plan_call(kernel, given)
    device = device_of(given.tensors)
    if device.type == "cpu":
        outputs = allocate_outputs(kernel, given)
        _run(plan, given, outputs, device=_device_name(given) or "cpu", stream=None)
    else:
        outputs = _execute_on_gpu(kernel, given, plan)
    for name in written_names(kernel):
        if name in given.tensors:
            _mark_written(strip_readonly(given.tensors[name]))
    return outputs


def written_names(kernel: StandaloneKernel) -> tuple[str, ...]:
    """Return the names of the tensors that a kernel may write: its outputs, or all without any."""
    found: tuple[str, ...] = kernel.tensor_names[len(kernel.in_specs) :]
    return found or kernel.tensor_names


def _mark_written(tensor: Any) -> None:
    """Let autograd know that a tensor has other elements than before."""
    if not tensor.is_inference():
        torch.autograd.graph.increment_version((tensor,))


def _execute_on_gpu(
    kernel: StandaloneKernel, given: CallArguments, plan: CallPlan
) -> dict[str, Any]:
    device = device_of(given.tensors)
    name = _device_name(given)
    if name not in (None, "cuda", f"cuda:{device.index}"):
        first = next(iter(given.tensors))
        msg = (
            f'{first} is on {device}, and the launch on device="{name}": pass {first}.to("{name}")'
        )
        raise ArgumentError(msg, first)
    stream = _stream(given.launch.get("stream"), device)
    with nullcontext() if stream is None else torch.cuda.stream(stream):
        outputs = allocate_outputs(kernel, given)
        current = torch.cuda.current_stream(device)
        _run(plan, given, outputs, device=f"cuda:{device.index}", stream=current.cuda_stream)
    if stream is not None:
        for value in given.tensors.values():
            strip_readonly(value).record_stream(stream)
    return outputs


def _device_name(given: CallArguments) -> str | None:
    """Return the option `device`, which may be a `torch.device`."""
    device = given.launch.get("device")
    return None if device is None else str(device)


def _stream(stream: Any, device: Any) -> Any:
    """Return a stream of PyTorch for the option `stream`; None for the current one."""
    if stream is None or isinstance(stream, torch.cuda.Stream):
        return stream
    return torch.cuda.ExternalStream(stream_handle(stream), device=device)


def _run(plan: CallPlan, given: CallArguments, outputs: Mapping[str, Any], **options: Any) -> None:
    written = written_names(plan.kernel)
    arrays = {
        name: kernel_memory(name, plan.tiles[name], value, is_input=name not in written)
        for name, value in {**given.tensors, **outputs}.items()
    }
    plan.run(arrays, **options)
