"""The state of a batch that is held between two instructions: where its threads are, and memory."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._records import NamedTuple
from ptxpy.sim.compile.placement import placed_variables
from ptxpy.sim.machine.address_space import (
    FIRST_ADDRESS,
    LOCAL_WINDOW,
    MULTICAST_WINDOW,
    SHARED_WINDOW,
)
from ptxpy.sim.machine.barriers import BARRIERS_PER_CTA
from ptxpy.sim.machine.deadlocks import first_instruction, last_before
from ptxpy.sim.machine.frame import gather_lanes
from ptxpy.sim.machine.mbarrier_words import describe_address, mbarrier_at
from ptxpy.sim.semantics.matrices.accumulators import read_accumulator

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ptxpy.analysis import Storage
    from ptxpy.sim.compile.compiled_pieces import CompiledPieces
    from ptxpy.sim.compile.register_slots import RegisterLocation
    from ptxpy.sim.machine.frame import Frame
    from ptxpy.sim.machine.machine import Machine
    from ptxpy.sim.machine.mbarrier_words import MbarrierState
    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.pieces import Routine

__all__ = ["BatchState", "Fields", "LanesAt", "RegisterInfo", "UnmappedAddressError"]

_WORD_BYTES: Final = 8


class UnmappedAddressError(LookupError):
    """An address at which no memory is."""


class RegisterInfo(NamedTuple):
    """A register of a function."""

    name: str
    type: str
    """Its declared PTX type; `pred` for a predicate."""
    level: int
    """The scope that declares it, an index in `Routine.code.levels`."""
    location: RegisterLocation


class LanesAt(NamedTuple):
    """Lanes at the same statement of the same frame."""

    frame: Frame
    statement: int
    """The index of the statement that they run next, or wait at, in `Routine.code`."""
    lanes: Any
    """Their indices in the batch, in order."""
    status: str
    """The event that they wait for; empty if they are ready to run."""

    @property
    def ordinal(self) -> int:
        """The ordinal of the statement in the module."""
        return self.frame.routine.code.ordinals[self.statement]


class Fields(NamedTuple):
    """A field of a memory: a variable or a parameter."""

    name: str
    type: str
    """Its PTX type; empty for bytes."""
    start: int
    """Where it begins in its memory, see `BatchState.read`."""
    size: int
    """Its bytes; those that are left, for dynamic shared memory."""
    space: str
    """`shared`, `local` or `global`."""


class BatchState:
    """Looks at a batch that does not run meanwhile, without changing it."""

    def __init__(self, scheduler: Scheduler) -> None:
        """Look at the batch of a scheduler."""
        self.scheduler = scheduler
        self.machine: Machine = scheduler.machine
        self.pieces: CompiledPieces = scheduler.pieces  # type: ignore[assignment]

    # ------------------------------------------------------------------------ threads

    def lanes_of(self, cta: int) -> range:
        """Return the lanes of a CTA, by its index in the grid; empty if it is in another batch."""
        machine = self.machine
        number = cta - machine.first
        if not 0 <= number < machine.ctas:
            return range(0)
        first = number * machine.geometry.padded
        return range(first, first + machine.geometry.threads)

    def cta_of(self, lane: int) -> int:
        """Return the index in the grid of a lane's CTA."""
        return self.machine.first + int(self.machine.cta_of[lane])

    def has_ended(self, lane: int) -> bool:
        """Return whether a thread has ended."""
        return bool(self.machine.ended[lane])

    def places(self, lanes: range) -> list[LanesAt]:
        """Return where lanes are; those whose threads have ended are nowhere."""
        found: list[LanesAt] = []

        def add(frame: Frame, statement: int, held: Any, status: str = "") -> None:
            inside = _within(held, lanes)
            if len(inside):
                found.append(LanesAt(frame, statement, inside, status))

        scheduler = self.scheduler
        running = scheduler.running_group
        if running is not None:
            add(running.frame, first_instruction(running.frame, running.piece), running.lanes)
        for frame, pieces in scheduler.ready.by_frame.items():
            for piece, sets in pieces.items():
                for held in sets:
                    add(frame, first_instruction(frame, piece), held)
        for frame, piece, held in scheduler.parked():
            text = "waits for others of its warp"
            add(frame, first_instruction(frame, piece), np.sort(held), text)
        for frame, held, keys, following in scheduler.barriers.waiting():
            for key in np.unique(keys[(held >= lanes.start) & (held < lanes.stop)]).tolist():
                number, arrived, awaited = scheduler.barriers.state(key)
                text = f"waits at barrier {number}, {arrived} of {awaited} threads have arrived"
                add(frame, last_before(frame, following), held[keys == key], text)
        for each in scheduler.warp_barriers.waiting:
            text = "waits for others of its warp"
            add(each.frame, last_before(each.frame, each.following), each.lanes, text)
        clusters = scheduler.cluster_barriers
        for waiting in () if clusters is None else clusters.waiting:
            statement = last_before(waiting.frame, waiting.following)
            text = "waits at the barrier of the cluster"
            add(waiting.frame, statement, waiting.lanes, text)
        for word, several in scheduler.waits.parked.items():
            text = "waits for columns of tensor memory"
            if word >= 0:
                state = mbarrier_at(self.machine, word)
                name = describe_address(self.machine, state.address)
                text = f"waits at the mbarrier {name} for the end of phase {state.parity}"
            for frame, piece, held in several:
                add(frame, first_instruction(frame, piece), np.sort(held), text)
        # A group that runs a branch, say, is added to the ready ones before it is forgotten.
        seen: set[int] = set()
        unique = []
        for place in found:
            fresh = np.array([lane for lane in place.lanes.tolist() if lane not in seen], np.int64)
            seen.update(fresh.tolist())
            if len(fresh):
                unique.append(place._replace(lanes=fresh))
        return unique

    # ---------------------------------------------------------------------- registers

    def registers(self, routine: Routine) -> list[RegisterInfo]:
        """Return the registers that a function uses, in the order of their declarations."""
        found = []
        for (level, name), location in self.pieces.slots(routine).held():
            declared = routine.code.levels[level].names.local(name)
            if declared is None:
                continue
            actual = declared.actual
            type_ = actual.parts[0].type if actual.kind == "vector" else actual.type
            found.append(RegisterInfo(name, type_, level, location))
        return sorted(found, key=lambda each: each.location.slots)

    def find_register(self, routine: Routine, name: str, statement: int) -> RegisterInfo | None:
        """Return the register that a name means at a statement of a function."""
        level = routine.code.scopes[statement] if routine.code.scopes else 0
        declared = routine.code.levels[level].names.local(name)
        location = self.pieces.slots(routine).find(name, level)
        if declared is None or location is None:
            return None
        actual = declared.actual
        type_ = actual.parts[0].type if actual.kind == "vector" else actual.type
        return RegisterInfo(name, type_, declared.level, location)

    def read_register(self, frame: Frame, slot: int, lanes: Any) -> Any:
        """Return the bits of a register in lanes, as an array of an unsigned type, or a scalar."""
        slots = self.pieces.slots(frame.routine)
        if slot not in slots.accumulators:
            return gather_lanes(frame, slot, lanes)
        machine = self.machine
        # Looking at a register is no access of the kernel.
        hooks, machine.access_hooks = machine.access_hooks, None
        try:
            return read_accumulator(machine, frame, slot, lanes)
        finally:
            machine.access_hooks = hooks

    def special(self, name: str, lanes: Any) -> Any:
        """Return the value of a special register, `%tid.x`, in lanes: an array, or a scalar."""
        machine = self.machine
        return machine.part(machine.special(name), lanes)

    # ------------------------------------------------------------------------- memory

    def read(self, space: str, lane: int, address: int, size: int) -> bytes:
        """Return bytes of memory, as a thread sees it.

        Args:
            space: `shared`, of the thread's CTA; `local`; `global`; or `generic`.
            lane: The thread.
            address: The address in the state space.
            size: How many bytes.

        Raises:
            UnmappedAddressError: If there is no memory.
        """
        machine = self.machine
        space, address = self.resolve(space, address)
        if space == "shared":
            first = int(machine.cta_of[lane]) * machine.shared_stride
            if machine.clustered and address >> 24:
                rank = address >> 24
                own = int(machine.rank_of[lane])
                first += (rank - own) * machine.shared_stride
                address &= (1 << 24) - 1
            held, limit = machine.shared[first:], machine.shared_bytes
        elif space == "local":
            first = lane * machine.local_bytes
            held, limit = machine.local[first:], machine.local_bytes
        elif space == "global":
            allocation = machine.memory.find(address)
            if allocation is None:
                message = f"no memory is at {address:#x}"
                raise UnmappedAddressError(message)
            held, limit = machine.memory.bytes, allocation.stop
        else:
            message = f"no state space {space!r}; there are shared, local and global"
            raise UnmappedAddressError(message)
        if address < 0 or address + size > limit:
            where = f"{space} memory, which ends at {limit:#x}"
            message = f"{size} bytes at {address:#x} are not in {where}"
            raise UnmappedAddressError(message)
        return bytes(held[address : address + size])

    def resolve(self, space: str, address: int) -> tuple[str, int]:
        """Return the state space of an address, and the address in that space."""
        if space in ("const", "param"):
            return "global", address
        if space != "generic":
            return space, address
        if address >= LOCAL_WINDOW:
            return "local", address - LOCAL_WINDOW
        if address >= SHARED_WINDOW:
            return "shared", address - SHARED_WINDOW
        if address >= MULTICAST_WINDOW:
            return "global", address - MULTICAST_WINDOW
        return "global" if address >= FIRST_ADDRESS else "shared", address

    def name_of(self, space: str, address: int) -> str:
        """Return a name for an address: the variable or the argument, and the offset in it."""
        machine = self.machine
        if space == "shared":
            return describe_address(machine, address).partition(" at ")[0]
        found = machine.memory.find(address) if space == "global" else None
        if found is None:
            return ""
        offset = address - found.start
        return f"{found.name}+{offset}" if offset else found.name

    def shared_variables(self) -> list[Fields]:
        """Return the variables in the shared memory of a CTA, in order of their offsets."""
        machine = self.machine
        sizes = self._shared_storage
        found = []
        for name, start in machine.shared_variables.items():
            storage = sizes.get(name)
            size = None if storage is None else storage.size
            rest = machine.shared_bytes - start
            type_ = "" if storage is None else storage.type
            # The key of a variable of a function begins with the function and the scope.
            plain = name.rpartition(":")[2]
            found.append(Fields(plain, type_, start, rest if size is None else size, "shared"))
        return sorted(found, key=lambda each: (each.start, each.name))

    @cached_property
    def _shared_storage(self) -> Mapping[str, Storage]:
        """The storage of the shared variables of the module and its functions, by name."""
        program = self.pieces.program
        return {
            each.key: each.storage for each in placed_variables(program, program.routines.values())
        }

    def parameters(self, frame: Frame) -> list[Fields]:
        """Return the parameters of a function that are in memory, with their addresses."""
        found = []
        routine = frame.routine
        for storage in routine.parameters:
            size = storage.size or 0
            if routine.is_kernel:
                start = int(self.machine.parameter(storage.name))
                found.append(Fields(storage.name, storage.type, start, size, "global"))
                continue
            place = routine.locals.get((0, storage.name))
            if place is not None:
                start = int(frame.local) + place.offset
                found.append(Fields(storage.name, storage.type, start, size, "local"))
        return found

    def local_variables(self, frame: Frame) -> list[Fields]:
        """Return the variables of a function in the local memory of each thread."""
        return [
            Fields(
                name, place.storage.type, int(frame.local) + place.offset,
                place.storage.size or 0, "local",
            )
            for (_, name), place in frame.routine.locals.items()
            if place.storage.space == "local"
        ]  # fmt: skip

    def global_variables(self) -> list[Fields]:
        """Return the variables of the module in global and constant memory."""
        machine = self.machine
        return [
            Fields(name, storage.type, int(machine.address(name)), storage.size or 0, "global")
            for name, (_, _, storage) in self.pieces.program.variables.items()
            if storage.space in ("global", "const")
        ]

    # ----------------------------------------------------------------------- barriers

    def barriers(self, cta: int) -> list[tuple[int, int, int]]:
        """Return the barriers of a CTA at which threads are: number, arrived, awaited."""
        first = (cta - self.machine.first) * BARRIERS_PER_CTA
        found = [self.scheduler.barriers.state(first + k) for k in range(BARRIERS_PER_CTA)]
        return [each for each in found if each[1]]

    def mbarrier(self, lane: int, address: int) -> MbarrierState:
        """Return the state of the mbarrier at an address in shared memory."""
        index = self.machine.shared_index(np.array([address], np.uint64), np.array([lane]))
        return mbarrier_at(self.machine, int(index[0]) // _WORD_BYTES)

    def tensor_allocations(self, cta: int) -> list[tuple[int, int]]:
        """Return the allocated columns of the tensor memory of a CTA: first column, number."""
        if not self.machine.uses_tensor_memory:
            return []
        held = self.machine.tensor_memory.allocations[cta - self.machine.first]
        return [(each.start, each.columns) for _, each in sorted(held.items())]

    def tensor_cells(self, cta: int, column: int, lane: int, count: int) -> list[int]:
        """Return 32-bit cells of tensor memory, from a column and lane on along the columns."""
        cells = self.machine.tensor_memory.cells[cta - self.machine.first]
        return [int(each) for each in cells[column : column + count, lane]]


def _within(held: Any, lanes: range) -> Any:
    """Return those of some lanes that are in a range; None stands for all lanes."""
    if held is None:
        return np.arange(lanes.start, lanes.stop)
    first, last = np.searchsorted(held, (lanes.start, lanes.stop))
    return held[first:last]
