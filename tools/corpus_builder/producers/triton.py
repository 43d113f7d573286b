"""Triton: our own kernels for Turing to Blackwell, by two versions of the compiler.

Version 3.9 writes ISA 9.4, which ptxas 13.0 does not know; 3.5 writes 8.7.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from corpus_builder.generator_job import GeneratorRun
from corpus_builder.job import Job

NAME = "triton"
REQUIREMENTS = ["triton==3.9.0"]
ENVIRONMENTS = {"3.5": ["triton==3.5.1"]}

Pairs = Mapping[str, object]

ROW = {"x": "*fp32:16", "out": "*fp32:16", "n": "i32"}
VECTORS = {"x": "*fp32:16", "y": "*fp32:16", "out": "*fp32:16", "n": "i32"}
FP8 = {"x": "*fp16:16", "back": "*fp16:16", "scale": "*fp32", "n": "i32"}
SIZES = {"M": "i32", "N": "i32", "K": "i32:16"}
STRIDES = {"stride_am": "i32:16", "stride_bk": "i32:16", "stride_cm": "i32:16"}
HALVES = {"a": "*fp16:16", "b": "*fp16:16", "c": "*fp16:16", **SIZES}
MATMUL_BLOCKS = {"BLOCK_M": 128, "BLOCK_N": 128, "BLOCK_K": 32, "GROUP": 8}
SCALED = {"a_scale": "*u8:16", "b_scale": "*u8:16", "c": "*fp32:16", "K": "i32:128"}
SCALED_BLOCKS = {"BLOCK_M": 128, "BLOCK_N": 128, "BLOCK_K": 128}


def jobs() -> list[Job]:
    """All kernels, smallest kinds first."""
    kernels = chain(_elementwise(), _rows(), _control(), _matmul(), _attention(), _extended())
    return [kernel.job() for kernel in kernels]


@dataclass(frozen=True, slots=True)
class _Kernel:
    """One kernel for one architecture."""

    module: str
    name: str
    arch: int
    arguments: Pairs
    constants: Pairs
    label: str = ""
    """Tells variants apart in the file's name."""
    options: Pairs = field(default_factory=dict)
    environment: str = ""
    extended: bool = False

    def job(self) -> Job:
        """The job that compiles it."""
        architecture = f"sm_{self.arch}{'a' if self.arch >= 90 else ''}"
        name = "_".join(filter(None, (self.name, self.label, architecture)))
        version = f"v{self.environment.replace('.', '_')}/" if self.environment else ""
        return GeneratorRun(
            output=f"{NAME}/{version}{name}.ptx",
            source=f"corpus/{NAME}/{self.module}.py",
            arch=architecture,
            generator=NAME,
            arguments=[
                self.name,
                f"--arch={self.arch}",
                *_flags("arg", self.arguments),
                *_flags("const", self.constants),
                *_flags("option", self.options),
            ],
            environment=self.environment,
            extended=self.extended,
        ).job()


def _flags(flag: str, pairs: Pairs) -> Iterator[str]:
    """``--arg=x=*fp32`` for types, ``--const=BLOCK=64`` for literals."""
    for name, value in pairs.items():
        yield f"--{flag}={name}={value if flag == 'arg' else repr(value)}"


def _elementwise() -> Iterator[_Kernel]:
    module = "elementwise"
    for arch in (90, 120):
        yield _Kernel(module, "vector_add", arch, VECTORS, {"BLOCK": 1024})
    for arch in (75, 100):
        yield _Kernel(module, "vector_add", arch, VECTORS, {"BLOCK": 1024}, environment="3.5")
    dropout = {**ROW, "rate": "fp32", "seed": "i32"}
    yield _Kernel(module, "dropout", 80, dropout, {"BLOCK": 1024}, environment="3.5")
    yield _Kernel(module, "activations", 89, ROW, {"BLOCK": 512}, environment="3.5")
    for arch, element, environment in ((80, "fp8e5", ""), (89, "fp8e4nv", "3.5")):
        arguments = {**FP8, "quantised": f"*{element}:16"}
        yield _Kernel(
            module,
            "fp8_round_trip",
            arch,
            arguments,
            {"BLOCK": 1024},
            label=element,
            environment=environment,
        )
    bytes_ = {"x": "*u8:16", "y": "*u8:16", "out": "*u8:16", "n": "i32"}
    yield _Kernel(module, "inline_assembly", 90, bytes_, {"BLOCK": 1024})
    longs = {"x": "*i64:16", "y": "*i64:16", "out": "*i64:16", "n": "i64"}
    yield _Kernel(module, "integers", 75, longs, {"BLOCK": 256})


def _rows() -> Iterator[_Kernel]:
    module = "rows"
    softmax = {**ROW, "row_stride": "i32:16"}
    yield _Kernel(module, "softmax", 80, softmax, {"BLOCK": 2048}, environment="3.5")
    yield _Kernel(module, "softmax", 90, softmax, {"BLOCK": 4096}, options={"num_warps": 8})
    layer_norm = {
        "x": "*bf16:16",
        "weight": "*bf16:16",
        "bias": "*bf16:16",
        "out": "*bf16:16",
        "mean_out": "*fp32",
        "rstd_out": "*fp32",
        "stride": "i32:16",
        "n": "i32",
        "eps": "fp32",
    }
    yield _Kernel(module, "layer_norm", 89, layer_norm, {"BLOCK": 1024}, environment="3.5")
    statistics = {
        "x": "*fp32:16",
        "mean_out": "*fp32",
        "variance_out": "*fp32",
        "index_out": "*i32",
        "n": "i32:16",
    }
    yield _Kernel(module, "statistics", 90, statistics, {"BLOCK": 2048}, environment="3.5")
    axes = {"x": "*fp16:16", "rows_out": "*fp16:16", "columns_out": "*fp16:16"}
    yield _Kernel(module, "sum_both_axes", 100, axes, {"M": 64, "N": 64})
    recurrence = {"gate": "*fp32:16", "x": "*fp32:16", "out": "*fp32:16", "prefix_out": "*fp32:16"}
    yield _Kernel(module, "scan", 80, recurrence, {"BLOCK": 1024})
    sort = {"x": "*i32:16", "out": "*i32:16", "histogram_out": "*i32:16"}
    yield _Kernel(module, "sort_rows", 90, sort, {"BLOCK": 128, "BINS": 64})


def _control() -> Iterator[_Kernel]:
    module = "control"
    histogram = {"x": "*fp32:16", "bins": "*i32:16", "low": "fp32", "high": "fp32", "n": "i32"}
    yield _Kernel(
        module, "histogram", 75, histogram, {"BINS": 256, "BLOCK": 1024}, environment="3.5"
    )
    atomics = {
        "counter": "*i32",
        "best": "*fp32",
        "total": "*fp32",
        "lock": "*i32",
        "x": "*fp32:16",
        "n": "i32",
    }
    yield _Kernel(module, "atomics", 90, atomics, {"BLOCK": 512})
    yield _Kernel(module, "collatz", 120, {"x": "*i64", "out": "*i32"}, {})
    values = {"x": "*fp32:16", "n": "i32"}
    yield _Kernel(module, "print_values", 90, values, {"BLOCK": 128}, environment="3.5")
    gather = {"x": "*fp32", "index": "*i32", "out": "*fp32", "n": "i32"}
    yield _Kernel(module, "checked_gather", 80, gather, {"BLOCK": 128}, options={"debug": True})
    transpose = {"x": "*fp32:16", "out": "*fp32:16", "times": "*i64"}
    yield _Kernel(module, "timed_transpose", 90, transpose, {"M": 32, "N": 32}, environment="3.5")
    join = {"x": "*fp32:16", "index": "*i32:16", "out": "*fp32:16"}
    yield _Kernel(module, "gather_and_join", 100, join, {"M": 16, "N": 64})


def _descriptors(rows: int, columns: int, depth: int) -> dict[str, str]:
    """Tensor descriptors of the two operands and of the result, with the sizes."""
    return {
        "a": f"tensordesc<fp16[{rows},{depth}]>",
        "b": f"tensordesc<fp16[{columns},{depth}]>",
        "c": f"tensordesc<fp16[{rows},{columns}]>",
        **SIZES,
    }


def _matmul() -> Iterator[_Kernel]:
    module = "matmul"
    pointers = {**HALVES, **STRIDES}
    for arch, environment in ((80, "3.5"), (90, "3.5"), (100, ""), (120, "3.5")):
        constants = {**MATMUL_BLOCKS, "RELU": arch == 80}
        yield _Kernel(module, "matmul", arch, pointers, constants, environment=environment)
    fp8 = {**pointers, "a": "*fp8e4nv:16", "b": "*fp8e4nv:16"}
    small = {"BLOCK_M": 64, "BLOCK_N": 64, "BLOCK_K": 64, "GROUP": 4, "RELU": False}
    for arch in (89, 90):
        yield _Kernel(module, "matmul", arch, fp8, small, label="fp8")
    for arch, rows, specialize in ((90, 64, True), (90, 128, False), (100, 128, True)):
        blocks = {"BLOCK_M": rows, "BLOCK_N": 128, "BLOCK_K": 64, "WARP_SPECIALIZE": specialize}
        yield _Kernel(
            module,
            "matmul_descriptor",
            arch,
            _descriptors(rows, 128, 64),
            blocks,
            label="specialized" if specialize else "",
        )
    persistent = {"BLOCK_M": 128, "BLOCK_N": 128, "BLOCK_K": 64, "PROGRAMS": 148}
    for arch, specialize, environment in ((90, False, ""), (100, True, "3.5")):
        constants = {**persistent, "WARP_SPECIALIZE": specialize}
        yield _Kernel(module, "matmul_persistent", arch, HALVES, constants, environment=environment)
    mx8 = {"A_FORMAT": "e5m2", "B_FORMAT": "e5m2", **SCALED_BLOCKS}
    bytes_ = {"a": "*fp8e5:16", "b": "*fp8e5:16", **SCALED}
    yield _Kernel(module, "matmul_scaled", 100, bytes_, mx8, label="mxfp8")
    mx4 = {"A_FORMAT": "e2m1", "B_FORMAT": "e2m1", **SCALED_BLOCKS}
    nibbles = {"a": "*u8:16", "b": "*u8:16", **SCALED}
    yield _Kernel(module, "matmul_scaled", 120, nibbles, mx4, label="mxfp4")


def _descriptor_attention(
    arch: int, rows: int, columns: int, head: int, **variant: bool
) -> _Kernel:
    """Attention on tensor descriptors; ``variant``: causal, specialize, extended."""
    causal, specialize = variant["causal"], variant["specialize"]
    labels = [
        *(["causal"] if causal else []),
        *(["specialized"] if specialize else []),
        *([f"head{head}"] if head != 64 else []),
    ]
    return _Kernel(
        "attention",
        "attention",
        arch,
        {
            "q": f"tensordesc<fp16[{rows},{head}]>",
            "k": f"tensordesc<fp16[{columns},{head}]>",
            "v": f"tensordesc<fp16[{columns},{head}]>",
            "out": f"tensordesc<fp16[{rows},{head}]>",
            "log_sum": "*fp32:16",
            "scale": "fp32",
            "length": "i32:16",
        },
        {
            "BLOCK_M": rows,
            "BLOCK_N": columns,
            "HEAD": head,
            "CAUSAL": causal,
            "WARP_SPECIALIZE": specialize,
        },
        label="_".join(labels),
        extended=variant.get("extended", False),
    )


def _attention() -> Iterator[_Kernel]:
    pointers = {
        "q": "*fp16:16",
        "k": "*fp16:16",
        "v": "*fp16:16",
        "out": "*fp16:16",
        "scale": "fp32",
        "length": "i32",
        "stride": "i64:16",
    }
    blocks = {"BLOCK_M": 64, "BLOCK_N": 64, "HEAD": 64}
    yield _Kernel("attention", "attention_pointers", 80, pointers, blocks, environment="3.5")
    yield _descriptor_attention(90, 128, 64, 64, causal=True, specialize=False)
    yield _descriptor_attention(90, 64, 64, 64, causal=False, specialize=True)
    yield _descriptor_attention(100, 128, 64, 64, causal=False, specialize=True)


def _extended() -> Iterator[_Kernel]:
    """Kernels above 200 kB."""
    pointers = {**HALVES, **STRIDES}
    constants = {**MATMUL_BLOCKS, "RELU": True}
    yield _Kernel("matmul", "matmul", 75, pointers, constants, extended=True)
    yield _descriptor_attention(90, 128, 128, 128, causal=True, specialize=False, extended=True)
    yield _descriptor_attention(100, 128, 128, 128, causal=True, specialize=False, extended=True)
    mixed = {"A_FORMAT": "e5m2", "B_FORMAT": "e2m1", **SCALED_BLOCKS}
    operands = {"a": "*fp8e5:16", "b": "*u8:16", **SCALED}
    yield _Kernel("matmul", "matmul_scaled", 90, operands, mixed, label="mixed", extended=True)
