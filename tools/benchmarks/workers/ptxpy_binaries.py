"""Read or list the PTX of a library; print the seconds and the peak of memory as JSON."""

import contextlib
import io
import json
import sys
import time
from pathlib import Path

from ptxpy.binaries import scan
from ptxpy.cli.command_line import main


def peak() -> int:
    """Return the highest resident size of this process so far, pages of mapped files included."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise SystemExit("no VmHWM in /proc/self/status")


library, *rest = sys.argv[1:]
what = rest[0] if rest else "read"
started = time.perf_counter()
if what == "read":
    found = sum(len(each.entry.read()) for each in scan(Path(library)) if each.entry.is_ptx)
else:
    said = io.TextIOWrapper(io.BytesIO())
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        status = main(["import", library])
    found = len(said.buffer.getvalue()) if not status else 0
if not found:
    raise SystemExit(f"{library}: nothing found")
seconds = time.perf_counter() - started
print(json.dumps({"what": what, "seconds": seconds, "peak": peak()}))
