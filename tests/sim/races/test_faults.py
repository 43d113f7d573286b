"""Faults that strict mode names, and the same kernels without them, in which it finds nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from ptxpy.launch import load
from ptxpy.launch_request import StrictMode
from ptxpy.sim import SimulationError

FRAME = """\
.version 8.6
.target sm_100a
.address_size 64
.extern .func (.param .b64 address) malloc (.param .b64 size);
.shared .align 1024 .b8 smem[49152];
.shared .align 8 .b64 bars[4];
.visible .entry kernel(.param .u64 in, .param .u64 out)
{
    .reg .pred %p<9>;
    .reg .b16 %h<9>;
    .reg .b32 %r<30>;
    .reg .f32 %f<80>;
    .reg .b64 %rd<20>;
    ld.param.u64 %rd1, [in];
    ld.param.u64 %rd2, [out];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, smem;
    shl.b32 %r3, %r0, 2;
    add.u32 %r3, %r3, %r2;
    mov.u32 %r4, bars;
    mov.u32 %r28, %ntid.x;
    mad.lo.u32 %r29, %r1, %r28, %r0;
    mul.wide.u32 %rd3, %r29, 4;
    add.u64 %rd3, %rd3, %rd2;
    mov.u32 %r28, 0;
    // body
    {
"""
"""Its last line is 28; a body begins at 29."""


PRODUCTS = """\
    mov.b32 %r20, 0x3c003c00;
    st.shared.u32 [%r3], %r20;
    st.shared.u32 [%r3+512], %r20;
    st.shared.u32 [%r3+1024], %r20;
    st.shared.u32 [%r3+1536], %r20;
    st.shared.u32 [%r3+2048], %r20;
    mov.b32 %r10, %r20;
    mov.b32 %r11, %r20;
    mov.b32 %r12, %r20;
    mov.b32 %r13, %r20;
    fence.proxy.async;
    bar.sync 0;
    mov.b64 %rd5, 0x0000001000080000;
    mov.b64 %rd6, 0x0000001000080080;
"""
"""Both matrices are without a swizzle: rows of 16 bytes, 128 bytes from one half of K to the other,
256 bytes from one eight rows to the next. The address is to be added."""

TENSOR = """\
    mov.b32 %r20, 0x3c003c00;
    shl.b32 %r8, %r0, 4;
    add.u32 %r8, %r8, %r2;
    st.shared.v4.b32 [%r8], {%r20, %r20, %r20, %r20};
    st.shared.v4.b32 [%r8+2048], {%r20, %r20, %r20, %r20};
    st.shared.v4.b32 [%r8+4096], {%r20, %r20, %r20, %r20};
    fence.proxy.async;
    shr.u32 %r9, %r0, 5;
    setp.eq.u32 %p1, %r9, 0;
    setp.eq.u32 %p2, %r0, 0;
    @%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r4+16], 64;
    @%p2 mbarrier.init.shared.b64 [%r4], 1;
    @%p2 mbarrier.init.shared.b64 [%r4+8], 1;
    bar.sync 0;
    ld.shared.b32 %r5, [%r4+16];
    and.b32 %r9, %r9, 3;
    shl.b32 %r9, %r9, 21;
    add.u32 %r6, %r5, %r9;
    mov.b32 %r7, 0x8040010;
    mov.b64 %rd5, 0x0000401000080000;
    mov.b64 %rd6, 0x0000401000080100;
    bar.sync 0;
"""
"""A and B of ones, without a swizzle, and 64 columns of tensor memory."""

FREE = "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r5, 64;"
TENSOR_END = f"""
    bar.sync 0;
    @%p1 {FREE}
"""

PAIR = (
    TENSOR.replace("cta_group::1", "cta_group::2")
    .replace("0x8040010", "0x10080010")
    .rpartition("    bar.sync 0;")[0]
    + """\
    mov.u32 %r21, %cluster_ctarank;
    setp.eq.u32 %p4, %r21, 0;
    and.pred %p3, %p4, %p2;
    fence.mbarrier_init.release.cluster;
"""
)
PAIR_END = f"""
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    @%p1 {FREE.replace("cta_group::1", "cta_group::2")}
"""
PAIR_MACROS = {
    "MMA": "tcgen05.mma.cta_group::2.kind::f16 [%r5], %rd5, %rd6, %r7, 0;",
    "COMMIT": (
        "mov.b16 %h1, 3; @%p3 tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster"
        ".multicast::cluster.b64 [%r4], %h1;"
    ),
    "SYNC": ("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;"),
    "FREE1": f"@%p1 {FREE.replace('cta_group::1', 'cta_group::2')}",
}

D = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, "
MACROS = {
    "PRODUCT": f"{D}%rd5, %rd6, 0, 1, 1, 0, 0;",
    "FRAGMENT": f"{D}{{%r10, %r11, %r12, %r13}}, %rd6, 0, 1, 1, 0;",
    "MMA": "tcgen05.mma.cta_group::1.kind::f16 [%r5], %rd5, %rd6, %r7, 0;",
    "FILL": "tcgen05.mma.cta_group::1.kind::f16.collector::a::fill [%r5], %rd5, %rd6, %r7, 0;",
    "USE": "tcgen05.mma.cta_group::1.kind::f16.collector::a::use [%r5], %rd5, %rd6, %r7, 1;",
    "LASTUSE": (
        "tcgen05.mma.cta_group::1.kind::f16.collector::a::lastuse [%r5], %rd5, %rd6, %r7, 1;"
    ),
    "ADD": "tcgen05.mma.cta_group::1.kind::f16 [%r5], %rd5, %rd6, %r7, 1;",
    "FROM": "tcgen05.mma.cta_group::1.kind::f16 [%r5], [%r5+32], %rd6, %r7, 0;",
    "COPY": "tcgen05.cp.cta_group::1.128x256b [%r5+32], %rd5;",
    "COMMIT": ("@%p2 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r4];"),
    "BEFORE": "tcgen05.fence::before_thread_sync;",
    "AFTER": "tcgen05.fence::after_thread_sync;",
    "WAIT": "{ .reg .pred p; L: mbarrier.try_wait.parity.shared.b64 p, [%r4], 0; @!p bra L; }",
    "WAIT1": "{ .reg .pred p; L: mbarrier.try_wait.parity.shared.b64 p, [%r4], 1; @!p bra L; }",
    "WAITLD": "tcgen05.wait::ld.sync.aligned;",
    "LOAD": "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r10}, [%r6];",
    "FREE": FREE,
}
CLUSTER_LAUNCHES = {
    "REQUEST": (
        "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 "
        "[%r2], [%r4];"
    ),
    "REQUESTS": (
        "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes"
        ".multicast::cluster::all.b128 [%r2], [%r4];"
    ),
    "EXPECT": "mbarrier.arrive.expect_tx.shared.b64 _, [%r4], 16;",
    "READY": (
        "{ .reg .pred p; L: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%r4], "
        "%r5; @!p bra L; }"
    ),
    "CANCELED": "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p3, %q;",
    "FIRST": "clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r1, %q;",
}


class Case(NamedTuple):
    """A kernel with a fault, and without it."""

    name: str
    wrong: str
    right: str
    parts: tuple[str, ...]
    grid: int
    block: int
    cluster: int
    fences: bool = False
    """Whether it is about the option that asks for fences that compilers leave out."""
    directives: str = ""
    """Directives of the kernel."""

    @property
    def strict(self) -> StrictMode:
        """The mode that stops at the first fault."""
        return "fences" if self.fences else True

    @property
    def collect(self) -> StrictMode:
        """The mode that goes on."""
        return "collect,fences" if self.fences else "collect"


def cases(
    name: str, launch_shape: tuple[int, ...] = (1, 64), before: str = "", after: str = "",
    macros: Mapping[str, str] = MACROS, *, fences: bool = False,
) -> list[Case]:  # fmt: skip
    """Return the cases of a file, with so many CTAs and threads unless one says otherwise."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    for macro, line in macros.items():
        text = text.replace(f" {macro}\n", f" {line}\n")
    found = []
    for part in re.split(r"^-- ", text, flags=re.MULTILINE)[1:]:
        title, _, rest = part.partition("\n")
        body, _, parts = rest.partition("\n== ")
        launch = re.search(r"^# launch ([\d ]+)\n", body, re.MULTILINE)
        grid, threads, cluster, *_ = (
            [*map(int, launch[1].split()), 1] if launch else [*launch_shape, 1]
        )
        directives = re.search(r"^# directives (.+)\n", body, re.MULTILINE)
        lines = [line for line in body.splitlines() if not line.startswith("#")]
        wrong, right = (
            "\n".join(line.lstrip("+-") for line in lines if not line.startswith(other))
            for other in "+-"
        )
        found.append(
            Case(
                title,
                before + wrong + after,
                before + right + after,
                tuple(parts.strip().splitlines()),
                grid,
                threads,
                cluster,
                fences,
                directives[1] if directives else "",
            )
        )
    return found


ALL = [
    *cases("memory.txt"),
    *cases("readers.txt"),
    *cases("asynchronous.txt"),
    *cases("scopes.txt"),
    *cases("cluster_launches.txt", (8, 64), macros=MACROS | CLUSTER_LAUNCHES),
    *cases("products.txt", (1, 128), PRODUCTS),
    *cases("tensor_memory.txt", (1, 128), TENSOR, TENSOR_END),
    *cases("tensor_waits.txt", (1, 128), TENSOR, TENSOR_END),
    *cases("tensor_collectors.txt", (1, 128), TENSOR, TENSOR_END),
    *cases("tensor_loads.txt", (1, 128), TENSOR, TENSOR_END),
    *cases("tensor_fences.txt", (1, 128), TENSOR, TENSOR_END, fences=True),
    *cases("cluster_fences.txt", fences=True),
    *cases("proxy_fences.txt", fences=True),
    *cases("tensor_pairs.txt", (2, 128, 2), PAIR, PAIR_END, {**MACROS, **PAIR_MACROS}),
]


def run(case: Case, body: str, *, strict: StrictMode, out: np.ndarray | None = None) -> np.ndarray:
    """Run a version of a case; return what it has written."""
    data = np.arange(4096, dtype=np.uint32)
    out = np.zeros(4096, np.uint32) if out is None else out
    frame = FRAME.replace("out)\n", f"out) {case.directives}\n")
    kernel = load(frame + body + "\n    }\n    ret;\n}\n")
    kernel.launch(
        data, out, grid=case.grid, block=case.block, cluster=case.cluster, device="cpu",
        strict=strict,
    )  # fmt: skip
    return out


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_fault_is_named(case: Case) -> None:
    """The message has the access, its place and thread, and the one that it conflicts with."""
    with pytest.raises(SimulationError) as caught:
        run(case, case.wrong, strict=case.strict)
    for part in case.parts:
        assert part in str(caught.value)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_right_kernel_is_not_accused(case: Case) -> None:
    """Without the fault the kernel runs, and does what it does without strict mode."""
    expected = run(case, case.right, strict=False)
    np.testing.assert_array_equal(run(case, case.right, strict=case.strict), expected)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_launch_goes_on(case: Case) -> None:
    """Gathered faults begin with the one that ends a launch, and leave the results as they are."""
    with pytest.raises(SimulationError) as first:
        run(case, case.wrong, strict=case.strict)
    out = np.zeros(4096, np.uint32)
    with pytest.raises(SimulationError) as caught:
        run(case, case.wrong, strict=case.collect, out=out)
    if not first.value.faults:  # without strict mode it is one, too
        assert str(caught.value) == str(first.value)
        return
    (fault,) = first.value.faults
    assert str(first.value) == fault.text
    assert caught.value.faults[0].text == fault.text
    for each in caught.value.faults:
        assert each.kind
        assert each.line
        assert each.text in str(caught.value)
        assert each.missing in each.text
    if caught.value.ran_to_end:
        np.testing.assert_array_equal(out, run(case, case.wrong, strict=False))
        return
    assert not out.any()
    with pytest.raises(SimulationError) as plain:
        run(case, case.wrong, strict=False)
    assert str(plain.value).partition("\n")[0] in str(caught.value)


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
def test_nothing_is_gathered(case: Case) -> None:
    """Of kernels that are right."""
    run(case, case.right, strict=case.collect)


@pytest.mark.parametrize("case", [each for each in ALL if each.fences], ids=lambda case: case.name)
def test_fences_are_asked_for_by_an_option(case: Case) -> None:
    """Compilers leave these fences out, so strict mode alone does not accuse."""
    run(case, case.wrong, strict=True)
    run(case, case.wrong, strict="collect")
