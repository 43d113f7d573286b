"""nvcc: CUDA C++ for every architecture, and for the options that change what PTX looks like."""

from corpus_builder.job import Job
from corpus_builder.toolchain import NVCC_13_0, NVCC_13_5, Source, compile_job, own_source

NAME = "nvcc"
REQUIREMENTS = NVCC_13_0
ENVIRONMENTS = {"13.5": NVCC_13_5}

_PLAIN: dict[str, tuple[str, ...]] = {
    "asm": ("sm_80", "sm_90"),
    "attention": ("sm_80", "sm_90a"),
    "attributes": ("sm_80", "sm_90"),
    "blackwell": ("sm_100a", "sm_103a"),
    "calls": ("sm_75", "sm_90a"),
    "data": ("sm_75", "sm_90"),
    "fp4": ("sm_120a",),
    "groups": ("sm_80", "sm_90"),
    "halves": ("sm_80", "sm_90", "sm_120a"),
    "histogram": ("sm_75", "sm_90a"),
    "hopper": ("sm_90a",),
    "matmul": ("sm_80", "sm_90a"),
    "mma": ("sm_80", "sm_86"),
    "numbers": ("sm_75", "sm_100"),
    "reduce": ("sm_80", "sm_90a"),
    "saxpy": ("sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100a", "sm_120a"),
    "scan": ("sm_75", "sm_90"),
    "science": ("sm_89", "sm_100"),
    "sha256": ("sm_80",),
    "softmax": ("sm_86", "sm_100"),
    "stencil": ("sm_75", "sm_120a"),
    "switches": ("sm_80", "sm_100a"),
    "textures": ("sm_75", "sm_90"),
    "warp": ("sm_75", "sm_89", "sm_103a"),
    "wmma": ("sm_75", "sm_80"),
}

# Name of the variant: options, and the sources and architectures to compile with them.
_VARIANTS: dict[str, tuple[tuple[str, ...], dict[str, tuple[str, ...]]]] = {
    "debug": (
        ("-G",),
        {
            "calls": ("sm_80",),
            "data": ("sm_90",),
            "hopper": ("sm_90a",),
            "reduce": ("sm_75", "sm_100a"),
            "saxpy": ("sm_75", "sm_90a"),
            "switches": ("sm_120a",),
        },
    ),
    "debug-opt": (("-G", "-dopt=on"), {"scan": ("sm_90",), "softmax": ("sm_100",)}),
    "lineinfo": (
        ("-lineinfo",),
        {
            "attention": ("sm_90",),
            "halves": ("sm_80",),
            "mma": ("sm_80",),
            "reduce": ("sm_90a",),
            "saxpy": ("sm_90a",),
            "scan": ("sm_75",),
        },
    ),
    "source": (
        ("-lineinfo", "--source-in-ptx"),
        {"blackwell": ("sm_100a",), "histogram": ("sm_90",), "stencil": ("sm_80",)},
    ),
    "rdc": (
        ("-rdc=true",),
        {
            "calls": ("sm_90",),
            "data": ("sm_80",),
            "library": ("sm_75", "sm_90a"),
            "recursion": ("sm_90",),
        },
    ),
    "rdc-debug": (("-rdc=true", "-G"), {"library": ("sm_80",)}),
    "fast-math": (
        ("--use_fast_math",),
        {"numbers": ("sm_90",), "science": ("sm_80",), "softmax": ("sm_89",)},
    ),
    "precise": (("-fmad=false", "-ftz=true", "-prec-div=false"), {"science": ("sm_75",)}),
    "o0": (("-Xcicc", "-O0"), {"saxpy": ("sm_90",), "warp": ("sm_80",)}),
    "jump-tables": (
        ("-Xcicc", "-jump-table-density=1"),
        {"switches": ("sm_75", "sm_90", "sm_100")},
    ),
    "lambdas": (("--extended-lambda",), {"templates": ("sm_80", "sm_100")}),
    "lambdas-rdc": (("--extended-lambda", "-rdc=true"), {"templates": ("sm_90",)}),
}

_NEWEST: dict[str, tuple[str, ...]] = {
    "blackwell": ("sm_100a",),
    "calls": ("sm_90",),
    "hopper": ("sm_90a",),
    "saxpy": ("sm_75", "sm_120a"),
}


def jobs() -> list[Job]:
    """Every source for its architectures, the variants, then the newest nvcc."""
    plain = [
        compile_job(_source(name), f"nvcc/{name}.{arch}.ptx", arch)
        for name, archs in _PLAIN.items()
        for arch in archs
    ]
    variants = [
        compile_job(_source(name), f"nvcc/{name}.{arch}.{variant}.ptx", arch, flags)
        for variant, (flags, sources) in _VARIANTS.items()
        for name, archs in sources.items()
        for arch in archs
    ]
    newest = [
        compile_job(_source(name), f"nvcc/{name}.{arch}.nvcc-13.5.ptx", arch, environment="13.5")
        for name, archs in _NEWEST.items()
        for arch in archs
    ]
    return plain + variants + newest


def _source(name: str) -> Source:
    return own_source(f"corpus/nvcc/{name}.cu")
