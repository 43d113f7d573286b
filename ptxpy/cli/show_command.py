"""`ptxpy show`: what is in a PTX file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import ptxpy
from ptxpy import ir
from ptxpy.cli import files
from ptxpy.cli.arguments import Help, add_command
from ptxpy.cli.console import counted, paint, printable, show
from ptxpy.cli.failure import FINE, WRONG
from ptxpy.cli.summary import Summary, size_of, summarize
from ptxpy.cli.syntax_errors import say_problems

if TYPE_CHECKING:
    from ptxpy.cli.arguments import Commands


def add(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "show",
        run,
        Help(
            summary="list the functions of a PTX file with what they need",
            details="For each: parameters, declared registers, instructions, shared memory and "
            "directives.",
            example="ptxpy show kernel.ptx",
        ),
    )
    parser.add_argument("file", metavar="FILE", help="PTX; - is standard input")


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    source = files.read(options.file)
    name = files.display(options.file)
    try:
        module = ptxpy.parse(source, filename=name)
    except ptxpy.PtxSyntaxError as error:
        say_problems(error)
        return WRONG
    show(_module(module, name))
    for function in module.functions:
        summary = summarize(function)
        kind = f"{'declared ' if summary.declared else ''}{summary.kind}"
        show(f"\n{kind} {paint(printable(summary.name), 'bold', sys.stdout)}")
        for title, value in _rows(summary):
            show(f"    {title:13} {printable(value)}")
    return FINE


def _module(module: ir.Module, name: str) -> str:
    """Describe a module in a line."""
    facts: list[str] = []
    shared = 0
    dynamic = False
    for item in module.body:
        if isinstance(item, ir.Version):
            facts.append(f"PTX {item.number}")
        elif isinstance(item, ir.Target):
            facts.append(", ".join(item.names))
        elif isinstance(item, ir.Variable) and item.space == ".shared":
            size = size_of(item)
            shared += size
            dynamic |= not size
    kernels = len(module.kernels)
    facts.append(counted(kernels, "kernel"))
    facts.append(counted(len(module.functions) - kernels, "function"))
    if shared:
        facts.append(f"{counted(shared, 'byte')} of shared memory outside functions")
    if dynamic:
        facts.append("dynamic shared memory")
    return f"{name}: {', '.join(facts)}"


def _rows(summary: Summary) -> Iterable[tuple[str, str]]:
    """Yield titles and values; the title of a continued list is empty."""
    # Compilers call parameters after the function, whose name may fill the screen.
    long, short = f" {summary.name}_", " …_"
    yield from _list("returns", [value.replace(long, short) for value in summary.returns])
    yield from _list("parameters", [value.replace(long, short) for value in summary.parameters])
    if summary.registers:
        counts = [f"{number:,} {name}" for name, number in summary.registers.items()]
        yield "registers", ", ".join(counts)
    if not summary.declared:
        yield "instructions", f"{summary.instructions:,}"
    if summary.shared:
        yield "shared", counted(summary.shared, "byte")
    yield from _list("directives", summary.directives)


def _list(title: str, values: Iterable[str]) -> Iterable[tuple[str, str]]:
    for value in values:
        yield title, value
        title = ""
