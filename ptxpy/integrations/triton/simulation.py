"""`simulate`: Triton's kernels run in the simulator, by the calls that launch them on a GPU."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final

from ptxpy.integrations.triton.array_arguments import wrapped
from ptxpy.integrations.triton.errors import TritonError, require_triton
from ptxpy.integrations.triton.specializations import jit_function

if TYPE_CHECKING:
    from ptxpy.launch_request import StrictMode

__all__ = ["Simulated", "simulate", "simulated"]

DEFAULT_TARGET: Final = "sm_90"


@contextmanager
def simulate(target: str | int = DEFAULT_TARGET, *, strict: StrictMode = False) -> Iterator[None]:
    """Run the kernels of Triton that are called inside the `with` in the simulator.

    `kernel[grid](x, y, n, BLOCK=128)` is called as on a GPU, with PyTorch tensors on the CPU.
    Triton binds the arguments, compiles for the target and launches; the PTX that it made runs
    with its own `num_warps`, `num_ctas` and shared memory. No GPU is needed. Autotuners run each
    configuration once and take the first that runs; their choices are forgotten at the end.

    Args:
        target: The architecture to compile for: `"sm_80"`, `"sm_90a"` or 90.
        strict: As for `Kernel.launch`: find data races, missing waits and fences.

    Raises `TritonError` for a kernel that cannot be simulated, and `SimulationError` for faults.
    """
    require_triton()
    from ptxpy.integrations.triton import simulator_driver as drivers  # noqa: PLC0415 - Triton

    if drivers.is_interpreting():
        message = "TRITON_INTERPRET is set, and Triton's interpreter makes no PTX: unset it"
        raise TritonError(message)
    match = re.fullmatch(r"(?:sm_?)?(\d{2,3})[af]?", str(target))
    if match is None:
        message = f"target {target!r} is not an architecture such as 'sm_90'"
        raise TritonError(message)
    driver = drivers.SimulatorDriver(int(match[1]), strict)
    # The driver that was active, or none, is there again after an error, too.
    before = drivers.active_driver()
    drivers.set_active_driver(driver)
    try:
        yield
    finally:
        driver.forget_tuning()
        drivers.set_active_driver(before)


class Simulated:
    """A kernel of Triton whose calls run in the simulator, with NumPy arrays or tensors."""

    def __init__(self, kernel: Any, target: str | int | None, strict: StrictMode) -> None:
        """Keep a kernel."""
        self.kernel = kernel
        self.target = target
        self.strict = strict

    def __getitem__(self, grid: Any) -> Callable[..., Any]:
        """Return the kernel with its grid: a tuple, or a function of the arguments by name."""

        def launch(*arguments: Any, **options: Any) -> Any:
            named = {name: wrapped(value) for name, value in options.items()}
            with self._simulation():
                return self.kernel[grid](*map(wrapped, arguments), **named)

        return launch

    def _simulation(self) -> AbstractContextManager[None]:
        """Return the simulator that is in use already, or one that differs as is stated."""
        from ptxpy.integrations.triton import simulator_driver as drivers  # noqa: PLC0415 - Triton

        active = drivers.active_driver()
        is_inside = isinstance(active, drivers.SimulatorDriver)
        # Inside of `simulate`, a call without wishes of its own uses what is there.
        if is_inside and self.target is None and not self.strict:
            return nullcontext()
        target = active.architecture if is_inside else DEFAULT_TARGET
        return simulate(self.target or target, strict=self.strict or (is_inside and active.strict))


def simulated(
    kernel: Any,
    target: str | int | None = None,
    *,
    strict: StrictMode = False,
) -> Simulated:
    """Return a kernel that runs in the simulator: `simulated(kernel)[grid](x, y, n, BLOCK=128)`.

    Arrays are NumPy arrays or PyTorch tensors on the CPU; a call returns Triton's compiled kernel.

    Args:
        kernel: A function with `@triton.jit`, also with `@triton.autotune` or
            `@triton.heuristics`.
        target: As for `simulate`; by default that of the `simulate` that the call is in.
        strict: As for `simulate`.
    """
    jit_function(kernel)
    return Simulated(kernel, target, strict)
