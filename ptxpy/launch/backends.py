"""Back ends and devices: the simulator and the CUDA driver, by name."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeGuard, runtime_checkable

from ptxpy._records import NamedTuple
from ptxpy.launch_request import UNKNOWN_DEVICE, ArgumentError, LaunchError, limits_of_target

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ptxpy.launch_request import Arguments, LaunchRequest, Limits, Signature, VariableRequest

__all__ = [
    "Backend",
    "ChosenDevice",
    "PreparingBackend",
    "Repeat",
    "architecture",
    "choose_device",
    "detect_arch",
    "prepares",
    "register",
    "registry",
]

_DEVICE: Final = re.compile(r"([a-z]\w*)(?::(\d{1,4}))?")

CPU: Final = "cpu"
"""The device of launches in the simulator."""
CUDA: Final = "cuda"
"""The device of launches on a GPU."""


class Backend(Protocol):
    """A back end: it runs launches on the devices of one kind."""

    def count(self) -> int:
        """Return the number of devices."""

    def limits(self, number: int, signature: Signature) -> Limits:
        """Return the limits of a device for launches of a kernel."""

    def run(self, request: LaunchRequest) -> None:
        """Run a launch."""


Repeat: TypeAlias = "Callable[[tuple[Any, ...]], bool]"
"""Launches again, with arguments of the same types, without the checks that cannot differ.

It returns False, with nothing launched, if all checks are needed.
"""


@runtime_checkable
class PreparingBackend(Backend, Protocol):
    """A back end that prepares launches which are likely to be repeated."""

    def prepare(self, request: LaunchRequest, arguments: Sequence[Any]) -> Repeat | None:
        """Return a function that repeats a request with arguments like its own, or None."""


def prepares(backend: Backend) -> TypeGuard[PreparingBackend]:
    """Return whether a back end prepares launches; it is asked once for each class."""
    return _is_preparing(type(backend))


@cache
def _is_preparing(kind: type) -> bool:
    # `isinstance` looks up every attribute of the protocol anew: a tenth of a small launch.
    return issubclass(kind, PreparingBackend)


class _Cpu:
    """The simulator, imported at its first use."""

    def count(self) -> int:
        """Return 1."""
        return 1

    def limits(self, number: int, signature: Signature) -> Limits:
        """Return the limits of the kernel's target architecture."""
        del number
        return limits_of_target(signature.target)

    def run(self, request: LaunchRequest) -> None:
        """Run a kernel."""
        from ptxpy.sim import run  # noqa: PLC0415 - NumPy loads slowly

        run(request)

    def read_variable(self, request: VariableRequest) -> bytes:
        """Return the bytes of a variable."""
        from ptxpy.sim import read_variable  # noqa: PLC0415 - NumPy loads slowly

        return read_variable(request)

    def write_variable(self, request: VariableRequest, data: bytes) -> None:
        """Set the bytes of a variable."""
        from ptxpy.sim import write_variable  # noqa: PLC0415 - NumPy loads slowly

        write_variable(request, data)


class _Cuda:
    """The GPUs of this machine; their driver is loaded at its first use."""

    def count(self) -> int:
        """Return the number of GPUs: 0 without a driver."""
        from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

        return cuda.count()

    def limits(self, number: int, signature: Signature) -> Limits:
        """Return the limits of a GPU.

        Raises `ptxpy.launch.cuda.DriverMissingError` if there is no such GPU.
        """
        del signature
        from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

        return cuda.limits(number)

    def run(self, request: LaunchRequest) -> None:
        """Run a kernel."""
        from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

        cuda.run(request)

    def prepare(self, request: LaunchRequest, arguments: Sequence[Any]) -> Repeat | None:
        """Return a function that repeats a request with arguments like its own, or None."""
        from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

        return cuda.prepare(request, arguments)

    def read_variable(self, request: VariableRequest) -> bytes:
        """Return the bytes of a variable."""
        from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

        return cuda.read_variable(request)

    def write_variable(self, request: VariableRequest, data: bytes) -> None:
        """Set the bytes of a variable."""
        from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

        cuda.write_variable(request, data)


_backends: dict[str, Backend] = {CPU: _Cpu(), CUDA: _Cuda()}


class _Registry:
    """How often a back end has been registered: launches that were prepared before are stale."""

    version = 0

    def invalidate(self) -> None:
        """Make all launches stale that were prepared before."""
        self.version += 1


registry = _Registry()
# Contexts and modules of a driver are of the process that made them.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=registry.invalidate)


def register(name: str, backend: Backend) -> Backend | None:
    """Register a back end as `device=name`; return the one registered before, or None."""
    if _DEVICE.fullmatch(name) is None or ":" in name:
        message = f"{name!r} is not a valid device name; expected a word such as 'cpu', without ':'"
        raise ValueError(message)
    before = _backends.get(name)
    _backends[name] = backend
    registry.invalidate()
    return before


def architecture() -> str | None:
    """Return the target to compile for on the first GPU, such as `sm_90a`; None without a GPU."""
    if not _backends[CUDA].count():
        return None
    from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

    return cuda.target(0)


def detect_arch() -> str:
    """Return the target to compile for on the first GPU, such as `sm_90a`.

    Raises `DriverMissingError` without a GPU; `@kernel(arch="auto")` is for `sm_90a` then.
    """
    found = architecture()
    if found is None:
        from ptxpy.launch.cuda.errors import DriverMissingError  # noqa: PLC0415 - as above

        msg = (
            "there is no GPU here whose architecture could be returned: name it, "
            'as in @kernel(arch="sm_80")'
        )
        raise DriverMissingError(msg)
    return found


class ChosenDevice(NamedTuple):
    """The device of a launch."""

    name: str
    """Name of the back end."""
    backend: Backend
    number: int


def choose_device(device: str | None, arguments: Arguments) -> ChosenDevice:
    """Choose the device of a launch.

    The first of these that exists: the named device (`cpu`, `cuda`, `cuda:1`), the GPU that holds
    an array argument, the first GPU, the CPU.
    """
    if device is None:
        number = _gpu_of_arrays(arguments)
        if number is None:
            name = CUDA if _backends[CUDA].count() else CPU
            return ChosenDevice(name, _backends[name], 0)
        return ChosenDevice(CUDA, _backends[CUDA], number)
    # The most frequent form needs no regular expression.
    if type(device) is str and device in _backends:
        name, given = device, None
    else:
        match = _DEVICE.fullmatch(str(device))
        if match is None or match[1] not in _backends:
            known = " ".join(map(repr, _backends))
            message = f"no device {device!r}; expected one of {known}; 'cuda:1' is the second GPU"
            raise LaunchError(message)
        name, given = match.groups()
    backend = _backends[name]
    if name == CPU:
        for parameter, _ in arguments.device_arrays:
            message = (
                f'{parameter}: the array is on a GPU, but the launch is on device="cpu"; '
                "pass a NumPy array, or launch on the GPU"
            )
            raise ArgumentError(message, parameter)
    number = int(given) if given else None
    if number is None and name == CUDA:
        number = _gpu_of_arrays(arguments)
    return ChosenDevice(name, backend, number or 0)


def _gpu_of_arrays(arguments: Arguments) -> int | None:
    """Return the first known GPU number among the device arrays.

    It is 0 if no array states its GPU, and None without device arrays.
    """
    # The first one decides: the launch refuses arrays on another GPU.
    numbers = [array.device for _, array in arguments.device_arrays]
    known = [number for number in numbers if number != UNKNOWN_DEVICE]
    return known[0] if known else 0 if numbers else None
