"""Print the CPU seconds of a first parse, a second one and a whole import of a file, as JSON."""

import gc
import json
import sys
import time
from pathlib import Path

import ptxpy
from ptxpy.syntax.lark_parser import shape_parser
from ptxpy.syntax.parser import clear_memo
from ptxpy.syntax.shapes import forget_shapes

shape_parser()
ptxpy.prove(b".version 8.0\n.target sm_80\n.address_size 64\n")
source = Path(sys.argv[1]).read_bytes()
times = {}
for what, function in (("parse", ptxpy.parse), ("warm", ptxpy.parse), ("import", ptxpy.prove)):
    if what != "warm":
        clear_memo()
        forget_shapes()
    gc.collect()
    started = time.process_time()
    function(source)
    times[what] = time.process_time() - started
print(json.dumps(times))
