"""Memory at addresses that are sums: of an array that several accesses share, and of scalars.

Compiled code reaches most of its data from a few arrays of addresses: with other displacements,
from other pointers, again in each round of a loop. Facts about such an array (the bits that its
elements have, their indices) are kept, so that an access costs little more than the elements that
it moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ptxpy.sim.machine.address_space import SHARED_WINDOW
from ptxpy.sim.machine.address_vectors import AddressVector
from ptxpy.sim.semantics.memory import access

if TYPE_CHECKING:
    from ptxpy.sim.machine.machine import Machine

__all__ = ["load", "store", "store_parts", "total"]

_MAX_KNOWN_ARRAYS: Final = 64
"""The most address arrays for which an address vector is kept."""

_SIGN: Final = 1 << 63
_ALL: Final = 1 << 64
_WIDE: Final = {8: ("u8", 3), 16: ("c16", 4)}
"""NumPy types as large as vectors, which are moved as one element, and their binary logarithms."""
_MIN_WIDE_LANES: Final = 2048
"""The fewest lanes for which vectors of 8 and 16 bytes are moved as one element."""


def total(*terms: Any) -> Any:
    """Return the sum of 64-bit integers, scalars first."""
    array = scalar = None
    for term in terms:
        if term.ndim:
            array = term if array is None else array + term
        else:
            scalar = term if scalar is None else scalar + term
    if array is None:
        return scalar
    return array if scalar is None else array + scalar


def index_of(machine: Machine, addresses: AddressVector, space: str, shift: int, lanes: Any) -> Any:
    """Return, for each lane, the index of its element, of `1 << shift` bytes, in a memory."""
    key = (space, shift)
    found = addresses.indices.get(key)
    if found is None:
        array = addresses.array
        if space == "shared":
            # The shared memories of all CTAs are one array, so that an index depends on the CTA,
            # too.
            array = machine.shared_index(array, lanes)
        found = array.view(np.int64)
        if shift:
            found = found >> shift
        addresses.indices[key] = found
    return found


def address_vector_of(machine: Machine, array: Any) -> AddressVector:
    """Return the address vector of an array, which caches its properties."""
    held = machine.address_vectors
    found = held.get(id(array))
    if found is None or found.array is not array:
        # Arrays of earlier rounds of a loop would stay alive for ever.
        if len(held) >= _MAX_KNOWN_ARRAYS:
            held.clear()
        found = held[id(array)] = AddressVector(machine.memory, array)
    return found


def _resolve(
    machine: Machine,
    space: str,
    terms: tuple[Any, ...],
    offset: int,
    size: int,
    *,
    write: bool,
) -> tuple[str, AddressVector, int] | None:
    """Return the space, the array and the scalar of a sum; None if the slow path is needed."""
    array: Any = None
    for term in terms:
        if not term.ndim:
            offset += int(term)
        elif array is None and term.size:
            array = term
        else:
            return None
    if array is None:
        return None
    found = address_vector_of(machine, array)
    offset &= _ALL - 1
    # Displacements may be negative: the upper half of 64 bits.
    if offset & _SIGN:
        offset -= _ALL
    if (found.bits | offset) & (size - 1):
        return None
    if space == "generic":
        space = found.space(offset)
        if space == "shared":
            offset -= SHARED_WINDOW
    if space == "global":
        fits = found.within(machine.memory, offset, size, write=write)
    else:
        fits = (
            space == "shared"
            and not machine.clustered
            and found.below(offset, machine.shared_bytes - size)
        )
    return (space, found, offset) if fits else None


def load(
    machine: Machine,
    space: str,
    terms: tuple[Any, ...],
    offset: int,
    kind: str,
    count: int,
    guard: Any,
    lanes: Any,
) -> Any:
    """Return what `access.load` does, at the sum of terms and an offset."""
    size = int(kind[1:])
    if machine.access_hooks is not None:
        return access.load(machine, space, _sum(terms, offset), kind, count, guard, lanes)
    if guard is None or (guard.all() if guard.ndim else guard):
        guard = None
        placed = _resolve(machine, space, terms, offset, size * count, write=False)
        if placed is not None:
            inner, found, scalar = placed
            shift = size.bit_length() - 1
            index = index_of(machine, found, inner, shift, lanes)
            elements = machine.view(inner, kind)
            first = scalar >> shift
            # A slice cannot begin before the memory: such a displacement is added to each index.
            if first < 0:
                index, first = index + first, 0
            if count == 1:
                return elements[first:].take(index)
            wide = _WIDE.get(size * count)
            if wide is not None and index.size >= _MIN_WIDE_LANES:
                # A vector is read as one element of a wide type, and taken apart.
                index = index_of(machine, found, inner, wide[1], lanes) + (scalar >> wide[1])
                packed = machine.view(inner, wide[0]).take(index)
                parts = packed.view(kind).reshape(*index.shape, count)
                return tuple([np.ascontiguousarray(parts[..., k]) for k in range(count)])
            return tuple([elements[first + k :].take(index) for k in range(count)])
    return access.load(machine, space, _sum(terms, offset), kind, count, guard, lanes)


def store(
    machine: Machine,
    space: str,
    terms: tuple[Any, ...],
    offset: int,
    kind: str,
    values: tuple[Any, ...],
    guard: Any,
    lanes: Any,
) -> None:
    """Do what `access.store` does, at the sum of terms and an offset."""
    size = int(kind[1:])
    if _is_plain(machine, space, terms, guard):
        guard = None
        placed = _resolve(machine, space, terms, offset, size * len(values), write=True)
        if placed is not None:
            inner, found, scalar = placed
            shift = size.bit_length() - 1
            index = index_of(machine, found, inner, shift, lanes)
            elements = machine.view(inner, kind)
            first = scalar >> shift
            if first < 0:
                index, first = index + first, 0
            if lanes is None:
                index = machine.flat(index)
                values = tuple([machine.flat(value) for value in values])
            wide = _WIDE.get(size * len(values)) if len(values) > 1 else None
            if wide is not None and len(index) >= _MIN_WIDE_LANES:
                packed = np.empty((len(index), len(values)), kind)
                for k, value in enumerate(values):
                    packed[:, k] = value
                index = index_of(machine, found, inner, wide[1], lanes) + (scalar >> wide[1])
                machine.view(inner, wide[0])[machine.flat(index)] = packed.view(wide[0]).reshape(-1)
                return
            for k, value in enumerate(values):
                elements[first + k :][index] = value
            return
    if lanes is None:
        values = tuple([machine.flat(value) for value in values])
        guard = guard if guard is None else machine.flat(guard)
    address = _sum(terms, offset)
    if lanes is None:
        address = machine.flat(address)
    access.store(machine, space, address, kind, values, guard, lanes)


def store_parts(
    machine: Machine,
    space: str,
    terms: tuple[Any, ...],
    offset: int,
    kind: str,
    size: int,
    parts: tuple[tuple[int, tuple[Any, ...]], ...],
    guard: Any,
    lanes: Any,
) -> None:
    """Store some elements of a vector of `size` bytes; each part begins with its displacement."""
    address, flat_guard = _sum(terms, offset), guard
    if lanes is None:
        address = machine.flat(address)
        flat_guard = guard if guard is None else machine.flat(guard)
    access.check_alignment(machine, space, address, size, flat_guard, lanes)
    for displacement, values in parts:
        store(machine, space, terms, offset + displacement, kind, values, guard, lanes)


def _is_plain(machine: Machine, space: str, terms: tuple[Any, ...], guard: Any) -> bool:
    """Return whether all lanes store, and no hooks watch accesses.

    Hooks that do are given the array of the addresses.
    """
    if machine.access_hooks is None:
        return guard is None or bool(guard.all() if guard.ndim else guard)
    arrays = [term for term in terms if term.ndim]
    alone = space == "global" and guard is None and len(arrays) == 1
    machine.access_hooks.store_addresses(address_vector_of(machine, arrays[0]) if alone else None)
    return False


def _sum(terms: tuple[Any, ...], offset: int) -> Any:
    scalar = np.uint64(offset & (_ALL - 1))
    return total(*terms, scalar) if offset or not terms else total(*terms)
