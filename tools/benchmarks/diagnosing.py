"""What `ptxpy check` and `ptxpy diff` cost: seconds of processor time, beyond the parse."""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

import ptxpy
from benchmarks.corpus import named, short
from ptxpy import ir
from ptxpy.check import diagnose_module
from ptxpy.compare import compare
from ptxpy.passes import rename
from ptxpy.syntax.printer import positions

FILES = (
    "cutlass/hopper_gemm.lineinfo.ptx",
    "cutlass/blackwell_gemm.ptx",
    "triton/attention_causal_sm_90a.ptx",
    "nvcc/sha256.sm_80.ptx",
)
SHOWN = 36


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure files; the times are medians of CPU seconds.

    `check` is all rules and the places of all statements, as if there were something to tell.
    `diff` compares a file with itself under canonical names and with one instruction changed.
    """
    rows = {}
    for path in named(FILES):
        source = path.read_bytes()
        module = ptxpy.parse(source)
        other = _edited(rename(module))
        row = {
            "bytes": len(source),
            "parse": _seconds(options.repeat, partial(ptxpy.parse, source)),
            "check": _seconds(options.repeat, partial(_check, module)),
            "diff": _seconds(options.repeat, partial(compare, module, other)),
        }
        rows[short(path)] = row
        print(
            f"  {short(path):{SHOWN}} {row['bytes'] / 1e6:5.2f} MB  parse {row['parse']:5.2f} s  "
            f"check {row['check']:5.2f} s  diff {row['diff']:5.2f} s",
            flush=True,
        )
    return {"files": rows}


def _check(module: ir.Module) -> None:
    diagnose_module(module)
    positions(module)


def _edited(module: ir.Module) -> ir.Module:
    """Return a module in which the first addition of the first kernel is a subtraction."""
    kernel = module.kernels[0]
    body = list(kernel.body or ())
    at = next(k for k, node in enumerate(body) if isinstance(node, ir.Instruction) and _adds(node))
    body[at] = body[at].replace(opcode="sub")
    items = [item.replace(body=tuple(body)) if item is kernel else item for item in module.body]
    return module.replace(body=tuple(items))


def _adds(node: ir.Instruction) -> bool:
    return node.opcode == "add"


def _seconds(repeat: int, work: Callable[[], object]) -> float:
    times = []
    for _ in range(repeat):
        gc.collect()
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return median(times)
