"""Kernels with given parameters and directives, and the rows of data files."""

from __future__ import annotations

from pathlib import Path

import ptxpy
from ptxpy.launch_request import Signature, find_kernel, signature_of

FOLDER = Path(__file__).parent


def rows(name: str) -> list[tuple[str, ...]]:
    """Return the rows of a file beside this one, whose columns are separated by bars."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#")]
    found = [tuple(cell.strip() for cell in line.split(" | ")) for line in lines]
    assert {len(row) for row in found} == {3}
    return found


def module(
    parameters: str = "", directives: str = "", before: str = "", body: str = "", arch: str = ""
) -> ptxpy.ir.Module:
    """Return a module with the kernel `k`."""
    return ptxpy.parse(
        f".version 8.0\n.target {arch or 'sm_90a'}\n.address_size 64\n{before}\n"
        f".visible .entry k({parameters})\n{directives}\n{{\n{body}\nret;\n}}\n"
    )


def signature(parameters: str = "", directives: str = "") -> Signature:
    """Return the signature of such a kernel."""
    made = module(parameters and f".param {parameters}", directives)
    return signature_of(made, find_kernel(made))
