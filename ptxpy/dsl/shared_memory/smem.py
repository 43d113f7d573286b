"""The namespace `smem`: shared memory of the kernel that is being traced."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ptxpy._counts import format_count
from ptxpy.dialect import NAME
from ptxpy.dsl.other_names import shared_memory_advice
from ptxpy.dsl.shared_memory import handles
from ptxpy.dsl.shared_memory.addresses import address as address_of
from ptxpy.dsl.shared_memory.addresses import check_location
from ptxpy.dsl.shared_memory.elements import access_type, check_value, element_bytes, register_type
from ptxpy.dsl.shared_memory.segment import segment
from ptxpy.dsl.shared_memory.wgmma_layouts import Major, major_of, pick_gmma_layout
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.pending_results import fresh
from ptxpy.dsl.values.operand_conversion import Register, plain
from ptxpy.dsl.values.operators import operation
from ptxpy.dsl.values.types import Type
from ptxpy.ir import nodes as n
from ptxpy.isa import standard_swizzle

_DEFAULT_ALIGNMENT: Final = 128
"""Bytes to which an array is aligned by default, as TMA requires."""

MAX_MMA_ELEMENT_BYTES: Final = 4
"""Bytes of the largest element that wgmma multiplies (PTX ISA 9.7.15.2)."""


class SharedMemory:
    """Allocates shared memory of a kernel, and accesses it.

    The shared memory of a kernel is declared, up to 48 KiB. A kernel that allocates more has all of
    its memory in one block that the launch gives, `dyn_smem`; so has one with `extern_smem=True`.
    """

    __all__ = (
        *("MbarrierArray", "MbarrierRef", "SharedAlloc", "SharedSlice", "alloc"),
        *("alloc_with_layout", "apply_swizzle", "base", "load", "mbarrier", "store", "wgmma_tile"),
    )
    """What `from ptxpy.smem import *` binds."""

    if not TYPE_CHECKING:  # a checker reports an unknown name as one

        def __getattr__(self, name: str) -> NoReturn:
            """Refuse an unknown name; `AttributeError` with the names that allocate."""
            msg = f"smem has no {name}: write {shared_memory_advice(name)}"
            raise AttributeError(name if name.startswith("__") else msg)

    def __call__(self, *_arguments: Any, **_options: Any) -> NoReturn:
        """Refuse: arrays are allocated by `alloc`."""
        msg = f"smem is no function: write {shared_memory_advice('')}"
        raise TypeError(msg)

    SharedAlloc = handles.SharedAlloc
    SharedSlice = handles.SharedSlice
    MbarrierArray = handles.MbarrierArray
    MbarrierRef = handles.MbarrierRef

    def alloc(
        self,
        dtype: Type,
        shape: tuple[int, ...] | int,
        swizzle: str | None = None,
        align: int | None = None,
        name: str | None = None,
    ) -> handles.SharedAlloc:
        """Allocate an array.

        Emits `.shared .align N .b8 name[bytes];`, or nothing where the launch gives the memory.

        Args:
            dtype: The type of the elements.
            shape: A number, or one for each dimension; the last runs fastest.
            swizzle: `"32B"`, `"64B"` or `"128B"` for an array that a tensor map with that swizzle
                fills.
            align: Bytes; 128 without it, and 8 rows of the swizzle's pattern if that is more.
            name: The variable's name; one is made up without it.

        Raises `ValueError` for a shape, swizzle or alignment that cannot be.
        """
        return self.alloc_with_layout(dtype, shape, swizzle, align, name)

    def alloc_with_layout(
        self,
        dtype: Type,
        shape: tuple[int, ...] | int,
        swizzle: str | None = None,
        align: int | None = None,
        name: str | None = None,
        *,
        gmma_layout: Any = None,
        gmma_major: str | None = None,
    ) -> handles.SharedAlloc:
        """Allocate an array as `alloc` does, and note the layout that wgmma reads it in."""
        sizes = plain(tuple(shape) if isinstance(shape, tuple | list) else (shape,))
        align = plain(align)
        if not sizes or any(type(size) is not int or size < 1 for size in sizes):
            msg = f"a shape must be one or more integers of at least 1, got {shape!r}"
            raise ValueError(msg)
        pattern = standard_swizzle(swizzle)
        span = pattern.width
        size = element_bytes(dtype)
        if span and (sizes[-1] * size) % span:
            msg = (
                f"a swizzle of {span} bytes permutes rows of that size: the last dimension must be "
                f"a multiple of {span // size} elements of .{dtype.fundamental}, got {sizes[-1]}"
            )
            raise ValueError(msg)
        if align is None:
            # The hardware swizzles by bits of the address, so a pattern begins at a multiple of its
            # size.
            align = max(_DEFAULT_ALIGNMENT, pattern.pattern_bytes)
        if type(align) is not int or align < 1 or align & (align - 1):
            msg = f"an alignment must be a power of two, got {align!r}"
            raise ValueError(msg)
        if align < size:
            msg = (
                f"elements of .{dtype.fundamental} lie at multiples of "
                f"{format_count(size, 'byte')}: align={align}"
            )
            raise ValueError(msg)
        if align < pattern.pattern_bytes:
            msg = (
                f"a swizzle of {span} bytes repeats every {pattern.pattern_bytes} bytes: "
                f"align={align} would begin within a pattern"
            )
            raise ValueError(msg)
        total = prod(sizes) * size
        memory = segment()
        variable = name if name is not None else memory.named("smem")
        symbol, offset = memory.allocate(
            variable,
            total,
            align,
            "b8",
            total,
            sizes[0] if len(sizes) > handles.TILE_DIMENSIONS else 0,
        )
        return handles.SharedAlloc(symbol, dtype, sizes, swizzle, gmma_layout, gmma_major, offset)

    def wgmma_tile(
        self,
        dtype: Type,
        shape: tuple[int, ...],
        major: str = "K",
        *,
        align: int | None = None,
        name: str | None = None,
    ) -> handles.SharedAlloc:
        """Allocate a tile in an order in which wgmma reads it.

        Its rows are cut into stripes of 128, 64, 32 or 16 bytes, the widest that divides them, with
        the swizzle of that width: a stripe is all rows, and stripe follows stripe. So a tile with
        rows of more than 128 bytes takes several loads by a tensor map, or one of rank 3.

        Args:
            dtype: The type of the elements.
            shape: Rows, and elements of a row: `(M, K)` of an A or `(N, K)` of a B that is
                K-major, `(K, M)` or `(K, N)` of one that is MN-major. With a dimension in front,
                several tiles: `tile[stage]`.
            major: `"K"`, or `"MN"` for f16 and bf16.
            align: Bytes; 8 rows of the swizzle's pattern without it: 1024, 512, 256, or 128.
            name: The variable's name; one is made up without it.

        Raises `ValueError` for a tile that wgmma has no layout for.
        """
        shape, align = plain(shape), plain(align)
        if type(shape) is not tuple or len(shape) not in (2, 3):
            msg = f"a tile for wgmma has rows and columns, not the shape {shape!r}"
            raise ValueError(msg)
        along = major_of(major)
        if any(type(extent) is not int for extent in shape):
            msg = f"a tile has a number of rows and of elements in a row, not {shape!r}"
            raise ValueError(msg)
        rows, columns = shape[-2:]
        m_or_n, k = (rows, columns) if along is Major.K else (columns, rows)
        size = element_bytes(dtype)
        if size > MAX_MMA_ELEMENT_BYTES:
            msg = (
                f"wgmma multiplies elements of up to {MAX_MMA_ELEMENT_BYTES} bytes, "
                f"not .{dtype.fundamental}"
            )
            raise TypeError(msg)
        layout = pick_gmma_layout(elem_bytes=size, m_or_n=m_or_n, k=k, major=along)
        return self.alloc_with_layout(
            dtype,
            shape,
            layout.smem_swizzle,
            align,
            name,
            gmma_layout=layout,
            gmma_major=along.name,
        )

    def mbarrier(self, count: int, name: str | None = None) -> handles.MbarrierArray:
        """Allocate mbarriers, 8 bytes each: `.shared .align 8 .b64 name[count];`."""
        count = plain(count)
        if type(count) is not int or count < 1:
            msg = f"the number of mbarriers must be at least 1, got {count!r}"
            raise ValueError(msg)
        memory = segment()
        variable = name if name is not None else memory.named("mbar")
        symbol, offset = memory.allocate(variable, 8 * count, 8, "b64", count, count)
        # Errors about uses before `mbarrier.init` have these names.
        for index in range(count):
            memory.barriers[symbol, offset + 8 * index] = f"{variable}[{index}]"
        return handles.MbarrierArray(symbol, count, offset)

    def base(self, name: str | None = None) -> Register:
        """Return a u32 register with the address of the memory that the launch gives.

        Emits `mov.u32`. `name` is another variable. A kernel that asks for its base has all its
        shared memory in that block.
        """
        memory = segment()
        if name is None:
            # Only the block of the launch has a base.
            memory.require_dynamic()
        elif type(name) is not str or not NAME.fullmatch(name):
            msg = f"a variable must be named with letters, digits and _, got {name!r}"
            raise ValueError(msg)
        else:
            scope = trace.function_body().scope
            # The variable of the launch's block is declared when the body has been run.
            if scope is not None and name != memory.name and scope.names.find(name) is None:
                msg = f"no variable {name!r} is declared above: smem.alloc(u8, size, name={name!r})"
                raise ValueError(msg)
        register = fresh("u32")
        operation("mov.u32")(n.Symbol(name or memory.name)).bind(register.node, "u32")
        return register

    def load(self, dtype: Type, address: Any) -> Register:
        """Emit `ld.shared` of an element and return the register."""
        kind = register_type(dtype)
        size = element_bytes(dtype)
        check_location(address, "smem.load", align=size, size=size)
        register = fresh(kind)
        operation(f"ld.shared.{access_type(dtype)}")(address_of(address)).bind(register.node, kind)
        return register

    def store(self, dtype: Type, address: Any, value: Any) -> None:
        """Emit `st.shared` of an element.

        As for `load`, `ValueError` for a place that is known to be misaligned, or outside of the
        array.
        """
        size = element_bytes(dtype)
        check_location(address, "smem.store", align=size, size=size)
        check_value(dtype, value)
        operation(f"st.shared.{access_type(dtype)}")(address_of(address), value)

    def apply_swizzle(self, logical_offset: Any, swizzle: str | None) -> Any:
        """Return the byte offset in a swizzled array of an element, given its unswizzled offset.

        Emits `and.b32`, `shr.u32`, `xor.b32`; without a swizzle nothing. The offset counts from a
        multiple of 8 rows of the pattern: 1024 bytes for `"128B"`.
        """
        pattern = standard_swizzle(swizzle)
        if not pattern.width:
            return logical_offset
        bits = operation("and.b32")(logical_offset, pattern.mask)
        moved = operation("shr.u32")(bits, pattern.shift)
        return operation("xor.b32")(logical_offset, moved)


smem = SharedMemory()
"""The namespace of shared memory: `smem.alloc(f32, 128)`."""
