"""Numba: plain Python functions, through NVVM, with and without debug information."""

from corpus_builder.generator_job import GeneratorRun
from corpus_builder.job import Job

NAME = "numba"
REQUIREMENTS = [
    "numba-cuda==0.30.4",
    "numba==0.68.1",
    "numpy==2.4.6",
    "nvidia-cuda-cccl==13.3.4.3.1",
    "nvidia-cuda-nvrtc==13.4.92",
    "nvidia-cuda-runtime==13.4.92",
    "nvidia-nvjitlink==13.5.37",
    "nvidia-nvvm==13.4.92",
]

_SAXPY = "float32, float32[::1], float32[::1]"
_PRODUCT = "float32[:,::1], float32[:,::1], float32[:,::1]"
_COUNT = "float32[::1], int32[::1], float32, float32"
_INTEGERS = "int32[::1], int32[::1], int32[::1]"
_DOUBLES = "float64[::1], float64[::1], float64[::1]"
_FRAME = "uint8[:,::1], float64, float64, float64, float64, int32"


def jobs() -> list[Job]:
    """Kernels first, then device functions."""
    return [
        _job("saxpy", 90, _SAXPY),
        _job("saxpy", 90, _SAXPY, "--debug"),
        _job("saxpy", 80, _SAXPY, "--lineinfo"),
        _job("blur", 75, "float32[:,:], float32[:,:]"),
        _job("matmul", 80, _PRODUCT, "--launch-bounds", "256", "2"),
        _job("matmul", 120, _PRODUCT, "--lineinfo"),
        _job("histogram", 89, _COUNT),
        _job("warp_sum", 90, "float32[::1], float32[::1]"),
        _job("distances", 100, _DOUBLES, "--fastmath"),
        _job("checked_divide", 86, _INTEGERS, "--debug"),
        _job("mandelbrot", 120, _FRAME),
        _job("collatz", 90, "int64", "--device"),
        _job("collatz", 90, "int64", "--device", "--abi=c"),
        _job("polar", 80, "float32, float32", "--device", "--lineinfo"),
    ]


def _job(function: str, arch: int, signature: str, *flags: str) -> Job:
    """One function; the flags that are words become part of the file's name."""
    labels = [flag.removeprefix("--").replace("=", "_") for flag in flags if flag.startswith("--")]
    name = "_".join([function, *(label.replace("-", "_") for label in labels), f"sm_{arch}"])
    return GeneratorRun(
        output=f"{NAME}/{name}.ptx",
        source=f"corpus/{NAME}/kernels.py",
        arch=f"sm_{arch}",
        generator=NAME,
        arguments=[
            function,
            f"--signature={signature}",
            f"--arch={arch // 10}.{arch % 10}",
            *flags,
        ],
    ).job()
