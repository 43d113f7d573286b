"""What kernels run on, by name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from ptxpy.launch.arguments import UNKNOWN_DEVICE, ArgumentError, LaunchError
from ptxpy.launch.request import limits_of_target

if TYPE_CHECKING:
    from ptxpy.launch.arguments import Arguments, Signature
    from ptxpy.launch.request import LaunchRequest, Limits, VariableRequest

__all__ = ["Backend", "Chosen", "architecture", "choose", "register"]

_DEVICE: Final = re.compile(r"([a-z]\w*)(?::(\d{1,4}))?")

CPU: Final = "cpu"
CUDA: Final = "cuda"


class Backend(Protocol):
    """What runs kernels."""

    def count(self) -> int:
        """Return how many devices there are."""

    def limits(self, number: int, signature: Signature) -> Limits:
        """Return how large a launch of a kernel may be on a device."""

    def run(self, request: LaunchRequest) -> None:
        """Run a kernel."""


class _Cpu:
    """The simulator, which is loaded when it is needed."""

    def count(self) -> int:
        """Return 1."""
        return 1

    def limits(self, number: int, signature: Signature) -> Limits:
        """Return the limits of the architecture that the kernel is for."""
        del number
        return limits_of_target(signature.target)

    def run(self, request: LaunchRequest) -> None:
        """Run a kernel."""
        from ptxpy.sim import run  # noqa: PLC0415 - NumPy loads slowly

        run(request)

    def read_variable(self, request: VariableRequest) -> bytes:
        """Return what a variable holds."""
        from ptxpy.sim import read_variable  # noqa: PLC0415 - NumPy loads slowly

        return read_variable(request)

    def write_variable(self, request: VariableRequest, data: bytes) -> None:
        """Let a variable hold something else."""
        from ptxpy.sim import write_variable  # noqa: PLC0415 - NumPy loads slowly

        write_variable(request, data)


class _Cuda:
    """The GPUs of this machine, whose driver is loaded when it is needed."""

    def count(self) -> int:
        """Return how many GPUs there are: 0 without a driver."""
        from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

        return cuda.count()

    def limits(self, number: int, signature: Signature) -> Limits:
        """Return what a GPU can launch; `ptxpy.launch.cuda.DriverMissing` without that GPU."""
        del signature
        from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

        return cuda.limits(number)

    def run(self, request: LaunchRequest) -> None:
        """Run a kernel."""
        from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

        cuda.run(request)

    def read_variable(self, request: VariableRequest) -> bytes:
        """Return what a variable holds."""
        from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

        return cuda.read_variable(request)

    def write_variable(self, request: VariableRequest, data: bytes) -> None:
        """Let a variable hold something else."""
        from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

        cuda.write_variable(request, data)


_backends: dict[str, Backend] = {CPU: _Cpu(), CUDA: _Cuda()}


def register(name: str, backend: Backend) -> Backend | None:
    """Let `device=name` mean a back end, and return the one that it meant before."""
    if _DEVICE.fullmatch(name) is None or ":" in name:
        message = f"no name for a device: {name!r}; one is 'cpu'"
        raise ValueError(message)
    before = _backends.get(name)
    _backends[name] = backend
    return before


def architecture() -> str | None:
    """Return the target of kernels for the first GPU, `sm_90a`; None where there is no GPU."""
    if not _backends[CUDA].count():
        return None
    from ptxpy.launch import cuda  # noqa: PLC0415 - the bindings load slowly

    return cuda.target(0)


class Chosen(NamedTuple):
    """A device."""

    name: str
    """Of the back end."""
    backend: Backend
    number: int


def choose(device: str | None, arguments: Arguments) -> Chosen:
    """Return the device of a launch.

    That is the one named: `cpu`, `cuda`, `cuda:1`; else the GPU that an array of the arguments
    lies on; else the first GPU, if there is one; else the CPU.
    """
    if device is None:
        number = _number_of(arguments)
        if number is None:
            name = CUDA if _backends[CUDA].count() else CPU
            return Chosen(name, _backends[name], 0)
        return Chosen(CUDA, _backends[CUDA], number)
    name, given = _parts(device)
    backend = _backends[name]
    if name == CPU:
        for parameter, _ in arguments.device_arrays:
            message = (
                f'{parameter}: the array lies on a GPU, and the launch is on device="cpu"; '
                "give an array of NumPy, or launch on the GPU"
            )
            raise ArgumentError(message, parameter)
    number = int(given) if given else None
    if number is None and name == CUDA:
        number = _number_of(arguments)
    return Chosen(name, backend, number or 0)


def _parts(device: str) -> tuple[str, str | None]:
    """Return the name of a back end that there is, and the digits of a number behind it."""
    if type(device) is str and device in _backends:
        return device, None
    match = _DEVICE.fullmatch(str(device))
    if match is None or match[1] not in _backends:
        known = " ".join(map(repr, _backends))
        message = f"no device {device!r}; there are {known}, and 'cuda:1' is the second GPU"
        raise LaunchError(message)
    return match[1], match[2]


def _number_of(arguments: Arguments) -> int | None:
    """Return the GPU of the arrays that lie on one: the first that is told, else 0."""
    numbers = [array.device for _, array in arguments.device_arrays]
    told = [number for number in numbers if number != UNKNOWN_DEVICE]
    return told[0] if told else 0 if numbers else None
