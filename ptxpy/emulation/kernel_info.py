"""Facts of a kernel for the driver: its parameters, and the resources that it needs."""

from __future__ import annotations

import re
from math import prod
from typing import TYPE_CHECKING, Final

from ptxpy._records import NamedTuple
from ptxpy.demangle import abridged, demangled
from ptxpy.ir import nodes as n
from ptxpy.launch_request import Dim3, Signature, signature_of

if TYPE_CHECKING:
    from ptxpy.sim import LoadedModule

__all__ = ["KernelInfo", "describe_kernel"]

_MAX_THREADS: Final = 1024
_NONE: Final = (0, 0, 0)


class KernelInfo(NamedTuple):
    """A kernel of a module."""

    id: int
    """The number by which it is launched."""
    module: int
    name: str
    """Its symbol."""
    parameters: tuple[tuple[int, int], ...]
    """The offset and the size in bytes of each parameter."""
    parameter_bytes: int
    static_shared: int
    """Bytes of static shared memory of a CTA."""
    local_bytes: int
    """Bytes of local memory of a thread."""
    constant_bytes: int
    """Bytes of constant variables of the module."""
    registers: int
    """Registers of a thread; 0, as the simulator does not limit registers."""
    max_threads: int
    """The most threads of a CTA."""
    required_block: Dim3
    """The block that `.reqntid` requires, else zeros."""
    cluster: Dim3
    """The cluster that `.reqnctapercluster` requires, else zeros."""
    architecture: int
    """The number of the target: 90 for `sm_90a`."""
    target: str
    """The target: `sm_90a`."""
    ptx_version: int
    """The version of PTX, times ten: 90 for 9.0."""
    signature: Signature

    @property
    def shown(self) -> str:
        """The kernel's C++ declaration, abridged, for messages; its symbol if it has none."""
        signature = demangled(self.name).signature
        return abridged(signature, _MAX_SHOWN_CHARACTERS) if signature else self.name


_MAX_SHOWN_CHARACTERS: Final = 100


def describe_kernel(loaded: LoadedModule, number: int, module: int, name: str) -> KernelInfo | None:
    """Return the facts of a kernel of a module; None if there is no such kernel.

    Raises `LaunchError` for parameters of unknown size.
    """
    routine = loaded.program.routines.get(name)
    if routine is None or not routine.is_kernel:
        return None
    signature = signature_of(loaded.module, routine.function)
    most = _MAX_THREADS if signature.threads is None else min(signature.threads, _MAX_THREADS)
    # `.reqntid` leaves a launch no choice, so its product is the most.
    if signature.block is not None:
        most = prod(signature.block)
    constant = sum(
        storage.size or 0
        for _, _, storage in loaded.program.variables.values()
        if storage.space == "const"
    )
    match = re.match(r"sm_(\d{1,4})", signature.target)
    return KernelInfo(
        number,
        module,
        name,
        tuple((each.offset or 0, each.size or 0) for each in signature.parameters),
        signature.size,
        signature.shared,
        routine.local_bytes,
        constant,
        0,
        most,
        signature.block or _NONE,
        signature.cluster or _NONE,
        int(match[1]) if match else 0,
        signature.target,
        _version(loaded.module),
        signature,
    )


def _version(module: n.Module) -> int:
    for item in module.body:
        if type(item) is n.Version:
            # The driver API gives versions as one number, `CU_FUNC_ATTRIBUTE_PTX_VERSION`: 90 for
            # 9.0.
            major, _, minor = item.number.partition(".")
            return 10 * int(major) + int(minor or 0)
    return 0
