"""Running launches: plainly, in strict mode, or observed, as the options of the device say."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ptxpy.emulation.launches import Launch, LaunchResult
from ptxpy.emulation.observation import Observation
from ptxpy.emulation.statuses import DeviceError, Status, status_of_cause
from ptxpy.launch_request import Geometry as LaunchGeometry
from ptxpy.launch_request import LaunchError, check_limits, limits_of_target
from ptxpy.sim import (
    Geometry,
    SimulationError,
    UnnamedAccesses,
    UnsupportedError,
    engine_report,
    run_compiled,
    run_strictly,
    run_strictly_compiled,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ptxpy.emulation.device_module import DeviceModule
    from ptxpy.emulation.device_options import DeviceOptions
    from ptxpy.emulation.kernel_info import KernelInfo
    from ptxpy.emulation.launch_recording import LaunchRecording
    from ptxpy.emulation.uninitialised_memory import UninitialisedMemory
    from ptxpy.launch_request import Reference
    from ptxpy.sim import GridAccesses, GridLaunch, Outcome

__all__ = ["Launcher"]

_NO_CLUSTER: Final = (1, 1, 1)
_MAX_KEPT_GRIDS: Final = 4
"""The number of launches whose accesses are kept, one for each stream that is in use."""


class Launcher:
    """Runs the launches of a program, and keeps the profiles and traces to show at its end."""

    def __init__(
        self,
        options: DeviceOptions,
        recording: LaunchRecording,
        uninitialised: UninitialisedMemory,
    ) -> None:
        """Begin without launches."""
        self.options = options
        self._recording = recording
        self._uninitialised = uninitialised
        self.faults = 0
        """How many different faults strict mode has found."""
        self.has_failed = False
        """Whether a kernel has ended by a fault, after which the program can free nothing."""
        self._observation = Observation(options)
        self.engine = engine_report(options.engine)
        """The launches that ran compiled, and why others did not."""
        self._launched: dict[str, KernelInfo] = {}
        """The kernels that an engine has run, by symbol."""
        self._reported: set[tuple[int, str, int]] = set()
        """The kernel, the kind and the line of each fault that has been told."""
        self._grids: dict[int, GridAccesses | UnnamedAccesses] = {}
        """The accesses of the last launches in strict mode, by number."""

    def run(
        self,
        module: DeviceModule,
        info: KernelInfo,
        request: Launch,
        references: Mapping[int, Reference],
        kernel: Callable[[str], KernelInfo],
    ) -> LaunchResult:
        """Run a launch, and the launches of its threads in turn, and wait for the end.

        Launches by a grid begin when the grid has ended, in order; tail launches come last.
        `kernel` returns a kernel of the module by its name.
        """
        result, launched = self._run_grid(module, info, request, references, 0)
        waiting = _in_order(launched, 0)
        # An error ends the grids that wait, too, as it ends the context of a device.
        while waiting and not result.status and result.ran:
            each, depth = waiting.pop()
            its_info = kernel(each.kernel)
            its_request = Launch(
                its_info.id,
                each.grid,
                each.block,
                each.parameters,
                dynamic_shared=each.dynamic_shared,
            )
            found, launched = self._run_grid(module, its_info, its_request, references, depth)
            messages = filter(None, (result.message, found.message))
            result = LaunchResult(found.status, result.printed + found.printed, "\n".join(messages))
            waiting += _in_order(launched, depth)
        return result

    def _run_grid(
        self,
        module: DeviceModule,
        info: KernelInfo,
        request: Launch,
        references: Mapping[int, Reference],
        depth: int,
    ) -> tuple[LaunchResult, Sequence[GridLaunch]]:
        """Run a grid; return the launches of its threads, too."""
        printed: list[bytes] = []
        recording = None
        try:
            geometry = _geometry(info, request)
            given = {
                "dynamic_shared": request.dynamic_shared,
                "max_steps": self.options.max_steps,
                "references": references,
                "depth": depth,
                "sink": printed.append,
            }
            recording = self._recording.begin(module, info, request, geometry)
            outcome = self._run(module, info, request, geometry, given)
        except SimulationError as error:
            # With `collect`, an access out of bounds or a deadlock ends a kernel, and counts, too.
            self.faults += bool(error.faults or self.options.strict)
            self.has_failed = True
            status = status_of_cause(error.cause)
            message = f"{info.shown}: {error}"
            if recording is not None:
                recording.finish(int(status), message, b"".join(printed))
            return LaunchResult(status, b"".join(printed), message), ()
        except UnsupportedError as error:
            return LaunchResult(Status.NOT_SUPPORTED, message=str(error), ran=False), ()
        except DeviceError as error:
            return LaunchResult(error.status, message=error.message, ran=False), ()
        except LaunchError as error:
            status = Status.LAUNCH_OUT_OF_RESOURCES
            # A device has a status of its own for grids that are too large to be resident.
            if request.cooperative and "cooperative" in str(error):
                status = Status.COOPERATIVE_LAUNCH_TOO_LARGE
            return LaunchResult(status, message=str(error), ran=False), ()
        except MemoryError as error:
            text = f"{info.name}: the simulator is out of memory: {error}"
            return LaunchResult(Status.OUT_OF_MEMORY, message=text, ran=False), ()
        if recording is not None:
            recording.finish(printed=b"".join(printed))
        message = self._remarks(info, outcome) if outcome.error or outcome.hints else ""
        return LaunchResult(printed=b"".join(printed), message=message), outcome.launched

    def _run(
        self,
        module: DeviceModule,
        info: KernelInfo,
        request: Launch,
        geometry: Geometry,
        given: dict[str, Any],
    ) -> Outcome:
        options, loaded, name = self.options, module.loaded, info.name
        parameters = request.parameters
        if not (options.strict or options.observes) or not options.chooses(name):
            self._launched[name] = info
            found = run_compiled(loaded, name, parameters, geometry, report=self.engine, **given)
            return found or loaded.run(name, parameters, geometry, **given)
        if options.strict:
            return self._run_strictly(module, info, request, geometry, given)
        hooks = self._observation.begin(info, module, geometry)
        error = None
        try:
            return loaded.run(name, parameters, geometry, hooks=hooks, **given)
        except SimulationError as found:
            error = found
            raise
        finally:
            if hooks is not None:
                self._observation.end(info, hooks, error)

    def _run_strictly(
        self,
        module: DeviceModule,
        info: KernelInfo,
        request: Launch,
        geometry: Geometry,
        given: dict[str, Any],
    ) -> Outcome:
        launch = module.loaded, info.name, request.parameters, geometry
        uninitialised = self._uninitialised.look()
        primary = self._grids.get(request.primary)
        if isinstance(primary, UnnamedAccesses):
            primary = primary.accesses()

        def interpret(watch: Callable[[], None] | None = None) -> Outcome:
            return run_strictly(
                *launch, mode=self.options.strict, primary=primary, watch=watch,
                keep=lambda grid: self._keep(request.number, grid._replace(kernel=info.shown)),
                uninitialised=uninitialised, **given,
            )  # fmt: skip

        self._launched[info.name] = info
        # A grid that may run beside the one before it is compared with that one's accesses.
        if primary is not None:
            self.engine.count(info.name, "a dependent launch, in strict mode")
            return interpret()
        outcome, shadow = run_strictly_compiled(
            *launch, interpret=interpret, report=self.engine, uninitialised=uninitialised, **given
        )
        if shadow is not None:
            grid = UnnamedAccesses(info.shown, geometry, shadow.written_words)
            self._keep(request.number, grid)
        return outcome

    def _keep(self, number: int, grid: GridAccesses | UnnamedAccesses) -> None:
        """Keep the accesses of a launch, and forget those of launches before the last ones.

        Launches by kernels have no number, since none depends on them.
        """
        if not number:
            return
        self._grids[number] = grid
        for old in [*self._grids][:-_MAX_KEPT_GRIDS]:
            del self._grids[old]

    def _remarks(self, info: KernelInfo, outcome: Outcome) -> str:
        """Return the faults of a launch that went on, without those of earlier launches; hints."""
        parts = [f"warning: {hint}" for hint in outcome.hints]
        for fault in () if outcome.error is None else outcome.error.faults:
            key = info.id, fault.kind, fault.line
            # A kernel that is launched in a loop tells each fault once.
            if key not in self._reported:
                self._reported.add(key)
                self.faults += 1
                parts.append(fault.text)
        return "\n".join(f"{info.shown}: {part}" for part in parts)

    def interpreted(self) -> list[str]:
        """Return a line for each kernel that the compiled engine was to run, and did not."""
        if self.options.engine != "compiled":
            return []
        return [
            f"{self._launched[name].shown} ran interpreted: {reason}"
            for name, reason in self.engine.interpreted.items()
        ]

    def report(self) -> str:
        """Return the profiles and traces of the launches, to be shown."""
        return self._observation.report()


def _in_order(launched: Sequence[GridLaunch], depth: int) -> list[tuple[GridLaunch, int]]:
    """Return the launches of a grid at a depth, with their own, the one to run first at the end.

    A tail launch takes the place of the grid: it is no deeper.
    """
    tails = [(each, depth) for each in launched if each.is_tail]
    others = [(each, depth + 1) for each in launched if not each.is_tail]
    return [*reversed(tails), *reversed(others)]


def _geometry(info: KernelInfo, request: Launch) -> Geometry:
    """Return the shape of a launch; raises `LaunchError` or `DeviceError` if it is not possible."""
    given = request.cluster if any(request.cluster) else info.cluster
    cluster = given if any(given) else None
    grid, block = request.grid, request.block
    if min(*grid, *block) < 1:
        _refuse(info, f"a grid of {grid} blocks of {block} threads")
    if len(request.parameters) < info.parameter_bytes:
        _refuse(info, f"{len(request.parameters)} of {info.parameter_bytes} bytes of parameters")
    if any(info.required_block) and block != info.required_block:
        _refuse(info, f"a block of {block} threads; its .reqntid is {info.required_block}")
    if cluster is not None:
        if info.signature.blocks_are_clusters:
            x, y, z = (count * size for count, size in zip(grid, cluster, strict=True))
            grid = x, y, z
        status = Status.INVALID_CLUSTER_SIZE
        if any(info.cluster) and cluster != info.cluster:
            _refuse(
                info, f"a cluster of {cluster}; its .reqnctapercluster is {info.cluster}", status
            )
        if min(cluster) < 1 or any(count % size for count, size in zip(grid, cluster, strict=True)):
            _refuse(
                info, f"a grid of {grid} blocks, which clusters of {cluster} do not divide", status
            )
        most = limits_of_target(info.target).cluster
        if prod(cluster) > max(most, 1):
            what = f"at most {most} blocks" if most else "none before sm_90"
            _refuse(info, f"a cluster of {cluster}; {info.target} has {what}", status)
    shape = LaunchGeometry(grid, block, cluster, request.dynamic_shared)
    check_limits(info.signature, shape, limits_of_target(info.target))
    return Geometry(
        grid,
        block,
        cluster or _NO_CLUSTER,
        explicit_cluster=cluster is not None,
        cooperative=request.cooperative,
    )


def _refuse(info: KernelInfo, text: str, status: Status = Status.INVALID_VALUE) -> NoReturn:
    message = f"a launch of {info.shown} with {text}"
    raise DeviceError(status, message)
