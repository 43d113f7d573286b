"""The sentence about what a kernel computes: what is certain, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.naming import Uses
from ptxpy.view.computation import computation

HEAD = """\
.version 8.7
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1, .param .u64 n)
{
	.reg .pred %p<4>;
	.reg .b16 %rs<4>;
	.reg .b32 %r<64>;
	.reg .b64 %rd<16>;
	.reg .f32 %f<64>;
	ld.param.u64 %rd1, [k_param_0];
	ld.param.u64 %rd2, [k_param_1];
"""


def said(body: str, rings: list[dict[str, Any]] | None = None, threads: int = 256) -> str:
    """Return the sentence about a kernel with a body."""
    module = ptxpy.parse(f"{HEAD}{body}\nret;\n}}\n")
    (kernel,) = (each for each in module.body if type(each) is n.Function)
    block = [threads] if threads else []
    found = computation(Uses(kernel), rings or [], block, {"tensor copies (TMA)": 2})
    return found.replace("\N{MULTIPLICATION SIGN}", "x")


def wgmma(first: int) -> str:
    """Return a product of 64 x 8 x 16 whose four sums begin at a register."""
    sums = ", ".join(f"%f{first + at}" for at in range(4))
    return (
        f"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{{sums}}}, %rd3, %rd4, 1, 1, 1, 0, 0;"
    )


def loop(*lines: str) -> str:
    """Return a loop of some lines."""
    return "\n".join(["$L:", *lines, "@%p1 bra $L;"])


TILE = 64 * 32 * 2
"""The bytes of 64 rows of 32 halves."""


@pytest.mark.parametrize(
    ("stage", "expected"),
    [
        # 64 x 16 of C: two accumulators of 64 x 8; K is two steps of 16.
        ([TILE, TILE // 4], "C tile 64x16 by 1 warpgroup, K 32 a stage"),
        # Two warpgroups with 64 x 16 each; the tiles may also be those of 32 rows, which none has.
        ([2 * TILE, TILE // 4], "C tile 128x16 by 2 warpgroups, K 32 a stage"),
        # As many bytes could be 128 x 64 of C as 64 x 128.
        ([2 * TILE, TILE], ""),
        # These bytes are no whole rows.
        ([TILE + 2, TILE // 4], ""),
        ([TILE], ""),
    ],
)
def test_tile_where_bytes_and_accumulators_agree(stage: list[int], expected: str) -> None:
    """Only one solution counts, for whichever of the two tiles is that of A."""
    body = loop(wgmma(0), wgmma(4), wgmma(0), wgmma(4))
    found = said(body, [{"stages": 3, "bytes": stage}], 1024)
    head = "Tiled matrix multiply" if expected else "Matrix products"
    sums = expected or "8 registers of accumulators a thread"
    assert found.startswith(f"{head}: f16 x f16 → f32 by wgmma m64n8k16, {sums}, TMA ring of 3 ")


MMA = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {0}, {{%r1, %r2, %r3, %r4}}, {1}, {2};"
TENSOR_MEMORY = "tcgen05.mma.cta_group::1.kind::f16 [%r2], %rd3, %rd4, %r1, %p1;"
HALVES = "Matrix products: f16 x f16 → f32 by mma m16n8k16"
BY_TENSOR_MEMORY = "Matrix products: f16 x f16 → f32 by tcgen05.mma m128n128"
AGAIN = HALVES.replace("products:", "products with exp2 between them (as in attention):")
ONE, TWO, THREE = ("{%f1, %f2, %f3, %f4}", "{%f5, %f6, %f7, %f8}", "{%f9, %f10, %f11, %f12}")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # A chain of two products has the accumulators of one.
        (
            loop(MMA.format(TWO, "{%r5, %r6}", ONE), MMA.format(THREE, "{%r5, %r6}", TWO)),
            f"{HALVES}, 4 registers of accumulators a thread",
        ),
        (
            MMA.format(TWO, "{%r5, %r6}", ONE)
            + "ex2.approx.f32 %f20, %f5;\ncvt.rn.f16x2.f32 %r7, %f20, %f20;\n"
            + MMA.format(THREE, "{%r7, %r7}", THREE),
            f"{AGAIN}, 8 registers of accumulators a thread",
        ),
        # Scaled sums are added to, and not multiplied again.
        (
            MMA.format(TWO, "{%r5, %r6}", ONE)
            + "ex2.approx.f32 %f9, %f5;\n"
            + MMA.format(THREE, "{%r5, %r6}", THREE),
            f"{HALVES}, 8 registers of accumulators a thread",
        ),
        # The shape and types are in a descriptor, which is known where it is a constant …
        (f"mov.b32 %r1, 136314896;\n{TENSOR_MEMORY}", BY_TENSOR_MEMORY),
        # … or one of some that differ in neither.
        (
            (
                "selp.b32 %r3, 16384, 0, %p2;\nselp.b32 %r4, 136323088, 136314896, %p1;\n"
                f"or.b32 %r1, %r3, %r4;\n{TENSOR_MEMORY}"
            ),
            BY_TENSOR_MEMORY,
        ),
        # One of these is of 64 rows.
        (
            f"selp.b32 %r1, 136314896, 69206032, %p2;\n{TENSOR_MEMORY}",
            "Matrix products: by tcgen05.mma",
        ),
        (TENSOR_MEMORY, "Matrix products: by tcgen05.mma"),
    ],
)
def test_what_is_certain_is_said(body: str, expected: str) -> None:
    """And nothing else."""
    assert said(body) == expected
