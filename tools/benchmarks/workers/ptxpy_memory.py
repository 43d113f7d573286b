"""Print by how much parsing or importing a file raises the peak of memory, as JSON (bytes)."""

import contextlib
import gc
import io
import json
import sys
import tempfile
from pathlib import Path

import ptxpy
from ptxpy.cli.command_line import main
from ptxpy.syntax.lark_parser import shape_parser


def peak() -> int:
    """Return the highest resident size of this process so far.

    Linux keeps it per program; `getrusage` would start from the parent's.
    """
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise SystemExit("no VmHWM in /proc/self/status")


what, file = sys.argv[1:]
shape_parser()  # what a process needs once is no growth
if ptxpy.prove(b".version 8.0\n.target sm_80\n.address_size 64\n").size == 0:
    raise SystemExit("nothing proved")
gc.collect()
Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak is what there is now
base = peak()
if what == "parse":
    module = ptxpy.parse(Path(file).read_bytes())
    status = 0
else:
    said = io.TextIOWrapper(io.BytesIO())
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(said):
        status = main(["import", file, "-o", str(Path(folder, "out.py"))])
if status:
    raise SystemExit(f"{file}: failed")
print(json.dumps({"base": base, "growth": peak() - base}))
