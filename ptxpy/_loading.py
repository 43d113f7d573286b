"""Ctrl-C while the command `ptxpy` loads: the process ends at once, without a traceback.

The package takes most of a second to load, before `ptxpy.cli.main` can heed anything. A program
that imports ptxpy is left alone: there, Ctrl-C raises `KeyboardInterrupt` as ever.
"""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import PurePath

_CHANGED: list[bool] = []


def is_command() -> bool:
    """Whether this process is the command: its script, or `python -m ptxpy`."""
    words = sys.orig_argv
    if "-m" in words:
        return words[words.index("-m") + 1 :][:1] == ["ptxpy"]
    return bool(sys.argv) and PurePath(sys.argv[0]).stem == "ptxpy"


def begin() -> None:
    """Let Ctrl-C end the process, if it is the command."""
    alone = threading.current_thread() is threading.main_thread()
    if alone and is_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        _CHANGED.append(True)


def end() -> None:
    """Let Ctrl-C raise `KeyboardInterrupt` again: all is loaded."""
    if _CHANGED:
        _CHANGED.clear()
        signal.signal(signal.SIGINT, signal.default_int_handler)


begin()
