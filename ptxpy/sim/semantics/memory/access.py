"""Reading and writing memory for many lanes at once, with every address checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy._counts import are, format_count
from ptxpy.sim.errors import FaultError
from ptxpy.sim.machine.address_space import LOCAL_WINDOW, MULTICAST_WINDOW, SHARED_WINDOW
from ptxpy.sim.semantics.memory.cluster_addresses import check as check_shared

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["check_alignment", "load", "locate", "space_of", "store"]

_SHARED: Final = np.uint64(SHARED_WINDOW)
_LOCAL: Final = np.uint64(LOCAL_WINDOW)
_LOW: Final = np.uint64(0xFFFFFFFF)
_BITS: Final = np.uint64(32)
_CARRIED: Final = 1 << 32
_MAX_NULL_OFFSET: Final = 4096
"""Addresses below this come from a null pointer."""


def load(
    machine: Machine, space: str, address: Any, kind: str, count: int, guard: Any, lanes: Any
) -> Any:
    """Return the value at each address, or a tuple of `count` adjacent values.

    Addresses and guards may be shaped; values are shaped like the addresses, or flat.

    Args:
        machine: The machine.
        space: `global`, `shared` (of the own CTA), `cluster` (shared memory of any CTA of the
            cluster), `local` or `generic`.
        address: An address for each lane, as `uint64`.
        kind: The NumPy type of an element.
        count: How many elements, one after the other.
        guard: Which lanes read; None for all. Others get zeros.
        lanes: The indices of the lanes that run; None for all.
    """
    if guard is not None:
        if not guard.ndim:
            guard = None if guard else guard
            if guard is not None:
                zero = np.zeros(1, kind)[0]
                return (zero,) * count if count > 1 else zero
        elif not guard.all():
            flat, guard = machine.flat(address), machine.flat(guard)
            chosen = guard.nonzero()[0]
            values = [np.zeros(len(guard), kind) for _ in range(count)]
            if len(chosen):
                part = flat[chosen] if flat.ndim else flat
                inner = chosen if lanes is None else lanes[chosen]
                found = load(machine, space, part, kind, count, None, inner)
                for value, loaded in zip(values, found if count > 1 else (found,), strict=True):
                    value[chosen] = loaded
            return tuple(values) if count > 1 else values[0]
    if space == "generic":
        space = space_of(address)
        if space == "mixed":
            # Generic addresses of one instruction may be in several memories, which are several
            # arrays.
            address = machine.flat(address)
            values = [np.zeros(len(address), kind) for _ in range(count)]
            for chosen in _by_space(address):
                inner = chosen if lanes is None else lanes[chosen]
                found = load(machine, "generic", address[chosen], kind, count, None, inner)
                for value, loaded in zip(values, found if count > 1 else (found,), strict=True):
                    value[chosen] = loaded
            return tuple(values) if count > 1 else values[0]
        address = address - _WINDOWS[space]
    if not address.ndim and lanes is None and space != "global":
        # Each CTA has its own shared memory, and each thread its local one, so that one address is
        # several places.
        address = np.full((1, 1, 1), address)
    size = int(kind[1:])
    elements, index = locate(machine, space, address, kind, size * count, lanes, write=False)
    if machine.access_hooks is not None:
        machine.access_hooks.load(space, kind, count, index, lanes)
    if count == 1:
        return elements[index]
    return tuple([elements[index + k if k else index] for k in range(count)])


_WINDOWS: Final = {"global": np.uint64(0), "cluster": _SHARED, "local": _LOCAL}


def space_of(address: Any) -> str:
    """Return the memory of generic addresses, or `mixed`.

    Those in shared memory may be in that of any CTA of the cluster: `cluster`.
    """
    low, high = (address, address) if not address.ndim else (address.min(), address.max())
    if high < _SHARED:
        return "global"
    if low >= _LOCAL:
        return "local"
    return "cluster" if low >= _SHARED and high < _LOCAL else "mixed"


def locate(
    machine: Machine,
    space: str,
    address: Any,
    kind: str,
    size: int,
    lanes: Any,
    *,
    write: bool,
) -> tuple[Any, Any]:
    """Return the elements of a space and the index of each address among them.

    Raises:
        FaultError: One of `size` bytes from an address on is not there, or an address is not a
            multiple of the size.
    """
    shift = int(kind[1:]).bit_length() - 1
    if not address.ndim:
        return _locate_one(machine, space, address, kind, size, lanes, write=write)
    # The least and the largest of no addresses do not exist.
    if not address.size:
        return machine.view(space, kind), address.view(np.int64)
    if space == "global":
        memory = machine.memory
        # Allocations are aligned for every access, so offsets are as aligned as addresses. Their
        # disjunction is at least the largest, and an address below wraps around to a huge offset.
        offsets = address - memory.base
        merged = int(_merge(offsets, axis=None))
        if merged & (size - 1):
            raise _misaligned(space, machine.flat(address), size, lanes)
        if merged + size > memory.extent or (write and not memory.writable):
            low, high = int(_lowest(address, axis=None)), int(_highest(address, axis=None)) + size
            if not memory.holds(low, high, write=write):
                _check(machine, address, size, lanes, write=write)
        index = address.view(np.int64)
        return memory.view(kind), index >> shift if shift else index
    if int(_merge(address, axis=None)) & (size - 1):
        raise _misaligned(space, machine.flat(address), size, lanes)
    highest = int(_highest(address, axis=None))
    if highest >= _CARRIED:
        address = _truncate_carry(address)
        highest = int(_highest(address, axis=None))
    if machine.clustered and space != "local":
        check_shared(machine, space, address, size, lanes)
        index = machine.shared_index(address, lanes)
    else:
        local = space == "local"
        limit = machine.local_bytes if local else machine.shared_bytes
        if highest + size > limit:
            raise _outside(machine, space, machine.flat(address), size, lanes)
        index = (machine.local_index if local else machine.shared_index)(address, lanes)
    index = index.view(np.int64)
    return machine.view(space, kind), index >> shift if shift else index


def _truncate_carry(address: Any) -> Any:
    """Return addresses in shared or local memory without the carry of a 32-bit sum.

    A register of 32 bits may hold an address before the memory, and the offset bring it back.
    """
    return np.where(address >> _BITS == 1, address & _LOW, address)[()]


_merge = np.bitwise_or.reduce
_lowest = np.minimum.reduce
_highest = np.maximum.reduce


def _locate_one(
    machine: Machine,
    space: str,
    address: Any,
    kind: str,
    size: int,
    lanes: Any,
    *,
    write: bool,
) -> tuple[Any, Any]:
    """Do what `locate` does for one address of all lanes."""
    low = int(address)
    if low & (size - 1):
        raise _misaligned(space, address, size, lanes)
    shift = int(kind[1:]).bit_length() - 1
    if space == "global":
        if not machine.memory.holds(low, low + size, write=write):
            _check(machine, address, size, lanes, write=write)
        return machine.memory.view(kind), low >> shift
    if low >= _CARRIED:
        address = _truncate_carry(address)
        low = int(address)
    if machine.clustered and space != "local":
        check_shared(machine, space, address, size, lanes)
    elif low + size > (machine.local_bytes if space == "local" else machine.shared_bytes):
        raise _outside(machine, space, address, size, lanes)
    at = machine.local_index if space == "local" else machine.shared_index
    index = at(address, lanes)
    if index.ndim:
        return machine.view(space, kind), index.view(np.int64) >> shift
    return machine.view(space, kind), int(index) >> shift


def _check(
    machine: Machine,
    address: Any,
    size: int,
    lanes: Any,
    *,
    write: bool,
) -> None:
    """Check each address separately: they are in several allocations, or one is in none."""
    for each in np.unique(address) if address.ndim else (address,):
        if not machine.memory.holds(int(each), int(each) + size, write=write):
            among = machine.flat(address)
            raise _outside(machine, "global", np.uint64(each), size, lanes, among, write=write)


def _lane(address: Any, wanted: int, lanes: Any) -> int:
    """Return the lane of an address."""
    position = int(np.argmax(address == np.uint64(wanted))) if address.ndim else 0
    return position if lanes is None else int(lanes[position])


def check_alignment(
    machine: Machine, space: str, address: Any, size: int, guard: Any, lanes: Any
) -> None:
    """Raise `FaultError` if the address of a lane that runs is not a multiple of the size."""
    number = machine.count if lanes is None else len(lanes)
    wrong = (address & np.uint64(size - 1)) != 0
    wrong = np.broadcast_to(wrong if guard is None else wrong & guard, (number,))
    if wrong.any():
        chosen = wrong.nonzero()[0]
        inner = chosen if lanes is None else lanes[chosen]
        raise _misaligned(space, np.broadcast_to(address, (number,))[chosen], size, inner)


def _misaligned(space: str, address: Any, size: int, lanes: Any) -> FaultError:
    each = address if not address.ndim else address[(address & np.uint64(size - 1)) != 0][0]
    memory = "shared" if space == "cluster" else space
    text = (
        f"address {int(each):#x} in {memory} memory is not a multiple of the {size} bytes accessed"
    )
    return FaultError(text, _lane(address, int(each), lanes), "alignment")


def _outside(
    machine: Machine,
    space: str,
    address: Any,
    size: int,
    lanes: Any,
    among: Any = None,
    *,
    write: bool = False,
) -> FaultError:
    among = address if among is None else among
    if space == "global":
        at = int(address)
        found = machine.memory.find(at)
        if found is not None and at + size <= found.stop and write:
            text = f"address {at:#x} is in {found.name}, which is read-only"
        else:
            text = (
                f"{format_count(size, 'byte')} at address {at:#x} "
                f"{are(size)} outside of global memory" + _near(machine, at)
            )
        return FaultError(text, _lane(among, at, lanes), "address")
    limit = machine.local_bytes if space == "local" else machine.shared_bytes
    # Addresses begin at 0 there: the largest is outside if any is.
    at = int(address.max()) if address.ndim else int(address)
    memory = "local" if space == "local" else "shared"
    text = (
        f"{format_count(size, 'byte')} at address {at:#x} {are(size)} outside "
        f"of the {limit:,} bytes of {memory} memory"
    )
    if not limit:
        text += "; a launch gives dynamic shared memory by shared_bytes"
    return FaultError(text, _lane(among, at, lanes), "address")


def _near(machine: Machine, at: int) -> str:
    heap = machine.memory.heap
    if heap is not None and heap.was_freed(at):
        return ", in a block from malloc that has been freed"
    freed = machine.memory.describe_freed(at)
    if freed:
        return f", in {freed}, which has been freed"
    held = machine.memory.find(at ^ MULTICAST_WINDOW) if at & MULTICAST_WINDOW else None
    if held is not None:
        return f": that of a multicast object of {held.name}, which only multimem accesses"
    if at < _MAX_NULL_OFFSET:
        return ": the pointer is null" if not at else f": {at:,} bytes behind a null pointer"
    nearest = machine.memory.nearest(at)
    if nearest is None:
        return ""
    distance = at - nearest.stop if at >= nearest.stop else nearest.start - at
    side = "behind" if at >= nearest.stop else "before"
    if nearest.start <= at < nearest.stop:
        size = nearest.stop - nearest.start
        return f": they begin in {nearest.name} and reach beyond its {size:,} bytes"
    where = f"{distance:,} bytes {side} " if distance else f"right {side} "
    return f", {where}{nearest.name} of {nearest.stop - nearest.start:,} bytes"


def _by_space(address: Any) -> list[Any]:
    """Return the positions of the addresses in each space that occurs."""
    spaces = (address >= _SHARED).astype(np.int8) + (address >= _LOCAL)
    return [chosen for k in range(3) if len(chosen := (spaces == k).nonzero()[0])]


def store(
    machine: Machine,
    space: str,
    address: Any,
    kind: str,
    values: tuple[Any, ...],
    guard: Any,
    lanes: Any,
) -> None:
    """Write consecutive values at the addresses; for equal addresses the last lane wins."""
    number = machine.count if lanes is None else len(lanes)
    if guard is not None:
        if not guard.ndim:
            if not guard:
                return
        elif not guard.all():
            chosen = guard.nonzero()[0]
            if len(chosen):
                inner = chosen if lanes is None else lanes[chosen]
                part = address[chosen] if address.ndim else address
                values = tuple([v[chosen] if v.ndim else v for v in values])
                store(machine, space, part, kind, values, None, inner)
            return
    if space == "generic":
        space = space_of(address)
        if space == "mixed":
            for chosen in _by_space(address):
                inner = chosen if lanes is None else lanes[chosen]
                some = tuple([v[chosen] if v.ndim else v for v in values])
                store(machine, "generic", address[chosen], kind, some, None, inner)
            return
        address = address - _WINDOWS[space]
    size = int(kind[1:])
    elements, index = locate(machine, space, address, kind, size * len(values), lanes, write=True)
    hooks = machine.access_hooks
    if hooks is not None and hooks.store(space, kind, elements, index, values, lanes):
        return
    scalar = not isinstance(index, np.ndarray)
    for k, value in enumerate(values):
        # All lanes store to one address: the last one wins.
        held = value[number - 1] if scalar and value.ndim else value
        elements[index + k if k else index] = held
