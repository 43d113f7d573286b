"""`ptxpy help`: the help of the command line, or of a command; the guides."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ptxpy.cli.command_errors import EXIT_OK, CommandError
from ptxpy.cli.console import write_stdout
from ptxpy.cli.shared_options import describe_command
from ptxpy.isa import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ptxpy.cli.argument_parser import Parser


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command to its parser."""
    describe_command(
        parser,
        run,
        details="The same as `ptxpy COMMAND --help`; `ptxpy help json` describes the fields of the "
        "JSON that commands write, `ptxpy help guides` lists the guides of the packages and the "
        "recipes of the cookbook, and `ptxpy help ptxpy.dsl` shows one.",
        examples=("ptxpy help import", "ptxpy help guides", "ptxpy help ptxpy.sim.races"),
    )
    parser.add_argument(
        "command", metavar="COMMAND", nargs="?", help="a command, json, guides, or a guide"
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
        width = max(map(len, guides))
        for key, path in guides.items():
            title = path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")
            write_stdout(f"{key:{width}}  {title if title != key else ''}".rstrip())
        return EXIT_OK
    # The links in guides name them by their files.
    short = name.removesuffix("/README.md").removesuffix(".md").replace("/", ".")
    found = guides.get(short) or guides.get(f"ptxpy.{short}") or guides.get(short.split(".")[-1])
    if found is None:
        shorter = [key.removeprefix("ptxpy.") for key in guides]
        close = nearest(name, dict.fromkeys((*commands, *shorter)))
        several = ", ".join(commands)
        hint = f"did you mean {' or '.join(close)}?" if close else f"there are {several}, guides"
        message = f"no command and no guide {name!r}; {hint}"
        raise CommandError(message)
    write_stdout(found.read_text(encoding="utf-8").rstrip())
    return EXIT_OK


def _guides() -> dict[str, Path]:
    """Return the guides by name: of packages, `ptxpy.dsl`, and recipes, `26_write_a_pass`."""
    package = Path(__file__).parent.parent
    found = {
        ".".join(("ptxpy", *path.parent.relative_to(package).parts)): path
        for path in sorted(package.rglob("README.md"))
    }
    recipes = sorted((package / "examples" / "cookbook").glob("[0-9]*.md"))
    return found | {path.stem: path for path in recipes}
