"""How a process of the command `ptxpy` starts and ends; a program that imports ptxpy is left alone.

Ctrl-C while it loads, before `ptxpy.cli.main` can handle it, ends the process at once, without a
traceback. In a program, Ctrl-C raises `KeyboardInterrupt` as ever.

Almost all objects that a command makes live until it ends. So the garbage collector runs seldom,
and not at the end: that takes a fifth off the time of a command on a small file.
"""

from __future__ import annotations

import atexit
import gc
import signal
import sys
import threading
import time
from pathlib import PurePath
from typing import Final

ALLOCATIONS_BETWEEN_COLLECTIONS: Final = 100_000
"""Containers allocated, less those freed, until the collector runs; Python has 700 to 2,000."""

STARTED: Final = time.time()
"""When ptxpy was imported: a file that has changed since then is not the one that runs."""

_CHANGED: list[bool] = []


def is_command() -> bool:
    """Whether this process is the command: its script, or `python -m ptxpy`."""
    words = sys.orig_argv
    if "-m" in words:
        return words[words.index("-m") + 1 :][:1] == ["ptxpy"]
    return bool(sys.argv) and PurePath(sys.argv[0]).stem == "ptxpy"


def begin() -> None:
    """Let Ctrl-C end the process, and the garbage collector run seldom, if it is the command."""
    if not is_command():
        return
    gc.set_threshold(ALLOCATIONS_BETWEEN_COLLECTIONS)
    atexit.register(gc.freeze)  # else Python looks for garbage twice before the process ends
    alone = threading.current_thread() is threading.main_thread()
    if alone and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        _CHANGED.append(True)


def collect_nothing() -> None:
    """Turn the garbage collector off, if this process is the command and ends after its last file.

    It would look at all objects of an import once more: a fortieth of the time of a large file.
    """
    if is_command():
        gc.disable()


def end() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt` again: all is loaded."""
    if _CHANGED:
        _CHANGED.clear()
        signal.signal(signal.SIGINT, signal.default_int_handler)


begin()
