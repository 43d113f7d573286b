"""Recording what some threads do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ptxpy.lift.symbols import demangled
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

_HALF = 64
_WORD = 8
_OFFSET = (1 << 24) - 1
"""The bits of an address in the shared memory of a cluster that are the offset in that of a CTA."""


class Tracer(Observer):
    """Records what threads of a CTA do."""

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
        """Begin without records.

        Args:
            source: Where instructions stand.
            kernel: The kernel's name, which is left out of the names of its parameters.
            cta: The number of the CTA, by `Geometry.cta_coordinates`.
            threads: The numbers of the threads in it.
            lines: The lines of Python, or of PTX where there is none, that are recorded; None for
                all.
            limit: How many records there may be.
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
        self._chosen: Any = None
        self._where: tuple[Any, list[tuple[int, int]]] | None = None

    def begin(self, scheduler: Scheduler) -> None:
        """Find the threads in a batch."""
        super().begin(scheduler)
        machine = self.machine
        number = self.cta - machine.first
        here = 0 <= number < machine.ctas
        first = number * machine.geometry.padded
        self._chosen = np.array([first + each for each in self.threads]) if here else None
        self._where = None

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
        if self._chosen is None:
            return
        place = self.source.location(site.ordinal)
        if self.lines is not None and (place.python_line or place.line) not in self.lines:
            return
        for position, lane in self._positions(lanes):
            if len(self.records) >= self.limit:
                self.reached, self._chosen = True, None
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
        """Return the positions and numbers of the chosen lanes among those that run."""
        if self._where is not None and self._where[0] is lanes:
            return self._where[1]
        chosen = self._chosen
        if lanes is None:
            found = [(each, each) for each in chosen.tolist()]
        else:
            at = np.searchsorted(lanes, chosen)
            inside = at < len(lanes)
            inside[inside] = lanes[at[inside]] == chosen[inside]
            found = [*zip(at[inside].tolist(), chosen[inside].tolist(), strict=True)]
        self._where = lanes, found
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
            space, at = _space(access, at)
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
                Accessed(access.kind, space, at, self._named(space, at), access.size, held)
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
        """Return the bulk copy that a lane issues, by its place in shared memory."""
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
        name = self._named("shared", at)
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
        word = int(index[0]) // _WORD
        held, name = mbarrier_at(self.machine, word), self._named("shared", int(at)) or hex(int(at))
        counts = f"{held.pending} of {held.expected} pending, tx-count {held.tx}"
        return f"mbarrier {name}: {counts}, parity {held.parity}"

    def _named(self, space: str, address: int) -> str:
        """Return what lies at an address, and how many bytes further: `x+12`."""
        machine = self.machine
        if space == "shared":
            offset = address & _OFFSET
            known = [(start, name) for name, start in machine.shared_variables.items()]
            start, name = max((each for each in known if each[0] <= offset), default=(0, ""))
            name = demangled(name.rpartition(":")[2]).name or name
        else:
            found = None if space == "local" else machine.memory.find(address)
            if found is None:
                return ""
            start, offset = found.start, address
            name = found.name.removeprefix("the argument ").removeprefix(f"{self.kernel}_")
            if name.startswith("the "):
                return ""
            name = demangled(name).name or name
        return f"{name}+{offset - start}" if name and offset > start else name


def _space(access: Access, address: int) -> tuple[str, int]:
    """Return the space of an address, and what it is there."""
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
    """Return what registers hold in a lane."""
    values, index = [], 0
    for name in names:
        bits = 0
        for k in range(len(name.slots)):
            bits |= int(_at(held[index + k], position)) << _HALF * k
        index += len(name.slots)
        values.append(Value(name.name, name.type, bits))
    return tuple(values)
