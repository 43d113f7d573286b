"""The registers that lanes keep while a function that they are in runs again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptxpy.sim.native.local_memory import gather, scatter
from ptxpy.sim.native.vector_builder import BITS, LANES, Value, type_of_kind

if TYPE_CHECKING:
    from ptxpy.sim.native.activations import Layout, Target
    from ptxpy.sim.native.operands import OperandTranslator

__all__ = ["RecursionStack"]

_MOST_DEPTH: Final = 128
_STACK_BYTES: Final = 256 << 10


class RecursionStack:
    """Where lanes keep their registers while a function that they are in runs again.

    It is in the frame of the warp: an entry for each recursion, with the registers of all lanes.
    """

    def __init__(self) -> None:
        """Begin without a place."""
        self._offset = 0
        self._kept: dict[int, list[int]] = {}
        self._entry_bytes = 0
        self._depth = 0
        self.total_bytes = 0

    @staticmethod
    def is_needed(blocks: Layout) -> bool:
        """Return whether a kernel has recursions."""
        return any(each.target is not None and each.target.is_recursive for each in blocks.blocks)

    def place(self, offset: int, blocks: Layout, live: list[set[int]]) -> None:
        """Lay out the entries, given the registers that live into each block."""
        self._offset = offset
        self._kept = {}
        for block in blocks.blocks:
            target = block.target
            if target is None or not target.is_recursive:
                continue
            callee = target.callee
            own = range(callee.first_register, callee.last_register)
            inner = [
                register
                for each in {each.target.callee for each in blocks.blocks if each.target}
                if each.is_entered_again and callee in each.chain()
                for register in (each.return_register, each.base_register)
            ]
            kept = [each for each in own if each in live[target.landing]]
            self._kept[target.landing] = [*kept, *sorted(inner)]
        most = max(map(len, self._kept.values()))
        self._entry_bytes = 8 * LANES * most
        self._depth = max(1, min(_MOST_DEPTH, _STACK_BYTES // self._entry_bytes))
        self.total_bytes = self._entry_bytes * self._depth

    def push(
        self, writer: OperandTranslator, target: Target, guard: Value | None, base: Value
    ) -> None:
        """Keep the registers of lanes that call again; `base` is where their variables will be."""
        callee = target.callee
        depth = writer.read_place(writer.blocks.depth_register)
        # What is read for the stack lives up to here.
        for each in (callee.return_register, callee.base_register):
            writer.need(each)
        running = writer.running(guard)
        if self._kept:
            full = writer.compare("uge", depth, writer.constant(self._depth, "i32"))
            writer.give_up(writer.any(writer.binary("and", running, full)))
        room = writer.blocks.local_bytes - callee.local_bytes
        beyond = writer.compare("ugt", base, writer.constant(max(0, room), "i64"))
        writer.give_up(writer.any(writer.binary("and", running, beyond)))
        for k, place in enumerate(self._kept.get(target.landing, ())):
            value = writer.as_bits(writer.peek(place))
            value = writer.resize(value, "i8") if value.type == "i1" else value
            scatter(writer, self._pointers(writer, depth, k), value, running)
        one = writer.constant(1, "i32")
        deeper = writer.binary("add", depth, one)
        writer.write_place(writer.blocks.depth_register, deeper, "u4", guard)

    def pop(self, writer: OperandTranslator, target: Target) -> None:
        """Bring back the registers of lanes that have returned."""
        depth = writer.read_place(writer.blocks.depth_register)
        depth = writer.binary("sub", depth, writer.constant(1, "i32"))
        writer.write_place(writer.blocks.depth_register, depth, "u4", None)
        for k, place in enumerate(self._kept.get(target.landing, ())):
            kind = writer.blocks.kinds[place]
            type_ = type_of_kind(kind)
            stored = "i8" if type_ == "i1" else f"i{BITS[type_]}"
            pointers = self._pointers(writer, depth, k)
            value = gather(writer, pointers, stored, writer.mask)
            writer.put(place, writer.as_kind(value, kind), writer.mask)

    def _pointers(self, writer: OperandTranslator, depth: Value, k: int) -> Value:
        """Return where a register of each lane is, in the entry of its depth."""
        start = writer.let("ptrtoint ptr %frame to i64")
        offset = writer.binary(
            "mul", writer.resize(depth, "i64"), writer.constant(self._entry_bytes, "i64")
        )
        # Lanes at one depth may have come from calls that keep other registers: each has its words.
        first = self._offset + 8 * LANES * k
        places = writer.lanes((first + 8 * lane for lane in range(LANES)), "i64")
        total = writer.binary("add", writer.splat(start, "i64"), offset)
        return writer.binary("add", total, places)
