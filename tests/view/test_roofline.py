"""Roofline arithmetic: operations of instructions, of runs, and against peaks."""

from __future__ import annotations

import numpy as np
import pytest

import ptxpy
from ptxpy.ir import nodes as n
from ptxpy.isa.operation_counts import Matrix, Work, matrix_of, work_of
from ptxpy.sim.observe.profile import Counts, Line, Profile
from ptxpy.view.machine_code import MachineCode
from ptxpy.view.page import page_data
from ptxpy.view.roofline import roofline
from ptxpy.view.run import Run
from tests.captures.launches import ADD


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add.rn.f32", Work("f32", 1)),
        ("fma.rn.ftz.f64", Work("f64", 2)),
        ("fma.rn.bf16x2", Work("f16", 4)),
        ("add.f32x2", Work("f32", 2)),
        ("mad.lo.s32", None),
        ("div.rn.f32", None),
        ("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", Work("tensor f16", 128)),
        ("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32", Work("tensor f16", 64)),
        ("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", Work("tensor f64", 16)),
        ("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", None),
        ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f16", Work("tensor f16", 256)),
        ("wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16", Work("tensor f16", 2048)),
        ("wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e5m2", Work("tensor f8", 256)),
        ("tcgen05.mma.cta_group::1.kind::f16", Work("tensor", 0)),
    ],
)
def test_operations_of_instructions(text: str, expected: Work | None) -> None:
    """Of a thread: the products of a warp or warpgroup are divided by its threads."""
    opcode, *words = text.split(".")
    assert work_of(opcode, [f".{word}" for word in words]) == expected


def test_shapes_of_products() -> None:
    """Loads of matrices are no products."""
    assert matrix_of("wgmma", (".mma_async", ".m64n8k16", ".f32", ".bf16", ".bf16")) == Matrix(
        64, 8, 16, "bf16"
    )
    assert matrix_of("wmma", (".load", ".a", ".sync", ".m16n16k16", ".f16")) is None


def _profile(*rows: tuple[int, int, int]) -> Profile:
    lines = []
    for line, enabled, sectors in rows:
        counts = Counts()
        counts.enabled = counts.threads = enabled
        if sectors:
            counts.traffic("global", "load").sectors = sectors
        lines.append(Line(line, 0, "", counts))
    return Profile("k", lines)


def test_a_run_against_peaks() -> None:
    """Times are operations and bytes by the peaks of products that run the target."""
    works: dict[int, list[Work | None]] = {
        1: [Work("f32", 2)],
        2: [None],
        3: [Work("tensor f16", 128)],
    }
    found = roofline(_profile((1, 100, 0), (2, 100, 10), (3, 32, 0)), works, "sm_80")
    assert found["flops"] == {"tensor f16": 4096, "f32": 200}
    assert (found["bytes"], found["intensity"], found["unknown"]) == (320, 13.425, [])
    first, second = found["peaks"]
    assert (first["arch"], second["arch"]) == ("sm_80", "sm_90")
    assert first["arithmetic_time"] == pytest.approx(4096 / 312e12 + 200 / 19.5e12)
    assert first["memory_time"] == pytest.approx(320 / 2.039e12)
    assert first["bound"] == "memory"


@pytest.mark.parametrize(
    ("target", "archs"),
    [("sm_75", 2), ("sm_90", 1), ("sm_90a", 1), ("sm_80a", 1), ("sm_100a", 0), ("", 0)],
)
def test_targets(target: str, archs: int) -> None:
    """A target with `a` runs on its own architecture alone."""
    assert len(roofline(_profile((1, 1, 1)), {}, target)["peaks"]) == archs


def test_what_is_unknown_is_said() -> None:
    """Without all operations there is no intensity, and no bound."""
    profile = _profile((1, 128, 1), (2, 128, 1))
    found = roofline(profile, {1: [Work("tensor", 0)], 2: [Work("f32", 1), None]}, "sm_90")
    assert found["unknown"] == [1, 2]
    assert found["intensity"] is None
    assert [(each["arithmetic_time"], each["bound"]) for each in found["peaks"]] == [
        (None, "unknown")
    ]
    fp8 = roofline(_profile((1, 32, 1)), {1: [Work("tensor f8", 8)]}, "sm_80")
    assert [each["bound"] for each in fp8["peaks"]] == ["unknown", "memory"]


def test_a_page_has_the_arithmetic_of_its_run() -> None:
    """One addition a thread that is in range, and the sectors of three arrays."""
    kernel = ptxpy.load(ADD)
    x = np.arange(64, dtype=np.float32)
    arguments = (x, np.zeros_like(x), 0.5)
    profile = kernel.profile(*arguments, grid=1, block=64)
    timeline = kernel.timeline(*arguments, grid=1, block=64)
    module = ptxpy.parse(ADD, filename="add.ptx")
    assert any(type(item) is n.Target for item in module.body)
    data = page_data(module, "add.ptx", None, MachineCode(()), Run(profile, timeline))
    adds = sum(row["enabled_threads"] for row in data["profile"]["lines"]
               if "add.f32" in data["ptx"]["lines"][row["line"] - 1])  # fmt: skip
    assert adds == 64
    assert data["roofline"]["flops"]["f32"] == adds
    assert data["shared"]["spans"] == []
    assert data["shared"]["end"] == timeline.end
    assert data["roofline"]["bytes"] == 32 * sum(
        each["sectors"] for row in data["profile"]["lines"] for each in row["memory"]
        if each["space"] == "global"
    )  # fmt: skip
