"""The tracer: an observer that records the instructions of some threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.demangle import demangled
from ptxpy.sim.machine.address_space import LOCAL_WINDOW, SHARED_WINDOW
from ptxpy.sim.machine.geometry import coordinates
from ptxpy.sim.machine.mbarrier_words import mbarrier_at
from ptxpy.sim.observe.observer import Observer
from ptxpy.sim.observe.trace import Accessed, Record, Value
from ptxpy.sim.semantics.asynchronous.tensor_maps import boxes_at

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from ptxpy.sim.machine.scheduler import Scheduler
    from ptxpy.sim.observe.instruction_sites import Access, InstructionSite, RegisterOperand
    from ptxpy.sim.observe.source_lines import Source

__all__ = ["Tracer"]

_SLOT_BITS = 64
_WORD_BYTES = 8
_OFFSET = (1 << 24) - 1
"""The bits of a cluster-shared address that are the offset in the memory of its CTA."""


class Tracer(Observer):
    """Records the instructions of some threads of a CTA."""

    values = True

    def __init__(
        self,
        source: Source,
        kernel: str,
        cta: int,
        threads: Sequence[int],
        lines: Container[int] | None,
        limit: int,
    ) -> None:
        """Create a tracer without records.

        Args:
            source: The source locations of instructions.
            kernel: The name of the kernel, which is removed from the names of its parameters.
            cta: The index of the CTA, as in `Geometry.cta_coordinates`.
            threads: The indices of the threads in the CTA.
            lines: The recorded lines of Python, or of PTX if there is no Python; None for all.
            limit: The most records.
        """
        super().__init__()
        self.source = source
        self.kernel = kernel
        self.cta = cta
        self.threads = sorted(set(threads))
        self.lines = lines
        self.limit = limit
        self.records: list[Record] = []
        self.reached = False
        self._recorded_lanes: Any = None
        self._last_positions: tuple[Any, list[tuple[int, int]]] | None = None

    def begin(self, scheduler: Scheduler) -> None:
        """Begin a batch: find the recorded threads in it."""
        super().begin(scheduler)
        machine = self.machine
        number = self.cta - machine.first
        here = 0 <= number < machine.ctas
        first = number * machine.geometry.padded
        self._recorded_lanes = np.array([first + each for each in self.threads]) if here else None
        self._last_positions = None

    def step(
        self,
        site: InstructionSite,
        lanes: Any,
        guard: Any,
        addresses: tuple[Any, ...],
        more: tuple[Any, ...],
        written: tuple[Any, ...],
        read: tuple[Any, ...],
    ) -> None:
        """Record an instruction."""
        if self._recorded_lanes is None:
            return
        place = self.source.location(site.ordinal)
        if self.lines is not None and (place.python_line or place.line) not in self.lines:
            return
        for position, lane in self._positions(lanes):
            if len(self.records) >= self.limit:
                # Without lanes, the rest of the launch runs without the cost of records.
                self.reached, self._recorded_lanes = True, None
                return
            executed = guard is None or bool(_at(guard, position))
            thread = int(self.machine.thread_of[lane])
            self.records.append(
                Record(
                    self.machine.geometry.cta_coordinates(self.cta),
                    coordinates(thread, self.machine.geometry.block),
                    site.ordinal,
                    *place,
                    executed,
                    _values(site.writes, written, position) if executed and written else (),
                    held := _values(site.reads, read, position),
                    (
                        self._accesses(site, addresses, position, written, held)
                        + self._copies(site, addresses, more, position, lane)
                        if executed
                        else ()
                    ),
                    self._mbarrier(site, addresses, position, lane) if executed else "",
                )
            )

    def _positions(self, lanes: Any) -> list[tuple[int, int]]:
        """Return the recorded lanes among the lanes of an instruction, with their positions."""
        if self._last_positions is not None and self._last_positions[0] is lanes:
            return self._last_positions[1]
        chosen = self._recorded_lanes
        if lanes is None:
            found = [(each, each) for each in chosen.tolist()]
        else:
            # The lanes are in order, so the few recorded ones are found by bisection.
            at = np.searchsorted(lanes, chosen)
            inside = at < len(lanes)
            # The position that `searchsorted` gives may be that of another lane.
            inside[inside] = lanes[at[inside]] == chosen[inside]
            found = [*zip(at[inside].tolist(), chosen[inside].tolist(), strict=True)]
        self._last_positions = lanes, found
        return found

    def _accesses(
        self,
        site: InstructionSite,
        addresses: tuple[Any, ...],
        position: int,
        written: tuple[Any, ...],
        read: tuple[Value, ...],
    ) -> tuple[Accessed, ...]:
        found = []
        for access in site.accesses:
            address = site.address(addresses, access.operand)
            if address is None or not access.lanes:
                continue
            at = int(_at(address, position))
            space, at = _resolve_space(access, at)
            held: tuple[Value, ...]
            if access.kind == "load":
                held = _values(site.writes, written, position)
            else:
                by_name = {each.register: each for each in read}
                held = tuple(
                    [
                        (
                            by_name[each.name]
                            if each.slots
                            else Value(each.name, each.type, each.constant)
                        )
                        for each in access.values
                    ]
                )
            found.append(
                Accessed(
                    access.kind, space, at, self._describe_address(space, at), access.size, held
                )
            )
        return tuple(found)

    def _copies(
        self,
        site: InstructionSite,
        addresses: tuple[Any, ...],
        more: tuple[Any, ...],
        position: int,
        lane: int,
    ) -> tuple[Accessed, ...]:
        """Return the bulk copy that a lane issues, by its address in shared memory."""
        copy = site.copy
        shared = None if copy is None else site.address(addresses, copy.target)
        if copy is None or shared is None:
            return ()
        tensor = site.address(addresses, copy.tensor)
        if tensor is None:
            what, size = "bulk", int(_at(more[0], position))
        else:
            boxes = boxes_at(self.machine, lane, int(_at(tensor, position)))
            what, size = "tensor", boxes.bytes * copy.boxes
        at = int(_at(shared, position))
        name = self._describe_address("shared", at)
        return (Accessed(f"{what} {copy.kind}", "shared", at, name, size, ()),)

    def _mbarrier(
        self, site: InstructionSite, addresses: tuple[Any, ...], position: int, lane: int
    ) -> str:
        """Return the state of an mbarrier after an operation on it."""
        operand = site.copy.barrier if site.copy is not None else site.barrier
        address = site.address(addresses, operand)
        if address is None:
            return ""
        at = _at(address, position) % np.uint64(SHARED_WINDOW)
        index = self.machine.shared_index(np.array([at]), np.array([lane]))
        word = int(index[0]) // _WORD_BYTES
        held, name = mbarrier_at(self.machine, word), self._describe_address(
            "shared", int(at)
        ) or hex(int(at))
        counts = f"{held.pending} of {held.expected} pending, tx-count {held.tx}"
        return f"mbarrier {name}: {counts}, parity {held.parity}"

    def _describe_address(self, space: str, address: int) -> str:
        """Return the variable or argument at an address, and the offset in it: `x+12`."""
        machine = self.machine
        if space == "shared":
            offset = address & _OFFSET
            variables = [(start, name) for name, start in machine.shared_names.items()]
            start, name = max((each for each in variables if each[0] <= offset), default=(0, ""))
            name = demangled(name.rpartition(":")[2]).name or name
        else:
            found = None if space == "local" else machine.memory.find(address)
            if found is None:
                return ""
            start, offset = found.start, address
            name = found.name.removeprefix("the argument ").removeprefix(f"{self.kernel}_")
            # Names such as `the parameters` describe memory that no name of the kernel stands for.
            if name.startswith("the "):
                return ""
            name = demangled(name).name or name
        return f"{name}+{offset - start}" if name and offset > start else name


def _resolve_space(access: Access, address: int) -> tuple[str, int]:
    """Return the state space of an address, and the address in that space."""
    if access.space != "generic":
        return "shared" if access.space == "cluster" else access.space, address
    if address >= LOCAL_WINDOW:
        return "local", address - LOCAL_WINDOW
    if address >= SHARED_WINDOW:
        return "shared", address - SHARED_WINDOW
    return "global", address


def _at(value: Any, position: int) -> Any:
    return value[position] if value.ndim else value


def _values(
    names: tuple[RegisterOperand, ...], held: tuple[Any, ...], position: int
) -> tuple[Value, ...]:
    """Return the values of registers in a lane."""
    values, index = [], 0
    for name in names:
        bits = 0
        for k in range(len(name.slots)):
            # A register of 128 bits is held as two of 64.
            bits |= int(_at(held[index + k], position)) << _SLOT_BITS * k
        index += len(name.slots)
        values.append(Value(name.name, name.type, bits))
    return tuple(values)
