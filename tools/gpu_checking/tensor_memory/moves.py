"""Choices about allocations, loads, stores, copies and shifts of tensor memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from gpu_checking.tensor_memory.frame import Kernel, Outputs, placed, waiting
from gpu_checking.tensor_memory.operands import columns, descriptor, halves
from gpu_checking.tensor_memory.probe import Choice, Probe, Reading
from gpu_checking.values import Array
from ptxpy.launch import load

__all__ = ["CHOICES", "allocations_source"]


def _bytes(group: int) -> Array:
    return np.random.default_rng(21).integers(0, 256, (group, 8192), np.uint8)


def _cells(expected: Array) -> Callable[[Outputs], bool]:
    return lambda found: np.array_equal(found.cells, expected)


# --- shift


def _shifted(
    kernel: Kernel, change: Callable[[Array], Array], blocks: range, ctas: int
) -> Callable[[Outputs], bool]:
    """Return what matches tensor memory whose blocks of 32 lanes of 8 columns have changed."""
    wanted = placed(kernel).copy()
    for cta in range(ctas):
        for block in blocks:
            part = wanted[cta, 32 * block : 32 * block + 32, :8]
            part[:] = change(part.copy())
    return _cells(wanted)


def _up(part: Array) -> Array:
    return np.concatenate([part[:1], part[:-1]])


def _down(part: Array) -> Array:
    return np.concatenate([part[1:], part[-1:]])


def _down_all(part: Array) -> Array:
    return np.concatenate([part[1:], part[:1]])


def _shift(group: int) -> Probe:
    kernel = Kernel(
        ("add.u32 %r20, %r7, 0x200000;", f"tcgen05.shift.cta_group::{group}.down [%r20];"),
        group=group,
    )
    one, every = range(1, 2), range(4)
    readings = [
        Reading("each lane takes what the one before has", _shifted(kernel, _up, one, group)),
        Reading("the last lane takes the first's", _shifted(kernel, _down_all, one, group)),
        Reading("all four blocks are shifted", _shifted(kernel, _down, every, group)),
        Reading("all four blocks are shifted, upwards", _shifted(kernel, _up, every, group)),
        Reading("the lanes behind are shifted, too", _shifted(kernel, _down, range(1, 4), group)),
    ]
    if group == 2:
        readings.append(Reading("only the own CTA's shifts", _shifted(kernel, _down, one, 1)))
    here = _shifted(kernel, _down, one, group)
    return Probe(f"cta_group::{group}", kernel, here, tuple(readings))


# --- addresses of threads

_OFFSETS: Final = 5
"""By how many columns the address of a thread is further than that of the one before it."""


def _taken(kernel: Kernel, of: Callable[[int], int]) -> Callable[[Outputs], bool]:
    """Return what matches loads by an address of a thread of the warp."""
    held = placed(kernel)[0]
    wanted = [held[thread, _OFFSETS * of(thread % 32)] for thread in range(128)]
    return lambda found: np.array_equal(found.words[0], wanted)


def _addresses() -> Probe:
    lines = (
        "and.b32 %r20, %r0, 31;",
        f"mad.lo.u32 %r20, %r20, {_OFFSETS}, %r8;",
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%v0}, [%r20];",
        "tcgen05.wait::ld.sync.aligned;",
    )
    kernel = Kernel((), lines)
    readings = (
        Reading("that of each thread counts for it", _taken(kernel, lambda lane: lane)),
        Reading("that of the last thread counts", _taken(kernel, lambda _: 31)),
    )
    return Probe("columns", kernel, _taken(kernel, lambda _: 0), readings)


def _lanes() -> Probe:
    lines = (
        "and.b32 %r20, %r0, 31;",
        "shl.b32 %r20, %r20, 16;",
        "add.u32 %r20, %r20, %r8;",
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%v0}, [%r20];",
        "tcgen05.wait::ld.sync.aligned;",
    )
    kernel = Kernel((), lines)
    column = placed(kernel)[0, :, 0]
    return Probe("lanes", kernel, lambda found: np.array_equal(found.words[0], column))


# --- upper halves


def _unpack() -> Probe:
    lines = (
        "mov.b32 %v1, 0x12345678;",
        "mov.b32 %v2, 0x9abcdef0;",
        "tcgen05.st.sync.aligned.32x32b.x2.unpack::16b.b32 [%r8], {%v1, %v2};",
        "tcgen05.wait::st.sync.aligned;",
    )
    kernel = Kernel((), lines)
    before = placed(kernel)

    def zeroed(found: Outputs) -> bool:
        return not halves(found.cells[0, :, :4]).any() and np.array_equal(
            found.cells[0, :, 4:], before[0, :, 4:]
        )

    def kept(found: Outputs) -> bool:
        wanted = before[0].copy()
        low = np.array([0x5678, 0x1234, 0xDEF0, 0x9ABC], np.uint32)
        wanted[:, :4] = wanted[:, :4] & np.uint32(0xFFFF0000) | low
        return np.array_equal(found.cells[0], wanted)

    return Probe(".unpack::16b", kernel, kept, (Reading("they become 0", zeroed),))


# --- copies by a pair


def _copy() -> Probe:
    memory = _bytes(2)
    body = (
        *columns(("%rd8", descriptor(0, 128, 256))),
        "tcgen05.cp.cta_group::2.128x256b [%r7], %rd8;",
    )
    kernel = Kernel(body, group=2, memory=memory)

    def copied(sources: tuple[int | None, ...]) -> Callable[[Outputs], bool]:
        wanted = placed(kernel).copy()
        row, byte = np.arange(128)[:, None], np.arange(32)
        at = row % 8 * 16 + row // 8 * 256 + byte % 16 + byte // 16 * 128
        for cta, source in enumerate(sources):
            if source is not None:
                octets = np.ascontiguousarray(memory[source][at])
                wanted[cta, :, :8] = octets.view(np.uint32)
        return _cells(wanted)

    return Probe("128x256b", kernel, copied((0, 1)), (
        Reading("both copy from the shared memory of the CTA that issues it", copied((0, 0))),
        Reading("only the CTA that issues it copies", copied((0, None))),
    ))  # fmt: skip


# --- allocation

_ALLOCATIONS: Final = """\
.version 9.0
.target {target}
.address_size 64
.shared .align 4 .b32 slot;
.visible .entry kernel(.param .u64 out)
.reqntid 32
{{
    .reg .b32 %r<9>;
    .reg .pred %p<2>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [out];
    cvta.to.global.u64 %rd1, %rd1;
    mov.u32 %r8, %tid.x;
    setp.eq.u32 %p0, %r8, 0;
{lines}
    tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
    ret;
}}
"""


_SIZES: Final = (128, 64, 64, 64, 32, 32)
"""The first is freed before the last three, which fit in its place and behind the others."""


def allocations_source(target: str) -> str:
    """Return the PTX of a kernel that stores the first column of each of its allocations."""
    lines = []
    for index, size in enumerate(_SIZES):
        if index == 3:
            lines.append("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r0, 128;")
        lines += [
            f"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], {size};",
            "bar.warp.sync -1;",
            f"ld.shared.b32 %r{index}, [slot];",
            "bar.warp.sync -1;",
            f"@%p0 st.global.b32 [%rd1+{4 * index}], %r{index};",
        ]
    lines += [
        f"tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r{index}, {size};"
        for index, size in enumerate(_SIZES)
        if index
    ]
    return _ALLOCATIONS.format(target=target, lines="\n".join(f"    {line}" for line in lines))


def _allocations(target: str, device: str) -> Outputs:
    """Return the first columns of allocations as words."""
    out = np.zeros((1, len(_SIZES)), np.uint32)
    load(allocations_source(target)).launch(out, grid=1, block=32, device=device)
    return Outputs(np.zeros((1, 1, 1), np.uint32), out)


def _allocated(*starts: int) -> Callable[[Outputs], bool]:
    return lambda found: found.words[0].tolist() == list(starts)


def _slot() -> Probe:
    """A copy over the address that `tcgen05.alloc` has stored must not be lost."""
    body = (
        "mov.u32 %r20, slot;",
        "mov.u32 %r21, bar2;",
        "mbarrier.arrive.expect_tx.shared.b64 _, [%r21], 16;",
        (
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
            " [%r20], [%rd1], 16, [%r21];"
        ),
        *waiting(0),
        "ld.shared.b32 %v1, [slot];",
        "st.global.b32 [%rd5], %v1;",
    )
    kernel = Kernel(body, memory=_bytes(1))
    first = kernel.memory[0, :4].copy().view(np.uint32)[0]
    return Probe("a bulk copy", kernel, lambda found: bool(found.words[0, 0] == first), (
        Reading("the address stays", lambda found: found.words[0, 0] == 0),
    ))  # fmt: skip


# --- a reduction of each half


def _reduced() -> Probe:
    lines = (
        "tcgen05.ld.red.sync.aligned.16x32bx2.x2.min.u32 {%v1, %v2}, %v0, [%r8], 8;",
        "tcgen05.wait::ld.sync.aligned;",
    )
    kernel = Kernel((), lines)
    held = placed(kernel)[0].reshape(4, 32, 512)[:, :16]
    both = np.minimum(held[..., :2].min(-1), held[..., 8:10].min(-1))
    whole = np.concatenate([both, both], axis=1).reshape(-1)
    halves_of = np.concatenate([held[..., :2].min(-1), held[..., 8:10].min(-1)], axis=1).reshape(-1)
    return Probe("16x32bx2", kernel, lambda found: np.array_equal(found.words[0], halves_of), (
        Reading("over both halves", lambda found: np.array_equal(found.words[0], whole)),
    ), least=103)  # fmt: skip


# --- an idle commit


def _idle() -> Probe:
    body = (
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar2];",
        "mov.u32 %r20, 0;",
        "mov.u32 %r21, 0;",
        "TRY:",
        "mbarrier.try_wait.parity.shared.b64 %p5, [bar2], 0;",
        "@%p5 bra CAME;",
        "add.u32 %r20, %r20, 1;",
        "setp.lt.u32 %p5, %r20, 100000;",
        "@%p5 bra TRY;",
        "bra NONE;",
        "CAME:",
        "mov.u32 %r21, 1;",
        "NONE:",
        "st.global.b32 [%rd5], %r21;",
    )
    never = Reading("it never arrives", lambda found: found.words[0, 0] == 0)
    return Probe("one mbarrier", Kernel(body), lambda found: found.words[0, 0] == 1, (never,))


CHOICES: Final = (
    Choice(
        "`tcgen05.shift`",
        "each lane of a block of 32 takes what the next one has, the last lane keeps its own; of a "
        "pair in both CTAs",
        "lanes 32 to 62 of 8 columns hold the words of lanes 33 to 63, and no other has changed",
        (_shift(1), _shift(2)),
    ),
    Choice(
        "The upper halves of columns behind `.unpack::16b`",
        "they stay",
        "the upper halves of four columns are those from before a store",
        (_unpack(),),
    ),
    Choice(
        "A warp whose threads give several addresses",
        "that of its first thread counts",
        "a load whose threads give columns, or lanes, of their own has what thread 0's address has",
        (_addresses(), _lanes()),
    ),
    Choice(
        "`tcgen05.cp` with `.cta_group::2`",
        "each CTA copies from its own shared memory",
        "with other bytes in each CTA, each has its own",
        (_copy(),),
    ),
    Choice(
        "Where `tcgen05.alloc` takes columns",
        "at the lowest multiple of 32 from which on enough are free",
        "128, 64 and 64 columns are at 0, 128 and 192; when the 128 are freed, 64, 32 and 32 are "
        "at 0, 64 and 96",
        (
            Probe("addresses", _allocations, _allocated(0, 128, 192, 0, 64, 96), (
                Reading("at the end of what is free", _allocated(384, 320, 256, 448, 416, 384)),
                Reading("behind the last one", _allocated(0, 128, 192, 256, 320, 352)),
            )),
        ),
    ),
    Choice(
        "The address that `tcgen05.alloc` stores",
        "later copies over it need no `fence.proxy.async`",
        "what `cp.async.bulk` copies there without one is read there; that it never is the address "
        "can be refuted, not shown",
        (_slot(),),
    ),
    Choice(
        "`tcgen05.ld.red` of `.16x32bx2`",
        "each thread reduces its own half of the columns",
        "threads 0 and 16 of a warp have the least of two columns each, not both of all four",
        (_reduced(),),
    ),
    Choice(
        "`tcgen05.commit` of a thread that has started nothing",
        "it arrives at once",
        "the phase of an mbarrier with one arrival is complete behind it",
        (_idle(),),
    ),
)  # fmt: skip
"""What no document settles about moving data."""
