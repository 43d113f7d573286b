"""Compiled kernels whose copies and products of warpgroups the interpreter runs."""

from __future__ import annotations

from concurrent.futures import Future
from itertools import count
from typing import Any

import numpy as np
import pytest

import ptxpy
from ptxpy.launch import Surface, Texture
from ptxpy.sim import SimulationError
from tests.sim.harness import kernel, run
from tests.sim.kernels.corpus import kernel as kernel_of

pytest.importorskip("llvmlite")

COPY = """\
.version 8.8
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in)
{
    .reg .pred %p<9>;
    .reg .b16 %h<3>;
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    .shared .align 128 .b8 data[1024];
    .shared .align 8 .b64 full;
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [in];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mul.wide.u32 %rd3, %r2, 512;
    add.u64 %rd1, %rd1, %rd3;
    add.u64 %rd2, %rd2, %rd3;
    setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r8, 0;
    mov.u32 %r10, 0;
    @%p1 mbarrier.init.shared.b64 [full], 1;
    bar.sync 0;
again:
    @!%p1 bra wait;
    mbarrier.arrive.expect_tx.shared.b64 _, [full], 512;
    mov.u32 %r6, data;
    cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r6], [%rd2], BYTES, [full];
wait:
    and.b32 %r9, %r8, 1;
    mbarrier.try_wait.parity.shared::cta.b64 %p5, [full], %r9;
    @!%p5 bra wait;
    mad.lo.u32 %r5, %r1, 4, %r6;
    mov.u32 %r5, data;
    mad.lo.u32 %r5, %r1, 4, %r5;
    ld.shared.u32 %r7, [%r5];
    mad.lo.u32 %r10, %r10, 5, %r7;
    st.shared.u32 [%r5+512], %r10;
    bar.sync 0;
    fence.proxy.async.shared::cta;
    add.u32 %r8, %r8, 1;
    setp.lt.u32 %p3, %r8, 3;
    @%p3 bra again;
    setp.eq.u32 %p4, %r1, 37;
    mov.u32 %r6, data;
    @%p4 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r6+512], 512;
    @%p4 cp.async.bulk.commit_group;
    @%p4 cp.async.bulk.wait_group 0;
    ret;
}
"""


def copies(engine: str, ctas: int, out: Any, data: Any, size: str = "512") -> Any:
    """Launch the kernel above with 128 threads in each CTA."""
    kernel = ptxpy.load(ptxpy.parse(COPY.replace("BYTES", size)))
    with ptxpy.sim.engine(engine) as report:
        kernel.launch(out, data, grid=ctas, block=128, device="cpu")
    return report


@pytest.mark.parametrize("ctas", [1, 67])
def test_copies_are_those_of_the_interpreter(ctas: int) -> None:
    """Bulk copies by one thread that others wait for, in more CTAs than run side by side."""
    data = np.random.default_rng(1).integers(0, 99, ctas * 128, np.uint32)
    wanted, found = np.zeros((2, ctas * 128), np.uint32)
    copies("interpreted", ctas, wanted, data)
    report = copies("compiled", ctas, found, data)
    assert not report.interpreted
    assert found.tolist() == wanted.tolist() == (31 * data).tolist()


@pytest.mark.parametrize("size", ["520", "528", "4096"])
def test_faults_are_those_of_the_interpreter(size: str) -> None:
    """Wrong sizes, bytes that an mbarrier never sees, a copy outside: memory is set back."""
    messages = []
    data, out = np.arange(256, dtype=np.uint32), np.full(256, 5, np.uint32)
    for engine in ("interpreted", "compiled"):
        with pytest.raises(SimulationError) as raised:
            copies(engine, 2, out, data, size)
        messages.append(str(raised.value))
        assert (out == 5).all()
    assert messages[0] == messages[1]


def descriptor(array: Any, rows: int) -> tuple[Any, ...]:
    """Return the parameters of a tensor descriptor whose boxes have 64 columns."""
    made = ptxpy.TensorMap(array, (rows, 64), swizzle="128B")
    return (made, *array.shape, array.shape[1], 1)


@pytest.mark.parametrize(
    ("path", "rows"),
    [
        ("triton/matmul_descriptor_sm_90a.ptx", 128),
        ("triton/matmul_descriptor_specialized_sm_90a.ptx", 64),
    ],
)
def test_products_of_warpgroups(path: str, rows: int) -> None:
    """A B^T by TMA and wgmma, with one kind of warps and with specialised ones."""
    random = np.random.default_rng(3)
    m, n, k = 200, 136, 200
    a, b = (random.standard_normal(shape).astype("f2") for shape in ((m, k), (n, k)))
    c = np.zeros((m, n), "f2")
    maps = (*descriptor(a, rows), *descriptor(b, 128), *descriptor(c, rows))
    kernel = kernel_of(path, fresh=True)
    results = []
    for engine in ("interpreted", "compiled"):
        c[...] = 7
        with ptxpy.sim.engine(engine) as report:
            kernel.launch(
                *maps, m, n, k, None, None, grid=(-(-m // rows), -(-n // 128)),
                shared_bytes=131072, device="cpu",
            )  # fmt: skip
        results.append(c.view("u2").copy())
    assert not report.interpreted
    assert np.array_equal(results[0], results[1])
    assert len(np.unique(results[0])) > 1000


def test_products_of_warpgroups_are_interpreted_unless_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The engine `auto` does not compile what would be no faster."""
    monkeypatch.setattr("ptxpy.sim.native.tiers._WORTHWHILE_SECONDS", 0.0)
    depth = 7680
    a = np.ones((128, depth), "f2")
    c = np.zeros((128, 128), "f2")
    maps = (*descriptor(a, 128), *descriptor(a, 128), *descriptor(c, 128))
    kernel = kernel_of("triton/matmul_descriptor_sm_90a.ptx", fresh=True)
    for _ in range(2):
        with ptxpy.sim.engine("auto") as report:
            kernel.launch(
                *maps, 128, 128, depth, None, None, grid=1, shared_bytes=131072, device="cpu"
            )
    assert (c == depth).all()
    assert "products of warpgroups" in next(iter(report.interpreted.values()))


SURFACE = """
    mul.lo.u32 %r1, %r0, 4;
    suld.b.1d.b32.trap %r2, [s, {%r1}];
    add.u32 %r2, %r2, 1;
    sust.b.1d.b32.trap [s, {%r1}], %r2;
    mad.wide.u32 %rd1, %r0, 4, %out;
    st.global.u32 [%rd1], %r2;
    setp.eq.u32 %p1, %r0, WRONG;
    @%p1 trap;
"""


@pytest.mark.parametrize("wrong", [5, 99])
def test_surfaces_are_set_back_for_the_interpreter(wrong: int) -> None:
    """A launch that ends by a trap leaves them as they were, any other has counted once."""
    data, out = np.arange(64, dtype=np.uint32), np.zeros(64, np.uint32)
    text = kernel(SURFACE.replace("WRONG", str(wrong)), ".param .surfref s")
    with ptxpy.sim.engine("compiled") as report:
        if wrong < 64:
            with pytest.raises(SimulationError, match="trap"):
                run(text, Surface(data), out, block=64)
        else:
            run(text, Surface(data), out, block=64)
    assert bool(report.compiled) == (wrong > 64)
    expected = np.arange(64) + (wrong > 64)
    assert data.tolist() == expected.tolist()
    assert out.tolist() == (expected.tolist() if wrong > 64 else [0] * 64)


def test_surfaces_are_set_back_when_machine_code_takes_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the interpreter has written there by then is not written again."""
    asked = count()
    done: Future[None] = Future()
    done.set_result(None)
    monkeypatch.setattr("ptxpy.sim.machine.scheduler._MAX_WATCHED_STEPS", 1)
    monkeypatch.setattr("ptxpy.sim.native.tiers._WORTHWHILE_SECONDS", 0.0)
    monkeypatch.setattr(
        "ptxpy.sim.native.tiers.Tier.is_ready", property(lambda _: next(asked) > 500)
    )
    monkeypatch.setattr("ptxpy.sim.native.tiers.compile_in_background", lambda _: done)
    loop = """
    mov.u32 %r3, 0;
NEXT:
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p1, %r3, 2000;
    @%p1 bra NEXT;
"""
    data = np.arange(64, dtype=np.uint32)
    text = kernel(SURFACE.replace("WRONG", "99") + loop, ".param .surfref s")
    with ptxpy.sim.engine("auto") as report:
        run(text, Surface(data), np.zeros(64, np.uint32), block=64)
    assert report.compiled
    assert data.tolist() == [*range(1, 65)]


def test_textures_in_a_loop_of_many_threads() -> None:
    """Threads fetch as often as their number says, each at other places."""
    body = """
    and.b32 %r1, %r0, 7;
    mov.f32 %f4, 0f00000000;
NEXT:
    cvt.rn.f32.u32 %f1, %r1;
    cvt.rn.f32.u32 %f2, %r0;
    mul.f32 %f2, %f2, 0f3E99999A;
    tex.2d.v4.f32.f32 {%f5, %f6, %f7, %f8}, [t, {%f1, %f2}];
    add.f32 %f4, %f4, %f5;
    sub.s32 %r1, %r1, 1;
    setp.ge.s32 %p1, %r1, 0;
    @%p1 bra NEXT;
    mad.wide.u32 %rd1, %r0, 4, %out;
    st.global.f32 [%rd1], %f4;
"""
    image = np.random.default_rng(4).standard_normal((40, 8)).astype(np.float32)
    texture = Texture(image, filter="linear")
    text = kernel(body, ".param .texref t", target="sm_80, texmode_unified")
    results = []
    for engine in ("interpreted", "compiled"):
        out = np.zeros(160, np.float32)
        with ptxpy.sim.engine(engine) as report:
            run(text, texture, out, block=160)
        results.append(out.view(np.uint32).tolist())
    assert report.compiled
    assert results[0] == results[1]
    assert len(set(results[0])) > 50
