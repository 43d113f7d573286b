"""Running kernels on the CPU, with NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ptxpy._faces import lazy_names
from ptxpy.sim.backend import executed, limited, read_variable, run, unsupported, write_variable
from ptxpy.sim.engines import (
    EngineReport,
    engine,
    engine_report,
    process_report,
    run_compiled,
    run_strictly_compiled,
)
from ptxpy.sim.errors import FoundFault, SimulationError, StepLimitExceededError, UnsupportedError

EndlessError = StepLimitExceededError
"""The former name."""

if TYPE_CHECKING:
    from ptxpy.sim.compile.compiled_pieces import CompiledPieces
    from ptxpy.sim.compile.own_instructions import instruction
    from ptxpy.sim.errors import Cause
    from ptxpy.sim.hooks import RewindError
    from ptxpy.sim.launch_hooks import LaunchHooks
    from ptxpy.sim.loaded_module import LoadedModule, Outcome, reachable_routines
    from ptxpy.sim.machine.address_space import FIRST_ADDRESS
    from ptxpy.sim.machine.allocations import (
        ALLOCATION_GAP,
        MAX_ACCESS_BYTES,
        MAX_HEAP_BYTES,
        Allocation,
        Heap,
    )
    from ptxpy.sim.machine.geometry import Geometry, coordinates
    from ptxpy.sim.machine.global_memory import Memory, UninitialisedWords
    from ptxpy.sim.machine.grid_launches import GridLaunch
    from ptxpy.sim.machine.snapshots import Snapshot
    from ptxpy.sim.native.layout import CODE_KIND, MAX_CODE_BYTES
    from ptxpy.sim.observe.profile import Line, Profile
    from ptxpy.sim.observe.profiler import Profiler
    from ptxpy.sim.observe.runs import Index
    from ptxpy.sim.observe.shown_values import decode, format_bits, operand_types
    from ptxpy.sim.observe.source_lines import Source
    from ptxpy.sim.observe.timekeeper import Timekeeper
    from ptxpy.sim.observe.timeline import Timeline
    from ptxpy.sim.observe.trace import Trace
    from ptxpy.sim.observe.tracer import Tracer
    from ptxpy.sim.pieces import Program, Routine
    from ptxpy.sim.races.grid_accesses import GridAccesses, UnnamedAccesses
    from ptxpy.sim.races.runs import run_strictly
    from ptxpy.sim.races.state import UninitialisedRead
    from ptxpy.sim.schedules.exploring import Exploration, explore, replay
    from ptxpy.sim.semantics.integers.integer_operations import integer_operation
    from ptxpy.sim.stepping.batch_state import (
        BatchState,
        Fields,
        LanesAt,
        RegisterInfo,
        UnmappedAddressError,
    )
    from ptxpy.sim.stepping.checkpoints import Checkpoint, put_back, take_checkpoint
    from ptxpy.sim.stepping.operation_tracker import InFlight, OperationTracker, operand_reader
    from ptxpy.sim.stepping.runs import LaunchStepper, RestartError, run_stepped
    from ptxpy.sim.stepping.unwritten_registers import UnwrittenRegisters

__getattr__ = lazy_names(
    __name__,
    {
        "ptxpy.sim.compile.compiled_pieces": "CompiledPieces",
        "ptxpy.sim.compile.own_instructions": "instruction",
        "ptxpy.sim.errors": "Cause",
        "ptxpy.sim.hooks": "RewindError",
        "ptxpy.sim.launch_hooks": "LaunchHooks",
        "ptxpy.sim.loaded_module": "LoadedModule Outcome reachable_routines",
        "ptxpy.sim.machine.address_space": "FIRST_ADDRESS",
        "ptxpy.sim.machine.allocations": (
            "ALLOCATION_GAP Allocation Heap MAX_ACCESS_BYTES MAX_HEAP_BYTES"
        ),
        "ptxpy.sim.machine.geometry": "Geometry coordinates",
        "ptxpy.sim.machine.global_memory": "Memory UninitialisedWords",
        "ptxpy.sim.machine.grid_launches": "GridLaunch",
        "ptxpy.sim.machine.snapshots": "Snapshot",
        "ptxpy.sim.native.layout": "CODE_KIND MAX_CODE_BYTES",
        "ptxpy.sim.observe.profile": "Line Profile",
        "ptxpy.sim.observe.profiler": "Profiler",
        "ptxpy.sim.observe.runs": "Index",
        "ptxpy.sim.observe.shown_values": "decode format_bits operand_types",
        "ptxpy.sim.observe.source_lines": "Source",
        "ptxpy.sim.observe.timekeeper": "Timekeeper",
        "ptxpy.sim.observe.timeline": "Timeline",
        "ptxpy.sim.observe.trace": "Trace",
        "ptxpy.sim.observe.tracer": "Tracer",
        "ptxpy.sim.pieces": "Program Routine",
        "ptxpy.sim.races.grid_accesses": "GridAccesses UnnamedAccesses",
        "ptxpy.sim.races.runs": "run_strictly",
        "ptxpy.sim.races.state": "UninitialisedRead",
        "ptxpy.sim.schedules.exploring": "Exploration explore replay",
        "ptxpy.sim.semantics.integers.integer_operations": "integer_operation",
        "ptxpy.sim.stepping.batch_state": (
            "BatchState Fields LanesAt RegisterInfo UnmappedAddressError"
        ),
        "ptxpy.sim.stepping.checkpoints": "Checkpoint put_back take_checkpoint",
        "ptxpy.sim.stepping.operation_tracker": "InFlight OperationTracker operand_reader",
        "ptxpy.sim.stepping.runs": "LaunchStepper RestartError run_stepped",
        "ptxpy.sim.stepping.unwritten_registers": "UnwrittenRegisters",
    },
)

__all__ = [
    "ALLOCATION_GAP",
    "CODE_KIND",
    "FIRST_ADDRESS",
    "MAX_ACCESS_BYTES",
    "MAX_CODE_BYTES",
    "MAX_HEAP_BYTES",
    "Allocation",
    "BatchState",
    "Cause",
    "Checkpoint",
    "CompiledPieces",
    "EndlessError",
    "EngineReport",
    "Exploration",
    "Fields",
    "FoundFault",
    "Geometry",
    "GridAccesses",
    "GridLaunch",
    "Heap",
    "InFlight",
    "Index",
    "LanesAt",
    "LaunchHooks",
    "LaunchStepper",
    "Line",
    "LoadedModule",
    "Memory",
    "OperationTracker",
    "Outcome",
    "Profile",
    "Profiler",
    "Program",
    "RegisterInfo",
    "RestartError",
    "RewindError",
    "Routine",
    "SimulationError",
    "Snapshot",
    "Source",
    "StepLimitExceededError",
    "Timekeeper",
    "Timeline",
    "Trace",
    "Tracer",
    "UninitialisedRead",
    "UninitialisedWords",
    "UnmappedAddressError",
    "UnnamedAccesses",
    "UnsupportedError",
    "UnwrittenRegisters",
    "coordinates",
    "decode",
    "engine",
    "engine_report",
    "executed",
    "explore",
    "format_bits",
    "instruction",
    "integer_operation",
    "limited",
    "operand_reader",
    "operand_types",
    "process_report",
    "put_back",
    "reachable_routines",
    "read_variable",
    "replay",
    "run",
    "run_compiled",
    "run_stepped",
    "run_strictly",
    "run_strictly_compiled",
    "take_checkpoint",
    "unsupported",
    "write_variable",
]
