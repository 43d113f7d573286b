"""Print the CPU seconds of matmul launches by Triton's own interpreter, as JSON.

It runs the source of `corpus/triton/matmul.py` with the sizes and tiles of the benchmark
`simulating`, whose PTX Triton compiled from that source.
"""

import importlib.util
import json
import os
import sys
import time
from pathlib import Path

os.environ["TRITON_INTERPRET"] = "1"  # Triton reads it when it is imported

import torch

source, m, n, k, repeat = Path(sys.argv[1]), *map(int, sys.argv[2:6])
spec = importlib.util.spec_from_file_location("matmul_source", source)
assert spec is not None and spec.loader is not None  # noqa: S101, PT018 - it is a file of Python
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

torch.manual_seed(2)
a, b = (torch.randint(-4, 5, shape).to(torch.float16) for shape in ((m, k), (k, n)))
c = torch.zeros((m, n), dtype=torch.float16)
times = []
for _ in range(repeat + 1):
    started = time.process_time()
    module.matmul[((m // 128) * (n // 128),)](
        *(a, b, c, m, n, k, k, n, n), BLOCK_M=128, BLOCK_N=128, BLOCK_K=32, GROUP=8, RELU=True
    )
    times.append(time.process_time() - started)
if not torch.equal(c, torch.relu(a.float() @ b.float()).to(torch.float16)):
    raise SystemExit("Triton's interpreter has another product")
print(json.dumps({"seconds": times[1:]}))
