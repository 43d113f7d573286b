"""`ptxpy help`: the help of the command line, or of a command; the guides."""

from __future__ import annotations

import argparse
import pydoc
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ptxpy.cli.command_errors import EXIT_OK, CommandError
from ptxpy.cli.console import write_stdout
from ptxpy.cli.shared_options import describe_command
from ptxpy.isa import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.cli.argument_parser import Parser

_SUBJECTS: Final = {
    "dsl": "read and edit an imported kernel",
    "dsl.helpers": "write a kernel",
    "examples": "kernels to learn from",
    "launch": "launch a kernel, and what its arguments may be",
    "integrations": "kernels in PyTorch, JAX and Triton",
    "notebook": "kernels in Jupyter",
    "sim": "run a kernel on the CPU: traces, profiles, timelines, engines",
    "sim.races": "strict mode: races, missing waits and fences",
    "sim.schedules": "search all orders of warps and copies",
    "sweeps": "run a kernel on many shapes and seeds",
    "debugger": "stop a kernel and step it, on a terminal and in editors",
    "emulation": "run a CUDA program on the CPU",
    "captures": "record launches and replay them",
    "check": "find mistakes in PTX, Python and inline PTX; budgets for CI",
    "compare": "compare two kernels",
    "view": "source, Python, PTX and machine code on a page",
    "link": "join relocatable files",
    "reduce": "make a file small that shows a fault",
    "language_server": "PTX in editors",
    "passes": "read and change modules as a library",
    "ir": "the syntax tree of a module",
    "executors": "many files and launches on a cluster",
}
"""The guides for those who use ptxpy, each with its subject; other packages have one, too."""
_COOKBOOK: Final = "examples.cookbook"
_PREFIX: Final = "ptxpy."
_LISTED: Final = "`ptxpy help guides` lists the guides"


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="The same as `ptxpy COMMAND --help`; `ptxpy help json` describes the fields of the "
        "JSON that commands write, `ptxpy help guides` lists the guides and the recipes of the "
        "cookbook, and `ptxpy help ptxpy.dsl` shows one; `ptxpy help ptxpy.parse` shows a "
        "function or a class of the library.",
        examples=("ptxpy help import", "ptxpy help guides", "ptxpy help ptxpy.sim.races"),
    )
    parser.add_argument(
        "command",
        metavar="COMMAND",
        nargs="?",
        help="a command, json, guides, a guide, or a name of the library",
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out."""
    parsers: Mapping[str, Parser] = options.commands
    if options.command is None:
        write_stdout(options.whole.format_help().rstrip())
        return EXIT_OK
    if options.command == "json":
        write_stdout(Path(__file__).with_name("json.md").read_text(encoding="utf-8").rstrip())
        return EXIT_OK
    parser = parsers.get(options.command)
    if parser is None:
        return _show_guide(options.command, [*parsers])
    parser.complete()
    write_stdout(parser.format_help().rstrip())
    return EXIT_OK


def _show_guide(name: str, commands: Sequence[str]) -> int:
    """Write a guide, or the list of all."""
    guides = _guides()
    if name == "guides":
        _list_guides(guides)
        return EXIT_OK
    # The links in guides name them by their files.
    short = name.removesuffix("/README.md").removesuffix(".md").replace("/", ".")
    found = guides.get(short) or guides.get(f"ptxpy.{short}") or guides.get(short.split(".")[-1])
    if found is None and name.isdecimal():
        found = next((guides[key] for key in guides if key.startswith(f"{name:0>2}_")), None)
    if found is None and name.startswith(_PREFIX):
        thing = pydoc.locate(name)
        if thing is not None:
            write_stdout(pydoc.plain(pydoc.render_doc(thing, "%s")).rstrip())
            return EXIT_OK
    if found is None:
        shorter = [key.removeprefix("ptxpy.") for key in guides]
        close = nearest(name, dict.fromkeys((*commands, *shorter)))
        several = ", ".join(commands)
        hint = f"did you mean {' or '.join(close)}?" if close else f"there are {several}; {_LISTED}"
        message = f"no command and no guide {name!r}; {hint}"
        raise CommandError(message)
    write_stdout(found.read_text(encoding="utf-8").rstrip())
    return EXIT_OK


def _list_guides(guides: Mapping[str, Path]) -> None:
    """Write the names of all guides and recipes, with their subjects."""
    recipes = {
        key: path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
        for key, path in guides.items()
        if not key.startswith("ptxpy")
    }
    subjects = {f"{_PREFIX}{key}": subject for key, subject in _SUBJECTS.items()}
    width = max(map(len, (*subjects, *recipes)))
    write_stdout("guides, which `ptxpy help NAME` shows:")
    for key, subject in subjects.items():
        write_stdout(f"  {key:{width}}  {subject}")
    write_stdout(f"\nrecipes ({_PREFIX}{_COOKBOOK}), which `ptxpy help 26` shows, too:")
    for key, subject in recipes.items():
        write_stdout(f"  {key:{width}}  {subject}")
    others = ", ".join(
        key for key in guides if key not in {*subjects, *recipes, _PREFIX + _COOKBOOK}
    )
    write_stdout("\npackages, for those who work on ptxpy:")
    write_stdout(textwrap.fill(others, initial_indent="  ", subsequent_indent="  "))


def _guides() -> dict[str, Path]:
    """Return the guides by name: of packages, `ptxpy.dsl`, and recipes, `26_write_a_pass`."""
    package = Path(__file__).parent.parent
    found = {
        ".".join(("ptxpy", *path.parent.relative_to(package).parts)): path
        for path in sorted(package.rglob("README.md"))
    }
    recipes = sorted((package / "examples" / "cookbook").glob("[0-9]*.md"))
    return found | {path.stem: path for path in recipes}
