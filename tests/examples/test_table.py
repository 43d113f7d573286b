"""The table of `tools/benchmarks/run examples`: it has every example, and nothing is spilled."""

from __future__ import annotations

import argparse
import pkgutil
from typing import Any

import pytest
from benchmarks import examples
from benchmarks.example_kernels import EXAMPLES, GPUS, OTHERS, Example
from benchmarks.examples import lines_of, row_of

import ptxpy.examples
from ptxpy import Tile, bf16, f32, intrinsic, kernel, ptx, reg, u32
from tests.assemble.real import needs_ptxas


def test_every_example_is_in_the_table() -> None:
    """A module of `ptxpy.examples` has a row, or is one of the few without."""
    modules = {module.name for module in pkgutil.iter_modules(ptxpy.examples.__path__)}
    assert modules == {*EXAMPLES, *OTHERS}
    assert not OTHERS & set(EXAMPLES)
    assert all(each.kernel.body.__module__.endswith(f".{name}") for name, each in EXAMPLES.items())


@needs_ptxas
@pytest.mark.parametrize("name", EXAMPLES)
def test_what_a_kernel_needs(name: str) -> None:
    """There are no spills and no warnings, and a block's shared memory is enough."""
    row = row_of(name, EXAMPLES[name])
    assert row.wrong == []
    assert 0 < row.registers <= 255
    most = 164 if row.arch == "sm_80" else 227
    assert row.static + row.dynamic <= most * 1024
    assert 5 <= row.lines < 200


def test_bounds() -> None:
    """The roof is that of memory or of operations; small problems are bound by neither."""
    adds = EXAMPLES["vector_add"]
    assert adds.bytes == 12 * adds.size["N"]
    assert adds.bound(GPUS["H100"]) == "memory"
    assert adds.seconds(GPUS["H200"]) == pytest.approx(adds.bytes / 4.8e12)
    assert adds._replace(size={"N": 1000}).bound(GPUS["H100"]) == "latency"
    assert adds._replace(operations=adds.bytes * 21).bound(GPUS["H100"]) == "f32"
    product = EXAMPLES["hopper_gemm"]
    assert product.bytes == 3 * 2 * 8192**2
    assert product.bound(GPUS["H200"]) == "tensor cores"
    assert product.ridge(GPUS["H100"]) == pytest.approx(989 / 3.35)
    assert product.seconds(GPUS["H100"]) == pytest.approx(2 * 8192**3 / 989e12)
    assert EXAMPLES["hopper_one_tile"].bound(GPUS["H100"]) == "latency"
    assert EXAMPLES["blackwell_gemm"].gpus == ("B200",)
    scaled = EXAMPLES["blackwell_mxfp8_gemm"]
    assert scaled.bytes == 2 * 8192**2 * 33 // 32 + 4 * 8192**2
    assert scaled.rate(GPUS["B200"]) == 4500e12


@kernel(
    arch="sm_80",
    in_specs=(Tile("N", bf16),),
    out_specs=(Tile("N", f32),),
    grid=1,
    block=32,
)
def two_lines(_x: Any, _y: Any) -> None:
    """Multiply, and lose the product; a docstring is no line."""
    # nor is a comment

    ptx.inst.mul.lo.u32(reg.scalar(u32), 3, 2)
    ptx.ret()


@intrinsic
def three(
    first: object,
) -> object:
    """Return it after some lines."""
    if first:
        # which are three
        text = """of which
this is the last"""
    return first, text


def test_lines() -> None:
    """Lines with code in bodies count, those of what is called in the tests do not."""
    assert lines_of(two_lines.body) == 2
    assert lines_of(three) == 4
    assert lines_of(EXAMPLES["vector_add"].kernel.body) == 8
    softmax, layer_norm = (
        lines_of(EXAMPLES[name].kernel.body) for name in ("softmax", "layer_norm")
    )
    assert min(softmax, layer_norm) > 40  # the row that they share, and the reduction


@needs_ptxas
def test_the_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It prints a line for each and for what bounds it; what is wrong makes it fail."""
    warned = Example(two_lines, {"N": 32}, 0)
    monkeypatch.setitem(EXAMPLES, "unused", warned)
    names = ["vector_add", "hopper_one_tile", "unused"]
    found = examples.run(argparse.Namespace(files=names))
    assert [row["example"] for row in found["examples"]] == names
    assert [row["instructions"] for row in found["examples"]] == [21, 134, 2]
    assert found["examples"][2]["bytes"] == 6 * 32
    assert found["examples"][1]["bounds"] == {"H100": "latency", "H200": "latency"}
    (message,) = found["regressions"]
    assert message.startswith("unused: unused.ptx:")
    text = capsys.readouterr().out
    assert f"wrong: {message}" in text
    assert "H100: memory (20)" in text


def test_no_such_example() -> None:
    """An unknown name is told."""
    with pytest.raises(SystemExit, match="no such example: gone"):
        examples.run(argparse.Namespace(files=["vector_add", "gone"]))
