"""Files that are not PTX are called what they are; PTX with mistakes is not."""

from __future__ import annotations

import time

import pytest

import ptxpy
from ptxpy.syntax import parse_tolerant
from ptxpy.syntax.foreign_text import describe_foreign

FOREIGN: dict[str, bytes] = {
    "LLVM bitcode": b"BC\xc0\xde\x35\x14\x00\x00\x05\x00\x00\x00",
    "LLVM IR": b'; ModuleID = "k"\nsource_filename = "k"\n\ndefine void @k() {\n  ret void\n}\n',
    "MLIR": b'module attributes {ttg.target = "cuda:90"} {\n  tt.func public @k() {\n  }\n}\n',
    "Rust": b'// main\nuse std::env;\n\nfn main() {\n    println!("{}", 1);\n}\n',
    "C or C++": b"#include <stdio.h>\nint main(void) { return 0; }\n",
    "C or C++ ": b"__global__ void k(float *x) {\n  x[0] = 1.0f;\n}\n",
    "C or C++  ": b"static const int x = 3;\n",
    "OpenCL C": b"__kernel void k(__global float *x) {\n  x[0] = 1.0f;\n}\n",
    "Python": b"import triton\n\n@triton.jit\ndef k(x):\n    pass\n",
    "JSON": b'{"name": "k", "shared": 0}\n',
    "HTML or XML": b"<!DOCTYPE html>\n<html><body>404</body></html>\n",
    "machine code": b'\t.headerflags\t@"EF_CUDA_SM90"\n        /*0000*/  MOV R1, c[0x0][0x28] ;\n',
    "assembly of another": b"\t.text\n\t.globl main\nmain:\n\tpushq %rbp\n\tret\n",
    "an ELF file": b"\x7fELF\x02\x01\x01\x33",
    "packed by gzip": b"\x1f\x8b\x08\x00\x00\x00",
    "text in UTF-16": ".version 8.0\n.target sm_90\n".encode("utf-16"),
    "an image": b"\x89PNG\r\n\x1a\n\x00",
    "a pointer of Git LFS": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
    "binary data": b"\x01\x02\x00\x03\x00",
    "": b"root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000::/home/user:/bin/sh\n",
    " ": b"hello world\n",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_foreign_files_are_called_what_they_are(kind: str) -> None:
    """There is one error, at the beginning."""
    expected = f"this is {kind.strip()}" if kind.strip() else "this is not PTX: it has no directive"
    with pytest.raises(ptxpy.PtxSyntaxError) as caught:
        ptxpy.parse(FOREIGN[kind])
    (problem,) = caught.value.problems
    assert problem.message.startswith(expected)
    assert (problem.line, problem.column) == (1, 1)
    assert "\\udc" not in str(caught.value)
    assert parse_tolerant(FOREIGN[kind]).module is None


@pytest.mark.parametrize(
    "text",
    [
        "add.s32 %r1, %r2 %r3;\n",
        "@%p1 bra.uni $L;\nmov.u32 %r1, ;\n",
        ".version 8.0\n.target sm_90\n#include <x>\nint x = 3;\n",
        "\ufeff.version 8.0\n.target ;\n",
        "// comment\n.visible .entry k()\n{\n  import os\n}\n",
        "{ .reg .u32 t; mov.u32 t t; }",
        "",
        "\n\0",
        "\x1a\n\t",
    ],
)
def test_ptx_with_mistakes_is_ptx(text: str) -> None:
    """It keeps the messages on its mistakes."""
    assert describe_foreign(text) is None


def test_a_byte_that_is_no_text() -> None:
    """It is shown as a number."""
    with pytest.raises(ptxpy.PtxSyntaxError, match=r":2:1: error: unexpected byte 0xff, which"):
        ptxpy.parse(b".version 8.0\n\xff.target sm_90\n")


@pytest.mark.parametrize(
    "unit", ["\n", " ", "{\n", "a", "a.", ";", "@p ", "impl ", "define ", "::a"]
)
def test_time_is_linear(unit: str) -> None:
    """Hostile text takes no longer than other text."""
    started = time.process_time()
    describe_foreign(unit * 200_000)
    assert time.process_time() - started < 2


def test_a_path_is_no_text() -> None:
    """Its error says how a file is read."""
    with pytest.raises(ptxpy.PtxSyntaxError) as caught:
        ptxpy.parse("scale.ptx")
    assert caught.value.__notes__ == [
        "parse takes the text of a module: parse(Path(…).read_bytes())"
    ]
