"""`ptx.tcgen05`: allocating tensor memory, and moving data to and from it (PTX ISA 9.7.16.7-9)."""

from __future__ import annotations

from typing import Any, Final

from ptxpy._counts import format_count
from ptxpy.dsl.control_flow.blocks import RecordedBranch
from ptxpy.dsl.helpers.tcgen05_descriptors import matrix
from ptxpy.dsl.helpers.warp_matrices import registers_of
from ptxpy.dsl.shared_memory import matrix_descriptors as descriptors
from ptxpy.dsl.shared_memory.addresses import address
from ptxpy.dsl.tracing import trace
from ptxpy.dsl.tracing.instructions import explicit, helper
from ptxpy.dsl.tracing.trace import TraceError
from ptxpy.dsl.values.operators import operation
from ptxpy.ir import nodes as n
from ptxpy.isa import TERMINATORS

TENSOR_MEMORY_COLUMNS: Final = 512
"""Columns of the tensor memory of a CTA."""
_ALLOCATION_SIZES: Final = (32, 64, 128, 256, 512)
"""Columns that one allocation can have (PTX ISA 9.7.16.7.1)."""
_REGISTERS: Final = {"16x64b": 1, "16x128b": 2, "16x256b": 4, "32x32b": 1}
"""Registers of a thread for `.x1`, by the shape of `ld` and `st`."""
_REPETITIONS: Final = (1, 2, 4, 8, 16, 32, 64, 128)
"""The numbers of the modifiers `.x1` to `.x128`."""
MAX_REGISTERS: Final = 128
"""Registers of a thread that one load or store takes."""
_COPY_SHAPES: Final = (
    "128x256b",
    "4x256b",
    "128x128b",
    "64x128b.warpx2::02_13",
    "64x128b.warpx2::01_23",
    "32x128b.warpx4",
)
"""The shapes of `tcgen05.cp` (PTX ISA 9.7.16.9.2)."""


class TensorMemory:
    """The columns of tensor memory that a kernel allocates, in the order of its text.

    It is `function.tensor_memory` of a traced function. `None` stands for a number of columns in a
    register, which is known to be at least 32. Branches are not followed: if only one of two
    allocations is made, write the second as an opcode, `ptx.tcgen05.alloc.cta_group__1.sync…`. The
    one exception is a path that frees columns and ends.
    """

    def __init__(self) -> None:
        """Begin with nothing allocated."""
        self.live: list[int | None] = []
        """The columns of each allocation that has not been freed."""
        self.last: int | None = None
        """The columns of the last allocation whose number is known."""
        self.relinquished = False
        self.group: int | None = None
        """The CTAs of each instruction, 1 or 2."""
        self._freed: dict[int | None, tuple[trace.Body, int]] = {}
        """Where columns were freed last: the body, and how many statements it had."""

    def allocate(self, columns: int | None) -> None:
        """Note an allocation; `TraceError` for one that cannot be made there."""
        shown = "columns" if columns is None else format_count(columns, "column")
        if self.relinquished:
            msg = (
                f"{shown} of tensor memory are allocated after "
                "ptx.tcgen05.relinquish_alloc_permit, which comes after the last allocation"
            )
            raise TraceError(msg)
        if columns is not None and self.last is not None and columns > self.last:
            msg = (
                f"{shown} of tensor memory are allocated after {self.last}: the number must not "
                "grow from one allocation to the next, so allocate the larger first"
            )
            raise TraceError(msg)
        # A number in a register is 32 at least, so that this many are surely held.
        held = sum(_ALLOCATION_SIZES[0] if each is None else each for each in self.live)
        if held + (_ALLOCATION_SIZES[0] if columns is None else columns) > TENSOR_MEMORY_COLUMNS:
            msg = (
                f"tensor memory has {TENSOR_MEMORY_COLUMNS} columns: {shown} more than the {held} "
                "that are allocated and not freed are too many; free some with ptx.tcgen05.dealloc"
            )
            raise TraceError(msg)
        self.live.append(columns)
        if columns is not None:
            self.last = columns

    def free(self, columns: int | None) -> None:
        """Note that columns are freed; `TraceError` unless an allocation has that size."""
        body = trace.function_body()
        if columns in self.live:
            self.live.remove(columns)
        elif columns is None and self.live:
            # A number in a register may be that of any allocation: the last one counts as freed.
            self.live.pop()
        elif None in self.live:
            # An allocation whose size is in a register may have this one.
            self.live.remove(None)
        else:
            # The columns may have been freed before on a path that has ended.
            where, count = self._freed.get(columns, (None, 0))
            if where is not body or not any(map(_ends_path, body.statements[count:])):
                held = " and ".join(map(str, self.live))
                msg = "tensor memory is freed that is not allocated: ptx.tcgen05.alloc comes first"
                if held:
                    msg = (
                        f"{format_count(columns, 'column')} of tensor memory "
                        "are freed, but the allocations have "
                        f"{held}: an allocation is freed as a whole"
                    )
                raise TraceError(msg)
        self._freed[columns] = (body, len(body.statements))


def _ends_path(statement: trace.RecordedStatement) -> bool:
    """Return whether a statement never goes on to the next one: `ret`, or an unguarded branch."""
    ends = isinstance(statement, RecordedBranch) or getattr(statement, "opcode", "") in TERMINATORS
    return ends and getattr(statement, "guard", None) is None


def tensor_memory() -> TensorMemory:
    """Return the tensor memory of the function that is being traced."""
    function = trace.function_body().function
    if function.tensor_memory is None:
        function.tensor_memory = TensorMemory()
    found: TensorMemory = function.tensor_memory
    return found


def group_of(cta_group: int) -> str:
    """Return the modifier for one CTA or a pair, the same in all of a kernel."""
    if cta_group not in (1, 2):
        msg = f"cta_group must be 1, or 2 for a pair of CTAs, got {cta_group!r}"
        raise ValueError(msg)
    memory = tensor_memory()
    if memory.group not in (None, cta_group):
        msg = (
            f"cta_group={cta_group} after cta_group={memory.group}: "
            "all instructions of a kernel have the same (PTX ISA 9.7.16.7.1)"
        )
        raise TraceError(msg)
    memory.group = cta_group
    return f"cta_group::{cta_group:d}"


def _columns(ncols: Any) -> int | None:
    if isinstance(ncols, int):
        if ncols not in _ALLOCATION_SIZES or isinstance(ncols, bool):
            msg = f"columns of tensor memory must be a power of two from 32 to 512, got {ncols!r}"
            raise ValueError(msg)
        return ncols
    return None


@helper("tcgen05.alloc")
def alloc(tmem_addr: Any, ncols: Any, *, cta_group: int = 1, pred: Any = None) -> None:
    """Allocate columns of tensor memory, as a warp, which blocks until there are enough.

    Emits `tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tmem_addr], ncols`. Allocations
    are noted in the order of the text: `TraceError` for more than 512 columns, for more than the
    allocation before, and after `relinquish_alloc_permit` (PTX ISA 9.7.16.7.1).

    Args:
        tmem_addr: The place in shared memory that gets the address, 32 bits.
        ncols: 32, 64, 128, 256 or 512, or a register.
        cta_group: 1, or 2 for a pair of CTAs.
        pred: A guard.
    """
    group = group_of(cta_group)
    tensor_memory().allocate(_columns(ncols))
    text = f"tcgen05.alloc.{group}.sync.aligned.shared::cta.b32"
    operation(text)(address(tmem_addr), ncols, when=pred)


@helper("tcgen05.dealloc")
def dealloc(taddr: Any, ncols: Any, *, cta_group: int = 1, pred: Any = None) -> None:
    """Free an allocation, as a warp: `tcgen05.dealloc.cta_group::1.sync.aligned.b32`.

    `taddr` is a register with the address that `alloc` has written, and `ncols` the number that it
    had; `TraceError` unless an allocation of that size is live.
    """
    group = group_of(cta_group)
    tensor_memory().free(_columns(ncols))
    operation(f"tcgen05.dealloc.{group}.sync.aligned.b32")(taddr, ncols, when=pred)


@helper("tcgen05.relinquish_alloc_permit")
def relinquish_alloc_permit(*, cta_group: int = 1, pred: Any = None) -> None:
    """Say that this CTA allocates no more: `tcgen05.relinquish_alloc_permit…sync.aligned`."""
    group = group_of(cta_group)
    tensor_memory().relinquished = True
    operation(f"tcgen05.relinquish_alloc_permit.{group}.sync.aligned")(when=pred)


@helper("tcgen05.ld")
def ld(
    dst_regs: Any,
    taddr: Any,
    *,
    shape: str = "16x128b",
    count: int = 1,
    dtype: str = "b32",
    pack: bool = False,
    pred: Any = None,
) -> None:
    """Load from tensor memory: `tcgen05.ld.sync.aligned.16x128b.x1{.pack::16b}.b32 {…}, [taddr]`.

    The registers can be read after `ptx.tcgen05.wait_ld`.

    Args:
        dst_regs: `count` registers of 32 bits, twice as many for 16x128b, four times for 16x256b.
        taddr: A register with the address in tensor memory, `[register, columns]` for an offset.
        shape: `"16x64b"`, `"16x128b"`, `"16x256b"` or `"32x32b"`.
        count: A power of two up to 128; with 16x128b to 64, with 16x256b to 32.
        dtype: `"b32"`.
        pack: Whether two elements of 16 bits come to one register.
        pred: A guard.
    """
    end = ".pack::16b" if pack else ""
    found = _moved("ptx.tcgen05.ld(registers, address)", dst_regs, shape, count, dtype)
    explicit(f"tcgen05.ld.sync.aligned.{shape}.x{count}{end}.b32")(found, address(taddr), when=pred)


@helper("tcgen05.st")
def st(
    taddr: Any,
    src_regs: Any,
    *,
    shape: str = "16x128b",
    count: int = 1,
    dtype: str = "b32",
    unpack: bool = False,
    pred: Any = None,
) -> None:
    """Store to tensor memory: `tcgen05.st.sync.aligned.16x128b.x1{.unpack::16b}.b32 [taddr], {…}`.

    It is done after `ptx.tcgen05.wait_st`. The arguments are as those of `ptx.tcgen05.ld`;
    `unpack` makes two elements of a register.
    """
    end = ".unpack::16b" if unpack else ""
    found = _moved("ptx.tcgen05.st(address, registers)", src_regs, shape, count, dtype)
    explicit(f"tcgen05.st.sync.aligned.{shape}.x{count}{end}.b32")(address(taddr), found, when=pred)


def _moved(call: str, registers: Any, shape: str, count: int, dtype: Any) -> tuple[Any, ...]:
    each = _REGISTERS.get(shape)
    if each is None:
        msg = f"the shape must be one of {', '.join(_REGISTERS)}, got {shape!r}"
        raise ValueError(msg)
    if count not in _REPETITIONS or count * each > MAX_REGISTERS:
        msg = (
            f"the times that {shape} is repeated must be a power of two up to "
            f"{MAX_REGISTERS // each}, got {count!r}"
        )
        raise ValueError(msg)
    if getattr(dtype, "fundamental", dtype) != "b32":
        msg = f"the dtype of registers for tensor memory must be b32, got {dtype!r}"
        raise ValueError(msg)
    found = registers_of(registers)
    if len(found) != count * each:
        msg = (
            f"{shape}.x{count} has "
            f"{format_count(count * each, 'register')}, not {len(found)}: {call}"
        )
        raise ValueError(msg)
    return found


@helper("tcgen05.wait_ld")
def wait_ld(*, pred: Any = None) -> None:
    """Wait for the thread's loads: `tcgen05.wait::ld.sync.aligned`."""
    operation("tcgen05.wait::ld.sync.aligned")(when=pred)


@helper("tcgen05.wait_st")
def wait_st(*, pred: Any = None) -> None:
    """Wait for the thread's stores: `tcgen05.wait::st.sync.aligned`."""
    operation("tcgen05.wait::st.sync.aligned")(when=pred)


@helper("tcgen05.cp")
def cp(
    taddr: Any,
    src: Any,
    *,
    cta_group: int = 1,
    size: str = "128x256b",
    src_is_addr: bool | None = None,
    pred: Any = None,
) -> None:
    """Copy from shared to tensor memory: `tcgen05.cp.cta_group::1.128x256b [taddr], src`.

    Args:
        taddr: A register with the address in tensor memory.
        src: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`, whose
            descriptor is made as `ptx.tcgen05.descriptor` does.
        cta_group: 1, or 2 for a pair of CTAs.
        size: `"128x256b"`, `"4x256b"`, `"128x128b"`, `"64x128b.warpx2::02_13"`,
            `"64x128b.warpx2::01_23"` or `"32x128b.warpx4"`; a format may be after it, as in
            `"128x128b.b8x16.b4x16_p64"`.
        src_is_addr: True if `src` must be a tile, False if it must be a descriptor.
        pred: A guard.
    """
    group = group_of(cta_group)
    # A format may be behind the shape; the dots keep a shape from being found in a longer word.
    if not any(f"{size}.".startswith(f"{known}.") for known in _COPY_SHAPES):
        msg = f"the size must be one of {', '.join(_COPY_SHAPES)}, got {size!r}"
        raise ValueError(msg)
    tile = descriptors.array_of(src) is not None
    if src_is_addr not in (None, tile):
        wanted = "a tile of smem.wgmma_tile" if src_is_addr else "a descriptor in a register"
        msg = f"with src_is_addr={src_is_addr} the source must be {wanted}, got {src!r}"
        raise TypeError(msg)
    operation(f"tcgen05.cp.{group}.{size}")(tensor_address(taddr), matrix(src), when=pred)


@helper("tcgen05.shift")
def shift(taddr: Any, *, cta_group: int = 1, pred: Any = None) -> None:
    """Move rows of tensor memory down by one: `tcgen05.shift.cta_group::1.down [taddr]`."""
    operation(f"tcgen05.shift.{group_of(cta_group)}.down")(tensor_address(taddr), when=pred)


def tensor_address(value: Any) -> n.Address:
    """Return the operand `[taddr]`; `TypeError` for an object in shared memory."""
    if descriptors.array_of(value) is not None or descriptors.is_wide(value):
        msg = f"an address in tensor memory must be a register of 32 bits, got {value!r}"
        raise TypeError(msg)
    return address(value)


def bits_address(value: Any) -> n.Address:
    """Return `[taddr]` with a register of b32, as products want it; emits `mov.b32` for others."""
    if descriptors.declared_type(value) in ("u32", "s32"):
        value = operation("mov.b32")(value)
    return tensor_address(value)
