"""The kernels of `ptxpy.examples`, and how much work each has on a problem of a stated size.

What a GPU can do is in its datasheet: NVIDIA H100 (SXM5), H200 (SXM) and B200 (HGX). Rates of
tensor cores are those of f16 and bf16 without sparsity.

The bytes of a kernel are those of its tensors, each moved once, as if all that is read twice came
from the caches. Its operations are counted by hand, a fused multiply-add as two; those of tensor
cores where it has any, else those of f32. From this follows what bounds it:

    time >= max(bytes / bandwidth, operations / rate)

or, the same with the intensity operations / bytes: memory bounds it where that is below the ridge,
rate / bandwidth. Where the time is below `LATENCY`, neither does: starting, waiting for the first
bytes, and ending take longer.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from ptxpy.dsl import StandaloneKernel
from ptxpy.examples import (
    ampere_gemm,
    blackwell_attention,
    blackwell_gemm,
    blackwell_mxfp8_gemm,
    blackwell_pair_gemm,
    blackwell_rms_norm,
    flash_attention,
    hopper_gemm,
    hopper_one_tile,
    hopper_persistent_gemm,
    layer_norm,
    reduction,
    rms_norm,
    saxpy,
    softmax,
    swiglu,
    transpose,
    vector_add,
)
from ptxpy.isa import TYPES

LATENCY = 2e-6
"""Seconds in which a small kernel starts, loads from memory once, and ends: the order of it."""

OTHERS = frozenset({"bfloat16", "checking", "edit_and_relaunch", "mxfp8", "rows"})
"""The modules of `ptxpy.examples` without a kernel of their own."""


class Gpu(NamedTuple):
    """What a GPU does in a second, at most."""

    bandwidth: float
    """Bytes to and from memory."""
    tensor: float
    """Operations of tensor cores."""
    f32: float
    """Operations of f32 outside of tensor cores."""


GPUS = {
    "H100": Gpu(3.35e12, 989e12, 67e12),
    "H200": Gpu(4.8e12, 989e12, 67e12),
    "B200": Gpu(8e12, 2250e12, 75e12),
}


class Example(NamedTuple):
    """A kernel, a problem for it, and the operations that this takes."""

    kernel: StandaloneKernel
    size: dict[str, int]
    """Its symbolic dimensions."""
    operations: int
    tensor: int = 0
    """The rate of tensor cores for its type, in that of f16; 0 where it has no use for them."""
    gpus: tuple[str, ...] = ("H100", "H200")
    """Those that it is for."""

    @property
    def bytes(self) -> int:
        """The bytes of its tensors."""
        return sum(
            prod(spec.resolve_shape(self.size)) * TYPES[spec.dtype.fundamental].bits // 8
            for spec in (*self.kernel.in_specs, *self.kernel.out_specs)
        )

    def ridge(self, gpu: Gpu) -> float:
        """Return the operations for a byte from which on memory is not the bound."""
        return self.rate(gpu) / gpu.bandwidth

    def rate(self, gpu: Gpu) -> float:
        """Return the operations in a second, at most."""
        return self.tensor * gpu.tensor or gpu.f32

    def seconds(self, gpu: Gpu) -> float:
        """Return the time that it takes at least."""
        return max(self.bytes / gpu.bandwidth, self.operations / self.rate(gpu))

    def bound(self, gpu: Gpu) -> str:
        """Return what bounds it: `latency`, `memory`, `tensor cores` or `f32`."""
        if self.seconds(gpu) < LATENCY:
            return "latency"
        if self.operations / self.bytes < self.ridge(gpu):
            return "memory"
        return "tensor cores" if self.tensor else "f32"


_N = 1 << 26
_ROWS = {"M": 1 << 16, "N": 1 << 10}
_ELEMENTS = prod(_ROWS.values())
_MATRICES = {"M": 8192, "N": 8192, "K": 8192}
_PRODUCT = 2 * prod(_MATRICES.values())
_HEADS = {"H": 64, "L": 8192, "D": 128}

EXAMPLES = {
    "vector_add": Example(vector_add.vector_add, {"N": _N}, _N),
    "saxpy": Example(saxpy.saxpy, {"N": _N}, 2 * _N),
    "transpose": Example(transpose.transpose, {"M": 8192, "N": 8192}, 0),
    "reduction": Example(reduction.add_up, {"N": _N}, _N),
    # The largest, its difference to each element, the exponential, their sum, the quotient.
    "softmax": Example(softmax.softmax, _ROWS, 6 * _ELEMENTS),
    # The square and its sum, the two factors.
    "rms_norm": Example(rms_norm.rms_norm, _ROWS, 4 * _ELEMENTS),
    # The sum, the difference, its square and their sum, the scale, gamma and beta.
    "layer_norm": Example(layer_norm.layer_norm, _ROWS, 8 * _ELEMENTS),
    # The exponential with its factor, 1 +, the quotient, two factors.
    "swiglu": Example(swiglu.swiglu, {"M": 8192, "N": 14336}, 6 * 8192 * 14336),
    "ampere_gemm": Example(ampere_gemm.gemm, _MATRICES, _PRODUCT, tensor=1),
    "hopper_one_tile": Example(hopper_one_tile.one_tile, {}, 2 * 64 * 256 * 64, tensor=1),
    "hopper_gemm": Example(hopper_gemm.gemm, _MATRICES, _PRODUCT, tensor=1),
    "hopper_persistent_gemm": Example(hopper_persistent_gemm.gemm, _MATRICES, _PRODUCT, tensor=1),
    # Two products of L x L x D for each head.
    "flash_attention": Example(flash_attention.attention, _HEADS, 4 * 64 * 8192**2 * 128, tensor=1),
    "blackwell_gemm": Example(blackwell_gemm.gemm, _MATRICES, _PRODUCT, tensor=1, gpus=("B200",)),
    "blackwell_attention": Example(
        blackwell_attention.attention,
        _HEADS,
        4 * 64 * 8192**2 * 128,
        tensor=1,
        gpus=("B200",),
    ),
    "blackwell_rms_norm": Example(
        blackwell_rms_norm.rms_norm, {"M": 1 << 16, "N": 4096}, 4 * (4096 << 16), gpus=("B200",)
    ),
    "blackwell_pair_gemm": Example(
        blackwell_pair_gemm.gemm, _MATRICES, _PRODUCT, tensor=1, gpus=("B200",)
    ),
    "blackwell_mxfp8_gemm": Example(
        blackwell_mxfp8_gemm.gemm,
        {**_MATRICES, "MT": 64, "NT": 64, "KT": 64},  # tiles of scale factors
        _PRODUCT,
        tensor=2,
        gpus=("B200",),
    ),
}
"""By the name of the module."""
