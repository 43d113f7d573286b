"""TileLang: programs of our own, through its CUDA C++ and nvcc.

PyTorch, which TileLang asks for, is several gigabytes and needed for launches
only; therefore pip may not add dependencies.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from corpus_builder.generator_job import GeneratorRun
from corpus_builder.job import Job

NAME = "tilelang"
REQUIREMENTS = [
    "tilelang==0.1.15",
    "apache-tvm-ffi==0.1.12",
    "cloudpickle==3.1.2",
    "ml_dtypes==0.6.0",
    "numpy==2.4.6",
    "psutil==7.2.2",
    "tqdm==4.70.1",
    "typing_extensions==4.16.0",
    "z3-solver==4.15.4.0",
    "--no-deps",
]


@dataclass(frozen=True, slots=True)
class _Program:
    """One program for one architecture."""

    module: str
    function: str
    arch: str
    constants: Mapping[str, object] = field(default_factory=dict)
    label: str = ""
    extended: bool = False

    def job(self) -> Job:
        """The job that compiles it."""
        parts = (self.function, self.label, self.arch)
        return GeneratorRun(
            output=f"{NAME}/{'_'.join(filter(None, parts))}.ptx",
            source=f"corpus/{NAME}/{self.module}.py",
            arch=self.arch,
            generator=NAME,
            arguments=[
                self.function,
                f"--arch={self.arch}",
                *(f"--const={name}={value!r}" for name, value in self.constants.items()),
            ],
            extended=self.extended,
        ).job()


def jobs() -> list[Job]:
    """Small programs, then matrix products, then attention."""
    programs = [
        _Program("rows", "saxpy", "sm_80"),
        _Program("rows", "histogram", "sm_75"),
        _Program("rows", "rms_norm", "sm_90a"),
        _Program("matmul", "matmul", "sm_80"),
        _Program("matmul", "matmul", "sm_90a", {"block_K": 64}),
        _Program("matmul", "matmul", "sm_120a", {"block_M": 64}),
        _Program("matmul", "matmul_transposed", "sm_89"),
        _Program("matmul", "matmul_transposed", "sm_90a"),
        _Program("attention", "attention", "sm_80", {"stages": 1}),
        _Program("attention", "attention", "sm_90a", {"dim": 128}),
        _Program(
            "attention",
            "attention",
            "sm_90a",
            {"dim": 256, "block_M": 128, "block_N": 128, "causal": False},
            label="large",
            extended=True,
        ),
    ]
    return [program.job() for program in programs]
