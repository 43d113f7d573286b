"""Copies of boxes of tensors by TMA: `cp.async.bulk.tensor` (PTX ISA 9.7.9.25.5)."""

from __future__ import annotations

from typing import Any

from ptxpy.dsl.helpers.barrier_addresses import ready_address
from ptxpy.dsl.shared_memory.addresses import address
from ptxpy.dsl.tensors.tensor_parameters import TensorMapHandle
from ptxpy.dsl.tracing.pending_results import PendingResult, fresh
from ptxpy.dsl.values.operand_conversion import Register, Symbol, operand
from ptxpy.dsl.values.operators import View, operation
from ptxpy.ir import nodes as n
from ptxpy.isa import TYPES

_MAX_RANK = 5
_ADDRESS_BITS = 64


def extract_tensormap_ptr(
    tma_atom: Any,
    *,
    loc: Any = None,  # noqa: ARG001 - kept for the signature
    ip: Any = None,  # noqa: ARG001
) -> Any:
    """Return a 64-bit register with the generic address of a tensor map.

    `tma_atom` is a tensor with a map (what has a method `tma_desc`), or a parameter that holds the
    128 bytes of one, `.param .align 64 .b8 name[128]`, as the symbol or its name. A 64-bit register
    is returned as it is. `loc` and `ip` are kept for the signature. Emits

        mov.b64 d, name;
        cvta.param.u64 d2, d;

    The registers are written where this is called: call it above any branch, and give the result
    to the copies.
    """
    own = getattr(tma_atom, "tma_desc", None)
    if own is not None:
        return own()
    if isinstance(tma_atom, str | Symbol):
        node = operand(tma_atom)
        if isinstance(node, n.Symbol):
            generic = operation("cvta.param.u64")(operation("mov.b64")(node))
            register = fresh("b64")
            generic.bind(register.node, "b64")
            return register
        return tma_atom
    given = tma_atom.register() if isinstance(tma_atom, PendingResult) else tma_atom
    if not isinstance(given, Register | View):
        msg = (
            "a tensor map is given as a tensor, the name of a parameter or a 64-bit register, "
            f"not as {tma_atom!r}"
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
    When the box is there, its bytes are taken from those that `mbar` expects: nothing here says
    how many these are, so `mbarrier.arrive.expect_tx` stands before it. `loc` and `ip` are kept for
    the signature. Needs sm_90. Emits, for two coordinates,

        cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
            [smem_ptr], [tma_desc, {c0, c1}], [mbar];
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

    Arguments are those of `tma_load`. What was written by `st.shared` needs `fence_proxy_async`
    and a barrier before; `tma_store_arrive` and `tma_store_wait` come after it, in the same
    thread. Needs sm_90. Emits, for two coordinates,

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

    Arguments, and what stands before and after it, are those of `tma_store`. Emits, for two
    coordinates,

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

    Without `read`, or where it is true, they are done when their shared memory has been read, and
    may be written again; `read=False` waits until what they write is there. `count` is a number.
    `loc` and `ip` are kept for the signature. Emits `cp.async.bulk.wait_group.read count;`, or
    without `.read`.
    """
    if type(count) is not int or count < 0:
        msg = f"a number of groups is known while tracing and from 0 on, not {count!r}"
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
    """Return how many dimensions a box has, and the operand `[map, {coordinates}]`."""
    if not isinstance(crd, tuple | list) or not 1 <= len(crd) <= _MAX_RANK:
        msg = f"a box has one to five coordinates, innermost first, in a tuple, not {crd!r}"
        raise ValueError(msg)
    own = extract_tensormap_ptr(tma_desc)
    if isinstance(own, TensorMapHandle) and own.rank != len(crd):
        msg = f"boxes of {own.tensor!r} have {own.rank} coordinates, and {len(crd)} are given"
        raise ValueError(msg)
    coordinates = operand(tuple(crd))
    return len(crd), n.Address(operand(own), None, (coordinates,))
