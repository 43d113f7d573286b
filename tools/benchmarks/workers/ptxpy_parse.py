"""Print the CPU seconds of first (cold) and repeated (warm) parses of a file, as JSON.

With `--unshipped` the package has no forms of statements ready: Lark reads all those of the file.
"""

import gc
import json
import sys
import time
from pathlib import Path

import ptxpy
from ptxpy.syntax.lark_parser import shape_parser
from ptxpy.syntax.parser import clear_memo
from ptxpy.syntax.shapes import forget_shapes, known_forms

COLD = 3
WARM = 5

text = Path(sys.argv[1]).read_bytes().decode("utf-8", "surrogateescape")
is_unshipped = sys.argv[2:] == ["--unshipped"]
if is_unshipped:
    known_forms().forms.clear()
shape_parser()  # loads Lark: a warm process has
ptxpy.parse(".version 8.0\n.target sm_80\n")
times: dict[str, list[float]] = {"cold": [], "warm": []}
for run in ["cold"] * COLD + ["warm"] * WARM:
    module = None
    if run == "cold":
        clear_memo()
        forget_shapes()
        if is_unshipped:
            known_forms().forms.clear()
    gc.collect()
    started = time.process_time()
    module = ptxpy.parse(text)
    times[run].append(time.process_time() - started)
print(json.dumps(times))
