"""`ptxpy emit`: Python, or PTX, to PTX."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import re
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import ptxpy
from ptxpy.cli import files
from ptxpy.cli.arguments import Help, add_command, add_output
from ptxpy.cli.failure import FINE, WRONG, Failure
from ptxpy.cli.syntax_errors import say_problems

if TYPE_CHECKING:
    from ptxpy.cli.arguments import Commands

_PTX = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s++|//[^\n]*+|/\*.*?\*/|#[^\n]*+)*+(?:\.|\0|\Z)", re.DOTALL
)
"""How PTX starts: comments and line markers, and then a directive; or it is empty."""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "emit",
        run,
        Help(
            summary="write the PTX of a Python file",
            details="A .py file is executed, as `python FILE.py` would: only emit files that "
            "you trust. A PTX file is parsed and printed again. Standard input is taken for Python "
            "unless it starts with a PTX directive.",
            example="ptxpy emit kernel.py -o kernel.ptx",
        ),
    )
    parser.add_argument(
        "file", metavar="FILE", help="Python (FILE.py) or PTX (other names); - is standard input"
    )
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    output = files.Output.checked(options.output, force=options.force, source=options.file)
    source = files.read(options.file)
    name = files.display(options.file)
    try:
        if _is_python(options.file, source):
            module = _execute(source, name)
        else:
            module = ptxpy.parse(source, filename=name)
        data = ptxpy.emit_bytes(module)
    except ptxpy.PtxSyntaxError as error:
        say_problems(error)
        return WRONG
    output.write(data)
    return FINE


def _is_python(name: str, source: bytes) -> bool:
    if name == files.STANDARD:
        return not _PTX.match(source)
    return name.endswith(".py")


def _execute(source: bytes, name: str) -> ptxpy.ir.Module:
    """Run the Python of a user; whatever it raises becomes one line with its place.

    As with `python FILE.py`, modules beside the file can be imported. What it prints goes to
    standard error: standard output is for PTX.
    """
    sys.path.insert(0, str(Path(name).parent))
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return ptxpy.from_python(importlib.util.decode_source(source), filename=name)
    except KeyboardInterrupt:
        raise
    except SyntaxError as error:
        message = f"{name}:{error.lineno or 1}: {type(error).__name__}: {error.msg}"
    except BaseException as error:  # noqa: BLE001 - the user's code may raise what it likes
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename == name
        ]
        place = f"{name}:{lines[-1]}" if lines else name
        message = f"{place}: {traceback.format_exception_only(error)[-1].strip()}"
    finally:
        del sys.path[0]
    raise Failure(message, WRONG)
