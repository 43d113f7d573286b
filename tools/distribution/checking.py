"""The checks of distributions: by the tools of the Python Packaging Authority and of others."""

from __future__ import annotations

import json
import os
import re
import sys
import venv
from pathlib import Path
from typing import Any, Final

from distribution import building
from distribution.running import ROOT, StepError, command, output, version

__all__ = ["audit", "check_contents", "check_installation", "check_metadata", "write_bill"]

_MINIMUM_RATING: Final = "8"
"""Of pyroma's 10: the authors have no address, as they are the project."""

MAX_BASE_BYTES: Final = 129_000_000
"""Bytes of the files of a base install, bytecode included, without pip.

ptxpy has 25 of these millions, its guides among them, NumPy 64 (72 for Python 3.11) and the
bindings of CUDA 32.
"""


def check_metadata(dist: Path) -> str:
    """Check that an index takes the distributions, and shows their README."""
    output(command("twine"), "check", "--strict", *map(str, building.distributions(dist)))
    (sdist,) = dist.glob("*.tar.gz")
    said = output(command("pyroma"), "--min", _MINIMUM_RATING, str(sdist))
    (rating,) = re.findall(r"Final rating: (\S+)", said)
    return f"pyroma rates {rating}"


def check_contents(dist: Path) -> str:
    """Check that the wheel has the package, and nothing else."""
    (wheel,) = dist.glob("*.whl")
    output(command("check-wheel-contents"), str(wheel))
    return "nothing amiss"


def check_installation(dist: Path) -> str:
    """Install the wheel into an environment of its own, and import a kernel there."""
    (wheel,) = dist.glob("*.whl")
    python = _environment()
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    # Bytecode lies beside the modules, as for users: it counts.
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    output(*pip, "install", "--quiet", str(wheel), environment=plain)
    folder = building.SCRATCH / "user"
    folder.mkdir(exist_ok=True)
    kernel = ROOT / "corpus" / "nvcc" / "saxpy.sm_90a.ptx"
    # As a new user has it: no settings, no PATH with compilers.
    environment = {"HOME": str(folder), "PATH": "/nowhere"}
    words = [str(python.with_name("ptxpy")), "import", str(kernel), "-o", "kernel.py"]
    output(*words, cwd=folder, environment=environment)
    words = [words[0], "emit", "kernel.py", "-o", "kernel.ptx"]
    output(*words, cwd=folder, environment=environment)
    if (folder / "kernel.ptx").read_bytes() != kernel.read_bytes():
        raise StepError("the kernel does not come back")
    held = sum(path.stat().st_size for path in _packages(python).rglob("*") if path.is_file())
    if held > MAX_BASE_BYTES:
        raise StepError(f"a base install has {held:,} bytes, more than {MAX_BASE_BYTES:,}")
    return f"a base install has {held / 1e6:.0f} MB"


def audit(dist: Path) -> str:
    """Ask for known weaknesses of the packages in the environment of the installation."""
    del dist
    # Strict: what could not be asked about counts as a failure.
    words = ["--path", str(_packages(_environment())), "--strict", "--progress-spinner", "off"]
    output(command("pip-audit"), *words)
    return "none"


def write_bill(dist: Path) -> str:
    """Write the packages of a base install and the libraries in pages to a file of CycloneDX."""
    path = dist / f"ptxpy-{version()}.cdx.json"
    words = ["environment", "--output-reproducible", "--pyproject", str(ROOT / "pyproject.toml")]
    words += ["--output-format", "JSON", "--output-file", str(path), str(_environment())]
    output(command("cyclonedx-py"), *words)
    bill: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    bill["components"] += _libraries_of_pages()
    path.write_text(json.dumps(bill, indent=2) + "\n", encoding="utf-8")
    output(sys.executable, "-c", _VALIDATE, str(path))
    return f"{path.name}: {len(bill['components'])} components"


_VALIDATE: Final = """
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
text = open(sys.argv[1], encoding="utf-8").read()
error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
raise SystemExit(str(error) if error else 0)
"""


def _libraries_of_pages() -> list[dict[str, Any]]:
    """Return the components that `page.js` bundles, which no package manager installs."""
    path = ROOT / "ptxpy" / "view" / "assets" / "LICENSES.txt"
    found = []
    for part in path.read_text(encoding="utf-8").split(f"\n{'-' * 72}\n\n"):
        name, _, number = part.partition("\n")[0].rpartition(" ")
        address = f"pkg:npm/{name.replace('@', '%40')}@{number}"
        found.append(
            {
                "type": "library",
                "bom-ref": address,
                "name": name,
                "version": number,
                "purl": address,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        )
    return found


def _environment() -> Path:
    """Return the Python of the environment that a release is installed into."""
    folder = building.SCRATCH / "environment"
    if not folder.is_dir():
        venv.create(folder, with_pip=False, symlinks=os.name == "posix")
    return folder / "bin" / "python"


def _packages(python: Path) -> Path:
    words = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    return Path(output(*words).strip())
