"""Virtual environments, one for each list of pinned requirements."""

import hashlib
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus_builder.layout import ENVIRONMENTS
from corpus_builder.locking import locked


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment that is ready for use."""

    folder: Path

    @property
    def python(self) -> Path:
        """The interpreter."""
        return self.folder / "bin" / "python"

    @property
    def site(self) -> Path:
        """Its site-packages, under a path without the version of Python.

        Compilers write the paths of headers into debug information; this link
        keeps them the same under every interpreter.
        """
        return self.folder / "site"


def prepare(name: str, requirements: Sequence[str]) -> Environment:
    """Create the environment `name`, or bring it up to date with `requirements`."""
    folder = ENVIRONMENTS / name
    environment = Environment(folder)
    wanted = hashlib.sha256("\n".join([sys.version, *requirements]).encode()).hexdigest()
    stamp = folder / "requirements.sha256"
    with locked(ENVIRONMENTS / f"{name}.lock"):
        if stamp.is_file() and stamp.read_text() == wanted:
            return environment
        _run([sys.executable, "-m", "venv", "--clear", str(folder)])
        if requirements:
            _run([str(environment.python), "-m", "pip", "install", "--quiet", *requirements])
        packages = next((folder / "lib").glob("python*/site-packages"))
        environment.site.symlink_to(packages.relative_to(folder))
        stamp.write_text(wanted)
    return environment


def _run(command: list[str]) -> None:
    """Run `command`; on failure raise OSError with its output."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}".rstrip())
