"""A child process that does the jobs of a section; `children` starts it.

It writes a line of JSON when a job starts, and one with its result: a process that ends in between,
or hangs, has failed at that job alone.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol

from ptxpy.launch.cuda import CudaError, DriverMissingError

__all__ = ["STICKY", "Result", "Section", "Settings"]

STICKY: Final = 3
"""The exit status after an error of the driver: the process cannot use the GPU any more."""

Settings = dict[str, Any]
"""What all sections are told: `devices`, the one to compare with and the one that is checked;
`version` and `target` of PTX; `lanes`, a limit or 0; `import`, modules that are loaded first."""

Result = dict[str, Any]
"""`status` is `ok`, `failed` or `skipped`; `message` says why it is not `ok`."""


class Section(Protocol):
    """What a section is in a child; a module of this package has it as `Session`."""

    def __init__(self, settings: Settings, jobs: list[str]) -> None:
        """Prepare for some of its jobs, which are then run in this order."""

    def run(self, job: str) -> Result:
        """Do a job."""


def main(arguments: list[str]) -> int:
    """Do the jobs of a file of JSON, and write results to another file."""
    order = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    for name in order["settings"]["import"]:
        import_module(name)
    with Path(arguments[1]).open("w", encoding="utf-8") as out:

        def tell(line: dict[str, Any]) -> None:
            out.write(json.dumps(line) + "\n")
            out.flush()

        section = import_module(f"gpu_checking.{order['section']}")
        session: Section = section.Session(order["settings"], order["jobs"])
        for job in order["jobs"]:
            tell({"start": job})
            begun = time.perf_counter()
            broken = False
            try:
                result = session.run(job)
            except (CudaError, DriverMissingError) as error:
                result = {"status": "failed", "message": f"{type(error).__name__}: {error}"}
                broken = True
            except Exception as error:  # noqa: BLE001 - whatever goes wrong is what is asked for
                where = traceback.extract_tb(error.__traceback__)[-1]
                place = f"{Path(where.filename).name}:{where.lineno}"
                text = str(error) or repr(error)
                message = f"{type(error).__name__}: {text} ({place})"
                result = {"status": "failed", "message": message}
            tell({"job": job, "seconds": round(time.perf_counter() - begun, 4), **result})
            if broken:
                return STICKY
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
