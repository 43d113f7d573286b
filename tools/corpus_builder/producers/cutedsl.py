"""CuTe DSL: element-wise, warp-level, Hopper and Blackwell kernels of our own."""

from dataclasses import dataclass

from corpus_builder.generator_job import GeneratorRun
from corpus_builder.job import Job

NAME = "cutedsl"
REQUIREMENTS = [
    "nvidia-cutlass-dsl==4.8.1",
    "nvidia-cutlass-dsl-libs-base==4.8.1",
    "nvidia-cutlass-dsl-libs-core==4.8.1",
    "nvidia-cutlass-dsl-libs-cu12==4.8.1",
    "cuda-bindings==13.5.0",
]

_MATRIX = "Float32[1024,512]"
_HALF = "Float16[512,256]"
_BFLOAT = "BFloat16[512,256]"
_BYTE = "Float8E4M3FN[512,256]"


@dataclass(frozen=True, slots=True)
class _Function:
    """One host function with its kernel; a matrix product is named by its module."""

    module: str
    name: str
    arch: str
    arguments: tuple[str, ...]
    lineinfo: bool = False
    label: str = ""
    extended: bool = False

    def job(self) -> Job:
        """The job that compiles it."""
        parts = (self.module if self.name == "matmul" else self.name, self.label, self.arch)
        return GeneratorRun(
            output=f"{NAME}/{'_'.join(filter(None, parts))}.ptx",
            source=f"corpus/{NAME}/{self.module}.py",
            arch=self.arch,
            generator=NAME,
            arguments=[
                self.name,
                f"--arch={self.arch}",
                *(f"--arg={argument}" for argument in self.arguments),
                *(["--lineinfo"] if self.lineinfo else []),
            ],
            extended=self.extended,
        ).job()


def jobs() -> list[Job]:
    """Small kernels, then matrix products by architecture."""
    functions = [
        _Function(
            "elementwise",
            "add",
            "sm_80",
            (
                _MATRIX,
                _MATRIX,
                _MATRIX,
            ),
        ),
        _Function(
            "elementwise",
            "add",
            "sm_120a",
            (
                _MATRIX,
                _MATRIX,
                _MATRIX,
            ),
            lineinfo=True,
        ),
        _Function(
            "elementwise",
            "add_vectors",
            "sm_100a",
            (
                _MATRIX,
                _MATRIX,
                _MATRIX,
                "Float32",
            ),
        ),
        _Function(
            "elementwise",
            "row_softmax",
            "sm_90a",
            (
                _MATRIX,
                _MATRIX,
            ),
            lineinfo=True,
        ),
        _Function(
            "elementwise",
            "transpose",
            "sm_90a",
            (
                _MATRIX,
                "Float32[512,1024]",
                "Int32",
            ),
        ),
        _Function(
            "matmul_ampere",
            "matmul",
            "sm_80",
            (
                _HALF,
                _HALF,
                "Float16[512,512]",
            ),
        ),
        _Function(
            "matmul_ampere",
            "matmul",
            "sm_120a",
            (
                _BFLOAT,
                _BFLOAT,
                "Float32[512,512]",
            ),
        ),
        _Function(
            "matmul_hopper",
            "matmul",
            "sm_90a",
            (
                _HALF,
                _HALF,
                "Float16[512,512]",
            ),
        ),
        _Function(
            "matmul_hopper",
            "matmul",
            "sm_90a",
            (
                _BYTE,
                _BYTE,
                "BFloat16[512,512]",
            ),
            lineinfo=True,
            label="fp8",
        ),
        _Function(
            "matmul_blackwell",
            "matmul",
            "sm_100a",
            (
                _HALF,
                _HALF,
                "Float16[512,512]",
            ),
        ),
        _Function(
            "matmul_blackwell",
            "matmul",
            "sm_103a",
            (
                _BFLOAT,
                _BFLOAT,
                "Float32[512,512]",
            ),
            lineinfo=True,
        ),
        _Function(
            "elementwise",
            "row_softmax",
            "sm_100a",
            (
                "Float32[64,32768]",
                "Float32[64,32768]",
            ),
            label="long",
            extended=True,
        ),
    ]
    return [function.job() for function in functions]
