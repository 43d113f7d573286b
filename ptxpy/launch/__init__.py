"""Loading kernels, and running them on the CPU or on a GPU by the same call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names

if TYPE_CHECKING:
    from ptxpy.launch.backends import CPU, CUDA, Backend, choose_device, detect_arch, register
    from ptxpy.launch.call_plans import (
        CallArguments,
        CallPlan,
        Output,
        evaluate_grid,
        plan_call,
        sort_arguments,
    )
    from ptxpy.launch.compiled_kernels import compiled_kernel
    from ptxpy.launch.kernel import Kernel, LaunchOptions
    from ptxpy.launch.loading import elements_of, load
    from ptxpy.launch.module_globals import Globals, VariablesBackend
    from ptxpy.launch.tensor_arrays import check_tensor, mark_input, strip_readonly, tensor_map
    from ptxpy.launch.tensor_calls import bind_tensors, collect_outputs
    from ptxpy.launch_request import (
        ArgumentError,
        KernelNameError,
        LaunchError,
        Sampler,
        Struct,
        Surface,
        TensorMap,
        Texture,
        multicast,
        readonly,
    )

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.launch.backends": "Backend CPU CUDA choose_device detect_arch register",
        "ptxpy.launch.call_plans": (
            "CallArguments CallPlan Output evaluate_grid plan_call sort_arguments"
        ),
        "ptxpy.launch.compiled_kernels": "compiled_kernel",
        "ptxpy.launch.kernel": "Kernel LaunchOptions",
        "ptxpy.launch.loading": "elements_of load",
        "ptxpy.launch.module_globals": "Globals VariablesBackend",
        "ptxpy.launch.tensor_arrays": "check_tensor mark_input strip_readonly tensor_map",
        "ptxpy.launch.tensor_calls": "bind_tensors collect_outputs",
        "ptxpy.launch_request": (
            "ArgumentError KernelNameError LaunchError Sampler Struct Surface TensorMap Texture"
            " multicast readonly"
        ),
    },
)

__all__ = [
    "CPU",
    "CUDA",
    "ArgumentError",
    "Backend",
    "CallArguments",
    "CallPlan",
    "Globals",
    "Kernel",
    "KernelNameError",
    "LaunchError",
    "LaunchOptions",
    "Output",
    "Sampler",
    "Struct",
    "Surface",
    "TensorMap",
    "Texture",
    "VariablesBackend",
    "bind_tensors",
    "check_tensor",
    "choose_device",
    "collect_outputs",
    "compiled_kernel",
    "detect_arch",
    "elements_of",
    "evaluate_grid",
    "load",
    "mark_input",
    "multicast",
    "plan_call",
    "readonly",
    "register",
    "sort_arguments",
    "strip_readonly",
    "tensor_map",
]
