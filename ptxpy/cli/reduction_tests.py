"""The tests of `ptxpy reduce`: its options say which candidates are interesting."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ptxpy.assemble import (
    DEFAULT_LIMITS,
    AssembleError,
    AssemblerMissingError,
    target_of,
    toolchain,
)
from ptxpy.cli.command_errors import CommandError
from ptxpy.reduce import CommandTest, MessageInCheck, MessageOfPtxas, PtxasCrash

if TYPE_CHECKING:
    import argparse

    from ptxpy.isa import Target
    from ptxpy.reduce import InterestTest, Processes

__all__ = ["chosen_test", "needs_ptx"]


def needs_ptx(options: argparse.Namespace) -> bool:
    """Return whether the test is about PTX, also where the file is a captured launch."""
    return options.test is None


def chosen_test(
    options: argparse.Namespace,
    processes: Processes,
    *,
    name: str,
    target: Target | None,
    ptx: bytes,
) -> InterestTest:
    """Return the test that the options ask for; raise `CommandError` if it cannot run.

    Args:
        options: The options of the command.
        processes: Where processes of the test run.
        name: The name of the candidate's file.
        target: The target in the options.
        ptx: The PTX of the file, which names a target.
    """
    seconds: float | None = options.timeout
    if options.test is not None:
        if target is not None or options.by is not None:
            option = "--by" if target is None else "--arch"
            message = f"{option} is for --message and --ptxas-crashes; --test runs what it likes"
            raise CommandError(message)
        return CommandTest(processes, _command(options.test), name, seconds)
    if options.message is None and options.by == "check":
        message = "--ptxas-crashes is about ptxas; --by check is for --message"
        raise CommandError(message)
    text: str | None = options.message
    if text == "":
        message = "--message: the text is empty, which everything prints"
        raise CommandError(message)
    ptxas = None if options.by == "check" else _find_ptxas()
    if text is not None and ptxas is None and options.by != "ptxas":
        return MessageInCheck(text, target, name)
    try:
        arch = str(target) if target is not None else target_of(ptx)
    except AssembleError as error:
        message = f"{error}; --arch says what ptxas assembles for"
        raise CommandError(message) from None
    if text is None:
        return PtxasCrash(processes, ptxas or _require_ptxas(), arch, name, seconds)
    return MessageOfPtxas(processes, ptxas or _require_ptxas(), arch, name, seconds, text)


def _require_ptxas() -> NoReturn:
    raise CommandError(toolchain.missing_ptxas())


def _find_ptxas() -> Path | None:
    """Return the path of ptxas; None if there is none.

    Raises `CommandError` for one that the user names and that does not run.
    """
    configured = toolchain.find_configured()
    paths = [*toolchain.candidates()] if configured is None else [configured]
    for path in paths:
        try:
            return toolchain.probe(path, DEFAULT_LIMITS).path
        except AssemblerMissingError as error:
            if configured is not None:
                message = f"{toolchain.VARIABLE}: {error}"
                raise CommandError(message) from None
    return None


def _command(text: str) -> list[str]:
    """Return the words of --test, the first as a path that is found from any folder."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        message = f"--test {text}: {str(error).lower()}"
        raise CommandError(message) from None
    if not words:
        message = "--test: expected a command, such as ./interesting.sh"
        raise CommandError(message)
    path = Path(words[0])
    # A file of the current folder is meant with and without `./`, as by other reducers.
    found = shutil.which(words[0]) or (str(path) if os.access(path, os.X_OK) else None)
    if path.is_dir():
        message = f"--test {text}: {path} is a directory"
        raise CommandError(message)
    if found is None:
        reason = f"there is no program {words[0]}"
        if path.is_file():
            reason = f"{path} is not executable; make it so with `chmod +x {path}`"
        message = f"--test {text}: {reason}"
        raise CommandError(message)
    return [str(Path(found).absolute()), *words[1:]]
