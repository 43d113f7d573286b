"""Kernels of a few lines, in the frame that the cases of this folder stand in."""

from __future__ import annotations

from pathlib import Path

import ptxpy

__all__ = ["cases", "module_text", "statements"]

HEAD = """from ptxpy import *
module("ptxpy", version="8.0", target="sm_90a")
@kernel
def k(n: u32, x: u64):
    p, rs, r, rd, f, fd = reg.bulk(p=9, rs=9, r=9, rd=9, f=9, fd=9)
"""
LAST = "%fd<9>;\n"


def module_text(lines: list[str]) -> str:
    """Return the PTX of a kernel with the given lines of Python, and a `ret` behind them."""
    text = HEAD + "".join(f"    {line}\n" for line in [*lines, "ptx.ret()"])
    return ptxpy.emit(ptxpy.from_python(text))


def statements(lines: list[str]) -> list[str]:
    """Return the statements of the kernel, but for its frame."""
    inner = module_text(lines).partition(LAST)[2].rpartition("    ret;\n}")[0]
    return [line.strip() for line in inner.splitlines()]


def cases(name: str) -> list[tuple[str, str]]:
    """Return the cases of a file here: what stands before ` -> ` and behind it, in each line."""
    found = []
    for line in Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            left, arrow, right = line.rpartition(" -> ")
            assert arrow
            found.append((left, right))
    return found
