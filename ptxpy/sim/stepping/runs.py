"""A launch that a stepper follows instruction by instruction, and may begin again."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ptxpy.launch_request import Surface
from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.errors import SimulationError
from ptxpy.sim.launch_hooks import LaunchHooks
from ptxpy.sim.loaded_module import RunOptions
from ptxpy.sim.machine.printf_output import Output
from ptxpy.sim.machine.snapshots import Snapshot
from ptxpy.sim.races.detector import RaceDetector

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptxpy.sim.loaded_module import Launch, LoadedModule, Outcome
    from ptxpy.sim.machine.geometry import Geometry
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.pieces import Program
    from ptxpy.sim.races.state import UninitialisedRead

__all__ = ["LaunchStepper", "RestartError", "run_stepped"]


class RestartError(BaseException):
    """Raised by a stepper in any of its methods to begin the launch again.

    It is no `Exception`, so that nothing in between takes it for an error of the kernel.
    """


class LaunchStepper:
    """Follows a launch; every method here lets it run on. Any method may take its time.

    The simulator is deterministic: a launch that begins again runs the same instructions in the
    same order, so a position in it is the number of pieces that have run.
    """

    scheduler: Scheduler
    """The scheduler of the current batch, whose `machine` has its state."""
    count = 0
    """How many pieces have run since the launch began."""
    memory: Snapshot
    """The memory from before the launch, for checkpoints."""
    unset_reads: Mapping[int, UninitialisedRead] = MappingProxyType({})
    """In strict mode the first read of uninitialised memory of each statement, by ordinal."""

    def launch_begins(self) -> None:
        """Called when the launch begins, for the first time or again."""

    def batch_begins(self, scheduler: Scheduler) -> None:
        """Called when a batch of CTAs begins."""

    def before(self, frame: Any, piece: int, lanes: Any) -> None:
        """Called before lanes run a piece, which is one instruction; None for all lanes."""

    def faulted(self, message: str, ordinal: int | None, lane: int | None) -> None:
        """Called when a fault has stopped the batch; see `LaunchHooks.faulted`."""

    def launch_ended(self, error: SimulationError | None) -> None:
        """Called when the launch has ended, with its error."""


class SteppedHooks(LaunchHooks):
    """The hooks of a launch that a stepper follows."""

    def __init__(self, stepper: LaunchStepper) -> None:
        """Follow a launch."""
        self.stepper: LaunchStepper = stepper

    @property
    def compiler(self) -> Callable[[Program], CompiledPieces]:
        """The compiler of pieces."""
        return CompiledPieces

    def begin(self, scheduler: Scheduler) -> None:
        """Begin a batch."""
        _begin(self.stepper, scheduler)

    def faulted(self, message: str, ordinal: int | None, lane: int | None) -> None:
        """Tell of a fault."""
        self.stepper.faulted(message, ordinal, lane)


class SteppedDetector(RaceDetector):
    """The race detector of a launch that a stepper follows."""

    stepper: LaunchStepper

    def begin(self, scheduler: Scheduler) -> None:
        """Begin a batch of CTAs."""
        super().begin(scheduler)
        _begin(self.stepper, scheduler)

    def faulted(self, message: str, ordinal: int | None, lane: int | None) -> None:
        """Tell of a fault."""
        self.stepper.faulted(message, ordinal, lane)


def _begin(stepper: LaunchStepper, scheduler: Scheduler) -> None:
    # A kernel that reads the time reads the same when the launch is repeated.
    scheduler.machine.clock = lambda: stepper.count
    stepper.scheduler = scheduler
    stepper.batch_begins(scheduler)


def run_stepped(
    loaded: LoadedModule,
    kernel: str,
    parameters: bytes,
    geometry: Geometry,
    *,
    stepper: LaunchStepper,
    strict: bool = False,
    sink: Callable[[bytes], object] | None = None,
    **options: Any,
) -> Outcome:
    """Run a kernel under a stepper, as often as that raises `RestartError`.

    Args:
        loaded: The module.
        kernel: The symbol of the kernel.
        parameters: The bytes of the parameters.
        geometry: The shape of the launch.
        stepper: Told of each instruction.
        strict: Whether the launch ends at the first fault that strict mode finds. Reads of
            uninitialised memory, which only a second run can judge, are not among them: they are in
            `LaunchStepper.unset_reads`.
        sink: Receives the output of `printf`, in chunks; again, when the launch begins again.
        options: As for `LoadedModule.run`.

    Raises:
        SimulationError: A thread faulted.
    """
    launch = loaded.set_up(kernel, parameters, geometry, RunOptions(**options))
    held = launch.options.references.values()
    before = Snapshot(loaded.memory, [each.levels[0] for each in held if isinstance(each, Surface)])
    stepper.memory = before
    try:
        while True:
            try:
                return _attempt(loaded, launch, stepper, strict=strict, sink=sink)
            except RestartError:
                before.restore()
    finally:
        before.close()
        loaded.tear_down(launch)


def _attempt(
    loaded: LoadedModule,
    launch: Launch,
    stepper: LaunchStepper,
    *,
    strict: bool,
    sink: Callable[[bytes], object] | None,
) -> Outcome:
    """Run the launch once."""
    printed: list[bytes] = []
    output = Output(printed.append if sink is None else sink)
    hooks: LaunchHooks = SteppedHooks(stepper)
    if strict:
        detector = SteppedDetector(loaded.stepped_program, loaded.memory)
        detector.stepper = stepper
        hooks = detector
        stepper.unset_reads = detector.reads_unset
    stepper.count = 0
    stepper.launch_begins()
    try:
        outcome = loaded.execute(launch, output, hooks)
    except SimulationError as error:
        output.flush()
        stepper.launch_ended(error)
        raise
    output.flush()
    stepper.launch_ended(None)
    return outcome._replace(output=b"".join(printed))
