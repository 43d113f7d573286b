"""Checks of a call with JAX arrays before it is planned; every error names the argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ptxpy.dsl import DTYPES, dtype_name
from ptxpy.launch_request import LaunchError

if TYPE_CHECKING:
    from ptxpy.dsl import StandaloneKernel
    from ptxpy.launch import CallArguments

__all__ = [
    "check_arguments",
    "check_wide_type",
    "is_jax",
    "is_traced",
    "platform_of",
    "python_number",
    "wide_type_hint",
]

_ROOTS: Final = frozenset({"jax", "jaxlib"})
_PLATFORMS: Final = {"cpu": "cpu", "gpu": "cuda", "cuda": "cuda"}
"""The device of a launch, by the platform of JAX."""


def is_jax(value: Any) -> bool:
    """Return whether a value is an array of JAX, or stands for one in a trace."""
    return type(value).__module__.partition(".")[0] in _ROOTS


def is_traced(value: Any) -> bool:
    """Return whether a value stands for an array in a function that JAX traces."""
    import jax  # noqa: PLC0415 - a JAX array is here, so JAX is loaded

    return isinstance(value, jax.core.Tracer)


def python_number(value: Any) -> Any:
    """Return the number in a JAX array of no dimensions; other values, traced ones too, as is."""
    if is_jax(value) and not is_traced(value) and getattr(value, "shape", None) == ():
        return value.item()
    return value


def check_arguments(kernel: StandaloneKernel, given: CallArguments) -> None:
    """Raise an error for arguments that no JAX program can hand to a kernel.

    `TypeError` for traced values where the launch needs numbers, and for float64 that JAX would
    make float32 of; `ValueError` for arrays that are deleted or on several devices; `LaunchError`
    for a stream, and a device other than that of the arrays.
    """
    for name, value in given.values.items():
        role = "scalar" if name in kernel.scalars else "raw parameter"
        _check_untraced(kernel, role, name, value)
    for name, value in given.templates.items():
        _check_untraced(kernel, "template parameter", name, value)
    for name, value in given.launch.items():
        _check_untraced(kernel, "launch option", name, value)
    import jax  # noqa: PLC0415 - a JAX array is here, so JAX is loaded

    for name, value in given.tensors.items():
        if is_jax(value) and not isinstance(value, jax.Array):
            msg = (
                f"{name} is a {type(value).__name__}, not an array; "
                f"jax.eval_shape({kernel.name}, …) takes shapes and types"
            )
            raise TypeError(msg)
        if is_jax(value) and not is_traced(value) and value.is_deleted():
            msg = f"{name}: the JAX array is deleted; it was donated to an earlier call"
            raise ValueError(msg)
        if hasattr(value, "dtype"):
            check_wide_type(f"{kernel.name}: {name} has elements of", value.dtype)
    platform = _check_devices(kernel, given)
    if given.launch.get("stream") is not None:
        msg = f"{kernel.name}: XLA chooses the stream of a kernel on JAX arrays; leave out stream"
        raise LaunchError(msg)
    device = given.launch.get("device")
    if device is not None and platform is not None and device.partition(":")[0] != platform:
        msg = (
            f"{kernel.name}: device={device!r}, but the JAX arrays are on {platform}; "
            "jax.device_put(x, device) moves them"
        )
        raise LaunchError(msg)


def _check_untraced(kernel: StandaloneKernel, role: str, name: str, value: Any) -> None:
    parts = value if isinstance(value, tuple | list) else (value,)
    if not any(is_jax(part) and is_traced(part) for part in parts):
        return
    msg = (
        f"{kernel.name}: the {role} {name} is a value that JAX traces, but a number is needed to "
        f"launch the kernel; bind it before, functools.partial({kernel.name}, {name}=…), make it "
        f"static, jax.jit(f, static_argnames={name!r}), or let the kernel load it from a tensor"
    )
    raise TypeError(msg)


def check_wide_type(what: str, dtype: Any) -> None:
    """Raise `TypeError` for a type of 64 bits that JAX would replace by one of 32 bits."""
    import jax  # noqa: PLC0415 - a JAX array is here, so JAX is loaded

    name = dtype_name(dtype)
    if name in {"float64", "int64", "uint64"}:
        actual = dtype_name(jax.dtypes.canonicalize_dtype(dtype))
        if actual != name:
            msg = (
                f"{what} {name}, which JAX replaces by {actual} unless 64-bit types are enabled: "
                'jax.config.update("jax_enable_x64", True)'
            )
            raise TypeError(msg)


def wide_type_hint(kernel: StandaloneKernel, given: CallArguments) -> str:
    """Return a hint for arrays of 32 bits whose tensors have 64, while JAX has no 64-bit types."""
    import jax  # noqa: PLC0415 - a JAX array is here, so JAX is loaded

    tiles = dict(zip(kernel.tensor_names, (*kernel.in_specs, *kernel.out_specs), strict=True))
    if dtype_name(jax.dtypes.canonicalize_dtype("float64")) == "float64":
        return ""
    for name, value in given.tensors.items():
        wanted = DTYPES[tiles[name].dtype.fundamental]
        found = dtype_name(getattr(value, "dtype", None))
        if f"{found.removesuffix('32')}64" in wanted and found.endswith("32"):
            return (
                "JAX makes float64 and int64 arrays only after "
                'jax.config.update("jax_enable_x64", True)'
            )
    return ""


def platform_of(device: Any) -> str:
    """Return the device of a launch for a device of JAX; raise `LaunchError` if there is none."""
    found = _PLATFORMS.get(device.platform)
    kind = str(getattr(device, "client", None) and device.client.platform_version)
    if found is None or (found == "cuda" and "rocm" in kind.lower()):
        msg = f"kernels run on JAX's devices of CPUs and of CUDA GPUs, not on {device}"
        raise LaunchError(msg)
    return found


def _check_devices(kernel: StandaloneKernel, given: CallArguments) -> str | None:
    """Return the device of a launch on arrays with values; None where one is traced."""
    first: tuple[str, Any] | None = None
    for name, value in given.tensors.items():
        if not is_jax(value):
            continue
        if is_traced(value):
            # A traced array has no device before the program runs.
            return None
        devices = value.devices()
        if first is None:
            first = name, devices
        elif devices != first[1]:
            msg = (
                f"{kernel.name}: {name} is on {_list(devices)}, but {first[0]} is on "
                f"{_list(first[1])}; jax.device_put(x, device) moves an array"
            )
            raise ValueError(msg)
    return None if first is None else platform_of(next(iter(first[1])))


def _list(devices: Any) -> str:
    return ", ".join(sorted(map(str, devices)))
