"""Finds the producers: every module of `corpus_builder.producers`."""

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corpus_builder import producers
from corpus_builder.job import Job


@dataclass(frozen=True, slots=True)
class Producer:
    """What a producer module declares.

    The module has `NAME`, `REQUIREMENTS` and `jobs()`; it may add
    `ENVIRONMENTS`, further lists of requirements by name, when one compiler
    is wanted in several versions that can't be installed side by side.
    """

    name: str
    environments: Mapping[str, Sequence[str]]
    jobs: tuple[Job, ...]

    def version(self, job: Job) -> str:
        """Version of the compiler that makes `job`, from its pinned requirement."""
        requirements = self.environments[job.environment]
        if job.version or not requirements:
            return job.version
        return requirements[0].partition("==")[2].partition(";")[0].strip()


def producer_names() -> list[str]:
    """Names of all producers, sorted."""
    return sorted(module.name for module in pkgutil.iter_modules(producers.__path__))


def load(name: str) -> Producer:
    """Import one producer and check what it declares.

    Raises ValueError for a declaration that breaks a rule of `Job`.
    """
    module = importlib.import_module(f"{producers.__name__}.{name}")
    if name != module.NAME:
        raise ValueError(f"producers/{name}.py calls itself {module.NAME!r}")
    environments = {"": module.REQUIREMENTS, **getattr(module, "ENVIRONMENTS", {})}
    producer = Producer(name, environments, tuple(module.jobs()))
    seen: set[str] = set()
    for job in producer.jobs:
        if not job.output.startswith(f"{name}/") or job.output in seen:
            raise ValueError(f"{name}: output {job.output!r} is misplaced or given twice")
        if job.environment not in environments:
            raise ValueError(f"{job.output}: no environment {job.environment!r}")
        seen.add(job.output)
    return producer
