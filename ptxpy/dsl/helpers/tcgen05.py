"""`ptx.tcgen05`: the MMA of fifth-generation tensor cores, and its ordering.

PTX ISA 9.7.16.10 to 9.7.16.12. Everything here is for sm_100a and its relatives.
"""

from __future__ import annotations

from typing import Any, Final

from ptxpy.dsl.helpers.barrier_addresses import ready_address
from ptxpy.dsl.helpers.tcgen05_descriptors import matrix
from ptxpy.dsl.helpers.tcgen05_memory import bits_address, group_of
from ptxpy.dsl.shared_memory import matrix_descriptors as descriptors
from ptxpy.dsl.tracing.instructions import helper
from ptxpy.dsl.values.operators import operation
from ptxpy.isa.instruction_descriptors import KINDS

_COLLECTORS: Final = ("fill", "use", "lastuse", "discard")
MAX_SCALE_EXPONENT: Final = 15
"""The largest exponent of scale-input-d (PTX ISA 9.7.16.10.9.1)."""
_CTA_MASK_END: Final = 1 << 16
"""One more than the largest mask of CTAs in a cluster, of 16 bits."""


@helper("tcgen05.mma")
def mma(
    d_tmem: Any,
    a_desc: Any,
    b_desc: Any,
    idesc: Any,
    *,
    cta_group: int = 1,
    kind: str = "f16",
    enable_input_d: Any = True,
    scale_d: Any = None,
    sparse: bool = False,
    ashift: bool = False,
    collector_a: str | None = None,
    a_is_tmem: bool = False,
    sparse_metadata: Any = None,
    pred_operand: Any = None,
    scale_c: int | None = None,
    pred: Any = None,
) -> None:
    """Start D = A * B, or D += A * B: `tcgen05.mma{.sp}.cta_group::1.kind::f16 [d], a, b, i, p`.

    Before it, what makes the descriptor of each matrix that is a tile of shared memory, `mov.b32`
    for an address in tensor memory that is not of type b32, and `setp.ne.b32` for a `scale_d` of
    32 bits.

    Args:
        d_tmem: A register with the address of D in tensor memory.
        a_desc: A descriptor in a register of 64 bits, or a tile of `smem.wgmma_tile`; with
            `a_is_tmem` a register with an address in tensor memory.
        b_desc: A descriptor, or a tile.
        idesc: The instruction descriptor, a number or a register (`make_instr_desc`).
        cta_group: 1, or 2 for a pair of CTAs.
        kind: `"f16"`, `"tf32"`, `"f8f6f4"` or `"i8"`.
        enable_input_d: Whether D is added: a bool, or a predicate register.
        scale_d: The same, for those who have it as a number in a register; it goes before
            `enable_input_d`.
        sparse: Whether A is sparse.
        ashift: Whether the rows of A in tensor memory are shifted by one.
        collector_a: `"fill"`, `"use"`, `"lastuse"` or `"discard"`: what the collector does with A.
        a_is_tmem: Whether A lies in tensor memory.
        sparse_metadata: A register with the address of the metadata in tensor memory.
        pred_operand: A predicate register, in place of `enable_input_d`.
        scale_c: From 0 to 15: D is multiplied by 2 ** -scale_c; of kind f16 and tf32.
        pred: A guard.
    """
    text = f"tcgen05.mma{'.sp' if sparse else ''}.{group_of(cta_group)}.{_kind(kind)}"
    if ashift:
        if not a_is_tmem:
            msg = "ashift is for an A in tensor memory: a_is_tmem=True"
            raise ValueError(msg)
        text += ".ashift"
    if collector_a is not None:
        if collector_a not in _COLLECTORS or (ashift and collector_a in _COLLECTORS[:2]):
            allowed = _COLLECTORS[2:] if ashift else _COLLECTORS
            msg = f"collector_a is one of {', '.join(allowed)}, not {collector_a!r}"
            raise ValueError(msg)
        text += f".collector::a::{collector_a}"
    if sparse != (sparse_metadata is not None):
        msg = "a sparse A has metadata, and only that has: sparse=True with sparse_metadata=…"
        raise ValueError(msg)
    if scale_c is not None and (
        kind not in ("f16", "tf32")
        or type(scale_c) is not int
        or not 0 <= scale_c <= MAX_SCALE_EXPONENT
    ):
        msg = f"scale_c is a number from 0 to 15, of kind f16 and tf32; not {scale_c!r} of {kind}"
        raise ValueError(msg)
    a = bits_address(a_desc) if a_is_tmem else matrix(a_desc)
    operands = [bits_address(d_tmem), a, matrix(b_desc)]
    if sparse:
        operands.append(bits_address(sparse_metadata))
    operands += [idesc, enabled(enable_input_d, scale_d, pred_operand)]
    if scale_c is not None:
        operands.append(scale_c)
    operation(text)(*operands, when=pred)


def _kind(kind: str) -> str:
    if kind not in KINDS:
        msg = (
            f"the kind is one of {', '.join(KINDS)}, not {kind!r}; products with block scaling "
            "are ptx.tcgen05.mma_block_scale(…)"
        )
        raise ValueError(msg)
    return f"kind::{kind}"


def enabled(enable: Any, scale: Any = None, predicate: Any = None) -> Any:
    """Return the operand that says whether D is added: the first of these that there is."""
    if scale is not None and predicate is not None:
        msg = "scale_d and pred_operand both say whether D is added: give one of them"
        raise TypeError(msg)
    for value in (predicate, scale, enable):
        if value is not None:
            break
    if isinstance(value, int):
        if value not in (0, 1):
            msg = f"whether D is added is False or True, 0 or 1, or a register; not {value!r}"
            raise ValueError(msg)
        return int(value)
    if value is None:
        return 0
    kind = descriptors.declared_type(value)
    if kind in ("", "pred"):
        return value
    if value is scale and kind in ("b32", "u32", "s32"):
        return operation("setp.ne.b32")(value, 0)
    msg = f"whether D is added is in a predicate register, but {value!r} is .{kind}"
    raise TypeError(msg)


@helper("tcgen05.fence_before_thread_sync")
def fence_before_thread_sync(*, pred: Any = None) -> None:
    """Emit `tcgen05.fence::before_thread_sync`: before a barrier that others wait at."""
    operation("tcgen05.fence::before_thread_sync")(when=pred)


@helper("tcgen05.fence_after_thread_sync")
def fence_after_thread_sync(*, pred: Any = None) -> None:
    """Emit `tcgen05.fence::after_thread_sync`: after a barrier, before what was waited for."""
    operation("tcgen05.fence::after_thread_sync")(when=pred)


@helper("tcgen05.commit")
def commit(
    mbar: Any,
    *,
    cta_group: int = 1,
    multicast: bool = False,
    multicast_mask: Any = None,
    space: str = "cluster",
    pred: Any = None,
) -> None:
    """Let an mbarrier count one arrival once the thread's operations so far are done.

    Emits `tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [mbar]`, and
    with `multicast` `.multicast::cluster` and the mask after it; `mov.b16` before it for a number.

    Args:
        mbar: An mbarrier, or an address.
        cta_group: As that of the operations.
        multicast: Whether the mbarriers at the same place in several CTAs count it.
        multicast_mask: Those CTAs: a bit for each rank in the cluster, a number or a register of
            16 bits.
        space: `"cluster"` for an address in shared memory, `""` for a generic one.
        pred: A guard.
    """
    if space not in ("cluster", ""):
        msg = f'the space is "cluster", or "" for a generic address; not {space!r}'
        raise ValueError(msg)
    if multicast != (multicast_mask is not None):
        msg = "several CTAs are named by a mask: multicast=True with multicast_mask=…"
        raise ValueError(msg)
    barrier = ready_address(mbar, "ptx.tcgen05.commit")
    where = f".shared::{space}" if space else ""
    text = f"tcgen05.commit.{group_of(cta_group)}.mbarrier::arrive::one{where}"
    if not multicast:
        operation(f"{text}.b64")(barrier, when=pred)
        return
    mask = multicast_mask
    if isinstance(mask, int):
        if not 0 < mask < _CTA_MASK_END:
            msg = f"the mask has one bit for each of 16 CTAs, so it is not {mask!r}"
            raise ValueError(msg)
        mask = operation("mov.b16")(mask)
    operation(f"{text}.multicast::cluster.b64")(barrier, mask, when=pred)
