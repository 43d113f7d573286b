"""Loading modules from PTX and Python files."""

from __future__ import annotations

import contextlib
import importlib.util
import re
import shlex
import sys
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import ptxpy
from ptxpy._records import NamedTuple
from ptxpy.cli import files
from ptxpy.cli.command_errors import CommandError
from ptxpy.ir import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ptxpy.dsl import Function, LaunchDefaults

__all__ = ["Source", "is_python", "load", "refuse_settings", "running"]

_PTX = compile_pattern(
    rb"(?:\xef\xbb\xbf)?(?:\s++|//[^\n]*+|/\*.*?\*/|#[^\n]*+)*+(?:\.|\0|\Z)", re.DOTALL
)
"""The start of PTX: comments and line markers, followed by a directive or the end."""


class Source(NamedTuple):
    """A module with the file it was loaded from."""

    module: ptxpy.ir.Module
    source: bytes
    """The contents of the file."""
    name: str
    """The name of the file for messages."""
    lines: tuple[int, ...] | None
    """The line of Python that made each statement, 0 for none; None for a PTX file."""
    defaults: Mapping[str, LaunchDefaults] = MappingProxyType({})
    """Default launch options of its kernels, by symbol."""
    kernels: Mapping[str, Function] = MappingProxyType({})
    """Its kernels written in Python, as traced functions, by symbol."""
    calls: tuple[tuple[int, ...], ...] = ()
    """The lines of the calls that led to the line of each statement (`ptxpy.dsl.Traced`)."""
    columns: Callable[[int, str], tuple[int, int]] | None = None
    """The part of a line of Python that made a statement (`ptxpy.dsl.Traced`)."""


def is_python(name: str, source: bytes) -> bool:
    """Return whether a file is Python, by its name, or for standard input by its contents."""
    if name == files.STANDARD:
        # Standard input has no name, so its first characters decide.
        return not _PTX.match(source)
    return name.endswith(".py")


def load(
    name: str, settings: Mapping[str, Any] = MappingProxyType({}), kernel: str | None = None
) -> Source:
    """Return the module of a file; a Python file is executed.

    `settings` are dimensions and template parameters of its kernels; of a binary, the PTX is taken
    that has the kernel. Raises `PtxSyntaxError`, and
    `CommandError` if the file cannot be read, its Python fails, or settings are given for PTX.
    """
    name = files.resolve(name, kernel)
    source = files.read(name)
    shown = files.display(name)
    _refuse_cuda(name, shown)
    if not is_python(name, source):
        refuse_settings(shown, settings)
        return Source(ptxpy.parse(source, filename=shown), source, shown, None)
    from ptxpy.cli.python_errors import (  # noqa: PLC0415 - the language loads slowly
        PythonCommandError,
    )
    from ptxpy.dsl import trace_python  # noqa: PLC0415

    try:
        text = importlib.util.decode_source(source)
        with running(name):
            traced = trace_python(text, filename=shown, bindings=settings)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - the user's code may raise anything
        text = source.decode("utf-8", "replace")
        raise PythonCommandError(error, shown, text) from None
    return Source(
        traced.module,
        source,
        shown,
        traced.lines,
        traced.defaults,
        traced.kernels,
        traced.calls,
        traced.columns,
    )


def _refuse_cuda(name: str, shown: str) -> None:
    """Raise `CommandError` for CUDA C++, which has to be compiled first."""
    path = Path(name)
    if path.suffix not in (".cu", ".cuh"):
        return
    command = f"nvcc -ptx -lineinfo {shlex.quote(str(path))} -o {shlex.quote(path.stem + '.ptx')}"
    message = (
        f"{shown} is CUDA C++, not PTX: compile it with `{command}`, and give the PTX, or "
        "a program that nvcc has made of it"
    )
    raise CommandError(message)


def refuse_settings(shown: str, settings: Mapping[str, Any]) -> None:
    """Raise `CommandError` if dimensions or template parameters are given for a PTX file."""
    for name in settings:
        message = f"{shown}: --set {name} needs a kernel written in Python, but this is PTX"
        raise CommandError(message)


@contextlib.contextmanager
def running(name: str) -> Iterator[None]:
    """Set up the execution of a Python file, in a `with` block, as by `python FILE.py`.

    Modules in the folder of the file can be imported. Its output is redirected to standard error,
    since standard output is for PTX.
    """
    beside = str(Path(name).parent)
    # The program imports modules beside it, as under `python FILE.py`.
    sys.path.insert(0, beside)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        with contextlib.suppress(ValueError):  # the program may have changed the path
            sys.path.remove(beside)
