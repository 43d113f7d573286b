"""A module loaded into the simulator, and launches of its kernels."""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.analysis import free_names
from ptxpy.ir import nodes as n
from ptxpy.launch_request import LaunchError
from ptxpy.sim.compile.compiled_pieces import CompiledPieces
from ptxpy.sim.compile.placement import place_globals, shared_layout
from ptxpy.sim.errors import (
    FaultError,
    SimulationError,
    StepLimitExceededError,
    UnsupportedError,
)
from ptxpy.sim.fault_messages import Reporter
from ptxpy.sim.hooks import RewindError
from ptxpy.sim.machine.address_space import MAX_LOCAL_BYTES
from ptxpy.sim.machine.allocations import PARAMETERS, Heap
from ptxpy.sim.machine.frame import Frame
from ptxpy.sim.machine.geometry import Geometry
from ptxpy.sim.machine.global_memory import Memory
from ptxpy.sim.machine.grid_launches import GridLaunches
from ptxpy.sim.machine.machine import Machine
from ptxpy.sim.machine.pending_clusters import ClusterLaunches, PendingClusters
from ptxpy.sim.machine.printf_output import Output
from ptxpy.sim.machine.scheduler import Scheduler, StepBudget, StepLimitError
from ptxpy.sim.pieces import Program
from ptxpy.sim.semantics.asynchronous.tensor_maps import hints
from ptxpy.sim.semantics.device_functions import NAMES_WITH_BLOCKS
from ptxpy.sim.semantics.tensor_memory.allocation import check_freed
from ptxpy.sim.semantics.textures.opaque_handles import opaque_variables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ptxpy.launch_request import Reference
    from ptxpy.sim.compile.placement import SharedLayout
    from ptxpy.sim.launch_hooks import LaunchHooks
    from ptxpy.sim.machine.grid_launches import GridLaunch
    from ptxpy.sim.machine.tensor_boxes import Boxes
    from ptxpy.sim.pieces import Routine

__all__ = ["Launch", "LoadedModule", "Outcome", "RunOptions", "reachable_routines"]

MAX_LANES_PER_BATCH: Final = 65536
"""The most lanes of a batch. With more, vectors no longer fit in the caches of a CPU."""

MAX_BATCH_BYTES: Final = 1 << 28
"""The most bytes of shared and local memory of a batch, unless one cluster needs more."""

MAX_PARAMETER_BYTES: Final = 32764
"""The most bytes of parameters of a kernel (PTX ISA 5.1.6.1)."""

MAX_CACHED_BYTES: Final = 1 << 22
"""The most bytes of shared and local memory of a batch that is kept for the next launch."""

MAX_RESIDENT_LANES: Final = 1 << 19
"""The most lanes of a cooperative launch, whose CTAs run in one batch."""

MAX_RESIDENT_BYTES: Final = 1 << 31
"""The most bytes of shared memory of a cooperative launch."""

WORKSPACE_BYTES: Final = 64
"""The bytes of the workspace of a grid; its barrier is the word at byte 4."""

_NOT_COOPERATIVE: Final = (
    "it waits for the whole grid, whose workspace (%envreg1, %envreg2) only a cooperative launch "
    "has: launch it with cooperative=True"
)

_PAGE_BYTES: Final = 4096


class Outcome(NamedTuple):
    """The result of a run, besides the contents of memory."""

    instructions: int
    """Instructions that were run, counted for each thread."""
    output: bytes
    """The output of `printf`, if no sink was given."""
    hints: tuple[str, ...] = ()
    """Warnings about legal code that is probably a mistake."""
    error: SimulationError | None = None
    """The faults that strict mode has collected."""
    launched: tuple[GridLaunch, ...] = ()
    """The launches of its threads, which the caller runs now."""


class RunOptions(NamedTuple):
    """The options of a launch besides its shape; see `LoadedModule.run`."""

    dynamic_shared: int = 0
    max_steps: int | None = None
    lanes: int = MAX_LANES_PER_BATCH
    references: Mapping[int, Reference] = {}
    depth: int | None = None
    """How many grids launched each other above this one; None if the caller runs no grids that its
    threads launch."""


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
    """The mark to which `tear_down` resets the memory."""
    workspace: int
    """The address of the workspace of the grid in a cooperative launch, else 0."""


class LoadedModule:
    """A module in the simulator: its variables have addresses, and keep values between launches."""

    def __init__(
        self,
        module: n.Module,
        *,
        lines: Callable[[int, int], str] | None = None,
        memory: Memory | None = None,
        parts: Mapping[str, Iterable[tuple[str, str, int]]] = MappingProxyType({}),
    ) -> None:
        """Load a module.

        Args:
            module: The module.
            lines: Returns the location of a statement for messages, from its PTX line and its
                ordinal. Default: the PTX line.
            memory: Global memory, which several modules may share. Default: one of its own.
            parts: The places with names in the shared memory of kernels; see `shared_layout`.
        """
        self.module = module
        self.program = Program(module)
        self.code = CompiledPieces(self.program)
        self.memory = Memory() if memory is None else memory
        if self.program.has_short_pointers:
            self.memory.reserve(_PAGE_BYTES)  # so that a null pointer points to no variable
        self._parameters = self.memory.allocation(
            MAX_PARAMETER_BYTES, PARAMETERS, alignment=128, writable=False
        )
        # The heap comes before all allocations of launches, which are freed by a mark.
        if self.memory.heap is None and any(
            isinstance(f, n.Function) and f.name.name in NAMES_WITH_BLOCKS for f in module.body
        ):
            self.memory.heap = Heap(self.memory)
        self.addresses = place_globals(self.program, self.memory, self._function)
        for routine in self.program.routines.values():
            self.addresses.setdefault(routine.name, self.code.address_of(routine))
        self.opaque, self.references = opaque_variables(self.program, self.addresses)
        self.cluster_launches = ClusterLaunches()
        """How the clusters of kernels with `clusterlaunchcontrol.try_cancel` start."""
        self.compiled_kernels: dict[str, Any] = {}
        """What `ptxpy.sim.native` has compiled, by the names of kernels."""
        self.compiled_workspace: tuple[Any, Any] | None = None
        """The key and the workspace of the last compiled launch, while none runs."""
        self.thread_lengths: dict[str, float] = {}
        """The instructions that a thread of a compiled kernel has run, by the kernel."""
        self.tiers: dict[str, Any] = {}
        """How far it is with kernels that are interpreted meanwhile, by their names."""
        self._lines = lines
        self._parts = parts
        self._checked: dict[str, SharedLayout] = {}
        self._compiled: dict[tuple[Callable[[Program], CompiledPieces], Program], CompiledPieces]
        self._compiled = {}
        """The code for launches with hooks, by its compiler and its program."""
        self._cached_machine: tuple[Any, Machine | None] = None, None
        """The key and the machine of the last launch; a launch with the same key reuses it."""

    def _function(self, name: str) -> int | None:
        routine = self.program.routine(name)
        return None if routine is None else self.code.address_of(routine)

    def prepare(self, kernel: str) -> SharedLayout:
        """Check a kernel and all functions that it calls.

        Returns the layout of its shared memory. Raises `UnsupportedError` with everything that the
        simulator does not support.
        """
        layout = self._checked.get(kernel)
        if layout is None:
            routines = reachable_routines(self.program, kernel)
            missing = [each for routine in routines for each in self.code.find_unsupported(routine)]
            if missing:
                reporter = self.reporter()
                shown = [
                    f"{reporter.describe_statement(each.ordinal)}: {each.reason}"
                    for each in missing[:20]
                ]
                more = len(missing) - len(shown)
                lines = [f"{kernel} has instructions that the simulator does not run:", *shown]
                raise UnsupportedError(
                    kernel, missing, "\n".join([*lines, f"and {more} more"] if more else lines)
                )
            layout = self._checked[kernel] = shared_layout(
                self.program, routines, self._parts.get(kernel, ())
            )
        return layout

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
        depth: int | None = None,
        hooks: LaunchHooks | None = None,
        sink: Callable[[bytes], object] | None = None,
        watch: Callable[[], None] | None = None,
    ) -> Outcome:
        """Run a kernel with a packed parameter buffer; its pointers refer to allocated memory.

        Args:
            kernel: Its symbol.
            parameters: The bytes of its parameters (PTX ISA 5.1.6.1).
            geometry: The shape of the launch.
            dynamic_shared: Bytes of dynamic shared memory.
            max_steps: The steps after which the kernel is stopped. A step is a piece of code
                without a branch, run by a group of threads; steps are counted over all CTAs.
            lanes: The most lanes that run in one batch; a larger CTA runs alone.
            references: The objects of handles and of opaque variables, by address.
            depth: How many grids launched each other above this one. Default: the caller runs no
                grids that its threads launch, so a launch by one is a fault.
            hooks: Notified of the events of the launch, which then runs slower.
            sink: Called with what `printf` writes; without a sink it is in `Outcome.output`.
            watch: Called now and then; an exception that it raises ends the launch at once.

        Raises:
            UnsupportedError: Before anything has run.
            LaunchError: Before anything has run, if a thread has too many local variables.
            SimulationError: A thread faulted, or all threads were deadlocked.
        """
        printed: list[bytes] = []
        output = Output(printed.append if sink is None else sink)
        options = RunOptions(dynamic_shared, max_steps, lanes, references or {}, depth)
        launch = self.set_up(kernel, parameters, geometry, options)
        try:
            outcome = self.execute(launch, output, hooks, watch=watch)
        finally:
            output.flush()
            self.tear_down(launch)
        return outcome._replace(output=b"".join(printed))

    def set_up(
        self, kernel: str, parameters: bytes, geometry: Geometry, options: RunOptions
    ) -> Launch:
        """Set up a launch, which can be executed several times until it is torn down; see `run`."""
        layout = self.prepare(kernel)
        routine = self.program.routines[kernel]
        if routine.local_bytes > MAX_LOCAL_BYTES:
            text = f"{kernel} needs {routine.local_bytes:,} bytes of local memory per thread"
            message = f"{text}; the limit is {MAX_LOCAL_BYTES:,}"
            raise LaunchError(message)
        mark = self.memory.mark()
        start = self._parameter_address(len(parameters))
        self.memory.bytes[start : start + len(parameters)] = bytearray(parameters)
        parameter_addresses = {p.name: start + (p.offset or 0) for p in routine.parameters}
        workspace = 0
        if geometry.cooperative:
            shared = layout.static + options.dynamic_shared
            lanes, size = geometry.ctas * geometry.padded, geometry.ctas * shared
            if lanes > MAX_RESIDENT_LANES or size > MAX_RESIDENT_BYTES:
                message = (
                    f"a cooperative launch of {kernel} has all CTAs resident: {geometry.ctas:,} "
                    f"of {geometry.threads} threads and {shared:,} bytes of shared memory are "
                    f"more than the simulator holds, {MAX_RESIDENT_LANES:,} threads and "
                    f"{MAX_RESIDENT_BYTES:,} bytes"
                )
                raise LaunchError(message)
            workspace = self.memory.allocate(WORKSPACE_BYTES, "the workspace of the grid")
            self.memory.bytes[workspace : workspace + WORKSPACE_BYTES] = 0
        return Launch(routine, parameter_addresses, geometry, layout, options, mark, workspace)

    def tear_down(self, launch: Launch) -> None:
        """Free the memory that has been allocated since a launch was set up."""
        self.memory.reset(launch.mark)

    @cached_property
    def stepped_program(self) -> Program:
        """The program in which each instruction is a piece of its own."""
        return Program(self.module, stepped=True)

    @cached_property
    def exposed_program(self) -> Program:
        """The program in which pieces begin before each instruction that other warps may notice."""
        return Program(self.module, exposed=True)

    def reporter(self, program: Program | None = None) -> Reporter:
        """Return the reporter that formats messages about the module as `program` runs it."""
        return Reporter(self.module, program or self.program, self._lines)

    def _parameter_address(self, size: int) -> int:
        """Return the address for parameters: the reserved region, or a new allocation if larger."""
        if size > MAX_PARAMETER_BYTES:
            return self.memory.allocate(size, PARAMETERS, alignment=128, writable=False)
        # A load past the kernel's parameters is then outside of all memory, and a fault.
        self._parameters.stop = self._parameters.start + max(1, size)
        return self._parameters.start

    def _code_for(self, hooks: LaunchHooks | None) -> CompiledPieces:
        """Return the compiled code for a launch with hooks, or without."""
        if hooks is None:
            return self.code
        program = self.program
        if hooks.stepper is not None:
            program = self.stepped_program
        elif hooks.exposes_synchronisation:
            program = self.exposed_program
        found = self._compiled.get((hooks.compiler, program))
        if found is None:
            found = self._compiled[hooks.compiler, program] = hooks.compiler(program)
        return found

    def execute(
        self,
        launch: Launch,
        output: Output,
        hooks: LaunchHooks | None = None,
        fill: int = 0,
        watch: Callable[[], None] | None = None,
    ) -> Outcome:
        """Execute a launch that has been set up.

        Args:
            launch: The launch.
            output: Receives what `printf` writes.
            hooks: Notified of the events of the launch.
            fill: The initial value of each byte of shared and local memory.
            watch: Called now and then; see `run`.
        """
        routine, parameters, geometry, layout, options, _, workspace = launch
        shared = layout.static + options.dynamic_shared
        lanes = options.lanes
        if hooks is not None and hooks.max_lanes is not None:
            lanes = min(lanes, hooks.max_lanes)
        ctas_per_batch = _ctas_per_batch(
            geometry, lanes, shared + routine.local_bytes * geometry.padded
        )
        pending = PendingClusters(geometry, self.cluster_launches)
        # All CTAs of a cooperative launch are in one batch, since they wait for each other; those
        # that are handed out by `clusterlaunchcontrol` must not have started.
        if geometry.cooperative:
            ctas_per_batch = geometry.ctas
        elif any(map(_hands_out_clusters, reachable_routines(self.program, routine.name))):
            ctas_per_batch = min(ctas_per_batch, pending.started_ctas)
        executed = 0
        steps = StepBudget(options.max_steps, watch)
        out_of_bounds_boxes: dict[Boxes, list[tuple[int, ...]] | None] = {}
        references = {**self.references, **options.references}
        code = self._code_for(hooks)
        machine: Machine | None = None
        launches = GridLaunches(code.routine_at, options.depth)
        # Overflow and division by zero are results as on a device, and no warnings.
        with np.errstate(all="ignore"):
            while True:
                first, count = pending.start(ctas_per_batch)
                if not count:
                    break
                # Launches in a loop are alike: reusing the arrays of the last one saves most of the
                # set-up.
                key = (routine.name, geometry, options.dynamic_shared, count)
                if machine is not None and machine.ctas == count:
                    machine.restart(first)
                elif key == self._cached_machine[0]:
                    machine = cast("Machine", self._cached_machine[1])
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
                    machine.shared_variables, machine.shared_names = layout.offsets, layout.names
                machine.references, machine.output = references, output
                machine.pending, machine.grid_launches = pending, launches.of_batch()
                machine.workspace, machine.reads_workspace = workspace, False
                machine.out_of_bounds_boxes = out_of_bounds_boxes
                # A machine is not in the cache while it runs: an error leaves it in no state to be
                # used again.
                self._cached_machine = None, None
                machine.watch(hooks)
                machine.fill = fill
                if fill:
                    machine.shared.fill(fill)
                    machine.local.fill(fill)
                self._run_batch(machine, routine, code, steps, hooks)
                executed += machine.executed
        if machine is not None and machine.shared.nbytes + machine.local.nbytes <= MAX_CACHED_BYTES:
            machine.release()
            self._cached_machine = key, machine
        return Outcome(
            executed,
            b"",
            tuple(hints(out_of_bounds_boxes, self.memory)),
            launched=tuple(launches.launched),
        )

    def _run_batch(
        self,
        machine: Machine,
        routine: Routine,
        code: CompiledPieces,
        steps: StepBudget,
        hooks: LaunchHooks | None,
    ) -> None:
        """Run a batch that has been set up; `SimulationError` locates its faults."""
        # The program of the code may be cut in another way than that of the module.
        routine = code.program.routines[routine.name]
        frame = Frame(routine, code.kinds(routine), machine.shape, None, 0)
        make = Scheduler if hooks is None else hooks.scheduler_class
        scheduler = make(machine, code, frame, routine.first, steps)
        try:
            if hooks is not None:
                hooks.begin(scheduler)
            _run_or_rewind(scheduler)
            check_freed(machine)
            if hooks is not None:
                hooks.batch_ended()
        except FaultError as fault:
            reporter = self.reporter(code.program)
            text = reporter.message(fault, scheduler)
            notes = [
                f"    note: {hint}" for hint in hints(machine.out_of_bounds_boxes, self.memory)
            ]
            if machine.reads_workspace and not machine.geometry.cooperative:
                notes.append(f"    note: {_NOT_COOPERATIVE}")
            text = "\n".join([text, *notes])
            kind = StepLimitExceededError if isinstance(fault, StepLimitError) else SimulationError
            found = (reporter.describe(fault, scheduler),) if fault.kind else ()
            if hooks is not None:
                hooks.faulted(text, reporter.ordinal(fault, scheduler), fault.lane)
            # The traceback through the compiled functions tells a user nothing.
            raise kind(text, found, cause=fault.cause) from None
        finally:
            if hooks is not None:
                hooks.close()


def _run_or_rewind(scheduler: Scheduler) -> None:
    """Run a batch, which a stepper may give earlier states."""
    run = scheduler.run
    while True:
        try:
            run()
        except RewindError:
            run = scheduler.resume
        else:
            return


def reachable_routines(program: Program, kernel: str) -> list[Routine]:
    """Return a kernel and all functions that it names, directly or through other functions."""
    order: dict[str, Routine] = {}
    waiting = [kernel]
    while waiting:
        routine = program.routine(waiting.pop())
        if routine is None or routine.name in order:
            continue
        order[routine.name] = routine
        names = free_names(routine.code)
        waiting += names
        for name in names:
            entry = program.variables.get(name)
            # A table of functions in a variable, `.global .u64 t[2] = {f, g};`, is called through.
            if entry is not None and entry[1].initializer is not None:
                waiting += _symbols(entry[1].initializer)
    return list(order.values())


def _hands_out_clusters(routine: Routine) -> bool:
    """Return whether a routine has a `clusterlaunchcontrol.try_cancel`."""
    return any(
        type(each) is n.Instruction and ".try_cancel" in each.modifiers
        for each in routine.code.statements
    )


def _ctas_per_batch(geometry: Geometry, lanes: int, size: int) -> int:
    """Return how many CTAs run in one batch, given its most lanes and the memory of a CTA."""
    cluster = geometry.cluster_size
    ctas = min(lanes // geometry.padded, MAX_BATCH_BYTES // max(1, size))
    # The CTAs of a cluster wait for each other, so a batch has whole clusters.
    return max(cluster, ctas // cluster * cluster)


def _symbols(operand: Any) -> list[str]:
    from ptxpy.ir import walk  # noqa: PLC0415

    return [node.name for node in walk(operand) if isinstance(node, n.Symbol)]
