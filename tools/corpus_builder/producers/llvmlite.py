"""The NVPTX back end of LLVM as llvmlite ships it, on modules of our own."""

from dataclasses import dataclass

from corpus_builder.generator_job import GeneratorRun
from corpus_builder.job import Job

NAME = "llvmlite"
REQUIREMENTS = ["llvmlite==0.50.0"]


@dataclass(frozen=True, slots=True)
class _Target:
    """A processor, the ISA version to write for it, and how hard to try."""

    cpu: str
    isa: int
    optimise: int = 0
    triple: str = ""

    @property
    def suffix(self) -> str:
        """Tells the file apart from those for other targets."""
        bits = "_32" if self.triple else ""
        level = f"_O{self.optimise}" if self.optimise else ""
        return f"{self.cpu}{bits}{level}"


SM_30_32_BIT = _Target("sm_30", 32, triple="nvptx-nvidia-cuda")
SM_52 = _Target("sm_52", 42)
SM_75 = _Target("sm_75", 63)
SM_75_LABELS = _Target("sm_75", 75)
SM_80 = _Target("sm_80", 72, optimise=3)
SM_90 = _Target("sm_90", 80)
SM_90_O2 = _Target("sm_90", 81, optimise=2)
SM_100A = _Target("sm_100a", 86, optimise=2)
SM_120A = _Target("sm_120a", 88)

_TARGETS: dict[str, tuple[_Target, ...]] = {
    "atomics": (SM_75, SM_90_O2),
    "calls": (SM_52, SM_90_O2),
    "control_flow": (SM_30_32_BIT, SM_80, SM_120A),
    "debug_info": (SM_75_LABELS, SM_90_O2),
    "globals": (SM_75_LABELS, SM_90),
    "inline_asm": (SM_75, SM_80),
    "intrinsics": (SM_80, SM_100A),
    "kernel_attributes": (SM_90,),
    "line_info": (SM_90,),
    "memory": (SM_75_LABELS, SM_90_O2),
    "vectors": (SM_52, SM_80, SM_100A),
}


def jobs() -> list[Job]:
    """Each module for the targets that show something new of it."""
    return [_job(module, target) for module, targets in _TARGETS.items() for target in targets]


def _job(module: str, target: _Target) -> Job:
    arguments = [
        f"--cpu={target.cpu}",
        f"--features=+ptx{target.isa}",
        f"--optimise={target.optimise}",
    ]
    if target.triple:
        arguments.append(f"--triple={target.triple}")
    return GeneratorRun(
        output=f"{NAME}/{module}_{target.suffix}.ptx",
        source=f"corpus/{NAME}/{module}.ll",
        arch=target.cpu,
        generator=NAME,
        arguments=arguments,
    ).job()
