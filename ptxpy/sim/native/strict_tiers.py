"""Strict launches of kernels that are interpreted first, as `tiers.py` has them for plain ones."""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Any

from ptxpy.sim.native.obstacles import obstacle
from ptxpy.sim.native.tiers import ChangeOverError, Tier, compile_in_background

if TYPE_CHECKING:
    from collections.abc import Callable

    from ptxpy.sim.loaded_module import LoadedModule, Outcome
    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.native.strict_memory import StrictShadow

__all__ = ["run_strictly_in_tiers"]


class _StrictTier(Tier):
    """How far a kernel with its filter is on its way to machine code."""

    def begin(self, loaded: LoadedModule, kernel: str, *, clustered: bool = False) -> None:
        """Have the kernel compiled, or find out that it cannot be."""
        from ptxpy.sim.native.strict_launches import (  # noqa: PLC0415 - it loads LLVM
            translated_strictly,
        )

        del clustered  # launches with clusters are interpreted
        found, _ = translated_strictly(loaded, kernel)
        if isinstance(found, str):
            self.obstacle = found
        else:
            self.compiling = compile_in_background(found)


def run_strictly_in_tiers(
    loaded: LoadedModule,
    kernel: str,
    parameters: bytes,
    geometry: Geometry,
    *,
    interpret: Callable[..., Outcome],
    **options: Any,
) -> tuple[Outcome, str, StrictShadow | None]:
    """Run a kernel in strict mode, compiled if it has been interpreted for long.

    Args:
        loaded: The module.
        kernel: The symbol of the kernel.
        parameters: The bytes of the parameters.
        geometry: The shape of the launch.
        interpret: Runs the launch in the interpreter; takes `watch`, see `run_strictly`.
        options: As for `strict_launches.run_filtered`.

    Returns the outcome; why the interpreter has run the launch, empty if it has not; and then the
    records of the launch.
    """
    if reason := obstacle(geometry):
        return interpret(), reason, None
    tier: _StrictTier = loaded.tiers.setdefault(f"{kernel} strictly", _StrictTier())
    if tier.obstacle:
        return interpret(), tier.obstacle, None

    def run_compiled() -> tuple[Outcome, str, StrictShadow | None]:
        from ptxpy.sim.native.strict_launches import run_filtered  # noqa: PLC0415 - it loads LLVM

        if not tier.check():
            return interpret(), tier.obstacle, None
        outcome, reason, shadow = run_filtered(loaded, kernel, parameters, geometry, **options)
        if outcome is not None:
            return outcome, reason, shadow
        return interpret(), reason, None

    if tier.is_ready:
        return run_compiled()
    started = thread_time()

    def begin_if_worthwhile() -> None:
        tier.begin_if_worthwhile(loaded, kernel, thread_time() - started)

    def watch() -> None:
        if tier.is_ready:
            raise ChangeOverError
        begin_if_worthwhile()

    try:
        outcome = interpret(watch=watch)
        begin_if_worthwhile()
    except ChangeOverError:
        return run_compiled()
    finally:
        tier.seconds += thread_time() - started
    return outcome, tier.reason, None
