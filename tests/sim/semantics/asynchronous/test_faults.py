"""What hardware would punish by a hang or a fault is told, with the field that is wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ptxpy
from ptxpy.sim import SimulationError
from tests.sim.harness import kernel, run

LOAD = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
WORDS = {
    "LOAD3": LOAD.replace("2d", "3d"),
    "LOAD": LOAD,
    "IM2COL": LOAD.replace("2d", "3d").replace(".global", ".global.im2col"),
    "STORE": "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group",
    "REDUCE": "cp.reduce.async.bulk.tensor.2d.global.shared::cta",
    "REPLACE": "tensormap.replace.tile",
}
BODY = """
    ld.param.u64 %rd1, [source];
    ld.param.u64 %rd2, [floats];
    mov.u32 %r3, tile;
    mov.u32 %r4, bar;
    mov.u32 %r5, 24;
    cvt.u64.u32 %rd4, %r3;
    cvta.shared.u64 %rd4, %rd4;
    mbarrier.init.shared.b64 [%r4], 1;
"""
PARAMETERS = ".param .u64 source, .param .u64 floats"
TEXT = (Path(__file__).parent / "faults.txt").read_text(encoding="utf-8")
ROWS = [
    tuple(part.strip() for part in line.rsplit(" | ", 1))
    for line in TEXT.splitlines()
    if line and line[0] != "#"
]


def test_rows() -> None:
    """No row was lost."""
    assert len(ROWS) >= 24


@pytest.mark.parametrize(("row", "message"), ROWS)
def test_faults(row: str, message: str) -> None:
    """Each is an error that says what is wrong; a copy follows what changes a map."""
    text = row
    for word, instruction in WORDS.items():
        text = text.replace(word, instruction)
    if "REPLACE" in row:
        text += f" {LOAD} [%r3], [%rd1, {{0, 0}}], [%r4];"
    declarations = ".shared .align 1024 .b8 tile[4096]; .shared .align 8 .b64 bar;"
    x = np.arange(64, dtype=np.uint32).reshape(4, 16)
    maps = [ptxpy.TensorMap(each, (2, 4)) for each in (x, x.astype(np.float32))]
    made = kernel(BODY + text, PARAMETERS, declarations, "sm_90a")
    with pytest.raises(SimulationError) as caught:
        run(made, *maps, np.ones(128, np.float32), block=1)
    assert message in str(caught.value)


def test_boxes_beyond_the_tensor() -> None:
    """A box that is out of bounds as a whole is no error: it is filled, and counted."""
    body = f"""{BODY}
    mbarrier.arrive.expect_tx.shared.b64 _, [%r4], 32;
    st.shared.u32 [%r3], 7;
    {LOAD} [%r3], [%rd1, {{-2000000000, 2000000000}}], [%r4];
    mbarrier.test_wait.parity.shared.b64 %p1, [%r4], 0;
    @%p1 ld.shared.u32 %r6, [%r3];
    @!%p1 mov.u32 %r6, 99;
    st.global.u32 [%out], %r6;
    """
    declarations = ".shared .align 1024 .b8 tile[4096]; .shared .align 8 .b64 bar;"
    x = np.arange(64, dtype=np.uint32).reshape(4, 16)
    out = np.ones(1, np.uint32)
    made = kernel(body, PARAMETERS, declarations, "sm_90a")
    run(made, *[ptxpy.TensorMap(x, (2, 4))] * 2, out, block=1)
    assert out.tolist() == [0]


def test_a_tensor_that_is_only_read() -> None:
    """A store through the map of an array that is marked is told."""
    x = ptxpy.readonly(np.zeros((4, 16), np.uint32))
    text = kernel(
        BODY + "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd1, {0, 0}], [%r3];",
        PARAMETERS,
        ".shared .align 1024 .b8 tile[4096]; .shared .align 8 .b64 bar;",
        "sm_90a",
    )
    with pytest.raises(SimulationError, match="in the argument source, which is read-only"):
        run(text, ptxpy.TensorMap(x, (2, 4)), None, np.zeros(1), block=1)
