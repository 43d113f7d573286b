"""The roles of the warps of a CTA, by what each can certainly not come to."""

from __future__ import annotations

import pytest

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.naming import Uses
from ptxpy.view.warp_roles import describe_roles, warp_roles

COPY = (
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r20], [%rd1], 64, [%r21];"
)
MULTIPLY = (
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd3, %rd4, 1, 1, 1,"
    " 0, 0;"
)
PARTS = f"@%p1 bra $COPY;\n{MULTIPLY}\nret;\n$COPY:\n{COPY}"


def roles(body: str, block: list[int]) -> str:
    """Return the roles of the warps of a kernel with a body."""
    module = ptxpy.parse(f"""\
.version 8.7
.target sm_90a
.address_size 64
.visible .entry k(.param .u32 n)
{{
	.reg .pred %p<8>;
	.reg .b32 %r<32>;
	.reg .b64 %rd<8>;
	.reg .f32 %f<8>;
	mov.u32 %r1, %tid.x;
	shr.u32 %r2, %r1, 5;
	shr.u32 %r3, %r1, 7;
	{body}
	ret;
}}
""")
    (kernel,) = (each for each in module.body if type(each) is n.Function)
    return describe_roles(warp_roles(Uses(kernel), block))


ONE_AND_TWO = "1 producer and 2 consumer warpgroups"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"setp.eq.u32 %p1, %r3, 0;\n{PARTS}", ONE_AND_TWO),
        (f"setp.lt.u32 %p1, %r1, 128;\n{PARTS}", ONE_AND_TWO),
        (f"and.b32 %r4, %r3, 3;\nsetp.ne.s32 %p2, %r4, 2;\nnot.pred %p1, %p2;\n{PARTS}",
         ONE_AND_TWO),
        # One warp of the first warpgroup copies.
        ("setp.lt.u32 %p1, %r3, 1;\nsetp.eq.u32 %p3, %r2, 3;\n"
         + PARTS.replace(COPY, f"@%p3 {COPY}"), ONE_AND_TWO),
        # A number that all lanes of a warp have is the same in any of them.
        (f"shfl.sync.idx.b32 %r5|%p4, %r3, %r9, 31, -1;\nsetp.eq.u32 %p1, %r5, 0;\n{PARTS}",
         ONE_AND_TWO),
        (f"setp.eq.u32 %p1, %r2, 4;\n{PARTS}",
         "warp 4 copies, warps 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11 multiply"),
        # The register may have either value, the parameter any.
        (f"@%p5 mov.u32 %r3, 0;\nsetp.eq.u32 %p1, %r3, 0;\n{PARTS}", ""),
        (f"ld.param.u32 %r6, [n];\nsetp.eq.u32 %p1, %r3, %r6;\n{PARTS}", ""),
        # The predicate beside the result says whether the lane was in range.
        (f"shfl.sync.idx.b32 %r5|%p1, %r3, %r9, 31, -1;\n{PARTS}", ""),
        (f"{COPY}\n{MULTIPLY}", ""),
    ],
)  # fmt: skip
def test_roles_follow_from_the_number_of_a_warp(body: str, expected: str) -> None:
    """And are not said where a warp may do both."""
    assert roles(body, [384]) == expected


def test_warps_go_by_the_order_of_threads_in_a_block() -> None:
    """The number of a thread along x is that of a warp only where a row is a warp."""
    body = f"setp.lt.u32 %p1, %r1, 32;\n{PARTS}"
    assert roles(body, [64, 2]) == "warps 0, 2 copy, warps 1, 3 multiply"
    assert roles(body, [48]) == ""
