"""Roles of warps as comments."""

from __future__ import annotations

import pytest

from ptxpy.lift.role_headings import write_role_headings
from ptxpy.pytree import tree as t

LOAD = "ptx.cp.async_.bulk.tensor._2d.shared__cta.global_.mbarrier__complete_tx__bytes"
STORE = "ptx.cp.async_.bulk.tensor._2d.global_.shared__cta.bulk_group"


def call(name: str) -> t.Statement:
    """Return a call of a function."""
    return t.Evaluate(t.Call(name, ()))


def around(*statements: t.Statement) -> t.Statement:
    """Return a block."""
    return t.With([t.Context(t.Call("ptx.loop", ()), "")], [*statements])


DEC, INC = "ptx.setmaxnreg.dec.sync.aligned.u32", "setmaxnreg_inc_sync"
PRODUCER, CONSUMERS = "producer: loads tiles", "consumers: multiply with wgmma"


@pytest.mark.parametrize(
    ("names", "heading"),
    [
        ([DEC, "cp_async_bulk_tensor"], PRODUCER),
        ([DEC, "load_tiles"], PRODUCER),
        ([DEC, LOAD.replace("async_", "async")], PRODUCER),
        ([INC, "wgmma_group_and_wait"], CONSUMERS),
        ([INC, "ptx.tcgen05.mma.cta_group__1"], "consumers: multiply with tcgen05.mma"),
        # Warps that do both, or neither, or only store, have no certain role.
        ([DEC, "cp_async_bulk_tensor", "wgmma_group"], ""),
        ([DEC, "cp_async_bulk_tensor", "ptx.mma.sync.aligned"], ""),
        ([DEC, STORE.replace("async_", "async")], ""),
        ([DEC, "cp_async_bulk_tensor_bulk_group"], ""),
        ([DEC, "ptx.bar.sync"], ""),
        ([INC, "cp_async_bulk_tensor"], ""),
        ([INC, "wgmma_group", "ptx.tcgen05.mma"], ""),
        (["cp_async_bulk_tensor", "wgmma_group"], ""),
    ],
)
def test_headings(names: list[str], heading: str) -> None:
    """A comment stands before the change of registers, if the calls behind it prove a role."""
    first, *others = map(call, names)
    block = [around(first, around(*others))]
    write_role_headings(block)
    [inner] = block
    body = t.statement_bodies(inner) or []
    found = [each.text for each in body if isinstance(each, t.Comment)]
    assert found == ([heading] if heading else [])
    assert body[-2] is first
