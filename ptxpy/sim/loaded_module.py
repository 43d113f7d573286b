"""Running a kernel of a module that has been loaded into the simulator."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from ptxpy.analysis.references import named_in
from ptxpy.ir import nodes as n
from ptxpy.launch.arguments import LaunchError
from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.compile.placement import place_globals, shared_layout
from ptxpy.sim.errors import (
    EndlessError,
    FaultError,
    SimulationError,
    Unsupported,
    UnsupportedError,
)
from ptxpy.sim.fault_messages import Reporter
from ptxpy.sim.machine.address_space import MAX_LOCAL_BYTES
from ptxpy.sim.machine.frame import Frame
from ptxpy.sim.machine.geometry import Geometry
from ptxpy.sim.machine.global_memory import Memory
from ptxpy.sim.machine.heap import Heap
from ptxpy.sim.machine.machine import Machine
from ptxpy.sim.machine.printf_output import Output
from ptxpy.sim.machine.scheduler import Scheduler, StepBudget, StepLimitError
from ptxpy.sim.pieces.program import Program
from ptxpy.sim.semantics.asynchronous.tensor_hints import hints
from ptxpy.sim.semantics.textures.opaque_handles import opaque_variables

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ptxpy.launch.arguments import Reference
    from ptxpy.sim.compile.placement import SharedLayout
    from ptxpy.sim.launch_hooks import LaunchHooks
    from ptxpy.sim.machine.tensor_boxes import Boxes
    from ptxpy.sim.pieces.program import Routine

__all__ = ["Launch", "LoadedModule", "Outcome", "RunOptions"]

MAX_LANES_PER_BATCH: Final = 65536
"""Lanes of a batch: with more, vectors no longer fit the caches of a CPU."""

MAX_BATCH_BYTES: Final = 1 << 28
"""Bytes of shared and local memory of a batch, at most, where a cluster does not need more."""

MAX_PARAMETER_BYTES: Final = 32764
"""Bytes of parameters that a kernel may have (PTX ISA 5.1.6.1)."""

MAX_KEPT_BYTES: Final = 1 << 22
"""Bytes of shared and local memory of a batch that is kept for the next launch, at most."""

_PAGE: Final = 4096


class Outcome(NamedTuple):
    """What running a kernel gave beside what it wrote."""

    instructions: int
    """Instructions that were run, counted for each thread."""
    output: bytes
    """What `printf` wrote, where nothing took it as it came."""
    hints: tuple[str, ...] = ()
    """What looks wrong, though nothing was that a thread must not do."""
    error: SimulationError | None = None
    """The faults that strict mode has gathered."""


class RunOptions(NamedTuple):
    """What a launch may be given beside its shape; see `LoadedModule.run`."""

    dynamic_shared: int = 0
    max_steps: int | None = None
    lanes: int = MAX_LANES_PER_BATCH
    references: Mapping[int, Reference] = {}


class Launch(NamedTuple):
    """A launch that has been set up."""

    routine: Routine
    """The kernel."""
    parameters: dict[str, int]
    """The addresses of its parameters."""
    geometry: Geometry
    layout: SharedLayout
    options: RunOptions
    mark: int
    """The end of the memory in use before it, as `Memory.reset` takes it."""


class LoadedModule:
    """A module in the simulator: its variables have addresses and keep what they hold."""

    def __init__(self, module: n.Module, *, lines: Callable[[int, int], str] | None = None) -> None:
        """Load a module.

        Args:
            module: The module.
            lines: Says for messages where a statement stands, given its line in the PTX and its
                ordinal; the line unless given.
        """
        self.module = module
        self.program = Program(module)
        self.pieces = CompiledPieces(self.program)
        self.memory = Memory()
        if self.program.narrow:
            self.memory.reserve(_PAGE)  # where a null pointer points to
        self._parameters = self.memory.allocation(
            MAX_PARAMETER_BYTES, "the parameters", alignment=128, writable=False
        )
        if any(isinstance(f, n.Function) and f.name.name == "malloc" for f in module.body):
            self.memory.heap = Heap(self.memory)
        self.addresses = place_globals(self.program, self.memory, self._function)
        for routine in self.program.routines.values():
            self.addresses.setdefault(routine.name, self.pieces.address_of(routine))
        self.opaque, self.references = opaque_variables(self.program, self.addresses)
        self._lines = lines
        self._checked: dict[str, SharedLayout] = {}
        self._compiled: dict[Callable[[Program], CompiledPieces], CompiledPieces] = {}
        """The code for launches with hooks, by what has compiled it."""
        self._rested: tuple[Any, Machine | None] = None, None
        """The batch of the last launch, and what it is for: it is used again where it fits."""

    def _function(self, name: str) -> int | None:
        routine = self.program.routine(name)
        return None if routine is None else self.pieces.address_of(routine)

    def prepare(self, kernel: str) -> SharedLayout:
        """Look a kernel through, and all functions that it reaches.

        Returns the layout of its shared memory. Raises `UnsupportedError` with everything in it
        that the simulator does not have.
        """
        found = self._checked.get(kernel)
        if found is None:
            routines = reached(self.program, kernel)
            missing = [
                each for routine in routines for each in self.pieces.find_unsupported(routine)
            ]
            if missing:
                raise UnsupportedError(kernel, missing, self._told(kernel, missing))
            found = self._checked[kernel] = shared_layout(self.program, routines)
        return found

    def _told(self, kernel: str, missing: list[Unsupported]) -> str:
        reporter = self.reporter()
        shown = [f"{reporter.place(each.ordinal)}: {each.reason}" for each in missing[:20]]
        more = len(missing) - len(shown)
        lines = [f"{kernel} has instructions that the simulator does not run:", *shown]
        return "\n".join([*lines, f"and {more} more"] if more else lines)

    def run(
        self,
        kernel: str,
        parameters: bytes,
        geometry: Geometry,
        *,
        dynamic_shared: int = 0,
        max_steps: int | None = None,
        lanes: int = MAX_LANES_PER_BATCH,
        references: Mapping[int, Reference] | None = None,
        hooks: LaunchHooks | None = None,
        sink: Callable[[bytes], object] | None = None,
    ) -> Outcome:
        """Run a kernel with the bytes of its parameters, which refer to memory allocated before.

        Args:
            kernel: Its symbol.
            parameters: The bytes of its parameters (PTX ISA 5.1.6.1).
            geometry: The shape of the launch.
            dynamic_shared: Bytes of shared memory beside the static ones.
            max_steps: The steps after which the kernel counts as endless. A step is a piece of code
                without a branch, for all threads that run it together; they are counted over all
                CTAs.
            lanes: The lanes that run side by side, at most, where a CTA is not larger.
            references: What handles and the addresses of opaque variables refer to.
            hooks: What is notified of the events of the launch, which then runs slower.
            sink: Takes what `printf` writes, as it comes; `Outcome.output` has it without.

        Raises:
            UnsupportedError: Before anything has run.
            LaunchError: Before anything has run, if a thread has too many local variables.
            SimulationError: A thread did what it must not, or none could go on.
        """
        printed: list[bytes] = []
        output = Output(printed.append if sink is None else sink)
        options = RunOptions(dynamic_shared, max_steps, lanes, references or {})
        launch = self.set_up(kernel, parameters, geometry, options)
        try:
            outcome = self.execute(launch, output, hooks)
        finally:
            output.flush()
            self.tear_down(launch)
        return outcome._replace(output=b"".join(printed))

    def set_up(
        self, kernel: str, parameters: bytes, geometry: Geometry, options: RunOptions
    ) -> Launch:
        """Set a launch up, which can be executed several times until it is torn down; see `run`."""
        layout = self.prepare(kernel)
        routine = self.program.routines[kernel]
        if routine.local_bytes > MAX_LOCAL_BYTES:
            text = f"{kernel} needs {routine.local_bytes:,} bytes of local memory a thread"
            message = f"{text}; there are {MAX_LOCAL_BYTES:,}"
            raise LaunchError(message)
        mark = self.memory.mark()
        start = self._place(len(parameters))
        self.memory.bytes[start : start + len(parameters)] = bytearray(parameters)
        where = {p.name: start + (p.offset or 0) for p in routine.parameters}
        return Launch(routine, where, geometry, layout, options, mark)

    def tear_down(self, launch: Launch) -> None:
        """Free the memory that has been allocated since a launch was set up."""
        self.memory.reset(launch.mark)

    def reporter(self) -> Reporter:
        """Return what puts messages together about the module."""
        return Reporter(self.module, self.program, self._lines)

    def _place(self, size: int) -> int:
        """Return where the parameters of a launch go: first in memory, if they are not too many."""
        if size > MAX_PARAMETER_BYTES:
            return self.memory.allocate(size, "the parameters", alignment=128, writable=False)
        self._parameters.stop = self._parameters.start + max(1, size)
        return self._parameters.start

    def _pieces_for(self, hooks: LaunchHooks | None) -> CompiledPieces:
        """Return the functions for a launch with hooks, or without."""
        if hooks is None:
            return self.pieces
        compiler = hooks.compiler
        found = self._compiled.get(compiler)
        if found is None:
            found = self._compiled[compiler] = compiler(self.program)
        return found

    def execute(
        self, launch: Launch, output: Output, hooks: LaunchHooks | None = None, fill: int = 0
    ) -> Outcome:
        """Execute a launch that has been set up.

        Args:
            launch: The launch.
            output: Takes what `printf` writes.
            hooks: What is notified of the events of the launch.
            fill: The initial value of bytes of shared and local memory.
        """
        routine, parameters, geometry, layout, options, _ = launch
        shared = layout.static + options.dynamic_shared
        lanes = options.lanes
        if hooks is not None and hooks.max_lanes is not None:
            lanes = min(lanes, hooks.max_lanes)
        side_by_side = _side_by_side(
            geometry, lanes, shared + routine.local_bytes * geometry.padded
        )
        executed = 0
        steps = StepBudget(options.max_steps)
        beyond: dict[Boxes, list[tuple[int, ...]] | None] = {}
        references = {**self.references, **options.references}
        pieces = self._pieces_for(hooks)
        machine: Machine | None = None
        with np.errstate(all="ignore"):
            for first in range(0, geometry.ctas, side_by_side):
                count = min(side_by_side, geometry.ctas - first)
                key = (routine.name, geometry, options.dynamic_shared, count)
                if machine is not None and machine.ctas == count:
                    machine.restart(first)
                elif key == self._rested[0]:
                    machine = cast("Machine", self._rested[1])
                    machine.restart(first, parameters)
                else:
                    machine = Machine(
                        geometry,
                        self.memory,
                        {**self.addresses, **layout.offsets},
                        parameters,
                        shared,
                        routine.local_bytes,
                        first,
                        count,
                    )
                    machine.opaque = self.opaque
                    machine.shared_variables = layout.offsets
                machine.references, machine.output = references, output
                machine.out_of_bounds_boxes = beyond
                self._rested = None, None
                machine.watch(hooks)
                machine.fill = fill
                if fill:
                    machine.shared.fill(fill)
                    machine.local.fill(fill)
                self._run_batch(machine, routine, pieces, steps, hooks)
                executed += machine.executed
        if machine is not None and machine.shared.nbytes + machine.local.nbytes <= MAX_KEPT_BYTES:
            machine.release()
            self._rested = key, machine
        return Outcome(executed, b"", tuple(hints(beyond, self.memory)))

    def _run_batch(
        self,
        machine: Machine,
        routine: Routine,
        pieces: CompiledPieces,
        steps: StepBudget,
        hooks: LaunchHooks | None,
    ) -> None:
        """Run a batch that is set up; `SimulationError` says where it went wrong."""
        frame = Frame(routine, pieces.kinds(routine), machine.shape, None, 0)
        scheduler = Scheduler(machine, pieces, frame, routine.first, steps)
        try:
            if hooks is not None:
                hooks.begin(scheduler)
            scheduler.run()
            if hooks is not None:
                hooks.batch_ended()
        except FaultError as fault:
            reporter = self.reporter()
            text = reporter.message(fault, scheduler)
            notes = [
                f"    note: {hint}" for hint in hints(machine.out_of_bounds_boxes, self.memory)
            ]
            text = "\n".join([text, *notes])
            kind = EndlessError if isinstance(fault, StepLimitError) else SimulationError
            found = (reporter.describe(fault, scheduler),) if fault.kind else ()
            raise kind(text, found) from None
        finally:
            if hooks is not None:
                hooks.close()


def reached(program: Program, kernel: str) -> list[Routine]:
    """Return a kernel and all functions that it names, directly or through others."""
    order: dict[str, Routine] = {}
    waiting = [kernel]
    while waiting:
        routine = program.routine(waiting.pop())
        if routine is None or routine.name in order:
            continue
        order[routine.name] = routine
        names = named_in(routine.code)
        waiting += names
        for name in names:
            entry = program.variables.get(name)
            if entry is not None and entry[1].initializer is not None:
                waiting += _symbols(entry[1].initializer)
    return list(order.values())


def _side_by_side(geometry: Geometry, lanes: int, size: int) -> int:
    """Return how many CTAs run at once, given the most lanes and the memory of a CTA."""
    cluster = geometry.cluster_size
    ctas = min(lanes // geometry.padded, MAX_BATCH_BYTES // max(1, size))
    return max(cluster, ctas // cluster * cluster)


def _symbols(operand: Any) -> list[str]:
    from ptxpy.ir.layout import walk  # noqa: PLC0415

    return [node.name for node in walk(operand) if isinstance(node, n.Symbol)]
