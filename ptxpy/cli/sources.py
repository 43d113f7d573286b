"""Modules from files that hold Python or PTX."""

from __future__ import annotations

import contextlib
import importlib.util
import re
import sys
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import ptxpy
from ptxpy.cli import files
from ptxpy.cli.failure import Failure
from ptxpy.ir.patterns import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ptxpy.dsl import Function, LaunchDefaults

__all__ = ["Source", "is_python", "load", "refuse_settings", "running"]

_PTX = compile_pattern(
    rb"(?:\xef\xbb\xbf)?(?:\s++|//[^\n]*+|/\*.*?\*/|#[^\n]*+)*+(?:\.|\0|\Z)", re.DOTALL
)
"""How PTX starts: comments and line markers, and then a directive; or it is empty."""


class Source(NamedTuple):
    """A module, and the file that it is from."""

    module: ptxpy.ir.Module
    source: bytes
    """What the file holds."""
    name: str
    """The name of the file for messages."""
    lines: tuple[int, ...] | None
    """For each statement the line of Python that made it, 0 for none; None for a file of PTX."""
    defaults: Mapping[str, LaunchDefaults] = MappingProxyType({})
    """What launches of its kernels have that say nothing else, by symbol."""
    kernels: Mapping[str, Function] = MappingProxyType({})
    """Its kernels that are written in Python, as they have been traced, by symbol."""


def is_python(name: str, source: bytes) -> bool:
    """Whether a file is a program: by its name, and standard input by what it holds."""
    if name == files.STANDARD:
        return not _PTX.match(source)
    return name.endswith(".py")


def load(name: str, settings: Mapping[str, Any] = MappingProxyType({})) -> Source:
    """Return the module of a file; one of Python is executed.

    `settings` are dimensions and template parameters of its kernels. Raises `PtxSyntaxError`, and
    `Failure` where the file cannot be read, its Python fails, or it is PTX and there are settings.
    """
    source = files.read(name)
    shown = files.display(name)
    if not is_python(name, source):
        refuse_settings(shown, settings)
        return Source(ptxpy.parse(source, filename=shown), source, shown, None)
    from ptxpy.cli.python_errors import PythonFailure  # noqa: PLC0415 - the language loads slowly
    from ptxpy.dsl import trace_python  # noqa: PLC0415

    try:
        text = importlib.util.decode_source(source)
        with running(name):
            traced = trace_python(text, filename=shown, bindings=settings)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - the user's code may raise what it likes
        text = source.decode("utf-8", "replace")
        raise PythonFailure(error, shown, text) from None
    return Source(traced.module, source, shown, traced.lines, traced.defaults, traced.kernels)


def refuse_settings(shown: str, settings: Mapping[str, Any]) -> None:
    """Raise `Failure` where a file of PTX is given dimensions or template parameters."""
    for name in settings:
        message = f"{shown}: --set {name} is for kernels of Python, and this is PTX"
        raise Failure(message)


@contextlib.contextmanager
def running(name: str) -> Iterator[None]:
    """Run the Python of a file as `python FILE.py` would.

    Modules beside the file can be imported. What it prints goes to standard error: standard output
    is for PTX.
    """
    beside = str(Path(name).parent)
    sys.path.insert(0, beside)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        with contextlib.suppress(ValueError):  # the program may have changed the path
            sys.path.remove(beside)
