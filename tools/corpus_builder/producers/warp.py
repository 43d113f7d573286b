"""NVIDIA Warp: modules of kernels with their derivatives; the files end in a NUL byte."""

from corpus_builder.generator_job import GeneratorRun
from corpus_builder.job import Job

NAME = "warp"
REQUIREMENTS = ["warp-lang==1.19.0", "numpy==2.4.6"]


def jobs() -> list[Job]:
    """Each module once for a machine of its time."""
    return [
        _job("particles", 75),
        _job("particles", 90),
        _job("grid", 86),
        _job("tiles", 90),
        _job("tiles", 120),
    ]


def _job(module: str, arch: int) -> Job:
    return GeneratorRun(
        output=f"{NAME}/{module}_sm_{arch}.ptx",
        source=f"corpus/{NAME}/{module}.py",
        arch=f"sm_{arch}",
        generator=NAME,
        arguments=[f"--arch={arch}"],
    ).job()
