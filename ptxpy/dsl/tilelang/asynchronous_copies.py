"""Asynchronous copies: `cp.async`, boxes of tensors by TMA, and the waits and fences around them.

The copies are in 9.7.9.25.3.1 and 9.7.9.25.5 of the PTX ISA. `loc` and `ip` are parameters for the
sake of TileLang's signatures, and unused.
"""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.control_flow.blocks import ControlFlow
from ptxpy.dsl.helpers.mbarriers import ready_address
from ptxpy.dsl.shared_memory.addresses import address, check_global, check_location
from ptxpy.dsl.shared_memory.handles import MbarrierArray, SharedObject
from ptxpy.dsl.tensors.tensor_parameters import TensorMapHandle
from ptxpy.dsl.tracing.pending_results import PendingResult, fresh
from ptxpy.dsl.values.operand_conversion import Register, Symbol, operand
from ptxpy.dsl.values.operators import View, operation
from ptxpy.dsl.verification.instruction_checks import has_target
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

_COPY_SIZES = (4, 8, 16)
"""Bytes that one `cp.async` copies."""
MAX_COPY_BYTES = 16
"""Bytes of the largest `cp.async`."""
_MAX_RANK = 5
_ADDRESS_BITS = 64
_MAX_U32 = 2**32 - 1


def cp_async_shared_global(
    dst: Any,
    src: Any,
    cp_size: int,
    modifier: Any,
    *,
    src_size: Any = None,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> None:
    """Start a copy from global to shared memory.

    `cp_size` is 4, 8 or 16 bytes, to which both addresses are aligned. `modifier` is `"ca"`, or 0
    as an enumeration has it, to cache in L1 and L2; `"cg"` or 1 caches in L2 alone and is for 16
    bytes. Only `src_size` bytes of the source are read, a number or a u32 register; the rest of
    the destination is filled with zeros. Needs sm_80. Emits

        cp.async.ca.shared.global [dst], [src], cp_size{, src_size};

    `loc` and `ip` are kept for the signature.
    """
    # A dictionary would take True for 1, and raise an error of its own for a list.
    known = type(modifier) in (int, str)
    cache = {0: "ca", 1: "cg", "ca": "ca", "cg": "cg"}.get(modifier) if known else None
    if cache is None:
        msg = f"a cache modifier of cp.async must be 'ca' (0) or 'cg' (1), got {modifier!r}"
        raise ValueError(msg)
    _copy(dst, src, cp_size, cache, src_size, None)


def cp_async_gs(size: int, dst: Any, src: Any) -> None:
    """Start a copy of 4, 8 or 16 bytes, of 16 bytes past L1.

    Needs sm_80. Emits `cp.async.cg.shared.global [dst], [src], 16;`, or with `.ca` for 4 and 8.
    """
    _copy(dst, src, size, None, None, None)


def cp_async_gs_conditional(size: int, dst: Any, src: Any, cond: Any) -> None:
    """Start a copy as `cp_async_gs` does where a predicate is true; else nothing is written.

    `cond` is a predicate register. Needs sm_80. Emits
    `@cond cp.async.cg.shared.global [dst], [src], 16;`, or with `.ca` for 4 and 8.
    """
    if cond is None or isinstance(cond, bool):
        msg = f"cond must be a predicate register, got {cond!r}; cp_async_gs has no condition"
        raise TypeError(msg)
    _copy(dst, src, size, None, None, cond)


def _copy(dst: Any, src: Any, size: int, cache: str | None, src_size: Any, cond: Any) -> None:
    """Emit a copy; without a cache modifier, one of 16 bytes goes past L1."""
    if type(size) is not int or size not in _COPY_SIZES:
        msg = f"cp.async copies 4, 8 or 16 bytes, a number known while tracing, not {size!r}"
        raise ValueError(msg)
    if cache is None:
        # `.cg` copies 16 bytes, and no other number.
        cache = "cg" if size == MAX_COPY_BYTES else "ca"
    if cache == "cg" and size != MAX_COPY_BYTES:
        msg = f"the cache modifier 'cg' is for copies of 16 bytes, not of {size}: use 'ca'"
        raise ValueError(msg)
    if type(src_size) is int and not 0 <= src_size <= size:
        msg = f"of {size} bytes, 0 to {size} come from the source, not {src_size}"
        raise ValueError(msg)
    check_location(dst, "cp.async", align=size, size=size)
    base = src[0] if isinstance(src, list) and src else src
    if isinstance(base, SharedObject | MbarrierArray):
        msg = f"the source of cp.async is in global memory, and {base!r} is in shared memory"
        raise TypeError(msg)
    check_global(src, "the source of cp.async")
    limit = () if src_size is None else (src_size,)
    copy = operation(f"cp.async.{cache}.shared.global")
    copy(address(dst), address(src), size, *limit, when=cond)


def extract_tensormap_ptr(
    tma_atom: Any,
    *,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> Any:
    """Return a 64-bit register with the generic address of a tensor map.

    `tma_atom` is a tensor with a map, an object with a method `tma_desc`; or a parameter that holds
    the 128 bytes of a map, `.param .align 64 .b8 name[128]`, as the symbol or its name. A 64-bit
    register is returned as it is. Emits

        mov.b64 d, name;
        cvta.param.u64 d2, d;

    The registers are written at the call: call it above any branch, and give the result to the
    copies. `loc` and `ip` are kept for the signature.
    """
    own = getattr(tma_atom, "tma_desc", None)
    if own is not None:
        return own()
    if isinstance(tma_atom, str | Symbol):
        node = operand(tma_atom)
        if isinstance(node, n.Symbol):
            # `mov` gives an address in the space of parameters, and copies take a generic one.
            generic = operation("cvta.param.u64")(operation("mov.b64")(node))
            register = fresh("b64")
            generic.bind(register.node, "b64")
            return register
        return tma_atom
    given = tma_atom.register() if isinstance(tma_atom, PendingResult) else tma_atom
    if not isinstance(given, Register | View):
        msg = (
            "a tensor map must be a tensor, the name of a parameter or a 64-bit register, "
            f"got {tma_atom!r}"
        )
        raise TypeError(msg)
    kind = TYPES.get(given.declared)
    if kind is not None and kind.bits != _ADDRESS_BITS:
        msg = f"{given!r} is declared .{given.declared}: the address of a tensor map has 64 bits"
        raise TypeError(msg)
    return given


def tma_load(
    tma_desc: Any,
    mbar: Any,
    smem_ptr: Any,
    crd: Any,
    *,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> None:
    """Start a copy of a box from global to shared memory; one thread calls it.

    `tma_desc` is what `extract_tensormap_ptr` takes. `crd` is one to five coordinates of the box's
    corner, numbers or s32 registers, that of the innermost dimension first as in PTX and CuTe.
    When the box has arrived, its bytes are taken from those that `mbar` expects: nothing here says
    how many these are, so execute `mbarrier.arrive.expect_tx` before. Needs sm_90. Emits, for two
    coordinates,

        cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
            [smem_ptr], [tma_desc, {c0, c1}], [mbar];

    `loc` and `ip` are kept for the signature.
    """
    rank, box = _box(tma_desc, crd)
    opcode = f"cp.async.bulk.tensor.{rank}d.shared::cluster.global.mbarrier::complete_tx::bytes"
    operation(opcode)(address(smem_ptr), box, ready_address(mbar, "cpasync.tma_load"))


def tma_store(
    tma_desc: Any,
    smem_ptr: Any,
    crd: Any,
    *,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> None:
    """Start a copy of a box from shared to global memory; one thread calls it.

    Arguments are those of `tma_load`. Data that `st.shared` has written needs `fence_proxy_async`
    and a barrier before the copy; `tma_store_arrive` and `tma_store_wait` come after it, in the
    same thread. Needs sm_90. Emits, for two coordinates,

        cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [tma_desc, {c0, c1}], [smem_ptr];
    """
    rank, box = _box(tma_desc, crd)
    opcode = f"cp.async.bulk.tensor.{rank}d.global.shared::cta.bulk_group"
    operation(opcode)(box, address(smem_ptr))


def tma_reduce(
    tma_desc: Any,
    smem_ptr: Any,
    crd: Any,
    *,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> None:
    """Add a box in shared memory to global memory, each element atomically; one thread calls it.

    Arguments, fences before and waits after are those of `tma_store`. Emits, for two coordinates,

        cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group
            [tma_desc, {c0, c1}], [smem_ptr];
    """
    rank, box = _box(tma_desc, crd)
    opcode = f"cp.reduce.async.bulk.tensor.{rank}d.global.shared::cta.add.bulk_group"
    operation(opcode)(box, address(smem_ptr))


def tma_store_arrive(
    *,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> None:
    """Make one group of the stores and reductions that this thread has started.

    `loc` and `ip` are kept for the signature. Emits `cp.async.bulk.commit_group;`.
    """
    operation("cp.async.bulk.commit_group")()


def tma_store_wait(
    count: int,
    *,
    read: bool | None = None,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> None:
    """Wait until at most `count` groups of this thread's stores are in flight.

    Without `read`, or with a true one, they are done when their shared memory has been read, and
    may be written again; `read=False` waits until their writes are visible. `count` is a number.
    Emits `cp.async.bulk.wait_group.read count;`, or without `.read`. `loc` and `ip` are kept for
    the signature.
    """
    if type(count) is not int or count < 0:
        msg = f"count must be a number of groups that is known while tracing, got {count!r}"
        raise ValueError(msg)
    suffix = "" if read is not None and not read else ".read"
    operation(f"cp.async.bulk.wait_group{suffix}")(count)


def prefetch_tma_descriptor(
    tma_desc: Any,
    *,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> None:
    """Bring a tensor map near; one thread calls it.

    `tma_desc` is what `extract_tensormap_ptr` takes. `loc` and `ip` are kept for the signature.
    Needs sm_90. Emits `prefetch.tensormap [tma_desc];`.
    """
    operation("prefetch.tensormap")(n.Address(operand(extract_tensormap_ptr(tma_desc)), None, ()))


def _box(tma_desc: Any, crd: Any) -> tuple[int, n.Address]:
    """Return the number of dimensions of a box, and the operand `[map, {coordinates}]`."""
    if not isinstance(crd, tuple | list) or not 1 <= len(crd) <= _MAX_RANK:
        msg = f"a box must have one to five coordinates, innermost first, in a tuple, got {crd!r}"
        raise ValueError(msg)
    own = extract_tensormap_ptr(tma_desc)
    # The map of a matrix may have three dimensions, and its boxes have three coordinates then.
    if isinstance(own, TensorMapHandle) and own.rank != len(crd):
        msg = f"boxes of {own.tensor!r} have {own.rank} coordinates, and {len(crd)} are given"
        raise ValueError(msg)
    coordinates = operand(tuple(crd))
    return len(crd), n.Address(operand(own), None, (coordinates,))


def mbarrier_wait(
    mbar_ptr: Any,
    phase: Any,
    timeout_ns: Any = 10000000,
    *,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> None:
    """Wait until the phase of a parity is complete (PTX ISA 9.7.13.15.16).

    `phase` is 0 or 1, or a u32 register. A thread is suspended for up to `timeout_ns` nanoseconds
    (u32) before it asks again. `TraceError` for an mbarrier of `smem.mbarrier` that has not been
    initialised. `loc` and `ip` are kept for the signature. Needs sm_80. Emits

        AGAIN:
        mbarrier.try_wait.parity.shared::cta.b64 p, [mbar_ptr], phase, timeout_ns;
        @!p bra AGAIN;

    and before sm_90, which does not suspend threads, `mbarrier.test_wait` without the time.
    """
    if type(phase) is int and phase not in (0, 1):
        msg = f"the parity of a phase must be 0 or 1, got {phase}: the n-th phase has n & 1"
        raise ValueError(msg)
    if type(timeout_ns) is int and not 0 <= timeout_ns <= _MAX_U32:
        msg = f"a time limit must be 0 to {_MAX_U32} nanoseconds, got {timeout_ns}"
        raise ValueError(msg)
    where = ready_address(mbar_ptr, "cpasync.mbarrier_wait")
    test = operation("mbarrier.try_wait.parity.shared::cta.b64")
    given = [phase, timeout_ns]
    # `test_wait` does not suspend the thread, and so has no time limit.
    if not has_target(test):
        test = operation("mbarrier.test_wait.parity.shared::cta.b64")
        given = [phase]
    with ControlFlow().loop() as loop:
        loop.again(unless=test(where, *given))


def mbarrier_cp_async_arrive(
    mbar_ptr: Any,
    *,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> None:
    """Arrive at an mbarrier when all `cp.async` that this thread has started are done.

    The arrival is one more than the mbarrier waits for, so it does not make the phase complete by
    itself: the thread arrives as well, as with `mbarrier.arrive` (PTX ISA 9.7.13.15.15). `loc` and
    `ip` are kept for the signature. Emits `cp.async.mbarrier.arrive.shared.b64 [mbar_ptr];`.
    """
    where = ready_address(mbar_ptr, "cpasync.mbarrier_cp_async_arrive")
    operation("cp.async.mbarrier.arrive.shared.b64")(where)


def fence_proxy_async() -> None:
    """Let copies of the async proxy see the writes of this thread, and the other way round.

    Call it between `st.shared` and a `tma_store` of the same memory (PTX ISA 9.7.13.4). Needs
    sm_90. Emits `fence.proxy.async;`.
    """
    operation("fence.proxy.async")()


def fence_barrier_init() -> None:
    """Let the cluster see mbarriers that this thread has initialised.

    Call it after `mbarrier.init` (PTX ISA 9.7.13.4). Needs sm_90. Emits
    `fence.mbarrier_init.release.cluster;`.
    """
    operation("fence.mbarrier_init.release.cluster")()
