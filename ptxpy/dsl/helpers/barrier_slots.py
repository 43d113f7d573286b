"""mbarriers at byte offsets from a base: `ptx.mbarrier.array(base, 1024, 4)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ptxpy._counts import format_count
from ptxpy.dsl.helpers import clusters, mbarriers
from ptxpy.dsl.helpers.mbarriers import ready_address
from ptxpy.dsl.shared_memory.addresses import address, address_register
from ptxpy.dsl.shared_memory.handles import MbarrierArray, SharedObject
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.tracing.pending_results import PendingResult
from ptxpy.dsl.values.operand_conversion import Handle
from ptxpy.dsl.values.operators import operation
from ptxpy.ir import nodes as n

MBARRIER_BYTES: Final = 8
"""Size and alignment of an mbarrier (PTX ISA 9.7.13.15.1)."""


class Slot(Handle):
    """An mbarrier; it is also an operand: `[slot]` its address, `slot` a register with it."""

    __slots__ = ()

    def __init__(self) -> None:
        """Create a slot; the operand node is derived from the address."""
        # The trace is that of the base, which is checked when an address is made.
        self.traced_in = None

    def address(self, offset: int = 0) -> n.Address:
        """Return the operand `[address+offset]`; nothing is emitted."""
        raise NotImplementedError

    def addr_reg(self) -> Any:
        """Return a register with the address, 32 bits."""
        raise NotImplementedError

    def address_operand(self) -> n.Address:
        """Return the operand `[address]`; nothing is emitted."""
        return self.address()

    def operand(self) -> Any:
        """Return the register with the address."""
        register = self.addr_reg()
        return register.operand()

    def init(self, count: int, *, pred: Any = None) -> None:
        """Initialise it, as `ptx.mbarrier.init` does."""
        mbarriers.init(self, count, pred=pred)

    def wait(self, phase: Any, *, pred: Any = None) -> None:
        """Wait until a phase is complete, as `ptx.mbarrier.wait` does."""
        mbarriers.wait(self, phase, pred=pred)

    def arrive(self, *, pred: Any = None) -> PendingResult:
        """Arrive, as `ptx.mbarrier.arrive` does; return the state."""
        return mbarriers.arrive(self, pred=pred)

    def arrive_expect_tx(self, tx_count: Any, *, pred: Any = None) -> PendingResult:
        # The offset of the array stays out of the register: each access has it in its address.
        """Expect bytes and arrive, as `ptx.mbarrier.arrive_expect_tx` does; return the state."""
        return mbarriers.arrive_expect_tx(self, tx_count, pred=pred)

    def arrive_remote(self, cta_id: Any, count: Any = 1, *, pred: Any = None) -> None:
        """Arrive at that of another CTA of the cluster, as `ptx.cluster.arrive_remote` does."""
        clusters.arrive_remote(self, cta_id, count, pred=pred)


class BarrierSlot(Slot):
    """The mbarrier at `base + byte_offset`."""

    __slots__ = ("base", "byte_offset")

    def __init__(self, base: Any, byte_offset: int) -> None:
        """Create a slot; `base` is a register with an address, a shared object or a name."""
        self.base = base
        self.byte_offset = byte_offset

    def address(self, offset: int = 0) -> n.Address:
        """Return the operand `[base+byte_offset+offset]`; nothing is emitted."""
        return address(self.base, self.byte_offset + offset)

    def addr_reg(self) -> Any:
        """Return a register with the address; emits `mov.u32` or `add.u32` if it has to."""
        return address_register(self.base, self.byte_offset)

    def __repr__(self) -> str:
        """Show base and offset."""
        return f"<mbarrier at {self.base!r} + {self.byte_offset}>"


class DynamicBarrierSlot(Slot):
    """The mbarrier of an array with the index that a register had where the slot was made."""

    __slots__ = ("array_offset", "first", "register")

    def __init__(self, base: Any, array_offset: int, stage: Any) -> None:
        """Emit `mad.lo.u32 address, stage, 8, base;`, and before it a `mov` for a variable."""
        self.array_offset = array_offset
        self.first = address(base, array_offset)
        self.register = operation("mad.lo.u32")(
            stage, MBARRIER_BYTES, address_register(base)
        ).register()

    def address(self, offset: int = 0) -> n.Address:
        """Return the operand `[address+array_offset+offset]`; nothing is emitted."""
        return address(self.register, self.array_offset + offset)

    def addr_reg(self) -> Any:
        """Return a register with the address; emits `add.u32` where the array has an offset."""
        return address_register(self.register, self.array_offset)

    def __repr__(self) -> str:
        """Show the register."""
        return f"<mbarrier at {self.register!r} + {self.array_offset}>"


class BarrierArray:
    """mbarriers in a row, 8 bytes each: `array[1]` by a number, `array.at(stage)` by a register."""

    __slots__ = ("base", "byte_offset", "count")

    def __init__(self, base: Any, byte_offset: int, count: int) -> None:
        """Create an array of `count` mbarriers, the first at `base + byte_offset`."""
        start = base.start if isinstance(base, SharedObject) else 0
        if isinstance(base, MbarrierArray):
            start = base.byte_offset
        if type(count) is not int or count < 1:
            msg = f"the number of mbarriers must be at least 1, got {count!r}"
            raise ValueError(msg)
        if (
            type(byte_offset) is not int
            or byte_offset < 0
            or (start + byte_offset) % MBARRIER_BYTES
        ):
            msg = (
                f"the offset of an mbarrier must be a multiple of {MBARRIER_BYTES} bytes, "
                # Every mbarrier is checked before the first instruction is emitted.
                f"got {byte_offset!r}"
            )
            raise ValueError(msg)
        room = (
            MBARRIER_BYTES * base.count
            if isinstance(base, MbarrierArray)
            else getattr(base, "nbytes", None)
        )
        if room is not None and byte_offset + MBARRIER_BYTES * count > room:
            msg = (
                f"{format_count(count, 'mbarrier')} at byte {byte_offset} end at byte "
                f"{byte_offset + MBARRIER_BYTES * count}: {base!r} has {room} bytes"
            )
            raise ValueError(msg)
        self.base = base
        self.byte_offset = byte_offset
        self.count = count

    def __getitem__(self, idx: int) -> BarrierSlot:
        """Return the mbarrier of an index; `IndexError` if there is none."""
        if type(idx) is not int:
            msg = f"an index in brackets must be known while tracing, got {idx!r}: write at(stage)"
            raise TypeError(msg)
        if not 0 <= idx < self.count:
            msg = f"the index of an mbarrier must be 0 to {self.count - 1}, got {idx}"
            raise IndexError(msg)
        return BarrierSlot(self.base, self.byte_offset + MBARRIER_BYTES * idx)

    def __len__(self) -> int:
        """Return how many mbarriers there are."""
        return self.count

    def __iter__(self) -> Iterator[BarrierSlot]:
        """Yield the mbarriers in order."""
        return (self[index] for index in range(self.count))

    def at(self, stage: Any) -> Slot:
        """Return the one whose index is in a register now; a later change does not matter.

        Emits `mad.lo.u32 address, stage, 8, base;`. A number is the same as in brackets.
        """
        if type(stage) is int:
            return self[stage]
        return DynamicBarrierSlot(self.base, self.byte_offset, stage)

    def init_all(self, count: int, *, pred: Any = None) -> None:
        """Initialise each to await `count` arrivals: one `mbarrier.init` for each."""
        for slot in self:
            slot.init(count, pred=pred)

    def arrive_remote_all(self, cta_id: Any, count: Any = 1, *, pred: Any = None) -> None:
        """Arrive at each of the array in another CTA: one `mapa`, and an `arrive` for each."""
        for slot in self:
            ready_address(slot, "ptx.mbarrier.array(…).arrive_remote_all")
        # The mbarriers are as far apart in every CTA, so that one address is mapped.
        remote = clusters.map_shared_u32(self[0], cta_id, pred=pred).register()
        for index in range(self.count):
            clusters.arrive_at(address(remote, MBARRIER_BYTES * index), count, pred)


@helper("mbarrier.array")
def array(base: Any, byte_offset: int, count: int) -> BarrierArray:
    """Return `count` mbarriers at `base + byte_offset`; nothing is emitted.

    `base` is a register with an address in shared memory (`smem.base()`), the result of
    `smem.alloc` or `smem.mbarrier`, or the name of a variable. `ValueError` for an offset that is
    no multiple of 8.
    """
    return BarrierArray(base, byte_offset, count)
