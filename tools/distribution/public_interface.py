"""The public interface as lines of text: what a release promises, compared with the last one.

A line says one thing that programs or shells rely on: that a name, a parameter, an option is there.
More of them may come without harm; one that is gone, or a parameter that must now be given, breaks
programs. Such a change waits for a major version, and a name that is to go warns for a minor one.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import ptxpy
from distribution.running import ROOT, version
from ptxpy.cli.argument_parser import Parser
from ptxpy.cli.command_line import COMMANDS, add_commands

__all__ = ["RECORD", "breaks", "interface", "main", "recorded"]

RECORD: Final = ROOT / "tools" / "distribution" / "public_interface.txt"

_REQUIRED: Final = " (required)"


def main(arguments: Sequence[str] | None = None) -> int:
    """Record the interface of this version; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="record_interface",
        description="Record the public names, their parameters and the command line as what the "
        "version promises. Breaks of what was recorded are listed.",
    )
    parser.parse_args(arguments)
    made = [*interface()]
    for line in breaks(recorded(), made) if RECORD.is_file() else ():
        print(f"breaks: {line}", file=sys.stderr)
    head = f"# The public interface of ptxpy {version()}, by tools/record_interface.\n"
    RECORD.write_text(head + "\n".join(made) + "\n", encoding="utf-8")
    return 0


def recorded(path: Path = RECORD) -> list[str]:
    """Return the lines of the record."""
    rows = path.read_text(encoding="utf-8").splitlines()
    return [row for row in rows if not row.startswith("#")]


def breaks(before: Iterable[str], now: Iterable[str]) -> list[str]:
    """Return what was promised and no longer holds, and what is newly required.

    >>> breaks(["f", "f(0 a)"], ["f", "f(0 a)", "f(b=)", "f(c=) (required)"])
    ['f(c=) (required)']
    >>> breaks(["f", "f(0 a)"], ["f"])
    ['f(0 a)']
    """
    promised, found = [*before], {*now}
    lost = [line for line in promised if line not in found]
    known = {line.partition("(")[0] for line in promised}
    # What did not exist may require what it likes.
    added = found.difference(promised)
    return lost + sorted(
        line for line in added if line.endswith(_REQUIRED) and line.partition("(")[0] in known
    )


def interface() -> Iterator[str]:
    """Yield the lines of the interface of this checkout, in their order."""
    for name in ptxpy.__all__:
        yield from _of_object(f"ptxpy.{name}", getattr(ptxpy, name))
    yield from _of_commands()


def _of_object(name: str, value: Any) -> Iterator[str]:  # noqa: ANN401 - any public object
    yield name
    if isinstance(value, ModuleType):
        for each in sorted(getattr(value, "__all__", ())):
            yield from _of_object(f"{name}.{each}", getattr(value, each))
    elif isinstance(value, type):
        # Errors are caught by programs, and made by ptxpy.
        if not issubclass(value, BaseException):
            yield from _of_function(name, value)
        for each, member in sorted(vars(value).items()):
            if each.startswith("_"):
                continue
            yield f"{name}.{each}"
            function = (
                member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
            )
            if inspect.isfunction(function):
                skipped = not isinstance(member, staticmethod)
                yield from _of_function(f"{name}.{each}", function, skip=int(skipped))
    elif inspect.isroutine(value):
        yield from _of_function(name, value)


def _of_function(name: str, function: Any, skip: int = 0) -> Iterator[str]:  # noqa: ANN401
    """Yield a line for each parameter: by position where that is how it may be given."""
    try:
        parameters = [*inspect.signature(function).parameters.values()][skip:]
    except (TypeError, ValueError):
        return
    for place, each in enumerate(parameters):
        if each.kind in {each.VAR_POSITIONAL, each.VAR_KEYWORD}:
            stars = "*" if each.kind is each.VAR_POSITIONAL else "**"
            yield f"{name}({stars})"
            continue
        required = _REQUIRED if each.default is each.empty else ""
        if each.kind is each.KEYWORD_ONLY:
            yield f"{name}({each.name}=){required}"
        else:
            yield f"{name}({place} {each.name}){required}"


def _of_commands() -> Iterator[str]:
    top = Parser(prog="ptxpy")
    add_commands(top)
    parsers: dict[str, Parser] = top.get_default("commands")
    for command in COMMANDS:
        yield f"$ ptxpy {command.name}"
        parser = parsers[command.name]
        parser.complete()
        for action in parser.actions:
            if action.help == argparse.SUPPRESS:
                continue
            if not action.option_strings:
                optional = action.nargs in {"?", "*", argparse.REMAINDER}
                word = str(action.metavar or action.dest)
                yield f"$ ptxpy {command.name}({word}){'' if optional else _REQUIRED}"
            for option in action.option_strings:
                needed = _REQUIRED if action.required else ""
                yield f"$ ptxpy {command.name}({option}){needed}"
