"""Runs jobs: fill in the command, execute, move the result into place."""

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from corpus_builder import manifest
from corpus_builder.environment import Environment, prepare
from corpus_builder.job import Job
from corpus_builder.layout import CORPUS, NEUTRAL_ROOT, ROOT, STAGE
from corpus_builder.registry import Producer

TIMEOUT_S = 2 * 60 * 60


class JobError(Exception):
    """An error for a job without PTX; the message has the reason."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one job ended: with an entry for the manifest, or with an error."""

    job: Job
    entry: manifest.Entry | None
    error: str = ""


def run(producer: Producer, jobs: Sequence[Job], workers: int) -> Iterator[Outcome]:
    """Run `jobs` of `producer`, `workers` at a time; outcomes come as they end.

    Environments are made first. One that can't be installed fails its jobs only.
    """
    environments: dict[str, Environment] = {}
    ready: list[Job] = []
    broken: dict[str, str] = {}
    for job in jobs:
        key = job.environment
        if key not in environments and key not in broken:
            name = f"{producer.name}-{key}" if key else producer.name
            try:
                environments[key] = prepare(name, producer.environments[key])
            except OSError as error:
                broken[key] = str(error)
        if key in broken:
            yield Outcome(job, None, broken[key])
        else:
            ready.append(job)
    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(_one, producer, job, environments[job.environment]) for job in ready]
        for future in as_completed(futures):
            yield future.result()


def _one(producer: Producer, job: Job, environment: Environment) -> Outcome:
    try:
        data = _build(job, environment) if job.argv else _handwritten(job)
        entry = manifest.describe(job, producer.name, producer.version(job), data)
        if job.argv:
            _place(entry.file, data)
    except (JobError, OSError, ValueError) as error:
        return Outcome(job, None, str(error))
    return Outcome(job, entry)


def _handwritten(job: Job) -> bytes:
    if job.extended:
        raise JobError("a hand-written file belongs to the committed part")
    return (CORPUS / job.output).read_bytes()


def _build(job: Job, environment: Environment) -> bytes:
    STAGE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=STAGE) as folder:
        staged = Path(folder) / Path(job.output).name
        _execute(job, environment, staged)
        if not staged.is_file():
            raise JobError("the command wrote no output")
        return staged.read_bytes()


def _place(target: Path, data: bytes) -> None:
    """Put a good file in place at once; a bad one never replaces its predecessor."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=STAGE, delete=False) as fresh:
        fresh.write(data)
    path = Path(fresh.name)
    path.chmod(0o644)
    path.replace(target)


def _execute(job: Job, environment: Environment, output: Path) -> None:
    values = {
        "{python}": str(environment.python),
        "{site}": str(environment.site.relative_to(ROOT)),
        "{output}": str(output),
    }
    argv = [_fill(argument, values) for argument in job.argv]
    try:
        done = subprocess.run(
            argv,
            cwd=ROOT,
            # Compilers record $PWD as their folder if it names the current one.
            env={**os.environ, "PWD": NEUTRAL_ROOT, "PYTHONHASHSEED": "0"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise JobError(f"no end after {TIMEOUT_S} s") from None
    if done.returncode:
        said = done.stdout.decode("utf-8", "replace").strip()
        raise JobError(f"exit status {done.returncode}\n{said[-2000:]}")


def _fill(argument: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        argument = argument.replace(name, value)
    return argument
