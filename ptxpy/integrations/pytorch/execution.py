"""Running a kernel on PyTorch tensors, in the memory that they have."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final

from ptxpy._hooks import unseen
from ptxpy.integrations.pytorch.recipes import Recipe, recipe_for
from ptxpy.integrations.pytorch.requirements import require_torch
from ptxpy.integrations.pytorch.tensors import host_memory, mapped_memory
from ptxpy.launch.tensor_arrays import strip_readonly
from ptxpy.launch_request import ArgumentError, ReadOnly, stream_handle

if TYPE_CHECKING:
    from ptxpy.dsl import StandaloneKernel
    from ptxpy.launch.call_plans import CallArguments

__all__ = ["execute"]

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
    recipe = recipe_for(kernel, given)
    if recipe.device.type == "cpu":
        outputs = recipe.allocate()
        _run(recipe, given, outputs, device=_device_name(given) or "cpu", stream=None)
    else:
        outputs = _execute_on_gpu(recipe, given)
    for name in recipe.written:
        if name in given.tensors:
            _mark_written(strip_readonly(given.tensors[name]))
    return outputs


def _mark_written(tensor: Any) -> None:
    """Let autograd know that a tensor has other elements than before."""
    if not tensor.is_inference():
        torch.autograd.graph.increment_version((tensor,))


def _execute_on_gpu(recipe: Recipe, given: CallArguments) -> dict[str, Any]:
    device = recipe.device
    title, name = f"cuda:{device.index}", _device_name(given)
    if name not in (None, "cuda", title):
        first = next(iter(given.tensors))
        msg = (
            f'{first} is on {device}, and the launch on device="{name}": pass {first}.to("{name}")'
        )
        raise ArgumentError(msg, first)
    stream = _stream(given.launch.get("stream"), device)
    with nullcontext() if stream is None else torch.cuda.stream(stream):
        outputs = recipe.allocate()
        current = torch.cuda.current_stream(device)
        _run(recipe, given, outputs, device=title, stream=current.cuda_stream)
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


def _run(recipe: Recipe, given: CallArguments, outputs: dict[str, Any], **options: Any) -> None:
    plan, written, on_gpu = recipe.plan, recipe.written, recipe.device.type != "cpu"
    mapped = plan.mapped
    arrays: dict[str, Any] = {}
    for name, value in {**given.tensors, **outputs}.items():
        tensor = strip_readonly(value)
        if on_gpu and name not in mapped:
            arrays[name] = tensor.data_ptr()
            continue
        memory = mapped_memory(name, tensor) if name in mapped else host_memory(tensor)
        arrays[name] = memory if name in written else ReadOnly(memory)
    plan.run(arrays, checked=True, new=outputs, **options)
