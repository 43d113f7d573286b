"""Kernels compiled by LLVM in a process of its own, while this one goes on.

A thread that compiles could not be stopped, so that the end of this process would wait for it.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy.sim.native.object_code import add_object, missing_objects

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CompilationError", "compile_functions"]

_WORKER: Final = Path(__file__).with_name("_compile_worker.py")
_MAX_SECONDS: Final = 300.0


class CompilationError(Exception):
    """LLVM has ended without object code."""


def compile_functions(functions: Mapping[str, str]) -> None:
    """Make object code of the functions that have none, and wait for it.

    Args:
        functions: The LLVM IR of each function; empty for one of the run-time.

    Raises:
        CompilationError: LLVM can't be started, has crashed, or takes too long.
    """
    texts = missing_objects(functions)
    if not texts:
        return
    # `-P` keeps the folder of the worker out of the path: its modules could hide others.
    try:
        worker = subprocess.Popen(  # noqa: S603 - no shell, and a script of its own
            [sys.executable, "-P", str(_WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # It has the modules of this process, which may have changed its path.
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            # Ctrl-C is for this process, which may go on: a program may catch it.
            start_new_session=True,
        )
    except OSError as error:
        message = f"no process for LLVM can be started: {error}"
        raise CompilationError(message) from None
    atexit.register(worker.kill)
    try:
        output, _ = worker.communicate(json.dumps(texts).encode(), timeout=_MAX_SECONDS)
    except subprocess.TimeoutExpired:
        message = f"LLVM compiles it for more than {_MAX_SECONDS:.0f} s"
        raise CompilationError(message) from None
    finally:
        worker.kill()
        worker.wait()
        atexit.unregister(worker.kill)
    if worker.returncode:
        message = f"LLVM has ended with status {worker.returncode}"
        raise CompilationError(message)
    for text in texts:
        size = int.from_bytes(output[:8], "little")
        add_object(text, output[8 : 8 + size])
        output = output[8 + size :]
