"""The persistent GEMM of the examples against cuBLAS (`torch.matmul`), on a Hopper GPU."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from importlib import import_module
from statistics import median
from types import ModuleType
from typing import Any

from ptxpy.examples.hopper_persistent_gemm import gemm

SIZES = (4096, 8192)
"""M, N and K alike."""
CALLS = 10
"""How often a contender is called in a measurement: launches overlap with what runs."""
HOPPER = (9, 0)
ALLOWED = 0.02
"""The largest difference of results in bf16, relative to the largest element."""


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure, print, and return TFLOP/s; nothing where there is no such GPU or no PyTorch."""
    torch = _torch()
    if torch is None:
        print("not measured: it takes PyTorch and a GPU of compute capability 9.0")
        return {"measured": False}
    device = torch.cuda.get_device_properties(0)
    print(f"{device.name}: TFLOP/s, median of {options.repeat} rounds in turns (lowest to highest)")
    found: dict[str, Any] = {"measured": True, "gpu": device.name, "torch": torch.__version__}
    for size in SIZES:
        found[str(size)] = compare(torch, size, device.multi_processor_count, options.repeat)
    return found


def compare(torch: ModuleType, size: int, multiprocessors: int, rounds: int) -> dict[str, Any]:
    """Return the TFLOP/s of both for square matrices; `ValueError` where results differ."""
    a, b = (torch.randn((size, size), device="cuda", dtype=torch.bfloat16) for _ in range(2))
    ours, theirs = torch.empty_like(a), torch.empty_like(a)
    contenders: dict[str, Callable[[], Any]] = {
        "ptxpy": lambda: gemm(a, b, c=ours, SMS=multiprocessors),
        "cuBLAS": lambda: torch.matmul(a, b, out=theirs),
    }
    for call in contenders.values():
        call()
    torch.cuda.synchronize()
    error = float((ours.float() - theirs.float()).abs().max() / theirs.float().abs().max())
    if not error <= ALLOWED:
        msg = f"results of {size} x {size} x {size} differ by {error:.3g} of the largest element"
        raise ValueError(msg)
    times = in_turns(contenders, lambda call: _milliseconds(torch, call), rounds)
    rates = {
        name: [2 * size**3 * CALLS / (each * 1e9) for each in values]
        for name, values in times.items()
    }
    ratio = median(x / y for x, y in zip(rates["ptxpy"], rates["cuBLAS"], strict=True))
    shown = "  ".join(
        f"{name} {median(each):6.0f} ({min(each):.0f} to {max(each):.0f})"
        for name, each in rates.items()
    )
    print(f"{size:6}  {shown}  ratio {ratio:.2f}  difference {error:.1e}", flush=True)
    return {"tflops": rates, "ratio": ratio, "difference": error}


def in_turns(
    contenders: Mapping[str, Callable[[], Any]],
    clock: Callable[[Callable[[], Any]], float],
    rounds: int,
) -> dict[str, list[float]]:
    """Time each contender once a round, in turns; return the times of each."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, call in contenders.items():
            times[name].append(clock(call))
    return times


def _milliseconds(torch: ModuleType, call: Callable[[], Any]) -> float:
    """Return how long the GPU takes for `CALLS` calls."""
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    begin.record()
    for _ in range(CALLS):
        call()
    end.record()
    torch.cuda.synchronize()
    return float(begin.elapsed_time(end))


def _torch() -> ModuleType | None:
    """Return PyTorch where it sees a Hopper GPU, else None."""
    try:
        torch = import_module("torch")
    except ImportError:
        return None
    there = torch.cuda.is_available() and torch.cuda.get_device_capability(0) == HOPPER
    return torch if there else None
