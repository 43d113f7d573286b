"""Compiles LLVM IR: a JSON list of texts on standard input, their object code on standard output.

The number of bytes, in eight bytes, comes before the object code of each text.
"""

from __future__ import annotations

import json
import sys

from ptxpy.sim.native.object_code import compile_object

if __name__ == "__main__":
    for text in json.load(sys.stdin.buffer):
        data = compile_object(text)
        sys.stdout.buffer.write(len(data).to_bytes(8, "little") + data)
