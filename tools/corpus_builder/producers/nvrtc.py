"""NVRTC, old and new: the compiler that array libraries carry, with the dialects of its time."""

from corpus_builder.job import Job
from corpus_builder.toolchain import site

NAME = "nvrtc"
REQUIREMENTS: list[str] = []
ENVIRONMENTS = {
    "11.8": ["nvidia-cuda-nvrtc-cu11==11.8.89", "nvidia-cuda-runtime-cu11==11.8.89"],
    "12.1": ["nvidia-cuda-nvrtc-cu12==12.1.105", "nvidia-cuda-runtime-cu12==12.1.105"],
    "12.6": ["nvidia-cuda-nvrtc-cu12==12.6.77", "nvidia-cuda-runtime-cu12==12.6.77"],
    "13.0": ["nvidia-cuda-nvrtc==13.0.88", "nvidia-cuda-runtime==13.0.88"],
    "13.5": ["nvidia-cuda-nvrtc==13.5.37", "nvidia-cuda-runtime==13.5.37"],
}

_FILES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("11.8", "elementwise", "sm_35", ()),
    ("11.8", "elementwise", "sm_80", ("-G",)),
    ("11.8", "reduction", "sm_52", ()),
    ("11.8", "reduction", "sm_90", ("-lineinfo",)),
    ("11.8", "dispatch", "sm_70", ()),
    ("11.8", "textures", "sm_60", ()),
    ("11.8", "halves", "sm_80", ()),
    ("12.1", "elementwise", "sm_50", ()),
    ("12.1", "reduction", "sm_75", ("-lineinfo",)),
    ("12.1", "dispatch", "sm_90", ("-G",)),
    ("12.1", "halves", "sm_89", ("--use_fast_math",)),
    ("12.6", "elementwise", "sm_90a", ("-lineinfo",)),
    ("12.6", "reduction", "sm_90", ()),
    ("12.6", "dispatch", "sm_61", ()),
    ("12.6", "halves", "sm_86", ()),
    ("13.0", "elementwise", "sm_103a", ()),
    ("13.0", "reduction", "sm_90a", ()),
    ("13.0", "dispatch", "sm_75", ("-rdc=true",)),
    ("13.0", "halves", "sm_100a", ()),
    ("13.5", "elementwise", "sm_120a", ()),
    ("13.5", "dispatch", "sm_90", ("-G",)),
    ("13.5", "halves", "sm_90a", ()),
)


def jobs() -> list[Job]:
    """One job a line of the table above."""
    return [_job(*line) for line in _FILES]


def _job(version: str, name: str, arch: str, flags: tuple[str, ...]) -> Job:
    source = f"corpus/nvrtc/{name}.cu"
    options = (f"--gpu-architecture={arch.replace('sm_', 'compute_')}", *flags)
    suffix = "".join("." + flag.strip("-").partition("=")[0] for flag in flags)
    package = ENVIRONMENTS[version][0]
    headers = "nvidia/cu13/include" if version.startswith("13.") else "nvidia/cuda_runtime/include"
    return Job(
        output=f"nvrtc/{name}.{arch}.nvrtc-{version}{suffix}.ptx",
        source=source,
        arch=arch,
        argv=(
            "{python}",
            "tools/corpus_builder/compile_nvrtc.py",
            source,
            "{output}",
            *options,
            f"-I{site(headers)}",
        ),
        command=f"nvrtcCompileProgram({source}) of {package} with "
        + " ".join((*options, f"-I<site-packages>/{headers}")),
        environment=version,
        version=package.partition("==")[2],
    )
