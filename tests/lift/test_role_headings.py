"""Roles of warps as comments."""

from __future__ import annotations

import pytest

from ptxpy.lift.role_headings import write_role_headings
from ptxpy.pytree import tree as t

LOAD = "ptx.cp.async_.bulk.tensor._2d.shared__cta.global_.mbarrier__complete_tx__bytes"
STORE = "ptx.cp.async_.bulk.tensor._2d.global_.shared__cta.bulk_group"
WGMMA = "ptx.wgmma.mma_async.sync.aligned"
DEC, INC = "ptx.setmaxnreg.dec.sync.aligned.u32", "ptx.setmaxnreg.inc.sync.aligned.u32"
PRODUCER = "producer: loads tiles"


def call(name: str) -> t.Statement:
    """Return a call of a function."""
    return t.Evaluate(t.Call(name, ()))


def around(*statements: t.Statement) -> t.Statement:
    """Return a block."""
    return t.With([t.Context(t.Call("ptx.loop", ()), "")], [*statements])


FUNCTIONS = {
    "give": [DEC],
    "take": [INC],
    "load": [LOAD],
    "load_two": ["load", "load"],
    "store": [STORE],
    "product": [f"{WGMMA}.m64n256k16.f32.bf16.bf16"],
    "narrow": [f"{WGMMA}.m64n128k16.f32.bf16.bf16"],
    "mixed": [f"{WGMMA}.m64n64k32.f32.e4m3.e5m2"],
}


@pytest.mark.parametrize(
    ("names", "heading"),
    [
        ([DEC, LOAD], PRODUCER),
        (["give", "load_two"], PRODUCER),
        ([INC, "product"], "consumers: wgmma m64n256k16, bf16"),
        (["take", "mixed"], "consumers: wgmma m64n64k32, e4m3 x e5m2"),
        (
            [INC, "product", "narrow"],
            "consumers: wgmma m64n128k16, bf16 and m64n256k16, bf16",
        ),
        ([INC, "product", "narrow", "mixed"], "consumers: multiply with wgmma"),
        (
            [INC, "ptx.tcgen05.mma.cta_group__1.kind__f16"],
            "consumers: tcgen05.mma kind::f16",
        ),
        # Warps that do both, or neither, or only store, have no certain role; names prove none.
        ([DEC, LOAD, "product"], ""),
        ([DEC, LOAD, "ptx.mma.sync.aligned"], ""),
        ([DEC, "store"], ""),
        ([DEC, "cp_async_bulk_tensor"], ""),
        ([DEC, "ptx.bar.sync"], ""),
        ([INC, LOAD], ""),
        ([INC, "wgmma_group"], ""),
        ([INC, "product", "ptx.tcgen05.mma.cta_group__1.kind__f16"], ""),
        ([LOAD, "product"], ""),
    ],
)
def test_headings(names: list[str], heading: str) -> None:
    """A comment stands before the change of registers, if the instructions behind it prove it."""
    first, *others = map(call, names)
    block: t.Block = [around(first, around(*others))]
    functions = [t.Define(name, (), map(call, body)) for name, body in FUNCTIONS.items()]
    write_role_headings([block], functions)
    [inner] = block
    body = t.statement_bodies(inner) or []
    found = [each.text for each in body if isinstance(each, t.Comment)]
    assert found == ([heading] if heading else [])
    assert body[-2] is first
