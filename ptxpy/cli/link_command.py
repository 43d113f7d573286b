"""`ptxpy link`: several relocatable files of PTX to one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import ptxpy
from ptxpy.cli import files
from ptxpy.cli.command_errors import EXIT_OK, EXIT_PROBLEMS, CommandError
from ptxpy.cli.console import paint_problems, printable, write_stderr
from ptxpy.cli.shared_options import add_output, describe_command
from ptxpy.cli.sources import is_python
from ptxpy.link import LinkError, Unit, is_system_function, link
from ptxpy.syntax import emit_bytes, positions

if TYPE_CHECKING:
    import argparse

    from ptxpy.cli.argument_parser import Parser
    from ptxpy.link import Linked


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="What `nvcc -rdc=true -ptx` writes as several files becomes one that run, check "
        "and emit see whole: declarations with .extern are bound to their definitions, of several "
        ".weak definitions the first is taken unless there is a strong one, and names that are a "
        "file's own are kept apart. What no file defines stays .extern and is listed on standard "
        "error, but for functions of the driver such as vprintf. Commands that read standard "
        "input take the result from a pipe: `ptxpy link a.ptx b.ptx | ptxpy run -`.",
        examples=("ptxpy link main.ptx device.ptx -o whole.ptx",),
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="PTX, or a binary that holds PTX, in the order of the result; - is standard input",
    )
    add_output(parser)


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    names: list[str] = options.files
    for name in names:
        # None of the files may be overwritten.
        output = files.Output.checked(options.output, force=options.force, source=name)
    units = [_unit(name) for name in names]
    try:
        linked = link(units)
    except LinkError as error:
        write_stderr(paint_problems(str(error), sys.stderr))
        return EXIT_PROBLEMS
    output.write(emit_bytes(linked.module))
    _report(units, linked)
    return EXIT_OK


def _unit(name: str) -> Unit:
    source = files.read(name)
    shown = files.display(name)
    if is_python(name, source):
        message = (
            f"{shown}: is Python, and PTX is linked; write it with `ptxpy emit {shown} -o FILE.ptx`"
        )
        raise CommandError(message)
    return Unit(ptxpy.parse(source, filename=shown), shown)


def _report(units: list[Unit], linked: Linked) -> None:
    """Write undefined names, and files without their debug sections, to standard error."""
    for item in linked.unresolved:
        node = item.node
        is_variable = isinstance(node, ptxpy.ir.Variable)
        name = node.declarators[0].name.name if is_variable else node.name.name
        if not is_system_function(name):
            place = positions(units[item.unit].module).place(item.ordinal, ("name", name))
            sort = "variable" if is_variable else "function"
            where = f"{units[item.unit].name}:{place.line}:{place.column}"
            write_stderr(f"{where}: the {sort} {printable(name)} is defined in no file")
    if linked.without_debug_sections:
        names = ", ".join(units[number].name for number in linked.without_debug_sections)
        write_stderr(
            f"the debug sections of {names} are left out, as they cannot be joined; "
            "lines of the source stay"
        )
