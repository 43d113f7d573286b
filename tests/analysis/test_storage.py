"""Sizes of variables and offsets of parameters, and who uses which."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

import pytest

import ptxpy
from ptxpy.analysis.references import free_names, propagate_facts
from ptxpy.analysis.storage import Storage, parameters_of, registers_of, variables_of
from ptxpy.ir import nodes as n
from tests.analysis.support import CORPUS, codes


def variable(text: str) -> n.Variable:
    """Return a declaration."""
    found = ptxpy.parse(f".version 9.0\n.target sm_90\n.entry k() {{\n{text}\n}}").functions[0].body
    assert found is not None
    assert isinstance(found[0], n.Variable)
    return found[0]


@pytest.mark.parametrize(
    ("text", "kind", "dimensions", "size", "alignment"),
    [
        (".shared .u16 x;", "u16", (), 2, 2),
        (".shared .align 16 .b8 x[64][32];", "b8", (64, 32), 2048, 16),
        (".shared .v4 .f32 x[8];", "v4.f32", (8,), 128, 16),
        (".shared .b128 x;", "b128", (), 16, 16),
        (".local .b32 x<4>;", "b32", (4,), 16, 4),
        (".shared .b8 x[0x44];", "b8", (68,), 68, 1),
        (".shared .b32 x[9223372036854775807];", "b32", (2**63 - 1,), None, 4),
        (".local .align 4 .b8 x[] = {1, 2, 3};", "b8", (3,), 3, 4),
    ],
)
def test_a_variable(
    text: str, kind: str, dimensions: tuple[int | None, ...], size: int | None, alignment: int
) -> None:
    """Sizes are bytes; those that make no sense are not known."""
    (found,) = variables_of(variable(text))
    assert (found.type, found.dimensions, found.size, found.alignment) == (
        kind,
        dimensions,
        size,
        alignment,
    )


def test_registers() -> None:
    """A range counts as many as it says; without sense, none."""
    assert registers_of(variable(".reg .b32 %r<10>, x, y;")) == (".b32", 12)
    assert registers_of(variable(".reg .v2 .f32 v;")) == (".v2.f32", 1)
    assert registers_of(variable(f".reg .b32 %r<{'9' * 5000}>;")) == (".b32", 0)


def parameters(text: str, kind: str = ".entry") -> tuple[Storage, ...]:
    """Return the parameters of a function."""
    module = ptxpy.parse(f".version 9.0\n.target sm_90\n{kind} k({text}) {{ ret; }}")
    return parameters_of(module.functions[0])


def test_parameters() -> None:
    """They lie behind each other, each at its alignment."""
    found = parameters(
        ".param .u8 a, .param .u64 .ptr .global .align 16 b, .param .align 8 .b8 c[12], "
        ".param .f32 d, .param .align 64 .b8 e[128], .param .u32 f"
    )
    assert [p.offset for p in found] == [0, 8, 16, 28, 64, 192]
    assert [p.size for p in found] == [1, 8, 12, 4, 128, 4]
    assert found[1].pointer == ".ptr .global .align 16"
    assert found[1].alignment == 8
    assert [p.offset for p in parameters(".param .u64 a, .param .u32 b", ".func")] == [None] * 2


KPARAM_INFO = 0x17
"""The attribute of a kernel parameter in `.nv.info.KERNEL` of a cubin."""


def laid_out(cubin: bytes) -> dict[str, list[tuple[int, int]]]:
    """Return offset and size of the parameters of each kernel of a cubin."""
    (sections,) = struct.unpack_from("<Q", cubin, 0x28)
    size, count, names = struct.unpack_from("<HHH", cubin, 0x3A)
    heads = [struct.unpack_from("<IIQQQQ", cubin, sections + k * size) for k in range(count)]
    found: dict[str, list[tuple[int, int]]] = {}
    for head in heads:
        start = heads[names][4] + head[0]
        name = cubin[start : cubin.index(b"\0", start)].decode()
        if name.startswith(".nv.info."):
            rows: dict[int, tuple[int, int]] = {}
            at, end = head[4], head[4] + head[5]
            while at < end:
                form, attribute, length = struct.unpack_from("<BBH", cubin, at)
                if form == 4 and attribute == KPARAM_INFO:
                    _, ordinal, offset, flags = struct.unpack_from("<IHHI", cubin, at + 4)
                    rows[ordinal] = (offset, flags >> 18)
                at += 4 + length if form == 4 else 4
            found[name.removeprefix(".nv.info.")] = [rows[k] for k in sorted(rows)]
    return found


@pytest.mark.skipif(shutil.which("ptxas") is None, reason="needs ptxas")
@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("nvcc/attributes.sm_80.ptx", "sm_80"),
        ("nvcc/hopper.sm_90a.ptx", "sm_90a"),
        ("nvcc/data.sm_90.ptx", "sm_90"),
        ("cutlass/ampere_gemm.ptx", "sm_80"),
        ("cutedsl/matmul_ampere_sm_80.ptx", "sm_80"),
        ("triton/v3_5/statistics_sm_90a.ptx", "sm_90a"),
    ],
)
def test_ptxas_lays_parameters_out_so(name: str, target: str, tmp_path: Path) -> None:
    """It moves all of them together where one has a large alignment."""
    path, out = CORPUS / name, tmp_path / "out.cubin"
    done = subprocess.run(["ptxas", "-arch", target, path, "-o", out], check=False)
    assert done.returncode == 0
    kernels = laid_out(out.read_bytes())
    module = ptxpy.parse(path.read_bytes())
    compared = 0
    for function in module.kernels:
        found = [(p.offset or 0, p.size) for p in parameters_of(function)]
        told = kernels[function.name.name]
        if found:
            compared += 1
            base = told[0][0]
            assert found == [(offset - base, size) for offset, size in told]
    assert compared


def test_names_that_functions_use() -> None:
    """What a function declares itself is not among them; what callees use can be inherited."""
    found = codes(
        b".version 9.0\n.target sm_90\n.shared .b8 a[4], b[4], c[4];\n"
        b".func leaf() { .reg .b32 r; ld.shared.u32 r, [b]; ret; }\n"
        b".func loop() { .reg .b32 c; mov.u32 c, 1; call leaf; call loop; ret; }\n"
        b".entry k() { .reg .b32 r; { .shared .b8 a[8]; mov.u32 r, a; } call loop; ret; }\n"
    )
    direct = {code.function.name.name: free_names(code) for code in found}
    assert direct == {"leaf": {"b"}, "loop": {"leaf", "loop"}, "k": {"loop"}}
    facts = propagate_facts(direct, {"a": 1, "b": 2, "c": 4, "k": 8}, ["k"])
    assert facts == {"k": 10, "loop": 2, "leaf": 2, "b": 2}
