"""nvcc from the published wheels, and the job that compiles one CUDA C++ file."""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus_builder.job import Job
from corpus_builder.layout import NEUTRAL_ROOT

NVCC_13_0 = [
    "nvidia-cuda-nvcc==13.0.88",
    "nvidia-nvvm==13.0.88",
    "nvidia-cuda-crt==13.0.88",
    "nvidia-cuda-runtime==13.0.88",
    "nvidia-cuda-cccl==13.0.85",
]
NVCC_13_5 = [
    "nvidia-cuda-nvcc==13.5.37",
    "nvidia-nvvm==13.5.37",
    "nvidia-cuda-crt==13.5.37",
    "nvidia-cuda-runtime==13.5.37",
    "nvidia-cuda-cccl==13.3.5.0.6",
]


@dataclass(frozen=True, slots=True)
class Source:
    """A CUDA C++ file: its path, and how nvcc, a person and the manifest spell it.

    `includes` are the folders of site-packages where its headers lie.
    """

    path: str
    argument: str
    typed: str
    recorded: str
    includes: tuple[str, ...]
    extended: bool


def own_source(path: str, includes: tuple[str, ...] = (), *, extended: bool = False) -> Source:
    """One of our own kernels; `path` starts at the repository root."""
    return Source(path, f"{NEUTRAL_ROOT}/{path}", path, path, includes, extended)


def packaged_source(package: str, path: str, includes: tuple[str, ...]) -> Source:
    """A file that a published package ships; `path` starts at site-packages.

    What is made of it belongs to the extended corpus: sources of other projects
    and their PTX are not committed.
    """
    return Source(
        path,
        site(path),
        f"<site-packages>/{path}",
        f"{package}: {path}",
        includes,
        extended=True,
    )


def site(path: str) -> str:
    """A path below the environment's site-packages, as a job's argument."""
    return f"{NEUTRAL_ROOT}/{{site}}/{path}"


def compile_job(
    source: Source,
    output: str,
    arch: str,
    flags: Sequence[str] = (),
    *,
    environment: str = "",
) -> Job:
    """`nvcc -ptx` of `source`."""
    options = ("-ptx", f"-arch={arch}", *flags)
    typed = (
        "nvcc",
        *options,
        *(f"-I<site-packages>/{folder}" for folder in source.includes),
        source.typed,
        "-o",
        output.rpartition("/")[2],
    )
    return Job(
        output=output,
        source=source.recorded,
        arch=arch,
        argv=(
            site("nvidia/cu13/bin/nvcc"),
            "-w",
            # Names of internal functions hold a hash of this path.
            "-Xcicc",
            f"--orig_src_path_name={source.path}",
            *options,
            *(f"-I{site(folder)}" for folder in source.includes),
            source.argument,
            "-o",
            "{output}",
        ),
        command=" ".join(typed),
        extended=source.extended,
        environment=environment,
    )
