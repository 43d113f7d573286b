"""Warnings of tensor maps all of whose boxes lie beyond the tensor, in the order that is given."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import ptxpy
from tests.sim.harness import kernel, run

LOAD = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
STORE = "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group"
BODY = """
    mov.b64 %rd1, source;
    cvta.param.u64 %rd1, %rd1;
    mov.u32 %r1, tile;
    mov.u32 %r2, bar;
    mov.u32 %r3, %ctaid.x;
    mul.lo.u32 %r3, %r3, 4;
    mbarrier.init.shared.b64 [%r2], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 64;
"""
SHARED = ".shared .align 128 .b8 tile[64]; .shared .align 8 .b64 bar;"
MAP = ".param .align 64 .b8 source[128]"


def launch(body: str, shape: tuple[int, ...] = (64, 8), box: tuple[int, ...] = (4, 4)) -> None:
    """Run 10 CTAs that copy boxes at 4 times their number."""
    x = np.zeros(shape, np.float32)
    text = kernel(BODY + body, MAP, SHARED, "sm_90a")
    run(text, ptxpy.TensorMap(x, box), np.zeros(1), grid=10, block=1)


MANY = "the argument source lie beyond it, which is 8 x 64, such as that at {"
NEXT = "add.u32 %r3, %r3, 8;"


@pytest.mark.parametrize(
    ("body", "shape", "message"),
    [
        (f"{LOAD} [%r1], [%rd1, {{%r3, 0}}], [%r2];", (64, 8), f"{MANY}8, 0}}: {{0, 8}} would"),
        (f"{STORE} [%rd1, {{%r3, 4}}], [%r1];", (64, 8), f"{MANY}8, 4}}: {{4, 8}} would"),
        (
            f"{LOAD.replace('2d', '3d')} [%r1], [%rd1, {{0, 0, %r3}}], [%r2];",
            (2, 64, 8),
            "{0, 0, 8}: {0, 8, 0} would",
        ),
    ],
)
def test_an_order_that_is_wrong(body: str, shape: tuple[int, ...], message: str) -> None:
    """The warning names the tensor, a copy, and an order in which all would be within."""
    box = (1,) * (len(shape) - 2) + (4, 4)
    with pytest.warns(RuntimeWarning) as caught:
        launch(NEXT + body, shape, box)
    (found,) = [str(each.message) for each in caught]
    assert found.startswith("kernel: all copies by a tensor map of ")
    assert message in found
    assert found.endswith("within it, and the innermost dimension comes first")


@pytest.mark.parametrize(
    "body",
    [
        # The first box is within.
        f"{LOAD} [%r1], [%rd1, {{%r3, 0}}], [%r2];",
        # So is that of another instruction.
        f"{LOAD} [%r1], [%rd1, {{100, 0}}], [%r2]; {STORE} [%rd1, {{0, 4}}], [%r1];",
        # The box is within but for some elements.
        f"{LOAD} [%r1], [%rd1, {{-3, 63}}], [%r2];",
        # No order would be right for all.
        f"add.u32 %r3, %r3, 40; {LOAD} [%r1], [%rd1, {{%r3, 0}}], [%r2];",
        f"{LOAD} [%r1], [%rd1, {{100, 100}}], [%r2];",
        # Nothing is copied.
        "cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%rd1, {%r3, 0}];",
    ],
)
def test_what_is_right(body: str) -> None:
    """Boxes beyond a tensor are legal, and are not told of."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        launch(body)


def test_a_fault_tells_of_it() -> None:
    """A later fault has it as a note."""
    body = f"""
    add.u32 %r3, %r3, 8;
    {LOAD} [%r1], [%rd1, {{%r3, 0}}], [%r2];
    ld.shared.u32 %r4, [%r1+4096];
    """
    with pytest.raises(ptxpy.SimulationError, match=r"(?s)4096.*note: all copies by a tensor map"):
        launch(body)


def test_all_batches_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first CTAs copy counts, though others run later."""
    body = f"""
    mov.u32 %r3, %ctaid.x;
    setp.eq.u32 %p1, %r3, 0;
    selp.u32 %r3, 0, 20, %p1;
    {LOAD} [%r1], [%rd1, {{%r3, 0}}], [%r2];
    """
    from ptxpy.sim import loaded_module  # noqa: PLC0415 - for its constant

    defaults: Any = loaded_module.LoadedModule.run.__kwdefaults__
    monkeypatch.setitem(defaults, "lanes", 64)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        launch(body)
