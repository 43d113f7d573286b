"""Jobs that run one of our `generate_*.py` scripts in a producer's environment."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from corpus_builder.job import Job


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratorRun:
    """One call of ``generate_<generator>.py SOURCE *arguments --output OUTPUT``."""

    output: str
    source: str
    arch: str
    generator: str
    arguments: Sequence[str]
    environment: str = ""
    extended: bool = False

    def job(self) -> Job:
        """The job that makes the call."""
        argv = (
            f"tools/corpus_builder/generate_{self.generator}.py",
            self.source,
            *self.arguments,
            "--output",
        )
        return Job(
            output=self.output,
            source=self.source,
            arch=self.arch,
            argv=("{python}", *argv, "{output}"),
            command=shlex.join(("python", *argv, self.output)),
            extended=self.extended,
            environment=self.environment,
        )
