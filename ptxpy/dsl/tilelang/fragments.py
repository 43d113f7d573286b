"""Arrays whose elements are in the registers of all threads of a CTA."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

from ptxpy._counts import format_count
from ptxpy._records import NamedTuple
from ptxpy.dsl.shared_memory.handles import SharedAlloc, SharedSlice
from ptxpy.dsl.tilelang.elements import (
    check_scope,
    element_size,
    element_type,
    load,
    sizes_of,
    store,
    strides_of,
    undefined_register,
    write,
)
from ptxpy.dsl.tilelang.threads import thread_count, thread_index
from ptxpy.dsl.values.operand_conversion import Register
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.types import Type
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

MAX_ACCESS_BYTES = 16
"""Bytes of the widest load and store of a thread."""
_VECTORS = (4, 2, 1)


class Layout(NamedTuple):
    """The mapping from elements of an array to threads and their registers.

    Elements count with the last dimension running fastest. Each thread has `vector` consecutive
    elements, the next thread the following ones, and so on in rounds of all threads.
    """

    shape: tuple[int, ...]
    threads: int
    vector: int

    @property
    def registers(self) -> int:
        """How many registers of the array each thread has."""
        return prod(self.shape) // self.threads

    def owner(self, *index: int) -> tuple[int, int]:
        """Return the thread and the register of an element; `IndexError` if there is none."""
        if len(index) != len(self.shape) or not all(
            0 <= position < extent for position, extent in zip(index, self.shape, strict=True)
        ):
            msg = f"an array of {self.shape} has no element {index}"
            raise IndexError(msg)
        strides = strides_of(self.shape)
        element = sum(at * stride for at, stride in zip(index, strides, strict=True))
        chunk, within = divmod(element, self.vector)
        row, thread = divmod(chunk, self.threads)
        return thread, row * self.vector + within

    def element(self, thread: int, register: int) -> tuple[int, ...]:
        """Return the index of the element that a thread has in a register."""
        if not (0 <= thread < self.threads and 0 <= register < self.registers):
            msg = f"there is no register {register} of thread {thread} in {self}"
            raise IndexError(msg)
        position = thread * self.vector + self.first(register)
        return tuple(
            position // stride % extent
            for stride, extent in zip(strides_of(self.shape), self.shape, strict=True)
        )

    def first(self, register: int) -> int:
        """Return the linear index of the element that thread 0 has in a register."""
        row, within = divmod(register, self.vector)
        return row * self.threads * self.vector + within


class Fragment:
    """An array in the registers of all threads of a CTA: `f[k]` is a register of this thread."""

    def __init__(self, dtype: Type, layout: Layout) -> None:
        """Declare the registers of a fragment with a type of elements and a layout."""
        self.dtype = dtype
        self.layout = layout
        self.thread = thread_index()
        """The index of the thread in its CTA, u32."""
        self.registers = tuple(
            undefined_register(dtype.fundamental) for _ in range(layout.registers)
        )

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return self.layout.shape

    @property
    def threads(self) -> int:
        """How many threads hold it."""
        return self.layout.threads

    def __len__(self) -> int:
        """Return how many registers a thread has."""
        return len(self.registers)

    def __iter__(self) -> Iterator[Register]:
        """Yield the registers in order."""
        return iter(self.registers)

    def __getitem__(self, k: int) -> Register:
        """Return a register of this thread; `IndexError` if there is none."""
        return self.registers[self._number(k)]

    def __setitem__(self, k: int, value: Any) -> None:
        """Make a register the destination of the last instruction, or move a value into it."""
        write(self.registers[self._number(k)], value)

    def _number(self, k: int) -> int:
        if type(k) is not int or not 0 <= k < len(self.registers):
            last = len(self.registers) - 1
            msg = f"the register of {self!r} must be a number from 0 to {last}, got {k!r}"
            raise IndexError(msg)
        return k

    def coordinates(self, k: int) -> tuple[Any, ...]:
        """Return u32 registers with the index of the element that this thread has in register `k`.

        Emits `mad.lo.u32`, and `div.u32` and `rem.u32` for each dimension but the last, whose
        divisors are constants.
        """
        layout = self.layout
        first = layout.first(self._number(k))
        left = operation("mad.lo.u32")(self.thread, layout.vector, first)
        found = []
        for stride in strides_of(layout.shape)[:-1]:
            found.append(operation("div.u32")(left, stride))
            left = operation("rem.u32")(left, stride)
        found.append(left)
        return tuple(place.register() for place in found)

    def load(self, array: Any) -> None:
        """Fill the registers of all threads from an array, its last dimension running fastest.

        `array` is in shared memory, of the same number of elements and bytes and without a
        swizzle, or a 64-bit register with an address in global memory, aligned to 16 bytes. Emits
        the address of the thread's part, and `ld.shared` or `ld.global` of 4, 2 or 1 elements.
        """
        space, base = self._part(array)
        width = self.layout.vector
        for k in range(0, len(self.registers), width):
            load(space, self._address(base, k), self.registers[k : k + width])

    def store(self, array: Any) -> None:
        """Write the registers of all threads to an array, as `load` reads them."""
        space, base = self._part(array)
        width = self.layout.vector
        for k in range(0, len(self.registers), width):
            values = self.registers[k : k + width]
            store(space, self._address(base, k), values, self.dtype)

    def _part(self, array: Any) -> tuple[str, Any]:
        """Emit the address of this thread's part of an array; return the state space and it."""
        # The parts of threads follow each other; further rounds are offsets to the same address.
        step = self.layout.vector * element_size(self.dtype)
        if not isinstance(array, SharedAlloc | SharedSlice):
            return "global", operation("mad.wide.u32")(self.thread, step, array)
        whole = array.alloc if isinstance(array, SharedSlice) else array
        count = whole.nbytes // (whole.shape[0] if isinstance(array, SharedSlice) else 1)
        if count != prod(self.shape) * element_size(self.dtype):
            msg = (
                f"{array!r} has {format_count(count, 'byte')}, and {self!r} another number of them"
            )
            raise ValueError(msg)
        if whole.swizzle not in (None, "NONE"):
            msg = f"{array!r} is swizzled: its elements are not where load and store look for them"
            raise ValueError(msg)
        base = operation("mov.u32")(array)
        return "shared", operation("mad.lo.u32")(self.thread, step, base)

    def _address(self, base: Any, k: int) -> n.Address:
        offset = self.layout.first(k) * element_size(self.dtype)
        return n.Address(base.operand(), n.Literal(str(offset)) if offset else None, ())

    def __repr__(self) -> str:
        """Show type, shape and threads."""
        shown = f"{self.dtype.fundamental}{list(self.shape)}"
        return f"<fragment {shown} of {self.threads} threads>"


def alloc_fragment(
    shape: Any, dtype: Any, scope: str = "local.fragment", *, threads: int | None = None
) -> Fragment:
    """Allocate an array in the registers of all threads of a CTA, with undefined contents.

    The number of elements is a multiple of the number of threads, and each thread has an equal
    share: 4, 2 or 1 elements of the share are consecutive, the most that fit into 16 bytes and
    divide the share. `threads` is by default the number of threads of the kernel's `block`.
    Emits the computation of the thread's index.

    Raises `ValueError` for a shape that the threads do not divide, `TraceError` for a number of
    threads that is not known.
    """
    check_scope(scope, "local.fragment")
    sizes = sizes_of(shape)
    kind = element_type(dtype)
    count = thread_count(threads, "alloc_fragment")
    share, left = divmod(prod(sizes), count)
    if left:
        msg = (
            f"{prod(sizes)} elements are not shared evenly by {count} threads: the number of "
            "elements of a fragment must be a multiple of the number of threads"
        )
        raise ValueError(msg)
    widest = MAX_ACCESS_BYTES // element_size(kind)
    # A predicate is made from a byte of its own, by a comparison.
    if TYPES[kind.fundamental].kind == "pred":
        widest = 1
    # The widest vector that divides the share of a thread takes the fewest loads and stores.
    vector = next(width for width in _VECTORS if width <= widest and not share % width)
    return Fragment(kind, Layout(sizes, count, vector))
