"""Compiles LLVM IR: a JSON list of texts on standard input, their object code on standard output.

The number of bytes, in eight bytes, comes before the object code of each text.
"""

from __future__ import annotations

import json
import os
import select
import sys
from threading import Thread

from ptxpy.sim.native.object_code import compile_object


def _end_with_reader() -> None:
    """End this process once nobody reads its output: the one that asked may have been killed."""
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)  # errors alone
    poll.poll()
    os._exit(1)


if __name__ == "__main__":
    if hasattr(select, "poll"):
        Thread(target=_end_with_reader, daemon=True).start()
    for text in json.load(sys.stdin.buffer):
        data = compile_object(text)
        sys.stdout.buffer.write(len(data).to_bytes(8, "little") + data)
