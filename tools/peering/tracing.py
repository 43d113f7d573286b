"""A process that traces kernels with one package, and prints their PTX as JSON.

It is started with a JSON object: the package to import (`ptxpy` or `pyptx`), the folder of the
wheel, and the jobs. A job is a file of ours (`file`), of which every kernel is traced, or an
example of the wheel (`module`, and the function `build` with its `arguments`).
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from peering.renaming import RenamingFinder, StandIn, rename

__all__ = ["main"]

_EXAMPLES: Final = "peer_examples"
"""The package under which the examples are imported, whatever package they are written for."""

_FRAMEWORKS: Final = ("jax", "jax.numpy", "torch")
"""What the examples import, and call only where they run on a GPU."""


def main() -> int:
    """Trace all jobs of standard input; print `{job: {"ptx": …} or {"error": …}}`."""
    request = json.load(sys.stdin)
    package, wheel = request["package"], Path(request["wheel"])
    StandIn.install(*_FRAMEWORKS)
    if package == "pyptx":
        sys.path.insert(0, str(wheel))
    names = {"pyptx.examples": _EXAMPLES, "pyptx": package}
    sys.meta_path.insert(0, RenamingFinder(_EXAMPLES, wheel / "pyptx" / "examples", names))
    found: dict[str, dict[str, str]] = {}
    for job in request["jobs"]:
        found.update(_traced(job, package))
    sys.stdout.write(json.dumps(found))
    return 0


def _traced(job: dict[str, Any], package: str) -> dict[str, dict[str, str]]:
    try:
        kernels = dict(_of_file(job, package) if "file" in job else _of_example(job))
    except Exception as error:  # noqa: BLE001 - whatever the file raises is the result
        return {job["name"]: {"error": _described(error)}}
    traced = {}
    for name, (kernel, bindings) in kernels.items():
        try:
            traced[name] = {"ptx": kernel.ptx(**bindings)}
        except Exception as error:  # noqa: BLE001 - as above
            traced[name] = {"error": _described(error)}
    return traced


def _of_file(job: dict[str, Any], package: str) -> Iterator[tuple[str, tuple[Any, dict[str, Any]]]]:
    """Yield the kernels of a file of ours, which is written for ptxpy."""
    path = Path(job["file"])
    text = rename(path.read_text(encoding="utf-8"), {"ptxpy": package})
    space: dict[str, Any] = {"__name__": f"peer_kernels.{path.stem}", "__file__": str(path)}
    exec(compile(text, str(path), "exec"), space)  # noqa: S102 - a file of this repository
    bindings = space.get("BINDINGS", {})
    for name, value in space.items():
        if hasattr(type(value), "ptx") and hasattr(type(value), "in_specs"):
            yield f"{job['name']}.{name}", (value, bindings.get(name, {}))


def _of_example(job: dict[str, Any]) -> Iterator[tuple[str, tuple[Any, dict[str, Any]]]]:
    module = importlib.import_module(f"{_EXAMPLES}.{job['module']}")
    made = getattr(module, job["build"])
    if "arguments" in job:
        made = made(*job["arguments"], **job.get("options", {}))
    yield job["name"], (made, job.get("bindings", {}))


def _described(error: Exception) -> str:
    """Return type and message of an error, and the last line of a file that is not a package's."""
    place, frames = "", error.__traceback__
    while frames is not None:
        path = Path(frames.tb_frame.f_code.co_filename)
        if "examples" in path.parts or "kernels" in path.parts:
            place = f" ({path.name}:{frames.tb_lineno})"
        frames = frames.tb_next
    return f"{type(error).__name__}: {error}{place}"


if __name__ == "__main__":
    sys.exit(main())
