"""Print the CPU seconds of repeated parses of a file by the peer, as JSON."""

import gc
import json
import sys
import time
from pathlib import Path

from pyptx.parser import parse  # type: ignore[import-not-found] # in its own environment

RUNS = 3

text = Path(sys.argv[1]).read_bytes().decode("utf-8", "surrogateescape")
parse(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry f()\n{\n\tret;\n}\n")
times = []
for _ in range(RUNS):
    module = None
    gc.collect()
    started = time.process_time()
    module = parse(text)
    times.append(time.process_time() - started)
print(json.dumps({"parse": times}))
