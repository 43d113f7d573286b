"""Print the CPU seconds of the import of each file that is given, as JSON."""

import gc
import json
import sys
import time
from pathlib import Path

import ptxpy

sources = [Path(path).read_bytes() for path in sys.argv[1:]]
ptxpy.prove(b".version 8.0\n.target sm_80\n.address_size 64\n")
seconds = []
for source in sources:
    gc.collect()
    started = time.process_time()
    ptxpy.prove(source)
    seconds.append(time.process_time() - started)
print(json.dumps({"seconds": seconds}))
